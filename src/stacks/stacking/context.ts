import type { JsonObject } from '../../core/json.js';
import type { StacksConfirmed } from '../answer.js';
import type { StacksExecution } from '../execution.js';
import type { Agreed } from '../node/ledger.js';
import type { ComposedCall, Composing } from '../operations/input.js';
import type { StacksTransactionOptions } from '../options.js';
import type { StacksSetup } from '../setup.js';
import type { Pox } from './pox.js';

/** What stacking operations need. */
export interface StackingContext {
  readonly setup: StacksSetup;
  readonly execution: StacksExecution;
}

/**
 * A call that depends on the active contract, composed in parallel with the other reads. What decides who is paid, and
 * for how long, is `agreed` on.
 */
export type StackingComposer = (
  composing: Composing,
  pox: Pox,
  agreed: Agreed,
) => Promise<ComposedCall>;

/** What nodes are asked for where a call leaves terms to what is there now. */
export const PRESENT_TERMS = 'present terms';

/** What is performed: its identity, and how it is composed. */
export interface StackingCall {
  readonly intent: JsonObject;
  /** What nodes have to be asked for that the caller could have given. */
  readonly askedOfNodes?: string | undefined;
  readonly compose: StackingComposer;
}

/** Carries out a call that is composed from the present state of the chain. */
export function perform(
  { execution }: Pick<StackingContext, 'execution'>,
  vaultAccountId: string,
  { compose, ...call }: StackingCall,
  options: StacksTransactionOptions,
): Promise<StacksConfirmed> {
  const input = {
    kind: 'composed',
    ...call,
    compose: async (composing: Composing, agreed: Agreed) => {
      const { readPox } = await import('./pox.js');
      return compose(composing, await readPox(composing.node, composing.network), agreed);
    },
  } as const;
  return execution.operate(vaultAccountId, input, options);
}

/**
 * The account of a call that asks the signer, or makes a transaction, before its own: with the key that the call has
 * or is given here, which is told at once.
 */
export async function keyed(
  { execution, setup }: StackingContext,
  vaultAccountId: string,
  given: StacksTransactionOptions,
) {
  const asked = execution.check(given);
  const account = await execution.account(vaultAccountId, asked);
  const { transactions } = await setup.parts();
  const idempotencyKey = transactions.keyFor(account, asked.options);
  const options = { ...given, idempotencyKey };
  return { account, idempotencyKey, options, checked: execution.check(options) };
}
