import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import {
  FireblocksRawSigner,
  type WebhookEvent,
  webhookHandler,
  webhookVerifier,
} from '../../src/fireblocks/index.js';
import { toNodeListener } from '../../src/handlers.js';
import type { WebhookOptions } from '../../src/sandbox/index.js';
import { memoryStore } from '../../src/store/index.js';
import { newWorld, type World, type WorldOptions } from '../support/world.js';

/** Longer than any test: what is read all the same is not read because of a silence. */
const NEVER = 100_000_000;

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

interface Setup extends World {
  readonly received: WebhookEvent[];
  readonly answers: number[];
}

interface SetupOptions {
  readonly silenceMs?: number;
  /** Whether they reach another process than the one that pays. */
  readonly isElsewhere?: boolean;
  readonly webhooks?: WebhookOptions;
  readonly world?: WorldOptions;
}

/** A gateway whose signer is told by real webhooks, over a real server. */
async function start(options: SetupOptions = {}) {
  const { silenceMs = NEVER, isElsewhere = false, webhooks = {}, world: more = {} } = options;
  const world = await newWorld(more);
  stops.push(world.stop);
  const { custody } = world.sandbox;
  const { apiKey, apiSecret, url: basePath } = custody;
  const store = memoryStore();
  const newSigner = () =>
    new FireblocksRawSigner({
      apiKey,
      apiSecret,
      basePath,
      polling: { firstMs: 20, factor: 1, maxMs: 20 },
      webhooks: { silenceMs, ...(isElsewhere && { store }) },
    });
  const signer = newSigner();
  const received: WebhookEvent[] = [];
  const answers: number[] = [];
  const handle = webhookHandler({
    verify: webhookVerifier({
      keySet: custody.webhooks.jwksUrl,
      legacyKeys: [await custody.webhooks.publicKey()],
    }),
    signer: isElsewhere ? newSigner() : signer,
    onEvent: (event) => void received.push(event),
  });
  const server = createServer(
    toNodeListener(async (request) => {
      const response = await handle(request);
      answers.push(response.status);
      return response;
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  stops.push(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  custody.webhooksTo(`http://127.0.0.1:${port}/hooks`, webhooks);
  const setup: Setup = { ...world, received, answers, gateway: world.another({ signer }) };
  return setup;
}

const transfer = ({ gateway, sandbox }: Setup, idempotencyKey = 'payment') =>
  gateway.xrpTransfer(
    '0',
    { destination: sandbox.custody.addressOf('1', 'XRP_TEST'), amount: '1' },
    { idempotencyKey, native: false },
  );

/** How a transaction stands is read by the custody's own id; by ours it is only looked for at first. */
const reads = ({ sandbox }: Setup) =>
  sandbox.custody.messages.filter(({ path }) =>
    /^\/v1\/transactions\/[0-9a-f-]{36}$/.test(path ?? ''),
  );

async function pendingAt({ sandbox }: Setup): Promise<string> {
  for (;;) {
    const found = sandbox.custody.transactions.find(
      (one) => one.status === 'PENDING_AUTHORIZATION',
    );
    if (found) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const VALIDATED = { result: { validated: true, meta: { TransactionResult: 'tesSUCCESS' } } };
const MANUAL: WorldOptions = { approvals: 'manual' };

describe('webhooks over HTTP', () => {
  it.each(['v1', 'v2'] as const)(
    'take a transaction from COMPLETED to its submission in one message: %s',
    async (version) => {
      const setup = await start({ world: MANUAL, webhooks: { versions: [version] } });
      const { custody, xrpl } = setup.sandbox;
      const payment = transfer(setup);
      const id = await pendingAt(setup);
      while (setup.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
      expect(reads(setup)).toEqual([]);
      custody.clearMessages();
      xrpl.clearMessages();
      custody.approve(id);
      expect(await payment).toMatchObject(VALIDATED);
      // The custody was asked for nothing, and the first thing that the ledger heard was the submission.
      expect(custody.messages).toEqual([]);
      expect(xrpl.messages[0]?.command).toBe('submit');
      const completed = custody.sent.filter(
        ({ body }) => (body as { data: { status: string } }).data.status === 'COMPLETED',
      );
      expect(completed).toHaveLength(1);
    },
  );

  it('leave nothing to be polled while they come, however many wait', async () => {
    const setup = await start({ world: { gateway: { lanes: { mode: 'pipeline' } } } });
    const keys = Array.from({ length: 8 }, (_, index) => `payment-${index}`);
    const results = await Promise.all(keys.map((key) => transfer(setup, key)));
    for (const result of results) expect(result).toMatchObject(VALIDATED);
    expect(reads(setup)).toEqual([]);
    expect(new Set(setup.answers)).toEqual(new Set([200]));
  });

  it('may all be lost: everything still completes', async () => {
    const setup = await start({ silenceMs: 40 });
    setup.sandbox.custody.webhooks.lose(1_000);
    expect(await transfer(setup)).toMatchObject(VALIDATED);
    expect(setup.received).toEqual([]);
  });

  it("confirm the custody's own transfers with one reading", async () => {
    const setup = await start();
    const { sandbox, gateway } = setup;
    const destination = sandbox.custody.addressOf('1', 'XRP_TEST');
    const done = await gateway.xrpTransfer('0', { destination, amount: '1' });
    expect(done).toMatchObject({ status: 'confirmed', hash: expect.any(String) });
    expect(reads(setup)).toHaveLength(1);
  });

  it('may be lost in part: the one that matters', async () => {
    const setup = await start({ silenceMs: 40, world: MANUAL });
    const payment = transfer(setup);
    const id = await pendingAt(setup);
    while (setup.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    setup.sandbox.custody.webhooks.lose(2);
    setup.sandbox.custody.approve(id);
    expect(await payment).toMatchObject(VALIDATED);
  });

  it('may come late, backwards, twice and in both versions', async () => {
    const setup = await start({ world: MANUAL, webhooks: { versions: ['v1', 'v2'] } });
    const { webhooks } = setup.sandbox.custody;
    webhooks.hold();
    const payment = transfer(setup);
    setup.sandbox.custody.approve(await pendingAt(setup));
    webhooks.duplicate(1_000);
    await webhooks.release('reversed');
    expect(await payment).toMatchObject(VALIDATED);
    expect(reads(setup)).toEqual([]);
    expect(setup.answers).toEqual(Array(16).fill(200));
    expect(setup.received).toHaveLength(8);
  });

  it('are taken across a rotation of the keys, with one reading of the set for it', async () => {
    const setup = await start();
    await transfer(setup, 'before');
    setup.sandbox.custody.webhooks.rotateKey({ retire: true });
    await transfer(setup, 'after');
    expect(reads(setup)).toEqual([]);
    const paths = setup.sandbox.custody.messages.map(({ path }) => path);
    expect(paths.filter((path) => path === '/.well-known/jwks.json')).toHaveLength(2);
  });

  it('that are forged end nothing: they are refused, and the custody is asked', async () => {
    const setup = await start({ silenceMs: 40, world: MANUAL });
    const { custody } = setup.sandbox;
    const payment = transfer(setup);
    const id = await pendingAt(setup);
    custody.webhooks.edit(({ headers, body }) => ({
      headers,
      body: body.replace('"COMPLETED"', '"REJECTED"').replace('"PENDING_SIGNATURE"', '"BLOCKED"'),
    }));
    custody.approve(id);
    expect(await payment).toMatchObject(VALIDATED);
    while (setup.answers.length < 4) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(setup.answers).toEqual([200, 200, 401, 401]);
  });
});

describe('webhooks over HTTP that reach another process', () => {
  it('have one that waits for an approval read it once, and submit', async () => {
    const setup = await start({ isElsewhere: true, world: MANUAL });
    const payment = transfer(setup);
    const id = await pendingAt(setup);
    while (setup.received.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    expect(reads(setup)).toEqual([]);
    setup.sandbox.custody.approve(id);
    expect(await payment).toMatchObject(VALIDATED);
    expect(reads(setup)).toHaveLength(1);
  });

  it('have the next in line submit what one that has left began, and then its own', async () => {
    const setup = await start({ isElsewhere: true, world: MANUAL });
    const { gateway, sandbox } = setup;
    const destination = sandbox.custody.addressOf('1', 'XRP_TEST');
    const over = new AbortController();
    const options = { idempotencyKey: 'left', native: false, signal: over.signal };
    const left = gateway.xrpTransfer('0', { destination, amount: '1' }, options);
    const id = await pendingAt(setup);
    over.abort();
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    const next = transfer(setup, 'next');
    sandbox.custody.approve(id);
    sandbox.custody.approve(await pendingAt(setup));
    expect(await next).toMatchObject(VALIDATED);
    expect(await transfer(setup, 'left')).toMatchObject(VALIDATED);
  });

  it("have one that confirms the custody's own transfer read it", async () => {
    const setup = await start({ isElsewhere: true });
    const { gateway, sandbox } = setup;
    const destination = sandbox.custody.addressOf('1', 'XRP_TEST');
    const done = await gateway.xrpTransfer('0', { destination, amount: '1' });
    expect(done).toMatchObject({ status: 'confirmed', hash: expect.any(String) });
    // Once for its hash, where that is seen before the end.
    expect(reads(setup).length).toBeLessThanOrEqual(2);
  });
});
