import { Cl, type ClarityValue } from '@stacks/transactions';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoIn } from '../../src/stacks/reads/history-tokens.js';
import { runs } from '../support/runs.js';
import { rejectionOf } from '../support/world.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

let world: StacksTestWorld;
beforeEach(async () => {
  world = await newStacksWorld();
  const { stacks } = world.sandbox;
  stacks.mintToken(stacks.contracts.sbtc, world.addresses[0], 500n);
});
afterEach(() => world.stop());

const latest = async (vault = '0') => {
  const { data } = await world.strict.getTransactionHistory(vault, false, 1, 0);
  return data[0];
};

/** A transfer that is called as any function is, under the eyes of no post-condition. */
async function called(contract: string, args: readonly ClarityValue[]): Promise<unknown> {
  const functionArgs = [...args];
  const call = { contract, functionName: 'transfer', functionArgs } as const;
  return world.strict
    .callContract('0', { ...call, postConditionMode: 'allow' })
    .catch((error: unknown) => error);
}

/** As it is read with either version of the API. */
const RELEASES = ['9.7.1', '8.13.1'];

describe.each(RELEASES)('an entry of a token, with release %s of the API', (release) => {
  beforeEach(() => world.sandbox.stacks.setApi({ release }));

  test('has token, amount, recipient and memo, at whoever sends and whoever receives', async () => {
    const { strict, addresses, sandbox } = world;
    const { sbtc } = sandbox.stacks.contracts;
    await strict.createFTTransaction('0', addresses[2], '150 units', 'sBTC', undefined, {
      memo: 'für 7',
    });
    const entry = {
      tx_type: 'contract_call',
      outcome: 'success',
      sender: addresses[0],
      contract: sbtc.split('::')[0],
      functionName: 'transfer',
      token: sbtc,
      recipient: addresses[2],
      amount: '0.0000015',
      units: '150',
      memo: 'für 7',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    };
    expect(await latest('0')).toMatchObject(entry);
    expect(await latest('2')).toMatchObject(entry);
  });

  test('that failed says with what', async () => {
    const { addresses, sandbox } = world;
    const [contract = ''] = sandbox.stacks.contracts.sbtc.split('::');
    const [own, friend] = [Cl.principal(addresses[0]), Cl.principal(addresses[2])];
    await called(contract, [Cl.uint(0), own, friend, Cl.none()]);
    expect(await latest()).toMatchObject({
      outcome: 'failed',
      units: '0',
      tx_error: expect.stringMatching(/^the contract answered \(err /),
    });
    expect(await latest()).not.toHaveProperty('memo');
  });

  test('of STX has its memo, and no token', async () => {
    const { strict, addresses } = world;
    await strict.createNativeTransaction('0', addresses[2], '1.5', { memo: 'rent' });
    const entry = await latest('2');
    expect(entry).toMatchObject({ amount: '1.5', recipient: addresses[2], memo: 'rent' });
    for (const name of ['token', 'units', 'contract']) expect(entry).not.toHaveProperty(name);
  });

  test('of a token that can’t be asked for its decimals has its units alone', async () => {
    const { addresses, sandbox } = world;
    const contract = `${addresses[1]}.spam`;
    sandbox.stacks.addToken(`${contract}::spam`);
    sandbox.stacks.mintToken(`${contract}::spam`, addresses[0], 5n);
    const [own, friend] = [Cl.principal(addresses[0]), Cl.principal(addresses[2])];
    const memo = Cl.some(Cl.bufferFromHex('ff00ff'));
    await called(contract, [Cl.uint(5), own, friend, memo]);
    const entry = await latest('2');
    expect(entry).toMatchObject({ token: `${contract}::spam`, units: '5', memo: '0xff00ff' });
    expect(entry).not.toHaveProperty('amount');
  });

  test('is none of a function that is called transfer and does something else', async () => {
    const { addresses, sandbox } = world;
    const contract = `${addresses[1]}.apes`;
    sandbox.stacks.addCollection(`${contract}::ape`, addresses[0], [1]);
    const [own, friend] = [Cl.principal(addresses[0]), Cl.principal(addresses[2])];
    await called(contract, [Cl.uint(1), own, friend]);
    const entry = await latest('0');
    expect(entry).toMatchObject({ contract, functionName: 'transfer', outcome: 'success' });
    for (const name of ['token', 'units', 'recipient']) expect(entry).not.toHaveProperty(name);
  });
});

test('a history asks for no transaction by itself that a list tells enough of', async () => {
  const { strict, addresses, sandbox } = world;
  for (let n = 0; n < 3; n++) await strict.createNativeTransaction('0', addresses[2], 1);
  sandbox.stacks.clearMessages();
  await latest();
  expect(sandbox.stacks.messages).toHaveLength(1);
});

test('a history spoils nothing by a transaction that is not shown by itself', async () => {
  const { strict, addresses, another } = world;
  await strict.createFTTransaction('0', addresses[2], '1 units', 'sBTC');
  const given: typeof fetch = async (input, init) =>
    String(input).includes('/extended/v3/transactions/')
      ? Response.json(
          { statusCode: 404, error: 'Not Found', message: 'Transaction not found' },
          { status: 404 },
        )
      : fetch(input, init);
  const { data } = await another({ fetch: given }).getTransactionHistory('0', false, 1, 0);
  expect(data[0]).toMatchObject({ functionName: 'transfer', outcome: 'success' });
  expect(data[0]).not.toHaveProperty('token');
  const error = await rejectionOf(strict.getTransactionHistory('0', false, 1, -1));
  expect(error).toMatchObject({ code: 'INVALID_INPUT' });
});

test('a memo is text where it is text, and its bytes where it is none', () => {
  expect(memoIn('0x')).toEqual({});
  expect(memoIn(`0x${'00'.repeat(34)}`)).toEqual({});
  expect(memoIn('0x72656e74000000')).toEqual({ memo: 'rent' });
  expect(memoIn('0x07')).toEqual({ memo: '0x07' });
  expect(memoIn('nonsense')).toEqual({});
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 34 }), (bytes) => {
      const hex = `0x${Buffer.from(bytes).toString('hex')}`;
      const { memo = '' } = memoIn(hex);
      if (memo.startsWith('0x') && memo === hex) return;
      const written = Buffer.from(memo, 'utf8').toString('hex');
      expect(hex.slice(2).replace(/(00)+$/, '')).toBe(written);
    }),
    runs(500),
  );
});
