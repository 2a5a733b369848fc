import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Clock, systemClock } from '../../src/core/clock.js';
import { ConfigurationError } from '../../src/core/errors.js';
import type { Fetch } from '../../src/core/http.js';
import { CustodyUnavailableError } from '../../src/fireblocks/errors.js';
import type { CustodyTransaction, FireblocksRawSigner } from '../../src/fireblocks/index.js';
import type { CustodySnapshot, Sandbox } from '../../src/sandbox/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import {
  type RawSignature,
  type RawSigningRequest,
  SignaturePendingError,
  SignatureRejectedError,
  type SigningRecord,
  verifySignature,
} from '../../src/signer/index.js';
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

/** Longer than any test: whatever is read meanwhile is not read because of a silence. */
const NEVER = 100_000_000;

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ approvals: 'manual', ledgerCloseMs: 0 });
});
afterAll(() => sandbox.stop());
beforeEach(() => {
  sandbox.custody.editSignatures();
  sandbox.custody.clearMessages();
});

let count = 0;
function eventOf(transaction: Partial<CustodyTransaction>) {
  count += 1;
  const data = { id: 'custody-id', status: 'SUBMITTED', ...transaction };
  return { id: `event-${count}`, type: 'transaction.status.updated', transaction: data, data };
}

const told = (signer: FireblocksRawSigner, { json }: CustodySnapshot, more = {}) =>
  signer.handleWebhook(eventOf({ ...(json as Partial<CustodyTransaction>), ...more }));

const reads = () =>
  sandbox.custody.messages.filter(
    ({ method, path }) => method === 'GET' && path?.includes('/v1/transactions/'),
  );

/** A signer that knows its keys, so that every request it makes is about the transaction. */
function webhookSigner(silenceMs = NEVER, fetchIt: Fetch = fetch): FireblocksRawSigner {
  const publicKeys = () =>
    sandbox.custody.publicKeyOf({ vaultAccountId: '0', assetId: 'XRP_TEST' });
  return signerOn(sandbox, { publicKeys, webhooks: { silenceMs }, fetch: fetchIt });
}

interface Pending {
  readonly signer: FireblocksRawSigner;
  readonly request: RawSigningRequest;
  readonly id: string;
  readonly signing: Promise<readonly RawSignature[]>;
  readonly updates: SigningRecord[];
}

