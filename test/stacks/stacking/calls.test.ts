import { Cl, type ClarityValue, deserializeCV } from '@stacks/transactions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stackingActionOf } from '../../../src/stacks/stacking/actions.js';
import * as calls from '../../../src/stacks/stacking/calls.js';
import { errorNameOf } from '../../../src/stacks/stacking/error-codes.js';
import { type ContractCall, compose } from '../../../src/stacks/wire/transaction.js';
import { runs } from '../../support/runs.js';

const BOOT = 'SP000000000000000000002Q6VF78';
const POX_4 = `${BOOT}.pox-4`;
const POX_5 = `${BOOT}.pox-5`;
const FAST_POOL = 'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP';
const MANAGER = `${FAST_POOL}.fastpool-1-signer-manager`;
const WRAPPER = 'SP4SZE494VC2YC5JYG7AYFQ44F5Q4PYV7DVMDPBG.native-pool-v1';

const POX_ADDRESS = '{hashbytes:(buff 32),version:(buff 1)}';
const PERMIT = ['(optional (buff 65))', '(buff 33)', 'uint', 'uint'];
const CALLDATA = '(optional (buff 500))';

/** The arguments that the deployed contracts take (stacks-core 4.0.1), in their order. */
const DEPLOYED: Readonly<Record<string, readonly string[]>> = {
  [`${POX_4} stack-stx`]: ['uint', POX_ADDRESS, 'uint', 'uint', ...PERMIT],
  [`${POX_4} stack-extend`]: ['uint', POX_ADDRESS, ...PERMIT],
  [`${POX_4} stack-increase`]: ['uint', ...PERMIT],
  [`${POX_4} delegate-stx`]: ['uint', 'principal', '(optional uint)', `(optional ${POX_ADDRESS})`],
  [`${POX_4} revoke-delegate-stx`]: [],
  [`${POX_4} allow-contract-caller`]: ['principal', '(optional uint)'],
  [`${POX_5} stake`]: ['principal', 'uint', 'uint', 'uint', CALLDATA],
  [`${POX_5} stake-update`]: ['principal', 'principal', 'uint', 'uint', CALLDATA],
  [`${POX_5} unstake`]: ['principal'],
  [`${WRAPPER} delegate`]: ['principal', 'uint', 'uint'],
  [`${WRAPPER} delegate-update`]: ['principal', 'principal', 'uint', 'uint', CALLDATA],
  [`${WRAPPER} undelegate`]: ['principal'],
  [`${FAST_POOL}.pox4-fast-pool-v3 delegate-stx`]: ['uint'],
};

/** Whether a value is of a type, as a node checks it. */
function fits(value: ClarityValue | undefined, type: string): boolean {
  const optional = /^\(optional (.*)\)$/.exec(type)?.[1];
  if (optional !== undefined) {
    return value?.type === 'none' || (value?.type === 'some' && fits(value.value, optional));
  }
  const length = /^\(buff (\d+)\)$/.exec(type)?.[1];
  if (length !== undefined) {
    return value?.type === 'buffer' && value.value.length / 2 <= Number(length);
  }
  if (type === 'principal') return value?.type === 'contract' || value?.type === 'address';
  if (type === POX_ADDRESS) {
    return (
      value?.type === 'tuple' &&
      Object.keys(value.value).sort().join() === 'hashbytes,version' &&
      fits(value.value.hashbytes, '(buff 32)') &&
      fits(value.value.version, '(buff 1)')
    );
  }
  return value?.type === type;
}

const u128 = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n });
const u64 = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
const height = fc.nat(2_000_000);
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const poxAddress = fc.record({ version: fc.nat(4), hashbytes: bytes(20) });
const permit = fc.record({
  signature: fc.option(bytes(65), { nil: undefined }),
  signerKey: bytes(33),
  maxAmount: u128,
  authId: u128,
});
const principal = fc.constantFrom(MANAGER, FAST_POOL, WRAPPER);
const calldata = fc.option(
  fc.uint8Array({ minLength: 1, maxLength: 500 }).map((some) => Buffer.from(some).toString('hex')),
  { nil: undefined },
);
const stake = fc.record({
  manager: fc.constant(MANAGER),
  amount: u64,
  cycles: fc.integer({ min: 1, max: 96 }),
  startBurnHeight: height,
  calldata,
});
const update = fc.record({
  manager: fc.constant(MANAGER),
  oldManager: fc.constant(WRAPPER),
  cycles: fc.nat(96),
  increase: u64,
  total: u64,
  calldata,
});

