import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StacksHistory } from '../../src/stacks/index.js';
import { rejectionOf } from '../support/world.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

/** Two transactions a block. */
const BLOCKS = 560;
const TOTAL = 2 * BLOCKS;

let world: StacksTestWorld;
let ids: readonly string[];

const idsOf = ({ data }: StacksHistory) => data.map((entry) => entry.transaction_hash);
const history = (limit: number, offset = 0, options = {}, gateway = world.strict) =>
  gateway.getTransactionHistory('2', false, limit, offset, options);

/** How many requests a call takes. */
async function requests(call: () => Promise<unknown>): Promise<number> {
  world.sandbox.stacks.clearMessages();
  await call();
  return world.sandbox.stacks.messages.length;
}

beforeAll(async () => {
  world = await newStacksWorld({ stacks: { blockMs: 0 } });
  for (let block = 0; block < BLOCKS; block++) {
    await world.sandbox.stacks.mineAs(world.addresses[2]);
  }
  const all: string[] = [];
  let cursor: string | undefined;
  do {
    const part = await history(200, 0, { cursor });
    all.push(...idsOf(part));
    cursor = part.nextCursor ?? undefined;
  } while (cursor !== undefined);
  ids = all;
});
afterAll(() => world.stop());

describe('a long history', () => {
  test('is walked through by its cursors, each transaction once', () => {
    expect(ids).toHaveLength(TOTAL);
    expect(new Set(ids).size).toBe(TOTAL);
  });

  test.each([
    [1, 0],
    [50, 0],
    [130, 70],
    [200, 1_000],
    [7, 999],
  ])('gives %i entries behind %i others', async (limit, offset) => {
    const part = await history(limit, offset);
    expect(idsOf(part)).toEqual(ids.slice(offset, offset + limit));
    const cursor = part.nextCursor ?? undefined;
    const end = offset + limit;
    expect(cursor === undefined).toBe(end >= TOTAL);
    if (cursor) expect(idsOf(await history(3, 0, { cursor }))).toEqual(ids.slice(end, end + 3));
  });

  test('has an end, and nothing behind it', async () => {
    const part = await history(200, 1_000);
    expect(part).toMatchObject({ data: { length: 120 }, nextCursor: null });
    const { data } = await world.strict.getTransactionHistory('1', false, 5, 5);
    expect(data).toEqual([]);
  });

  test('is walked through no further than 1,000 entries, in no more requests than that takes', async () => {
    expect(await requests(() => history(10, 1_000))).toBeLessThanOrEqual(21);
    const error = await rejectionOf(history(10, 1_001));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'offset' } });
    expect(String(error)).toMatch(/1000 at most; continue from a part with its nextCursor/);
    const cursor = (await history(200, 1_000 - 200)).nextCursor ?? '';
    expect(await requests(() => history(10, 0, { cursor }))).toBe(1);
  });

  test('is given from its beginning, as far as that is to be walked to', async () => {
    const oldest = [...ids].reverse();
    const tail = await history(200, 0, { order: 'asc' });
    expect(tail).toEqual({ ...tail, nextCursor: null });
    expect(idsOf(tail)).toEqual(oldest.slice(0, 200));
    expect(idsOf(await history(20, 130, { order: 'asc' }))).toEqual(oldest.slice(130, 150));
    const error = await rejectionOf(history(20, 50, { order: 'asc' }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'order' } });
  });

  test.each([
    ['offset', 5, { cursor: '1:2:3' }],
    ['order', 0, { cursor: '1:2:3', order: 'asc' }],
    ['cursor', 0, { cursor: 'offset:3' }],
    ['cursor', 0, { cursor: '' }],
    ['cursor', 0, { cursor: 5 }],
  ])('refuses a wrong %s', async (field, offset, options) => {
    const error = await rejectionOf(history(10, offset, options));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { field } });
  });

  test('of an older API is jumped into, and goes on by cursors as well', async () => {
    world.sandbox.stacks.setApi({ release: '8.13.1' });
    const older = world.another();
    try {
      await history(1, 0, {}, older);
      expect(await requests(() => history(20, 1_090, {}, older))).toBe(1);
      const part = await history(20, 1_080, {}, older);
      expect(idsOf(part)).toEqual(ids.slice(1_080, 1_100));
      const cursor = part.nextCursor ?? undefined;
      const rest = await history(200, 0, { cursor }, older);
      expect([idsOf(rest), rest.nextCursor]).toEqual([ids.slice(1_100), null]);
      const first = await history(20, 0, { order: 'asc' }, older);
      expect(idsOf(first)).toEqual([...ids].reverse().slice(0, 20));
      const foreign = await rejectionOf(history(5, 0, { cursor: '1:2:3' }, older));
      expect(foreign).toMatchObject({ details: { field: 'cursor' } });
    } finally {
      world.sandbox.stacks.setApi({ release: '9.7.1' });
    }
  });

  test('is kept for a while where that is asked for, its cursor as well', async () => {
    const first = await world.strict.getTransactionHistory('2', false, 30, 0);
    const again = () => world.strict.getTransactionHistory('2', true, 30, 0);
    expect(await again()).toEqual(first);
    expect(await requests(again)).toBe(0);
    const cursor = first.nextCursor ?? undefined;
    const next = await world.strict.getTransactionHistory('2', true, 30, 0, { cursor });
    expect(idsOf(next)).toEqual(ids.slice(30, 60));
  });
});
