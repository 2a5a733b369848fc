import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fetch } from '../../src/core/http.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

/** What is signed comes from the caller or from constants, whatever a node says of a token. */

let world: StacksTestWorld;
beforeAll(async () => {
  world = await newStacksWorld();
});
afterAll(() => world.stop());

/** Says of sBTC that it is another token, and that it has no decimals. */
const lying =
  (asked: string[]): Fetch =>
  async (url, init) => {
    const { pathname } = new URL(url);
    asked.push(pathname);
    const answer = await fetch(url, init);
    if (pathname.endsWith('/get-decimals')) {
      return Response.json({ okay: true, result: '0x070100000000000000000000000000000000' });
    }
    if (pathname !== '/v2/pox') return answer;
    const facts = (await answer.json()) as object;
    const usdcx = 'ST1PQHQKV0RJXZFY1DGX8MNSNYVE3VGZJSRTPGZGM.usdcx';
    return Response.json({ ...facts, pox_5_sbtc_contract: usdcx });
  };

test('a node that names another token for sBTC, or other decimals, changes nothing', async () => {
  const { sandbox, addresses } = world;
  const { sbtc } = sandbox.stacks.contracts;
  sandbox.stacks.mintToken(sbtc, addresses[0], 100_000_000n);
  const asked: string[] = [];
  const gateway = world.another({ fetch: lying(asked) });
  const payment = { recipientAddress: addresses[2], amount: '0.5', assetType: 'sBTC' } as const;
  await gateway.transfer('0', payment);
  expect(sandbox.stacks.tokenBalanceOf(sbtc, addresses[2])).toBe(50_000_000n);
  expect(asked.filter((path) => path.endsWith('/get-decimals') || path === '/v2/pox')).toEqual([]);
});