const anyCall: fc.Arbitrary<ContractCall> = fc.oneof(
  fc
    .record({
      amount: u128,
      poxAddress,
      startBurnHeight: height,
      cycles: fc.integer({ min: 1, max: 12 }),
      permit,
    })
    .map((lock) => calls.stackStx(POX_4, lock)),
  fc
    .record({ cycles: fc.integer({ min: 1, max: 12 }), poxAddress, permit })
    .map((lock) => calls.stackExtend(POX_4, lock)),
  fc.tuple(u128, permit).map(([amount, some]) => calls.stackIncrease(POX_4, amount, some)),
  fc
    .record({ amount: u128, to: principal, untilBurnHeight: height })
    .map((some) => calls.delegateStx(POX_4, some)),
  fc.constant(calls.revokeDelegateStx(POX_4)),
  principal.map((caller) => calls.allowContractCaller(POX_4, caller)),
  u128.map((amount) => calls.fastPoolDelegate(`${FAST_POOL}.pox4-fast-pool-v3`, amount)),
  stake.map((some) => calls.stake(POX_5, some)),
  update.map((some) => calls.stakeUpdate(POX_5, some)),
  fc.constant(calls.unstake(POX_5, MANAGER)),
  stake.map((some) => calls.wrappedStake(WRAPPER, some)),
  update.map((some) => calls.wrappedStakeUpdate(WRAPPER, some)),
  fc.constant(calls.wrappedUnstake(WRAPPER, MANAGER)),
);

describe('a call', () => {
  test('has the arguments that the deployed contract takes, and denies whatever it does not name', () => {
    fc.assert(
      fc.property(anyCall, (call) => {
        const types = DEPLOYED[`${call.contract} ${call.functionName}`];
        const args = call.functionArgs.map((arg) => deserializeCV(arg));
        expect(args).toHaveLength(types?.length ?? -1);
        expect(args.map((arg, at) => fits(arg, types?.[at] ?? ''))).not.toContain(false);
        expect(call.postConditionMode).toBe('deny');
      }),
      runs(300),
    );
  });

  test('is read back as what it was made from', () => {
    fc.assert(
      fc.property(stake, update, permit, poxAddress, (staked, updated, given, address) => {
        const { amount, cycles, startBurnHeight } = staked;
        const stacked = { amount, poxAddress: address, startBurnHeight, cycles, permit: given };
        expect(stackingActionOf('mainnet', calls.stackStx(POX_4, stacked))).toEqual({
          pox: 4,
          action: { kind: 'stack-stx', ...stacked },
        });
        expect(stackingActionOf('mainnet', calls.stake(POX_5, staked))).toEqual({
          pox: 5,
          action: {
            kind: 'stake',
            manager: MANAGER,
            amount,
            cycles,
            startBurnHeight,
            hasCalldata: staked.calldata !== undefined,
            through: POX_5,
          },
        });
        const { increase } = updated;
        expect(stackingActionOf('mainnet', calls.stakeUpdate(POX_5, updated))).toMatchObject({
          action: { kind: 'stake-update', oldManager: WRAPPER, increase, cycles: updated.cycles },
        });
      }),
    );
    const elsewhere = { ...calls.revokeDelegateStx(POX_4), contract: `${FAST_POOL}.pox-4` };
    expect(stackingActionOf('mainnet', elsewhere)).toBeUndefined();
    expect(stackingActionOf('testnet', calls.revokeDelegateStx(POX_4))).toBeUndefined();
  });

  test('announces to pox-5 what it stakes, byte by byte, and to pox-4 nothing', () => {
    const amountOf = (units: bigint) => units.toString(16).padStart(16, '0');
    fc.assert(
      fc.property(stake, update, (staked, updated) => {
        const staking = [`030101${amountOf(staked.amount)}`];
        const total = [`030101${amountOf(updated.total)}`];
        expect(calls.stake(POX_5, staked).postConditions).toEqual(staking);
        expect(calls.wrappedStake(WRAPPER, staked).postConditions).toEqual(staking);
        expect(calls.stakeUpdate(POX_5, updated).postConditions).toEqual(total);
        expect(calls.wrappedStakeUpdate(WRAPPER, updated).postConditions).toEqual(total);
      }),
    );
    expect(calls.unstake(POX_5, MANAGER).postConditions).toEqual(['040132']);
    expect(calls.wrappedUnstake(WRAPPER, MANAGER).postConditions).toEqual(['040132']);
    expect(calls.revokeDelegateStx(POX_4).postConditions).toEqual([]);
  });

  test('is serialised as the vector of a stake has it', () => {
    const content = calls.stake(POX_5, {
      manager: MANAGER,
      amount: 60_000_000_000n,
      cycles: 3,
      startBurnHeight: 972_000,
      calldata: undefined,
    });
    const publicKey = Buffer.from(
      '03cd2cfdbd2ad9332828a7a13ef62cb999e063421c708e863a7ffed71fb61c88c9',
      'hex',
    );
    const { hex } = compose({
      kind: 'mainnet',
      chainId: 1,
      publicKey,
      nonce: 0n,
      fee: 10_000n,
      content: { kind: 'contract-call', ...content },
    });
    expect(hex).toBe(
      '000000000104007321b74e2b6a7e949e6c4ad313035b1665095017000000000000000000000000000027100000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000302000000010301010000000df84758000216000000000000000000000000000000000000000005706f782d35057374616b6500000005061683ed66860315e334010bbfb76eb3eef887efee0a1966617374706f6f6c2d312d7369676e65722d6d616e616765720100000000000000000000000df8475800010000000000000000000000000000000301000000000000000000000000000ed4e009',
    );
  });
});

