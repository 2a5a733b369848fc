import { type Derive, derivedUuid } from '../seed.js';
import { badRequest, CODES, notFound } from './api-error.js';
import type { CustodyAlgorithm } from './assets.js';
import type { DerivationPath, MessageSignature } from './keys.js';
import type { CustodyRequest } from './request.js';

/**
 * One message of a RAW request with its signature, in the form of the API.
 *
 * @example
 * ```ts
 * import { type SignedMessage, startSandbox } from 'custody-gateways/sandbox';
 *
 * const seen: SignedMessage[] = [];
 * const sandbox = await startSandbox();
 * sandbox.custody.editSignatures((messages) => {
 *   seen.push(...messages);
 *   return messages;
 * });
 * await sandbox.stop();
 * ```
 */
export interface SignedMessage {
  /** Hex, as it was sent. */
  readonly content: string;
  /** The algorithm of the key, and so the form of `publicKey` and `signature`. */
  readonly algorithm: CustodyAlgorithm;
  /** Of the key that signed, in full. */
  readonly derivationPath: DerivationPath;
  /** Lower-case hex, without `0x`: 33 bytes, compressed, for ECDSA, 32 for EdDSA. */
  readonly publicKey: string;
  /** Of `content` as it is: with ECDSA that is a digest of 32 bytes, with EdDSA the whole message. */
  readonly signature: MessageSignature;
}

/**
 * A status that a transaction had, and since when.
 *
 * @example
 * ```ts
 * import { type StatusChange, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const walk = (history: readonly StatusChange[]) => history.map(({ status }) => status).join(' > ');
 * sandbox.custody.transactions.map(({ history }) => walk(history));
 * await sandbox.stop();
 * ```
 */
export interface StatusChange {
  /** The word of the API, such as `PENDING_AUTHORIZATION`. */
  readonly status: string;
  /** What explains the status, such as `REJECTED_BY_USER`; empty where nothing does. */
  readonly subStatus: string;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** What is known of a transaction beside its request, as far as it has come. */
export interface Progress {
  readonly subStatus?: string;
  readonly errorDescription?: string;
  readonly signedMessages?: readonly SignedMessage[];
  readonly txHash?: string;
  /** In whole units of the asset. */
  readonly networkFee?: string;
  readonly netAmount?: string;
  readonly blockHeight?: number;
  readonly blockHash?: string;
  readonly destinationAddress?: string;
}

const TERMINAL = new Set(['COMPLETED', 'CANCELLED', 'BLOCKED', 'REJECTED', 'FAILED']);

/** A transaction of the custody platform, wherever it stands. */
export class CustodyTransaction {
  readonly id: string;
  readonly request: CustodyRequest;
  readonly createdBy: string;
  readonly createdAt: number;
  readonly expiresAt: number;
  #progress: Progress = {};
  readonly #history: StatusChange[];

  constructor(id: string, request: CustodyRequest, createdBy: string, now: number) {
    this.id = id;
    this.request = request;
    this.createdBy = createdBy;
    this.createdAt = now;
    this.expiresAt = now + request.expiresAfterSeconds * 1_000;
    this.#history = [{ status: 'SUBMITTED', subStatus: '', at: now }];
  }

  get status(): string {
    return this.#latest.status;
  }

  get lastUpdated(): number {
    return this.#latest.at;
  }

  get isFinal(): boolean {
    return TERMINAL.has(this.status);
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Every status it had, the first one first. */
  get history(): readonly StatusChange[] {
    return [...this.#history];
  }

  /** Goes to another status. What is final stays as it is. */
  move(status: string, now: number, progress: Progress = {}): void {
    if (this.isFinal) return;
    this.#progress = { ...this.#progress, ...progress };
    this.#history.push({ status, subStatus: this.#progress.subStatus ?? '', at: now });
  }

  get #latest(): StatusChange {
    const latest = this.#history.at(-1);
    if (latest === undefined) throw new Error('a transaction without status');
    return latest;
  }
}

/** Every transaction that was ever taken. External ids are kept for ever. */
export class TransactionStore {
  readonly #derive: Derive;
  readonly #all: CustodyTransaction[] = [];

  constructor(derive: Derive) {
    this.#derive = derive;
  }

  get all(): readonly CustodyTransaction[] {
    return [...this.#all];
  }

  /** @throws ApiError 400, code 1438, when the external id was used before, for whatever. */
  create(request: CustodyRequest, createdBy: string, now: number): CustodyTransaction {
    const { externalTxId } = request;
    if (externalTxId !== undefined && this.byExternalId(externalTxId) !== undefined) {
      throw badRequest(
        'The external tx id that was provided in the request, already exists',
        CODES.duplicateExternalTxId,
      );
    }
    const id = derivedUuid(this.#derive, `transaction ${this.#all.length}`);
    const transaction = new CustodyTransaction(id, request, createdBy, now);
    this.#all.push(transaction);
    return transaction;
  }

  byId(id: string): CustodyTransaction | undefined {
    return this.#all.find((transaction) => transaction.id === id);
  }

  byExternalId(externalTxId: string): CustodyTransaction | undefined {
    return this.#all.find(({ request }) => request.externalTxId === externalTxId);
  }

  /** @throws ApiError 404 when there is none. */
  get(id: string): CustodyTransaction {
    const found = this.byId(id);
    if (found === undefined) throw notFound(`Transaction ${id} was not found`);
    return found;
  }
}
