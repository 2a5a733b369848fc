import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { happenedOf, isGatewayError } from '../../src/index.js';
import type { RawSigner, RawSigningRequest, SigningRecord } from '../../src/signer/index.js';
import { readNote, writeNote } from '../../src/transactions/records/note.js';
import { newStacksWorld, submissionsAt } from '../stacks/support/world.js';
import { gate } from '../support/gate.js';
import { PAYING_CHAINS, type PayingChain } from '../support/paying-chains.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

/** Those whose nodes refuse what the account can't pay before the custody is asked. */
const REFUSING = [
  ['Aptos', PAYING_CHAINS.aptos],
  ['Stacks', PAYING_CHAINS.stacks],
] as const;

describe.each(REFUSING)('a replica whose node on %s is slow', (_, start) => {
  let chain: PayingChain;
  let own: RawSigner;

  beforeEach(async () => {
    chain = await start();
    own = chain.newSigner();
  });
  afterEach(() => chain.stop());

  /** Calls first, learns that the custody has no such request, and reads of its node only after `meanwhile`. */
  async function late<T>(
    call: (settings: { signer: RawSigner; fetch: typeof fetch }) => Promise<T>,
    meanwhile: () => Promise<unknown>,
    find: NonNullable<RawSigner['find']> = async (id, options) => own.find?.(id, options),
  ): Promise<T> {
    const sought = gate();
    const reading = gate();
    const signer = stubSigner(own, {
      find: async (id, options) => {
        const record = await find(id, options);
        sought.open();
        return record;
      },
    });
    const slow: typeof fetch = async (...request) => {
      await reading.opened;
      return fetch(...request);
    };
    const called = call({ signer, fetch: slow });
    called.catch(() => undefined);
    await sought.opened;
    await meanwhile();
    reading.open();
    return called;
  }

  it('is told of the payment that another has made with its key meanwhile', async () => {
    const amount = (chain.balance() * 3n) / 5n;
    const other = { hash: '' };
    const paid = await late(
      (settings) => chain.pay(settings, amount, 'one'),
      async () => Object.assign(other, await chain.pay({ signer: own }, amount, 'one')),
    );
    expect(paid.hash).toBe(other.hash);
    expect(chain.received()).toBe(amount);
  });

  it('and of a batch', async () => {
    const amounts = [chain.balance() / 2n, chain.balance() / 5n];
    await late(
      (settings) => chain.payAll(settings, amounts, 'all'),
      () => chain.payAll({ signer: own }, amounts, 'all'),
    );
    expect(chain.received()).toBe((amounts[0] ?? 0n) + (amounts[1] ?? 0n));
  });

  it('is refused nothing where the custody does not say whether it has the request', async () => {
    const amount = (chain.balance() * 3n) / 5n;
    let asked = 0;
    const find: NonNullable<RawSigner['find']> = async () => {
      if (asked++ > 0) throw new Error('no answer');
      return undefined;
    };
    const call = late(
      (settings) => chain.pay(settings, amount, 'one'),
      () => chain.pay({ signer: own }, amount, 'one'),
      find,
    );
    const error = await rejectionOf(call);
    expect(isGatewayError(error) && happenedOf(error)).toBe('maybe');
    expect(chain.received()).toBe(amount);
  });

  it('is told nothing of another payment that the custody shows under its key', async () => {
    const amount = (chain.balance() * 3n) / 5n;
    const { ask, record } = await twoPayments(amount);
    let sought = 0;
    const find: NonNullable<RawSigner['find']> = async (id, options) =>
      id === ask.idempotencyKey
        ? [undefined, forged(ask, record)][Math.min(sought++, 1)]
        : own.find?.(id, options);
    const signer = stubSigner(own, { find, list: async () => [] });
    const error = await rejectionOf(chain.pay({ signer }, amount, 'one'));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
  });

  /** What is asked for under one key and then refused, and the record of a payment under another. */
  async function twoPayments(amount: bigint) {
    let ask: RawSigningRequest | undefined;
    const refusing = stubSigner(own, {
      sign: async (request) => {
        ask = request;
        throw new ConfigurationError('policy', 'not today');
      },
    });
    await rejectionOf(chain.pay({ signer: refusing }, amount, 'one'));
    let record: SigningRecord | undefined;
    const watched = stubSigner(own, {
      sign: async (request, options) => {
        const signatures = await own.sign(request, options);
        record = await own.find?.(request.idempotencyKey);
        return signatures;
      },
    });
    await chain.pay({ signer: watched }, amount + 1_000n, 'two');
    if (!ask || !record) throw new Error('Nobody asked.');
    return { ask, record };
  }
});

/** A record under the id of one request, with its key and input, and the transaction of another. */
function forged({ idempotencyKey, note }: RawSigningRequest, record: SigningRecord): SigningRecord {
  const [asked, made] = [readNote(note), readNote(record.note)];
  if (!asked || !made) throw new Error('It has no note.');
  const { fingerprint, idempotencyKey: key } = asked;
  return {
    ...record,
    idempotencyKey,
    note: writeNote('', { ...made, fingerprint, idempotencyKey: key }),
  };
}

test('an attempt that is refused sends none of the attempts before it', async () => {
  const world = await newStacksWorld();
  try {
    const { sandbox, addresses } = world;
    const amount = sandbox.stacks.balanceOf(addresses[0]).unlocked - 5_000n;
    const pay = (fetch: typeof globalThis.fetch, more: object) =>
      world
        .another({ fetch })
        .transfer(
          '0',
          { to: addresses[1], amount },
          { idempotencyKey: 'one', confirmTimeoutMs: 300, ...more },
        );
    const unsent: typeof fetch = async (...request) => {
      if (request[1]?.method === 'POST' && `${request[0]}`.endsWith('/v2/transactions'))
        throw new TypeError('down');
      return fetch(...request);
    };
    await rejectionOf(pay(unsent, { fee: 1_000n }));
    const error = await rejectionOf(pay(fetch, { fee: 100_000n, newAttempt: 2 }));
    expect(error).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(submissionsAt(sandbox)).toBe(0);
    // The first may be sent yet, and a call that asks for it sends it.
    expect(await pay(fetch, { fee: 1_000n, confirmTimeoutMs: 3_000 })).toMatchObject({
      success: true,
    });
  } finally {
    await world.stop();
  }
});
