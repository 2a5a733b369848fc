import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StackingRefusedError } from '../../../src/stacks/index.js';
import {
  creationsAt,
  newStacksWorld,
  type StacksTestWorld,
  submissionsAt,
} from '../support/world.js';

let world: StacksTestWorld;
beforeEach(async () => {
  world = await newStacksWorld();
});
afterEach(() => world.stop());

const STX = 1_000_000n;

/** The name of the rule by which a call was refused, when nobody was asked to sign it. */
async function refused(call: Promise<unknown>): Promise<string> {
  const before = creationsAt(world.sandbox);
  const error = await call.then(
    () => undefined,
    (thrown: StackingRefusedError) => thrown,
  );
  expect(creationsAt(world.sandbox)).toBe(before);
  return error?.rule ?? error?.code ?? 'taken';
}

function manager(): string {
  return world.sandbox.stacks.contracts.signerManager;
}

/** What the last transaction said, as the API shows it. */
function callOf(data: Record<string, unknown>) {
  const call = data.contract_call as {
    contract_id: string;
    function_name: string;
    function_args: { repr: string; hex: string }[];
  };
  return {
    contract: call.contract_id,
    functionName: call.function_name,
    args: call.function_args.map(({ repr }) => repr),
    mode: data.post_condition_mode,
    conditions: data.post_conditions,
  };
}

describe('stake', () => {
  test('locks the amount at once, as the deployed contract takes it', async () => {
    const { strict, sandbox, addresses } = world;
    const { stacks } = sandbox;
    const { data } = await strict.stake('0', { signerManager: manager(), amount: '60', cycles: 3 });
    expect(callOf(data)).toMatchObject({
      contract: stacks.contracts.pox5,
      functionName: 'stake',
      args: [manager(), 'u60000000', 'u3', `u${stacks.burnHeight}`, 'none'],
      mode: 'deny',
      conditions: [{ type: 'staking', condition_code: 'sent_equal_to', amount: '60000000' }],
    });
    expect(stacks.balanceOf(addresses[0]).locked).toBe(60n * STX);
    const { data: position } = await strict.getStakingPosition('0');
    expect(position).toEqual({
      signerManager: manager(),
      amount: '60',
      firstRewardCycle: stacks.rewardCycle + 1,
      cycles: 3,
      remainingCycles: 3,
      unlockCycle: stacks.rewardCycle + 4,
      unlockBurnHeight: 900 * (stacks.rewardCycle + 4),
      payout: null,
      rewards: [],
    });
  });

  test('is refused before anybody is asked, by the name of the error that there would be', async () => {
    const { strict, sandbox } = world;
    const { stacks } = sandbox;
    const wish = { signerManager: manager(), amount: 5, cycles: 2 };
    stacks.changeSignerManager(manager(), { registered: false });
    expect(await refused(strict.stake('0', wish))).toBe('ERR_SIGNER_NOT_FOUND');
    stacks.changeSignerManager(manager(), { registered: true, granted: false });
    expect(await refused(strict.stake('0', wish))).toBe('ERR_SIGNER_KEY_GRANT_NOT_FOUND');
    stacks.changeSignerManager(manager(), { granted: true });
    expect(await refused(strict.stake('0', { ...wish, amount: 1_001 }))).toBe(
      'ERR_INSUFFICIENT_STX',
    );
    expect(await refused(strict.stake('0', { ...wish, amount: 1_000 }))).toBe('INSUFFICIENT_FUNDS');
    await strict.stake('0', wish);
    expect(await refused(strict.stake('0', wish))).toBe('ERR_ALREADY_STAKED');
    expect(await refused(strict.unstake('1'))).toBe('ERR_NOT_STAKING');
    expect(await refused(strict.updateStake('1', { cycles: 1 }))).toBe('ERR_NOT_STAKING');
    expect(await refused(strict.updateStake('0', { cycles: 96 }))).toBe('ERR_INVALID_NUM_CYCLES');
  });

  test('is refused when the prepare phase is too near, and in it', async () => {
    const { strict, sandbox } = world;
    const { stacks } = sandbox;
    await strict.stake('1', { signerManager: manager(), amount: 5, cycles: 2 });
    const prepare = 900 * (stacks.rewardCycle + 1) - 100;
    for (const left of [6, 0, -50]) {
      await stacks.mineBurnBlocks(prepare - left - stacks.burnHeight);
      const wish = { signerManager: manager(), amount: 5, cycles: 2 };
      expect(await refused(strict.stake('0', wish))).toBe('ERR_STAKE_IN_PREPARE_PHASE');
      expect(await refused(strict.updateStake('1', { cycles: 1 }))).toBe(
        'ERR_STAKE_IN_PREPARE_PHASE',
      );
      expect(await refused(strict.unstake('1'))).toBe('ERR_UNSTAKE_IN_PREPARE_PHASE');
    }
  });

  test('that an approval held up for too long is not sent', async () => {
    await world.stop();
    world = await newStacksWorld({ approvals: 'manual' });
    const { strict, sandbox } = world;
    const { stacks, custody } = sandbox;
    const staking = strict.stake('0', { signerManager: manager(), amount: 5, cycles: 2 });
    staking.catch(() => undefined);
    await expect.poll(() => custody.transactions.length).toBe(1);
    stacks.changeSignerManager(manager(), { granted: false });
    custody.approve(custody.transactions[0]?.id ?? '');
    await expect(staking).rejects.toMatchObject({ resultCode: 'STACKING_REFUSED' });
    expect(submissionsAt(sandbox)).toBe(0);
  });
});
