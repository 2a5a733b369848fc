import type { KeyObject } from 'node:crypto';
import {
  type CallOptions,
  type Clock,
  systemClock,
  throwIfAborted,
  unlessAborted,
} from '../core/clock.js';
import { AbortedError, InvalidInputError } from '../core/errors.js';
import { emitterFor } from '../core/events.js';
import { type PollPace, poll } from '../core/poll.js';
import { SignaturePendingError } from '../signer/errors.js';
import type {
  NativeTransferRequest,
  NativeTransferSigner,
  PublicKey,
  RawSignature,
  RawSigningRequest,
  SignerCapabilities,
  SigningKey,
  SigningOptions,
  SigningRecord,
} from '../signer/raw-signer.js';
import { checkKey } from './addressing.js';
import { type Cancelling, cancelTransaction, giveUp } from './cancelling.js';
import type { CreateTransactionRequest, CustodyTransaction, FireblocksClient } from './client.js';
import { readKeyFile } from './credentials.js';
import { CustodyNotFoundError, DuplicateExternalIdError } from './errors.js';
import { assertSameSigning, assertSameTransfer } from './identity.js';
import { listRecords } from './listing.js';
import { PatientReads } from './patient-reads.js';
import { PublicKeys } from './public-keys.js';
import { checkExternalId, rawRequestBody, transferBody } from './raw-request.js';
import { operationOf, recordOf, signaturesFor } from './records.js';
import { type FireblocksConnection, FireblocksRestClient } from './rest-client.js';
import {
  checkPace,
  checkTimeout,
  type FireblocksRawSignerOptions,
  type FireblocksSignerSettings,
} from './settings.js';
import { stateOf } from './statuses.js';
import { waitForCustody } from './waiting.js';

/** How long a request that the custody knows may stay unreadable. */
const READ_AFTER_DUPLICATE_MS = 15_000;
const REMEMBERED_IDS = 10_000;

/**
 * Signs with keys that Fireblocks holds, by raw signing, and transfers by its native transactions.
 *
 * Every request carries its idempotency key as `externalTxId`. The custody keeps those for ever and
 * refuses a second one, so asking twice, from any process, is asking once.
 *
 * @example
 * ```ts
 * import { FireblocksRawSigner } from 'custody-gateways/fireblocks';
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const signer = new FireblocksRawSigner({
 *   apiKey: sandbox.custody.apiKey,
 *   apiSecret: sandbox.custody.apiSecret, // the text of the PEM file
 *   basePath: sandbox.custody.url, // or 'US', 'EU', 'EU2', 'sandbox'
 * });
 * await signer.getPublicKey({ algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'XRP_TEST' });
 * await sandbox.stop();
 * ```
 */
export class FireblocksRawSigner implements NativeTransferSigner {
  /** Sizes are this package's own limits: the custody documents only the 127 messages. */
  readonly capabilities: SignerCapabilities = {
    algorithms: ['ecdsa-secp256k1', 'eddsa-ed25519', 'ecdsa-prime256v1'],
    remembers: true,
    mayPend: true,
    maxMessages: 127,
    maxMessageBytes: 65_536,
    maxPayloadBytes: 262_144,
  };
  readonly #client: FireblocksClient;
  readonly #publicKeys: PublicKeys;
  readonly #polling: PollPace;
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  /** The custody's ids of requests seen here: what is known to exist need not be created again. */
  readonly #ids = new Map<string, string>();

  /** @throws ConfigurationError naming what can't work; a wrong key fails here, not later. */
  constructor(options: FireblocksRawSignerOptions) {
    this.#client = 'client' in options ? options.client : new FireblocksRestClient(options);
    this.#publicKeys = new PublicKeys(this.#client, options.publicKeys);
    this.#polling = checkPace(options.polling);
    this.#timeoutMs = checkTimeout(options.signatureTimeoutMs);
    this.#clock = options.clock ?? systemClock;
  }

  /**
   * The same, with the private key read from a file.
   *
   * @throws ConfigurationError when the file can't be read or holds no RSA private key.
   */
  static fromKeyFile(
    path: string,
    options: FireblocksSignerSettings & Omit<FireblocksConnection, 'apiSecret'>,
  ): FireblocksRawSigner {
    const apiSecret: KeyObject = readKeyFile(path);
    return new FireblocksRawSigner({ ...options, apiSecret });
  }

  async getPublicKey(key: SigningKey, options?: CallOptions): Promise<PublicKey> {
    return this.#publicKeys.get(key, options);
  }

