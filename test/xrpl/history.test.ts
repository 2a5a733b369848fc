import { afterAll, beforeAll, expect, it } from 'vitest';
import { rejectionOf } from '../support/rejections.js';
import { newWorld, type World } from '../support/world.js';

let world: World;
beforeAll(async () => {
  world = await newWorld({ funded: ['0'] });
  for (let sent = 0; sent < 12; sent++) {
    await world.gateway.submit('0', { TransactionType: 'AccountSet' });
  }
});
afterAll(() => world.stop());

it('goes back from what is newest to what made the account, each once', async () => {
  const { gateway } = world;
  const first = await gateway.getTransactions('0', { limit: 10 });
  expect(first.transactions).toHaveLength(10);
  const { cursor = '' } = first;
  const rest = await gateway.getTransactions('0', { limit: 10, cursor });
  expect(rest.cursor).toBeUndefined();
  const all = [...first.transactions, ...rest.transactions];
  const types = all.map(({ result }) => result.tx_json.TransactionType);
  expect(types).toEqual([...Array.from({ length: 12 }, () => 'AccountSet'), 'Payment']);
  expect(new Set(all.map(({ result }) => result.hash))).toHaveProperty('size', 13);
  const [newest] = all;
  expect(newest).toEqual(await gateway.getTransaction(String(newest?.result.hash)));
  expect(first.ledgerIndexMax).toBeGreaterThanOrEqual(newest?.result.ledger_index ?? Infinity);
});

it('is in order where a node mixes a page, of one ledger and of several', async () => {
  const mixing: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    if (!String(init?.body).includes('account_tx')) return response;
    const { result } = (await response.json()) as { result: { transactions: object[] } };
    const mixed = result.transactions
      .map((entry, at) => ({ entry, at: (at * 7) % result.transactions.length }))
      .sort((one, other) => one.at - other.at)
      .map(({ entry }) => entry);
    return Response.json({ result: { ...result, transactions: mixed } });
  };
  const batch = Array.from({ length: 3 }, () => ({ TransactionType: 'AccountSet' }));
  await world.gateway.submitBatch('0', batch);
  const straight = await world.gateway.getTransactions('0');
  const page = await world.another({ fetch: mixing }).getTransactions('0');
  expect(page.transactions).toEqual(straight.transactions);
  const places = page.transactions.map(({ result }) => [
    result.ledger_index,
    result.meta.TransactionIndex,
  ]);
  const sorted = places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => c - a || d - b);
  expect(places).toEqual(sorted);
});

it.each([
  ['limit', { limit: 9 }],
  ['limit', { limit: 401 }],
  ['cursor', { cursor: '{' }],
  ['offset', { offset: 1 }],
])('refuses what is no query: %s', async (field, query) => {
  const error = await rejectionOf(world.gateway.getTransactions('0', query as object));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
});
