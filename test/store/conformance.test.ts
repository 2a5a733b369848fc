import { randomUUID } from 'node:crypto';
import { describe } from 'vitest';
import { memoryStore } from '../../src/store/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { REDIS_CLIENTS, REDIS_URL } from '../support/redis.js';
import { storeConformance } from '../support/store-conformance.js';

storeConformance('memoryStore', async () => {
  const clock = new FakeClock();
  return {
    store: memoryStore({ clock }),
    pass: async (ms) => clock.pass(ms),
    close: async () => undefined,
  };
});

describe.skipIf(!REDIS_URL)('redisStore', () => {
  for (const [name, connect] of Object.entries(REDIS_CLIENTS)) {
    storeConformance(`with ${name}`, async () => {
      const prefix = `test:${randomUUID()}:`;
      const [one, other] = await Promise.all([connect(prefix), connect(prefix)]);
      return {
        store: one.store,
        other: other.store,
        pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
        close: async () => {
          await Promise.all([one.close(), other.close()]);
        },
      };
    });
  }
});
