import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { runs } from '../support/runs.js';

/** What a store is, in the simplest words: a list of what was written, with its end. */
class Model {
  entries: { key: string; value: string; endsAt: number }[] = [];
  now = 0;

  get(key: string): string | undefined {
    return this.entries.find((entry) => entry.key === key && entry.endsAt > this.now)?.value;
  }

  write(key: string, value: string, ttlMs: number | undefined): void {
    this.remove(key);
    this.entries.push({ key, value, endsAt: ttlMs === undefined ? Infinity : this.now + ttlMs });
  }

  remove(key: string): void {
    this.entries = this.entries.filter((entry) => entry.key !== key);
  }
}

const key = fc.constantFrom('a', 'b', '__proto__', '');
const value = fc.constantFrom('1', '2', '');
const ttl = fc.option(fc.integer({ min: 1, max: 50 }), { nil: undefined });
const step = fc.oneof(
  fc.record({ do: fc.constant('get' as const), key }),
  fc.record({ do: fc.constant('set' as const), key, value, ttl }),
  fc.record({ do: fc.constant('swap' as const), key, expected: value, value, ttl }),
  fc.record({
    do: fc.constant('delete' as const),
    key,
    expected: fc.option(value, { nil: undefined }),
  }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 60 }) }),
);

describe('memoryStore', () => {
  it('does what the model does, whatever happens in whatever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const clock = new FakeClock(0);
        const store = memoryStore({ clock });
        const model = new Model();
        for (const each of steps) {
          if (each.do === 'pass') {
            clock.pass(each.ms);
            model.now += each.ms;
            continue;
          }
          const current = model.get(each.key);
          if (each.do === 'get') {
            expect(await store.get(each.key)).toBe(current);
          } else if (each.do === 'set') {
            const free = current === undefined;
            if (free) model.write(each.key, each.value, each.ttl);
            expect(await store.setIfAbsent(each.key, each.value, each.ttl)).toBe(free);
          } else if (each.do === 'swap') {
            const hit = current === each.expected;
            if (hit) model.write(each.key, each.value, each.ttl);
            expect(await store.compareAndSet(each.key, each.expected, each.value, each.ttl)).toBe(
              hit,
            );
          } else {
            const hit =
              current !== undefined && (each.expected === undefined || each.expected === current);
            if (hit) model.remove(each.key);
            expect(await store.delete(each.key, each.expected)).toBe(hit);
          }
        }
      }),
      runs(500),
    );
  });

  it('forgets a value the very moment its time is over', async () => {
    const clock = new FakeClock();
    const store = memoryStore({ clock });
    await store.setIfAbsent('lock', 'mine', 1_000);
    clock.pass(999);
    expect(await store.get('lock')).toBe('mine');
    expect(await store.setIfAbsent('lock', 'yours', 1_000)).toBe(false);
    clock.pass(1);
    expect(await store.get('lock')).toBeUndefined();
    expect(await store.compareAndSet('lock', 'mine', 'mine again')).toBe(false);
    expect(await store.delete('lock', 'mine')).toBe(false);
    expect(await store.setIfAbsent('lock', 'yours', 1_000)).toBe(true);
  });

  it('keeps working, and keeps what is alive, through very many short-lived values', async () => {
    const clock = new FakeClock();
    const store = memoryStore({ clock });
    await store.setIfAbsent('kept', 'for ever');
    for (let index = 0; index < 5_000; index++) {
      await store.setIfAbsent(`nonce ${index}`, '1', 10);
      clock.pass(1);
    }
    expect(await store.get('kept')).toBe('for ever');
    expect(await store.get('nonce 4995')).toBe('1');
    expect(await store.get('nonce 4985')).toBeUndefined();
  });
});
