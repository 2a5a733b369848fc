import { randomUUID } from 'node:crypto';
import type { CallOptions } from '../../src/core/clock.js';
import { CustodyNotFoundError, DuplicateExternalIdError } from '../../src/fireblocks/errors.js';
import {
  type CallSettings,
  type CreateTransactionRequest,
  type CustodyTransaction,
  type FireblocksClient,
  FireblocksRawSigner,
  type FireblocksRawSignerOptions,
  type FireblocksSignerSettings,
  type TransactionQuery,
} from '../../src/fireblocks/index.js';
import type { Sandbox } from '../../src/sandbox/index.js';
import type { SigningKey, SigningMessage } from '../../src/signer/index.js';
import type { ClientKind, CustodyAccess } from './clients.js';

/** Looks often, so that tests need not wait. */
export const FAST = { firstMs: 5, factor: 1.2, maxMs: 25 };
const FAST_RETRY = { baseMs: 1, maxMs: 5 };

/** Keys of the sandbox's vault accounts, by asset and by path. */
export const byAsset = (id = '0'): SigningKey => ({
  algorithm: 'ecdsa-secp256k1',
  id,
  assetId: 'XRP_TEST',
});
export const byPath = (id = '0', coinType = 1): SigningKey => ({
  algorithm: 'ecdsa-secp256k1',
  id,
  path: { coinType },
});
export const eddsa = (id = '0'): SigningKey => ({
  algorithm: 'eddsa-ed25519',
  id,
  path: { coinType: 637 },
});

let digests = 0;

/** A message that no test signs twice: the custody may answer those from its memory. */
export function freshMessage(key: SigningKey): SigningMessage {
  const bytes = Uint8Array.from(Buffer.from(randomUUID().replaceAll('-', '').repeat(2), 'hex'));
  digests += 1;
  bytes[0] = digests & 0xff;
  return key.algorithm === 'eddsa-ed25519'
    ? { kind: 'message', key, bytes }
    : { kind: 'digest', key, digest: bytes, hash: 'sha256' };
}

/** A request with a key of its own. */
export function freshRequest(...keys: SigningKey[]) {
  const list = keys.length === 0 ? [byAsset()] : keys;
  return { idempotencyKey: `test-${randomUUID()}`, messages: list.map(freshMessage) };
}

export function signerOn(
  sandbox: Sandbox,
  options: Partial<FireblocksRawSignerOptions> = {},
): FireblocksRawSigner {
  return new FireblocksRawSigner({
    apiKey: sandbox.custody.apiKey,
    apiSecret: sandbox.custody.apiSecret,
    basePath: sandbox.custody.url,
    polling: FAST,
    retry: FAST_RETRY,
    ...options,
  });
}

/** The same through a client of another kind. */
export function signerThrough(
  { connect }: ClientKind,
  access: CustodyAccess,
  settings: CallSettings = {},
): FireblocksRawSigner {
  return signerWith(connect(access, { retry: FAST_RETRY, ...settings }));
}

/** What each kind of answer is made of: an answer, an error, or a function that gives either. */
export type Answer = Partial<CustodyTransaction> | Error;

/**
 * A custody of which a test decides every answer. `answers` are what reading a transaction gives, one
 * after the other; the last one stays.
 */
export class FakeCustody implements FireblocksClient {
  readonly created: CreateTransactionRequest[] = [];
  readonly cancelled: string[] = [];
  readonly queries: TransactionQuery[] = [];
  readonly readOptions: (CallOptions | undefined)[] = [];
  answers: Answer[];
  reads = 0;
  readonly #taken = new Set<string>();
  /** Called at the beginning of each read. */
  onRead: (() => void) | undefined;
  /** Errors that creating and reading by external id give first. */
  createErrors: Error[] = [];
  findErrors: Error[] = [];
  /** Pages of the list, the first one first. */
  pages: readonly CustodyTransaction[][] = [];

  constructor(...answers: Answer[]) {
    this.answers = answers;
  }

  async createTransaction(request: CreateTransactionRequest) {
    const { externalTxId } = request;
    const isSecond = this.#taken.has(externalTxId);
    this.created.push(request);
    const error = this.createErrors.shift();
    if (error) throw error;
    if (isSecond) throw duplicate();
    this.#taken.add(externalTxId);
    return { id: 'custody-id', status: 'SUBMITTED' };
  }

  async getTransaction(_id: string, options?: CallOptions): Promise<CustodyTransaction> {
    this.reads += 1;
    this.readOptions.push(options);
    this.onRead?.();
    return { externalTxId: this.created.at(-1)?.externalTxId, ...this.#next() };
  }

  async getTransactionByExternalId(id: string): Promise<CustodyTransaction> {
    const error = this.findErrors.shift();
    if (error) throw error;
    return { externalTxId: id, ...this.#next() };
  }

  #next(): CustodyTransaction {
    const answer = this.answers.length > 1 ? this.answers.shift() : this.answers[0];
    if (answer === undefined) throw new Error('the test gave no answer');
    if (answer instanceof Error) throw answer;
    return { id: 'custody-id', status: 'PENDING_SIGNATURE', operation: 'RAW', ...answer };
  }

  async listTransactions(query: TransactionQuery) {
    this.queries.push(query);
    return this.pages[this.queries.length - 1] ?? [];
  }

  async cancelTransaction(id: string) {
    this.cancelled.push(id);
  }

  async getVaultAccount(id: string) {
    return { id };
  }

  async getPublicKeyByPath(): Promise<never> {
    throw new Error('no public keys here');
  }

  async getPublicKeyByAsset(): Promise<never> {
    throw new Error('no public keys here');
  }
}

/** A signer on a custody that a test makes up. */
export function signerWith(
  client: FireblocksClient,
  settings: FireblocksSignerSettings = {},
): FireblocksRawSigner {
  return new FireblocksRawSigner({ client, polling: FAST, ...settings });
}

export const duplicate = () => new DuplicateExternalIdError({ status: 400, custodyCode: 1438 });
export const notFound = () => new CustodyNotFoundError({ status: 404, custodyMessage: 'none' });

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** What the custody says of a signed message. The signature itself is made up. */
export function signedMessage(message: SigningMessage, filler = '11') {
  const content = hex(message.kind === 'digest' ? message.digest : message.bytes);
  const { id, path } = message.key;
  const derivationPath = [44, path?.coinType ?? 144, Number(id), 0, 0];
  return {
    content,
    algorithm: 'MPC_ECDSA_SECP256K1',
    derivationPath,
    publicKey: `02${'ab'.repeat(32)}`,
    signature: { fullSig: filler.repeat(64), r: filler.repeat(32), s: filler.repeat(32), v: 1 },
  };
}
