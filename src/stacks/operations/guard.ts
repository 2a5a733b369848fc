import type { GatewayError } from '../../core/errors.js';
import type { NetworkFacts } from '../network.js';
import type { StacksNode } from '../node/node.js';
import { contentOf } from '../wire/content.js';
import type { ContractCall, UnsignedTransaction } from '../wire/transaction.js';

/** A contract call on its way, read from its bytes. */
export interface GuardedCall extends ContractCall {
  readonly sender: string;
  /** In microSTX; zero while it is not known yet. */
  readonly fee: bigint;
  readonly network: NetworkFacts;
}

/**
 * A condition for calls of some contracts, such as which stacking contract is active. It is checked before a call
 * is signed, and again before it is sent, since an approval may take a day. Resolves with the reason to refuse
 * the call, if any; for other calls at once and without a request.
 */
export type CallGuard = (call: GuardedCall, node: StacksNode) => Promise<GatewayError | undefined>;

/** The first reason to refuse a transaction. */
export async function objectionTo(
  transaction: UnsignedTransaction,
  guards: readonly CallGuard[],
  node: StacksNode,
): Promise<GatewayError | undefined> {
  if (guards.length === 0) return undefined;
  const content = contentOf(transaction);
  if (content?.kind !== 'contract-call') return undefined;
  const { sender, fee, network: kind, chainId } = transaction;
  const call = { ...content, sender, fee, network: { kind, chainId } };
  const objections = await Promise.all(guards.map((guard) => guard(call, node)));
  return objections.find((objection) => objection !== undefined);
}
