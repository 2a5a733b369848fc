import { Cl, serializeCV } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type OperatorAnswer, shownByOperators } from '../support/operators.js';
import { rejectionOf } from '../support/world.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from './support/world.js';

/** How much a decimal amount of a token is comes from the caller, or from enough operators. */

let world: StacksTestWorld;
let asset: string;
beforeEach(async () => {
  world = await newStacksWorld();
  asset = `${world.addresses[1]}.gold::gold-token`;
  world.sandbox.stacks.addToken(asset, 6);
  world.sandbox.stacks.mintToken(asset, world.addresses[0], 5_000_000n);
});
afterEach(() => world.stop());

const DOWN = 'down';

/** A process that is shown the chain by operators, each of whom says what it says of the token's decimals. */
function shownBy(...all: readonly (number | typeof DOWN)[]) {
  const { url, network, chainId } = world.sandbox.stacks;
  const asked: string[] = [];
  const saying =
    (says: number | typeof DOWN): OperatorAnswer =>
    async ({ host, path }, ask) => {
      if (!path.endsWith('/get-decimals')) return ask();
      asked.push(host);
      if (says === DOWN) return new Response('', { status: 503 });
      return Response.json({ okay: true, result: `0x${serializeCV(Cl.ok(Cl.uint(says)))}` });
    };
  const { fetch, urls } = shownByOperators(url, all.map(saying));
  const gateway = world.another({
    fetch,
    network: { url: urls, network, chainId },
    retry: { attempts: 1, baseMs: 1, maxMs: 1 },
  });
  return { gateway, asked };
}

function pay(gateway: StacksTestWorld['strict'], amount: string, more: object = {}) {
  const [tokenContractAddress = '', tokenContractName = ''] =
    asset.split('::')[0]?.split('.') ?? [];
  const token = { tokenContractAddress, tokenContractName, tokenAssetName: 'gold-token', ...more };
  const options = { confirmTimeoutMs: 20_000 };
  return gateway.createFTTransaction('0', world.addresses[2], amount, token, undefined, options);
}

const received = () => world.sandbox.stacks.tokenBalanceOf(asset, world.addresses[2]);

