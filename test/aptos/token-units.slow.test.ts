import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TransferTokenParams } from '../../src/aptos/index.js';
import { rejectionOf } from '../support/world.js';
import { type AptosWorld, creationsAt, newAptosWorld } from './support/world.js';

let world: AptosWorld;
let asset: string;
const COIN = '0xc0::usd::Usd';

beforeEach(async () => {
  world = await newAptosWorld();
  asset = world.sandbox.aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
  world.sandbox.aptos.mint(asset, world.addresses[0], 100_000_000n);
  world.sandbox.aptos.createCoin({ coinType: COIN, name: 'C', symbol: 'C', decimals: 4 });
  world.sandbox.aptos.mint(COIN, world.addresses[0], 100_000_000n);
});
afterEach(() => world.stop());

const params = (more: object): TransferTokenParams =>
  ({ recipientAddress: world.addresses[2], tokenType: asset, ...more }) as TransferTokenParams;

const received = (token = asset) => world.sandbox.aptos.balanceOf(world.addresses[2], token);

describe('an amount of a token', () => {
  test.each([
    [{ amount: 1_500_000 }, 1_500_000n],
    [{ amount: 1_500_000n }, 1_500_000n],
    [{ amount: '1500000', unit: 'base' }, 1_500_000n],
    [{ amount: '1.5', unit: 'tokens' }, 1_500_000n],
    [{ amount: '1.500000', unit: 'tokens' }, 1_500_000n],
    [{ amount: '0.000001', unit: 'tokens' }, 1n],
    [{ amount: '7', unit: 'tokens', tokenDecimals: 6 }, 7_000_000n],
  ])('%o is so many base units', async (amount, units) => {
    await world.gateway.transferToken('0', params(amount));
    expect(received()).toBe(units);
  });

  test('of a coin has the coin’s decimals', async () => {
    await world.gateway.transferToken(
      '0',
      params({ amount: '1.5', unit: 'tokens', tokenType: COIN }),
    );
    expect(received(COIN)).toBe(15_000n);
  });

  test.each([
    ['amount', { amount: '1.5' }],
    ['amount', { amount: '1.5', unit: 'base' }],
    ['amount', { amount: 1.5, unit: 'tokens' }],
    ['amount', { amount: 1, unit: 'tokens' }],
    ['amount', { amount: 1n, unit: 'tokens' }],
    ['amount', { amount: '0', unit: 'tokens' }],
    ['amount', { amount: '0.0', unit: 'tokens' }],
    ['amount', { amount: '-1', unit: 'tokens' }],
    ['amount', { amount: '1e3', unit: 'tokens' }],
    ['amount', { amount: `0.${'0'.repeat(32)}1`, unit: 'tokens' }],
    ['amount', { amount: '0.0000001', unit: 'tokens', tokenDecimals: 6 }],
    ['amount', { amount: `${2n ** 64n}`, unit: 'tokens', tokenDecimals: 0 }],
    ['unit', { amount: '1', unit: 'coins' }],
    ['tokenDecimals', { amount: '1', unit: 'tokens', tokenDecimals: 33 }],
    ['tokenDecimals', { amount: '1', unit: 'tokens', tokenDecimals: 1.5 }],
    ['tokenDecimals', { amount: '1', tokenDecimals: 6 }],
  ])('is refused before anybody is asked, naming %s: %o', async (field, amount) => {
    world.sandbox.aptos.clearMessages();
    const error = await rejectionOf(world.gateway.transferToken('0', params(amount)));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(world.sandbox.aptos.messages).toEqual([]);
    expect(creationsAt(world.sandbox)).toBe(0);
  });

  test.each([
    ['amount', { amount: '0.0000001', unit: 'tokens' }, /7 decimals where 6 fit/],
    ['amount', { amount: `${2n ** 60n}`, unit: 'tokens' }, /more than the chain can count/],
    ['tokenDecimals', { amount: '1', unit: 'tokens', tokenDecimals: 8 }, /is 8, .* has 6/],
  ])('that is not the token’s is refused, and nobody is asked to sign: %s', async (...given) => {
    const [field, amount, reason] = given;
    const error = await rejectionOf(world.gateway.transferToken('0', params(amount)));
    const expected = { code: 'INVALID_INPUT', field, reason: expect.stringMatching(reason) };
    expect(error).toMatchObject(expected);
    const entries = [params({ amount: 1 }), params(amount)].map((each) => {
      return { transactionType: 'transferToken' as const, params: each };
    });
    expect(await rejectionOf(world.gateway.submitBatch('0', entries))).toMatchObject({
      ...expected,
      field: `transactions[1].params.${field}`,
    });
    expect(creationsAt(world.sandbox)).toBe(0);
    expect(received()).toBe(0n);
  });

  test('of a batch is named by its place there, whichever request signs it, and by its own name', async () => {
    const [, , to] = world.addresses;
    const pay = (amount: bigint) =>
      ({ transactionType: 'transfer', params: { to, amount } }) as const;
    const entries = Array.from({ length: 130 }, (_, index) => pay(BigInt(index + 1)));
    const wrong = { token: asset, to, amount: '1 tokens', decimals: 8 } as const;
    const batch = [
      ...entries.slice(0, 128),
      { transactionType: 'transferToken', params: wrong } as const,
    ];
    const error = await rejectionOf(world.gateway.submitBatch('0', batch));
    expect(error).toMatchObject({
      code: 'BATCH_INCOMPLETE',
      cause: { field: 'transactions[128].params.decimals' },
    });
    const one = await rejectionOf(world.gateway.submitBatch('0', batch.slice(-1)));
    expect(one).toMatchObject({ field: 'transactions[0].params.decimals' });
    const tooMuch = [...entries.slice(0, 128), pay(2n ** 60n)];
    expect(await rejectionOf(world.gateway.submitBatch('0', tooMuch))).toMatchObject({
      cause: { code: 'SIMULATION_FAILED', details: { index: 128 } },
    });
    const missing = { function: '0x1::nowhere::nothing', functionArguments: [] };
    const calls = [pay(1n), { transactionType: 'transferMove', params: missing } as const];
    expect(await rejectionOf(world.gateway.submitBatch('0', calls))).toMatchObject({
      field: 'transactions[1].params.function',
    });
  });

  test('is counted by the decimals of now, though others were heard before', async () => {
    const inTokens = params({ amount: '1', unit: 'tokens' });
    await world.gateway.transferToken('0', inTokens);
    world.sandbox.aptos.changeDecimals(asset, 3);
    await world.gateway.transferToken('0', inTokens);
    expect(received()).toBe(1_001_000n);
    const pinned = params({ amount: '1', unit: 'tokens', tokenDecimals: 6 });
    expect(await rejectionOf(world.gateway.transferToken('0', pinned))).toMatchObject({
      field: 'tokenDecimals',
    });
    expect(received()).toBe(1_001_000n);
  });

  test('is the same under its key, however it is written, whatever its decimals are by then', async () => {
    const options = { idempotencyKey: 'one' };
    const first = params({ amount: '1.50', unit: 'tokens' });
    const { hash } = await world.gateway.transferToken('0', first, options);
    world.sandbox.aptos.changeDecimals(asset, 3);
    const same = params({ amount: '1.5', unit: 'tokens' });
    expect((await world.another().transferToken('0', same, options)).hash).toBe(hash);
    const other = params({ amount: '1.6', unit: 'tokens' });
    expect(await rejectionOf(world.another().transferToken('0', other, options))).toMatchObject({
      code: 'IDEMPOTENCY_CONFLICT',
    });
    expect(received()).toBe(1_500_000n);
  });

  test('with decimals that the caller says is the same as in base units', async () => {
    const options = { idempotencyKey: 'one' };
    const inTokens = params({ amount: '1.5', unit: 'tokens', tokenDecimals: 6 });
    const { hash } = await world.gateway.transferToken('0', inTokens, options);
    const inBase = params({ amount: 1_500_000n });
    expect((await world.another().transferToken('0', inBase, options)).hash).toBe(hash);
  });
});

