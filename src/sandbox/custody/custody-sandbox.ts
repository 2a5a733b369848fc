import type { SandboxMessage } from '../loopback/messages.js';
import type { LoopbackHandler } from '../loopback/peer.js';
import type { ApiUser, ApiUserRole, ApiUsers } from './api-users.js';
import { refusalOf } from './approvals.js';
import { type CustodyAlgorithm, findAsset } from './assets.js';
import type { CallbackOptions, CustodyCallbacks } from './callbacks/custody-callbacks.js';
import { type CustodyParts, type CustodySandboxOptions, custodyParts } from './custody-parts.js';
import type { CustodyServer } from './custody-server.js';
import type { DerivationPath } from './keys.js';
import type { SignatureEdit } from './lifecycle.js';
import type { RegisteredDestination } from './native-transfer.js';
import type { Outbox, SentMessage } from './outbox.js';
import { type CustodySnapshot, snapshotOf } from './snapshot.js';
import type { CustodyState } from './state.js';
import type { CustodyTransaction } from './transactions.js';
import { type CreatedWallet, pathOf } from './vaults.js';
import type { CustodyWebhooks, WebhookOptions } from './webhooks/custody-webhooks.js';

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
  | {
      /** The whole path. Every path has a key: it need not be that of a wallet. */
      readonly path: DerivationPath;
      /** Default `MPC_ECDSA_SECP256K1`. */
      readonly algorithm?: CustodyAlgorithm;
    }
  | {
      /** The vault account’s id at the custody platform, such as `0`: the third part of the path. */
      readonly vaultAccountId: string;
      /** `XRP` or `XRP_TEST`, which decides the algorithm and the rest of the path. */
      readonly assetId: string;
    };

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
  /** The sub-status, in the place of the refusal's own, such as `REJECTED_BY_USER`. */
  readonly subStatus?: string;
  /** Shown as `errorDescription`. */
  readonly reason?: string;
}

