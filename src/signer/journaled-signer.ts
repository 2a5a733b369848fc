import { type CallOptions, type Clock, MAX_TIMER_MS, throwIfAborted } from '../core/clock.js';
import { emitterFor } from '../core/events.js';
import { withinTime } from '../core/http.js';
import { boundedStore } from '../store/bounded-store.js';
import { StoreError } from '../store/errors.js';
import type { Store } from '../store/store.js';
import { copied } from './copied.js';
import {
  InvalidSignatureError,
  isRefusal,
  JournalError,
  SignatureRejectedError,
} from './errors.js';
import {
  assertSameRequest,
  formatEntry,
  type JournalEntry,
  keyName,
  parseEntry,
  parseIndex,
} from './journal-entry.js';
import { checkMessages, checkRequestId, contentOf, payloadJson } from './messages.js';
import type {
  ListingOptions,
  RawSignature,
  RawSigner,
  RawSigningRequest,
  SigningKey,
  SigningMessage,
  SigningOptions,
  SigningRecord,
} from './raw-signer.js';
import { verifyAll } from './verify.js';

/** How many requests a key's index keeps; older ones are still found by their own key. */
const INDEX_SIZE = 500;
/** A store that takes longer counts as failed for the caller. */
const ANSWERS_WITHIN_MS = 10_000;
/** More rounds than any number of processes needs: in each round one process succeeds. */
const MAX_ROUNDS = 1_000;

/** A signer with a memory: see `withJournal`. */
export class JournaledSigner implements Pick<RawSigner, 'sign' | 'find' | 'list' | 'cancel'> {
  readonly #signer: RawSigner;
  readonly #store: Store;
  readonly #clock: Clock;

  constructor(signer: RawSigner, store: Store, clock: Clock) {
    this.#signer = signer;
    this.#store = boundedStore(store, ANSWERS_WITHIN_MS, clock);
    this.#clock = clock;
  }

  async sign(
    request: RawSigningRequest,
    options?: SigningOptions,
  ): Promise<readonly RawSignature[]> {
    throwIfAborted(options?.signal);
    // A request that the signer will refuse must not be written: its key could not be used again.
    const { capabilities } = this.#signer;
    checkMessages(request.messages, capabilities);
    const payload = payloadJson(request, capabilities);
    const name = entryName(request.idempotencyKey);
    const before = await this.#store.get(name).catch(unnoted);
    const text = before ?? (await this.#open(name, request, payload));
    const entry = parseEntry(text);
    assertSameRequest(entry, request.messages);
    if (entry.record.state === 'rejected') throw rejectionOf(entry.record);
    if (entry.record.signatures) return entry.record.signatures;
    const signatures = copied(await this.#signed(name, text, request, options));
    if (signatures.length !== request.messages.length) {
      throw new InvalidSignatureError(
        `${signatures.length} signatures for ${request.messages.length} messages`,
        { retryable: true },
      );
    }
    // The first signatures that are written are final for every process, so they must be valid.
    if (request.messages.every(isOfCurve)) {
      await this.#verify(request, signatures, options);
    }
    return this.#close(name, text, request, signatures);
  }

  async #verify(
    { messages }: RawSigningRequest,
    signatures: readonly RawSignature[],
    options: SigningOptions | undefined,
  ): Promise<void> {
    try {
      await verifyAll(this.#signer, messages, signatures, options ?? {});
    } catch (cause) {
      if (!isRefusal(cause)) throw cause;
      // The entry stays, and the next call signs it: a refused check is no refusal to sign.
      const reason = 'it could not be verified';
      throw new InvalidSignatureError(reason, { retryable: true, cause });
    }
  }

  /**
   * A request that people refused stays refused, also for a process that only has the journal. One that the signer
   * could not take is as if it had never been asked for: its caller is told so, and nobody may sign it later.
   */
  async #signed(
    name: string,
    text: string,
    request: RawSigningRequest,
    options: SigningOptions | undefined,
  ): Promise<readonly RawSignature[]> {
    // A signer that ignores both the time and the signal is not waited for; when it is asked again, it signs again.
    const { signal, timeoutMs = MAX_TIMER_MS } = options ?? {};
    const limits = { peer: 'signer', timeoutMs, signal, clock: this.#clock };
    try {
      return await withinTime(limits, () => this.#signer.sign(request, options));
    } catch (error) {
      if (error instanceof SignatureRejectedError) {
        const { status = 'REJECTED', subStatus } = error.request;
        await this.#reject(name, status, subStatus);
      } else if (isRefusal(error)) await this.#withdraw(name, text);
      throw error;
    }
  }

  /** Cancels a request that is not signed; from then on no caller gets a signature for it here. */
  async cancel(idempotencyKey: string, options?: CallOptions): Promise<void> {
    await this.#signer.cancel?.(idempotencyKey, options);
    await this.#reject(entryName(idempotencyKey), 'CANCELLED', undefined);
  }

  async find(idempotencyKey: string): Promise<SigningRecord | undefined> {
    const text = await this.#store.get(entryName(idempotencyKey));
    return text === undefined ? undefined : parseEntry(text).record;
  }

  async list(
    key: SigningKey,
    { atMost = INDEX_SIZE, onCut }: ListingOptions = {},
  ): Promise<readonly SigningRecord[]> {
    const text = await this.#store.get(indexName(key));
    const all = text === undefined ? [] : parseIndex(text);
    const names = all.slice(-atMost);
    // A full index has dropped older entries, which this list can't include.
    if (names.length < all.length || all.length >= INDEX_SIZE) emitterFor(onCut)(names.length);
    const records = await Promise.all(names.map((name) => this.find(name)));
    return records.filter((record) => record !== undefined);
  }

  /** Writes the request, unless another process was faster; resolves with what is written. */
  async #open(
    name: string,
    request: RawSigningRequest,
    payload: string | undefined,
  ): Promise<string> {
    const record: SigningRecord = {
      idempotencyKey: request.idempotencyKey,
      providerId: request.idempotencyKey,
      kind: 'raw',
      state: 'pending',
      status: 'JOURNALED',
      messages: request.messages.map(contentOf),
      unhashedPayload: payload === undefined ? undefined : JSON.parse(payload),
      ...(request.note === undefined ? {} : { note: request.note }),
      createdAt: this.#clock.now(),
    };
    const keys = request.messages.map((message) => keyName(message.key));
    const text = formatEntry({ record, keys });
    await this.#index(request).catch(unnoted);
    if (await this.#store.setIfAbsent(name, text)) return text;
    const winner = await this.#store.get(name);
    if (winner === undefined) throw new JournalError('it lost an entry while it was used');
    return winner;
  }

  /** The first set of signatures that is written is the one that every process uses. */
  async #close(
    name: string,
    text: string,
    { messages }: RawSigningRequest,
    signatures: readonly RawSignature[],
  ): Promise<readonly RawSignature[]> {
    let expected = text;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const entry = parseEntry(expected);
      assertSameRequest(entry, messages);
      if (entry.record.state === 'rejected') throw rejectionOf(entry.record);
      if (entry.record.signatures) return entry.record.signatures;
      const signed = formatEntry(signedEntry(entry, signatures));
      if (await this.#store.compareAndSet(name, expected, signed)) return signatures;
      const current = await this.#store.get(name);
      if (current === undefined) throw new JournalError('it lost an entry while it was used');
      expected = current;
    }
    throw new JournalError('it takes no signatures');
  }

  /** Writes a refusal, unless there are signatures already. */
  async #reject(name: string, status: string, subStatus: string | undefined): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const text = await this.#store.get(name);
      if (text === undefined) return;
      const { keys, record } = parseEntry(text);
      if (record.state !== 'pending') return;
      const rejected: SigningRecord = {
        ...record,
        state: 'rejected',
        status,
        ...(subStatus === undefined ? {} : { subStatus }),
      };
      if (await this.#store.compareAndSet(name, text, formatEntry({ record: rejected, keys }))) {
        return;
      }
    }
    throw new JournalError('it takes no refusal');
  }

