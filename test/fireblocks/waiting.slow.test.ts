import { describe, expect, it } from 'vitest';
import { GatewayError, RateLimitedError, UnreachableError } from '../../src/core/errors.js';
import {
  SignaturePendingError,
  SignatureRejectedError,
  type SigningRecord,
} from '../../src/signer/index.js';
import {
  byAsset,
  FakeCustody,
  freshMessage,
  notFound,
  signedMessage,
  signerWith,
} from '../support/custody.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

const message = freshMessage(byAsset());
const request = { idempotencyKey: 'a', messages: [message] };
const COMPLETED = { status: 'COMPLETED', signedMessages: [signedMessage(message)] };

/** Every status that the custody's documents and SDKs know as one that goes on. */
const LIVE = [
  'SUBMITTED',
  'PENDING_AML_SCREENING',
  'PENDING_ENRICHMENT',
  'PENDING_AUTHORIZATION',
  'QUEUED',
  'PENDING_SIGNATURE',
  'PENDING_3RD_PARTY_MANUAL_APPROVAL',
  'PENDING_3RD_PARTY',
  'BROADCASTING',
  'CONFIRMING',
  'CANCELLING',
  'PENDING',
];
const ENDS = ['CANCELLED', 'BLOCKED', 'REJECTED', 'FAILED', 'TIMEOUT', 'PARTIALLY_COMPLETED'];

describe('the wait for a signature', () => {
  it.each([...LIVE, 'INVENTED_TOMORROW', '', 'completed'])(
    'goes on while it is %j',
    async (status) => {
      const client = new FakeCustody({ status }, { status }, COMPLETED);
      expect(await signerWith(client).sign(request)).toHaveLength(1);
      expect(client.reads).toBe(3);
    },
  );

  it.each(['COMPLETED', 'CONFIRMED'])('ends with the signature when it is %s', async (status) => {
    const client = new FakeCustody({ ...COMPLETED, status });
    expect(await signerWith(client).sign(request)).toHaveLength(1);
    expect(client.reads).toBe(1);
  });

  it.each(ENDS)('X3: ends for good when it is %s', async (status) => {
    const client = new FakeCustody({
      status,
      subStatus: 'BLOCKED_BY_POLICY',
      expiresAt: 1_234,
      errorDescription: 'no',
    });
    const error = await rejectionOf(signerWith(client).sign(request));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({
      code: 'SIGNATURE_REJECTED',
      retryable: false,
      message: expect.stringContaining(`${status}, BLOCKED_BY_POLICY`),
      request: {
        requestId: 'a',
        custodyId: 'custody-id',
        status,
        subStatus: 'BLOCKED_BY_POLICY',
        expiresAt: 1_234,
      },
    });
    expect(client.reads).toBeLessThanOrEqual(2);
  });

  it('X3: is bounded: a request that nobody ever approves ends the wait, not the request', async () => {
    const clock = new FakeClock();
    const client = new FakeCustody({ status: 'PENDING_AUTHORIZATION', expiresAt: 99_000 });
    const signer = signerWith(client, {
      clock,
      signatureTimeoutMs: 600_000,
      polling: { firstMs: 250, factor: 1.6, maxMs: 5_000 },
    });
    const start = clock.now();
    const error = await rejectionOf(signer.sign(request));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({
      retryable: true,
      request: {
        requestId: 'a',
        custodyId: 'custody-id',
        status: 'PENDING_AUTHORIZATION',
        expiresAt: 99_000,
      },
    });
    expect(clock.now() - start).toBe(600_000);
    expect(clock.pauses.slice(0, 4).map(Math.round)).toEqual([250, 400, 640, 1_024]);
    expect(Math.max(...clock.pauses)).toBe(5_000);
    expect(client.cancelled).toEqual([]);
  });

  it('X3: is bounded also where reading takes its time, and lets no read outlast it by much', async () => {
    const clock = new FakeClock();
    const client = new FakeCustody({ status: 'PENDING_SIGNATURE' });
    client.onRead = () => clock.pass(700);
    const signer = signerWith(client, { clock });
    const start = clock.now();
    await rejectionOf(signer.sign(request, { timeoutMs: 3_000 }));
    expect(clock.now() - start).toBeLessThanOrEqual(3_700);
    for (const options of client.readOptions) {
      expect(options?.timeoutMs).toBeGreaterThanOrEqual(5_000);
      expect(options?.timeoutMs).toBeLessThanOrEqual(5_000);
    }
    const patient = new FakeCustody({ status: 'PENDING_SIGNATURE' });
    await rejectionOf(signerWith(patient, { clock }).sign(request, { timeoutMs: 60_000 }));
    expect(patient.readOptions[0]?.timeoutMs).toBe(60_000);
  });

  it('counts the time that the creation took', async () => {
    const clock = new FakeClock();
    const client = new FakeCustody({ status: 'PENDING_SIGNATURE' });
    const create = client.createTransaction.bind(client);
    client.createTransaction = async (body) => {
      clock.pass(2_500);
      return create(body);
    };
    const start = clock.now();
    await rejectionOf(signerWith(client, { clock }).sign(request, { timeoutMs: 3_000 }));
    expect(clock.now() - start).toBe(3_000);
  });

  it('looks once when there is no time to wait, so that a request can just be made', async () => {
    const client = new FakeCustody({ status: 'PENDING_AUTHORIZATION' });
    const error = await rejectionOf(signerWith(client).sign(request, { timeoutMs: 0 }));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect([client.created.length, client.reads]).toEqual([1, 1]);
    const ready = new FakeCustody(COMPLETED);
    expect(await signerWith(ready).sign(request, { timeoutMs: 0 })).toHaveLength(1);
  });

  it('does not ask the custody twice for what this process has asked for', async () => {
    const client = new FakeCustody({ status: 'PENDING_SIGNATURE' });
    const signer = signerWith(client);
    await rejectionOf(signer.sign(request, { timeoutMs: 0 }));
    client.answers = [COMPLETED];
    expect(await signer.sign(request)).toHaveLength(1);
    expect(client.created).toHaveLength(1);
  });

  it.each([
    ['an answer that never came', new UnreachableError('custody', 'ECONNRESET')],
    ['"not found"', notFound()],
  ])('is not ended by %s', async (_, error) => {
    const client = new FakeCustody(error, error, { status: 'QUEUED' }, error, COMPLETED);
    expect(await signerWith(client).sign(request)).toHaveLength(1);
  });

  it('leaves the custody alone for as long as it asks, and no longer', async () => {
    const clock = new FakeClock();
    const client = new FakeCustody(
      { status: 'QUEUED' },
      new RateLimitedError('custody', 90_000),
      COMPLETED,
    );
    const times: number[] = [];
    client.onRead = () => times.push(clock.now());
    expect(await signerWith(client, { clock }).sign(request)).toHaveLength(1);
    const [, limited = 0, next = 0] = times;
    expect(next - limited).toBeGreaterThanOrEqual(90_000);
    expect(next - limited).toBeLessThan(90_000 + 100);
  });

  it('does not ask a last time when the custody wants to be left alone beyond the end', async () => {
    const clock = new FakeClock();
    const client = new FakeCustody(new RateLimitedError('custody', 90_000), COMPLETED);
    const error = await rejectionOf(
      signerWith(client, { clock }).sign(request, { timeoutMs: 60_000 }),
    );
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ cause: { code: 'RATE_LIMITED' } });
    expect(client.reads).toBe(1);
  });

  it('is ended by an error that no patience cures, and the request is pending still', async () => {
    const fatal = new GatewayError('CUSTODY_REFUSED', 'no');
    const client = new FakeCustody({ status: 'QUEUED' }, fatal);
    const error = await rejectionOf(signerWith(client).sign(request));
    expect(error).toBeInstanceOf(SignaturePendingError);
    expect(error).toMatchObject({ cause: fatal, request: { custodyId: 'custody-id' } });
  });
});

