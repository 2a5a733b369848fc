import { Cl, privateKeyToPublic, publicKeyToHex } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { stacksCodec } from '../../../src/stacks/index.js';
import { decode } from '../../../src/stacks/wire/decode.js';
import { type Permission, signedPermission } from '../../support/stacks-signatures.js';
import {
  creationsAt,
  newStacksWorld,
  type StacksTestWorld,
  submissionsAt,
} from '../support/world.js';

let world: StacksTestWorld;
beforeEach(async () => {
  world = await newStacksWorld({ stacks: { pox: 'pox-4' } });
  for (const address of world.addresses) world.sandbox.stacks.fund(address, 500_000_000_000n);
});
afterEach(() => world.stop());

const SIGNER = `${'3d'.repeat(32)}01`;
const SIGNER_KEY = publicKeyToHex(privateKeyToPublic(SIGNER));
/** A thing that every Bitcoin library knows. */
const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';
const POX_ADDRESS = Cl.tuple({
  version: Cl.bufferFromHex('04'),
  hashbytes: Cl.bufferFromHex('751e76e8199196d454941c45d1b3a323f1433bd6'),
});
const AMOUNT = 200_000_000_000n;

/** What a signer elsewhere permits, in the cycle that is. */
function permitted(changes: Partial<Permission> = {}) {
  const signature = signedPermission(SIGNER, {
    topic: 'stack-stx',
    period: 3,
    maxAmount: AMOUNT,
    authId: 7,
    rewardCycle: world.sandbox.stacks.rewardCycle,
    poxAddress: POX_ADDRESS,
    ...changes,
  });
  return {
    amount: 200_000,
    lockPeriod: 3,
    rewardsAddress: ADDRESS,
    maxAmount: AMOUNT,
    authId: 7,
    signer: { signerKey: SIGNER_KEY, signature },
  };
}

/** The code of what was thrown, when nobody was asked to sign anything. */
async function refused(call: Promise<unknown>): Promise<unknown> {
  const before = creationsAt(world.sandbox);
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(creationsAt(world.sandbox)).toBe(before);
  return error;
}

