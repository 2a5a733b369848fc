import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AbortedError, ConfigurationError, RateLimitedError } from '../../src/core/errors.js';
import type { CustodyTransaction, FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { type CustodySnapshot, type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { SignatureRejectedError } from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import {
  byAsset,
  FakeCustody,
  freshMessage,
  freshRequest,
  signedMessage,
  signerOn,
  signerWith,
} from '../support/custody.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { stubStore } from '../support/stub-store.js';

/** Longer than any test: whatever is read meanwhile is not read because of a silence. */
const NEVER = 100_000_000;

let events = 0;
function eventOf(transaction: Partial<CustodyTransaction>) {
  events += 1;
  const data = { id: 'custody-id', status: 'SUBMITTED', ...transaction };
  return { id: `event-${events}`, type: 'transaction.status.updated', transaction: data, data };
}

describe('a webhook that reaches another process', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ approvals: 'manual', ledgerCloseMs: 0 });
  });
  afterAll(() => sandbox.stop());
  let store: Store;
  beforeEach(() => {
    store = memoryStore();
    sandbox.custody.clearMessages();
  });

  function process(its: Store = store): FireblocksRawSigner {
    const publicKeys = () =>
      sandbox.custody.publicKeyOf({ vaultAccountId: '0', assetId: 'XRP_TEST' });
    return signerOn(sandbox, { publicKeys, webhooks: { silenceMs: NEVER, store: its } });
  }
  const told = (signer: FireblocksRawSigner, { json }: CustodySnapshot, more = {}) =>
    signer.handleWebhook(eventOf({ ...(json as Partial<CustodyTransaction>), ...more }));
  const reads = () =>
    sandbox.custody.messages.filter(
      ({ method, path }) => method === 'GET' && path?.includes('/v1/transactions/'),
    );
  const later = () => new Promise((resolve) => setTimeout(resolve, 150));

  /** A request that one process has made, and nobody has approved. */
  async function pending(its: Store = store) {
    const request = freshRequest();
    const signer = process(its);
    const signing = signer.sign(request);
    signing.catch(() => undefined);
    for (;;) {
      const { idempotencyKey } = request;
      const found = sandbox.custody.transactions.find(
        ({ externalTxId, status }) =>
          externalTxId === idempotencyKey && status === 'PENDING_AUTHORIZATION',
      );
      if (found) return { id: found.id, signer, signing, request };
      await later();
    }
  }

  it('ends the wait with one read', async () => {
    const { id, signing } = await pending();
    expect(told(process(), sandbox.custody.approve(id))).toBe(false);
    expect(await signing).toHaveLength(1);
    expect(reads()).toHaveLength(1);
  });

  it('ends it too where the request was refused', async () => {
    const { id, signing } = await pending();
    told(process(), sandbox.custody.reject(id));
    expect(await rejectionOf(signing)).toBeInstanceOf(SignatureRejectedError);
  });

  it.each([null, {}, { id: 7 }, 'text'])(
    'changes nothing where it is about no transaction: %j',
    async (transaction) => {
      const event = { ...eventOf({}), transaction } as unknown as ReturnType<typeof eventOf>;
      expect(process().handleWebhook(event)).toBe(false);
      await later();
    },
  );

  it('helps one who waits for what a gone process has asked for', async () => {
    const { id, request } = await pending(memoryStore());
    const next = process().sign(request);
    await later();
    told(process(), sandbox.custody.approve(id));
    expect(await next).toHaveLength(1);
  });

  it('is no proof: the custody, which knows better, is asked, and the wait goes on', async () => {
    const { id, signing } = await pending();
    const [known] = sandbox.custody.transactions.filter((one) => one.id === id);
    if (!known) throw new Error('It is not there.');
    const signature = { fullSig: '11'.repeat(64), r: '11'.repeat(32), s: '11'.repeat(32), v: 0 };
    told(process(), known, { status: 'COMPLETED', signedMessages: [{ content: '00', signature }] });
    await later();
    expect(reads().length).toBeGreaterThan(0);
    told(process(), sandbox.custody.approve(id));
    expect(await signing).toHaveLength(1);
  });

  it('is heard of no sooner than after the silence where the stores are not the same', async () => {
    const { id, signing } = await pending();
    told(process(memoryStore()), sandbox.custody.approve(id));
    await later();
    expect(reads()).toEqual([]);
    told(process(), sandbox.custody.transactions.find((one) => one.id === id) as CustodySnapshot);
    await signing;
  });

  it('about what nobody has asked for changes nothing for those who wait', async () => {
    const { id, signing } = await pending();
    const another = process();
    for (let count = 0; count < 1_000; count++) {
      const transaction = { id: `another-${count}`, status: 'COMPLETED' };
      expect(another.handleWebhook(eventOf(transaction))).toBe(false);
    }
    await later();
    expect(reads()).toEqual([]);
    told(another, sandbox.custody.approve(id));
    expect(await signing).toHaveLength(1);
    expect(reads()).toHaveLength(1);
  });

  it.each([
    ['refuses', () => Promise.reject(new Error('redis://:hunter2@host is down'))],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('and a store that %s keeps nobody from what its own webhooks tell', async (_, fail) => {
    const { id, signer, signing } = await pending(stubStore(store, fail));
    expect(told(signer, sandbox.custody.approve(id))).toBe(true);
    expect(await signing).toHaveLength(1);
    expect(reads()).toEqual([]);
  });
});

