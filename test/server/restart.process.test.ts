import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { REDIS_URL } from '../support/redis.js';
import {
  freePort,
  type ServeProcess,
  type Servers,
  serversOn,
  type Variables,
} from '../support/serve-process.js';
import { newWorld, sequencesOf, type World } from '../support/world.js';

const VAULTS = Array.from({ length: 10 }, (_, id) => String(id));
const CLIENTS = 40;
const WRITES_EACH = 2;

let world: World;
let servers: Servers;

beforeAll(async () => {
  // Accounts of its own: a Redis that has served another run keeps what theirs have spent.
  world = await newWorld({ funded: VAULTS, seed: randomUUID() });
  servers = serversOn(world.sandbox);
});
afterEach(() => servers.end());
afterAll(async () => {
  servers?.remove();
  await world?.stop();
});

/**
 * Sends requests to a server that says it is ready, as a load balancer does. One whose connection was
 * refused had not been sent, so it goes to the next; nothing else that happens to a request is forgiven.
 */
class Balancer {
  readonly #replicas: string[] = [];
  #ready: readonly string[] = [];
  #isWatching = true;
  /** Requests that have no answer yet. */
  open = 0;

  constructor() {
    void this.#watch();
  }

  add(url: string): void {
    this.#replicas.push(url);
  }

  end(): void {
    this.#isWatching = false;
  }

