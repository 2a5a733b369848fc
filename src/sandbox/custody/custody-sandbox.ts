import type { SandboxClock } from '../clock.js';
import type { FaultBook } from '../loopback/faults.js';
import type { SandboxMessage } from '../loopback/messages.js';
import type { Derive } from '../seed.js';
import { type ApiUser, type ApiUserRole, ApiUsers } from './api-users.js';
import { type ApprovalPolicy, refusalOf } from './approvals.js';
import { type CustodyAlgorithm, findAsset } from './assets.js';
import { CustodyServer } from './custody-server.js';
import { CustodyKeys, type DerivationPath } from './keys.js';
import { Lifecycle, type SignatureEdit } from './lifecycle.js';
import {
  type NativeChain,
  NativeTransfers,
  type RegisteredDestination,
} from './native-transfer.js';
import { RawSigning } from './raw-signing.js';
import type { CustodyState } from './state.js';
import { transactionJson } from './transaction-json.js';
import { type CustodyTransaction, type StatusChange, TransactionStore } from './transactions.js';
import { type CreatedWallet, pathOf, Vaults } from './vaults.js';

/** How a custody sandbox is set up. */
export interface CustodySandboxOptions {
  readonly clock: SandboxClock;
  readonly faults: FaultBook;
  readonly derive: Derive;
  readonly port: number;
  readonly latencyMs: number;
  readonly approvals: ApprovalPolicy;
  readonly vaultAccounts: number;
  readonly apiKeyBits: 2048 | 4096;
  readonly reuseSignatures: boolean;
  readonly chains: ReadonlyMap<string, NativeChain>;
}

/**
 * A transaction of the custody, as the API shows it, with every status it had.
 *
 * @example
 * ```ts
 * import { type CustodySnapshot, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const failed = ({ status }: CustodySnapshot) => status === 'FAILED';
 * sandbox.custody.transactions.filter(failed).length; // 0
 * await sandbox.stop();
 * ```
 */
export interface CustodySnapshot {
  readonly id: string;
  readonly externalTxId?: string;
  readonly status: string;
  readonly subStatus: string;
  readonly history: readonly StatusChange[];
  /** What `GET /v1/transactions/{id}` answers now. */
  readonly json: Readonly<Record<string, unknown>>;
}

/**
 * Names a key: by its whole path, or by vault account and asset.
 *
 * @example
 * ```ts
 * import { type KeyName, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const name: KeyName = { vaultAccountId: '0', assetId: 'XRP_TEST' };
 * sandbox.custody.publicKeyOf(name) === sandbox.custody.publicKeyOf({ path: [44, 1, 0, 0, 0] }); // true
 * await sandbox.stop();
 * ```
 */
export type KeyName =
  | { readonly path: DerivationPath; readonly algorithm?: CustodyAlgorithm }
  | { readonly vaultAccountId: string; readonly assetId: string };

/**
 * The end of a transaction that a test refuses.
 *
 * @example
 * ```ts
 * import { type RefusalOptions, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ approvals: 'manual' });
 * const onThePhone: RefusalOptions = { status: 'CANCELLED', reason: 'declined on the phone' };
 * for (const { id } of sandbox.custody.transactions) sandbox.custody.reject(id, onThePhone);
 * await sandbox.stop();
 * ```
 */
export interface RefusalOptions {
  /** Such as `CANCELLED` in the place of `REJECTED`. */
  readonly status?: string;
  readonly subStatus?: string;
  /** Shown as `errorDescription`. */
  readonly reason?: string;
}

/**
 * A custody on loopback that speaks the Fireblocks REST API v1: it checks the tokens, holds test
 * keys, signs, and does what its approval policy or a test tells it.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ approvals: 'manual' });
 * const { url, apiKey, apiSecret } = sandbox.custody; // for a Fireblocks client
 * // ... once a request with the external id `payment-1` was made:
 * sandbox.custody.transactions.length; // 0 so far
 * await sandbox.stop();
 * ```
 */
export class CustodySandbox {
  /** The value of `X-API-Key` of its first user, an `ADMIN`. */
  readonly apiKey: string;
  /** That user's private key: RSA, PKCS#8 PEM. */
  readonly apiSecret: string;
  readonly #state: CustodyState;
  readonly #users: ApiUsers;
  readonly #server: CustodyServer;

  private constructor(first: ApiUser, state: CustodyState, users: ApiUsers, server: CustodyServer) {
    this.apiKey = first.apiKey;
    this.apiSecret = first.apiSecret;
    this.#state = state;
    this.#users = users;
    this.#server = server;
  }

  /** @internal */
  static async start(options: CustodySandboxOptions): Promise<CustodySandbox> {
    const { clock, derive, approvals, chains } = options;
    const keys = new CustodyKeys(derive);
    const vaults = new Vaults(keys, options.vaultAccounts);
    const store = new TransactionStore(derive);
    const transfers = new NativeTransfers(vaults, keys, chains);
    const signing = new RawSigning(keys, store, options.reuseSignatures);
    const lifecycle = new Lifecycle({ clock, policy: approvals, signing, transfers });
    const state: CustodyState = { clock, keys, vaults, store, transfers, lifecycle };
    const users = new ApiUsers(derive, options.apiKeyBits);
    const first = await users.add('ADMIN');
    const server = new CustodyServer({ ...options, users, state });
    await server.http.start();
    return new CustodySandbox(first, state, users, server);
  }

