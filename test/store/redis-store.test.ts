import { inspect } from 'node:util';
import { Redis as IoRedis } from 'ioredis';
import { createClient, createClientPool } from 'redis';
import { describe, expect, test } from 'vitest';
import { ConfigurationError, StoreError } from '../../src/index.js';
import { redisStore } from '../../src/store/index.js';
import { REDIS_CLIENTS, REDIS_URL } from '../support/redis.js';
import { rejectionOf } from '../support/world.js';

const SECRET = 'hunter2-in-the-url';

/** A client of either kind whose every command fails in the same way. */
const failing = (error: unknown) => {
  const fail = () => Promise.reject(error);
  return [{ get: fail, eval: fail }, { call: fail }];
};

/** All that can be seen of an error. */
function textOf(error: unknown): string {
  return `${inspect(error, { depth: 10, showHidden: true })} ${JSON.stringify(error)} ${error}`;
}

describe('a client that fails', () => {
  const failures: [string, unknown, string][] = [
    [
      'a refused connection',
      Object.assign(new Error(`connect redis://:${SECRET}@10.0.0.1`), { code: 'ECONNREFUSED' }),
      'ECONNREFUSED',
    ],
    [
      'a reply',
      Object.assign(new Error(`READONLY ${SECRET}`), { command: { args: [SECRET] } }),
      'READONLY',
    ],
    ['words', new TypeError(`wrong URL redis://user:${SECRET}@host`), 'TypeError'],
    ['a code that is none', Object.assign(new Error('x'), { code: SECRET }), 'Error'],
    ['no error at all', SECRET, 'unexpected'],
  ];
  for (const [what, failure, expected] of failures) {
    test(`with ${what} is a StoreError without a secret`, async () => {
      for (const client of failing(failure)) {
        const store = redisStore(client as Parameters<typeof redisStore>[0]);
        for (const call of [
          () => store.get('key'),
          () => store.setIfAbsent('key', SECRET),
          () => store.compareAndSet('key', SECRET, SECRET),
          () => store.delete('key'),
        ]) {
          const error = await rejectionOf(call());
          expect(error).toBeInstanceOf(StoreError);
          expect(error).toMatchObject({ code: 'STORE', retryable: true });
          expect(textOf(error)).toContain(expected);
          expect(textOf(error)).not.toContain(SECRET);
        }
      }
    });
  }

  test('by throwing before there is a promise does not make the store throw', async () => {
    const store = redisStore({
      call: () => {
        throw new Error(SECRET);
      },
    });
    expect(textOf(await rejectionOf(store.get('key')))).not.toContain(SECRET);
  });

  test('by answering nonsense is believed in nothing', async () => {
    for (const answer of [undefined, 'OK', 2, {}, Number.NaN]) {
      const store = redisStore({ call: async () => answer });
      await expect(store.setIfAbsent('key', '1')).rejects.toThrow(StoreError);
      await expect(store.delete('key')).rejects.toThrow(StoreError);
    }
    for (const answer of [7, Buffer.from('x'), ['x']]) {
      await expect(redisStore({ call: async () => answer }).get('key')).rejects.toThrow(StoreError);
    }
  });
});

test('a client without promises does not say that a key is missing', async () => {
  // Such as `client.legacy()` of the package redis, whose methods answer callbacks.
  const legacy = { get: () => undefined, eval: () => undefined };
  const error = await rejectionOf(redisStore(legacy as never).get('key'));
  expect(error).toBeInstanceOf(StoreError);
});

test.each([undefined, null, 'redis://:secret@host', {}, { get: 1 }])(
  'what is no client is refused',
  (client) => {
    expect(() => redisStore(client as never)).toThrow(ConfigurationError);
    expect(() => redisStore(client as never)).not.toThrow(/secret/);
  },
);

test('a prefix that is none is refused', () => {
  const client = { call: async () => null };
  expect(() => redisStore(client, { prefix: 7 as never })).toThrow(ConfigurationError);
});

describe.skipIf(!REDIS_URL)('with a real Redis', () => {
  const url = REDIS_URL ?? '';

  test('both clients see one another’s values, under the prefix and nowhere else', async () => {
    const one = await REDIS_CLIENTS.redis('test-prefix:');
    const other = await REDIS_CLIENTS.ioredis('test-prefix:');
    const elsewhere = await REDIS_CLIENTS.ioredis('test-elsewhere:');
    const raw = new IoRedis(url);
    try {
      await one.store.delete('shared');
      expect(await one.store.setIfAbsent('shared', 'ü', 60_000)).toBe(true);
      expect(await other.store.get('shared')).toBe('ü');
      expect(await elsewhere.store.get('shared')).toBeUndefined();
      expect(await raw.get('test-prefix:shared')).toBe('ü');
      expect(await raw.pttl('test-prefix:shared')).toBeGreaterThan(50_000);
      expect(await other.store.compareAndSet('shared', 'ü', 'v')).toBe(true);
      expect(await raw.pttl('test-prefix:shared')).toBe(-1);
      expect(await other.store.delete('shared', 'v')).toBe(true);
    } finally {
      raw.disconnect();
      await Promise.all([one, other, elsewhere].map((each) => each.close()));
    }
  });

  test('a pool will do, and a password that is wrong is not told', async () => {
    const pool = createClientPool({ url });
    await pool.connect();
    const store = redisStore(pool, { prefix: `test-pool:${Date.now()}:` });
    expect(await store.setIfAbsent('a', '1', 1_000)).toBe(true);
    expect(await store.get('a')).toBe('1');
    pool.destroy();

    const { host } = new URL(url);
    const wrong = new IoRedis(`redis://someone:${SECRET}@${host}`, { maxRetriesPerRequest: 0 });
    wrong.on('error', () => undefined);
    const error = await rejectionOf(redisStore(wrong).get('a'));
    wrong.disconnect();
    expect(error).toBeInstanceOf(StoreError);
    expect(textOf(error)).not.toContain(SECRET);
  });

  test('a client that is closed fails, rather than wait', async () => {
    const closed = createClient({ url, disableOfflineQueue: true });
    await expect(redisStore(closed).get('a')).rejects.toThrow(StoreError);
    const { store, close } = await REDIS_CLIENTS.ioredis();
    await close();
    await expect(store.setIfAbsent('a', '1')).rejects.toThrow(StoreError);
  });
});