test('rewards are claimed for the staker, or by the caller, and only the caller is held fast', () => {
  const whom = calls.claimStakerRewards(MANAGER, { staker: FAST_POOL, cycle: 143 });
  expect(whom.functionArgs.map((arg) => Cl.prettyPrint(deserializeCV(arg)))).toEqual([
    `'${FAST_POOL}`,
    'u143',
    'none',
  ]);
  const own = calls.claimStakerRewards(MANAGER, { staker: undefined, cycle: 143 });
  expect(own.functionArgs).toHaveLength(2);
  for (const call of [whom, own, calls.pullRewards(MANAGER, 143)]) {
    expect(call).toMatchObject({ postConditionMode: 'originator', postConditions: [] });
  }
});

describe('an error is named by its contract', () => {
  const MAX_500 = 'SPMPMA1V6P430M8C91QS1G9XJ95S59JS1TZFZ4Q4.fastpool-max500-signer-manager';
  const PLAN_BETTER = 'SP3ZA8J49HPS7M3KD7EB01Y0ZAJS7VJS2NG87MDGN.planbetter-signer-manager';
  test.each([
    [POX_4, '3', [], 'ERR_STACKING_ALREADY_STACKED'],
    [POX_4, '24', [], 'ERR_INVALID_START_BURN_HEIGHT'],
    [POX_4, '28', [], 'ERR_DELEGATION_NO_REWARD_SLOT'],
    [POX_4, '40', [], 'ERR_INVALID_INCREASE'],
    [POX_4, '254', [], 'ERR_STACKING_CORRUPTED_STATE'],
    [POX_4, 'u3', [], undefined],
    [POX_4, '7', [], undefined],
    [POX_5, 'u19', [MANAGER], 'ERR_ALREADY_STAKED'],
    [POX_5, 'u3', [MANAGER], 'ERR_CANNOT_SETUP_BOND_TOO_LATE'],
    [POX_5, 'u24', [MANAGER], 'ERR_INVALID_START_BURN_HEIGHT'],
    [POX_5, 'u28', [MANAGER], 'ERR_UNSTAKE_IN_PREPARE_PHASE'],
    [POX_5, 'u53', [], 'ERR_REWARDS_PAUSED'],
    [POX_5, 'u6', [], undefined],
    [POX_5, '19', [], undefined],
    [POX_5, 'u1003', [MANAGER], 'ERR_INVALID_CALLDATA'],
    [POX_5, 'u1003', [FAST_POOL], undefined],
    [POX_5, 'u1012', [MAX_500], 'ERR_BELOW_DUST_LIMIT'],
    [POX_5, 'u1012', [PLAN_BETTER], 'ERR_CALLDATA_REQUIRED'],
    [POX_5, 'u1012', [MANAGER], undefined],
    [WRAPPER, 'u19', [], 'ERR_ALREADY_STAKED'],
    [MANAGER, 'u1001', [], 'ERR_NO_CLAIMABLE_REWARDS'],
    [MANAGER, 'u32', [], 'ERR_NO_CLAIMABLE_REWARDS'],
    [`${FAST_POOL}.pox4-fast-pool-v3`, 'u9000', [], 'ERR_STACKING_PERMISSION_DENIED'],
    [`${FAST_POOL}.pox4-fast-pool-v3`, 'u9001', [], undefined],
    [`${FAST_POOL}.another`, 'u19', [], undefined],
    ['ST000000000000000000002AMW42H.pox-5', 'u19', [], 'ERR_ALREADY_STAKED'],
    ['ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.pox-5', 'u19', [], undefined],
    [undefined, 'u19', [], undefined],
    [POX_5, 'u__proto__', [], undefined],
  ])('%s %s %j is %s', (contract, code, others, name) => {
    expect(errorNameOf(contract, code, others)).toBe(name);
  });
});
