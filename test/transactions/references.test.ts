import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GatewayError } from '../../src/index.js';
import { SignatureRejectedError } from '../../src/signer/index.js';
import { AccountBusyError } from '../../src/transactions/index.js';
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
const refused = () => Promise.reject(new GatewayError('CUSTODY_PERMISSION', 'not for you'));
/** Another process, whose way to the custody is altered. */
const altered = (bends: Parameters<typeof stubSigner>[1]) =>
  world.another({ signer: stubSigner(world.newSigner(), bends) });

test('a rejection names the caller’s key, though the signer names its own, and the custody’s id', async () => {
  const gateway = altered({
    sign: ({ idempotencyKey }) => {
      const error = new SignatureRejectedError({ requestId: idempotencyKey });
      return Promise.reject(error.about({ idempotencyKey, custodyId: 'custody-1' }));
    },
  });
  const error = await rejectionOf(pay(gateway));
  expect(error).toBeInstanceOf(SignatureRejectedError);
  expect(error).toMatchObject({ transaction: { idempotencyKey: 'K', custodyId: 'custody-1' } });
});

test('two keys that wait for one reading are each told of themselves when it fails', async () => {
  const failing = Promise.reject(new GatewayError('UNREACHABLE', 'no way', { retryable: true }));
  failing.catch(() => undefined);
  const gateway = altered({ list: () => failing });
  const [first, second] = await world.run(
    Promise.all(
      ['K', 'L'].map((idempotencyKey) => rejectionOf(world.pay({ idempotencyKey }, '1', gateway))),
    ),
  );
  expect([first, second]).toMatchObject([
    { code: 'UNREACHABLE', transaction: { idempotencyKey: 'K' } },
    { code: 'UNREACHABLE', transaction: { idempotencyKey: 'L' } },
  ]);
  expect([first, second].map(String)).toEqual(['GatewayError: no way', 'GatewayError: no way']);
  expect(second).toBeInstanceOf(GatewayError);
});

describe('a request that is known', () => {
  beforeEach(() => pay(world.gateway));

  test('is followed though the list of the others is refused', async () => {
    expect(await pay(altered({ list: refused }))).toMatchObject({ result: { result: 'DONE' } });
    expect(world.custody.requests).toHaveLength(1);
  });

  test('is followed though only the list shows it yet', async () => {
    const { find } = stubSigner(world.newSigner(), {});
    let isHidden = true;
    const gateway = altered({
      find: async (key, options) => {
        const shown = isHidden ? undefined : await find?.(key, options);
        isHidden = false;
        return shown;
      },
    });
    expect(await pay(gateway)).toMatchObject({ result: { result: 'DONE' } });
    expect(world.custody.requests).toHaveLength(1);
  });

  test('is resumed in errors that name the custody’s id, once the custody has told it', async () => {
    const { find } = stubSigner(world.newSigner(), {});
    let isHeard = false;
    const signer = stubSigner(world.newSigner(), {
      find: async (key, options) => {
        if (isHeard) throw new GatewayError('UNREACHABLE', 'no way', { retryable: true });
        isHeard = true;
        return find?.(key, options);
      },
    });
    // Were the ledger to show that it is confirmed, nobody would have to ask for a later attempt.
    const node = world.node.with({
      transaction: () => {
        throw new GatewayError('UNREACHABLE', 'it is away', { retryable: true });
      },
    });
    const gateway = world.another({ signer, node });
    const error = await rejectionOf(world.run(gateway.resume('0', 'K')));
    expect(error).toMatchObject({
      code: 'UNREACHABLE',
      transaction: { idempotencyKey: 'K', custodyId: expect.any(String) },
    });
  });

  test('is cancelled in an error that names the custody’s id, where it can’t be any more', async () => {
    const error = await rejectionOf(world.run(world.another().cancel('0', 'K')));
    expect(error).toMatchObject({
      code: 'NOT_CANCELLABLE',
      transaction: {
        idempotencyKey: 'K',
        custodyId: expect.any(String),
        hash: expect.any(String),
      },
    });
  });
});

test('an error that names who is ahead can be written as JSON', () => {
  const holder = { requestId: 'r', idempotencyKey: 'K', numbers: [7n], committedAt: 3.5 };
  const error = new AccountBusyError('it waits', holder);
  const named = { requestId: 'r', idempotencyKey: 'K' };
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    holder: named,
    details: { holder: named },
  });
  expect(error.holder).toEqual(named);
});
