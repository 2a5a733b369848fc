import { describe, expect, it } from 'vitest';
import {
  AbortedError,
  IdempotencyConflictError,
  InvalidInputError,
} from '../../src/core/errors.js';
import {
  InvalidSignatureError,
  type RawSigningRequest,
  SignaturePendingError,
  type SigningKey,
  verifySignature,
  withJournal,
} from '../../src/signer/index.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { FakeClock } from '../support/fake-clock.js';
import {
  dyingStore,
  ForgetfulSigner,
  JOURNAL_KEY as KEY,
  processOn,
  requestFor,
} from '../support/journal.js';
import { digestMessage, to32Bytes } from '../support/keys.js';
import { rejectionOf } from '../support/rejections.js';

/** A store, and what was written to it. */
function openStore() {
  const written: string[] = [];
  const store = memoryStore();
  const watched: Store = {
    ...store,
    setIfAbsent: (key, value) => {
      written.push(key);
      return store.setIfAbsent(key, value);
    },
  };
  return { store: watched, written };
}

describe('withJournal', () => {
  it('gives the signature of the first time to every later call, in any process', async () => {
    const store = memoryStore();
    const first = await processOn(store).sign(requestFor('a', 1, 2));
    const later = new ForgetfulSigner();
    expect(await withJournal(later, store).sign(requestFor('a', 1, 2))).toEqual(first);
    expect(later.asked).toEqual([]);
    const other = await processOn(store).sign(requestFor('b', 1, 2));
    expect(other).not.toEqual(first);
  });

  it('writes a request down before it has it signed', async () => {
    const store = memoryStore();
    const signer = new ForgetfulSigner();
    const states: unknown[] = [];
    signer.beforeSigning = async () => {
      const other = processOn(store);
      states.push((await other.find?.('a'))?.state, (await other.list?.(KEY))?.length);
    };
    await withJournal(signer, store).sign(requestFor('a'));
    expect(states).toEqual(['pending', 1]);
  });

  it('remembers all that was asked and answered', async () => {
    const clock = new FakeClock(1_234_567);
    const signer = withJournal(new ForgetfulSigner(), memoryStore(), { clock });
    const payload = { amount: '1.5', list: [1, null, { deep: true }] };
    const request = { ...requestFor('a', 5), note: 'Grüße', unhashedPayload: payload };
    const signatures = await signer.sign(request);
    expect(await signer.find?.('a')).toEqual({
      idempotencyKey: 'a',
      providerId: 'a',
      kind: 'raw',
      state: 'signed',
      status: 'SIGNED',
      messages: [to32Bytes(5n)],
      unhashedPayload: payload,
      note: 'Grüße',
      signatures,
      createdAt: 1_234_567,
    });
    expect(await signer.find?.('b')).toBeUndefined();
    expect(await signer.list?.({ ...KEY, id: '1' })).toEqual([]);
    expect(signer.capabilities.remembers).toBe(true);
  });

  it('resumes after a death at any moment, to one signature that all processes agree on', async () => {
    let deaths = 0;
    for (const when of ['before', 'after'] as const) {
      for (let at = 1; ; at++) {
        const store = memoryStore();
        const doomed = withJournal(new ForgetfulSigner(), dyingStore(store, at, when));
        const outcome = await doomed.sign(requestFor('a', 1)).catch(() => 'died' as const);
        if (outcome !== 'died') break;
        deaths += 1;
        const known = await processOn(store).find?.('a');
        const resumed = await processOn(store).sign(requestFor('a', 1));
        // What was written before the death is what counts after it.
        if (known?.signatures) expect(resumed).toEqual(known.signatures);
        expect(await processOn(store).sign(requestFor('a', 1))).toEqual(resumed);
        expect((await processOn(store).list?.(KEY))?.map(({ state }) => state)).toEqual(['signed']);
        const [message] = requestFor('a', 1).messages;
        const publicKey = await processOn(store).getPublicKey(KEY);
        expect(() => verifySignature(message!, publicKey, resumed[0]!)).not.toThrow();
        const conflict = rejectionOf(processOn(store).sign(requestFor('a', 2)));
        if (known) expect(await conflict).toBeInstanceOf(IdempotencyConflictError);
      }
    }
    expect(deaths).toBeGreaterThanOrEqual(8);
  });

  it('gives one signature to all who ask at once, of all processes', async () => {
    const store = memoryStore();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => processOn(store).sign(requestFor('a', 1))),
    );
    expect(
      new Set(answers.map((answer) => Buffer.from(answer[0]!.bytes).toString('hex'))).size,
    ).toBe(1);
    expect(await processOn(store).list?.(KEY)).toHaveLength(1);
  });

  it('lets one of two different requests under one key win, and refuses the other', async () => {
    for (let round = 0; round < 10; round++) {
      const store = memoryStore();
      const results = await Promise.allSettled([
        processOn(store).sign(requestFor('a', 1)),
        processOn(store).sign(requestFor('a', 2)),
      ]);
      const failed = results.filter((result) => result.status === 'rejected');
      expect(failed).toHaveLength(1);
      expect(failed[0]?.reason).toBeInstanceOf(IdempotencyConflictError);
    }
  });

  it.each<readonly [string, (request: RawSigningRequest) => RawSigningRequest]>([
    ['another digest', () => requestFor('a', 1, 3)],
    ['fewer messages', () => requestFor('a', 1)],
    ['more messages', () => requestFor('a', 1, 2, 3)],
    ['the same messages in another order', () => requestFor('a', 2, 1)],
    [
      'the same digests for another key',
      ({ messages }) => ({
        idempotencyKey: 'a',
        messages: messages.map((message) => ({ ...message, key: { ...KEY, id: '1' } })),
      }),
    ],
  ])('refuses %s under a key that was used', async (_, change) => {
    const store = memoryStore();
    const request = requestFor('a', 1, 2);
    await processOn(store).sign(request);
    const signer = new ForgetfulSigner();
    const error = await rejectionOf(withJournal(signer, store).sign(change(request)));
    expect(error).toBeInstanceOf(IdempotencyConflictError);
    expect(error).toMatchObject({ details: { requestId: 'a' } });
    expect(signer.asked).toEqual([]);
  });

  it('takes the same key for the same, by asset or by path', async () => {
    const store = memoryStore();
    const [message] = requestFor('a', 1).messages;
    const by = (key: SigningKey) =>
      processOn(store).sign({ idempotencyKey: 'a', messages: [{ ...message!, key }] });
    const first = await by({ ...KEY, assetId: 'XRP' });
    expect(await by({ ...KEY, path: { coinType: 144 } })).toEqual(first);
  });

  it('lists the latest, and says where there are or were more', async () => {
    const signer = withJournal(new ForgetfulSigner(), memoryStore());
    const cuts: number[] = [];
    const onCut = (lookedAt: number) => cuts.push(lookedAt);
    const listed = async (atMost?: number) =>
      (await signer.list?.(KEY, { onCut, atMost }))?.map(({ idempotencyKey }) => idempotencyKey);
    for (const key of ['a', 'b', 'c']) await signer.sign(requestFor(key, 1));
    expect(await listed()).toEqual(['a', 'b', 'c']);
    expect(await listed(3)).toEqual(['a', 'b', 'c']);
    expect(cuts).toEqual([]);
    expect(await listed(2)).toEqual(['b', 'c']);
    expect(cuts).toEqual([2]);
    // Of a key it keeps the last 500 in its list, and finds the older ones all the same.
    for (let index = 0; index < 500; index++) await signer.sign(requestFor(`key-${index}`, 1));
    expect(await listed(1_000)).toEqual(Array.from({ length: 500 }, (_, at) => `key-${at}`));
    expect(cuts).toEqual([2, 500]);
    expect((await signer.find?.('a'))?.state).toBe('signed');
  });

  it('lists a request under every key that it is for', async () => {
    const signer = processOn(memoryStore());
    const other = { ...KEY, id: '1' };
    const messages = [digestMessage(KEY, to32Bytes(1n)), digestMessage(other, to32Bytes(1n))];
    await signer.sign({ idempotencyKey: 'a', messages });
    expect(await signer.list?.(KEY)).toHaveLength(1);
    expect(await signer.list?.(other)).toHaveLength(1);
  });

  it('gives a signer that remembers by itself back as it is', () => {
    const inner = Object.assign(new ForgetfulSigner(), {
      capabilities: { ...new ForgetfulSigner().capabilities, remembers: true },
    });
    expect(withJournal(inner, memoryStore())).toBe(inner);
  });
});

