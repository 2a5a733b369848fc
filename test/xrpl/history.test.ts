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

it.each([
  ['limit', { limit: 9 }],
  ['limit', { limit: 401 }],
  ['cursor', { cursor: '{' }],
  ['offset', { offset: 1 }],
])('refuses what is no query: %s', async (field, query) => {
  const error = await rejectionOf(world.gateway.getTransactions('0', query as object));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
});
