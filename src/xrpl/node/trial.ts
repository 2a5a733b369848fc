import * as z from 'zod/mini';
import { bytesToHex } from '../../core/bytes.js';
import { type CallOptions, type Clock, throwIfAborted } from '../../core/clock.js';
import { words } from '../../core/fields.js';
import { withinTime } from '../../core/http.js';
import { canonicalJson, isObject } from '../../core/json.js';
import type { Account, Concern } from '../../transactions/index.js';
import { TransactionWouldFailError } from '../errors.js';
import { networkIdField } from '../network.js';
import type { Trial } from '../options.js';
import type { TransactionFields } from '../wire/codec.js';
import { readConcern } from './destination.js';
import type { XrplNode } from './node.js';
import { XrplNodeError } from './transport.js';

/** A transaction to try: the node fills in its number and its fee. */
export interface Tried {
  readonly node: XrplNode;
  readonly clock: Clock;
  readonly fields: TransactionFields;
  readonly account: string;
  /** The vault's key, in hexadecimal: the node also checks what it may sign. */
  readonly publicKey: string;
}

interface Wanted extends Pick<Tried, 'clock' | 'fields'> {
  readonly networkId: number;
  readonly account: Account;
  readonly trial: Exclude<Trial, 'off'>;
  /** Whether its caller has asked for it. */
  readonly isChosen: boolean;
}

/** How long a trial may take: it is only advice, so no call waits long for it. */
const TRIAL_MS = 5_000;

export const simulation = z.looseObject({
  engine_result: words,
  engine_result_message: z.optional(words),
});

/** Codes that stay the same until the cause is removed by an action, so that no approval need be requested. */
const STABLE =
  /^(?:tem|invalidTransaction$|tec(?:NO_DST|NO_LINE$|PATH_DRY$|UNFUNDED|NO_AUTH$|FROZEN$|LOCKED$|NO_PERMISSION$|DST_TAG_NEEDED$|INSUFFICIENT_RESERVE$))/;

/** How a node tries a transaction; unless the caller asks for it, one that others could act on is not tried. */
export function trialOf({ clock, fields, networkId, account, trial, isChosen }: Wanted) {
  if (!isChosen && isExchange(fields)) return undefined;
  const tried = {
    clock,
    fields: { ...fields, ...networkIdField(networkId) },
    account: account.address,
    publicKey: bytesToHex(account.publicKey.bytes).toUpperCase(),
  };
  return (node: XrplNode, options: CallOptions) => concernOf({ node, ...tried }, trial, options);
}

/**
 * How a transaction would fail as things stand, if it would: by a node's dry run (`simulate`, XLS-69), or by
 * reading the ledger where there is none. It is one node's answer, and things may change: it is advice, and no
 * signature depends on it.
 *
 * @throws TransactionWouldFailError if the call asks for that, and the reason does not pass by itself.
 */
async function concernOf(
  tried: Tried,
  trial: Exclude<Trial, 'off'>,
  options: CallOptions,
): Promise<Concern | undefined> {
  const { node } = tried;
  const reads = () => readConcern(tried, options).catch(() => undefined);
  const beside = node.known.lacksDryRun ? reads() : undefined;
  const verdict = await simulate(tried, options);
  const concern = verdict === 'none' ? await (beside ?? reads()) : verdict;
  if (concern && trial === 'refuse' && STABLE.test(concern.resultCode)) {
    throw new TransactionWouldFailError(concern.resultCode, concern.reason);
  }
  return concern;
}

/** A node's dry run. What its answer has beside these fields is not checked. */
export function dryRun(
  { node, clock }: Pick<Tried, 'node' | 'clock'>,
  tx_json: TransactionFields,
  { signal }: CallOptions,
) {
  const limits = { peer: 'xrpl', timeoutMs: TRIAL_MS, signal, clock };
  return withinTime(limits, (over) =>
    node.once('simulate', { tx_json }, simulation, { signal: over }),
  );
}

/** `none`: no verdict. `undefined` if it would succeed. */
async function simulate(tried: Tried, options: CallOptions): Promise<Concern | 'none' | undefined> {
  const { node } = tried;
  try {
    const answer = await dryRun(tried, fieldsOf(tried), options);
    node.known.lacksDryRun = false;
    const { engine_result: resultCode, engine_result_message: reason = resultCode } = answer;
    if (resultCode.startsWith('tes')) return undefined;
    // The code for every transaction that could not go straight into the open ledger, whether or not it could be
    // queued.
    return resultCode.startsWith('telCAN_NOT_QUEUE') ? 'none' : { resultCode, reason };
  } catch (error) {
    throwIfAborted(options.signal);
    const token = error instanceof XrplNodeError ? error.error : undefined;
    if (token === 'unknownCmd') node.known.lacksDryRun = true;
    if (token !== 'invalidTransaction') return 'none';
    return { resultCode: token, reason: 'it fails the node’s local checks' };
  }
}

function fieldsOf({ fields, account, publicKey }: Tried): TransactionFields {
  const { Fee: _, LastLedgerSequence: __, ...others } = fields;
  return { ...others, Account: account, SigningPubKey: publicKey };
}

/** Whether others could act on it before it is signed if they learned of it. */
function isExchange({ TransactionType, Amount, SendMax, Paths }: TransactionFields): boolean {
  if (/^(?:Offer|AMM|NFToken)/.test(TransactionType)) return true;
  if (TransactionType !== 'Payment') return false;
  return Paths !== undefined || (SendMax !== undefined && assetOf(SendMax) !== assetOf(Amount));
}

/** The asset of an amount, as a key to compare by. */
function assetOf(amount: unknown): string {
  if (!isObject(amount)) return 'XRP';
  const { value: _, ...asset } = amount;
  return canonicalJson(asset);
}