describe('what a wait asks the store', () => {
  const message = freshMessage(byAsset());
  const request = { idempotencyKey: 'a', messages: [message] };
  const pace = { firstMs: 1_000, factor: 1, maxMs: 1_000 };
  const PENDING = { status: 'PENDING_AUTHORIZATION' };

  /** A wait of so many seconds, and what became of it. */
  async function waited(client: FakeCustody, during: (second: number, store: Store) => void) {
    const clock = new FakeClock();
    const start = clock.now();
    const calls: string[] = [];
    const kept = memoryStore({ clock });
    const store = stubStore(kept, (call, make) => {
      calls.push(`${call.method} ${call.key}`);
      return make();
    });
    const readAt: number[] = [];
    client.onRead = () => readAt.push((clock.now() - start) / 1_000);
    clock.onSleep = () => during((clock.now() - start) / 1_000, kept);
    const settings = { clock, polling: pace, webhooks: { silenceMs: 60_000, store } };
    const ended = await signerWith(client, settings)
      .sign(request, { timeoutMs: 30_000 })
      .catch((error: unknown) => error);
    return { ended, readAt, calls };
  }

  it('is one thing with each look, for as long as nothing is there', async () => {
    const { calls, readAt } = await waited(new FakeCustody(PENDING), () => undefined);
    expect(new Set(calls)).toEqual(new Set(['get webhooks/1/custody-id']));
    expect(calls).toHaveLength(31);
    // The last look of all.
    expect(readAt).toEqual([30]);
  });

  it('has the custody asked once for each status that it has not shown', async () => {
    const BROADCASTING = { status: 'BROADCASTING', txHash: '00' };
    const client = new FakeCustody(PENDING, BROADCASTING);
    const { readAt } = await waited(client, (second, store) => {
      if (second === 5) void store.setIfAbsent('webhooks/1/custody-id', 'CONFIRMING');
      if (second === 9) void store.compareAndSet('webhooks/1/custody-id', 'CONFIRMING', 'nonsense');
      // What is behind what the custody has shown is no news.
      if (second === 12) void store.compareAndSet('webhooks/1/custody-id', 'nonsense', 'QUEUED');
    });
    expect(readAt).toEqual([6, 10, 30]);
  });

  it('has it asked again where it wants to be left alone just then', async () => {
    const busy = new RateLimitedError('custody', 3_000);
    const client = new FakeCustody(busy, PENDING);
    const { readAt } = await waited(client, (second, store) => {
      if (second === 5) void store.setIfAbsent('webhooks/1/custody-id', 'CONFIRMING');
    });
    expect(readAt).toEqual([6, 9, 30]);
  });

  it('has it asked until it shows an end that was noted, and takes no end from the note', async () => {
    const COMPLETED = { status: 'COMPLETED', signedMessages: [signedMessage(message)] };
    const client = new FakeCustody(PENDING, PENDING, PENDING, COMPLETED);
    const { ended, readAt } = await waited(client, (second, store) => {
      if (second === 5) void store.setIfAbsent('webhooks/1/custody-id', 'CANCELLED');
    });
    expect(readAt).toEqual([6, 7, 8, 9]);
    expect(ended).toHaveLength(1);
  });
});

describe('a wait whose store never answers', () => {
  const hangs = stubStore(memoryStore(), () => new Promise<never>(() => undefined));
  const request = { idempotencyKey: 'a', messages: [freshMessage(byAsset())] };
  const PENDING = { status: 'PENDING_AUTHORIZATION' };

  it('ends at once when its caller has it end', async () => {
    const clock = new FakeClock();
    const settings = { clock, webhooks: { silenceMs: NEVER, store: hangs } };
    const over = new AbortController();
    const signing = signerWith(new FakeCustody(PENDING), settings).sign(request, over);
    setImmediate(() => over.abort());
    expect(await rejectionOf(signing)).toBeInstanceOf(AbortedError);
    expect(clock.pauses).toEqual([]);
  });
});

