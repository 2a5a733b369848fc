import type { EntryType, LedgerEntry, RippleState } from '../ledger/entries.js';
import { has, LINE_FLAGS } from '../ledger/entries.js';
import { mptId } from '../ledger/keys.js';
import { isHigh, peerOf, sideOf } from '../ledger/lines.js';
import type { ReadView } from '../ledger/view.js';
import { compare, formatTokenValue } from '../values/token-value.js';
import { accountNotFound } from './account-commands.js';
import type { Command, CommandContext } from './command.js';
import { invalidField } from './errors.js';
import { chooseLedger, type LedgerChoice } from './ledger-choice.js';
import { page } from './params.js';
import { priceText } from './price-text.js';

const PAGE = { min: 10, standard: 200, max: 400 };

/** The entry types that `account_objects` can be narrowed to. Those that are not modelled find nothing. */
const TYPE_NAMES: ReadonlyMap<string, EntryType | undefined> = new Map([
  ['check', undefined],
  ['credential', 'Credential'],
  ['deposit_preauth', 'DepositPreauth'],
  ['escrow', undefined],
  ['mpt_issuance', 'MPTokenIssuance'],
  ['mptoken', 'MPToken'],
  ['nft_offer', undefined],
  ['nft_page', undefined],
  ['offer', 'Offer'],
  ['payment_channel', undefined],
  ['signer_list', 'SignerList'],
  ['state', 'RippleState'],
  ['ticket', 'Ticket'],
]);

/** Entries that keep an account from being deleted. */
const BLOCKERS: ReadonlySet<EntryType> = new Set(['RippleState']);

interface Owned {
  readonly key: string;
  readonly entry: LedgerEntry;
}

interface OwnedQuery {
  readonly account: string;
  readonly choice: LedgerChoice;
  readonly owned: readonly Owned[];
}

function ownedBy({ node, params }: CommandContext): OwnedQuery {
  const account = params.account();
  const choice = chooseLedger(node, params);
  if (choice.view.account(account) === undefined) throw accountNotFound(account, choice);
  const owned = choice.view.ownedKeys(account).flatMap((key) => {
    const entry = choice.view.get(key);
    return entry === undefined ? [] : [{ key, entry }];
  });
  return { account, choice, owned };
}

function paged(
  { params }: CommandContext,
  { account, choice }: OwnedQuery,
  name: string,
  all: readonly unknown[],
): Record<string, unknown> {
  const limit = params.limit(PAGE);
  const { items, marker } = page(all, limit, params.all.marker);
  return {
    account,
    [name]: items,
    ...choice.head,
    ...(marker === undefined ? {} : { limit, marker }),
  };
}

export const accountObjects: Command = (context) => {
  const query = ownedBy(context);
  const { params } = context;
  const type = params.text('type');
  if (type !== undefined && !TYPE_NAMES.has(type)) throw invalidField('type');
  const blockersOnly = params.flag('deletion_blockers_only');
  const wanted = query.owned
    .filter(({ entry }) => type === undefined || entry.LedgerEntryType === TYPE_NAMES.get(type))
    .filter(({ entry }) => !blockersOnly || BLOCKERS.has(entry.LedgerEntryType))
    .map(({ key, entry }) => shownEntry(key, entry));
  return paged(context, query, 'account_objects', wanted);
};

export const accountOffers: Command = (context) => {
  const query = ownedBy(context);
  const offers = query.owned.flatMap(({ entry }) => {
    if (entry.LedgerEntryType !== 'Offer') return [];
    return [
      {
        flags: entry.Flags,
        quality: priceText(entry.TakerPays, entry.TakerGets),
        seq: entry.Sequence,
        taker_gets: entry.TakerGets,
        taker_pays: entry.TakerPays,
        ...(entry.Expiration === undefined ? {} : { expiration: entry.Expiration }),
      },
    ];
  });
  return paged(context, query, 'offers', offers);
};

export const accountLines: Command = (context) => {
  const query = ownedBy(context);
  const peer = context.params.text('peer');
  const ignoreDefault = context.params.flag('ignore_default');
  const lines = linesOf(query)
    .filter((line) => peer === undefined || peerOf(line, query.account) === peer)
    .filter((line) => !ignoreDefault || ownsLine(line, query.account))
    .map((line) => lineJson(line, query.account));
  return paged(context, query, 'lines', lines);
};

function linesOf({ owned }: OwnedQuery): readonly RippleState[] {
  return owned.flatMap(({ entry }) => (entry.LedgerEntryType === 'RippleState' ? [entry] : []));
}

function ownsLine(line: RippleState, account: string): boolean {
  const { bits, flags } = sideOf(line, account);
  return has(flags, bits.reserve);
}

function lineJson(line: RippleState, account: string): Record<string, unknown> {
  const peer = peerOf(line, account);
  const [own, other] = [sideOf(line, account), sideOf(line, peer)];
  const ownBits = isHigh(line, account) ? LINE_FLAGS.high : LINE_FLAGS.low;
  const peerBits = isHigh(line, account) ? LINE_FLAGS.low : LINE_FLAGS.high;
  const shown = (name: string, flag: number) => (has(line.Flags, flag) ? { [name]: true } : {});
  return {
    account: peer,
    balance: formatTokenValue(own.balance),
    currency: line.Balance.currency,
    limit: formatTokenValue(own.limit),
    limit_peer: formatTokenValue(other.limit),
    no_ripple: has(line.Flags, ownBits.noRipple),
    no_ripple_peer: has(line.Flags, peerBits.noRipple),
    quality_in: own.qualityIn,
    quality_out: own.qualityOut,
    ...shown('authorized', ownBits.auth),
    ...shown('peer_authorized', peerBits.auth),
    ...shown('freeze', ownBits.freeze),
    ...shown('freeze_peer', peerBits.freeze),
    ...shown('deep_freeze', ownBits.deepFreeze),
    ...shown('deep_freeze_peer', peerBits.deepFreeze),
  };
}

export const accountCurrencies: Command = (context) => {
  const query = ownedBy(context);
  const [receive, send] = [new Set<string>(), new Set<string>()];
  for (const line of linesOf(query)) {
    const [own, other] = [sideOf(line, query.account), sideOf(line, peerOf(line, query.account))];
    const { currency } = line.Balance;
    if (compare(own.balance, own.limit) < 0) receive.add(currency);
    if (compare(other.balance, other.limit) < 0) send.add(currency);
  }
  return {
    receive_currencies: [...receive].sort(),
    send_currencies: [...send].sort(),
    ...query.choice.head,
  };
};

/** What of a ledger's state an entry's JSON shows, with the key it is found by. */
export function entryJson(view: ReadView, key: string): Record<string, unknown> | undefined {
  const entry = view.get(key);
  return entry === undefined ? undefined : shownEntry(key, entry);
}

/** Of a token its id is shown besides, which is no field of it. */
function shownEntry(key: string, entry: LedgerEntry): Record<string, unknown> {
  if (entry.LedgerEntryType !== 'MPTokenIssuance') return { ...entry, index: key };
  return { ...entry, index: key, mpt_issuance_id: mptId(entry.Issuer, entry.Sequence) };
}
