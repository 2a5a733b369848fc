import { GatewayError } from '../../core/errors.js';
import type { StacksNode } from '../node/node.js';
import type { CallGuard, GuardedCall } from '../operations/guard.js';
import { type StackingAction, stackingActionOf } from './actions.js';
import { StackingRefusedError } from './errors.js';
import { readPox, requirePox } from './pox.js';
import { Pox4State } from './pox4-state.js';
import { Pox5State } from './pox5-state.js';

/** The gateway's operations that do with pox-5 what a function of pox-4 did. */
const INSTEAD: Readonly<Record<string, string>> = {
  'stack-stx': 'stake',
  'stack-extend': 'updateStake',
  'stack-increase': 'updateStake',
  'delegate-stx': 'stake',
  pool: 'stake',
  'revoke-delegate-stx': 'unstake',
};

/**
 * The reason to refuse a call of a stacking contract, with the chain as it is: its contract is not the active
 * one, or the call would fail. Other calls pass.
 */
export const guardStacking: CallGuard = async (call, node) => {
  try {
    await checkStacking(node, call);
    return undefined;
  } catch (error) {
    // A node that can't be reached may be asked again, and says nothing about the call.
    if (error instanceof GatewayError && OBJECTIONS.has(error.code)) return error;
    throw error;
  }
};

const OBJECTIONS: ReadonlySet<string> = new Set([
  'UNKNOWN_POX',
  'WRONG_POX',
  'STACKING_REFUSED',
  'SIGNER_SIGNATURE',
]);

/**
 * Checks a call by itself.
 *
 * @throws UnknownPoxError, WrongPoxError, StackingRefusedError, SignerSignatureError
 */
export async function checkStacking(node: StacksNode, call: GuardedCall): Promise<void> {
  const { sender, fee, network } = call;
  const found = actionIn(call);
  if (found === undefined) return;
  const [pox, account] = await Promise.all([readPox(node, network), node.account(sender)]);
  requirePox(pox, found.pox, operationIn(found, call), INSTEAD[found.action.kind]);
  const { kind, chainId } = network;
  const { balance, locked } = account;
  const situation = { pox, kind, chainId, sender, unlocked: balance - fee, locked };
  if (found.pox === 4) {
    const { checkPox4 } = await import('./pox4-rules.js');
    return checkPox4(found.action, new Pox4State(node, pox), situation);
  }
  const { checkPox5 } = await import('./pox5-rules.js');
  return checkPox5(found.action, new Pox5State(node, pox), situation);
}

function actionIn(call: GuardedCall): StackingAction | undefined {
  try {
    return stackingActionOf(call.network.kind, call);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    throw new StackingRefusedError('ARGUMENTS', `${call.functionName} takes other arguments`);
  }
}

function operationIn({ pox }: StackingAction, { contract, functionName }: GuardedCall): string {
  return `${contract.split('.')[1] ?? `pox-${pox}`}.${functionName}`;
}
