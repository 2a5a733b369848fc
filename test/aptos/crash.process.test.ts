import { describe, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import type { Fault } from '../../src/sandbox/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { crashingFetch, whenDead } from '../support/crashing-process.js';
import { many } from '../support/runs.js';
import { FAST, rejectionOf } from '../support/world.js';
import { type AptosWorld, newAptosWorld } from './support/world.js';

type Kind = 'transfer' | 'paid-for' | 'orderless' | 'batch' | 'local';

const AMOUNTS: Readonly<Record<Kind, readonly bigint[]>> = {
  transfer: [1_000n],
  'paid-for': [1_000n],
  orderless: [1_000n],
  batch: [1_000n, 2_000n, 3_000n],
  local: [1_000n],
};

function call(kind: Kind, gateway: AptosGateway, recipientAddress: string, key: string) {
  const entries = AMOUNTS[kind].map((amount) => ({
    transactionType: 'transferMove' as const,
    params: { recipientAddress, amount },
  }));
  const options = { idempotencyKey: key };
  const [only] = entries;
  if (kind === 'batch' || !only) return gateway.submitBatch('0', entries, options);
  return gateway.transferMove('0', only.params, {
    ...options,
    ...(kind === 'orderless' ? { orderless: true } : {}),
    ...(kind === 'paid-for' ? { feePayerVaultAccountId: '1' } : {}),
  });
}

const KINDS = ['transfer', 'paid-for', 'orderless', 'batch', 'local'] as const;
/** In a sample the kinds share the points: each has those that the others leave out. */
const STEP = many(1, KINDS.length);

describe.each(KINDS)('a process that ends between any two steps (%s)', (kind) => {
  test.each([
    ['before', false],
    ['after', true],
  ])('%s a request arrives leaves one transaction, whoever goes on', async (_, arrives) => {
    const world = await newAptosWorld();
    const journal = memoryStore();
    const make = (fetchIt?: typeof fetch) => gatewayOf(world, kind, journal, fetchIt);
    if (kind === 'local') world.sandbox.aptos.fund(await make().getAddress('0'), 10n ** 9n);
    try {
      for (let dieAt = KINDS.indexOf(kind) % STEP; ; dieAt += STEP) {
        const to = `0x${(dieAt + 1_000).toString(16).padStart(64, 'a')}`;
        const key = `crash-${dieAt}`;
        const crashing = crashingFetch(dieAt, arrives);
        const dying = call(kind, make(crashing.fetch), to, key);
        const survived = await Promise.race([
          dying.then(() => true),
          whenDead(crashing.state).then(() => false),
        ]);
        await (survived ? make().resume('0', key) : call(kind, make(), to, key));
        const total = AMOUNTS[kind].reduce((sum, amount) => sum + amount, 0n);
        expect(world.sandbox.aptos.balanceOf(to), `died at ${dieAt}`).toBe(total);
        if (survived) {
          // Fewer would mean that the points were not where the steps are.
          expect(dieAt).toBeGreaterThan(kind === 'local' ? 3 : 5);
          break;
        }
      }
    } finally {
      await world.stop();
    }
  });
});

function gatewayOf(
  { sandbox }: AptosWorld,
  kind: Kind,
  journal: ReturnType<typeof memoryStore>,
  fetchIt?: typeof fetch,
): AptosGateway {
  const { apiKey, apiSecret, url: basePath } = sandbox.custody;
  const polled = { polling: FAST, retry: { baseMs: 5, maxMs: 20 } };
  const own = fetchIt ? { fetch: fetchIt as never } : {};
  const signer =
    kind === 'local'
      ? new LocalRawSigner({ seed: 'crash', quiet: true })
      : new FireblocksRawSigner({ apiKey, apiSecret, basePath, ...polled, ...own });
  return new AptosGateway({
    signer,
    network: sandbox.aptos,
    ...polled,
    ...own,
    ...(kind === 'local' ? { journal } : {}),
  });
}

/** Answered as accepted, and forgotten. */
const LOST: Fault = {
  server: 'aptos',
  effect: { kind: 'lose-submission' },
  path: '/v1/transactions',
};

describe('a transaction that a node lost', () => {
  test('is sent again, and lands once', async () => {
    const world = await newAptosWorld();
    try {
      world.sandbox.inject(LOST);
      const params = { recipientAddress: world.addresses[2], amount: 4 };
      const options = { idempotencyKey: 'lost', confirmTimeoutMs: 300 };
      const error = await rejectionOf(world.gateway.transferMove('0', params, options));
      expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'pending' });
      expect((error as { transaction: object }).transaction).toMatchObject({
        hash: expect.stringMatching(/^0x/),
      });
      const { receipt } = await world.another().resume('0', 'lost');
      expect(receipt.idempotencyKey).toBe('lost');
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(4n);
    } finally {
      await world.stop();
    }
  });

  test('expires only at a ledger beyond its time, and may then be asked for anew', async () => {
    const world = await newAptosWorld();
    try {
      world.sandbox.inject(LOST);
      const params = { recipientAddress: world.addresses[2], amount: 4 };
      const options = { idempotencyKey: 'over', confirmTimeoutMs: 200, approvalWindowSeconds: 60 };
      await rejectionOf(world.gateway.transferMove('0', params, options));
      world.sandbox.advanceTime(3_600_000);
      const expired = await rejectionOf(world.another().resume('0', 'over'));
      expect(expired).toMatchObject({ code: 'TRANSACTION_EXPIRED' });
      const again = { ...options, confirmTimeoutMs: 5_000, newAttempt: 2 };
      const confirmed = await world.another().transferMove('0', params, again);
      expect(confirmed.receipt.attempt).toBe(2);
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(4n);
    } finally {
      await world.stop();
    }
  });
});