  async #watch(): Promise<void> {
    while (this.#isWatching) {
      const asked = this.#replicas.map(async (url) => ((await isReady(url)) ? [url] : []));
      this.#ready = (await Promise.all(asked)).flat();
      await sleep(20);
    }
  }

  async send(path: string, init: RequestInit = {}): Promise<Response> {
    for (;;) {
      if (!this.#isWatching) throw new Error('the test is over');
      const url = this.#ready[Math.floor(Math.random() * this.#ready.length)];
      if (url !== undefined) {
        this.open++;
        try {
          return await fetch(`${url}${path}`, init);
        } catch (error) {
          if (!wasRefused(error)) throw error;
        } finally {
          this.open--;
        }
      }
      await sleep(20);
    }
  }
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** No connection came about, so nothing can have been sent. */
function wasRefused(error: unknown): boolean {
  const { cause } = error as { cause?: { syscall?: string } };
  return cause?.syscall === 'connect';
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** What a client was told of a key in the end. */
interface Told {
  readonly vault: string;
  readonly key: string;
  readonly hash: string;
}

/** Writes and reads in turns; asks again, with the same key, for what was not final yet. */
async function client(balancer: Balancer, name: string, vault: string): Promise<Told[]> {
  const told: Told[] = [];
  for (let number = 0; number < WRITES_EACH; number++) {
    const key = `${name}-${number}`;
    let answer: Response;
    do {
      answer = await balancer.send(`/api/token/accountSet/${vault}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify({ configs: { domain: `${key}.example` } }),
      });
    } while (answer.status === 202 && (await answer.text()) !== '');
    const body = (await answer.json()) as { result: { hash: string } };
    expect([answer.status, body]).toEqual([200, expect.anything()]);
    told.push({ vault, key, hash: body.result.hash });
    const read = await balancer.send(`/api/account/balances/${vault}`);
    expect([read.status, await read.json()]).toEqual([200, expect.anything()]);
  }
  return told;
}

/** Load on a first server, which is told to stop in the midst of it; a second one takes over. */
async function underLoad(
  name: string,
  takeOver: (balancer: Balancer) => Promise<ServeProcess>,
): Promise<void> {
  const { sandbox } = world;
  const spentBy = (vault: string) =>
    sequencesOf(sandbox, sandbox.custody.addressOf(vault, 'XRP_TEST')).length;
  const before = new Map(VAULTS.map((vault) => [vault, spentBy(vault)]));
  const balancer = new Balancer();
  try {
    const stopped = takeOver(balancer);
    const clients = Array.from({ length: CLIENTS }, (_, index) =>
      client(balancer, `${name}-${index}`, VAULTS[index % VAULTS.length] ?? ''),
    );
    const [first, told] = await Promise.all([stopped, Promise.all(clients)]);
    expect(await first.ended).toBe(0);
    const keys = told.flat();
    expect(keys).toHaveLength(CLIENTS * WRITES_EACH);
    expect(new Set(keys.map(({ hash }) => hash)).size).toBe(keys.length);
    for (const vault of VAULTS) {
      const ours = keys.filter((one) => one.vault === vault);
      expect(spentBy(vault) - (before.get(vault) ?? 0)).toBe(ours.length);
      const address = sandbox.custody.addressOf(vault, 'XRP_TEST');
      const ledger = JSON.stringify(sandbox.xrpl.transactionsOf(address));
      for (const { hash } of ours) expect(ledger).toContain(hash);
    }
  } finally {
    balancer.end();
  }
}

/** Waits until many requests run, and some are through. */
async function inTheMidst(balancer: Balancer): Promise<void> {
  await expect.poll(() => balancer.open).toBeGreaterThan(CLIENTS / 2);
  await sleep(1_000);
  expect(balancer.open).toBeGreaterThan(CLIENTS / 2);
}

describe('no request is lost', () => {
  test('when a server is stopped, and started again at the same port', { timeout: 120_000 }, () =>
    underLoad('same-port', async (balancer) => {
      const variables = { ...servers.xrpl, PORT: await freePort() };
      const first = servers.start(['xrpl'], variables);
      const url = await first.url;
      balancer.add(url);
      await inTheMidst(balancer);
      first.signal('SIGTERM');
      await first.ended;
      await servers.start(['xrpl'], variables).url;
      return first;
    }),
  );

  test.skipIf(!REDIS_URL)(
    'when a replica, with which it shares its vault accounts, takes a server’s place',
    { timeout: 120_000 },
    () =>
      underLoad('replica', async (balancer) => {
        const variables: Variables = { ...servers.xrpl, REDIS_URL: REDIS_URL ?? '' };
        const first = servers.start(['xrpl'], variables);
        balancer.add(await first.url);
        await inTheMidst(balancer);
        balancer.add(await servers.start(['xrpl'], variables).url);
        await sleep(500);
        expect(balancer.open).toBeGreaterThan(0);
        first.signal('SIGTERM');
        return first;
      }),
  );
});

describe('REDIS_URL', () => {
  test('is refused where nobody answers, and its password is not repeated', async () => {
    const said = await servers.refusal(['xrpl'], {
      ...servers.xrpl,
      REDIS_URL: `redis://me:a-password@127.0.0.1:${await freePort()}`,
    });
    expect(said).toBe('REDIS_URL: there is no Redis that lets this server in (ECONNREFUSED)\n');
  });

  test.skipIf(!REDIS_URL)('keeps no server from ending', async () => {
    const variables = { ...servers.xrpl, REDIS_URL: REDIS_URL ?? '' };
    const server = servers.start(['xrpl'], variables);
    expect((await fetch(`${await server.url}/readyz`)).status).toBe(200);
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('that never answers keeps no server, neither from stopping nor for ever', async () => {
    let isAsked = () => server.signal('SIGTERM');
    const mute = createServer((socket) => {
      socket.on('error', () => undefined);
      isAsked();
    });
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const { port } = mute.address() as AddressInfo;
    const variables = { ...servers.xrpl, REDIS_URL: `redis://127.0.0.1:${port}` };
    const server = servers.start(['xrpl'], variables);
    expect(await server.ended).toBe(0);
    // Nor does it keep one waiting for ever.
    isAsked = () => undefined;
    expect(await servers.refusal(['xrpl'], variables)).toMatch(/^REDIS_URL: there is no Redis/);
    mute.close();
  });

  test.skipIf(!REDIS_URL)('that goes away and comes back is said, and loses nothing', async () => {
    const way = await wayTo(REDIS_URL ?? '');
    const server = servers.start(['xrpl'], { ...servers.xrpl, REDIS_URL: way.url });
    const url = await server.url;
    const ready = async () => (await fetch(`${url}/readyz`)).status;
    const setDomain = async () => {
      const answer = await fetch(`${url}/api/token/accountSet/1`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'without-redis' },
        body: JSON.stringify({ configs: { domain: 'example.com' } }),
      });
      return answer.status;
    };
    const account = world.sandbox.custody.addressOf('1', 'XRP_TEST');
    const spent = () => sequencesOf(world.sandbox, account).length;
    const before = spent();
    expect(await ready()).toBe(200);
    way.hold();
    expect(await ready()).toBe(503);
    way.cut();
    expect([await ready(), await setDomain()]).toEqual([503, 503]);
    way.mend();
    await expect.poll(ready).toBe(200);
    expect([await setDomain(), await setDomain()]).toEqual([200, 200]);
    expect(spent() - before).toBe(1);
    way.cut();
  });
});

/** A way to a Redis that can be held up, cut and mended. */
async function wayTo(redis: string) {
  const { hostname, port } = new URL(redis);
  const sockets = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) sockets.add(socket.on('error', () => undefined));
    return near.pipe(far).pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  server.unref();
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    hold: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    cut: () => {
      isCut = true;
      for (const socket of sockets) socket.destroy();
      sockets.clear();
    },
    mend: () => {
      isCut = false;
    },
  };
}
