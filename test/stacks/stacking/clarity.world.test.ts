import { Cl } from '@stacks/transactions';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { isAtHand, type Pox5Text } from '../../support/clarity/pox5-text.js';
import { MANAGER, POX_4, POX_5, TOKEN } from '../../support/stacks-worlds.js';
import { CLARITY_FUNDS, type ClarityGateway, clarityGateway } from '../support/clarity.js';

// The VM tells of every failed assertion on standard output.
beforeAll(() => void vi.spyOn(console, 'log').mockImplementation(() => undefined));
afterAll(() => void vi.restoreAllMocks());

let on: ClarityGateway;
const start = (pox: 'pox-4' | 'pox-5', text?: Pox5Text) => async () => {
  on = await clarityGateway(pox, text);
};
afterEach(() => on.world.stop());

/** What a call was refused or failed with, by name. */
async function endOf(call: Promise<unknown>): Promise<string> {
  const error = (await on.mining(call).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as { rule?: string; resultCode?: string; code?: string } | undefined;
  return error?.rule ?? error?.resultCode ?? error?.code ?? 'success';
}

const lockOf = async (vault: string) => on.world.account(await on.strict.getAddress(vault));
const STACKED = 300_000_000_000n;

const unmined = { confirmTimeoutMs: 0 };

/** Not in a block yet, but the node has it. */
async function onItsWay(call: Promise<unknown>): Promise<void> {
  await expect(call).rejects.toMatchObject({ status: 'pending' });
}

describe('pox-4 in the Clarity VM', () => {
  beforeEach(start('pox-4'));

  test('a solo stacker locks, extends and increases, with the vault’s own signatures', async () => {
    const { strict, mining } = on;
    await mining(strict.stackSolo('0', { amount: 300_000, lockPeriod: 2 }));
    expect(await lockOf('0')).toMatchObject({ locked: STACKED, unlockHeight: 60 });
    await mining(strict.extendStackingPeriod('0', { extendCycles: 3 }));
    expect(await lockOf('0')).toMatchObject({ locked: STACKED, unlockHeight: 120 });
    // The signer permits an increase for the whole period that there is by now: five cycles.
    await mining(strict.increaseStackedAmount('0', { increaseBy: '1000.5' }));
    expect(await lockOf('0')).toMatchObject({
      locked: STACKED + 1_000_500_000n,
      unlockHeight: 120,
    });
    const { data } = await strict.checkStatus('0');
    expect(data).toMatchObject({
      balance: { stx_locked: '301000.5', burnchain_unlock_height: 120 },
      stacking: {
        firstRewardCycle: 1,
        lockPeriod: 5,
        unlockBurnHeight: 120,
        rewardsAddress: await strict.getBtcRewardsAddress('0'),
        stackedBy: null,
      },
      delegation: { is_delegated: false },
    });
  });

  test('another vault account’s key may sign for it', async () => {
    const { strict, mining } = on;
    const signer = { vaultAccountId: '7' };
    await mining(strict.stackSolo('0', { amount: 300_000, lockPeriod: 1, signer }));
    expect(await lockOf('0')).toMatchObject({ locked: STACKED, unlockHeight: 40 });
    // pox-4 takes an increase only with the key that the lock has.
    expect(await endOf(strict.increaseStackedAmount('0', { increaseBy: 1 }))).toBe(
      'ERR_INVALID_INCREASE',
    );
    await mining(strict.increaseStackedAmount('0', { increaseBy: 1, signer }));
    expect(await lockOf('0')).toMatchObject({ locked: STACKED + 1_000_000n });
  });

  test('what a pool may lock lasts as long as its lock', async () => {
    const { strict, world, mining } = on;
    const [holder, pool] = [await strict.getAddress('0'), await strict.getAddress('1')];
    await mining(strict.delegateToPool('0', pool, '', 300_000, 1));
    expect((await strict.checkStatus('0')).data.delegation).toEqual({
      is_delegated: true,
      delegated_to: pool,
      amount_delegated: '300000',
      until_burn_ht: 40,
      pox_addr: null,
    });
    expect(await endOf(strict.stackSolo('0', { amount: 300_000, lockPeriod: 1 }))).toBe(
      'ERR_STACKING_ALREADY_DELEGATED',
    );
    const rewards = Cl.tuple({
      version: Cl.bufferFromHex('04'),
      hashbytes: Cl.bufferFromHex('751e76e8199196d454941c45d1b3a323f1433bd6'),
    });
    const functionArgs = [Cl.principal(holder), Cl.uint(STACKED), rewards, Cl.uint(1), Cl.uint(1)];
    const lock = { contract: POX_4, functionName: 'delegate-stack-stx', functionArgs };
    await mining(strict.callContract('1', lock));
    expect(world.account(holder)).toMatchObject({ locked: STACKED, unlockHeight: 40 });
    expect(await endOf(strict.extendStackingPeriod('0', { extendCycles: 1 }))).toBe(
      'ERR_STACKING_IS_DELEGATED',
    );
    await mining(strict.revokeDelegation('0'));
    expect((await strict.checkStatus('0')).data).toMatchObject({
      delegation: { is_delegated: false },
      stacking: { stackedBy: pool },
    });
    expect(await endOf(strict.revokeDelegation('0'))).toBe('ERR_DELEGATION_ALREADY_REVOKED');
  });

  test('a contract may be a delegate, and may be allowed', async () => {
    const { strict, mining } = on;
    const [address = '', name = ''] = TOKEN.split('.');
    const allowed = await mining(strict.allowContractCaller('0', address, name));
    expect(allowed).toMatchObject({ needed: true, data: { tx_result: { repr: '(ok true)' } } });
    await mining(strict.delegateToPool('0', address, name, 300_000, 12));
    expect((await strict.checkStatus('0')).data.delegation).toMatchObject({
      delegated_to: TOKEN,
      until_burn_ht: 260,
    });
    expect(await endOf(strict.delegateToPool('0', address, name, 300_000, 12))).toBe(
      'ERR_STACKING_ALREADY_DELEGATED',
    );
  });

  test('what cannot succeed is refused by the name of its error', async () => {
    const { strict } = on;
    const solo = (amount: number, lockPeriod = 1) => strict.stackSolo('0', { amount, lockPeriod });
    expect(await endOf(solo(1))).toBe('ERR_STACKING_THRESHOLD_NOT_MET');
    expect(await endOf(solo(3_000_000))).toBe('ERR_STACKING_INSUFFICIENT_FUNDS');
    expect(await endOf(strict.extendStackingPeriod('0', { extendCycles: 1 }))).toBe(
      'ERR_STACKING_NO_SUCH_PRINCIPAL',
    );
    expect(await endOf(solo(300_000, 12))).toBe('success');
    expect(await endOf(solo(300_000))).toBe('ERR_STACKING_ALREADY_STACKED');
    expect(await endOf(strict.extendStackingPeriod('0', { extendCycles: 1 }))).toBe(
      'ERR_STACKING_INVALID_LOCK_PERIOD',
    );
    expect(await endOf(strict.increaseStackedAmount('0', { increaseBy: 1_900_000 }))).toBe(
      'ERR_STACKING_INSUFFICIENT_FUNDS',
    );
    expect(await lockOf('0')).toMatchObject({ locked: STACKED });
  });

  test('what fails on the chain tells the name of its error', async () => {
    const { strict } = on;
    const pool = await strict.getAddress('2');
    const twice = [
      (options: object) => strict.stackSolo('0', { amount: 300_000, lockPeriod: 1 }, options),
      (options: object) => strict.delegateToPool('1', pool, '', 1, 1, options),
    ];
    for (const call of twice) {
      await onItsWay(call({ ...unmined, idempotencyKey: 'first' }));
      await onItsWay(call({ ...unmined, idempotencyKey: 'second' }));
    }
    expect(await endOf(strict.resume('0', 'first'))).toBe('success');
    expect(await endOf(strict.resume('0', 'second'))).toBe('ERR_STACKING_ALREADY_STACKED');
    expect(await endOf(strict.resume('1', 'second'))).toBe('ERR_STACKING_ALREADY_DELEGATED');
  });
});

function pox5(text: Pox5Text): void {
  beforeEach(start('pox-5', text));
  const wish = { signerManager: MANAGER, amount: 300_000, cycles: 3 };

  test('a staker stakes, updates and unstakes', async () => {
    const { strict, mining } = on;
    await mining(strict.stake('0', wish));
    expect(await lockOf('0')).toMatchObject({ locked: STACKED });
    await mining(strict.updateStake('0', { increaseBy: 10, cycles: 2, payout: null }));
    await mining(strict.updateStake('0', { cycles: 1, payout: null }));
    expect(await lockOf('0')).toMatchObject({ locked: STACKED + 10_000_000n });
    expect((await strict.getStakingPosition('0')).data).toMatchObject({
      signerManager: MANAGER,
      amount: '300010',
      cycles: 6,
      payout: null,
    });
    await mining(strict.unstake('0'));
    expect((await strict.getStakingPosition('0')).data).toMatchObject({ remainingCycles: 0 });
    const { unlockHeight } = await lockOf('0');
    on.world.burn(unlockHeight - on.world.burnHeight);
    expect(await lockOf('0')).toMatchObject({ locked: 0n });
    expect((await strict.getStakingPosition('0')).data).toBeNull();
  });

  test('a payout goes along in the form that the contract takes', async () => {
    const { strict, mining } = on;
    const { data } = await mining(strict.stake('0', { ...wish, payout: { maxFee: 1_000 } }));
    expect(data).toMatchObject({ tx_status: 'success' });
  });

  test('what cannot succeed is refused by the name of its error', async () => {
    const { strict } = on;
    const nobody = { ...wish, signerManager: TOKEN };
    expect(await endOf(strict.stake('0', nobody))).toBe('ERR_SIGNER_NOT_FOUND');
    expect(await endOf(strict.stake('0', { ...wish, amount: 2_000_001 }))).toBe(
      'ERR_INSUFFICIENT_STX',
    );
    expect(await endOf(strict.unstake('0'))).toBe('ERR_NOT_STAKING');
    expect(await endOf(strict.stake('0', wish))).toBe('success');
    expect(await endOf(strict.stake('0', wish))).toBe('ERR_ALREADY_STAKED');
    expect(await endOf(strict.updateStake('0', { cycles: 95, payout: null }))).toBe(
      'ERR_INVALID_NUM_CYCLES',
    );
    on.world.burn(15);
    expect(await endOf(strict.updateStake('0', { cycles: 1, payout: null }))).toBe(
      'ERR_STAKE_IN_PREPARE_PHASE',
    );
    expect(await endOf(strict.unstake('0'))).toBe('ERR_UNSTAKE_IN_PREPARE_PHASE');
    const [address = '', name = ''] = TOKEN.split('.');
    expect(await endOf(strict.delegateToPool('0', address, name, 1, 1))).toBe('WRONG_POX');
    expect(await lockOf('0')).toMatchObject({ locked: STACKED });
  });

  test('what fails on the chain tells the name of its error, or the code of a contract unknown', async () => {
    const { strict, world } = on;
    await onItsWay(strict.stake('0', wish, { ...unmined, idempotencyKey: 'first' }));
    await onItsWay(strict.stake('0', wish, { ...unmined, idempotencyKey: 'second' }));
    expect(await endOf(strict.resume('0', 'second'))).toBe('ERR_ALREADY_STAKED');
    expect(await endOf(strict.stake('1', { ...wish, amount: '0.5' }))).toBe('u1012');
    // The prepare phase begins while it waits for its block.
    await onItsWay(strict.unstake('0', {}, { ...unmined, idempotencyKey: 'late' }));
    world.burn(15);
    expect(await endOf(strict.resume('0', 'late'))).toBe('ERR_UNSTAKE_IN_PREPARE_PHASE');
  });

  test('an update that announces another total has no effect, and is not even signed', async () => {
    const { strict } = on;
    expect(await endOf(strict.stake('0', wish))).toBe('success');
    const call = {
      contract: POX_5,
      functionName: 'stake-update',
      functionArgs: [
        Cl.principal(MANAGER),
        Cl.principal(MANAGER),
        Cl.uint(1),
        Cl.uint(10),
        Cl.none(),
      ],
      // What is added, rather than what results.
      postConditions: ['030101000000000000000a'],
    };
    expect(await endOf(strict.callContract('0', call))).toBe('POST_CONDITION');
    expect(await lockOf('0')).toMatchObject({ locked: STACKED });
    expect((await lockOf('0')).unlocked).toBeGreaterThan(CLARITY_FUNDS - STACKED - 100_000n);
  });
}

describe('the draft of pox-5 in the Clarity VM', () => pox5('draft'));

describe.skipIf(!isAtHand('deployed'))('the deployed pox-5 in the Clarity VM', () => {
  pox5('deployed');
});
