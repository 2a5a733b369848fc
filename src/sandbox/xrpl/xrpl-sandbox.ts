import type { SandboxMessage } from '../loopback/messages.js';
import type { LoopbackHandler, PeerOptions } from '../loopback/peer.js';
import type { Derive } from '../seed.js';
import { Secp256k1Key } from '../signing-key.js';
import { ClosingNode } from './closing-node.js';
import { FollowingNode, type Relay } from './following-node.js';
import type { ClosedLedger } from './ledger/closed-ledgers.js';
import { currentFee, type NetworkFees } from './ledger/fees.js';
import { mptId } from './ledger/keys.js';
import { FIRST_MPT } from './ledger/ledgers.js';
import { signedTransaction } from './own-transactions.js';
import { encodeNodePublic } from './ripple.js';
import { validatedJson } from './rpc/transaction-json.js';
import { rpcHandler } from './rpc-handler.js';
import { XrplServer } from './server.js';
import { accountOfKey } from './signature.js';
import { mptJson } from './values/mpt-amounts.js';

/** How an XRP Ledger sandbox is set up. */
export interface XrplSandboxOptions extends PeerOptions {
  readonly derive: Derive;
  readonly networkId: number;
  readonly ledgerCloseMs: number;
}

/**
 * What the network charges, in drops; see {@link XrplSandbox.setFees}.
 *
 * @example
 * ```ts
 * import { type SandboxFees, startSandbox } from 'custody-gateways/sandbox';
 *
 * const congested: SandboxFees = { openLedgerFee: 5_000n };
 * const sandbox = await startSandbox();
 * sandbox.xrpl.setFees(congested); // what pays 10 drops now waits in the queue
 * await sandbox.stop();
 * ```
 */
export interface SandboxFees {
  /** The cost of a plain transaction. Default 10. */
  readonly baseFee?: bigint;
  /** What gets a transaction into the open ledger; one that pays less waits in the queue. Default 10. */
  readonly openLedgerFee?: bigint;
  /** The server's load in 256ths, 256 being idle; below base fee times load nothing is taken. */
  readonly loadFactor?: number;
}

/**
 * What accounts must keep, in drops; see {@link XrplSandbox.setReserves}.
 *
 * @example
 * ```ts
 * import { type SandboxReserves, startSandbox } from 'custody-gateways/sandbox';
 *
 * const former: SandboxReserves = { base: 10_000_000n, increment: 2_000_000n };
 * const sandbox = await startSandbox();
 * sandbox.xrpl.setReserves(former);
 * await sandbox.stop();
 * ```
 */
export interface SandboxReserves {
  /** What every account keeps. Default 1,000,000. */
  readonly base?: bigint;
  /** What it keeps for each entry it owns. Default 200,000. */
  readonly increment?: bigint;
}

/**
 * A ledger that has closed.
 *
 * @example
 * ```ts
 * import { type SandboxLedger, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ ledgerCloseMs: 0 });
 * const closed: SandboxLedger = sandbox.xrpl.closeLedger();
 * closed.transactions; // [], as nothing was submitted
 * await sandbox.stop();
 * ```
 */
export interface SandboxLedger {
  /** Its number, one more than that of the ledger before. */
  readonly index: number;
  /** 64 hex digits. */
  readonly hash: string;
  /** In seconds since 2000-01-01. */
  readonly closeTime: number;
  /** The hashes of its transactions, in their order. */
  readonly transactions: readonly string[];
}

/**
 * An XRP Ledger of one node on loopback: JSON-RPC and WebSocket, API version 2. It decodes,
 * verifies and applies what it is sent. What it models is listed in `docs/sandbox.md`.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ ledgerCloseMs: 0 });
 * const address = sandbox.custody.addressOf('0', 'XRP_TEST');
 * await sandbox.xrpl.fund(address, 100_000_000n);
 * sandbox.xrpl.balanceOf(address); // 100000000n, in drops
 * await sandbox.stop();
 * ```
 */
