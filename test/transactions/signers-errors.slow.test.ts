import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  FeeTooHighError,
  GatewayError,
  type GatewayErrorCode,
  happenedOf,
  InvalidInputError,
} from '../../src/index.js';
import type { FakeGateway } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const pay = (gateway: FakeGateway) => world.run(world.pay({ idempotencyKey: 'K' }, '1', gateway));
/** A process whose signer takes the request, and then throws. */
function throwing(error: unknown): FakeGateway {
  const own = world.newSigner();
  return world.another({
    signer: stubSigner(own, {
      sign: async (request, options) => {
        await own.sign(request, options);
        throw error;
      },
    }),
  });
}

describe('a signer’s error about what is not a signer’s work', () => {
  const foreign: readonly GatewayErrorCode[] = [
    'FEE_TOO_HIGH',
    'INSUFFICIENT_FUNDS',
    'ACCOUNT_BUSY',
    'ALREADY_REQUESTED',
    'SIMULATION_FAILED',
    'TRANSACTION_EXPIRED',
    'TRANSACTION_FAILED',
    'TRANSACTION_REPLACED',
    'TRANSACTION_REFUSED',
    'PROVIDER_REFUSAL',
    'XRPL_NODE',
  ];
  test.each(
    foreign.flatMap((code) => [true, false].map((retryable) => [code, retryable] as const)),
  )('%s, retryable %s: it may have signed all the same', async (code, retryable) => {
    const thrown = new GatewayError(code, 'its own words', { retryable });
    const error = await rejectionOf(pay(throwing(thrown)));
    expect(error).toMatchObject({
      code: 'UNEXPECTED_FAILURE',
      details: { reason: 'GatewayError: its own words' },
      transaction: { idempotencyKey: 'K' },
    });
    expect(error instanceof GatewayError && happenedOf(error)).toBe('maybe');
    // The number is still that request's, and the same key sends what was signed.
    expect(await pay(world.gateway)).toMatchObject({ result: { result: 'DONE' } });
    expect(world.custody.requests).toHaveLength(1);
  });

  test('of one of our classes, told by its name and words', async () => {
    const error = await rejectionOf(pay(throwing(new FeeTooHighError(20n, 10n))));
    expect(error).toMatchObject({ code: 'UNEXPECTED_FAILURE' });
    expect(error).toHaveProperty('details.reason', expect.stringMatching(/^FeeTooHighError: /));
  });
});

test('the custody platform’s id that such an error names is kept', async () => {
  const own = world.newSigner();
  const gateway = world.another({
    signer: stubSigner(own, {
      sign: async (request) => {
        const { idempotencyKey } = request;
        await own.sign(request);
        throw new FeeTooHighError(20n, 10n).about({ idempotencyKey, custodyId: 'custody-1' });
      },
    }),
  });
  expect(await rejectionOf(pay(gateway))).toMatchObject({
    code: 'UNEXPECTED_FAILURE',
    transaction: { idempotencyKey: 'K', custodyId: 'custody-1' },
  });
});

describe('what a signer may say', () => {
  const refusals: readonly GatewayErrorCode[] = [
    'CUSTODY_REFUSED',
    'CUSTODY_PERMISSION',
    'UNSUPPORTED_ALGORITHM',
    'CONFIGURATION',
  ];
  test.each(refusals)('%s: refused, and nothing was done', async (code) => {
    const signer = stubSigner(world.newSigner(), {
      sign: () => Promise.reject(new GatewayError(code, 'no')),
    });
    const error = await rejectionOf(pay(world.another({ signer })));
    expect(error).toMatchObject({ code });
    expect(error instanceof GatewayError && happenedOf(error)).toBe('nothing');
  });

  test('INVALID_INPUT names its field', async () => {
    const refused = new InvalidInputError('unhashedPayload', 'is too long');
    const signer = stubSigner(world.newSigner(), { sign: () => Promise.reject(refused) });
    const error = await rejectionOf(pay(world.another({ signer })));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'unhashedPayload' });
  });
});

test.each(['name', 'message'])(
  'an error whose %s can’t be read leaves the request open',
  async (field) => {
    const thrown = new Error('its words');
    Object.defineProperty(thrown, field, {
      get() {
        throw new Error('not here');
      },
    });
    const error = await rejectionOf(pay(throwing(thrown)));
    expect(error).toMatchObject({
      code: 'UNEXPECTED_FAILURE',
      details: { reason: "an error that can't be read" },
      transaction: { idempotencyKey: 'K' },
    });
    expect(await pay(world.gateway)).toMatchObject({ result: { result: 'DONE' } });
    expect(world.custody.requests).toHaveLength(1);
  },
);
