import { randomUUID } from 'node:crypto';
import { Redis as IoRedis } from 'ioredis';
import { createClient } from 'redis';
import { redisStore, type Store } from '../../src/store/index.js';

/** A Redis for tests alone. `.ci/run` starts one; without it the tests that need it are skipped. */
export const REDIS_URL = process.env.TEST_REDIS_URL;

if (!REDIS_URL) {
  process.stderr.write('SKIPPED: all tests with Redis, since TEST_REDIS_URL is not set.\n');
}

export interface RedisConnection {
  readonly store: Store;
  close(): Promise<void>;
}

/** A store through each of the clients, with keys that no other test has. */
export const REDIS_CLIENTS = {
  async redis(prefix = `test:${randomUUID()}:`, url = REDIS_URL ?? ''): Promise<RedisConnection> {
    const client = createClient({ url, disableOfflineQueue: true });
    client.on('error', () => undefined);
    await client.connect();
    return { store: redisStore(client, { prefix }), close: async () => client.destroy() };
  },
  async ioredis(prefix = `test:${randomUUID()}:`, url = REDIS_URL ?? ''): Promise<RedisConnection> {
    const client = new IoRedis(url, { lazyConnect: true, enableOfflineQueue: false });
    client.on('error', () => undefined);
    await client.connect();
    return { store: redisStore(client, { prefix }), close: async () => client.disconnect() };
  },
};
