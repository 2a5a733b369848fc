import { forKey } from '../../../transactions/for-key.js';
import type { StacksConfirmed } from '../../answer.js';
import type { StacksNode } from '../../node/node.js';
import type { StacksTransactionOptions } from '../../options.js';
import { allowContractCaller, delegateStx, fastPoolDelegate, revokeDelegateStx } from '../calls.js';
import { perform, type StackingComposer, type StackingContext } from '../context.js';
import type { Checked } from '../inputs.js';
import { intentOf } from '../intent.js';
import { cycleAt, type Pox, readPox, requirePox, startOf } from '../pox.js';
import { isWrappedPool } from '../pox4-pools.js';
import { type Prepared, withPrepared } from './prepared.js';
import { stakeCall, unstakeCall } from './staking.js';

/** The result of {@link StacksGateway.allowContractCaller}. */
export type CallerAllowed =
  | (StacksConfirmed & {
      /** Under pox-4, where this transaction gives the permission. */
      readonly needed: true;
    })
  /** pox-5 requires no such permission: nothing was signed. */
  | {
      /** Always `true`, and `false` in a {@link StacksFailure}. */
      readonly success: true;
      /** Under pox-5, where there is no transaction. */
      readonly needed: false;
    };

/** @param pool - An account, or a contract as `address.name`. */
export function composeDelegation(pool: string, wish: Checked<'delegate'>): StackingComposer {
  const { amount, lockPeriod: cycles, signerManager, payout } = wish;
  return async (composing, pox, agreed) => {
    if (pox.version === 5 && signerManager !== undefined) {
      const calldata = undefined;
      return stakeCall(composing, pox, { signerManager, amount, cycles, payout, calldata });
    }
    requirePox(pox, 4, 'delegateToPool', 'stake, or name a signerManager');
    if (isWrappedPool(composing.network.kind, pool))
      return { call: fastPoolDelegate(pool, amount) };
    const { network } = composing;
    const untilBurnHeight = await agreed(async (node) =>
      endOfLock(await readPox(node, network), cycles),
    );
    return { call: delegateStx(pox.contract, { amount, to: pool, untilBurnHeight }) };
  };
}

/** The end of a lock of so many cycles that begins with the next one: a delegation must last as long. */
function endOfLock(pox: Pox, cycles: number): number {
  return startOf(pox, cycleAt(pox) + 1 + cycles);
}

export function composeRevocation({ signerManager }: Checked<'revoke'>): StackingComposer {
  return async (composing, pox, agreed) => {
    if (pox.version === 5 && signerManager !== undefined) {
      return unstakeCall(composing, pox, agreed, signerManager);
    }
    requirePox(pox, 4, 'revokeDelegation', 'unstake, or name the signerManager');
    return { call: revokeDelegateStx(pox.contract) };
  };
}

export async function allowCaller(
  context: StackingContext,
  vaultAccountId: string,
  caller: string,
  options: StacksTransactionOptions,
): Promise<CallerAllowed> {
  const { setup, execution } = context;
  const checked = execution.check(options);
  const { idempotencyKey, signal } = checked.options;
  const activeVersion = () =>
    forKey(idempotencyKey, async () => {
      await execution.account(vaultAccountId, checked);
      const { agreed } = await setup.parts();
      const versionAt = async (node: StacksNode) => (await readPox(node, setup.network)).version;
      return agreed({ signal })(versionAt, String);
    });
  const allow = async ({ value, need }: Prepared<number>): Promise<CallerAllowed> => {
    if (value === 5) return { success: true, needed: false };
    const compose: StackingComposer = async (_, pox) => {
      need();
      requirePox(pox, 4, 'allowContractCaller');
      return { call: allowContractCaller(pox.contract, caller) };
    };
    const intent = intentOf('allowContractCaller', { caller });
    const confirmed = await perform(context, vaultAccountId, { intent, compose }, options);
    return { ...confirmed, needed: true };
  };
  const call = { vaultAccountId, idempotencyKey, signal };
  return withPrepared(context, call, activeVersion, allow);
}
