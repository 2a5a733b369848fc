import { Cl, type ClarityValue, makeUnsignedContractCall, Pc } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ContractCallParams, StacksTransactionOptions } from '../../src/stacks/index.js';
import { rejectionOf } from '../support/world.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from './support/world.js';

let world: StacksTestWorld;
let own: string;
let friend: string;
let contract: `${string}.${string}`;
let asset: string;

beforeEach(async () => {
  world = await newStacksWorld();
  [own, , friend] = world.addresses;
  const { sbtc } = world.sandbox.stacks.contracts;
  const [id = '', name = ''] = sbtc.split('::');
  [contract, asset] = [id as typeof contract, name];
  world.sandbox.stacks.mintToken(sbtc, own, 100n);
});
afterEach(() => world.stop());

/** A transfer of sBTC, called as any function is. */
const transferOf = (
  amount: ClarityValue = Cl.uint(5),
  ...rest: readonly ClarityValue[]
): ContractCallParams => ({
  contract,
  functionName: 'transfer',
  functionArgs: [amount, Cl.principal(own), Cl.principal(friend), ...(rest ?? [])],
});
const standard = (units = 5) => transferOf(Cl.uint(units), Cl.none());
const exactly = (units: number) => Pc.principal(own).willSendEq(units).ft(contract, asset);

const call = (params: ContractCallParams, options: StacksTransactionOptions = {}) =>
  world.strict.callContract('0', params, options);

/** Refused before anybody was asked, by the name of what is wrong. */
async function refused(params: ContractCallParams, options: StacksTransactionOptions = {}) {
  const before = creationsAt(world.sandbox);
  const error = (await rejectionOf(call(params, options))) as Error & {
    readonly code: string;
    readonly details: Readonly<Record<string, unknown>>;
  };
  expect(creationsAt(world.sandbox)).toBe(before);
  return { code: error.code, details: error.details, message: error.message };
}

describe('a call of a contract is tried before anybody is asked: its interface', () => {
  test.each<[string, string, () => ContractCallParams, RegExp]>([
    [
      'that is not there',
      'contract',
      () => ({ contract: `${friend}.nothing`, functionName: 'f' }),
      /does not exist on the chain/,
    ],
    [
      'without such a function',
      'functionName',
      () => ({ contract, functionName: 'steal' }),
      /no public function/,
    ],
    [
      'whose function only reads',
      'functionName',
      () => ({ contract, functionName: 'get-balance', functionArgs: [Cl.principal(own)] }),
      /no public function/,
    ],
    [
      'that takes more',
      'functionArgs',
      () => transferOf(Cl.uint(5)),
      /must be 4: amount, sender, recipient, memo/,
    ],
    [
      'that takes less',
      'functionArgs',
      () => transferOf(Cl.uint(5), Cl.none(), Cl.none()),
      /must be 4/,
    ],
    [
      'that takes another type',
      'functionArgs[0]',
      () => transferOf(Cl.int(5), Cl.none()),
      /must be uint: amount/,
    ],
    [
      'that takes another type within',
      'functionArgs[3]',
      () => transferOf(Cl.uint(5), Cl.some(Cl.uint(1))),
      /must be \(optional \(buff 34\)\): memo/,
    ],
    [
      'that takes no more bytes',
      'functionArgs[3]',
      () => transferOf(Cl.uint(5), Cl.some(Cl.bufferFromHex('00'.repeat(35)))),
      /buff 34/,
    ],
  ])('%s', async (_, field, params, reason) => {
    const { code, details, message } = await refused(params());
    expect({ code, field: details.field }).toEqual({ code: 'INVALID_INPUT', field });
    expect(message).toMatch(reason);
  });

  test('is asked for once, but not after it had something refused: that was one node’s word', async () => {
    const { stacks } = world.sandbox;
    const params = { ...standard(), postConditions: [exactly(5)] };
    const asked = () =>
      stacks.messages.filter(({ path = '' }) => path.includes('/contracts/interface/')).length;
    for (let n = 0; n < 3; n++) await call(params);
    expect(asked()).toBe(1);
    await refused({ ...params, functionName: 'steal' });
    await call(params);
    expect(asked()).toBe(2);
  });
});