describe('withJournal, requests that come to nothing', () => {
  it.each<readonly [string, RawSigningRequest]>([
    ['no messages', { idempotencyKey: 'a', messages: [] }],
    ['too many', requestFor('a', ...Array.from({ length: 11 }, (_, index) => index + 1))],
    ['a short digest', { idempotencyKey: 'a', messages: [digestMessage(KEY, new Uint8Array(31))] }],
    [
      'another algorithm',
      {
        idempotencyKey: 'a',
        messages: [
          { kind: 'message', key: { ...KEY, algorithm: 'eddsa-ed25519' }, bytes: to32Bytes(1n) },
        ],
      },
    ],
    ['a payload with a bigint', { ...requestFor('a'), unhashedPayload: { fee: 1n } }],
    ['a payload that is a function', { ...requestFor('a'), unhashedPayload: () => 1 }],
    ['a payload that is too large', { ...requestFor('a'), unhashedPayload: 'ü'.repeat(500) }],
  ])('writes nothing down for %s, so that the key can be used again', async (_, request) => {
    const { store, written } = openStore();
    const signer = new ForgetfulSigner();
    expect(await rejectionOf(withJournal(signer, store).sign(request))).toBeInstanceOf(
      InvalidInputError,
    );
    expect(written).toEqual([]);
    expect(signer.asked).toEqual([]);
    await withJournal(signer, store).sign(requestFor('a', 9));
  });

  it('refuses a payload that refers to itself', async () => {
    const payload: Record<string, unknown> = {};
    payload.self = payload;
    const request = { ...requestFor('a'), unhashedPayload: payload };
    expect(await rejectionOf(processOn(memoryStore()).sign(request))).toBeInstanceOf(
      InvalidInputError,
    );
  });

  it('writes nothing down for a caller that has gone', async () => {
    const { store, written } = openStore();
    const options = { signal: AbortSignal.abort() };
    const signing = withJournal(new ForgetfulSigner(), store).sign(requestFor('a'), options);
    expect(await rejectionOf(signing)).toBeInstanceOf(AbortedError);
    expect(written).toEqual([]);
  });

  it('leaves a request open that its signer has not signed yet', async () => {
    const store = memoryStore();
    const signer = new ForgetfulSigner();
    signer.beforeSigning = () => {
      throw new SignaturePendingError({ requestId: 'a' });
    };
    const journaled = withJournal(signer, store);
    expect(await rejectionOf(journaled.sign(requestFor('a')))).toBeInstanceOf(
      SignaturePendingError,
    );
    expect((await journaled.find?.('a'))?.state).toBe('pending');
    signer.beforeSigning = undefined;
    expect(await journaled.sign(requestFor('a'))).toHaveLength(1);
    expect((await journaled.find?.('a'))?.state).toBe('signed');
  });

  it('does not write down an answer that is not one signature a message', async () => {
    const store = memoryStore();
    const short = new ForgetfulSigner();
    const journaled = withJournal(Object.assign(short, { sign: async () => [] }), store);
    expect(await rejectionOf(journaled.sign(requestFor('a')))).toBeInstanceOf(
      InvalidSignatureError,
    );
    expect((await journaled.find?.('a'))?.state).toBe('pending');
    expect(await processOn(store).sign(requestFor('a'))).toHaveLength(1);
  });
});