describe('what a webhook leaves in the store', () => {
  const NOTE = 'webhooks/1/custody-id';

  async function notedAfter(
    told: readonly Partial<CustodyTransaction>[],
    store: Store = memoryStore(),
  ) {
    const signer = signerWith(new FakeCustody(), { webhooks: { store } });
    for (const one of told) {
      signer.handleWebhook(eventOf(one));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return store.get(NOTE);
  }

  it.each<[string, readonly Partial<CustodyTransaction>[], string | undefined]>([
    ['an end', [{ status: 'COMPLETED' }], 'COMPLETED'],
    ['a hash', [{ status: 'BROADCASTING', txHash: '00' }], 'BROADCASTING'],
    ['nothing of what is on its way', [{ status: 'PENDING_SIGNATURE' }], undefined],
    ['nothing that means nothing here', [{ status: 'INVENTED', txHash: '00' }], undefined],
    ['the latest', [{ status: 'CONFIRMING', txHash: '00' }, { status: 'COMPLETED' }], 'COMPLETED'],
    ['nothing that is old', [{ status: 'COMPLETED' }, { status: 'CANCELLED' }], 'COMPLETED'],
    ['the same once', [{ status: 'FAILED' }, { status: 'FAILED' }], 'FAILED'],
  ])('is %s', async (_, told, noted) => {
    expect(await notedAfter(told)).toBe(noted);
  });

  it('is written by one of those who tell of it at the same time', async () => {
    const kept = memoryStore();
    let isFirst = true;
    const store = stubStore(kept, async ({ method }, make) => {
      if (method === 'compareAndSet' && isFirst) {
        isFirst = false;
        await kept.compareAndSet(NOTE, 'BROADCASTING', 'CONFIRMING');
      }
      return make();
    });
    await kept.setIfAbsent(NOTE, 'BROADCASTING');
    await notedAfter([{ status: 'COMPLETED' }], store);
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(await kept.get(NOTE)).toBe('COMPLETED');
  });

  it('is nothing where its id is longer than any of the custody', async () => {
    const keys: string[] = [];
    const store = stubStore(memoryStore(), ({ key }, make) => {
      keys.push(key);
      return make();
    });
    const signer = signerWith(new FakeCustody(), { webhooks: { store } });
    signer.handleWebhook(eventOf({ id: 'x'.repeat(101), status: 'COMPLETED' }));
    signer.handleWebhook(eventOf({ id: 'x'.repeat(100), status: 'COMPLETED' }));
    expect(keys).toEqual([`webhooks/1/${'x'.repeat(100)}`]);
  });

  it('is one short text for each of many transactions, for an hour', async () => {
    const clock = new FakeClock();
    const store = memoryStore({ clock });
    const signer = signerWith(new FakeCustody(), { clock, webhooks: { store } });
    const ids = Array.from({ length: 2_000 }, (_, index) => `many-${index}`);
    for (const status of ['CONFIRMING', 'COMPLETED'])
      for (const id of ids) signer.handleWebhook(eventOf({ id, status, txHash: 'ab'.repeat(32) }));
    await new Promise((resolve) => setImmediate(resolve));
    const notes = () => Promise.all(ids.map((id) => store.get(`webhooks/1/${id}`)));
    expect(new Set(await notes())).toEqual(new Set(['COMPLETED']));
    clock.pass(3_600_001);
    expect(new Set(await notes())).toEqual(new Set([undefined]));
  });

  it('is nothing where the store fails, and no failure of the webhook', async () => {
    const down = stubStore(memoryStore(), () => Promise.reject(new Error('down')));
    const signer = signerWith(new FakeCustody(), { webhooks: { store: down } });
    expect(signer.handleWebhook(eventOf({ status: 'COMPLETED' }))).toBe(false);
  });

  it.each([{}, 'redis://:secret@host', null])('has to be a store, and not %j', (store) => {
    const build = () => signerWith(new FakeCustody(), { webhooks: { store: store as never } });
    expect(thrownBy(build)).toBeInstanceOf(ConfigurationError);
    expect(thrownBy(build)).toMatchObject({ setting: 'webhooks.store' });
    expect(String(thrownBy(build))).not.toContain('secret');
  });
});
