import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Fetch } from '../../src/core/http.js';
import { TransactionUnconfirmedError } from '../../src/stacks/index.js';
import { rejectionOf } from '../support/world.js';
import {
  creationsAt,
  newStacksWorld,
  type StacksTestWorld,
  submissionsAt,
} from './support/world.js';

let world: StacksTestWorld;
let friend: string;
beforeEach(async () => {
  world = await newStacksWorld();
  friend = world.addresses[2];
});
afterEach(() => world.stop());

const received = () => world.sandbox.stacks.balanceOf(friend).unlocked;

const isSubmission = (url: string, init: RequestInit) =>
  init.method === 'POST' && url.endsWith('/v2/transactions');

/** What an API says of a transaction that it does not show. */
const unknown = () => {
  const said = { statusCode: 404, error: 'Not Found', message: 'Transaction not found' };
  return Response.json(said, { status: 404 });
};

/** Changes what a node answers to some of its requests. */
function bending(
  isBent: (url: string, init: RequestInit) => boolean,
  bend: (answer: Response) => Response | Promise<Response>,
): Fetch {
  return async (url, init) => {
    const answer = await fetch(url, init);
    return isBent(url, init) ? bend(answer) : answer;
  };
}

describe('a node that fails for a moment', () => {
  test.each([
    ['is busy', { kind: 'answer', status: 429, headers: { 'retry-after': '0' } }],
    ['fails', { kind: 'answer', status: 500, body: { error: 'x' } }],
    ['is behind a proxy that fails', { kind: 'answer', status: 502, body: '<html>' }],
    ['breaks the connection', { kind: 'drop' }],
    ['loses its answer', { kind: 'lose-answer' }],
  ] as const)('and %s is asked again', async (_, effect) => {
    for (const skip of [0, 1, 2, 3]) world.sandbox.inject({ server: 'stacks', effect, skip });
    const options = { idempotencyKey: 'one' };
    expect(
      await world.gateway.createNativeTransaction('0', friend, '5 microSTX', options),
    ).toMatchObject({
      success: true,
    });
    expect(received()).toBe(5n);
    expect(creationsAt(world.sandbox)).toBe(1);
  });

  test('while it submits has what it did looked up, rather than believed or repeated', async () => {
    world.sandbox.inject({
      server: 'stacks',
      method: 'POST',
      path: '/v2/transactions',
      effect: { kind: 'lose-answer' },
    });
    await world.strict.createNativeTransaction('0', friend, '5 microSTX');
    expect(received()).toBe(5n);
    expect(submissionsAt(world.sandbox)).toBe(1);
  });

  test('for good is an error that says so, and asks nobody to sign', async () => {
    const fetchIt: Fetch = async (url, init) => {
      if (!url.includes('/v2/accounts/')) return fetch(url, init);
      throw new TypeError('fetch failed');
    };
    const gateway = world.another({ fetch: fetchIt, retry: { attempts: 2, baseMs: 1, maxMs: 1 } });
    const error = await rejectionOf(gateway.createNativeTransaction('0', friend, '5 microSTX'));
    expect(error).toMatchObject({ code: 'UNREACHABLE', retryable: true });
    expect(creationsAt(world.sandbox)).toBe(0);
  });
});

describe('what a node says to a submission', () => {
  const rejecting = (reason: string) =>
    bending(isSubmission, () =>
      Response.json({ error: 'transaction rejected', reason, txid: '00' }, { status: 400 }),
    );

  test.each(['ConflictingNonceInMempool', 'BadNonce', 'ServerFailureDatabase'])(
    '%s, of a transaction that it has, is looked into',
    async (reason) => {
      const gateway = world.another({ fetch: rejecting(reason) });
      await gateway.createNativeTransaction('0', friend, '5 microSTX');
      expect(received()).toBe(5n);
    },
  );

  test.each(['TooMuchChaining', 'TooManyPendingTransactions'])(
    '%s is tried again',
    async (reason) => {
      let left = 2;
      const fetchIt: Fetch = async (url, init) =>
        isSubmission(url, init) && left-- > 0
          ? Response.json({ error: 'transaction rejected', reason }, { status: 400 })
          : fetch(url, init);
      await world.another({ fetch: fetchIt }).createNativeTransaction('0', friend, '5 microSTX');
      expect(received()).toBe(5n);
    },
  );

  test('that it took another transaction is not believed', async () => {
    const fetchIt = bending(isSubmission, () => Response.json('ab'.repeat(32)));
    await world.another({ fetch: fetchIt }).createNativeTransaction('0', friend, '5 microSTX');
    expect(received()).toBe(5n);
  });
});

