import { ConfigurationError } from '../core/errors.js';
import { knownOptions } from '../core/known-options.js';
import { StoreError, storeFailure } from './errors.js';
import { checkTimeToLive, type Store } from './store.js';

/** The part that is used of a client of the package `redis`: a client, a pool, a cluster or a sentinel. */
export interface NodeRedisClient {
  /** The command GET: a key's value, or `null`. */
  get(key: string): Promise<unknown>;
  /** The command EVAL: runs a script of Lua as one step. */
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

/** The part that is used of a client of the package `ioredis`: a `Redis` or a `Cluster`. */
export interface IoRedisClient {
  /** Any command, by its name. */
  call(command: string, ...args: string[]): Promise<unknown>;
}

/** The options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** The prefix of all keys, so that other applications can use the same database. Default `custody-gateways:`. */
  readonly prefix?: string;
}

/** Redis counts milliseconds in whole numbers. */
const LONGEST_TTL_MS = Number.MAX_SAFE_INTEGER;

/** Each script runs as one step; no other command runs in between. ARGV ends with the time to live. */
const SET_IF_ABSENT = `
if ARGV[2] == '' then return redis.call('SET', KEYS[1], ARGV[1], 'NX') and 1 or 0 end
return redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) and 1 or 0`;
const COMPARE_AND_SET = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
if ARGV[3] == '' then redis.call('SET', KEYS[1], ARGV[2])
else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
return 1`;
const DELETE = `return redis.call('DEL', KEYS[1])`;
const DELETE_EXPECTED = `
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`;

/**
 * A {@link Store} in Redis, for any number of processes. It uses the client that you have, of the
 * package `redis` or `ioredis`, and leaves connecting and closing it to you. Every method is one
 * command, and needs one round trip.
 *
 * What depends on the store is as durable as the Redis behind it: choose `noeviction`, and a persistence that fits.
 * Configure the client so that commands fail instead of waiting while there is no connection (`disableOfflineQueue`
 * of `redis`, `enableOfflineQueue: false` of `ioredis`), and are not sent again after a connection broke
 * (`autoResendUnfulfilledCommands: false` of `ioredis`): the second command would find the result of the first and
 * report that it did nothing. `ioredis` then never answers a command that was under way when its connection broke:
 * give it a `commandTimeout` as well.
 *
 * @throws ConfigurationError naming `client` or `prefix`.
 * @throws StoreError from every method, when Redis cannot be reached; it repeats nothing of the client's message,
 * which may hold the URL with its password.
 *
 * @example
 * ```ts
 * import { redisStore } from 'custody-gateways/store';
 * import { createClient } from 'redis';
 *
 * const client = createClient({ url: 'redis://127.0.0.1:6379', disableOfflineQueue: true });
 * // When your service starts: await client.connect();
 * const store = redisStore(client, { prefix: 'payments:' });
 * ```
 */
export function redisStore(
  client: NodeRedisClient | IoRedisClient,
  options: RedisStoreOptions = {},
): Store {
  knownOptions(options, { prefix: 'string' });
  const { prefix = 'custody-gateways:' } = options;
  const { get, run } = dialectOf(client);
  const says = async (script: string, key: string, ...args: string[]): Promise<boolean> => {
    const answer = await answerOf(() => run(script, prefix + key, args));
    // A client may be configured to return numbers as text.
    if (Number(answer) === 1) return true;
    if (Number(answer) === 0) return false;
    throw new StoreError('an answer that is neither yes nor no');
  };
  return {
    async get(key) {
      const value = await answerOf(() => get(prefix + key));
      if (value === null) return undefined;
      if (typeof value !== 'string') throw new StoreError('a value that is not text');
      return value;
    },
    async setIfAbsent(key, value, ttlMs) {
      return says(SET_IF_ABSENT, key, value, timeToLive(ttlMs));
    },
    async compareAndSet(key, expected, value, ttlMs) {
      return says(COMPARE_AND_SET, key, expected, value, timeToLive(ttlMs));
    },
    async delete(key, expected) {
      return expected === undefined ? says(DELETE, key) : says(DELETE_EXPECTED, key, expected);
    },
  };
}

interface Dialect {
  get(key: string): Promise<unknown>;
  run(script: string, key: string, args: string[]): Promise<unknown>;
}

/** @throws ConfigurationError when it is a client of neither package. */
function dialectOf(client: NodeRedisClient | IoRedisClient): Dialect {
  if (typeof client === 'object' && client !== null) {
    if ('call' in client && typeof client.call === 'function') {
      return {
        get: (key) => client.call('GET', key),
        run: (script, key, args) => client.call('EVAL', script, '1', key, ...args),
      };
    }
    if ('eval' in client && typeof client.eval === 'function') {
      return {
        get: (key) => client.get(key),
        run: (script, key, args) => client.eval(script, { keys: [key], arguments: args }),
      };
    }
  }
  throw new ConfigurationError('client', 'must be a client of the package redis or ioredis');
}

async function answerOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    return await work();
  } catch (error) {
    throw storeFailure(error);
  }
}

function timeToLive(ttlMs: number | undefined): string {
  if (ttlMs === undefined) return '';
  checkTimeToLive(ttlMs);
  return String(Math.min(Math.ceil(ttlMs), LONGEST_TTL_MS));
}