describe('who says how many decimals a token has', () => {
  test.each([
    ['the caller', { tokenDecimals: 6 }, ''],
    ['nodes, if it is not the caller', {}, ' (decimals from a node)'],
  ])('stands before the approver: %s', async (_, more, source) => {
    await world.gateway.transferToken('0', params({ amount: '1', unit: 'tokens', ...more }));
    const [prepared] = world.events.flatMap((event) => (event.type === 'prepared' ? event : []));
    const payment = `Pay 1000000 base units of the token ${asset} to ${world.addresses[2]}`;
    expect(prepared?.summary).toContain(`${payment}${source};`);
  });
});

describe('the native coin', () => {
  const METADATA = `0x${'a'.padStart(64, '0')}`;
  /** To a node that says ten decimals of every token. */
  const lied = () =>
    world.another({
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!String(url).endsWith('/view')) return answer;
        return Response.json([10], { headers: answer.headers });
      },
    });

  test.each(['0x1::aptos_coin::AptosCoin', '0xa', METADATA])(
    'has eight decimals, whatever a node says: %s',
    async (tokenType) => {
      const pay = (more: object) =>
        lied().transferToken('0', params({ amount: '0.015', unit: 'tokens', tokenType, ...more }));
      await pay({});
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(1_500_000n);
      const [prepared] = world.events.flatMap((event) => (event.type === 'prepared' ? event : []));
      expect(prepared?.summary).not.toContain('from a node');
      expect(await rejectionOf(pay({ tokenDecimals: 10 }))).toMatchObject({
        code: 'INVALID_INPUT',
        field: 'tokenDecimals',
      });
    },
  );
});