  /** Removes an entry. Another process that is signing it finds none to write its signatures to, and uses none. */
  async #withdraw(name: string, text: string): Promise<void> {
    if (await this.#store.delete(name, text)) return;
    const current = await this.#store.get(name);
    if (current === undefined || parseEntry(current).record.state === 'rejected') return;
    throw new JournalError('another process has signed what this one was refused');
  }

  /** Written before the entry itself, so that no entry is ever missing from its index. */
  async #index({ idempotencyKey, messages }: RawSigningRequest): Promise<void> {
    const names = new Set(messages.map(({ key }) => indexName(key)));
    for (const name of names) await this.#addToIndex(name, idempotencyKey);
  }

  async #addToIndex(name: string, idempotencyKey: string): Promise<void> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const text = await this.#store.get(name);
      if (text === undefined) {
        if (await this.#store.setIfAbsent(name, JSON.stringify([idempotencyKey]))) return;
        continue;
      }
      const names = parseIndex(text);
      if (names.includes(idempotencyKey)) return;
      const next = JSON.stringify([...names, idempotencyKey].slice(-INDEX_SIZE));
      if (await this.#store.compareAndSet(name, text, next)) return;
    }
    throw new JournalError('it takes no entries');
  }
}

/** Whether the message is for a chain; signatures of RSA and HMAC keys are verified elsewhere. */
function isOfCurve({ key }: SigningMessage): boolean {
  return key.algorithm.startsWith('ecdsa-') || key.algorithm.startsWith('eddsa-');
}

function rejectionOf(record: SigningRecord): SignatureRejectedError {
  const { idempotencyKey: requestId, providerId: custodyId, status, subStatus } = record;
  return new SignatureRejectedError({ requestId, custodyId, status, subStatus });
}

/** Nothing has been noted yet, and the signer is asked only after that. */
function unnoted(cause: unknown): never {
  if (cause instanceof JournalError) throw cause;
  const reason = 'the journal failed before it noted the request';
  throw new StoreError(reason, { cause, details: { asked: 'nobody' } });
}

const entryName = (idempotencyKey: string): string => `journal:${checkRequestId(idempotencyKey)}`;

const indexName = (key: SigningKey): string => `journal-index:${keyName(key)}`;

function signedEntry(
  { record, keys }: JournalEntry,
  signatures: readonly RawSignature[],
): JournalEntry {
  return { keys, record: { ...record, state: 'signed', status: 'SIGNED', signatures } };
}