  /** The API's base, without `/v1`: what `fireblocks-sdk` takes. `@fireblocks/ts-sdk` wants `/v1` behind it. */
  get url(): string {
    return `http://127.0.0.1:${this.#server.http.port}`;
  }

  /** Every request received, oldest first. */
  get messages(): readonly SandboxMessage[] {
    return this.#server.http.messages.all;
  }

  clearMessages(): void {
    this.#server.http.messages.clear();
  }

  /** Every transaction there is, oldest first. */
  get transactions(): readonly CustodySnapshot[] {
    return this.#state.store.all.map((transaction) => this.#snapshot(transaction));
  }

  /** The wallets that requests have made. Reading makes none. */
  get createdWallets(): readonly CreatedWallet[] {
    return this.#state.vaults.created;
  }

  /** Makes another API user. */
  addApiUser(role: ApiUserRole = 'ADMIN'): Promise<ApiUser> {
    return this.#users.add(role);
  }

  /** Authorises and signs, whatever the policy said. Takes either id. */
  approve(id: string): CustodySnapshot {
    return this.#act(id, (transaction) => this.#state.lifecycle.approve(transaction));
  }

  /** Authorises and leaves it unsigned, as when no signer is online. */
  authorize(id: string): CustodySnapshot {
    return this.#act(id, (transaction) => this.#state.lifecycle.authorize(transaction));
  }

  /** A person declines: `REJECTED`, `REJECTED_BY_USER`. */
  reject(id: string, options: RefusalOptions = {}): CustodySnapshot {
    return this.#refuse(id, 'reject', options);
  }

  /** A rule forbids: `BLOCKED`, `BLOCKED_BY_POLICY`. */
  block(id: string, options: RefusalOptions = {}): CustodySnapshot {
    return this.#refuse(id, 'block', options);
  }

  /** Something breaks: `FAILED`, `INTERNAL_ERROR` or another sub-status. */
  fail(id: string, options: RefusalOptions = {}): CustodySnapshot {
    return this.#refuse(id, 'fail', options);
  }

  /** The window closes now: `FAILED`, `TIMEOUT`, or `CANCELLED` when it was authorised. */
  expire(id: string): CustodySnapshot {
    const unsigned = this.#find(id).status === 'PENDING_SIGNATURE';
    return this.#refuse(id, 'expire', unsigned ? { status: 'CANCELLED' } : {});
  }

  /** The next `times` cancellations come too late: the signature is there first. */
  letSignaturesWin(times = 1): void {
    this.#state.lifecycle.letSignaturesWin(times);
  }

  /** Changes every signature on its way out, until called without a function. */
  editSignatures(edit?: SignatureEdit): void {
    this.#state.lifecycle.editSignatures(edit);
  }

  /** Registers a wallet or exchange account that transfers can name by id. */
  registerDestination(destination: RegisteredDestination): void {
    this.#state.transfers.register(destination);
  }

  /** A public key that the custody holds, as hex: 33 bytes for ECDSA, 32 for EdDSA. */
  publicKeyOf(name: KeyName): string {
    if ('path' in name) {
      return this.#state.keys.publicKey(name.algorithm ?? 'MPC_ECDSA_SECP256K1', name.path);
    }
    const asset = findAsset(name.assetId);
    if (asset === undefined) throw new Error(`the sandbox knows no asset ${name.assetId}`);
    return this.#state.keys.publicKey(asset.algorithm, pathOf(asset, name.vaultAccountId, 0, 0));
  }

  /** The address of a vault account's wallet. */
  addressOf(vaultAccountId: string, assetId: string): string {
    const asset = findAsset(assetId);
    if (asset === undefined) throw new Error(`the sandbox knows no asset ${assetId}`);
    return this.#state.vaults.address(vaultAccountId, asset);
  }

  /** @internal */
  stop(): Promise<void> {
    return this.#server.http.stop();
  }

  #refuse(
    id: string,
    kind: 'reject' | 'block' | 'fail' | 'expire',
    options: RefusalOptions,
  ): CustodySnapshot {
    const refusal = refusalOf(kind, options);
    return this.#act(id, (transaction) => this.#state.lifecycle.refuse(transaction, refusal));
  }

  #act(id: string, action: (transaction: CustodyTransaction) => void): CustodySnapshot {
    const transaction = this.#find(id);
    action(transaction);
    return this.#snapshot(transaction);
  }

  #find(id: string): CustodyTransaction {
    const { store } = this.#state;
    const found = store.byId(id) ?? store.byExternalId(id);
    if (found === undefined) throw new Error(`there is no transaction ${id}`);
    return found;
  }

  #snapshot(transaction: CustodyTransaction): CustodySnapshot {
    const { id, status, progress, history, request } = transaction;
    return {
      id,
      ...(request.externalTxId === undefined ? {} : { externalTxId: request.externalTxId }),
      status,
      subStatus: progress.subStatus ?? '',
      history,
      json: transactionJson(transaction, this.#state.transfers),
    };
  }
}
