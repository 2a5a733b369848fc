import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fundVaults } from '../../src/cli/vaults.js';
import { aptosHandler, type HttpHandler, stacksHandler, xrplHandler } from '../../src/handlers.js';
import type { ApprovalPolicy, Sandbox } from '../../src/sandbox/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { newAptosWorld } from '../aptos/support/world.js';
import { newStacksWorld } from '../stacks/support/world.js';
import { filled, GATEWAYS } from '../support/gateways.js';
import { newWorld } from '../support/world.js';

/** What is given to a gateway, to watch all that it does. */
interface Watch {
  readonly fetch: typeof fetch;
  readonly journal: Store;
  readonly store: Store;
}

interface Watched {
  readonly sandbox: Sandbox;
  handler(mode: string): HttpHandler;
  /** Has a transaction of vault account 0 wait for its approval. */
  hold(): Promise<unknown>;
  stop(): Promise<void>;
}

const STARTS: Readonly<
  Record<string, (approvals: ApprovalPolicy, watch: Watch) => Promise<Watched>>
> = {
  xrpl: async (approvals, { store, ...watch }) => {
    const world = await newWorld({ approvals, funded: [] });
    const another = (mode: string) =>
      world.another({ ...watch, lanes: { mode: mode as 'serial', store } });
    return {
      ...world,
      handler: (mode) => xrplHandler(another(mode)),
      hold: () => another('serial').accountSet('0', { configs: { tickSize: 5 } }),
    };
  },
  aptos: async (approvals, { store, ...watch }) => {
    const world = await newAptosWorld({ approvals });
    const another = (mode: string) =>
      world.another({ ...watch, lanes: { mode: mode as 'serial', store } });
    const to = world.addresses[1];
    return {
      ...world,
      handler: (mode) => aptosHandler(another(mode)),
      hold: () => another('serial').transfer('0', { to, amount: 1n }),
    };
  },
  stacks: async (approvals, { store, ...watch }) => {
    const world = await newStacksWorld({ approvals });
    const another = (mode: string) =>
      world.another({ ...watch, lanes: { mode: mode as 'serial', store } });
    const to = world.addresses[1];
    return {
      ...world,
      handler: (mode) => stacksHandler(another(mode)),
      hold: () => another('serial').transfer('0', { to, amount: 1n }),
    };
  },
};

/** How a node is given a transaction. */
const SUBMISSION = /"method":"submit"|\/v1\/transactions"? POST|\/v2\/transactions"? POST/;

describe.each(GATEWAYS)('however $name is used, its previews', ({ name, routes }) => {
  const writes = routes.filter(({ route }) => route.kind === 'write');
  const written: string[] = [];
  const submitted: string[] = [];
  let isHeld = false;
  let world: Watched;
  const watch = (label: string): Store => {
    const store = memoryStore();
    const noted = (method: string, key: string) => {
      if (!isHeld) written.push(`${label} ${method} ${key}`);
    };
    return {
      get: (key) => store.get(key),
      setIfAbsent: (key, ...given) => {
        noted('setIfAbsent', key);
        return store.setIfAbsent(key, ...given);
      },
      compareAndSet: (key, ...given) => {
        noted('compareAndSet', key);
        return store.compareAndSet(key, ...given);
      },
      delete: (key, ...given) => {
        noted('delete', key);
        return store.delete(key, ...given);
      },
    };
  };
  beforeAll(async () => {
    const watching: typeof fetch = (input, init) => {
      const question = `${input} ${init?.method} ${typeof init?.body === 'string' ? init.body : ''}`;
      if (SUBMISSION.test(question)) submitted.push(question);
      return fetch(input, init);
    };
    const start = STARTS[name];
    if (!start) throw new Error(`There is no ${name}.`);
    world = await start('manual', {
      fetch: watching,
      journal: watch('journal'),
      store: watch('store'),
    });
    await fundVaults(world.sandbox);
  });
  afterAll(() => world.stop());

  const creations = () =>
    world.sandbox.custody.messages.filter(({ method }) => method !== 'GET').length;

  async function previewAll(mode: string): Promise<number> {
    const handler = world.handler(mode);
    const answered = await Promise.all(
      writes.map(async ({ path, vault, example }) => {
        const parts = { vaultAccountId: vault, vaultId: vault };
        const response = await handler(
          new Request(`http://localhost${filled(path, parts)}/preview`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', 'idempotency-key': 'seen-first' },
            body: JSON.stringify(example),
          }),
        );
        const { summary } = JSON.parse(await response.text());
        return response.status === 200 && typeof summary === 'string';
      }),
    );
    return answered.filter(Boolean).length;
  }

  const modes = name === 'xrpl' ? ['serial', 'pipeline', 'tickets'] : ['serial', 'pipeline'];
  test.each(modes)('take, write and send nothing in %s lanes, all at once', async (mode) => {
    expect(await previewAll(mode)).toBeGreaterThan(writes.length / 3);
    expect([written, submitted, creations()]).toEqual([[], [], 0]);
  });

  test('wait for nobody’s approval, and take no number from who waits', async () => {
    isHeld = true;
    const held = world.hold();
    held.catch(() => undefined);
    await expect.poll(creations).toBe(1);
    isHeld = false;
    written.length = 0;
    expect(await previewAll('serial')).toBeGreaterThan(writes.length / 3);
    const own = written.filter((line) => !line.startsWith('store'));
    expect([own, submitted, creations()]).toEqual([[], [], 1]);
    const { custody } = world.sandbox;
    for (const { id } of custody.transactions) custody.approve(id);
    await held;
    expect(submitted).not.toEqual([]);
  });
});
