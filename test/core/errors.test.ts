import { describe, expect, it } from 'vitest';
import {
  AbortedError,
  ConfigurationError,
  GatewayError,
  IdempotencyConflictError,
  InvalidInputError,
  RateLimitedError,
  UnexpectedAnswerError,
  UnreachableError,
} from '../../src/core/errors.js';

describe('GatewayError.about', () => {
  it('completes what an error says of its transaction, without changing what it says', () => {
    const error = new GatewayError('STORE', 'any').about({
      idempotencyKey: 'order-1',
      custodyId: 'first',
    });
    const same = error.about({ idempotencyKey: 'other', custodyId: 'second', hash: 'ABC' });
    expect(same).toBe(error);
    expect(error.transaction).toEqual({
      idempotencyKey: 'order-1',
      custodyId: 'first',
      hash: 'ABC',
    });
  });

  it('is not there until somebody says it', () => {
    expect(new GatewayError('STORE', 'any').transaction).toBeUndefined();
  });
});

describe('the errors', () => {
  it.each([
    [new InvalidInputError('a.b', 'is odd'), 'INVALID_INPUT', false, 'a.b: is odd'],
    [new ConfigurationError('key', 'is odd'), 'CONFIGURATION', false, 'key: is odd'],
    [new AbortedError(), 'ABORTED', true, 'nothing was cancelled'],
    [new UnreachableError('custody', 'reset'), 'UNREACHABLE', true, 'custody gave no answer'],
    [new UnexpectedAnswerError('xrpl', 'HTML'), 'UNEXPECTED_ANSWER', false, 'xrpl answered'],
    [new RateLimitedError('custody', 500), 'RATE_LIMITED', true, 'slow down'],
    [new IdempotencyConflictError('used'), 'IDEMPOTENCY_CONFLICT', false, 'used'],
  ])('%s has a stable code, and says whether trying again helps', (error, code, again, words) => {
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ code, retryable: again, name: error.constructor.name });
    expect(error.message).toContain(words);
  });

  it('keeps the cause, and says nothing of one that there is not', () => {
    const cause = new Error('why');
    expect(new GatewayError('STORE', 'any', { cause }).cause).toBe(cause);
    expect(Object.hasOwn(new GatewayError('STORE', 'any'), 'cause')).toBe(false);
  });

  it('says for how long to slow down only when that is known', () => {
    expect(new RateLimitedError('custody', 500).details).toEqual({
      peer: 'custody',
      retryAfterMs: 500,
    });
    expect(new RateLimitedError('custody').details).toEqual({ peer: 'custody' });
  });
});
