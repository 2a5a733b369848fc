import { fromHex } from '../../core/bytes.js';
import type { CallOptions } from '../../core/clock.js';
import { InvalidInputError } from '../../core/errors.js';
import type { Signed, Submission } from '../../transactions/index.js';
import { StacksNodeError } from '../errors.js';
import type { Ledger } from '../node/ledger.js';
import type { StacksNode } from '../node/node.js';
import { parseTransaction } from '../wire/transaction.js';
import { type CallGuard, objectionTo } from './guard.js';

/** Reasons that may pass, or that say nothing about the transaction. */
const UNCLEAR: ReadonlySet<string> = new Set([
  // Our own transaction may have spent the nonce.
  'BadNonce',
  'ServerFailureNoSuchChainTip',
  'ServerFailureDatabase',
  'ServerFailureOther',
]);

/** A node accepts 25 transactions of an account at a time. */
const BUSY: ReadonlySet<string> = new Set(['TooMuchChaining', 'TooManyPendingTransactions']);

/**
 * Sends a signed transaction and returns what the node's answer means. The guards that were checked before the
 * signature are checked again, with the same node.
 */
export async function submitBlob(
  ledger: Ledger,
  { hash, blob }: Signed,
  guards: readonly CallGuard[],
  options: CallOptions,
): Promise<Submission> {
  const bytes = fromHex(blob);
  if (!bytes) throw new InvalidInputError('blob', 'must be hexadecimal');
  const transaction = parseTransaction(blob, 'blob');
  // Not repeated here: the caller, which knows the transaction, decides what a failure means.
  return ledger.once(options, async (node) => {
    const objection = await objectionTo(transaction, guards, node);
    if (objection) {
      // Its objection may be an effect of this same transaction, in a block since the account was read.
      const { nonce } = await node.anew().account(transaction.sender);
      if (nonce > transaction.nonce) return { state: 'unclear', code: objection.code };
      return { state: 'refused', code: objection.code, message: objection.message };
    }
    return submit(node, bytes, hash);
  });
}

async function submit(node: StacksNode, bytes: Uint8Array, hash: string): Promise<Submission> {
  try {
    const txid = await node.submit(bytes);
    const isOurs = `0x${txid.replace(/^0x/, '')}` === hash;
    return isOurs
      ? { state: 'accepted', code: 'accepted' }
      : { state: 'unclear', code: 'other id' };
  } catch (error) {
    if (!(error instanceof StacksNodeError)) throw error;
    const { reason } = error;
    if (UNCLEAR.has(reason)) return { state: 'unclear', code: reason };
    if (BUSY.has(reason)) return { state: 'busy', code: reason };
    // The server failed, or something in front of it: how far the bytes came is unknown.
    if (error.retryable || reason.startsWith('http_')) throw error;
    if (reason === 'ConflictingNonceInMempool') return conflict(node, hash, error);
    return { state: 'refused', code: reason, message: error.message };
  }
}

/**
 * Nodes also give this answer for a transaction that they already have. Else another one waits with its nonce: ours may
 * land where that one is dropped, so it is not over.
 */
async function conflict(
  node: StacksNode,
  hash: string,
  { reason: code }: StacksNodeError,
): Promise<Submission> {
  if ((await node.waitingBytes(hash)) !== undefined) return { state: 'accepted', code };
  const found = await node.transaction(hash);
  return found && !found.tx_status.startsWith('dropped_')
    ? { state: 'accepted', code }
    : { state: 'unclear', code, hasRival: true };
}