  async sign(
    request: RawSigningRequest,
    options: SigningOptions = {},
  ): Promise<readonly RawSignature[]> {
    const body = rawRequestBody(request, this.capabilities);
    return this.#run(body, options, (transaction) => {
      assertSameSigning(transaction, request.messages);
      return signaturesFor(transaction, request.messages);
    });
  }

  async transfer(
    request: NativeTransferRequest,
    options: SigningOptions = {},
  ): Promise<SigningRecord> {
    const body = transferBody(request);
    return this.#run(body, options, (transaction) => {
      assertSameTransfer(transaction, body);
      return stateOf(transaction.status) === 'signed' ? recordOf(transaction) : undefined;
    });
  }

  async find(idempotencyKey: string, options?: CallOptions): Promise<SigningRecord | undefined> {
    const transaction = await this.#read(checkExternalId(idempotencyKey), options);
    return transaction && recordOf(transaction);
  }

  async list(key: SigningKey, options?: CallOptions): Promise<readonly SigningRecord[]> {
    checkKey(key);
    const transactions = await listRecords(this.#client, key, this.#clock.now(), options);
    for (const { externalTxId, id } of transactions)
      if (externalTxId) this.#remember(externalTxId, id);
    return transactions.map(recordOf).filter((record) => record !== undefined);
  }

  async cancel(idempotencyKey: string, options?: CallOptions): Promise<void> {
    await this.#cancel(checkExternalId(idempotencyKey), options);
  }

  #cancel(requestId: string, options?: CallOptions): Promise<Cancelling> {
    return cancelTransaction(this.#client, (call) => this.#read(requestId, call), options);
  }

  async #run<T>(
    body: CreateTransactionRequest,
    options: SigningOptions,
    find: (transaction: CustodyTransaction) => T | undefined,
  ): Promise<T> {
    const { externalTxId: requestId } = body;
    const { signal, timeoutMs = this.#timeoutMs } = options;
    if (!(timeoutMs >= 0)) throw new InvalidInputError('timeoutMs', 'must be 0 or more');
    const deadline = this.#clock.now() + timeoutMs;
    const leftMs = () => Math.max(0, deadline - this.#clock.now());
    const tell = emitterFor(options.onUpdate);
    throwIfAborted(signal);
    const known = this.#ids.get(requestId);
    // What is to be given up must not be left half made: then the creation ignores the signal.
    const creation =
      known === undefined
        ? this.#create(body, options.cancelOnAbort ? undefined : signal, leftMs)
        : Promise.resolve(known);
    try {
      return await waitForCustody({
        client: this.#client,
        id: await unlessAborted(creation, signal),
        requestId,
        find: (transaction) => find(completed(transaction, body)),
        onUpdate: (transaction) => {
          const record = recordOf(completed(transaction, body));
          if (record) tell(record);
        },
        pace: this.#polling,
        timeoutMs: leftMs(),
        signal,
        clock: this.#clock,
      });
    } catch (error) {
      if (error instanceof AbortedError && options.cancelOnAbort) {
        const cancel = (call: CallOptions) => this.#cancel(requestId, call);
        throw await giveUp(creation, cancel, signal, this.#clock);
      }
      throw error;
    }
  }

  /** Creates, or finds that it exists: the custody's refusal of a second one is our lock. */
  async #create(
    body: CreateTransactionRequest,
    signal: AbortSignal | undefined,
    leftMs: () => number,
  ): Promise<string> {
    try {
      const { id } = await this.#client.createTransaction(body, { signal });
      return this.#remember(body.externalTxId, id);
    } catch (error) {
      if (!(error instanceof DuplicateExternalIdError)) throw error;
    }
    const reads = new PatientReads(this.#clock);
    const look = () => reads.read(() => this.#read(body.externalTxId, { signal }));
    const existing = await poll(look, {
      pace: this.#polling,
      timeoutMs: Math.min(READ_AFTER_DUPLICATE_MS, leftMs()),
      signal,
      clock: this.#clock,
    });
    if (!existing) throw new SignaturePendingError({ requestId: body.externalTxId });
    return existing.id;
  }

  async #read(externalId: string, options?: CallOptions): Promise<CustodyTransaction | undefined> {
    try {
      const transaction = await this.#client.getTransactionByExternalId(externalId, options);
      this.#remember(externalId, transaction.id);
      // Whatever the answer repeats of itself, this is what it was found by.
      return { ...transaction, externalTxId: externalId };
    } catch (error) {
      if (error instanceof CustodyNotFoundError) return undefined;
      throw error;
    }
  }

  #remember(externalId: string, id: string): string {
    this.#ids.set(externalId, id);
    if (this.#ids.size > REMEMBERED_IDS) {
      const [oldest] = this.#ids.keys();
      if (oldest !== undefined) this.#ids.delete(oldest);
    }
    return id;
  }
}

/** What an answer leaves out of what names a request is as it was asked for. */
function completed(
  transaction: CustodyTransaction,
  { externalTxId, operation }: CreateTransactionRequest,
): CustodyTransaction {
  return { ...transaction, externalTxId, operation: operationOf(transaction) ?? operation };
}