describe('stackSolo', () => {
  test('has its signature made by the vault’s key, beside what it says in words', async () => {
    const { strict, sandbox, addresses } = world;
    const { data } = await strict.stackSolo('0', { amount: 200_000, lockPeriod: 3 });
    expect(data).toMatchObject({ post_condition_mode: 'deny', post_conditions: [] });
    expect(sandbox.stacks.balanceOf(addresses[0]).locked).toBe(AMOUNT);
    const [signature, transaction] = sandbox.custody.transactions;
    const payload = signature?.json.extraParameters as {
      rawMessageData: { messages: { content: string }[]; unhashedTxPayload?: unknown };
      unhashedTxPayload?: unknown;
    };
    const sent = payload.rawMessageData.messages[0]?.content;
    const unhashed = payload.unhashedTxPayload ?? payload.rawMessageData.unhashedTxPayload;
    const parsed = typeof unhashed === 'string' ? JSON.parse(unhashed) : unhashed;
    expect(stacksCodec.recognises(parsed)).toBe(true);
    const decoded = decode(parsed);
    expect(Buffer.from(decoded.content).toString('hex')).toBe(sent);
    expect(decoded).toMatchObject({
      account: addresses[0],
      transaction: {
        kind: 'structured-data',
        domain: { name: 'pox-4-signer', version: '1.0.0', chainId: 0x80000000 },
        message: {
          topic: 'stack-stx',
          period: '3',
          'max-amount': `${AMOUNT}`,
          'reward-cycle': `${sandbox.stacks.rewardCycle}`,
        },
      },
    });
    expect(transaction).toBeDefined();
    expect(creationsAt(sandbox)).toBe(2);
  });

  test('takes a signature that was made elsewhere', async () => {
    const { strict, sandbox, addresses } = world;
    await strict.stackSolo('0', permitted());
    expect(creationsAt(sandbox)).toBe(1);
    expect(sandbox.stacks.balanceOf(addresses[0]).locked).toBe(AMOUNT);
    const { data } = await strict.checkStatus('0');
    expect(data.stacking).toMatchObject({ lockPeriod: 3, rewardsAddress: ADDRESS });
  });

  test.each([
    ['topic', { topic: 'stack-extend' as const }],
    ['cycle', { rewardCycle: 1 }],
    ['period', { period: 2 }],
    ['amount', { maxAmount: AMOUNT + 1n }],
    ['id', { authId: 8 }],
    [
      'address',
      {
        poxAddress: Cl.tuple({
          version: Cl.bufferFromHex('00'),
          hashbytes: Cl.bufferFromHex('751e76e8199196d454941c45d1b3a323f1433bd6'),
        }),
      },
    ],
  ])('refuses a signature for another %s', async (_, changes) => {
    const error = await refused(world.strict.stackSolo('0', permitted(changes)));
    expect(error).toMatchObject({ code: 'SIGNER_SIGNATURE' });
  });

  test('under one key is one signature and one transaction, also in another process', async () => {
    const { strict, sandbox, another } = world;
    const options = { idempotencyKey: 'stack-1' };
    const first = await strict.stackSolo('0', { amount: 200_000, lockPeriod: 3 }, options);
    await sandbox.stacks.mineBurnBlocks(900);
    const again = await another().stackSolo('0', { amount: 200_000, lockPeriod: 3 }, options);
    expect(again.txHash).toBe(first.txHash);
    expect(creationsAt(sandbox)).toBe(2);
    const other = another().stackSolo('0', { amount: 200_001, lockPeriod: 3 }, options);
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(creationsAt(sandbox)).toBe(2);
  });

  test('goes on under the same key when the signature was waited for too long', async () => {
    await world.stop();
    world = await newStacksWorld({ stacks: { pox: 'pox-4' }, approvals: 'manual' });
    const { strict, sandbox, addresses } = world;
    sandbox.stacks.fund(addresses[0], 500_000_000_000n);
    const params = { amount: 200_000, lockPeriod: 3 };
    const options = { idempotencyKey: 'slow', signatureTimeoutMs: 100 };
    const waiting = strict.stackSolo('0', params, options);
    await expect(waiting).rejects.toMatchObject({
      code: 'SIGNATURE_PENDING',
      transaction: { idempotencyKey: 'slow' },
    });
    const [signature] = sandbox.custody.transactions;
    sandbox.custody.approve(signature?.id ?? '');
    const done = strict.stackSolo('0', params, { idempotencyKey: 'slow' });
    await expect.poll(() => sandbox.custody.transactions.length).toBe(2);
    for (const { id, status } of sandbox.custody.transactions) {
      if (status !== 'COMPLETED') sandbox.custody.approve(id);
    }
    await done;
    expect(creationsAt(sandbox)).toBe(2);
    expect(sandbox.stacks.balanceOf(addresses[0]).locked).toBe(AMOUNT);
  });

  test('is nothing when the signature for it is refused, until a new attempt is asked for', async () => {
    await world.stop();
    const decisions = ['reject', 'approve', 'approve'] as const;
    let asked = 0;
    world = await newStacksWorld({
      stacks: { pox: 'pox-4' },
      approvals: () => ({ decision: decisions[asked++] ?? 'reject' }),
    });
    const { strict, sandbox, addresses } = world;
    sandbox.stacks.fund(addresses[0], 500_000_000_000n);
    const stack = (options: object) =>
      strict.stackSolo(
        '0',
        { amount: 200_000, lockPeriod: 3 },
        { idempotencyKey: 'no', ...options },
      );
    await expect(stack({})).rejects.toMatchObject({ code: 'SIGNATURE_REJECTED' });
    await expect(stack({})).rejects.toMatchObject({ code: 'SIGNATURE_REJECTED' });
    expect(creationsAt(sandbox)).toBe(1);
    expect(submissionsAt(sandbox)).toBe(0);
    await stack({ newAttempt: 2 });
    expect(sandbox.stacks.balanceOf(addresses[0]).locked).toBe(AMOUNT);
  });

  test('that was approved in another cycle is not sent', async () => {
    await world.stop();
    const wait = { decision: 'wait' } as const;
    world = await newStacksWorld({
      stacks: { pox: 'pox-4' },
      approvals: ({ note }) => (note?.includes('late') ? wait : { decision: 'approve' }),
    });
    const { strict, sandbox, addresses } = world;
    const { stacks, custody } = sandbox;
    stacks.fund(addresses[0], 500_000_000_000n);
    const params = permitted();
    const stacking = strict.stackSolo('0', params, { note: 'late' });
    stacking.catch(() => undefined);
    await expect.poll(() => custody.transactions.length).toBe(1);
    await stacks.mineBurnBlocks(900);
    custody.approve(custody.transactions[0]?.id ?? '');
    await expect(stacking).rejects.toMatchObject({ resultCode: 'STACKING_REFUSED' });
    expect(submissionsAt(sandbox)).toBe(0);
  });

  test('is refused before anybody is asked, by the name of the error that there would be', async () => {
    const { strict, addresses } = world;
    const rule = (name: string) => ({ rule: name });
    const solo = (amount: number, lockPeriod = 3) => strict.stackSolo('0', { amount, lockPeriod });
    expect(await refused(solo(10))).toMatchObject(rule('ERR_STACKING_THRESHOLD_NOT_MET'));
    expect(await refused(solo(900_000))).toMatchObject(rule('ERR_STACKING_INSUFFICIENT_FUNDS'));
    const increase = strict.increaseStackedAmount('0', { increaseBy: 1 });
    expect(await refused(increase)).toMatchObject(rule('ERR_STACKING_NO_SUCH_PRINCIPAL'));
    await strict.delegateToPool('0', addresses[2], '', 5, 1);
    expect(await refused(solo(200_000))).toMatchObject(rule('ERR_STACKING_ALREADY_DELEGATED'));
    await strict.revokeDelegation('0');
    await solo(200_000);
    expect(await refused(solo(200_000))).toMatchObject(rule('ERR_STACKING_ALREADY_STACKED'));
    await world.sandbox.stacks.mineBurnBlocks(800 - (world.sandbox.stacks.burnHeight % 900));
    const late = strict.stackSolo('1', { amount: 200_000, lockPeriod: 3 });
    expect(await refused(late)).toMatchObject(rule('PREPARE_PHASE'));
  });
});