describe('an orderless transaction', () => {
  test('that a node lost is over after a minute, and nothing cancels it before', async () => {
    const world = await newAptosWorld();
    try {
      world.sandbox.inject(LOST);
      const params = { recipientAddress: world.addresses[2], amount: 4 };
      const options = { idempotencyKey: 'gone', orderless: true, confirmTimeoutMs: 100 };
      const open = await rejectionOf(world.gateway.transferMove('0', params, options));
      expect(open).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'pending' });
      world.sandbox.advanceTime(120_000);
      expect(await rejectionOf(world.another().resume('0', 'gone'))).toMatchObject({
        code: 'TRANSACTION_EXPIRED',
      });
      const again = { ...options, confirmTimeoutMs: 5_000, newAttempt: 2 };
      // Its time and its approval window would not be those of a transaction with a number.
      const numbered = world.another().transferMove('0', params, { ...again, orderless: false });
      expect(await rejectionOf(numbered)).toMatchObject({
        code: 'INVALID_INPUT',
        field: 'orderless',
      });
      expect((await world.another().transferMove('0', params, again)).receipt.attempt).toBe(2);
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(4n);
      await expect(world.gateway.cancel('0', 'gone')).rejects.toMatchObject({
        code: 'NOT_CANCELLABLE',
      });
    } finally {
      await world.stop();
    }
  });

  test('that landed is not taken for one that never did by a node that has pruned it', async () => {
    const world = await newAptosWorld();
    try {
      const params = { recipientAddress: world.addresses[2], amount: 4 };
      const options = { idempotencyKey: 'old', orderless: true, confirmTimeoutMs: 100 };
      await world.gateway.transferMove('0', params, options);
      world.sandbox.advanceTime(3_600_000);
      world.sandbox.aptos.forget();
      const { fullnodeUrl, indexerUrl } = world.sandbox.aptos;
      for (const more of [{}, { onExpiry: 'resign' }, { newAttempt: 2 }] as const) {
        const process = world.another({ network: { fullnodeUrl, indexerUrl } });
        const again = process.transferMove('0', params, { ...options, ...more });
        expect(await rejectionOf(again)).toMatchObject({
          code: 'TRANSACTION_UNCONFIRMED',
          status: 'unknown',
        });
      }
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(4n);
    } finally {
      await world.stop();
    }
  });

  test('that never landed is over where history begins before it, pruned or not', async () => {
    const world = await newAptosWorld();
    try {
      world.sandbox.aptos.forget();
      world.sandbox.advanceTime(3_600_000);
      world.sandbox.inject(LOST);
      const params = { recipientAddress: world.addresses[2], amount: 4 };
      const options = { idempotencyKey: 'new', orderless: true, confirmTimeoutMs: 100 };
      await rejectionOf(world.gateway.transferMove('0', params, options));
      world.sandbox.advanceTime(120_000);
      const over = world.another().resume('0', 'new');
      expect(await rejectionOf(over)).toMatchObject({ code: 'TRANSACTION_EXPIRED' });
    } finally {
      await world.stop();
    }
  });

  test('that may still land gets no second attempt', async () => {
    const world = await newAptosWorld();
    try {
      world.sandbox.inject(LOST);
      const params = { recipientAddress: world.addresses[2], amount: 4 };
      const options = { idempotencyKey: 'twice', orderless: true, confirmTimeoutMs: 100 };
      await rejectionOf(world.gateway.transferMove('0', params, options));
      const again = world.another().transferMove('0', params, { ...options, newAttempt: 2 });
      expect(await rejectionOf(again)).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(0n);
      // The first one is still there to be sent.
      await world.another().resume('0', 'twice');
      expect(world.sandbox.aptos.balanceOf(world.addresses[2])).toBe(4n);
    } finally {
      await world.stop();
    }
  });
});