/**
 * A custody platform on loopback that speaks the Fireblocks REST API v1: it checks the tokens, holds test
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
  /** What it tells by itself. Nothing, until {@link CustodySandbox.webhooksTo}. */
  readonly webhooks: CustodyWebhooks;
  /** Whom its co-signer asks. Nobody, until {@link CustodySandbox.callbacksTo}. */
  readonly callbacks: CustodyCallbacks;
  readonly #state: CustodyState;
  readonly #users: ApiUsers;
  readonly #server: CustodyServer;
  readonly #outbox: Outbox;

  private constructor(parts: CustodyParts) {
    this.apiKey = parts.first.apiKey;
    this.apiSecret = parts.first.apiSecret;
    this.webhooks = parts.webhooks;
    this.callbacks = parts.callbacks;
    this.#state = parts.state;
    this.#users = parts.users;
    this.#server = parts.server;
    this.#outbox = parts.outbox;
  }

  /**
   * Without a socket: what {@link CustodySandbox.handle} is given is all that it hears.
   *
   * @param options - How it is set up.
   * @returns The sandbox, with its first API user.
   * @internal
   */
  static async create(options: CustodySandboxOptions): Promise<CustodySandbox> {
    return new CustodySandbox(await custodyParts(options));
  }

  /**
   * @param options - How it is set up, and `port`: 0 for any free one.
   * @returns The sandbox, which listens on 127.0.0.1.
   * @internal
   */
  static async start(
    options: CustodySandboxOptions & { readonly port: number },
  ): Promise<CustodySandbox> {
    const sandbox = await CustodySandbox.create(options);
    await sandbox.#server.http.start(options.port);
    return sandbox;
  }

  /** @internal */
  get handle(): LoopbackHandler {
    return this.#server.peer.handle;
  }

  /** The API's base, without `/v1`: what `fireblocks-sdk` takes. `@fireblocks/ts-sdk` wants `/v1` behind it. */
  get url(): string {
    return this.#server.http.url;
  }

  /** Every request received, oldest first. */
  get messages(): readonly SandboxMessage[] {
    return this.#server.peer.messages.all;
  }

  /** Every request it made itself, oldest first: webhooks, and the co-signer's questions. */
  get sent(): readonly SentMessage[] {
    return this.#outbox.all;
  }

  /** Forgets what was received, and what was sent. */
  clearMessages(): void {
    this.#server.peer.messages.clear();
    this.#outbox.clear();
  }

  /**
   * Sends webhooks to another place from now on.
   *
   * @param url - The URL that each one is posted to; `undefined` for nowhere.
   * @param options - Their versions, and when they are repeated. Default: version 2, repeated as by the vendor.
   */
  webhooksTo(url: string | undefined, options: WebhookOptions = {}): void {
    this.webhooks.to(url, options);
  }

  /**
   * Has the co-signer ask a callback handler before it signs.
   *
   * @param url - The handler's URL, without `/v2/...`.
   * @param options - The handler's public key, and how long and how often it is asked.
   */
  callbacksTo(url: string, options: CallbackOptions): void;
  /**
   * Has the co-signer sign without asking.
   *
   * @param url - `undefined`: there is no handler any more.
   */
  callbacksTo(url: undefined): void;
  callbacksTo(url: string | undefined, options?: CallbackOptions): void {
    this.callbacks.to(url, options);
  }

  /** Every transaction there is, oldest first. */
  get transactions(): readonly CustodySnapshot[] {
    return this.#state.store.all.map((transaction) => this.#snapshot(transaction));
  }

  /** The wallets that requests have made. Reading makes none. */
  get createdWallets(): readonly CreatedWallet[] {
    return this.#state.vaults.created;
  }

  /**
   * Makes another API user.
   *
   * @param role - What it may do. Default `ADMIN`.
   * @returns Its API key, a UUID, and its private key: RSA, PKCS#8 PEM.
   */
  addApiUser(role: ApiUserRole = 'ADMIN'): Promise<ApiUser> {
    return this.#users.add(role);
  }

  /**
   * Authorises and signs, whatever the policy said.
   *
   * @param id - The transaction's id at the custody platform, or its `externalTxId`.
   * @returns The transaction as it is then: not signed yet if a callback handler is asked first.
   */
  approve(id: string): CustodySnapshot {
    return this.#act(id, (transaction) => this.#state.lifecycle.approve(transaction));
  }

  /**
   * Authorises and leaves it unsigned, as when no signer is online.
   *
   * @param id - The transaction's id at the custody platform, or its `externalTxId`.
   * @returns The transaction as it is then.
   */
  authorize(id: string): CustodySnapshot {
    return this.#act(id, (transaction) => this.#state.lifecycle.authorize(transaction));
  }

  /**
   * A person declines: `REJECTED`, `REJECTED_BY_USER`.
   *
   * @param id - The transaction's id at the custody platform, or its `externalTxId`.
   * @param options - Another status or sub-status, and the reason that is shown.
   * @returns The transaction as it is then.
   */
  reject(id: string, options: RefusalOptions = {}): CustodySnapshot {
    return this.#refuse(id, 'reject', options);
  }

  /**
   * A rule forbids: `BLOCKED`, `BLOCKED_BY_POLICY`.
   *
   * @param id - The transaction's id at the custody platform, or its `externalTxId`.
   * @param options - Another status or sub-status, and the reason that is shown.
   * @returns The transaction as it is then.
   */
  block(id: string, options: RefusalOptions = {}): CustodySnapshot {
    return this.#refuse(id, 'block', options);
  }

  /**
   * Something breaks: `FAILED`, `INTERNAL_ERROR` or another sub-status.
   *
   * @param id - The transaction's id at the custody platform, or its `externalTxId`.
   * @param options - Another status or sub-status, and the reason that is shown.
   * @returns The transaction as it is then.
   */
  fail(id: string, options: RefusalOptions = {}): CustodySnapshot {
    return this.#refuse(id, 'fail', options);
  }

  /**
   * The window closes now: `FAILED`, `TIMEOUT`, or `CANCELLED` when it was authorised.
   *
   * @param id - The transaction's id at the custody platform, or its `externalTxId`.
   * @returns The transaction as it is then.
   */
  expire(id: string): CustodySnapshot {
    const unsigned = this.#find(id).status === 'PENDING_SIGNATURE';
    return this.#refuse(id, 'expire', unsigned ? { status: 'CANCELLED' } : {});
  }

  /**
   * The next cancellations come too late: the signature is there first.
   *
   * @param times - How many cancellations of RAW requests, from now on. Default 1; 0 for none.
   */
  letSignaturesWin(times = 1): void {
    this.#state.lifecycle.letSignaturesWin(times);
  }

  /**
   * Changes every signature on its way out.
   *
   * @param edit - Gets the signed messages and gives those that are shown. Without one, nothing is changed any more.
   */
  editSignatures(edit?: SignatureEdit): void {
    this.#state.lifecycle.editSignatures(edit);
  }

  /**
   * Registers a wallet or exchange account that transfers can name by id.
   *
   * @param destination - Its type and id, and its address, with a tag if it has one, for one asset.
   */
  registerDestination(destination: RegisteredDestination): void {
    this.#state.transfers.register(destination);
  }

  /**
   * A public key that the custody platform holds.
   *
   * @param name - A derivation path, with an algorithm (default ECDSA), or a vault account with `XRP` or `XRP_TEST`.
   * @returns Lower-case hex: 33 bytes, compressed, for ECDSA, 32 for EdDSA.
   */
  publicKeyOf(name: KeyName): string {
    if ('path' in name) {
      return this.#state.keys.publicKey(name.algorithm ?? 'MPC_ECDSA_SECP256K1', name.path);
    }
    const asset = findAsset(name.assetId);
    if (asset === undefined) throw new Error(`the sandbox knows no asset ${name.assetId}`);
    return this.#state.keys.publicKey(asset.algorithm, pathOf(asset, name.vaultAccountId, 0, 0));
  }

  /**
   * The address of a vault account's wallet.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param assetId - `XRP` or `XRP_TEST`.
   * @returns The classic address, `r...`.
   */
  addressOf(vaultAccountId: string, assetId: string): string {
    const asset = findAsset(assetId);
    if (asset === undefined) throw new Error(`the sandbox knows no asset ${assetId}`);
    return this.#state.vaults.address(vaultAccountId, asset);
  }

  /** @internal */
  stop(): Promise<void> {
    this.#outbox.stop();
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
    return snapshotOf(transaction, this.#state.transfers);
  }
}
