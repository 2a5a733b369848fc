import { afterEach, beforeEach, expect, it } from 'vitest';
import type { XrplGateway } from '../../src/xrpl/index.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

const LIAR = 'https://liar.example.com';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});
afterEach(() => world.stop());

/** To three operators, the first of which claims that the account has spent three numbers more than it has. */
function lyingFirst(): { gateway: XrplGateway; liar: { lies: boolean } } {
  const { url, networkId } = world.sandbox.xrpl;
  const liar = { lies: true };
  const gateway = world.another({
    network: {
      url: [
        { url: LIAR, operator: 'liar' },
        { url, operator: 'one' },
        { url: url.replace('127.0.0.1', 'localhost'), operator: 'other' },
      ],
      networkId,
    },
    fetch: async (input, init) => {
      if (!String(input).startsWith(LIAR)) return fetch(input, init);
      const text = await (await fetch(url, init)).text();
      const raised = (_: string, sequence: string) => `"Sequence":${Number(sequence) + 3}`;
      return new Response(liar.lies ? text.replaceAll(/"Sequence":\s*(\d+)/g, raised) : text);
    },
  });
  return { gateway, liar };
}

it('a number that one of three operators invents delays its transaction, and no other', async () => {
  const { gateway, liar } = lyingFirst();
  const { custody, xrpl } = world.sandbox;
  const [payer, payee] = ['0', '1'].map((id) => custody.addressOf(id, 'XRP_TEST'));
  const before = xrpl.balanceOf(payee ?? '');
  const pay = (idempotencyKey: string) => {
    const payment = { to: payee ?? '', amount: 1_000_000n };
    return gateway.transfer('0', payment, {
      idempotencyKey,
      native: false,
      confirmTimeoutMs: 2_000,
    });
  };
  const error = await rejectionOf(pay('first'));
  expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', details: { status: 'pending' } });
  liar.lies = false;
  for (const key of ['second', 'third', 'fourth']) await pay(key);
  await pay('first');
  expect(sequencesOf(world.sandbox, payer ?? '')).toHaveLength(4);
  expect(xrpl.balanceOf(payee ?? '') - before).toBe(4_000_000n);
});
