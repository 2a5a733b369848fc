import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  creationsAt,
  newStacksWorld,
  type StacksTestWorld,
  submissionsAt,
} from '../support/world.js';

/** Each defect of the reference gateway for Stacks that concerns stacking, and why it can't happen here. */

let world: StacksTestWorld;
beforeEach(async () => {
  world = await newStacksWorld({ stacks: { pox: 'pox-4' } });
  for (const address of world.addresses) world.sandbox.stacks.fund(address, 500_000_000_000n);
});
afterEach(() => world.stop());

/** The arguments of a confirmed call, as Clarity. */
function argsOf(data: Readonly<Record<string, unknown>>): readonly string[] {
  const { function_args } = data.contract_call as { function_args: { repr: string }[] };
  return function_args.map(({ repr }) => repr);
}

describe('C-D2: the limit of a permission is multiplied by a million', () => {
  test('it is in microSTX, goes through as it is, and may be as large as the chain can count', async () => {
    const { strict } = world;
    const most = 2n ** 128n - 1n;
    const limits = [200_000_000_000n, '200000000000', most] as const;
    for (const [vault, maxAmount] of limits.entries()) {
      const params = { amount: 200_000, lockPeriod: 1, maxAmount };
      const { data } = await strict.stackSolo(`${vault}`, params);
      expect(argsOf(data)[0]).toBe('u200000000000');
      expect(argsOf(data)[6]).toBe(`u${maxAmount}`);
    }
  });

  test('one in STX by mistake is refused', async () => {
    const params = { amount: 200_000, lockPeriod: 1, maxAmount: 200_000 };
    const mistaken = world.strict.stackSolo('0', params);
    await expect(mistaken).rejects.toMatchObject({ field: 'maxAmount' });
  });
});

describe('C-D3: a pool is delegated to that can never lock', () => {
  test('Fast Pool delegates to itself, for its caller, and locks', async () => {
    const { strict, sandbox, addresses } = world;
    const { stacks } = sandbox;
    const [address = '', name = ''] = stacks.contracts.fastPool.split('.');
    await strict.allowContractCaller('0', address, name);
    const { data } = await strict.delegateToPool('0', address, name, 100, 1);
    expect(argsOf(data)).toEqual(['u100000000']);
    expect(stacks.balanceOf(addresses[0]).locked).toBe(100_000_000n);
  });

  test('the name of the contract counts, and contracts may be delegates', async () => {
    const { strict, addresses } = world;
    const { data } = await strict.delegateToPool('0', addresses[1], 'my-pool', 100, 1);
    expect(argsOf(data)[1]).toBe(`${addresses[1]}.my-pool`);
  });

  test('a delegation lasts until its cycles are over, so that the pool can lock for them', async () => {
    const { strict, sandbox, addresses } = world;
    const { rewardCycle } = sandbox.stacks;
    const { data } = await strict.delegateToPool('0', addresses[1], '', 100, 2);
    expect(argsOf(data)[2]).toBe(`(some u${900 * (rewardCycle + 3)})`);
  });
});

describe('C-D5: what is not confirmed is called a success', () => {
  test('a call that no block has yet is pending, and success comes with the block', async () => {
    const { gateway, sandbox } = world;
    sandbox.stacks.pauseBlocks();
    const options = { idempotencyKey: 'patience', confirmTimeoutMs: 100 };
    const call = () => gateway.stackSolo('0', { amount: 200_000, lockPeriod: 1 }, options);
    const first = await call();
    expect(first).toMatchObject({
      success: false,
      status: 'pending',
      code: 'TRANSACTION_UNCONFIRMED',
      txHash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      transaction: { idempotencyKey: 'patience' },
    });
    sandbox.stacks.resumeBlocks();
    await expect.poll(async () => (await call()).success).toBe(true);
    expect(await call()).toMatchObject({ success: true, txHash: first.txHash });
    // It may have been sent twice, where the node took long to take it; it is one transaction all the same.
    expect(await world.strict.getAccountNonce('0')).toMatchObject({ nextAvailable: '1' });
  });
});

