import { type CallOptions, pause, throwIfAborted } from '../../../src/core/clock.js';
import { AbortedError, IdempotencyConflictError } from '../../../src/core/errors.js';
import { poll } from '../../../src/core/poll.js';
import {
  type ListingOptions,
  type NativeTransferRequest,
  type NativeTransferSigner,
  type PublicKey,
  type RawSignature,
  type RawSigningRequest,
  SignaturePendingError,
  SignatureRejectedError,
  type SignerCapabilities,
  type SigningKey,
  type SigningOptions,
  type SigningRecord,
} from '../../../src/signer/index.js';
import { checkMessages, payloadJson } from '../../../src/signer/messages.js';
import type { MemoryCustody } from './custody.js';
import { contentOf, type FakeRequest } from './custody-request.js';
import { publicKeyOf } from './vault-keys.js';

const PACE = { firstMs: 1_000, factor: 1.3, maxMs: 5_000 };
/** How long a message takes to the custody, and back. */
const LATENCY_MS = 10;
const LISTED_FOR_MS = 86_400_000;

/** A process's way to the custody. */
export class MemorySigner implements NativeTransferSigner {
  readonly capabilities: SignerCapabilities;
  /** What the custody was asked by this process, in order. */
  readonly calls: string[] = [];
  readonly #custody: MemoryCustody;

  constructor(custody: MemoryCustody, maxMessages: number) {
    this.#custody = custody;
    this.capabilities = {
      algorithms: ['ecdsa-secp256k1'],
      remembers: true,
      mayPend: true,
      maxMessages,
      maxMessageBytes: 65_536,
      maxPayloadBytes: 262_144,
    };
  }

  async getPublicKey(key: SigningKey, { signal }: CallOptions = {}): Promise<PublicKey> {
    throwIfAborted(signal);
    checkMessages(
      [{ kind: 'digest', key, digest: new Uint8Array(32), hash: '' }],
      this.capabilities,
    );
    return { algorithm: key.algorithm, bytes: publicKeyOf(key.id) };
  }

  async sign(
    request: RawSigningRequest,
    options: SigningOptions = {},
  ): Promise<readonly RawSignature[]> {
    checkMessages(request.messages, this.capabilities);
    const { idempotencyKey: externalId, messages, note, expiresAfterSeconds } = request;
    // A copy, as of whatever goes over a wire.
    const json = payloadJson(request, this.capabilities);
    const payload: unknown = json === undefined ? undefined : JSON.parse(json);
    const open = () =>
      this.#custody.open(
        { externalId, note, expiresAfterSeconds },
        { kind: 'raw', messages, payload },
      );
    const isSame = ({ asked }: FakeRequest) =>
      asked.kind === 'raw' && wordsOf(asked.messages) === wordsOf(messages);
    const { signatures } = await this.#run('sign', externalId, open, isSame, options);
    return signatures ?? [];
  }

  transfer(request: NativeTransferRequest, options: SigningOptions = {}): Promise<SigningRecord> {
    const { idempotencyKey: externalId, note, expiresAfterSeconds } = request;
    const asked = { kind: 'native-transfer', transfer: request } as const;
    const open = () => this.#custody.open({ externalId, note, expiresAfterSeconds }, asked);
    const isSame = (known: FakeRequest) =>
      known.asked.kind === 'native-transfer' &&
      wordsOf(known.asked.transfer) === wordsOf(asked.transfer);
    return this.#run('transfer', externalId, open, isSame, options);
  }

  async find(idempotencyKey: string, options?: CallOptions): Promise<SigningRecord | undefined> {
    return this.#ask('find', options, () => this.#custody.read(idempotencyKey));
  }

  async list(
    key: SigningKey,
    { atMost = 10_000, onCut, ...options }: ListingOptions = {},
  ): Promise<readonly SigningRecord[]> {
    const since = this.#custody.clock.now() - LISTED_FOR_MS;
    return this.#ask('list', options, () => {
      const all = this.#custody.requests.filter(
        ({ asked, createdAt }) => keysOf(asked).includes(key.id) && createdAt > since,
      );
      if (all.length > atMost) onCut?.(atMost);
      return all.slice(-atMost).map((request) => this.#custody.tell(request));
    });
  }

  async cancel(idempotencyKey: string, options?: CallOptions): Promise<void> {
    await this.#ask('cancel', options, () => this.#custody.cancel(idempotencyKey));
  }

  /** Makes a request, or finds the one that there is, and waits for its end. */
  async #run(
    what: string,
    requestId: string,
    open: () => FakeRequest,
    isSame: (request: FakeRequest) => boolean,
    { signal, timeoutMs = 600_000, cancelOnAbort, onUpdate }: SigningOptions,
  ): Promise<SigningRecord> {
    let last: SigningRecord | undefined;
    const learn = (record: SigningRecord | undefined) => {
      if (record && record.status !== last?.status) onUpdate?.(record);
      last = record;
      return record?.state === 'pending' ? undefined : record;
    };
    const look = async () =>
      learn(await this.#ask('look', { signal }, () => this.#custody.read(requestId)));
    try {
      const made = await this.#ask(what, { signal }, () => {
        const request = open();
        return { record: this.#custody.tell(request), isSame: isSame(request) };
      });
      if (!made.isSame) {
        throw new IdempotencyConflictError('This key was used before, for something else.', {
          details: { requestId, custodyId: made.record.providerId },
        });
      }
      const { clock } = this.#custody;
      const pace = { pace: PACE, timeoutMs, signal, clock };
      const ended = learn(made.record) ?? (await poll(look, pace));
      if (ended?.state === 'signed') return ended;
      throw ended
        ? new SignatureRejectedError(detailsOf(ended))
        : new SignaturePendingError(detailsOf(last ?? made.record));
    } catch (error) {
      if (cancelOnAbort && error instanceof AbortedError) this.#custody.cancel(requestId);
      throw error;
    }
  }

  async #ask<T>(what: string, options: CallOptions | undefined, answer: () => T): Promise<T> {
    const { clock } = this.#custody;
    this.calls.push(what);
    await pause(LATENCY_MS, clock, options?.signal);
    const said = answer();
    await pause(LATENCY_MS, clock, options?.signal);
    return said;
  }
}

function detailsOf(record: SigningRecord) {
  const { idempotencyKey: requestId, providerId: custodyId, status, subStatus, expiresAt } = record;
  const hash = record.txHash === undefined ? {} : { txHash: record.txHash };
  return { requestId, custodyId, status, subStatus, expiresAt, ...hash };
}

function keysOf(asked: FakeRequest['asked']): readonly string[] {
  return asked.kind === 'raw' ? asked.messages.map(({ key }) => key.id) : [asked.transfer.from.id];
}

/** What makes two requests the same. */
function wordsOf(asked: NativeTransferRequest | RawSigningRequest['messages']): string {
  if ('amount' in asked) return JSON.stringify([asked.from.id, asked.to, asked.amount]);
  return asked
    .map((message) => `${message.key.id} ${Buffer.from(contentOf(message)).toString('hex')}`)
    .join();
}
