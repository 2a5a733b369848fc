import * as z from 'zod/mini';
import { onAbort } from '../core/abort.js';
import { type CallOptions, type Clock, throwIfAborted, unlessAborted } from '../core/clock.js';
import type { Concern } from '../transactions/index.js';
import type { TransactionFields } from './codec.js';
import { readConcern } from './destination.js';
import { TransactionWouldFailError } from './errors.js';
import type { XrplNode } from './node.js';
import type { Trial } from './options.js';
import { XrplNodeError } from './transport.js';

/** A transaction as far as it is to be tried: its number and its fee are left to the node. */
export interface Tried {
  readonly node: XrplNode;
  readonly clock: Clock;
  readonly fields: TransactionFields;
  readonly account: string;
  /** The vault's, in hexadecimal: what it may sign is checked too. */
  readonly publicKey: string;
}

/** How long a trial may take: nobody waits for advice. */
const TRIAL_MS = 5_000;

export const simulation = z.looseObject({
  engine_result: z.string(),
  engine_result_message: z.optional(z.string()),
});

/**
 * Codes that stay what they are until somebody does something about it, so that nobody need be asked to approve
 * what has them.
 */
const STABLE =
  /^(?:tem|invalidTransaction$|tec(?:NO_DST|NO_LINE$|PATH_DRY$|UNFUNDED|NO_AUTH$|FROZEN$|LOCKED$|NO_PERMISSION$|DST_TAG_NEEDED$|INSUFFICIENT_RESERVE$))/;

/**
 * What a transaction would come to as things stand, where that is not what is wanted: a node's dry run (`simulate`,
 * XLS-69), or what the ledger shows where there is none. It is one node's word, and things may change: advice,
 * which no signature rests on.
 *
 * @throws TransactionWouldFailError where that is asked for, and it would fail for good.
 */
export async function concernOf(
  tried: Tried,
  trial: Exclude<Trial, 'off'>,
  options: CallOptions,
): Promise<Concern | undefined> {
  const { node } = tried;
  const reads = () => readConcern(tried, options).catch(() => undefined);
  const beside = node.lacksDryRun ? reads() : undefined;
  const verdict = await simulate(tried, options);
  const concern = verdict === 'none' ? await (beside ?? reads()) : verdict;
  if (concern && trial === 'refuse' && STABLE.test(concern.resultCode)) {
    throw new TransactionWouldFailError(concern.resultCode, concern.reason);
  }
  return concern;
}

/** `none`: no verdict. Nothing where it would succeed. */
async function simulate(
  tried: Tried,
  { signal }: CallOptions,
): Promise<Concern | 'none' | undefined> {
  const { node, clock } = tried;
  const over = new AbortController();
  const ignore = onAbort(signal, () => over.abort());
  const stop = clock.after(TRIAL_MS, () => over.abort());
  try {
    const tx_json = fieldsOf(tried);
    const call = { signal: over.signal };
    // A transport of the user's own may go on for as long as it likes.
    const asked = node.once('simulate', { tx_json }, simulation, call);
    const answer = await unlessAborted(asked, over.signal);
    node.lacksDryRun = false;
    const { engine_result: resultCode, engine_result_message: reason = resultCode } = answer;
    if (resultCode.startsWith('tes')) return undefined;
    // Said of whatever could not go straight into the open ledger, whether or not it could wait for its turn.
    return resultCode.startsWith('telCAN_NOT_QUEUE') ? 'none' : { resultCode, reason };
  } catch (error) {
    throwIfAborted(signal);
    const token = error instanceof XrplNodeError ? error.error : undefined;
    if (token === 'unknownCmd') node.lacksDryRun = true;
    if (token !== 'invalidTransaction') return 'none';
    return { resultCode: token, reason: 'it fails the node’s local checks' };
  } finally {
    stop();
    ignore();
  }
}

function fieldsOf({ fields, account, publicKey }: Tried): TransactionFields {
  const { Fee: _, LastLedgerSequence: __, ...others } = fields;
  return { ...others, Account: account, SigningPubKey: publicKey };
}
