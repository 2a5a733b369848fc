import type { NetworkFacts } from '../network.js';
import type { StacksNode } from '../node.js';
import type { ContractCall } from '../wire.js';
import { type StackingAction, stackingActionOf } from './actions.js';
import { readPox, requirePox } from './pox.js';
import { checkPox4 } from './pox4-rules.js';
import { Pox4State } from './pox4-state.js';
import { checkPox5 } from './pox5-rules.js';
import { Pox5State } from './pox5-state.js';

/** A call that is about to be signed or sent. */
export interface GuardedCall {
  readonly call: ContractCall;
  readonly sender: string;
  /** In microSTX. */
  readonly fee: bigint;
  /** Burn blocks to leave before the prepare phase, or before the end of a cycle. */
  readonly margin: number;
}

/** The operations of the gateway that do with pox-5 what a function of pox-4 did. */
const INSTEAD: Readonly<Record<string, string>> = {
  'stack-stx': 'stake',
  'stack-extend': 'updateStake',
  'stack-increase': 'updateStake',
  'delegate-stx': 'stake',
  pool: 'stake',
  'revoke-delegate-stx': 'unstake',
};

/**
 * Checks a call of a stacking contract against the chain as it is: whether its contract is active, and
 * whether it would succeed. Other calls pass. It is asked before a signature is, and again before the
 * transaction is sent, since an approval may have taken a day.
 *
 * @throws UnknownPoxError, WrongPoxError, StackingRefusedError, SignerSignatureError
 */
export async function guardStacking(
  node: StacksNode,
  network: NetworkFacts,
  guarded: GuardedCall,
): Promise<void> {
  const { call, sender, fee, margin } = guarded;
  const found = stackingActionOf(network.kind, call);
  if (found === undefined) return;
  const [pox, account] = await Promise.all([readPox(node, network), node.account(sender)]);
  requirePox(pox, found.pox, operationIn(found, call), INSTEAD[found.action.kind]);
  const unlocked = account.balance - fee;
  const { kind, chainId } = network;
  const situation = { pox, sender, unlocked, locked: account.locked, chainId, margin };
  if (found.pox === 4) return checkPox4(found.action, new Pox4State(node, pox), situation);
  return checkPox5(found.action, new Pox5State(node, pox), { ...situation, kind });
}

function operationIn({ pox }: StackingAction, { contract, functionName }: ContractCall): string {
  return `${contract.split('.')[1] ?? `pox-${pox}`}.${functionName}`;
}
