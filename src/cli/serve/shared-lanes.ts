import { systemClock } from '../../core/clock.js';
import { ConfigurationError } from '../../core/errors.js';
import { withinTime } from '../../core/http.js';
import type { LaneSharing } from '../../gateway/settings.js';
import { aroundCalls } from '../../store/around-calls.js';
import { boundedStore } from '../../store/bounded-store.js';
import { redisStore, type Store } from '../../store/index.js';
import type { Environment, Variable } from './environment.js';

/** How the lanes of a server are shared with its replicas. */
export interface SharedLanes {
  readonly lanes: LaneSharing;
  /** Rejects when the store doesn't answer. Default: nothing is shared. */
  readonly askStore?: () => Promise<void>;
}

/** For a server that does not share its vault accounts. */
export const OWN_LANES: SharedLanes = { lanes: {} };

/** How long Redis may take to answer when the server starts, and the pause between later reconnections. */
const CONNECT_MS = 5_000;
const RECONNECT_MS = 500;

/** How long it may take to answer for `/readyz`, whose callers wait only seconds. */
const READY_MS = 1_000;

/** The Redis of `REDIS_URL`, whose user and password are never repeated. */
export function redisIn(environment: Environment): Variable | undefined {
  const variable = environment.oneOf('REDIS_URL');
  if (!variable) return undefined;
  if (!isRedisUrl(variable.value)) {
    environment.problems.push(
      'REDIS_URL must be a redis:// or rediss:// URL, such as redis://user:password@host:6379/0.',
    );
  }
  return variable;
}

/** Whether the client can read it: the client throws for another path, and for a name that is not escaped correctly. */
function isRedisUrl(text: string): boolean {
  try {
    const { protocol, username, password, pathname } = new URL(text);
    decodeURIComponent(username);
    decodeURIComponent(password);
    return /^rediss?:$/.test(protocol) && /^(?:\/\d*)?$/.test(pathname);
  } catch {
    return false;
  }
}

/** @throws ConfigurationError when the package isn't there, or Redis does not answer. */
export async function lanesIn({ name, value: url }: Variable): Promise<SharedLanes> {
  const { createClient } = await import('redis').catch(() => {
    throw new ConfigurationError(name, 'needs the package redis: npm install redis');
  });
  let isConnected = false;
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: CONNECT_MS,
      reconnectStrategy: () => isConnected && RECONNECT_MS,
    },
  });
  // Each request to the store reports its own error; the message of this one may contain the URL.
  client.on('error', () => undefined);
  try {
    const limits = { peer: 'store', timeoutMs: CONNECT_MS, clock: systemClock };
    await withinTime(limits, () => client.connect());
  } catch (error) {
    // A connection without a completed handshake would keep the process running.
    if (client.isOpen) client.destroy();
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new ConfigurationError(name, `there is no Redis that lets this server in${code}`);
  }
  isConnected = true;
  const store = whileAsked(redisStore(client), client);
  // A Redis may keep its connections without answering, which only a request shows.
  const asked = boundedStore(store, READY_MS, systemClock);
  return { lanes: { store }, askStore: () => asked.get('readyz').then(() => undefined) };
}

/**
 * A connection keeps the process running only while a request is under way, so that the process ends with its
 * last work.
 */
function whileAsked(store: Store, client: { ref(): void; unref(): void }): Store {
  let asked = 0;
  client.unref();
  return aroundCalls(store, async (call) => {
    if (asked++ === 0) client.ref();
    try {
      return await call();
    } finally {
      if (--asked === 0) client.unref();
    }
  });
}
