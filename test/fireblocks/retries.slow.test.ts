import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RateLimitedError, UnreachableError } from '../../src/core/errors.js';
import {
  CustodyAuthenticationError,
  CustodyUnavailableError,
  FireblocksRestClient,
} from '../../src/fireblocks/index.js';
import { type FaultEffect, type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { FAST, freshRequest, signerOn } from '../support/custody.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'retries' });
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.custody.clearMessages());

const requests = (method: string) =>
  sandbox.custody.messages.filter((message) => message.method === method);

const idsFor = (idempotencyKey: string) =>
  sandbox.custody.transactions.filter(({ externalTxId }) => externalTxId === idempotencyKey);

const OUTAGES: readonly (readonly [string, FaultEffect])[] = [
  ['HTTP 500', { kind: 'answer', status: 500, body: { message: 'oops', code: 1 } }],
  ['HTTP 502 of a proxy', { kind: 'answer', status: 502, body: '<html>' }],
  ['HTTP 503', { kind: 'answer', status: 503 }],
  ['HTTP 429', { kind: 'answer', status: 429 }],
  ['HTTP 404 of a proxy', { kind: 'answer', status: 404, body: '<html>' }],
  ['a broken connection', { kind: 'drop' }],
  ['a lost answer', { kind: 'lose-answer' }],
];

function rest(options: object = {}) {
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  return new FireblocksRestClient({
    apiKey,
    apiSecret,
    basePath,
    retry: { baseMs: 1, maxMs: 2 },
    ...options,
  });
}

describe('a read', () => {
  it.each(OUTAGES)('is repeated after %s', async (_, effect) => {
    const signer = signerOn(sandbox);
    const request = freshRequest();
    await signer.sign(request);
    sandbox.custody.clearMessages();
    sandbox.inject({ server: 'custody', method: 'GET', times: 3, effect });
    expect((await signer.find(request.idempotencyKey))?.state).toBe('signed');
    expect(requests('GET')).toHaveLength(4);
  });

  it.each(OUTAGES)('is given up after four times %s', async (_, effect) => {
    sandbox.inject({ server: 'custody', method: 'GET', times: 4, effect });
    const error = await rejectionOf(signerOn(sandbox).find('any'));
    expect(error).toMatchObject({ retryable: true });
    expect(requests('GET')).toHaveLength(4);
  });

  it('is not repeated when repeating would not help', async () => {
    const effect = { kind: 'answer', status: 401, body: { message: 'x', code: -1 } } as const;
    sandbox.inject({ server: 'custody', method: 'GET', effect });
    expect(await rejectionOf(signerOn(sandbox).find('any'))).toBeInstanceOf(
      CustodyAuthenticationError,
    );
    expect(requests('GET')).toHaveLength(1);
  });

  it('carries a new token each time: the custody takes none twice', async () => {
    // The sandbox refuses a nonce that it has seen, also on the way to a lost answer.
    sandbox.inject({ server: 'custody', method: 'GET', times: 2, effect: { kind: 'lose-answer' } });
    expect(await signerOn(sandbox).find('any')).toBeUndefined();
  });

  it('waits as long as the custody asks, and no longer than the caller allows', async () => {
    const clock = new FakeClock();
    const answers = [429, 200, 429].map(
      (status) => new Response('[]', { status, headers: { 'retry-after': '7' } }),
    );
    const fetch = async () => answers.shift() ?? Response.error();
    const client = rest({ clock, fetch });
    await client.listTransactions({ limit: 1 });
    expect(clock.pauses).toEqual([7_000]);
    const hurried = client.listTransactions({ limit: 1 }, { timeoutMs: 6_999 });
    expect(await rejectionOf(hurried)).toBeInstanceOf(RateLimitedError);
    expect(clock.pauses).toEqual([7_000]);
  });

  it('ends in time when nothing is ever answered', async () => {
    const fetch = vi.fn(() => new Promise<never>(() => undefined));
    const client = rest({ timeoutMs: 10, fetch });
    expect(await rejectionOf(client.getTransaction('nobody'))).toBeInstanceOf(UnreachableError);
    expect(fetch).toHaveBeenCalledTimes(4);
    const hurried = rest({ fetch }).getTransaction('nobody', { timeoutMs: 15 });
    expect(await rejectionOf(hurried)).toBeInstanceOf(UnreachableError);
  });
});