describe('Fast Pool', () => {
  test('is joined as it works: allowed first, then through its own function', async () => {
    const { strict, sandbox, addresses } = world;
    const { stacks } = sandbox;
    const { fastPool, pox4 } = stacks.contracts;
    const [address = '', name = ''] = fastPool.split('.');
    const early = await refused(strict.delegateToPool('0', address, name, '50', 1));
    expect(early).toMatchObject({ rule: 'ERR_STACKING_PERMISSION_DENIED' });
    const allowed = await strict.allowContractCaller('0', address, name);
    expect(allowed).toMatchObject({
      needed: true,
      data: {
        contract_call: { contract_id: pox4, function_name: 'allow-contract-caller' },
      },
    });
    const joined = await strict.delegateToPool('0', address, name, '50', 1);
    expect(joined.data).toMatchObject({
      contract_call: { contract_id: fastPool, function_name: 'delegate-stx' },
    });
    expect(stacks.balanceOf(addresses[0]).locked).toBe(50_000_000n);
    expect((await strict.checkStatus('0')).data).toMatchObject({
      delegation: { is_delegated: true, delegated_to: fastPool, amount_delegated: '50' },
      stacking: { stackedBy: fastPool },
    });
  });
});

describe('what cannot be meant', () => {
  const permitSample = { signerKey: SIGNER_KEY, signature: '00'.repeat(65) };
  const good = { amount: 200_000, lockPeriod: 3 };
  test.each([
    ['lockPeriod', { ...good, lockPeriod: 0 }],
    ['lockPeriod', { ...good, lockPeriod: 13 }],
    ['lockPeriod', { ...good, lockPeriod: 1.5 }],
    ['lockPeriod', { ...good, lockPeriod: null }],
    ['lockPeriod', { ...good, lockPeriod: '' }],
    ['lockPeriod', { ...good, lockPeriod: '3' }],
    ['lockPeriod', { amount: 200_000 }],
    ['amount', { ...good, amount: 0 }],
    ['amount', { ...good, amount: '1e3' }],
    ['amount', { ...good, amount: '1.0000009' }],
    ['maxAmount', { ...good, maxAmount: 199_999_999_999n }],
    ['maxAmount', { ...good, maxAmount: 200_000 }],
    ['maxAmount', { ...good, maxAmount: '2e11' }],
    ['authId', { ...good, authId: -1 }],
    ['authId', { ...good, authId: null }],
    ['rewardsAddress', { ...good, rewardsAddress: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['rewardsAddress', { ...good, rewardsAddress: 'nowhere' }],
    ['signer.signature', { ...good, signer: { signerKey: SIGNER_KEY, signature: 'ab' } }],
    ['signer.signerKey', { ...good, signer: { signerKey: 'zz', signature: '00'.repeat(65) } }],
    ['signer', { ...good, signer: {} }],
    ['signer', { ...good, signer: { signerKey: SIGNER_KEY } }],
    ['signer', { ...good, signer: { ...permitSample, vaultAccountId: '1' } }],
    ['signerManager', { ...good, signerManager: 'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP.m' }],
    ['payout.maxFee', { ...good, payout: {} }],
    ['payout', { ...good, payout: { maxFee: 1 } }],
    ['more', { ...good, more: 1 }],
  ])('%s of stackSolo is refused by its name', async (field, params) => {
    const { strict } = world;
    const error = await refused(strict.stackSolo('0', params as typeof good));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  test.each([
    ['lockPeriod', ['', 5, 0]],
    ['lockPeriod', ['', 5, null]],
    ['lockPeriod', ['', 5, 13]],
    ['amount', ['', -5, 1]],
    ['poolContractName', [undefined, 5, 1]],
    ['poolContractName', ['no name', 5, 1]],
    ['poolContractName', [7, 5, 1]],
  ])('%s of delegateToPool is refused by its name', async (field, given) => {
    const [name, amount, lockPeriod] = given as [string, number, number];
    const { strict, addresses } = world;
    const error = await refused(strict.delegateToPool('0', addresses[2], name, amount, lockPeriod));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
    const elsewhere = 'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP';
    const abroad = await refused(strict.delegateToPool('0', elsewhere, '', 5, 1));
    expect(abroad).toMatchObject({ code: 'INVALID_INPUT', field: 'poolAddress' });
  });
});

test('a payout of pox-5 moves no rewards of pox-4, so its address is refused alone', async () => {
  const { strict, sandbox, addresses } = world;
  const { signerManager } = sandbox.stacks.contracts;
  const good = { amount: 200_000, lockPeriod: 3, signerManager };
  const payout = { address: ADDRESS, maxFee: 1_000 };
  const dropped = await refused(strict.stackSolo('0', { ...good, payout }));
  expect(dropped).toMatchObject({ code: 'INVALID_INPUT', field: 'payout.address' });
  const nobody = await refused(strict.delegateToPool('0', addresses[2], '', 5, 1, { payout }));
  expect(nobody).toMatchObject({ code: 'INVALID_INPUT', field: 'payout' });
  const rewardsAddress = await strict.getBtcRewardsAddress('1');
  for (const [vault, terms, paid] of [
    ['0', { payout, rewardsAddress }, rewardsAddress],
    // Without an address both contracts pay to that of the vault's own key.
    ['1', { payout: { maxFee: 1_000 } }, rewardsAddress],
  ] as const) {
    await strict.stackSolo(vault, { ...good, ...terms });
    const { data } = await strict.checkStatus(vault);
    expect(data.stacking).toMatchObject({ rewardsAddress: paid });
  }
});

test('only a contract can be allowed to call', async () => {
  const { strict, sandbox, addresses } = world;
  const account = await refused(strict.allowContractCaller('0', addresses[2], ''));
  expect(account).toMatchObject({ code: 'INVALID_INPUT', field: 'poolContractName' });
  const { fastPool } = sandbox.stacks.contracts;
  for (const pool of ['FAST_POOL', fastPool]) {
    const { data } = { data: undefined, ...(await strict.allowContractCaller('0', pool, '')) };
    expect(data).toMatchObject({ contract_call: { function_args: [{ repr: fastPool }, {}] } });
  }
});

test('what belongs to pox-5 is refused before any signature', async () => {
  const { strict, sandbox } = world;
  const { signerManager } = sandbox.stacks.contracts;
  for (const call of [
    () => strict.stake('0', { signerManager, amount: 5, cycles: 1 }),
    () => strict.updateStake('0', { cycles: 1 }),
    () => strict.unstake('0'),
    () => strict.claimRewards('0'),
    () => strict.getStakingPosition('0'),
  ]) {
    expect(await refused(call())).toMatchObject({ code: 'WRONG_POX', active: 'pox-4' });
  }
  const eligible = await strict.checkEligibility('0', { amount: 200_000, cycles: 2 });
  expect(eligible.data).toEqual({ eligible: true, pox: 'pox-4' });
});
