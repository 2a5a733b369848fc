import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  GatewayError,
  RateLimitedError,
  UnexpectedAnswerError,
  UnreachableError,
} from '../../src/core/errors.js';
import {
  CustodyAuthenticationError,
  CustodyClockSkewError,
  CustodyError,
  CustodyNotFoundError,
  CustodyPermissionError,
  CustodyUnavailableError,
  DuplicateExternalIdError,
  FireblocksRestClient,
} from '../../src/fireblocks/index.js';
import { CLIENTS, type ClientKind, type CustodyAccess } from '../support/clients.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';

const { privateKey: apiSecret } = rsaKeys('own');
const NOW = Date.UTC(2026, 0, 15, 12, 0, 0);

interface Given {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

let server: Server;
let given: Given;
let access: CustodyAccess;

beforeAll(async () => {
  server = createServer((_, response) => {
    const { status, body, headers = {} } = given;
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    response.sendDate = false;
    response.writeHead(status, headers).end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  access = { apiKey: 'key', apiSecret, url: `http://127.0.0.1:${port}` };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** What a call rejects with when the custody answers like this. */
async function errorFor({ connect }: ClientKind, answer: Given): Promise<GatewayError> {
  given = answer;
  const client = connect(access, { clock: new FakeClock(NOW), retry: { attempts: 1 } });
  const error = await rejectionOf(client.getTransaction('a'));
  expect(error).toBeInstanceOf(GatewayError);
  return error as GatewayError;
}

const refusal = (code: number, message = 'no') => ({ message, code });

describe.each(CLIENTS)('the error of an answer, with $name', (client) => {
  it.each<readonly [Given, new (...args: never[]) => GatewayError, string, boolean, RegExp]>([
    [
      { status: 401, body: refusal(-1) },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /secret does not belong/,
    ],
    [
      { status: 401, body: refusal(-2) },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /API key is missing/,
    ],
    [
      { status: 401, body: refusal(-3) },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /token is missing/,
    ],
    [
      { status: 401, body: refusal(-4) },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /proxy/,
    ],
    [
      { status: 401, body: refusal(-5) },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /certificate has expired/,
    ],
    [
      { status: 401, body: refusal(-6) },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /not the one that the token names/,
    ],
    [
      { status: 401, body: refusal(-7) },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /region/,
    ],
    [
      { status: 401, body: refusal(-99, 'odd') },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /odd/,
    ],
    [
      { status: 401 },
      CustodyAuthenticationError,
      'CUSTODY_AUTHENTICATION',
      false,
      /no reason given/,
    ],
    [
      { status: 401, body: refusal(-8) },
      CustodyPermissionError,
      'CUSTODY_PERMISSION',
      false,
      /role/,
    ],
    [
      { status: 403, body: refusal(0) },
      CustodyPermissionError,
      'CUSTODY_PERMISSION',
      false,
      /role/,
    ],
    [{ status: 403, body: '<html>' }, CustodyPermissionError, 'CUSTODY_PERMISSION', false, /role/],
    [
      { status: 401, body: refusal(-10) },
      CustodyClockSkewError,
      'CUSTODY_CLOCK_SKEW',
      false,
      /clock/,
    ],
    [
      { status: 401, body: refusal(-12) },
      CustodyClockSkewError,
      'CUSTODY_CLOCK_SKEW',
      false,
      /clock/,
    ],
    [
      { status: 400, body: refusal(1438) },
      DuplicateExternalIdError,
      'CUSTODY_DUPLICATE',
      false,
      /external id/,
    ],
    [
      { status: 404, body: refusal(1004, 'no vault') },
      CustodyNotFoundError,
      'CUSTODY_NOT_FOUND',
      false,
      /no vault/,
    ],
    [
      { status: 404, body: refusal(1006) },
      CustodyNotFoundError,
      'CUSTODY_NOT_FOUND',
      false,
      /know/,
    ],
    [
      { status: 404, body: { message: 'none' } },
      CustodyNotFoundError,
      'CUSTODY_NOT_FOUND',
      false,
      /none/,
    ],
    [
      { status: 404, body: { error: { type: 'X', message: 'none' } } },
      CustodyNotFoundError,
      'CUSTODY_NOT_FOUND',
      false,
      /none/,
    ],
    // Whatever stands between us and the custody may not say that a request does not exist.
    [
      { status: 404, body: '<html>404 nginx</html>' },
      CustodyUnavailableError,
      'CUSTODY_UNAVAILABLE',
      true,
      /404/,
    ],
    [{ status: 404 }, CustodyUnavailableError, 'CUSTODY_UNAVAILABLE', true, /404/],
    [
      { status: 400, body: refusal(1000, 'bad vault') },
      CustodyError,
      'CUSTODY_REFUSED',
      false,
      /bad vault/,
    ],
    [{ status: 400, body: refusal(1503) }, CustodyError, 'CUSTODY_REFUSED', false, /no/],
    [
      { status: 400, body: { error: { type: 'X', message: 'newer form' } } },
      CustodyError,
      'CUSTODY_REFUSED',
      false,
      /newer form/,
    ],
    [{ status: 400 }, CustodyError, 'CUSTODY_REFUSED', false, /HTTP 400/],
    [{ status: 400, body: '[]' }, CustodyError, 'CUSTODY_REFUSED', false, /HTTP 400/],
    [{ status: 409, body: refusal(5) }, CustodyError, 'CUSTODY_REFUSED', false, /no/],
    [{ status: 408 }, CustodyUnavailableError, 'CUSTODY_UNAVAILABLE', true, /408/],
    [
      { status: 500, body: refusal(1) },
      CustodyUnavailableError,
      'CUSTODY_UNAVAILABLE',
      true,
      /500/,
    ],
    [{ status: 502, body: '<html>' }, CustodyUnavailableError, 'CUSTODY_UNAVAILABLE', true, /502/],
    [{ status: 503 }, CustodyUnavailableError, 'CUSTODY_UNAVAILABLE', true, /503/],
    [{ status: 504 }, CustodyUnavailableError, 'CUSTODY_UNAVAILABLE', true, /504/],
    [{ status: 429, body: refusal(9) }, RateLimitedError, 'RATE_LIMITED', true, /slow down/],
    [
      { status: 200, body: '<html>' },
      UnexpectedAnswerError,
      'UNEXPECTED_ANSWER',
      false,
      /not JSON/,
    ],
    [{ status: 200, body: '' }, UnexpectedAnswerError, 'UNEXPECTED_ANSWER', false, /not JSON/],
    [
      { status: 200, body: {} },
      UnexpectedAnswerError,
      'UNEXPECTED_ANSWER',
      false,
      /id is not as documented/,
    ],
    [
      { status: 200, body: { id: 'a' } },
      UnexpectedAnswerError,
      'UNEXPECTED_ANSWER',
      false,
      /status is not/,
    ],
    [
      { status: 200, body: { id: 5, status: 'A' } },
      UnexpectedAnswerError,
      'UNEXPECTED_ANSWER',
      false,
      /id is not/,
    ],
    [
      { status: 200, body: 'null' },
      UnexpectedAnswerError,
      'UNEXPECTED_ANSWER',
      false,
      /the body is not/,
    ],
  ])('%j', async (answer, kind, code, retryable, message) => {
    const error = await errorFor(client, answer);
    expect(error.constructor).toBe(kind);
    expect(error).toMatchObject({ code, retryable, message: expect.stringMatching(message) });
  });

  it('carries status, code, words and the id for the support', async () => {
    const error = await errorFor(client, {
      status: 400,
      body: refusal(1000, 'bad vault'),
      headers: { 'x-request-id': 'trace-1' },
    });
    const answer = {
      status: 400,
      custodyCode: 1000,
      traceId: 'trace-1',
      custodyMessage: 'bad vault',
    };
    expect(error).toMatchObject({ answer, details: answer });
  });

  it('repeats no token that a proxy gives for the id', async () => {
    const headers = { 'x-request-id': 'eyJhbGciOiJSUzI1NiJ9.eyJ1cmkiOiIvdjEifQ.c2ln' };
    const error = await errorFor(client, { status: 502, body: 'no way', headers });
    expect(error).toMatchObject({ details: { traceId: '[token]' } });
  });

  it('tells how far the clock is off, when the custody says what time it is', async () => {
    const date = new Date(NOW - 90_000).toUTCString();
    const skewed = await errorFor(client, { status: 401, body: refusal(-12), headers: { date } });
    expect(skewed.details).toMatchObject({ skewMs: 90_000 });
    const silent = await errorFor(client, { status: 401, body: refusal(-10) });
    expect(silent.details).not.toHaveProperty('skewMs');
  });

  it('tells for how long to slow down, in either form', async () => {
    const seconds = await errorFor(client, { status: 429, headers: { 'retry-after': '7' } });
    expect(seconds).toMatchObject({ retryAfterMs: 7_000 });
    const date = new Date(NOW + 9_000).toUTCString();
    expect(await errorFor(client, { status: 429, headers: { 'retry-after': date } })).toMatchObject(
      {
        retryAfterMs: 9_000,
      },
    );
    expect(await errorFor(client, { status: 429 })).toMatchObject({ retryAfterMs: undefined });
  });

  it('stays short, whatever the custody says', async () => {
    const error = await errorFor(client, { status: 400, body: refusal(1, 'x'.repeat(1_000_000)) });
    expect(JSON.stringify(error).length + error.message.length).toBeLessThan(2_000);
  });
});

describe('the error of an answer', () => {
  const [rest] = CLIENTS as readonly [ClientKind];

  it('is one also where the answer leads elsewhere', async () => {
    const headers = { location: 'https://elsewhere.example' };
    const error = await errorFor(rest, { status: 302, headers });
    expect(error.constructor).toBe(CustodyError);
    expect(error).toMatchObject({ code: 'CUSTODY_REFUSED', message: expect.stringMatching(/302/) });
  });

  it('carries the id for the support also where the answer is not as documented', async () => {
    const error = await errorFor(rest, {
      status: 200,
      body: {},
      headers: { 'x-request-id': 'trace-2' },
    });
    expect(error.details).toMatchObject({ status: 200, traceId: 'trace-2' });
  });

  it('does not repeat a token that something on the way has repeated', async () => {
    const fetch = async (_: string, init: RequestInit) => {
      const message = `denied: ${new Headers(init.headers).get('authorization')}`;
      return Response.json({ message, code: -7 }, { status: 401 });
    };
    const client = new FireblocksRestClient({ apiKey: 'key', apiSecret, fetch });
    const error = (await rejectionOf(client.getTransaction('a'))) as CustodyError;
    expect(error.answer.custodyMessage).toBe('denied: Bearer [token]');
    expect(JSON.stringify(error)).not.toContain('eyJ');
  });

  it('is Unreachable when there is no answer at all', async () => {
    const fetch = () => Promise.reject(new TypeError('fetch failed'));
    const client = new FireblocksRestClient({
      apiKey: 'key',
      apiSecret,
      fetch,
      retry: { attempts: 1 },
    });
    expect(await rejectionOf(client.getTransaction('a'))).toBeInstanceOf(UnreachableError);
  });
});

describe('a transaction with odd fields', () => {
  const read = (body: object) => {
    const fetch = async () => Response.json(body);
    return new FireblocksRestClient({ apiKey: 'key', apiSecret, fetch }).getTransaction('a');
  };

  it('is read all the same: one odd field must not hide a signature', async () => {
    const signature = { fullSig: 'ab', r: null, s: 7, v: '1' };
    const transaction = await read({
      id: 'a',
      status: 'COMPLETED',
      subStatus: null,
      expiresAt: '2026-01-01T00:00:00Z',
      createdAt: null,
      destinationTag: 12,
      amountInfo: 'none',
      source: [],
      extraParameters: 7,
      signedMessages: [{ content: 'cd', derivationPath: ['44'], signature, extra: true }],
      novelty: { from: 'tomorrow' },
    });
    expect(transaction).toMatchObject({
      id: 'a',
      status: 'COMPLETED',
      signedMessages: [{ content: 'cd', signature: { fullSig: 'ab' } }],
    });
    expect(transaction.expiresAt ?? undefined).toBeUndefined();
    expect(transaction.amountInfo ?? undefined).toBeUndefined();
  });
});
