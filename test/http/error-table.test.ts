import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, it, test } from 'vitest';
import { ERROR_CODES } from '../../src/core/error-codes.js';
import { errorMeanings } from '../../src/core/error-reference.js';
import { type ErrorBody, HttpError, type HttpErrorCode } from '../../src/handlers.js';
import * as root from '../../src/index.js';
import { errorDocument } from '../support/error-document.js';
import { ERRORS, FORMS } from '../support/every-error.js';

const { GatewayError, happenedOf, isGatewayError } = root;

const formOf = (code: HttpErrorCode) =>
  new HttpError(code, 'in words', { retryable: code === 'TRANSACTION_WAITING' });

/** One of each class, and of each form that is refused over HTTP. */
const EVERY: readonly (readonly [name: string, error: root.GatewayError])[] = [
  ...Object.entries(ERRORS)
    .filter(([name]) => name !== 'GatewayError')
    .map(([name, [error]]) => [name, error] as const),
  ...Object.keys(FORMS).map((code) => [code, formOf(code as HttpErrorCode)] as const),
  ['BatchIncompleteError that is over', new root.BatchIncompleteError([], false)],
];

const meaningOf = (error: root.GatewayError) =>
  errorMeanings().find(({ code }) => code === error.code);

/** The same error, as it would be for another transaction. */
const copyOf = (error: root.GatewayError, transaction?: root.TransactionReference) =>
  Object.assign(
    Object.create(Object.getPrototypeOf(error), Object.getOwnPropertyDescriptors(error)),
    { transaction },
  ) as root.GatewayError;

const KEY = { idempotencyKey: 'order-1' };

describe('the table of errors', () => {
  it('has an error for every code, and every code of an error', () => {
    const thrown = new Set(EVERY.map(([, { code }]) => code));
    expect([...thrown].sort()).toEqual(Object.keys(ERROR_CODES).sort());
    expect(errorMeanings().map(({ code }) => code)).toEqual(Object.keys(ERROR_CODES));
  });

  it.each(EVERY)('says whether %s is retryable', (_, error) => {
    const { retryable } = meaningOf(error) ?? {};
    if (retryable === 'depends') expect(typeof error.retryable).toBe('boolean');
    else expect(error.retryable).toBe(retryable);
  });

  it.each(EVERY)('says what may have happened where %s is thrown', (_, error) => {
    const { happened } = meaningOf(error) ?? {};
    const bare = happenedOf(copyOf(error));
    const asked = happenedOf(copyOf(error, { ...KEY, custodyId: 'c-1' }));
    const signed = happenedOf(copyOf(error, { ...KEY, hash: 'AB' }));
    // Such an error belongs to no transaction that could have begun.
    if (happened === 'nothing') expect(bare).toBe(happened);
    else if (happened !== 'depends') expect([bare, asked, signed]).toEqual(Array(3).fill(happened));
    else if (FINAL.includes(error.code)) expect([bare, asked, signed]).not.toContain('sent');
    else expect([bare, asked, signed]).toEqual(['nothing', 'maybe', 'maybe']);
  });

  // What was being asked may have arrived, at a signer of the caller's own at least.
  it.each(EVERY.filter(([, { code }]) => LEFT_OPEN.includes(code)))(
    'leaves open what became of a request where %s ends a transaction',
    (_, error) => {
      expect(happenedOf(copyOf(error, { ...KEY, requestId: 'cg-1' }))).toBe('maybe');
      // Without an id of a request the signer was not asked for one.
      expect(happenedOf(copyOf(error, KEY))).toBe('nothing');
    },
  );

  it.each(EVERY.filter(([, { code }]) => BEFORE.includes(code)))(
    'says that nothing happened where %s ends a transaction before its request',
    (_, error) => {
      expect(happenedOf(copyOf(error, { ...KEY, requestId: 'cg-1' }))).toBe('nothing');
    },
  );

  it('calls a transaction without effect only if more than one operator says so', () => {
    for (const evidence of ['agreed', 'one-operator'] as const) {
      const expected = evidence === 'agreed' ? 'nothing' : 'maybe';
      expect(happenedOf(new root.TransactionExpiredError(evidence))).toBe(expected);
      expect(happenedOf(new root.TransactionReplacedError('AB', evidence))).toBe(expected);
    }
    const request = { requestId: 'cg-1' };
    expect(happenedOf(new root.SignatureRejectedError(request))).toBe('nothing');
    const broadcast = { ...request, txHash: 'AB' };
    expect(happenedOf(new root.SignatureRejectedError(broadcast))).toBe('maybe');
  });

  it('is what docs/errors.md says: `npm run docs:errors`', () => {
    expect(readFileSync('docs/errors.md', 'utf8')).toBe(errorDocument());
  });
});

