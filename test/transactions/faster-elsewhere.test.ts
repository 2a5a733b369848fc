import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GatewayError, IdempotencyConflictError } from '../../src/core/errors.js';
import { type RawSigner, SignatureRejectedError } from '../../src/signer/index.js';
import {
  AccountBusyError,
  BatchIncompleteError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import type { FakeGateway } from '../support/fake-chain/gateway.js';
import type { Action } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const KEY = { idempotencyKey: 'one-key' };
const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

const paying = (): Action => ({ type: 'pay', to: world.custody.addressOf('1'), amount: '1' });

const WAYS = [
  {
    name: 'a payment',
    count: 1,
    pay: (gateway: FakeGateway) => gateway.execute('0', paying(), KEY),
  },
  {
    name: 'a batch',
    count: 2,
    pay: (gateway: FakeGateway) => gateway.batch('0', [paying(), paying()], KEY),
  },
];

/** A signer whose creation comes after another process's, and is told that the key was used. */
function overtaken(asks: (sign: RawSigner['sign']) => RawSigner['sign']): RawSigner {
  const signer = world.newSigner();
  return stubSigner(signer, { sign: asks(signer.sign.bind(signer)) });
}

describe.each(WAYS)('$name whose key another process was faster to use', ({ count, pay }) => {
  test('is what that one made, and is sent once', async () => {
    const signer = overtaken((sign) => async (request, options) => {
      await sign(request, options);
      throw new IdempotencyConflictError('This key was used before.');
    });
    const executed = await world.run(pay(world.another({ signer })));
    expect(executed.receipt).toMatchObject({ ...KEY, attempt: 1 });
    expect(world.custody.requests).toHaveLength(1);
    expect(world.ledger.numbersOf(world.address)).toHaveLength(count);
  });

  test('is not known to be anything where the custody shows nothing of it', async () => {
    const signer = overtaken(() => async () => {
      throw new IdempotencyConflictError('This key was used before.');
    });
    const error = await rejectionOf(world.run(pay(world.another({ signer }))));
    // It may be the same payment, which the other process makes: no failure is told.
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', retryable: true, transaction: KEY });
    expect(error).toMatchObject({ cause: { code: 'IDEMPOTENCY_CONFLICT' } });
    expect(world.ledger.numbersOf(world.address)).toEqual([]);
  });
});

test('a key that two calls begin at once is asked for once, though both would have it asked for again', async () => {
  world.custody.decide = () => 'reject';
  const signer = overtaken((sign) => async (request, options) => {
    await sign(request, options).catch(() => undefined);
    throw new IdempotencyConflictError('This key was used before.');
  });
  const call = world.pay({ ...KEY, newAttempt: 2 }, '1', world.another({ signer }));
  expect(await rejectionOf(world.run(call))).toBeInstanceOf(SignatureRejectedError);
  expect(world.custody.requests).toHaveLength(1);
});

test('a transfer of the custody’s own is the payment that another process had signed meanwhile', async () => {
  const inner = world.newSigner();
  const signer = {
    ...stubSigner(inner, {}),
    transfer: async (...[request, options]: Parameters<typeof inner.transfer>) => {
      await world.pay(KEY, '1', world.another());
      return inner.transfer(request, options);
    },
  };
  const native = world.pay({ ...KEY, native: true }, '1', world.another({ signer }));
  const { receipt } = await world.run(native);
  expect(receipt).toMatchObject({ ...KEY, hash: HASH });
  expect(world.custody.requests.map(({ asked }) => asked.kind)).toEqual(['raw']);
  expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
});

describe('a key that the custody refuses to look for', () => {
  const refusing = () =>
    stubSigner(world.newSigner(), {
      find: async () => {
        throw new GatewayError('CUSTODY_PERMISSION', 'The role may not read this.');
      },
    });

  test.each(WAYS)('$name: is found in the list of its account', async ({ count, pay }) => {
    await world.run(pay(world.gateway));
    const ended = world.run(pay(world.another({ signer: refusing() })));
    const told = await ended.then(
      ({ receipt }) => receipt,
      (error: unknown) => {
        // Whether it was asked for again is not known then; which transaction it is, is.
        expect(error).toBeInstanceOf(TransactionUnconfirmedError);
        expect(error).toMatchObject({ transaction: { hash: HASH } });
        return error instanceof GatewayError ? error.transaction : undefined;
      },
    );
    expect(told).toMatchObject({ ...KEY, attempt: 1, custodyId: expect.any(String) });
    expect(world.custody.requests).toHaveLength(1);
    expect(world.ledger.numbersOf(world.address)).toHaveLength(count);
  });

  test.each(WAYS)('$name: is not made where the list shows nothing of it', async ({ pay }) => {
    const error = await rejectionOf(world.run(pay(world.another({ signer: refusing() }))));
    expect(error).toMatchObject({ code: 'CUSTODY_PERMISSION', transaction: KEY });
    expect(world.custody.requests).toEqual([]);
  });
});

test('a key that the custody neither looks for nor lists is not made', async () => {
  const refused = (what: string) => async () => {
    throw new GatewayError('CUSTODY_PERMISSION', `The role may not ${what}.`);
  };
  const bends = { find: refused('find'), list: refused('list') };
  const signer = stubSigner(world.newSigner(), bends);
  const error = await rejectionOf(world.run(world.pay(KEY, '1', world.another({ signer }))));
  expect(error).toMatchObject({ message: expect.stringContaining('may not find') });
  expect(world.custody.requests).toEqual([]);
});

test('an error of the signer that names the request names the caller’s key instead', async () => {
  const signer = overtaken(() => async ({ idempotencyKey }) => {
    throw new GatewayError('CUSTODY_REFUSED', 'It broke.').about({ idempotencyKey });
  });
  const error = await rejectionOf(world.run(world.pay(KEY, '1', world.another({ signer }))));
  expect(error).toMatchObject({ code: 'CUSTODY_REFUSED', transaction: { ...KEY, attempt: 1 } });
});

describe('a batch that is signed', () => {
  test('tells its hashes when a number below its own is not sent in time', async () => {
    world.custody.decide = ({ externalId }) =>
      externalId === world.custody.requests[0]?.externalId ? 'wait' : 'approve';
    const gateway = world.another({ lanes: { mode: 'pipeline', depth: 3 } });
    const ahead = world.pay({ idempotencyKey: 'ahead' }, '1', gateway);
    ahead.catch(() => undefined);
    await world.until(() => world.custody.requests.length === 1);
    const options = { ...KEY, laneTimeoutMs: 5_000 };
    const actions = [paying(), paying()];
    const error = await rejectionOf(world.run(gateway.batch('0', actions, options)));
    if (!(error instanceof BatchIncompleteError)) throw error;
    expect(error.cause).toBeInstanceOf(AccountBusyError);
    expect(error.members).toEqual([
      expect.objectContaining({ hash: HASH }),
      expect.objectContaining({ hash: HASH }),
    ]);
    world.custody.approve(world.custody.requests[0]);
    await world.run(ahead);
    const executed = await world.run(gateway.batch('0', actions, KEY));
    expect(executed.kind).toBe('batch');
    expect(world.ledger.numbersOf(world.address)).toHaveLength(3);
  });

  test('tells its hashes to the caller who aborts while it is confirmed', async () => {
    world.ledger.pauseClosing();
    const gone = new AbortController();
    const actions = [paying(), paying()];
    const call = rejectionOf(world.gateway.batch('0', actions, { ...KEY, signal: gone.signal }));
    await world.until(() => world.told('submitted').length === 2);
    gone.abort();
    const error = await world.run(call);
    if (!(error instanceof BatchIncompleteError)) throw error;
    expect(error).toMatchObject({ retryable: true, cause: { code: 'ABORTED' } });
    expect(error.members).toEqual([
      expect.objectContaining({ state: 'pending', hash: HASH }),
      expect.objectContaining({ state: 'pending', hash: HASH }),
    ]);
    world.ledger.resumeClosing();
    await world.run(world.gateway.batch('0', actions, KEY));
    expect(world.ledger.numbersOf(world.address)).toHaveLength(2);
  });

  test('that stops on failures sends no second one while the first is not confirmed', async () => {
    world.ledger.pauseClosing();
    const options = { ...KEY, stopOnFailure: true, confirmTimeoutMs: 5_000 };
    const actions = [paying(), paying()];
    const error = await rejectionOf(world.run(world.gateway.batch('0', actions, options)));
    if (!(error instanceof BatchIncompleteError)) throw error;
    expect(error.cause).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error.members.map(({ state }) => state)).toEqual(['pending', 'not-sent']);
    world.ledger.resumeClosing();
    await world.run(world.gateway.batch('0', actions, options));
    expect(world.ledger.numbersOf(world.address)).toHaveLength(2);
  });
});