describe('its balances', () => {
  test('must be as much as a post-condition demands of whoever signs', async () => {
    const post = (condition: ContractCallParams['postConditions']) => ({
      ...standard(),
      ...(condition && { postConditions: condition }),
    });
    const token = Pc.origin().willSendGte(101).ft(contract, asset);
    expect(await refused(post([token]))).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { asset: `${contract}::${asset}`, required: '101', available: '100' },
    });
    const stx = Pc.principal(own).willSendGt(1_000_000_000).ustx();
    expect(await refused(post([stx, exactly(5)]))).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { asset: 'STX' },
    });
    // What is at most, or of somebody else, demands nothing of this account.
    const atMost = Pc.principal(own).willSendLte(1_000).ft(contract, asset);
    const others = Pc.principal(friend).willSendGte(0).ustx();
    await call(post([atMost, others]));
  });

  test('must be as much as a token’s own transfer sends', async () => {
    const params = { ...standard(101), postConditionMode: 'allow' as const };
    expect(await refused(params)).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { required: '101', available: '100' },
    });
  });

  test('count once for an asset of which two conditions speak', async () => {
    const twice = [exactly(80), Pc.origin().willSendGte(70).ft(contract, asset)];
    await call({ ...standard(80), postConditions: twice });
  });

  test('of several calls count together, until one may have brought in more', async () => {
    const member = (units: number) => ({
      transactionType: 'callContract' as const,
      params: { ...standard(units), postConditions: [exactly(units)] },
    });
    const token = {
      transactionType: 'transfer' as const,
      params: { recipientAddress: friend, amount: '60 units', assetType: 'sBTC' as const },
    };
    const both = await rejectionOf(world.strict.submitBatch('0', [token, member(60)]));
    expect(both).toMatchObject({ code: 'INSUFFICIENT_FUNDS', details: { required: '120' } });
    expect(creationsAt(world.sandbox)).toBe(0);
    const demanding = {
      transactionType: 'callContract' as const,
      params: {
        contract,
        functionName: 'transfer',
        functionArgs: [Cl.uint(1), Cl.principal(friend), Cl.principal(own), Cl.none()],
        postConditions: [Pc.origin().willSendGte(5_000).ft(contract, asset)],
      },
    };
    // It fails on the chain, as nobody could know before.
    const later = await rejectionOf(world.strict.submitBatch('0', [member(10), demanding]));
    expect(later).toMatchObject({ code: 'BATCH_INCOMPLETE' });
  });
});

describe('its post-conditions', () => {
  test('must cover what a token’s own transfer sends, where nothing else may move', async () => {
    for (const postConditionMode of ['deny', 'originator'] as const) {
      const { details, message } = await refused({ ...standard(), postConditionMode });
      expect(details.field).toBe('postConditions');
      expect(message).toContain(`in mode ${postConditionMode}, none of it could be sent`);
    }
    const ofOther = [Pc.principal(friend).willSendEq(5).ft(contract, asset)];
    expect(await refused({ ...standard(), postConditions: ofOther })).toMatchObject({
      details: { field: 'postConditions' },
    });
    await call({ ...standard(), postConditionMode: 'allow' });
    await call({ ...standard(), postConditions: [Pc.origin().willSendLte(5).ft(contract, asset)] });
  });

  test('must demand nothing that is none', async () => {
    const wrong = [exactly(5), Pc.principal(own).willSendEq(5).ft(contract, 'sbtc')];
    expect(await refused({ ...standard(), postConditions: wrong })).toMatchObject({
      details: { field: 'postConditions[1]' },
    });
    const collectible = Pc.principal(own).willSendAsset().nft(contract, 'ape', Cl.uint(1));
    expect(await refused({ ...standard(), postConditions: [collectible] })).toMatchObject({
      details: { field: 'postConditions[0]' },
    });
    const not = Pc.principal(own).willNotSendAsset().nft(contract, 'ape', Cl.uint(1));
    await call({ ...standard(), postConditions: [exactly(5), not] });
  });
});

test('nothing of that is looked at where the caller says so', async () => {
  const { stacks } = world.sandbox;
  stacks.clearMessages();
  const error = await rejectionOf(call(standard(), { trial: 'off' }));
  expect(error).toMatchObject({
    code: 'TRANSACTION_FAILED',
    details: { resultCode: 'abort_by_post_condition' },
  });
  const asked = stacks.messages.map(({ path = '' }) => path);
  expect(asked.filter((path) => path.includes('/contracts/'))).toEqual([]);
  const wrong = call(standard(), { trial: 'warn' as never });
  expect(await rejectionOf(wrong)).toMatchObject({ details: { field: 'trial' } });
});

test('the same key goes on with a call, whether or not it was tried', async () => {
  const options = { idempotencyKey: 'one', trial: 'off' } as const;
  const { txHash } = await call({ ...standard(), postConditions: [exactly(5)] }, options);
  const again = { idempotencyKey: 'one' };
  const answer = await call({ ...standard(), postConditions: [exactly(5)] }, again);
  expect(answer.txHash).toBe(txHash);
});

test('a call that was built elsewhere is tried as well', async () => {
  const [contractAddress = '', contractName = ''] = contract.split('.');
  const transaction = await makeUnsignedContractCall({
    contractAddress,
    contractName,
    functionName: 'transfer',
    functionArgs: [Cl.uint(5), Cl.principal(own), Cl.principal(friend), Cl.none()],
    publicKey: await world.strict.getPublicKey('0'),
    network: 'testnet',
    fee: 2_000n,
    nonce: 0n,
  });
  const error = await rejectionOf(world.strict.submit('0', transaction));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'transaction' } });
  expect(String(error)).toMatch(/can't succeed: postConditions must cover/);
  expect(creationsAt(world.sandbox)).toBe(0);
});
