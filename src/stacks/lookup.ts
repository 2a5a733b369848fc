import type { CallOptions } from '../core/clock.js';
import type { ForeignSighting, LookUpRequest, Sighting } from '../transactions/index.js';
import type { OtherKeys } from '../transactions/other-keys.js';
import type { Ledger } from './ledger.js';
import type { NodeTransaction } from './node/answers.js';
import { type StacksTransactionResult, sightingOf } from './result.js';
import type { UnsignedTransaction } from './wire.js';

type StacksSighting = Sighting<StacksTransactionResult>;

/**
 * What the chain knows of a transaction: by its id, and by its account and nonce, since a second
 * signature gives another id. All of it is one node's word. Nothing expires here, and nothing that a
 * mempool says is final: dead is only what another transaction has spent the nonce of.
 */
export function lookUp(
  { ledger, otherKeys }: { readonly ledger: Ledger; readonly otherKeys: OtherKeys | undefined },
  { transaction, hash }: LookUpRequest<UnsignedTransaction>,
  options: CallOptions,
): Promise<StacksSighting> {
  return ledger.ask(options, async (node) => {
    const found = hash === undefined ? undefined : await node.transaction(hash);
    if (found && !isAbout(found, transaction)) {
      return { state: 'unknown', reason: 'the node shows another transaction under this id' };
    }
    const seen = found && sightingOf(found);
    if (seen && !(seen.state === 'open' && seen.dropped !== undefined)) return seen;
    const { nonce } = await node.account(transaction.sender);
    if (nonce > transaction.nonce) {
      const { whoSpent } = await import('./spender.js');
      return whoSpent(node, transaction, otherKeys);
    }
    return seen ?? { state: 'open', seen: false };
  });
}

function isAbout(found: NodeTransaction, { sender, nonce }: UnsignedTransaction): boolean {
  return found.sender_address === sender && BigInt(found.nonce) === nonce;
}

/** What the chain knows of a transaction that was not built here. */
export function lookUpHash(
  ledger: Ledger,
  hash: string,
  options: CallOptions,
): Promise<ForeignSighting<StacksTransactionResult> | undefined> {
  return ledger.ask(options, async (node) => {
    const found = await node.transaction(hash);
    if (!found) return undefined;
    const sighting = sightingOf(found);
    const isFinal = sighting.state === 'confirmed' || sighting.state === 'failed';
    return { number: BigInt(found.nonce), outcome: isFinal ? sighting : undefined };
  });
}
