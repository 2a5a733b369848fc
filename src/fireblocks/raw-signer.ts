import type { KeyObject } from 'node:crypto';
import { type CallOptions, type Clock, clockOf } from '../core/clock.js';
import { checkRequestId } from '../signer/messages.js';
import type {
  FindOptions,
  ListingOptions,
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
import { verifyAll } from '../signer/verify.js';
import type { CustodyTransaction, FireblocksClient } from './client.js';
import { readKeyFile } from './credentials.js';
import { assertSameSigning, conflict, isAnswerTo } from './requests/identity.js';
import { listRecords } from './requests/listing.js';
import { rawRequestBody, transferBody } from './requests/raw-request.js';
import { recordOf, signaturesFor } from './requests/records.js';
import { CustodyRequests } from './requests/requests.js';
import { checkKey } from './rest/addressing.js';
import { PublicKeys } from './rest/public-keys.js';
import type { FireblocksConnection } from './rest/rest-client.js';
import { VaultAccounts } from './rest/vault-accounts.js';
import {
  checkPace,
  checkSilence,
  clientIn,
  type FireblocksRawSignerOptions,
  type FireblocksSignerSettings,
  notesOf,
} from './settings.js';
import { stateOf } from './statuses.js';
import type { WebhookEvent } from './webhooks/event.js';

const DEFAULT_TIMEOUT_MS = 600_000;

/**
 * Signs with keys that Fireblocks holds, by raw signing, and transfers by its native transactions.
 *
 * Every request carries its idempotency key as `externalTxId`. Fireblocks keeps these for ever and refuses a second
 * request with the same one, so asking twice, from any process, has the effect of asking once.
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
  /** Sizes are this package's own limits: Fireblocks documents only the 127 messages. */
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
  readonly #vaultAccounts: VaultAccounts;
  readonly #requests: CustodyRequests;
  readonly #clock: Clock;

  /** @throws ConfigurationError naming the setting that can't work; a wrong key fails here, not later. */
  constructor(options: FireblocksRawSignerOptions) {
    this.#client = clientIn(options);
    this.#clock = clockOf(options.clock);
    this.#publicKeys = new PublicKeys(this.#client, this.#clock, options.publicKeys);
    this.#vaultAccounts = new VaultAccounts(this.#client, this.#clock, options.publicKeys);
    this.#requests = new CustodyRequests({
      client: this.#client,
      pace: checkPace(options.polling),
      timeoutMs: options.signatureTimeoutMs ?? DEFAULT_TIMEOUT_MS,
      silenceMs: checkSilence(options.webhooks),
      notes: notesOf(options.webhooks, this.#clock),
      clock: this.#clock,
    });
  }

  /**
   * The same, with the API user's private key read from a file.
   *
   * @param path - Of a PEM file, which is read at once: an RSA private key of 2,048 bits or more, not encrypted.
   * @param options - Those of the constructor, without `apiSecret`.
   * @returns A signer with that key.
   * @throws ConfigurationError when the file can't be read or holds no RSA private key.
   */
  static fromKeyFile(
    path: string,
    options: FireblocksSignerSettings & Omit<FireblocksConnection, 'apiSecret'>,
  ): FireblocksRawSigner {
    const apiSecret: KeyObject = readKeyFile(path);
    return new FireblocksRawSigner({ ...options, apiSecret });
  }

  time(): number | undefined {
    return this.#client.time?.();
  }

  async getPublicKey(key: SigningKey, options?: CallOptions): Promise<PublicKey> {
    return this.#publicKeys.get(key, options);
  }

  /**
   * Confirms that a vault account exists, for a key by path only: for a key by asset, Fireblocks itself reports one
   * that does not exist.
   *
   * @param key - Its `id` is the vault account's id.
   * @param options - How long this caller waits; all callers share one read, which goes on.
   * @returns `true` for one that exists, and unread for a key by asset or in `publicKeys`; `false` where the API user
   * may not look.
   */
  async confirmAccount(key: SigningKey, options?: CallOptions): Promise<boolean> {
    return this.#vaultAccounts.confirm(key, options);
  }

  async sign(
    request: RawSigningRequest,
    options: SigningOptions = {},
  ): Promise<readonly RawSignature[]> {
    const body = rawRequestBody(request, this.capabilities);
    const find = (transaction: CustodyTransaction) => {
      assertSameSigning(transaction, request.messages);
      return signaturesFor(transaction, request.messages);
    };
    // A signature is verified, so its source doesn't matter.
    const believe = async (transaction: CustodyTransaction) => {
      const signatures = find(transaction);
      if (signatures) await verifyAll(this, request.messages, signatures, options);
      return signatures;
    };
    return this.#requests.run(body, options, { find, believe });
  }

  async transfer(
    request: NativeTransferRequest,
    options: SigningOptions = {},
  ): Promise<SigningRecord> {
    const body = transferBody(request);
    return this.#requests.run(body, options, {
      find: (transaction) => {
        if (!isAnswerTo(body, transaction)) throw conflict(transaction);
        return stateOf(transaction.status) === 'signed' ? recordOf(transaction) : undefined;
      },
    });
  }

  /**
   * Processes the event of a webhook (`webhookHandler` calls this). A wait for the transaction ends at once when the
   * event has signatures that verify against the pinned key and exactly these messages; any other end is confirmed by
   * asking Fireblocks once. An event that is old, was reported before, or is about a transaction that no call here
   * waits for, changes nothing here; other processes find it in the `store` of `webhooks`, where there is one.
   *
   * @param event - A verified event, as `webhookHandler` gives it; one without a `transaction` changes nothing.
   * @returns Whether a call here waits for the transaction.
   * @example
   * ```ts
   * import { FireblocksRawSigner, type WebhookEvent } from 'custody-gateways/fireblocks';
   *
   * function passOn(event: WebhookEvent, signers: readonly FireblocksRawSigner[]): boolean {
   *   return signers.some((signer) => signer.handleWebhook(event));
   * }
   * ```
   */
  handleWebhook({ transaction }: WebhookEvent): boolean {
    return typeof transaction?.id === 'string' && this.#requests.tell(transaction);
  }

  async find(
    idempotencyKey: string,
    { transfer, ...options }: FindOptions = {},
  ): Promise<SigningRecord | undefined> {
    const externalTxId = checkRequestId(idempotencyKey);
    const transaction = await this.#requests.find(externalTxId, options);
    if (!transaction) return undefined;
    // Whatever the answer leaves out, it was found by this id.
    const record = recordOf({ ...transaction, externalTxId });
    if (!transfer || !record || record.kind === 'raw') return record;
    const body = transferBody({ ...transfer, idempotencyKey });
    return { ...record, isOther: !isAnswerTo(body, transaction) };
  }

  async list(key: SigningKey, options?: ListingOptions): Promise<readonly SigningRecord[]> {
    checkKey(key);
    const transactions = await listRecords(this.#client, key, this.#clock.now(), options);
    return transactions.flatMap((transaction) => {
      const { externalTxId, id } = transaction;
      if (externalTxId) this.#requests.remember(externalTxId, id);
      return recordOf(transaction) ?? [];
    });
  }

  async cancel(idempotencyKey: string, options?: CallOptions): Promise<void> {
    await this.#requests.cancel(checkRequestId(idempotencyKey), options);
  }
}
