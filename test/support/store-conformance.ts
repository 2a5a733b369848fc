import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import type { Store } from '../../src/store/index.js';
import { runs } from './runs.js';

export interface StoreUnderTest {
  readonly store: Store;
  /** Another connection to the same store, where there is such a thing. */
  readonly other?: Store;
  /** Lets time pass. */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

const key = fc.constantFrom('a', 'b', '__proto__', '', 'ключ', 'a b\r\n*1');
const value = fc.constantFrom('1', '2', '', '0', 'nil', 'ü€😀\u0000\r\n', '{"a":[1]}');
const ttl = fc.option(fc.integer({ min: 60_000, max: 90_000 }), { nil: undefined });
const step = fc.oneof(
  fc.record({ do: fc.constant('get' as const), key }),
  fc.record({ do: fc.constant('set' as const), key, value, ttl }),
  fc.record({ do: fc.constant('swap' as const), key, expected: value, value, ttl }),
  fc.record({
    do: fc.constant('delete' as const),
    key,
    expected: fc.option(value, { nil: undefined }),
  }),
);

/** By a real clock what is about to expire has to be read before: on a busy machine too. */
const SHORT_MS = 1_000;

/** What every store does, whatever it is made of. */
export function storeConformance(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(name, () => {
    let subject: StoreUnderTest;
    let store: Store;
    beforeEach(async () => {
      subject = await open();
      store = subject.store;
    });
    afterEach(() => subject.close());

    test('does what a map does, whatever happens in whatever order', async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
          const model = new Map<string, string>();
          for (const each of steps) {
            const current = model.get(each.key);
            if (each.do === 'get') {
              expect(await store.get(each.key)).toBe(current);
            } else if (each.do === 'set') {
              const free = current === undefined;
              if (free) model.set(each.key, each.value);
              expect(await store.setIfAbsent(each.key, each.value, each.ttl)).toBe(free);
            } else if (each.do === 'swap') {
              const hit = current === each.expected;
              if (hit) model.set(each.key, each.value);
              const swapped = store.compareAndSet(each.key, each.expected, each.value, each.ttl);
              expect(await swapped).toBe(hit);
            } else {
              const isThere = current !== undefined;
              const hit = isThere && (each.expected === undefined || each.expected === current);
              if (hit) model.delete(each.key);
              expect(await store.delete(each.key, each.expected)).toBe(hit);
            }
          }
          for (const left of model.keys()) await store.delete(left);
        }),
        runs(100),
      );
    });

    test('lets one of many win', async () => {
      const { other = store } = subject;
      const both = (index: number) => (index % 2 === 0 ? store : other);
      const winnersOf = async (attempt: (store: Store, index: number) => Promise<boolean>) => {
        const tries = Array.from({ length: 50 }, (_, index) => attempt(both(index), index));
        return (await Promise.all(tries)).filter(Boolean).length;
      };
      expect(await winnersOf((one, index) => one.setIfAbsent('lock', `${index}`))).toBe(1);
      const held = (await store.get('lock')) ?? '';
      expect(
        await winnersOf((one, index) => one.compareAndSet('lock', held, `next ${index}`)),
      ).toBe(1);
      expect(await winnersOf((one) => one.delete('lock'))).toBe(1);
    });

    test('forgets a value when its time is over, and only then', async () => {
      await store.setIfAbsent('short', 'mine', SHORT_MS);
      await store.setIfAbsent('long', 'mine', 60_000);
      await store.setIfAbsent('ever', 'mine');
      expect(await store.get('short')).toBe('mine');
      await subject.pass(SHORT_MS + 50);
      expect(await store.get('short')).toBeUndefined();
      expect(await store.compareAndSet('short', 'mine', 'again')).toBe(false);
      expect(await store.delete('short', 'mine')).toBe(false);
      expect(await store.setIfAbsent('short', 'yours', 100.5)).toBe(true);
      for (const kept of ['long', 'ever']) expect(await store.get(kept)).toBe('mine');
    });

    test('gives a replaced value the new time, or none', async () => {
      await store.setIfAbsent('prolonged', '1', SHORT_MS);
      await store.setIfAbsent('kept', '1', SHORT_MS);
      await store.setIfAbsent('shortened', '1');
      await store.compareAndSet('prolonged', '1', '2', 60_000);
      await store.compareAndSet('kept', '1', '2');
      await store.compareAndSet('shortened', '1', '2', SHORT_MS);
      // One that fails changes nothing, the time to live included.
      await store.compareAndSet('kept', '1', '3', 50);
      await subject.pass(SHORT_MS + 50);
      expect(await store.get('prolonged')).toBe('2');
      expect(await store.get('kept')).toBe('2');
      expect(await store.get('shortened')).toBeUndefined();
    });

    test('takes a time that is longer than anybody lives', async () => {
      await store.setIfAbsent('absent', '1', Number.POSITIVE_INFINITY);
      await store.compareAndSet('absent', '1', '2', Number.MAX_VALUE);
      expect(await store.get('absent')).toBe('2');
    });

    test.each([0, -1, Number.NaN])(
      'refuses a time to live of %s: a lock that holds nobody off is none',
      async (ttlMs) => {
        await store.setIfAbsent('there', '1');
        for (const refused of [
          () => store.setIfAbsent('lock', 'mine', ttlMs),
          () => store.compareAndSet('there', '1', '2', ttlMs),
        ]) {
          await expect(refused()).rejects.toThrow(InvalidInputError);
        }
        expect(await store.get('lock')).toBeUndefined();
        expect(await store.get('there')).toBe('1');
      },
    );

    test('keeps a large value whole', async () => {
      const large = '0123456789é'.repeat(100_000);
      await store.setIfAbsent('large', large);
      expect(await store.compareAndSet('large', large, `${large}!`)).toBe(true);
      expect(await store.get('large')).toBe(`${large}!`);
    });
  });
}