describe('how many decimals a token has', () => {
  test('is no single operator’s word', async () => {
    const { fullnodeUrl, indexerUrl, chainId } = world.sandbox.aptos;
    const { origin } = new URL(fullnodeUrl);
    const urls = ['one', 'two', 'three'].map((name) => `https://${name}.example/v1`);
    const gatewayWith = (fullnodes: readonly string[]) =>
      world.another({
        network: { fullnodeUrl: fullnodes, indexerUrl, chainId },
        retry: { attempts: 1, baseMs: 1, maxMs: 1 },
        fetch: async (url, init) => {
          const { hostname, pathname, search } = new URL(url);
          if (!hostname.endsWith('.example')) return fetch(url, init);
          const answer = await fetch(`${origin}${pathname}${search}`, init);
          if (hostname !== 'one.example' || pathname !== '/v1/view') return answer;
          return Response.json([2], { headers: answer.headers });
        },
      });
    const inTokens = params({ amount: '1', unit: 'tokens' });
    const disagreeing = gatewayWith(urls.slice(0, 2)).transferToken('0', inTokens);
    expect(await rejectionOf(disagreeing)).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(creationsAt(world.sandbox)).toBe(0);
    await gatewayWith(urls).transferToken('0', inTokens);
    expect(received()).toBe(1_000_000n);
  });

  test.each([[[33]], [['6']], [[-1]], [[1.5]], [[]], [[null]]])('is none of %j', async (answer) => {
    const odd = world.another({
      fetch: async (url, init) => {
        const given = await fetch(url, init);
        if (!String(url).endsWith('/view')) return given;
        return Response.json(answer, { headers: given.headers });
      },
    });
    const sent = odd.transferToken('0', params({ amount: '1', unit: 'tokens' }));
    expect(await rejectionOf(sent)).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(creationsAt(world.sandbox)).toBe(0);
  });
});