/** A request that the custody has and nobody has approved. */
async function pending(signer = webhookSigner()): Promise<Pending> {
  const request = freshRequest();
  const updates: SigningRecord[] = [];
  const signing = signer.sign(request, { onUpdate: (record) => updates.push(record) });
  signing.catch(() => undefined);
  for (;;) {
    const found = sandbox.custody.transactions.find(
      ({ externalTxId }) => externalTxId === request.idempotencyKey,
    );
    if (found?.status === 'PENDING_AUTHORIZATION') {
      return { signer, request, id: found.id, signing, updates };
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 100));

describe('a wait with webhooks', () => {
  it('reads nothing, and ends with the signature that a webhook brings', async () => {
    const { signer, request, id, signing, updates } = await pending();
    await settled();
    expect(reads()).toEqual([]);
    expect(told(signer, sandbox.custody.approve(id))).toBe(true);
    const [signature] = await signing;
    const [message] = request.messages;
    const key = await signer.getPublicKey(byAsset());
    expect(signature && message && verifySignature(message, key, signature)).toBeTruthy();
    expect(sandbox.custody.messages).toHaveLength(1);
    expect(updates.map(({ status }) => status)).toEqual(['COMPLETED']);
  });

  it('finds its transaction by the id of the custody where the external one is left out', async () => {
    const { signer, id, signing } = await pending();
    const done = sandbox.custody.approve(id);
    expect(told(signer, done, { externalTxId: null, id: 'another' })).toBe(false);
    // The answer to the creation brings the id.
    await settled();
    expect(told(signer, done, { externalTxId: null })).toBe(true);
    await signing;
    expect(reads()).toEqual([]);
  });

  it('takes a webhook that is faster than the answer to the creation', async () => {
    const signer = webhookSigner(NEVER, async (url, init) => {
      const answer = await fetch(url, init);
      const { id } = (await answer.clone().json()) as { id: string };
      while (sandbox.custody.transactions.at(-1)?.status !== 'PENDING_AUTHORIZATION') {
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      expect(told(signer, sandbox.custody.approve(id))).toBe(true);
      return answer;
    });
    expect(await signer.sign(freshRequest())).toHaveLength(1);
    expect(sandbox.custody.messages.map(({ method }) => method)).toEqual(['POST']);
  });

  it.each([
    ['forged', '11'.repeat(64)],
    ['missing', ''],
  ])(
    'asks once about a signature that is %s, and gives what the custody has',
    async (_, fullSig) => {
      const { signer, id, signing, request } = await pending();
      const { json } = sandbox.custody.approve(id);
      const [signed] = json.signedMessages as object[];
      const signedMessages = [{ ...signed, signature: { fullSig } }];
      signer.handleWebhook(eventOf({ ...(json as object), signedMessages }));
      const [signature] = await signing;
      const [message] = request.messages;
      const key = await signer.getPublicKey(byAsset());
      expect(signature && message && verifySignature(message, key, signature)).toBeTruthy();
      expect(reads()).toHaveLength(1);
    },
  );

  it('asks once about a signature of something else under its id', async () => {
    const { signer, id, signing } = await pending();
    const other = await pending(signer);
    const { json } = sandbox.custody.approve(other.id);
    const { externalTxId } = sandbox.custody.approve(id);
    signer.handleWebhook(eventOf({ ...(json as object), externalTxId, id }));
    expect(await signing).toHaveLength(1);
    expect(reads()).toHaveLength(1);
  });

  it('hears nothing of another transaction that names its external id', async () => {
    const { signer, id, request, signing, updates } = await pending();
    await settled();
    const externalTxId = request.idempotencyKey;
    for (const status of ['PENDING_SIGNATURE', 'COMPLETED', 'FAILED', 'INVENTED']) {
      expect(signer.handleWebhook(eventOf({ id: 'evil', externalTxId, status }))).toBe(false);
    }
    expect(signer.handleWebhook(eventOf({ id, externalTxId: 'another' }))).toBe(false);
    expect(told(signer, sandbox.custody.approve(id))).toBe(true);
    expect(await signing).toHaveLength(1);
    expect(reads()).toEqual([]);
    expect(updates).toMatchObject([{ status: 'COMPLETED', providerId: id }]);
  });

  it('tells its own webhooks from such ones also where both were faster than its id', async () => {
    const updates: SigningRecord[] = [];
    const signer = webhookSigner(NEVER, async (url, init) => {
      const answer = await fetch(url, init);
      const { id } = (await answer.clone().json()) as { id: string };
      while (sandbox.custody.transactions.at(-1)?.status !== 'PENDING_AUTHORIZATION') {
        await new Promise((resolve) => setTimeout(resolve, 2));
      }
      const done = sandbox.custody.approve(id);
      for (const evil of ['evil', 'worse']) told(signer, done, { id: evil, expiresAt: 1 });
      told(signer, done);
      told(signer, done, { id: 'last', status: 'REJECTED' });
      return answer;
    });
    const signed = await signer.sign(freshRequest(), {
      onUpdate: (record) => updates.push(record),
    });
    expect(signed).toHaveLength(1);
    expect(sandbox.custody.messages.map(({ method }) => method)).toEqual(['POST']);
    expect(updates).toMatchObject([{ providerId: sandbox.custody.transactions.at(-1)?.id }]);
  });

  it.each([
    ['REJECTED', () => (id: string) => sandbox.custody.reject(id)],
    ['BLOCKED', () => (id: string) => sandbox.custody.block(id)],
    ['FAILED', () => (id: string) => sandbox.custody.fail(id)],
    ['CANCELLED', () => (id: string) => sandbox.custody.reject(id, { status: 'CANCELLED' })],
  ])('confirms %s by asking once', async (status, how) => {
    const { signer, id, signing, updates } = await pending();
    const snapshot = how()(id);
    // Twice: version 1 and version 2, or a repetition.
    told(signer, snapshot);
    told(signer, snapshot);
    const error = await rejectionOf(signing);
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({ request: { custodyId: id, status } });
    expect(reads()).toHaveLength(1);
    expect(updates.map((update) => update.status)).toEqual([status]);
  });

  it('believes no end that the custody does not confirm', async () => {
    const { signer, id, signing } = await pending();
    const [snapshot] = sandbox.custody.transactions.filter((one) => one.id === id);
    signer.handleWebhook(eventOf({ ...(snapshot?.json as object), status: 'REJECTED' }));
    await settled();
    sandbox.custody.approve(id);
    expect(await signing).toHaveLength(1);
  });

  it('tells of each status once, and of none that comes too late', async () => {
    const { signer, id, signing, updates } = await pending();
    const say = async (status: string) => {
      signer.handleWebhook(eventOf({ id, status, externalTxId: undefined }));
      await new Promise((resolve) => setTimeout(resolve, 10));
    };
    // Until the answer to the creation has come, its id says nothing.
    const first = eventOf({ id, status: 'QUEUED', externalTxId: undefined });
    await vi.waitFor(() => expect(signer.handleWebhook(first)).toBe(true), 10_000);
    for (const status of ['SUBMITTED', 'PENDING_AUTHORIZATION', 'INVENTED', 'QUEUED']) {
      await say(status);
    }
    await say('PENDING_SIGNATURE');
    await say('QUEUED');
    expect(updates.map(({ status }) => status)).toEqual([
      'QUEUED',
      'INVENTED',
      'PENDING_SIGNATURE',
    ]);
    expect(reads()).toEqual([]);
    told(signer, sandbox.custody.approve(id));
    await signing;
  });

  it('takes the furthest of what is told at once', async () => {
    const { signer, id, signing } = await pending();
    told(signer, sandbox.custody.approve(id));
    signer.handleWebhook(eventOf({ id, status: 'PENDING_SIGNATURE', externalTxId: undefined }));
    expect(await signing).toHaveLength(1);
    expect(reads()).toEqual([]);
  });

  it('looks at once at what it did not make itself: its webhooks may be over', async () => {
    const { id, request, signing, signer } = await pending();
    told(signer, sandbox.custody.approve(id));
    await signing;
    for (const later of [webhookSigner(), signer]) {
      sandbox.custody.clearMessages();
      expect(await later.sign(request)).toHaveLength(1);
    }
    expect(reads()).toHaveLength(1);
  });

  it('completes without any webhook, after the silence', async () => {
    const { id, signing } = await pending(webhookSigner(30));
    sandbox.custody.approve(id);
    expect(await signing).toHaveLength(1);
  });

  it('looks at the end of its time, whatever the silence', async () => {
    const signer = webhookSigner();
    const { id, request } = await pending(signer);
    sandbox.custody.clearMessages();
    const error = await rejectionOf(webhookSigner().sign(freshRequest(), { timeoutMs: 50 }));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ request: { status: 'PENDING_AUTHORIZATION' } });
    expect(reads()).toHaveLength(1);
    sandbox.custody.approve(id);
    expect(await signer.sign(request, { timeoutMs: 0 })).toHaveLength(1);
  });

  it('has read at its end, wherever in a look its time runs out', async () => {
    const publicKeys = () =>
      sandbox.custody.publicKeyOf({ vaultAccountId: '0', assetId: 'XRP_TEST' });
    for (let timeoutMs = 1; timeoutMs <= 40; timeoutMs++) {
      let time = 0;
      // Time that passes with each look at the clock.
      const clock: Clock = { ...systemClock, monotonic: () => time++ };
      const signer = signerOn(sandbox, { publicKeys, webhooks: { silenceMs: NEVER }, clock });
      const error = await rejectionOf(signer.sign(freshRequest(), { timeoutMs }));
      expect([timeoutMs, error]).toMatchObject([
        timeoutMs,
        { code: 'SIGNATURE_PENDING', request: { status: 'PENDING_AUTHORIZATION' } },
      ]);
    }
  });

  it('confirms a completed transfer by asking once', async () => {
    const [from, to] = ['0', '1'].map((id) => sandbox.custody.addressOf(id, 'XRP_TEST'));
    await sandbox.xrpl.fund(from ?? '', 100_000_000n);
    await sandbox.xrpl.fund(to ?? '', 100_000_000n);
    const signer = webhookSigner();
    const { idempotencyKey } = freshRequest();
    const transfer = signer.transfer({
      idempotencyKey,
      from: { algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP_TEST' },
      to: { type: 'address', address: to ?? '' },
      amount: '1',
    });
    const current = () =>
      sandbox.custody.transactions.find((one) => one.externalTxId === idempotencyKey);
    while (current()?.status !== 'PENDING_AUTHORIZATION') await settled();
    sandbox.custody.approve(idempotencyKey);
    sandbox.xrpl.closeLedger();
    while (current()?.status !== 'COMPLETED') await settled();
    expect(reads()).toEqual([]);
    const done = current();
    if (done) told(signer, done);
    expect(await transfer).toMatchObject({ state: 'signed', txHash: done?.json.txHash });
    expect(reads()).toHaveLength(1);
  });

  it('ends several waits for one transaction', async () => {
    const { signer, request, id, signing } = await pending();
    const second = signer.sign(request);
    await settled();
    told(signer, sandbox.custody.approve(id));
    expect(await second).toEqual(await signing);
  });

  it('forgets what nobody waits for', async () => {
    const { signer, id, signing } = await pending();
    const done = sandbox.custody.approve(id);
    told(signer, done);
    await signing;
    expect(told(signer, done)).toBe(false);
    expect(signer.handleWebhook({ id: '1', type: 'vault_account.created', data: {} })).toBe(false);
  });
});

describe('a wait without the option', () => {
  it('polls as ever, and ends with a webhook all the same', async () => {
    const { signer, id, signing } = await pending(
      signerOn(sandbox, { polling: { firstMs: 1_000_000, factor: 1, maxMs: 1_000_000 } }),
    );
    await settled();
    expect(reads()).toHaveLength(1);
    told(signer, sandbox.custody.approve(id));
    expect(await signing).toHaveLength(1);
    expect(reads()).toHaveLength(1);
  });
});

describe('the silence', () => {
  const message = freshMessage(byAsset());
  const request = { idempotencyKey: 'a', messages: [message] };
  const PENDING = { status: 'PENDING_SIGNATURE' };
  const COMPLETED = { status: 'COMPLETED', signedMessages: [signedMessage(message)] };
  const pace = { firstMs: 1_000, factor: 1, maxMs: 1_000 };

  it('is what has to pass before each reading', async () => {
    const client = new FakeCustody(PENDING, PENDING, COMPLETED);
    const clock = new FakeClock();
    const start = clock.now();
    const readAt: number[] = [];
    client.onRead = () => readAt.push(clock.now() - start);
    const signer = signerWith(client, { clock, polling: pace, webhooks: { silenceMs: 10_000 } });
    await signer.sign(request);
    expect(readAt).toEqual([10_000, 20_000, 30_000]);
  });

  it('begins anew with each news, but not with what is old', async () => {
    const client = new FakeCustody(COMPLETED);
    const clock = new FakeClock();
    const start = clock.now();
    const readAt: number[] = [];
    client.onRead = () => readAt.push(clock.now() - start);
    const signer = signerWith(client, { clock, polling: pace, webhooks: { silenceMs: 10_000 } });
    clock.onSleep = () => {
      const second = (clock.now() - start) / 1_000;
      if (second === 5) signer.handleWebhook(eventOf({ status: 'QUEUED' }));
      if (second > 5) signer.handleWebhook(eventOf({ status: 'SUBMITTED' }));
      if (second > 5) signer.handleWebhook(eventOf({ status: 'QUEUED' }));
    };
    await signer.sign(request);
    expect(readAt).toEqual([15_000]);
  });

  it.each([
    ['of it', {}],
    ['that name it', { externalTxId: 'a' }],
    ['that name it and another', { externalTxId: 'a', id: 'evil' }],
  ])('is not broken by invented events %s', async (_, more) => {
    const client = new FakeCustody(PENDING, COMPLETED);
    const clock = new FakeClock();
    const start = clock.now();
    const readAt: number[] = [];
    client.onRead = () => readAt.push(clock.now() - start);
    const signer = signerWith(client, { clock, polling: pace, webhooks: { silenceMs: 10_000 } });
    clock.onSleep = () => {
      signer.handleWebhook(eventOf({ ...more, status: `INVENTED_${clock.now()}` }));
    };
    await signer.sign(request);
    expect(readAt).toEqual([10_000, 20_000]);
  });

  it('is a minute unless it is said', async () => {
    const client = new FakeCustody(COMPLETED);
    const clock = new FakeClock();
    const start = clock.now();
    await signerWith(client, { clock, polling: pace, webhooks: {} }).sign(request);
    expect(clock.now() - start).toBe(60_000);
  });

  it('is followed by reading as ever while the custody can not be read', async () => {
    const down = new CustodyUnavailableError({ status: 503 });
    const client = new FakeCustody(down, down, COMPLETED);
    const clock = new FakeClock();
    const start = clock.now();
    await signerWith(client, { clock, polling: pace, webhooks: { silenceMs: 10_000 } }).sign(
      request,
    );
    expect(clock.now() - start).toBe(12_000);
    expect(client.reads).toBe(3);
  });

  it.each([0, -1, Number.NaN])('can not be %s', (silenceMs) => {
    const error = thrownBy(() => signerWith(new FakeCustody(), { webhooks: { silenceMs } }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting: 'webhooks.silenceMs' });
  });
});
