import type { CallOptions } from '../../core/clock.js';
import type { LookUpRequest, TransactionStatus } from '../../transactions/index.js';
import type { OtherKeys } from '../../transactions/records/other-keys.js';
import { type StacksTransactionResult, statusOf } from '../result.js';
import { hasId, type UnsignedTransaction } from '../wire/transaction.js';
import type { Ledger } from './ledger.js';
import type { StacksNode } from './node.js';
import type { NodeTransaction } from './transaction.js';

type StacksStatus = TransactionStatus<StacksTransactionResult>;

/**
 * Looks up a transaction on the chain: by its id, and by its account and nonce, since a second signature gives
 * another id. All of it is one node's answer. Nothing expires here, and no answer of a mempool is final: a
 * transaction is dead only when another one has spent its nonce.
 */
export function lookUp(
  { ledger, otherKeys }: { readonly ledger: Ledger; readonly otherKeys: OtherKeys | undefined },
  { transaction, hash }: LookUpRequest<UnsignedTransaction>,
  options: CallOptions,
): Promise<StacksStatus> {
  return ledger.ask(options, async (node) => {
    const found = hash === undefined ? undefined : await node.transaction(hash);
    if (found && !isAbout(found, transaction)) {
      return { state: 'unknown', reason: 'the node shows another transaction under this id' };
    }
    const seen = found && (await statusOf(found));
    if (seen && !(seen.state === 'open' && seen.dropped !== undefined)) return seen;
    const [{ nonce }, waits] = await Promise.all([
      node.account(transaction.sender),
      hash !== undefined && seen === undefined && isWaiting(node, hash),
    ]);
    if (nonce > transaction.nonce) {
      const { whoSpent } = await import('./spender.js');
      return whoSpent(node, transaction, otherKeys);
    }
    return seen ?? notShown(hash, waits);
  });
}

/** The node's own mempool may have a transaction that its API does not show, or no longer shows. */
async function isWaiting(node: StacksNode, hash: string): Promise<boolean> {
  return hasId(await node.waitingBytes(hash), hash);
}

function notShown(hash: string | undefined, waits: boolean): StacksStatus {
  if (hash === undefined || waits) return { state: 'open', seen: waits };
  // Dropped or unknown: today's API does not distinguish the two, and another node may have it.
  return { state: 'open', seen: false, dropped: 'neither the node nor its API shows it' };
}

function isAbout(found: NodeTransaction, { sender, nonce }: UnsignedTransaction): boolean {
  return found.sender_address === sender && BigInt(found.nonce) === nonce;
}
