import { afterEach, beforeEach, expect, it } from 'vitest';
import { newWorld, sequencesOf, type World } from '../support/world.js';

const LIAR = 'https://liar.example.com';

let world: World;
beforeEach(async () => {
  world = await newWorld();
});
afterEach(() => world.stop());

/** To three operators, the first of which changes what it says. */
function gatewayWith(lie: (text: string) => string | Promise<never>) {
  const { url, networkId } = world.sandbox.xrpl;
  return world.another({
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
      return new Response(await lie(await (await fetch(url, init)).text()));
    },
  });
}

/** Pays three times by Ticket; returns how often Tickets were created. */
async function payByTicket(lie: (text: string) => string | Promise<never>): Promise<number> {
  const gateway = gatewayWith(lie);
  const { custody, xrpl } = world.sandbox;
  const payee = custody.addressOf('1', 'XRP_TEST');
  const before = xrpl.balanceOf(payee);
  const options = { native: false, useTickets: true, confirmTimeoutMs: 5_000 };
  for (const idempotencyKey of ['first', 'second', 'third']) {
    const payment = { to: payee, amount: 1_000_000n };
    const { status } = await gateway.transfer('0', payment, { idempotencyKey, ...options });
    expect(status).toBe('confirmed');
  }
  expect(xrpl.balanceOf(payee) - before).toBe(3_000_000n);
  return sequencesOf(world.sandbox, custody.addressOf('0', 'XRP_TEST')).filter(Number).length;
}

const tickets = (text: string, change: (all: readonly unknown[]) => readonly unknown[]) => {
  const answer: { result: { account_objects?: readonly unknown[] } } = JSON.parse(text);
  const { account_objects: all } = answer.result;
  if (all) answer.result.account_objects = change(all);
  return JSON.stringify(answer);
};
const invented = [1, 1, 2].map((n) => ({
  LedgerEntryType: 'Ticket',
  TicketSequence: 900_000_000 + n,
}));

it.each([
  [
    'raises the account’s number',
    (text: string) =>
      text.replaceAll(/"Sequence":\s*(\d+)/g, (_, own) => `"Sequence":${Number(own) + 3}`),
  ],
  ['invents Tickets', (text: string) => tickets(text, (all) => [...invented, ...all])],
  ['hides Tickets', (text: string) => tickets(text, () => [])],
  [
    'never says what Tickets there are',
    (text: string) => (text.includes('account_objects') ? new Promise<never>(() => {}) : text),
  ],
])('one of three operators that %s holds up no payment by Ticket', async (_, lie) => {
  expect(await payByTicket(lie)).toBe(1);
});