describe('a cancellation that races a signature', () => {
  const CANCELLED = { status: 'CANCELLED', subStatus: 'CANCELLED_BY_USER' };

  it('counts only once it was seen twice', async () => {
    const client = new FakeCustody(CANCELLED, { ...CANCELLED, ...COMPLETED });
    expect(await signerWith(client).sign(request)).toHaveLength(1);
    expect(client.reads).toBe(2);
  });

  it('loses against a signature that came with it', async () => {
    const client = new FakeCustody({ ...COMPLETED, ...CANCELLED });
    expect(await signerWith(client).sign(request)).toHaveLength(1);
    expect((await signerWith(client).find('a'))?.state).toBe('signed');
  });

  it('is seen twice also when there is no time left: an end is no "pending"', async () => {
    const client = new FakeCustody(CANCELLED);
    const error = await rejectionOf(signerWith(client).sign(request, { timeoutMs: 0 }));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(client.reads).toBe(2);
    const won = new FakeCustody(CANCELLED, COMPLETED);
    expect(await signerWith(won).sign(request, { timeoutMs: 0 })).toHaveLength(1);
  });
});

describe('onUpdate', () => {
  it("tells of the first sight and of every change, in the signer's terms", async () => {
    const client = new FakeCustody(
      { status: 'SUBMITTED', createdAt: 5 },
      { status: 'SUBMITTED' },
      { status: 'PENDING_SIGNATURE', expiresAt: 7_000 },
      { status: 'PENDING_SIGNATURE' },
      COMPLETED,
    );
    const heard: SigningRecord[] = [];
    await signerWith(client).sign(request, { onUpdate: (record) => heard.push(record) });
    expect(heard.map(({ status }) => status)).toEqual([
      'SUBMITTED',
      'PENDING_SIGNATURE',
      'COMPLETED',
    ]);
    expect(heard[0]).toMatchObject({
      idempotencyKey: 'a',
      providerId: 'custody-id',
      kind: 'raw',
      state: 'pending',
      createdAt: 5,
    });
    expect(heard[1]).toMatchObject({ expiresAt: 7_000 });
    expect(heard[2]).toMatchObject({ state: 'signed' });
  });

  it('can throw what it likes, and reject as it likes', async () => {
    const broken: (() => void)[] = [
      () => {
        throw new Error('the listener is broken');
      },
      async () => {
        throw new Error('the listener is broken');
      },
    ];
    for (const onUpdate of broken) {
      const client = new FakeCustody({ status: 'SUBMITTED' }, COMPLETED);
      expect(await signerWith(client).sign(request, { onUpdate })).toHaveLength(1);
    }
  });
});
