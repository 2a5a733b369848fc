import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.js';
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

/** Has the node answer something else, from now on. */
function answer(sandbox: Sandbox, path: string | RegExp, body: object): void {
  const effect = { kind: 'answer', status: 200, body } as const;
  sandbox.inject({ server: 'stacks', path, times: 100, effect });
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

const PAYOUT = { address: 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx', maxFee: 1_000 };
/** `{pox-addr, max-fee}` with that address, as the reference manager has accepted it. */
const PAYOUT_CALLDATA =
  '0x0c00000002076d61782d66656501000000000000000000000000000003e808706f782d616464720c00000002096861736862797465730200000014751e76e8199196d454941c45d1b3a323f1433bd60776657273696f6e020000000104';

describe('updateStake', () => {
  test('announces the resulting total, also where nothing is added', async () => {
    const { strict, addresses, sandbox } = world;
    await strict.stake('0', { signerManager: manager(), amount: 60, cycles: 3 });
    const more = await strict.updateStake('0', { increaseBy: '2.5', cycles: 2 });
    expect(callOf(more.data)).toMatchObject({
      functionName: 'stake-update',
      args: [manager(), manager(), 'u2', 'u2500000', 'none'],
      conditions: [{ type: 'staking', condition_code: 'sent_equal_to', amount: '62500000' }],
    });
    const longer = await strict.updateStake('0', { cycles: 1 });
    expect(callOf(longer.data)).toMatchObject({ conditions: [{ amount: '62500000' }] });
    expect(sandbox.stacks.balanceOf(addresses[0]).locked).toBe(62_500_000n);
    const { data } = await strict.getStakingPosition('0');
    expect(data).toMatchObject({ amount: '62.5', cycles: 6, remainingCycles: 6 });
  });

  test('sends the payout along again, so that it is not forgotten', async () => {
    const { strict } = world;
    const signerManager = manager();
    const first = await strict.stake('0', { signerManager, amount: 60, cycles: 3, payout: PAYOUT });
    expect(callOf(first.data).args[4]).toBe(`(some ${PAYOUT_CALLDATA})`);
    const second = await strict.updateStake('0', { cycles: 1 });
    expect(callOf(second.data).args[4]).toBe(`(some ${PAYOUT_CALLDATA})`);
    const payout = { address: PAYOUT.address, maxFee: '1000' };
    expect((await strict.getStakingPosition('0')).data).toMatchObject({ payout });
    await strict.updateStake('0', { payout: null });
    expect((await strict.getStakingPosition('0')).data).toMatchObject({ payout: null });
  });

  test('is not signed when nobody can tell where rewards are paid', async () => {
    const { strict, sandbox } = world;
    await strict.stake('0', { signerManager: manager(), amount: 60, cycles: 3, payout: PAYOUT });
    answer(sandbox, /get-pox-addr/, { okay: false, cause: 'Unchecked(CostBalanceExceeded)' });
    expect(await refused(strict.updateStake('0', { cycles: 1 }))).toBe('READ_ONLY_CALL');
  });

  test('forgets no payout of a manager that does not tell where it pays', async () => {
    const { strict, sandbox } = world;
    await strict.stake('0', { signerManager: manager(), amount: 60, cycles: 3, payout: PAYOUT });
    const cause = 'Unchecked(UndefinedFunction("get-pox-addr"))';
    answer(sandbox, /get-pox-addr/, { okay: false, cause });
    const before = creationsAt(sandbox);
    const silent = strict.updateStake('0', { cycles: 1 });
    await expect(silent).rejects.toMatchObject({ field: 'payout' });
    expect(creationsAt(sandbox)).toBe(before);
    const { data } = await strict.updateStake('0', { cycles: 1, payout: PAYOUT });
    expect(callOf(data).args[4]).toBe(`(some ${PAYOUT_CALLDATA})`);
  });

  test('moves to another signer manager, and takes the payout along', async () => {
    const { strict, sandbox } = world;
    const other = `${manager().split('.')[0]}.another-manager`;
    sandbox.stacks.addSignerManager(other);
    await strict.stake('0', { signerManager: manager(), amount: 60, cycles: 3, payout: PAYOUT });
    const { data } = await strict.updateStake('0', { signerManager: other });
    expect(callOf(data).args).toEqual([other, manager(), 'u0', 'u0', `(some ${PAYOUT_CALLDATA})`]);
    expect((await strict.getStakingPosition('0')).data).toMatchObject({ signerManager: other });
    const wrong = strict.unstake('0', { signerManager: manager() });
    expect(await refused(wrong)).toBe('ERR_INVALID_OLD_SIGNER_MANAGER');
  });

  test('must change something', async () => {
    await world.strict.stake('0', { signerManager: manager(), amount: 60, cycles: 3 });
    for (const same of [{}, { signerManager: manager() }]) {
      await expect(world.strict.updateStake('0', same)).rejects.toMatchObject({ field: 'params' });
    }
  });
});

describe('unstake', () => {
  test('frees the STX when the next cycle begins, and can be undone until then', async () => {
    const { strict, sandbox, addresses } = world;
    const { stacks } = sandbox;
    await strict.stake('0', { signerManager: manager(), amount: 60, cycles: 3 });
    const { data } = await strict.unstake('0');
    expect(callOf(data)).toMatchObject({
      functionName: 'unstake',
      args: [manager()],
      conditions: [{ type: 'pox', condition_code: 'performed' }],
    });
    const next = 900 * (stacks.rewardCycle + 1);
    expect(stacks.balanceOf(addresses[0])).toMatchObject({ unlockHeight: next });
    expect(
      await refused(strict.stake('0', { signerManager: manager(), amount: 1, cycles: 1 })),
    ).toBe('ERR_ALREADY_STAKED');
    await strict.updateStake('0', { cycles: 1 });
    await strict.unstake('0');
    await stacks.mineBurnBlocks(next - stacks.burnHeight);
    expect(stacks.balanceOf(addresses[0]).locked).toBe(0n);
    await strict.stake('0', { signerManager: manager(), amount: 1, cycles: 1 });
  });
});

describe('a pool that stakes through a wrapper', () => {
  test('is joined, changed and left through the wrapper', async () => {
    const { strict, sandbox } = world;
    const { nativePool: wrapper, nativePoolManager: signerManager } = sandbox.stacks.contracts;
    const staked = await strict.stake('0', { signerManager, amount: 60, cycles: 3 });
    expect(callOf(staked.data)).toMatchObject({
      contract: wrapper,
      functionName: 'delegate',
      args: [signerManager, 'u60000000', 'u3'],
      conditions: [{ type: 'staking', amount: '60000000' }],
    });
    const updated = await strict.updateStake('0', { increaseBy: 1 });
    expect(callOf(updated.data)).toMatchObject({
      contract: wrapper,
      functionName: 'delegate-update',
      args: [signerManager, signerManager, 'u0', 'u1000000', 'none'],
      conditions: [{ type: 'staking', amount: '61000000' }],
    });
    const left = await strict.unstake('0');
    expect(callOf(left.data)).toMatchObject({ contract: wrapper, functionName: 'undelegate' });
  });

  test('is refused straight, and takes no payout', async () => {
    const { strict, sandbox } = world;
    const { nativePoolManager: signerManager } = sandbox.stacks.contracts;
    const wish = { signerManager, amount: 60, cycles: 3 };
    const paid = strict.stake('0', { ...wish, payout: PAYOUT });
    await expect(paid).rejects.toMatchObject({ field: 'payout' });
  });
});

describe('claimRewards', () => {
  test('has the manager fetch them, and pay the staker', async () => {
    const { strict, sandbox, addresses } = world;
    const { stacks } = sandbox;
    await strict.stake('0', { signerManager: manager(), amount: 60, cycles: 3 });
    await stacks.mineBurnBlocks(900);
    const cycle = stacks.rewardCycle;
    await stacks.mineBurnBlocks(900);
    stacks.addRewards(manager(), cycle, 5_000n);
    expect((await strict.getStakingPosition('0')).data?.rewards).toEqual([
      { cycle, sats: '0', unfetched: '5000' },
    ]);
    const before = creationsAt(sandbox);
    const claimed = await strict.claimRewards('0', {}, { idempotencyKey: 'claim' });
    expect(claimed.rewards).toMatchObject({ signerManager: manager(), cycle, sats: '5000' });
    expect(claimed.rewards.pulled?.txHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(stacks.tokenBalanceOf(stacks.contracts.sbtc, addresses[0])).toBe(5_000n);
    expect(creationsAt(sandbox)).toBe(before + 2);
    expect(callOf(claimed.data)).toMatchObject({ mode: 'originator', conditions: [] });
    const again = await strict.claimRewards('0', {}, { idempotencyKey: 'claim' });
    expect(again.txHash).toBe(claimed.txHash);
    expect(again.rewards).toEqual({ signerManager: manager(), cycle });
    expect(creationsAt(sandbox)).toBe(before + 2);
    // A later cycle is none of a key's that has claimed an earlier one.
    await stacks.mineBurnBlocks(900);
    stacks.addRewards(manager(), cycle + 1, 7_000n);
    const later = await strict.claimRewards('0', {}, { idempotencyKey: 'claim' });
    expect(later).toMatchObject({ txHash: claimed.txHash, rewards: { cycle } });
    expect(creationsAt(sandbox)).toBe(before + 2);
    const spent = strict.claimRewards('0', { cycle });
    expect(await refused(spent)).toBe('ERR_NO_CLAIMABLE_REWARDS');
  });

  test('does not pay for what is paused', async () => {
    const { strict, sandbox } = world;
    const { stacks } = sandbox;
    await strict.stake('0', { signerManager: manager(), amount: 60, cycles: 3 });
    await stacks.mineBurnBlocks(900);
    stacks.addRewards(manager(), stacks.rewardCycle, 5_000n);
    stacks.pauseRewards();
    const claim = strict.claimRewards('0', { cycle: stacks.rewardCycle });
    expect(await refused(claim)).toBe('ERR_REWARDS_PAUSED');
  });
});

describe('what belongs to pox-4', () => {
  test('is refused before any signature, and the error names what to use', async () => {
    const { strict, sandbox, addresses } = world;
    const { fastPool } = sandbox.stacks.contracts;
    const [pool = '', name = ''] = fastPool.split('.');
    const contract = sandbox.stacks.contracts.pox4;
    const calls = [
      [() => strict.stackSolo('0', { amount: 100, lockPeriod: 2 }), /stake/],
      [() => strict.increaseStackedAmount('0', { increaseBy: 100 }), /updateStake/],
      [() => strict.extendStackingPeriod('0', { extendCycles: 1 }), /updateStake/],
      [() => strict.delegateToPool('0', addresses[1], '', 100, 2), /stake/],
      [() => strict.delegateToPool('0', pool, name, 100, 2), /stake/],
      [() => strict.revokeDelegation('0'), /unstake/],
      [
        () => strict.callContract('0', { contract, functionName: 'revoke-delegate-stx' }),
        /unstake/,
      ],
    ] as const;
    for (const [call, instead] of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'WRONG_POX',
        active: 'pox-5',
        instead: expect.stringMatching(instead),
      });
    }
    expect(creationsAt(sandbox)).toBe(0);
  });

  test('has its meaning under pox-5 where that has all that it needs', async () => {
    const { strict, addresses } = world;
    const signerManager = manager();
    const solo = await strict.stackSolo('0', { amount: 100, lockPeriod: 2, signerManager });
    expect(callOf(solo.data)).toMatchObject({ functionName: 'stake' });
    expect(callOf(solo.data).args.slice(0, 3)).toEqual([signerManager, 'u100000000', 'u2']);
    const pool = { signerManager, payout: PAYOUT };
    const joined = await strict.delegateToPool('1', addresses[2], '', 7, 12, pool);
    expect(callOf(joined.data).args.slice(0, 3)).toEqual([signerManager, 'u7000000', 'u12']);
    const left = await strict.revokeDelegation('1', { signerManager });
    expect(callOf(left.data)).toMatchObject({ functionName: 'unstake' });
  });

  test('pays no rewards elsewhere than to the address that is named for them', async () => {
    const { strict, sandbox } = world;
    const rewardsAddress = await strict.getBtcRewardsAddress('1');
    const wish = { amount: 100, lockPeriod: 2, signerManager: manager(), rewardsAddress };
    for (const terms of [{}, { payout: { maxFee: 1_000 } }]) {
      const dropped = strict.stackSolo('0', { ...wish, ...terms });
      const refusal = { code: 'INVALID_INPUT', field: 'rewardsAddress' };
      await expect(dropped).rejects.toMatchObject(refusal);
    }
    expect(creationsAt(sandbox)).toBe(0);
    // With both, each contract has its own.
    await strict.stackSolo('0', { ...wish, payout: PAYOUT });
    expect((await strict.getStakingPosition('0')).data?.payout?.address).toBe(PAYOUT.address);
  });

  test('allowContractCaller is not needed: nothing is signed', async () => {
    const { gateway, sandbox } = world;
    const [pool = '', name = ''] = sandbox.stacks.contracts.fastPool.split('.');
    const answer = await gateway.allowContractCaller('0', pool, name);
    expect(answer).toEqual({ success: true, needed: false });
    expect(creationsAt(sandbox)).toBe(0);
  });
});

test('stacking is asked about once before a signature, and once before the transaction is sent', async () => {
  const { strict, sandbox } = world;
  await strict.getAddress('0');
  sandbox.stacks.clearMessages();
  await strict.stake('0', { signerManager: manager(), amount: 5, cycles: 2 });
  const { messages } = sandbox.stacks;
  expect(messages.filter(({ path }) => path === '/v2/pox')).toHaveLength(2);
});

test('a contract that answers with something else is not believed', async () => {
  const { strict, sandbox } = world;
  const wish = { signerManager: manager(), amount: 5, cycles: 2 };
  for (const result of [
    '0x0703',
    '0x03',
    '0x0a0c000000010161010000000000000000000000000000000001',
  ]) {
    const effect = { kind: 'answer', status: 200, body: { okay: true, result } } as const;
    sandbox.inject({ server: 'stacks', path: /get-staker-info/, effect });
    expect(await refused(strict.stake('0', wish))).toBe('UNEXPECTED_ANSWER');
  }
});

test('a call with arguments that the contract does not take is refused', async () => {
  const { strict, sandbox } = world;
  const contract = sandbox.stacks.contracts.pox5;
  expect(await refused(strict.callContract('0', { contract, functionName: 'stake' }))).toBe(
    'ARGUMENTS',
  );
});

describe('which contract is active', () => {
  const elsewhere = [
    'SP000000000000000000002Q6VF78.pox-5',
    'ST000000000000000000002AMW42H.pox-6',
    'ST000000000000000000002AMW42H.pox-5x',
    'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.pox-5',
  ];

  test.each(elsewhere)('%s is none that is known here', async (contract) => {
    const { strict, sandbox } = world;
    const pox = await strict.getPoxInfo();
    answer(sandbox, '/v2/pox', { ...pox.data, contract_id: contract });
    const call = strict.stake('0', { signerManager: manager(), amount: 5, cycles: 2 });
    expect(await refused(call)).toBe('UNKNOWN_POX');
  });

  test('is not guessed where the node does not tell', async () => {
    const { strict, sandbox } = world;
    answer(sandbox, '/v2/pox', { contract_id: 5 });
    const call = strict.stake('0', { signerManager: manager(), amount: 5, cycles: 2 });
    expect(await refused(call)).toBe('UNKNOWN_POX');
  });
});

test('listSignerManagers tells who is registered, who signs, and what is known of their rules', async () => {
  const { strict, sandbox } = world;
  const { nativePool, nativePoolManager } = sandbox.stacks.contracts;
  await strict.stake('0', { signerManager: manager(), amount: 100, cycles: 2 });
  await sandbox.stacks.mineBurnBlocks(900);
  for (let number = 0; number < 60; number++) {
    sandbox.stacks.addSignerManager(`${manager().split('.')[0]}.manager-${number}`);
  }
  const { data } = await strict.listSignerManagers();
  expect(data).toHaveLength(62);
  expect(data.filter(({ granted }) => granted !== undefined)).toHaveLength(1);
  const managerOf = (id: string) => data.find((one) => one.id === id);
  expect(managerOf(manager())).toEqual({
    id: manager(),
    signerKey: expect.stringMatching(/^0[23][0-9a-f]{64}$/),
    granted: true,
    staked: '100000000',
    payout: 'optional',
  });
  expect(managerOf(nativePoolManager)).toMatchObject({ payout: 'ignored', wrapper: nativePool });
  // One that came after these rules were written is there like all others.
  expect(managerOf(`${manager().split('.')[0]}.manager-7`)).toEqual({
    id: expect.any(String),
    signerKey: expect.any(String),
  });
  sandbox.stacks.changeSignerManager(manager(), { granted: false });
  const later = await strict.listSignerManagers();
  expect(later.data.find(({ id }) => id === manager())).toMatchObject({ granted: false });
  sandbox.stacks.setApi({ release: '8.13.1' });
  const error = await strict.listSignerManagers().catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'STACKS_NODE', details: { status: 404 } });
});

test('checkStatus and checkEligibility tell of a stake', async () => {
  const { strict } = world;
  const wish = { amount: 60, cycles: 3, signerManager: manager() };
  expect((await strict.checkEligibility('0', wish)).data).toEqual({ eligible: true, pox: 'pox-5' });
  await strict.stake('0', wish);
  expect((await strict.checkEligibility('0', wish)).data).toMatchObject({
    eligible: false,
    rule: 'ERR_ALREADY_STAKED',
  });
  const { data } = await strict.checkStatus('0');
  expect(data).toMatchObject({
    balance: { stx_locked: '60', stx_total: expect.stringMatching(/^999\.99/) },
    delegation: { is_delegated: true, delegated_to: manager(), amount_delegated: '60' },
    pox: { version: 5 },
    position: { amount: '60' },
    stacking: null,
  });
  const missing = strict.checkEligibility('0', { amount: 60 });
  await expect(missing).rejects.toMatchObject({ field: 'signerManager' });
});
