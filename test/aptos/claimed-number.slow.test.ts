import { afterEach, beforeEach, expect, it } from 'vitest';
import { rejectionOf } from '../support/world.js';
import { type AptosWorld, newAptosWorld, sequencesOf } from './support/world.js';

const LIAR = 'https://liar.example.com';
const SUCCESS = { success: true, vm_status: 'Executed successfully' };
const GAS = { gas_used: '9', gas_unit_price: '100' };

let world: AptosWorld;
beforeEach(async () => {
  world = await newAptosWorld();
});
afterEach(() => world.stop());

it('a number that one of three operators invents delays its transaction, and no other', async () => {
  const { fullnodeUrl, indexerUrl, chainId } = world.sandbox.aptos;
  let lies = true;
  /** Claims that the account has spent three numbers more than it has, and that every transaction would succeed. */
  const lying = async (url: string, init?: RequestInit) => {
    const answer = await fetch(url, init);
    const text = await answer.text();
    if (!lies) return new Response(text, answer);
    const claimed = url.includes('/transactions/simulate')
      ? JSON.stringify([{ ...SUCCESS, ...GAS }])
      : text.replace(
          /"sequence_number":"(\d+)"/,
          (_, own) => `"sequence_number":"${Number(own) + 3}"`,
        );
    return new Response(claimed, { status: 200, headers: answer.headers });
  };
  const gateway = world.another({
    network: {
      fullnodeUrl: [
        { url: LIAR, operator: 'liar' },
        { url: fullnodeUrl, operator: 'one' },
        { url: fullnodeUrl.replace('127.0.0.1', 'localhost'), operator: 'other' },
      ],
      indexerUrl,
      chainId,
    },
    fetch: (input, init) => {
      const url = String(input);
      return url.startsWith(LIAR)
        ? lying(url.replace(LIAR, fullnodeUrl), init)
        : fetch(input, init);
    },
  });
  const [payer, payee] = world.addresses;
  const before = world.sandbox.aptos.balanceOf(payee);
  const pay = (idempotencyKey: string) =>
    gateway.transfer(
      '0',
      { to: payee, amount: 1_000n },
      { idempotencyKey, confirmTimeoutMs: 2_000 },
    );
  const error = await rejectionOf(pay('first'));
  expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', details: { status: 'pending' } });
  lies = false;
  for (const key of ['second', 'third', 'fourth']) await pay(key);
  await pay('first');
  expect(sequencesOf(world.sandbox, payer)).toEqual([0, 1, 2, 3]);
  expect(world.sandbox.aptos.balanceOf(payee) - before).toBe(4_000n);
});