describe('the creation of a request', () => {
  it.each(OUTAGES)('is repeated after %s, and there is one request', async (_, effect) => {
    const request = freshRequest();
    sandbox.inject({ server: 'custody', method: 'POST', path: '/v1/transactions', effect });
    expect(await signerOn(sandbox).sign(request)).toHaveLength(1);
    expect(idsFor(request.idempotencyKey)).toHaveLength(1);
    expect(requests('POST')).toHaveLength(2);
  });

  it('that never gets an answer leaves one request, which the next call picks up', async () => {
    const request = freshRequest();
    const path = '/v1/transactions';
    sandbox.inject({
      server: 'custody',
      method: 'POST',
      path,
      times: 4,
      effect: { kind: 'lose-answer' },
    });
    const error = await rejectionOf(signerOn(sandbox).sign(request));
    expect(error).toBeInstanceOf(UnreachableError);
    expect(error).toMatchObject({ retryable: true });
    // The custody has processed it: the retries were refused as duplicates of the first.
    expect(idsFor(request.idempotencyKey)).toHaveLength(1);
    expect(await signerOn(sandbox).sign(request)).toHaveLength(1);
    expect(idsFor(request.idempotencyKey)).toHaveLength(1);
  });

  it('that never arrives leaves none, and the next call makes one', async () => {
    const request = freshRequest();
    const path = '/v1/transactions';
    sandbox.inject({ server: 'custody', method: 'POST', path, times: 4, effect: { kind: 'drop' } });
    expect(await rejectionOf(signerOn(sandbox).sign(request))).toBeInstanceOf(UnreachableError);
    expect(idsFor(request.idempotencyKey)).toHaveLength(0);
    await signerOn(sandbox).sign(request);
    expect(idsFor(request.idempotencyKey)).toHaveLength(1);
  });

  it('whose answer is no JSON is repeated: the custody may have taken it', async () => {
    const request = freshRequest();
    const effect = { kind: 'answer', status: 200, body: '<html>' } as const;
    sandbox.inject({ server: 'custody', method: 'POST', times: 4, effect });
    expect(await rejectionOf(signerOn(sandbox).sign(request))).toMatchObject({
      code: 'CUSTODY_UNCONFIRMED',
      retryable: true,
      cause: { code: 'UNEXPECTED_ANSWER' },
    });
    sandbox.inject({ server: 'custody', method: 'POST', effect });
    expect(await signerOn(sandbox).sign(request)).toHaveLength(1);
    expect(idsFor(request.idempotencyKey)).toHaveLength(1);
  });
});

describe('the wait for a signature', () => {
  it.each(OUTAGES)('survives a long series of %s', async (_, effect) => {
    const request = freshRequest();
    const path = /^\/v1\/transactions\/[0-9a-f-]{36}$/;
    sandbox.inject({ server: 'custody', method: 'GET', path, times: 15, effect });
    expect(await signerOn(sandbox).sign(request)).toHaveLength(1);
    expect(idsFor(request.idempotencyKey)).toHaveLength(1);
  });

  it.each<readonly [string, FaultEffect]>([
    ['a page of a proxy', { kind: 'answer', status: 200, body: '<html>be right back</html>' }],
    ['an answer without status', { kind: 'answer', status: 200, body: { id: 'a' } }],
    [
      '"not found", as right after the creation',
      {
        kind: 'answer',
        status: 404,
        body: { message: 'not found', code: 0 },
      },
    ],
  ])('takes %s for no news', async (_, effect) => {
    const request = freshRequest();
    const path = /^\/v1\/transactions\/[0-9a-f-]{36}$/;
    sandbox.inject({ server: 'custody', method: 'GET', path, times: 3, effect });
    expect(await signerOn(sandbox).sign(request)).toHaveLength(1);
  });

  it('ends when the credentials stop working, but what it waited for is pending still', async () => {
    const request = freshRequest();
    const effect = { kind: 'answer', status: 401, body: { message: 'x', code: -7 } } as const;
    sandbox.inject({ server: 'custody', method: 'GET', effect });
    const error = await rejectionOf(signerOn(sandbox).sign(request));
    expect(error).toMatchObject({ code: 'SIGNATURE_PENDING', retryable: true });
    expect((error as Error).cause).toBeInstanceOf(CustodyAuthenticationError);
    expect(await signerOn(sandbox).sign(request)).toHaveLength(1);
  });

  it('ends in time though every read fails, and says what the last one failed of', async () => {
    const request = freshRequest();
    const effect = { kind: 'answer', status: 503 } as const;
    const path = /^\/v1\/transactions\/[0-9a-f-]{36}$/;
    sandbox.inject({ server: 'custody', method: 'GET', path, times: 1_000, effect });
    const signer = signerOn(sandbox, { signatureTimeoutMs: 60, polling: FAST });
    const error = await rejectionOf(signer.sign(request));
    expect(error).toMatchObject({
      code: 'SIGNATURE_PENDING',
      details: { requestId: request.idempotencyKey, custodyId: expect.any(String) },
    });
    expect((error as Error).cause).toBeInstanceOf(CustodyUnavailableError);
  });
});
