/**
 * The small shared memory behind lanes, journals and idempotent answers.
 *
 * @module store
 */
export { StoreError } from './errors.js';
export { memoryStore } from './memory-store.js';
export {
  type IoRedisClient,
  type NodeRedisClient,
  type RedisStoreOptions,
  redisStore,
} from './redis-store.js';
export type { Store } from './store.js';
