import { describe, expect, it } from 'vitest';
import * as aptos from '../../src/aptos/index.js';
import * as custody from '../../src/fireblocks/index.js';
import * as http from '../../src/handlers.js';
import { statusesOf } from '../../src/http/statuses.js';
import * as root from '../../src/index.js';
import * as netlink from '../../src/netlink/index.js';
import * as provider from '../../src/provider/index.js';
import * as requests from '../../src/requests/index.js';
import * as signer from '../../src/signer/index.js';
import * as stacks from '../../src/stacks/index.js';
import * as store from '../../src/store/index.js';
import * as xrpl from '../../src/xrpl/index.js';
import { ERRORS, FORMS } from '../support/every-error.js';

const { errorResponse, HttpError } = http;

const ENTRIES = [
  root,
  aptos,
  custody,
  http,
  netlink,
  provider,
  requests,
  signer,
  stacks,
  store,
  xrpl,
];

function isErrorClass(value: unknown): boolean {
  if (typeof value !== 'function') return false;
  return value === root.GatewayError || value.prototype instanceof root.GatewayError;
}

describe('errorResponse', () => {
  it.each(Object.entries(ERRORS))('answers %s', async (_, [error, status, title]) => {
    const response = errorResponse(error, 'request-1');
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const body = await response.json();
    expect(body).toMatchObject({ error: title, requestId: 'request-1' });
    if (status === 500)
      expect(body).toMatchObject({ code: 'INTERNAL', message: expect.stringMatching(/log/) });
    else {
      const { code, message, retryable } = error;
      expect(body).toMatchObject({ code, message, retryable });
    }
  });

  it('knows every error that the package exports', () => {
    const classes = ENTRIES.flatMap((entry) => Object.entries(entry))
      .filter(([, value]) => isErrorClass(value))
      .map(([name]) => name);
    expect(classes.length).toBeGreaterThan(50);
    const known = ['HttpError', ...Object.keys(ERRORS)];
    expect(classes.filter((name) => !known.includes(name))).toEqual([]);
  });

  it.each(Object.entries(ERRORS).filter(([name]) => name !== 'GatewayError'))(
    'has %s in the one table, which the documents show',
    (_, [error, status]) => {
      expect(statusesOf(error.code)).toContain(status);
    },
  );

  it('names the transaction, what was wrong, and what the ledger said', async () => {
    const reference = { idempotencyKey: 'order-1', custodyId: 'c-1', hash: 'AB' };
    const failed = new root.TransactionFailedError('tecPATH_DRY', { drops: 5n }).about(reference);
    expect(await errorResponse(failed).json()).toMatchObject({
      transaction: reference,
      details: { resultCode: 'tecPATH_DRY' },
      result: { drops: '5' },
    });
    const input = new root.InvalidInputError('amount', 'is required');
    expect(await errorResponse(input).json()).toMatchObject({ details: { field: 'amount' } });
  });

  it('tells a batch that is over from one that is not', () => {
    expect(errorResponse(new root.BatchIncompleteError([], false)).status).toBe(422);
  });

  it('says when to come back', () => {
    const pauseOf = (error: unknown) => errorResponse(error).headers.get('retry-after');
    expect(pauseOf(new root.RateLimitedError('x', 1_500))).toBe('2');
    expect(pauseOf(new root.RateLimitedError('x'))).toBe('1');
    const closed = { status: 503, retryAfterMs: 30_000 };
    expect(pauseOf(new root.CustodyUnavailableError(closed))).toBe('30');
    expect(pauseOf(new root.CustodyUnavailableError({ status: 503 }))).toBeNull();
    expect(pauseOf(new root.UnreachableError('xrpl', 'x'))).toBeNull();
  });

  it.each([
    new Error('the password is hunter2'),
    Object.assign(new TypeError('hunter2'), { code: 'INVALID_INPUT', details: { a: 'hunter2' } }),
    'hunter2',
    { code: 'INVALID_INPUT', message: 'hunter2' },
    undefined,
    null,
    new root.ConfigurationError('apiSecret', 'hunter2'),
    new root.InvalidInputError('a', 'b', { cause: new Error('hunter2') }),
  ])('shows nothing of what is not for the caller: %s', async (error) => {
    const text = await errorResponse(error).text();
    expect(text).not.toContain('hunter2');
    expect(text).not.toMatch(/\bat .*:\d+/);
  });

  it.each(Object.entries(FORMS))('refuses by form: %s', async (code, [status, title]) => {
    const response = errorResponse(new HttpError(code as http.HttpErrorCode, 'in words'));
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ error: title, code, message: 'in words' });
    expect(statusesOf(code as http.HttpErrorCode)).toContain(status);
  });
});