describe('a key that is made here', () => {
  test.each(['stackSolo', 'claimRewards'] as const)('%s tells of it first of all', async (name) => {
    const heard: unknown[] = [];
    const onEvent = ({ type, idempotencyKey }: { type: string; idempotencyKey: string }) =>
      heard.push([type, idempotencyKey]);
    const params = { amount: 200_000, lockPeriod: 1 };
    // What pays rewards out is of pox-5, so that nothing but the key can come of it here.
    await (name === 'stackSolo'
      ? world.gateway.stackSolo('0', params, { onEvent })
      : world.gateway.claimRewards('0', {}, { onEvent }));
    expect(heard[0]).toEqual(['key-made', expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(heard.filter((one) => String(one).startsWith('key-made'))).toHaveLength(1);
  });
});

describe('C-D6: errors have the names of another contract', () => {
  test('the same number is called by its contract', async () => {
    const { strict, sandbox } = world;
    sandbox.stacks.pauseBlocks();
    const waiting = (vault: string, idempotencyKey: string) =>
      strict
        .stackSolo(
          vault,
          { amount: 200_000, lockPeriod: 1 },
          { idempotencyKey, confirmTimeoutMs: 0 },
        )
        .catch(() => undefined);
    await waiting('0', 'first');
    await waiting('0', 'second');
    sandbox.stacks.resumeBlocks();
    const late = await strict.resume('0', 'second').catch((error: unknown) => error);
    expect(late).toMatchObject({ resultCode: 'ERR_STACKING_ALREADY_STACKED' });
    const { hash = '' } = (late as { transaction: { hash?: string } }).transaction;
    expect((await strict.getTxStatusById(hash)).data).toMatchObject({
      outcome: 'failed',
      error_code: '3',
      error_name: 'ERR_STACKING_ALREADY_STACKED',
    });
  });
});

describe('C-D16: what cannot be meant is signed', () => {
  test('a lock of 0, 13 or no cycles is not one of 1', async () => {
    const { strict, sandbox } = world;
    for (const lockPeriod of [0, 13, 99, null, '', undefined]) {
      const params = { amount: 200_000, lockPeriod: lockPeriod as number };
      await expect(strict.stackSolo('0', params)).rejects.toMatchObject({ field: 'lockPeriod' });
    }
    expect(creationsAt(sandbox)).toBe(0);
  });

  test('keys and signatures that are no hexadecimal are not empty ones', async () => {
    const { strict, sandbox } = world;
    const params = { amount: 200_000, lockPeriod: 1 };
    for (const signer of [
      { signerKey: 'not hex', signature: '00'.repeat(65) },
      { signerKey: `02${'11'.repeat(32)}`, signature: 'not hex' },
    ]) {
      await expect(strict.stackSolo('0', { ...params, signer })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    expect(creationsAt(sandbox)).toBe(0);
  });

  test('the signer’s signature is made, and one that was given is checked', async () => {
    const { strict } = world;
    const signer = { signerKey: await strict.getPublicKey('1'), signature: '11'.repeat(65) };
    const params = { amount: 200_000, lockPeriod: 1 };
    const given = strict.stackSolo('0', { ...params, signer });
    await expect(given).rejects.toMatchObject({ code: 'SIGNER_SIGNATURE' });
    await strict.stackSolo('0', params);
    const again = strict.stackSolo('0', params);
    await expect(again).rejects.toMatchObject({ rule: 'ERR_STACKING_ALREADY_STACKED' });
  });
});

describe('C-D17: a Bitcoin address of another network is paid', () => {
  test('it is refused', async () => {
    const rewardsAddress = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
    const call = world.strict.stackSolo('0', { amount: 200_000, lockPeriod: 1, rewardsAddress });
    await expect(call).rejects.toMatchObject({ field: 'rewardsAddress' });
  });
});

describe('C-D18: stacking is signed for without anything left for its fee', () => {
  test('the fee is a part of what is needed', async () => {
    const { strict, sandbox } = world;
    const poor = await strict.getAddress('5');
    sandbox.stacks.fund(poor, 200_000_000_000n);
    const call = strict.stackSolo('5', { amount: 200_000, lockPeriod: 1 });
    await expect(call).rejects.toMatchObject({ rule: 'ERR_STACKING_INSUFFICIENT_FUNDS' });
    expect(creationsAt(sandbox)).toBe(0);
    sandbox.stacks.fund(poor, 1n);
    const short = strict.stackSolo('5', { amount: 200_000, lockPeriod: 1 });
    await expect(short).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    const penniless = strict.delegateToPool('6', poor, '', 5, 1);
    await expect(penniless).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(submissionsAt(sandbox)).toBe(0);
  });
});

describe('C-D20: the height is read before the signature, and may be of another cycle', () => {
  test('what was approved in another cycle is not sent', async () => {
    await world.stop();
    world = await newStacksWorld({ approvals: 'manual' });
    const { strict, sandbox } = world;
    const { stacks, custody } = sandbox;
    const { signerManager } = stacks.contracts;
    const staking = strict.stake('0', { signerManager, amount: 5, cycles: 2 });
    staking.catch(() => undefined);
    await expect.poll(() => custody.transactions.length).toBe(1);
    await stacks.mineBurnBlocks(900);
    custody.approve(custody.transactions[0]?.id ?? '');
    await expect(staking).rejects.toMatchObject({
      resultCode: 'STACKING_REFUSED',
      message: expect.stringContaining('ERR_INVALID_START_BURN_HEIGHT'),
    });
    expect(submissionsAt(sandbox)).toBe(0);
  });
});