export class XrplSandbox {
  /** The id that transactions of this network carry, where it is above 1024. */
  readonly networkId: number;
  /** @internal */
  readonly node: ClosingNode;
  readonly #server: XrplServer;
  readonly #genesis: Secp256k1Key;
  readonly #derive: Derive;
  #funded = 0;
  #nodes = 0;

  /**
   * Without a socket: what {@link XrplSandbox.handle} is given is all that it hears.
   *
   * @internal
   */
  constructor(options: XrplSandboxOptions) {
    this.networkId = options.networkId;
    this.#derive = options.derive;
    this.#genesis = new Secp256k1Key(options.derive, 'genesis');
    const genesis = accountOfKey(this.#genesis.publicKey);
    const { publicKey } = new Secp256k1Key(options.derive, 'node');
    this.node = new ClosingNode({
      clock: options.clock,
      genesis,
      publicKey: encodeNodePublic(Buffer.from(publicKey, 'hex')),
      networkId: options.networkId,
      closeMs: options.ledgerCloseMs,
    });
    this.#server = new XrplServer({ ...options, node: this.node });
  }

  /**
   * @param options - How it is set up, and `port`: 0 for any free one.
   * @returns The sandbox, which listens on 127.0.0.1.
   * @internal
   */
  static async start(
    options: XrplSandboxOptions & { readonly port: number },
  ): Promise<XrplSandbox> {
    const sandbox = new XrplSandbox(options);
    await sandbox.#server.http.start(options.port);
    return sandbox;
  }

  /** @internal */
  get handle(): LoopbackHandler {
    return this.#server.peer.handle;
  }

  /**
   * Another node of the same network, and how it is asked.
   *
   * @param relay - What becomes of transactions that it hands on. Default: the network has them at once.
   * @returns The node, and what answers JSON-RPC requests to it.
   * @internal
   */
  addNode(relay?: Relay): { readonly node: FollowingNode; readonly handle: LoopbackHandler } {
    this.#nodes += 1;
    const { publicKey } = new Secp256k1Key(this.#derive, `node ${this.#nodes}`);
    const name = encodeNodePublic(Buffer.from(publicKey, 'hex'));
    const node = new FollowingNode(this.node, name, relay);
    return { node, handle: rpcHandler(node) };
  }

  /** Where JSON-RPC is answered. */
  get url(): string {
    return this.#server.http.url;
  }

  /** Where the WebSocket is. */
  get webSocketUrl(): string {
    return this.#server.http.url.replace('http', 'ws');
  }

  /** Every command received, by either transport, oldest first. */
  get messages(): readonly SandboxMessage[] {
    return this.#server.peer.messages.all;
  }

  /** Forgets the requests that were received. */
  clearMessages(): void {
    this.#server.peer.messages.clear();
  }

  /** The last validated ledger's index. */
  get ledgerIndex(): number {
    return this.node.ledgers.validated.index;
  }

  /**
   * Pays `drops` from the account that holds all XRP, creating the account if it does not exist,
   * and closes a ledger, so that the money is validated at once.
   *
   * @param address - The account's classic address, `r...`.
   * @param drops - In drops, a whole number: 1 XRP is 1,000,000. A new account needs the base reserve at least.
   */
  async fund(address: string, drops: bigint | string): Promise<void> {
    this.#pay(address, BigInt(drops).toString());
  }

  /** The id of the multi-purpose token that there is from the beginning; two decimals of it are shown. */
  get mptIssuanceId(): string {
    return mptId(accountOfKey(this.#genesis.publicKey), FIRST_MPT);
  }

  /**
   * Pays some of the token {@link XrplSandbox.mptIssuanceId} to an account that has authorised it, and closes
   * a ledger.
   *
   * @param address - The account's classic address, `r...`.
   * @param value - In the token's base units, a whole number: 100 is one token.
   * @throws Error with the ledger's code, such as `tecNO_AUTH` where the account has not.
   */
  async fundMpt(address: string, value: bigint | string): Promise<void> {
    this.#pay(address, mptJson(this.mptIssuanceId, BigInt(value)));
  }

  #pay(address: string, Amount: unknown): void {
    const { ledgers } = this.node;
    const genesis = accountOfKey(this.#genesis.publicKey);
    const payment = {
      TransactionType: 'Payment',
      Account: genesis,
      Destination: address,
      Amount,
      Fee: currentFee(ledgers.fees).toString(),
      Flags: 0,
      Sequence: ledgers.openView.account(genesis)?.Sequence ?? 0,
      ...(this.networkId > 1024 ? { NetworkID: this.networkId } : {}),
    };
    this.#funded += 1;
    const entropy = this.#derive(`funding ${this.#funded}`).subarray(0, 32);
    const { result } = this.node.submit(signedTransaction(payment, this.#genesis, entropy));
    if (result !== 'tesSUCCESS') throw new Error(`funding ${address} failed: ${result}`);
    this.node.closeLedger();
  }

  /**
   * Closes the open ledger now, and opens the next.
   *
   * @returns The ledger that has closed, with the hashes of its transactions.
   */
  closeLedger(): SandboxLedger {
    return shown(this.node.closeLedger());
  }

  /**
   * Changes fees from the open ledger on.
   *
   * @param fees - In drops; the load in 256ths. What is left out stays as it is.
   */
  setFees(fees: SandboxFees): void {
    this.node.setFees(fees);
  }

  /**
   * Changes reserves from the open ledger on.
   *
   * @param reserves - In drops. What is left out stays as it is.
   */
  setReserves({ base, increment }: SandboxReserves): void {
    const changes: Partial<NetworkFees> = {
      ...(base === undefined ? {} : { reserveBase: base }),
      ...(increment === undefined ? {} : { reserveIncrement: increment }),
    };
    this.node.setFees(changes);
  }

  /**
   * The validated transactions that concern an account, as `account_tx` shows them.
   *
   * @param address - The account's classic address, `r...`.
   * @returns Oldest first, without those of forgotten ledgers.
   */
  transactionsOf(address: string): readonly Readonly<Record<string, unknown>>[] {
    const { ledgers } = this.node;
    return ledgers.closed.transactionsOf(address).flatMap((entry) => {
      const ledger = ledgers.closed.byIndex(entry.ledgerIndex);
      return ledger === undefined ? [] : [validatedJson(entry, ledger)];
    });
  }

  /**
   * An account's validated balance.
   *
   * @param address - The account's classic address, `r...`.
   * @returns Drops; 0 when there is no such account.
   */
  balanceOf(address: string): bigint {
    const view = this.node.ledgers.closed.viewOf(this.node.ledgers.validated);
    return BigInt(view.account(address)?.Balance ?? 0);
  }

  /**
   * Forgets the ledgers before `beforeLedger`, as a node does that keeps little history.
   *
   * @param beforeLedger - The index of the first ledger to keep. The last validated one is always kept.
   */
  forget(beforeLedger: number): void {
    this.node.forget(beforeLedger);
  }

  /** Loses what was accepted but is in no closed ledger yet, as can happen on a real network. */
  dropPending(): void {
    this.node.dropPending();
  }

  /** Stops the closing of ledgers, until {@link resumeClosing}. */
  pauseClosing(): void {
    this.node.pause();
  }

  /** Closes ledgers by itself again. */
  resumeClosing(): void {
    this.node.resume();
  }

  /** @internal */
  async stop(): Promise<void> {
    this.node.pause();
    await this.#server.stop();
  }
}

function shown({ index, hash, closeTime, transactions }: ClosedLedger): SandboxLedger {
  return { index, hash, closeTime, transactions: transactions.map(({ tx }) => tx.hash) };
}
