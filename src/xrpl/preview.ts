import type { CallOptions } from '../core/clock.js';
import { isObject } from '../core/json.js';
import type { Previewed, PreviewedBalance } from '../gateway/preview.js';
import { dryRun } from './node/trial.js';
import type { XrplSetup } from './setup.js';
import { isClassicAddress } from './wire/address.js';
import type { UnsignedTransaction } from './wire/codec.js';
import { currency, currencyText } from './wire/currencies.js';
import { plainDecimal } from './wire/plain-decimal.js';

type Fields = Readonly<Record<string, unknown>>;

/** What the dry run of a node changes of the account's balances; nothing where it can't be told. */
export async function balancesOf(
  { clock, parts }: XrplSetup,
  { explained, isTried }: Previewed<UnsignedTransaction>,
  options: CallOptions,
): Promise<readonly PreviewedBalance[] | undefined> {
  if (!isTried) return undefined;
  const { transaction } = explained;
  const { ledger } = await parts();
  const answer = await ledger.once(async (node) =>
    node.known.lacksDryRun ? undefined : dryRun({ node, clock }, transaction, options),
  );
  if (!answer) return undefined;
  const nodes = isObject(answer.meta) ? answer.meta.AffectedNodes : undefined;
  if (answer.engine_result !== 'tesSUCCESS' || !Array.isArray(nodes)) return undefined;
  const changes: readonly unknown[] = nodes;
  return all(changes.map((change) => balancesIn(change, explained.account)));
}

/** All of them, or none where one is illegible. */
function all(
  changes: readonly (readonly PreviewedBalance[] | undefined)[],
): readonly PreviewedBalance[] | undefined {
  const told = changes.flatMap((balances) => balances ?? []);
  if (changes.includes(undefined) || told.length === 0) return undefined;
  return told.toSorted((one, other) => Number(other.asset === 'XRP') - Number(one.asset === 'XRP'));
}

/** The balance in an entry of the ledger, if it is one of the account's and changes; `undefined` if it is illegible. */
function balancesIn(change: unknown, account: string): readonly PreviewedBalance[] | undefined {
  if (!isObject(change)) return undefined;
  const { CreatedNode: created, ModifiedNode: modified, DeletedNode: deleted } = change;
  const entry = created ?? modified ?? deleted;
  if (!isObject(entry)) return undefined;
  const { LedgerEntryType: type, PreviousFields: before = {} } = entry;
  const after = (created ? entry.NewFields : entry.FinalFields) ?? {};
  if (!isObject(before) || !isObject(after)) return undefined;
  const balance = balanceIn({ type, before, after, isNew: created !== undefined }, account);
  if (balance === 'other') return [];
  if (balance.after === undefined || balance.before === undefined) return undefined;
  const { asset } = balance;
  return asset === undefined
    ? undefined
    : [{ asset, before: balance.before, after: balance.after }];
}

interface Entry {
  readonly type: unknown;
  readonly before: Fields;
  readonly after: Fields;
  readonly isNew: boolean;
}

interface Balance {
  readonly asset: string | undefined;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

function balanceIn(entry: Entry, account: string): Balance | 'other' {
  const { type, before, after, isNew } = entry;
  switch (type) {
    case 'AccountRoot':
      if (after.Account !== account || (!isNew && before.Balance === undefined)) return 'other';
      return {
        asset: 'XRP',
        before: isNew ? '0' : wholeIn(before.Balance),
        after: wholeIn(after.Balance),
      };
    case 'MPToken': {
      const { MPTAmount: was } = before;
      const { MPTAmount: is, MPTokenIssuanceID: id } = after;
      if (after.Account !== account || (was === undefined && is === undefined)) return 'other';
      const asset = typeof id === 'string' && /^[0-9A-F]{48}$/.test(id) ? id : undefined;
      // Nothing is left out of the ledger: what there was before is unknown if only what is there now is told.
      return { asset, before: isNew ? '0' : wholeIn(was), after: wholeIn(is ?? '0') };
    }
    case 'RippleState':
      return lineIn(entry, account);
    default:
      return 'other';
  }
}

/** A trust line's balance is that of its low side. */
function lineIn({ before, after, isNew }: Entry, account: string): Balance | 'other' {
  const [low, high] = [issuerIn(after.LowLimit), issuerIn(after.HighLimit)];
  if (low !== account && high !== account) return 'other';
  if (!isNew && before.Balance === undefined) return 'other';
  const isLow = low === account;
  const peer = isLow ? high : low;
  return {
    asset: assetOf(after.Balance, peer),
    before: isNew ? '0' : valueIn(before.Balance, isLow),
    after: valueIn(after.Balance, isLow),
  };
}

function issuerIn(limit: unknown): unknown {
  return isObject(limit) ? limit.issuer : undefined;
}

function assetOf(balance: unknown, issuer: unknown): string | undefined {
  if (!isObject(balance) || typeof issuer !== 'string') return undefined;
  const code = currency.safeParse(balance.currency).data;
  if (code === undefined || !isClassicAddress(issuer)) return undefined;
  return `${currencyText(code) ?? code}.${issuer}`;
}

function valueIn(balance: unknown, isLow: boolean): string | undefined {
  const value = isObject(balance) ? balance.value : undefined;
  const plain = typeof value === 'string' ? plainDecimal(value) : undefined;
  if (plain === undefined || isLow || plain === '0') return plain;
  return plain.startsWith('-') ? plain.slice(1) : `-${plain}`;
}

function wholeIn(value: unknown): string | undefined {
  return typeof value === 'string' && /^\d{1,19}$/.test(value) ? value : undefined;
}
