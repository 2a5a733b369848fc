import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
// Loaded on use, which takes no time of a test's.
import '../../src/signer/journaled-signer.js';
import { JournalError, LocalRawSigner, withJournal } from '../../src/signer/index.js';
import { memoryStore, type Store, StoreError } from '../../src/store/index.js';
import {
  contestedStore,
  dyingStore,
  ForgetfulSigner,
  JOURNAL_KEY as KEY,
  processOn,
  requestFor,
} from '../support/journal.js';
import { ManualClock, settle } from '../support/manual-clock.js';
import { rejectionOf } from '../support/rejections.js';

describe('withJournal, stores', () => {
  it.each([1, 2, 5, 30])('works with a store that loses %s races first', async (losses) => {
    // Whoever loses a race to open finds the winner's entry; here there is none, so open it before.
    const store = memoryStore();
    const dead = withJournal(new ForgetfulSigner(), dyingStore(store, 4, 'after'));
    await dead.sign(requestFor('a')).catch(() => undefined);
    const contested = contestedStore(losses, store);
    const signatures = await processOn(contested).sign(requestFor('a'));
    expect(await processOn(store).sign(requestFor('a'))).toEqual(signatures);
  });

  it('lists its request beside others that were written at the same time', async () => {
    const store = memoryStore();
    await processOn(store).sign(requestFor('a'));
    let losses = 2;
    const contested: Store = {
      ...store,
      compareAndSet: async (...given) => losses-- <= 0 && store.compareAndSet(...given),
    };
    await processOn(contested).sign(requestFor('b', 8));
    const listed = await processOn(store).list?.(KEY);
    expect(listed?.map(({ idempotencyKey }) => idempotencyKey).sort()).toEqual(['a', 'b']);
  });

  it('takes the signatures of whoever was faster', async () => {
    const store = memoryStore();
    const slow = new ForgetfulSigner();
    let winner: unknown;
    slow.beforeSigning = async () => {
      winner = await processOn(store).sign(requestFor('a'));
    };
    expect(await withJournal(slow, store).sign(requestFor('a'))).toEqual(winner);
  });

  it('gives up on a store that never takes anything, instead of trying for ever', async () => {
    const never: Store = {
      ...memoryStore(),
      setIfAbsent: async () => false,
      compareAndSet: async () => false,
    };
    expect(await rejectionOf(processOn(never).sign(requestFor('a')))).toBeInstanceOf(JournalError);
    const store = memoryStore();
    const readOnly: Store = { ...store, compareAndSet: async () => false };
    expect(await rejectionOf(processOn(readOnly).sign(requestFor('a')))).toBeInstanceOf(
      JournalError,
    );
  });

  it('fails in words that hold no secret when the store does, and signs nothing', async () => {
    const store: Store = {
      ...memoryStore(),
      get: () => Promise.reject(new Error('connect redis://user:hunter2@host')),
    };
    const signer = new ForgetfulSigner();
    const error = await rejectionOf(withJournal(signer, store).sign(requestFor('a')));
    expect(error).toBeInstanceOf(StoreError);
    expect(inspect(error, { depth: 10 })).not.toContain('hunter2');
    expect(signer.asked).toEqual([]);
  });

  it('does not wait for a store that never answers', async () => {
    const store: Store = { ...memoryStore(), get: () => new Promise<never>(() => undefined) };
    const clock = new ManualClock();
    const failing = rejectionOf(
      withJournal(new ForgetfulSigner(), store, { clock }).sign(requestFor('a')),
    );
    await settle();
    await clock.pass(10_000);
    const cause = { code: 'UNREACHABLE', peer: 'store' };
    expect(await failing).toMatchObject({ code: 'STORE', retryable: true, cause });
  });

  it('does not wait longer than asked for a signer that never answers, and asks it again', async () => {
    const store = memoryStore();
    const clock = new ManualClock();
    const signer = new ForgetfulSigner();
    signer.beforeSigning = () => new Promise<never>(() => undefined);
    const journaled = withJournal(signer, store, { clock });
    const late = rejectionOf(journaled.sign(requestFor('a'), { timeoutMs: 2_000 }));
    await settle();
    await clock.pass(2_000);
    expect(await late).toMatchObject({ code: 'UNREACHABLE', peer: 'signer', retryable: true });
    const gone = new AbortController();
    const aborted = rejectionOf(journaled.sign(requestFor('a'), { signal: gone.signal }));
    await settle();
    gone.abort();
    expect(await aborted).toMatchObject({ code: 'ABORTED' });
    signer.beforeSigning = undefined;
    expect(await journaled.sign(requestFor('a'))).toHaveLength(1);
  });

  it('says so when the store has another entry and loses it, and signs nothing', async () => {
    const store = memoryStore();
    const isEntry = (name: string) => name === 'journal:a';
    const forgetful: Store = {
      ...store,
      get: async (name) => (isEntry(name) ? undefined : store.get(name)),
      setIfAbsent: async (name, ...entry) => !isEntry(name) && store.setIfAbsent(name, ...entry),
    };
    const signer = new ForgetfulSigner();
    const error = await rejectionOf(withJournal(signer, forgetful).sign(requestFor('a')));
    expect(error).toBeInstanceOf(JournalError);
    expect(signer.asked).toEqual([]);
  });

  it('says so when the store loses an entry between signature and writing', async () => {
    const store = memoryStore();
    const signer = new ForgetfulSigner();
    signer.beforeSigning = async () => void (await store.delete('journal:a'));
    expect(await rejectionOf(withJournal(signer, store).sign(requestFor('a')))).toBeInstanceOf(
      JournalError,
    );
  });

  const entry = (change: Record<string, unknown>) =>
    JSON.stringify({ idempotencyKey: 'a', messages: ['00'.repeat(31) + '07'], ...change });

  it.each([
    ['no JSON', 'half an ent'],
    ['an empty text', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['no key', '{"messages":[]}'],
    ['no messages', '{"idempotencyKey":"a"}'],
    ['a message that is not hex', entry({ messages: ['zz'] })],
    ['a message that is a number', entry({ messages: [5] })],
    ['signatures that are none', entry({ signatures: 'yes' })],
    ['too few signatures', entry({ signatures: [] })],
    [
      'too many signatures',
      entry({
        signatures: [
          { encoding: 'der', bytes: '30' },
          { encoding: 'der', bytes: '30' },
        ],
      }),
    ],
    ['a signature that is text', entry({ signatures: ['30'] })],
    ['a signature of unknown encoding', entry({ signatures: [{ encoding: 'ber', bytes: '30' }] })],
    ['a signature without bytes', entry({ signatures: [{ encoding: 'der' }] })],
    [
      'a signature with an odd key',
      entry({ signatures: [{ encoding: 'der', bytes: '30', publicKey: 'x' }] }),
    ],
  ])('calls an entry broken that holds %s', async (_, text) => {
    const store = memoryStore();
    await store.setIfAbsent('journal:a', text);
    await store.setIfAbsent('journal-index:ecdsa-secp256k1:0', '["a"]');
    const signer = new ForgetfulSigner();
    const journaled = withJournal(signer, store);
    for (const call of [
      journaled.sign(requestFor('a')),
      journaled.find?.('a'),
      journaled.list?.(KEY),
    ]) {
      const error = await rejectionOf(call ?? Promise.resolve());
      expect(error).toBeInstanceOf(JournalError);
      expect(error).toMatchObject({ code: 'JOURNAL' });
      expect(String(error)).not.toContain('half');
    }
    expect(signer.asked).toEqual([]);
  });

  it.each(['half an ind', '{}', '[1]', 'null'])('calls the index %j broken', async (text) => {
    const store = memoryStore();
    await store.setIfAbsent('journal-index:ecdsa-secp256k1:0', text);
    const journaled = processOn(store);
    expect(await rejectionOf(journaled.sign(requestFor('a')))).toBeInstanceOf(JournalError);
    expect(await rejectionOf(journaled.list!(KEY))).toBeInstanceOf(JournalError);
  });

  it('reads what another version wrote that knows more', async () => {
    const store = memoryStore();
    await store.setIfAbsent('journal:a', entry({ shade: 'blue', keys: undefined }));
    const signatures = await processOn(store).sign(requestFor('a', 7));
    expect(await processOn(store).sign(requestFor('a', 7))).toEqual(signatures);
  });

  it('keeps every form of signature as it was given', async () => {
    const given = [
      { encoding: 'der', bytes: Uint8Array.of(0x30, 0), recoveryId: 1 },
      { encoding: 'bytes', bytes: Uint8Array.of(), publicKey: Uint8Array.of(2, 3) },
      { encoding: 'compact', bytes: new Uint8Array(64).fill(255) },
    ] as const;
    const key = { algorithm: 'rsa-sha256', id: 'others verify it' } as const;
    const messages = given.map(
      (_, at) => ({ kind: 'message', key, bytes: Uint8Array.of(at) }) as const,
    );
    const request = { idempotencyKey: 'a', messages };
    const store = memoryStore();
    const capabilities = { ...new ForgetfulSigner().capabilities, algorithms: [key.algorithm] };
    const signer = Object.assign(new ForgetfulSigner(), { capabilities, sign: async () => given });
    await withJournal(signer, store).sign(request);
    const another = Object.assign(new ForgetfulSigner(), { capabilities });
    expect(await withJournal(another, store).sign(request)).toEqual(given);
  });

  it('keeps no signature that is none, so that another may come', async () => {
    const store = memoryStore();
    const signer = new ForgetfulSigner();
    const bad = Object.assign(new ForgetfulSigner(), {
      sign: async () => [{ encoding: 'compact', bytes: new Uint8Array(64).fill(1) } as const],
    });
    const error = await rejectionOf(withJournal(bad, store).sign(requestFor('a')));
    expect(error).toMatchObject({ code: 'INVALID_SIGNATURE', retryable: true });
    const signatures = await withJournal(signer, store).sign(requestFor('a'));
    expect(await processOn(store).sign(requestFor('a'))).toEqual(signatures);
  });

  it('lets a wrapped development signer show as little as before', async () => {
    const inner = new LocalRawSigner({ seed: 'secret seed', quiet: true });
    const shown = inspect(withJournal(inner, memoryStore()), { depth: 10, showHidden: true });
    expect(shown).not.toContain('secret seed');
  });
});