/** Final: nothing more can come of the transaction. */
const FINAL: readonly string[] = [
  'TRANSACTION_EXPIRED',
  'TRANSACTION_REPLACED',
  'SIGNATURE_REJECTED',
];

const LEFT_OPEN: readonly string[] = [
  'UNREACHABLE',
  'RATE_LIMITED',
  'UNEXPECTED_ANSWER',
  'ABORTED',
  'STORE',
  'CUSTODY_UNAVAILABLE',
];

const BEFORE: readonly string[] = [
  'INVALID_INPUT',
  'FEE_TOO_HIGH',
  'ACCOUNT_BUSY',
  'ACCOUNT_NOT_FUNDED',
  'ALREADY_REQUESTED',
  'INSUFFICIENT_FUNDS',
  'SIMULATION_FAILED',
  'TICKETS_UNAVAILABLE',
  'WRONG_NETWORK',
];

describe('isGatewayError', () => {
  const pending: unknown = new root.SignaturePendingError({ requestId: 'cg-1', custodyId: 'c-1' });

  it('tells errors of this package from others, by code where one is asked for', () => {
    expect(isGatewayError(pending)).toBe(true);
    expect(isGatewayError(pending, 'SIGNATURE_PENDING')).toBe(true);
    expect(isGatewayError(pending, 'FEE_TOO_HIGH', 'SIGNATURE_PENDING')).toBe(true);
    expect(isGatewayError(pending, 'FEE_TOO_HIGH')).toBe(false);
    for (const other of [
      new Error('no'),
      Object.assign(new Error('no'), { code: 'SIGNATURE_PENDING' }),
      { code: 'SIGNATURE_PENDING' },
      'SIGNATURE_PENDING',
      undefined,
      null,
    ]) {
      expect(isGatewayError(other)).toBe(false);
    }
  });

  it('recognises an error of another copy of the package', () => {
    class OtherCopy extends Error {
      readonly code = 'SIGNATURE_PENDING';
      readonly details = {};
      readonly retryable = true;
      about() {
        return this;
      }
    }
    const foreign: unknown = new OtherCopy('pending');
    expect(foreign).not.toBeInstanceOf(GatewayError);
    expect(isGatewayError(foreign, 'SIGNATURE_PENDING')).toBe(true);
  });

  test('narrows', () => {
    const one = (error: unknown) => {
      if (isGatewayError(error, 'SIGNATURE_PENDING')) {
        expectTypeOf(error).toExtend<root.GatewayError>();
        expectTypeOf(error.code).toEqualTypeOf<'SIGNATURE_PENDING'>();
        expectTypeOf(error.details.custodyId).toEqualTypeOf<string | undefined>();
      }
      if (isGatewayError(error, 'FEE_TOO_HIGH', 'INVALID_INPUT')) {
        expectTypeOf(error.code).toEqualTypeOf<'FEE_TOO_HIGH' | 'INVALID_INPUT'>();
        // @ts-expect-error: only one of the two has a field
        expectTypeOf(error.details.field).toBeString();
        if (error.code === 'INVALID_INPUT') expectTypeOf(error.details.field).toBeString();
        else expectTypeOf(error.details.cap).toBeString();
      }
      if (!isGatewayError(error)) return expectTypeOf(error).toBeUnknown();
      expectTypeOf(error.code).toEqualTypeOf<root.GatewayErrorCode>();
      expectTypeOf(happenedOf(error)).toEqualTypeOf<root.Happened>();
      switch (error.code) {
        case 'TRANSACTION_FAILED':
          expectTypeOf(error.details.resultCode).toBeString();
          expectTypeOf(error.details.evidence).toEqualTypeOf<root.Evidence | undefined>();
          break;
        case 'BATCH_INCOMPLETE':
          expectTypeOf(error.details.members).toExtend<readonly { readonly index: number }[]>();
          break;
        default:
          expectTypeOf(error.transaction).toEqualTypeOf<root.TransactionReference | undefined>();
      }
      // @ts-expect-error: there is no such code
      return isGatewayError(error, 'SIGNATURE_PENDNIG');
    };
    expectTypeOf(one).toBeFunction();
    expectTypeOf<ErrorBody['code']>().toEqualTypeOf<root.GatewayErrorCode | 'INTERNAL'>();
    // @ts-expect-error: codes are those of the table
    expect(new GatewayError('ANY', 'any').code).toBe('ANY');
  });
});