describe('an answer that is none', () => {
  const PATHS = ['/v2/accounts/', '/nonces', '/v2/fees/transaction', '/v2/info'];
  const BODIES = ['', 'null', '[]', '{}', '5', '"x"', '{"nonce":-1}', '{"balance":"0xzz"}', '<'];

  test.each(PATHS)('of %s asks nobody to sign', async (path) => {
    for (const body of BODIES) {
      const fetchIt = bending(
        (url) => url.includes(path),
        () => new Response(body),
      );
      const error = await rejectionOf(
        world.another({ fetch: fetchIt }).createNativeTransaction('0', friend, '5 microSTX'),
      );
      expect([body, error]).toEqual([body, expect.objectContaining({ code: 'UNEXPECTED_ANSWER' })]);
    }
    expect(creationsAt(world.sandbox)).toBe(0);
  });

  test('of the look-up is unknown, and never a second transaction', async () => {
    const fetchIt = bending(
      (url) => url.includes('/extended/v3/transactions/'),
      async (answer) => {
        if (answer.status !== 200) return answer;
        const shown = (await answer.json()) as Record<string, object>;
        return Response.json({ ...shown, sender: { ...shown.sender, address: friend } });
      },
    );
    const gateway = world.another({ fetch: fetchIt });
    const options = { idempotencyKey: 'one', confirmTimeoutMs: 200 };
    const error = await rejectionOf(
      gateway.createNativeTransaction('0', friend, '5 microSTX', options),
    );
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    const again = { ...options, confirmTimeoutMs: 5_000 };
    await world.strict.createNativeTransaction('0', friend, '5 microSTX', again);
    expect(received()).toBe(5n);
    expect(creationsAt(world.sandbox)).toBe(1);
  });

  test('of who spent a nonce leaves the outcome unknown', async () => {
    const options = { idempotencyKey: 'one' };
    await world.strict.createNativeTransaction('0', friend, '5 microSTX', options);
    const isIn =
      (...parts: readonly string[]) =>
      (url: string) =>
        parts.some((part) => url.includes(part));
    const bytes = ['/raw', '/v3/transactions/'];
    for (const isBent of [isIn(...bytes), isIn(...bytes, '/transactions?')]) {
      const fetchIt = bending(isBent, unknown);
      const gateway = world.another({ fetch: fetchIt });
      const error = await rejectionOf(gateway.resume('0', 'one', { confirmTimeoutMs: 150 }));
      expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    }
    // Its own id is hidden, but its account and its nonce tell whose it is.
    const hidden = bending((url) => url.includes('/extended/v3/transactions/'), unknown);
    const found = await world.another({ fetch: hidden }).resume('0', 'one');
    expect(found).toMatchObject({ success: true });
    expect(creationsAt(world.sandbox)).toBe(1);
  });
});

describe('a node that took a transaction and was not heard', () => {
  test('makes it no refusal that another node does not want it', async () => {
    let sent = 0;
    const fetchImpl: Fetch = async (url, init) => {
      if (isSubmission(url, init)) {
        sent += 1;
        if (sent > 1) {
          const error = { error: 'transaction rejected', reason: 'FeeTooLow' };
          return Response.json(error, { status: 400 });
        }
        await fetch(url, init);
        throw new TypeError('fetch failed');
      }
      // The other node has not heard of it.
      const isAbout = url.includes('/extended/v3/transactions/') || url.endsWith('/raw');
      if (sent > 0 && isAbout) return unknown();
      if (sent > 0 && url.includes('/unconfirmed/')) {
        return new Response('Transaction 0 not found in mempool', { status: 404 });
      }
      return fetch(url, init);
    };
    const options = { idempotencyKey: 'one', confirmTimeoutMs: 1_500 };
    const gateway = world.another({ fetch: fetchImpl });
    const error = await rejectionOf(
      gateway.createNativeTransaction('0', friend, '5 microSTX', options),
    );
    expect(sent).toBeGreaterThan(1);
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown' });
    expect(await world.strict.resume('0', 'one')).toMatchObject({ success: true });
    expect(received()).toBe(5n);
  });
});

test('a stake that a block takes while it is sent again is not refused for being there', async () => {
  const { sandbox, strict, addresses } = world;
  const wish = { signerManager: sandbox.stacks.contracts.signerManager, amount: 5, cycles: 2 };
  const { txHash } = await strict.stake('0', wish, { idempotencyKey: 'stake' });
  let isMined = false;
  const fetchImpl: Fetch = async (url, init) => {
    const isAccount = url.includes(`/v2/accounts/${addresses[0]}`);
    if (!isMined && url.includes(txHash)) return unknown();
    const answer = await fetch(url, init);
    if (url.includes('get-staker-info')) isMined = true;
    if (isMined || !isAccount) return answer;
    return Response.json({ ...((await answer.json()) as object), nonce: 0 });
  };
  const resumed = await world.another({ fetch: fetchImpl }).resume('0', 'stake');
  expect(isMined).toBe(true);
  expect(resumed).toMatchObject({ success: true, txHash });
});