describe('the decimals of a token', () => {
  test.each([
    ['of two operators who say the same', [6, 6]],
    ['of three, of whom one lies', [0, 6, 6]],
    ['of three, of whom one is down', [DOWN, 6, 6]],
    ['of the only operator', [6]],
  ] as const)('are those %s', async (_, said) => {
    await pay(shownBy(...said).gateway, '1.5');
    expect(received()).toBe(1_500_000n);
  });

  test.each([
    [
      'say something else',
      [0, 6],
      /fewer than 2 operators say the same: 0 \(op-0.example\) and 6 \(op-1/,
    ],
    ['don’t answer', [6, DOWN], /fewer than 2 operators say the same: 6 \(op-0.example\)/],
  ] as const)('are not one operator’s where others %s', async (_, said, message) => {
    const error = await rejectionOf(pay(shownBy(...said).gateway, '1.5'));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', retryable: true });
    expect(String(error)).toMatch(message);
    expect(creationsAt(world.sandbox)).toBe(0);
  });

  test('are asked for once', async () => {
    const { gateway, asked } = shownBy(6, 6);
    await pay(gateway, '1.5');
    await pay(gateway, '0.5');
    expect(asked.sort()).toEqual(['op-0.example', 'op-1.example']);
    expect(received()).toBe(2_000_000n);
  });

  test.each([
    [[6], '1.5', {}, ' (decimals from a node)'],
    [[6, 6], '1.5', {}, ' (decimals from 2 operators)'],
    [[6], '1.5', { tokenDecimals: 6 }, ''],
    [[6], '7 units', {}, ''],
  ] as const)(
    'of %j stand before the approver for %s, %j: %j',
    async (said, amount, more, words) => {
      world.events.length = 0;
      await pay(shownBy(...said).gateway, amount, more);
      const [prepared] = world.events.flatMap((event) => (event.type === 'prepared' ? event : []));
      expect(prepared?.summary).toMatch(/^Pay .*gold-token/);
      expect(prepared?.summary?.split('; fee')[0]?.endsWith(`${world.addresses[2]}${words}`)).toBe(
        true,
      );
    },
  );

  test('are nobody’s word where the caller counts in base units', async () => {
    const { gateway, asked } = shownBy(0);
    await pay(gateway, '7 units');
    expect(asked).toEqual([]);
    expect(received()).toBe(7n);
  });

  test.each([
    ['who say the same', [6, 6]],
    ['of whom one lies', [8, 6]],
    ['of whom most are down', [DOWN, DOWN, 6]],
  ] as const)('are the caller’s, with operators %s', async (_, said) => {
    await pay(shownBy(...said).gateway, '1.5', { tokenDecimals: 6 });
    expect(received()).toBe(1_500_000n);
  });

  test.each([
    [[6], 8],
    [[6, 6], 5],
    [[8, 6, 6], 8],
  ] as const)('of %j refuse the caller’s %d, which would pay a multiple', async (said, given) => {
    const error = await rejectionOf(pay(shownBy(...said).gateway, '1', { tokenDecimals: given }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'tokenDecimals' });
    expect(String(error)).toContain(`is ${given}, and the token has 6`);
    expect(creationsAt(world.sandbox)).toBe(0);
  });

  test.each([
    ['tokenDecimals', '1', { tokenDecimals: 39 }],
    ['tokenDecimals', '1', { tokenDecimals: 1.5 }],
    ['tokenDecimals', '1', { tokenDecimals: '6' }],
    ['amount', '1.5', { tokenDecimals: 0 }],
    ['amount', '0 units', {}],
    ['amount', `${2n ** 64n} units`, {}],
  ] as const)('%s is refused before anybody is asked: %s, %o', async (field, amount, more) => {
    const { gateway, asked } = shownBy(6);
    const error = await rejectionOf(pay(gateway, amount, more));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(asked).toEqual([]);
  });

  test('are in the error where the account has too little, if they are known', async () => {
    const { gateway } = shownBy(6);
    expect(String(await rejectionOf(pay(gateway, '6')))).toMatch(/takes 6 of .* and 5 can/);
    const inUnits = String(await rejectionOf(pay(gateway, '6000000 units')));
    expect(inUnits).toMatch(/takes 6000000 base units of .* and 5000000 base units can/);
  });
});

test.each(['sBTC', 'USDCx'] as const)('of %s are not the caller’s to say', async (token) => {
  const payment = { token, to: world.addresses[2], amount: 1n, decimals: 8 };
  const error = await rejectionOf(world.another().transferToken('0', payment));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'decimals' });
});

test('the contract of sBTC on a chain of one’s own is not one operator’s', async () => {
  const { url, contracts } = world.sandbox.stacks;
  const chainId = 2 ** 31 + 5;
  const saying =
    (contract: string): OperatorAnswer =>
    async ({ path }, ask) => {
      const answer = await ask();
      if (path !== '/v2/info' && path !== '/v2/pox') return answer;
      const told: Record<string, unknown> = JSON.parse(await answer.text());
      return Response.json(
        path === '/v2/info'
          ? { ...told, network_id: chainId }
          : { ...told, pox_5_sbtc_contract: contract },
      );
    };
  const theirs = contracts.sbtc.replace(/\..*/, '.theirs');
  const { fetch, urls } = shownByOperators(url, [saying(theirs), saying(contracts.sbtc)]);
  const gateway = world.another({ fetch, network: { url: urls, network: 'testnet', chainId } });
  const payment = { token: 'sBTC', to: world.addresses[2], amount: 1n } as const;
  const error = await rejectionOf(gateway.transferToken('0', payment));
  expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', retryable: true });
  expect(String(error)).toContain(theirs);
  expect(creationsAt(world.sandbox)).toBe(0);
});
