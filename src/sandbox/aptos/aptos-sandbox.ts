import type { SandboxClock } from '../clock.js';
import type { SandboxMessage } from '../loopback/messages.js';
import type { LoopbackHandler, PeerOptions } from '../loopback/peer.js';
import type { Derive } from '../seed.js';
import { type Address, NATIVE_COIN, parseAddress, shown } from './address.js';
import {
  addToCoinStore,
  addToStore,
  changeDecimals,
  type NewAptosAsset,
  type NewAptosCoin,
  setFrozen,
  writeAsset,
  writeCoin,
} from './assets.js';
import { ArchiveNode } from './chain/archive-node.js';
import { MOVEMENT_CHAINS } from './chain/chain-ids.js';
import { FollowingNode, type Relay } from './chain/following-node.js';
import { DEFAULT_LIMITS } from './chain/mempool.js';
import { accountAt } from './chain/node.js';
import { ProducingNode } from './chain/producing-node.js';
import { Faucet } from './faucet.js';
import { writeGenesis } from './genesis.js';
import { sha3Hex } from './hashing.js';
import { IndexerServer } from './indexer/server.js';
import { Framework, SAMPLE_MODULE } from './move/framework.js';
import { balanceOf } from './rest/account-routes.js';
import { routeOf } from './rest/routes.js';
import { ARCHIVE, FullnodeServer, restHandler } from './rest/server.js';
import { committedJson } from './rest/transaction-json.js';
import type {
  AptosBlock,
  AptosGasPrices,
  AptosMempoolLimits,
  AptosRecordedCall,
} from './sandbox-types.js';
import { parseType, typeText } from './types/move-type.js';

/** How an Aptos sandbox is set up. */
export interface AptosSandboxOptions extends PeerOptions {
  readonly derive: Derive;
  readonly chainId: number;
  readonly blockMs: number;
  readonly statelessAccounts: boolean;
}

/**
 * An Aptos fullnode and its indexer on loopback. They decode, verify and apply what they are sent; what
 * they model is listed in `docs/sandbox.md`.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const key = sandbox.custody.publicKeyOf({ path: [44, 637, 0, 0, 0], algorithm: 'MPC_EDDSA_ED25519' });
 * const address = sandbox.aptos.addressOfKey(key);
 * sandbox.aptos.fund(address, 100_000_000n); // 1 APT, in octas
 * sandbox.aptos.balanceOf(address); // 100000000n
 * await sandbox.stop();
 * ```
 */
export class AptosSandbox {
  /** The chain id that transactions must carry, as `aptosChainId` set it. Default 4. */
  readonly chainId: number;
  /** Where the sample module is: its entry functions take every type and remember what they got. */
  readonly sampleModule: string = `${shown(SAMPLE_MODULE.address)}::${SAMPLE_MODULE.name}`;
  readonly #node: ProducingNode;
  readonly #clock: SandboxClock;
  readonly #faucet: Faucet;
  readonly #fullnode: FullnodeServer;
  readonly #indexer: IndexerServer;

  /**
   * Without a socket: what {@link AptosSandbox.handle} is given is all that it hears.
   *
   * @internal
   */
  constructor(options: AptosSandboxOptions) {
    const { chainId, derive } = options;
    this.chainId = chainId;
    this.#clock = options.clock;
    this.#faucet = new Faucet(derive);
    const framework = new Framework(this.#faucet.address, !MOVEMENT_CHAINS.has(chainId));
    this.#node = new ProducingNode({ ...options, framework });
    const symbol = MOVEMENT_CHAINS.has(chainId) ? 'MOVE' : 'APT';
    this.#node.change((draft) => writeGenesis(draft, this.#faucet.address, symbol));
    const archive = new ArchiveNode(this.#node);
    this.#fullnode = new FullnodeServer({ ...options, node: this.#node, archive });
    this.#indexer = new IndexerServer({ ...options, node: this.#node });
  }

  /**
   * @param options - How it is set up, with `port` and `indexerPort`: 0 for any free one.
   * @returns The sandbox, whose node and indexer listen on 127.0.0.1.
   * @internal
   */
  static async start(
    options: AptosSandboxOptions & { readonly port: number; readonly indexerPort: number },
  ): Promise<AptosSandbox> {
    const sandbox = new AptosSandbox(options);
    const started = await Promise.allSettled([
      sandbox.#fullnode.http.start(options.port),
      sandbox.#indexer.http.start(options.indexerPort),
    ]);
    const failed = started.find(({ status }) => status === 'rejected');
    if (failed?.status !== 'rejected') return sandbox;
    await sandbox.stop();
    throw failed.reason;
  }

  /** @internal */
  get handle(): LoopbackHandler {
    return this.#fullnode.peer.handle;
  }

  /**
   * Another node of the same chain, and how it is asked.
   *
   * @param relay - What becomes of transactions that it hands on. Default: they may be in the next block.
   * @returns The node, and what answers REST requests to it.
   * @internal
   */
  addNode(relay?: Relay): { readonly node: FollowingNode; readonly handle: LoopbackHandler } {
    const node = new FollowingNode(this.#node, relay);
    return { node, handle: restHandler(node, this.#clock) };
  }

  /** @internal */
  get handleIndexer(): LoopbackHandler {
    return this.#indexer.peer.handle;
  }

  /** The base of the node's REST API, `/v1` included. */
  get fullnodeUrl(): string {
    return `${this.#fullnode.http.url}/v1`;
  }

  /** The same of an archive, a node that prunes nothing. */
  get archiveUrl(): string {
    return `${this.#fullnode.http.url}${ARCHIVE}/v1`;
  }

  /** Where the indexer answers GraphQL. */
  get indexerUrl(): string {
    return `${this.#indexer.http.url}/v1/graphql`;
  }

  /** Every request that the node received, oldest first. */
  get messages(): readonly SandboxMessage[] {
    return this.#fullnode.peer.messages.all;
  }

  /** Every request that the indexer received, oldest first. */
  get indexerMessages(): readonly SandboxMessage[] {
    return this.#indexer.peer.messages.all;
  }

  /** How often each route of the node was asked, such as `GET /v1/accounts/:address`. */
  get requests(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { method = '', path = '' } of this.messages) {
      const match = routeOf(method, path);
      const name = typeof match === 'string' ? `${method} ${path}` : match.name;
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }

  /** Forgets the requests that were received. */
  clearMessages(): void {
    this.#fullnode.peer.messages.clear();
    this.#indexer.peer.messages.clear();
  }

  /**
   * The address that an Ed25519 key has unless it was rotated.
   *
   * @param publicKey - 64 hex digits, without `0x`.
   * @returns `0x` and 64 lower-case hex digits.
   */
  addressOfKey(publicKey: string): string {
    return sha3Hex(Buffer.from(publicKey, 'hex'), Uint8Array.of(0));
  }

  /**
   * Makes `octas` of the native coin for an account, by a transaction, in a block that is made at once.
   *
   * @param address - The account's address: `0x` and 1 to 64 hex digits.
   * @param octas - In octas, a whole number: 1 APT is 100,000,000.
   */
  fund(address: string, octas: bigint | string): void {
    this.#faucet.fund(this.#node, this.#address(address), BigInt(octas));
  }

  /**
   * Makes a fungible asset.
   *
   * @param asset - Its name, symbol and decimals, and whether the indexer knows it (default `true`).
   * @returns The address of its metadata: `0x` and 64 lower-case hex digits.
   */
  createAsset(asset: NewAptosAsset): string {
    let metadata = '';
    this.#node.change((draft) => {
      metadata = writeAsset(draft, asset);
    });
    return metadata;
  }

  /**
   * Makes a coin of the older standard.
   *
   * @param coin - Its type, name, symbol and decimals, and whether it has a paired fungible asset (default `false`).
   */
  createCoin(coin: NewAptosCoin): void {
    const creator = this.#address(coin.coinType.split('::')[0] ?? '');
    const coinType = this.#asset(coin.coinType);
    this.#node.change((draft) => writeCoin(draft, { ...coin, coinType }, creator));
  }

  /**
   * Gives an account some of an asset, or of a coin: that in the older form. Out of nothing, and by no
   * transaction.
   *
   * @param asset - The address of a fungible asset's metadata, or a coin's type, such as `0xc0::usd::Usd`.
   * @param address - The account's address: `0x` and 1 to 64 hex digits.
   * @param units - In base units, a whole number. No balance is above 2^64-1.
   */
  mint(asset: string, address: string, units: bigint | string): void {
    const owner = this.#address(address);
    const id = this.#asset(asset);
    const { coins, assets } = this.#node.ledger.state;
    if (coins.get(id) === undefined && assets.get(id) === undefined) {
      throw new Error(`the sandbox knows no asset ${asset}`);
    }
    const add = coins.get(id) === undefined ? addToStore : addToCoinStore;
    this.#node.change((draft) => add(draft, id, owner, BigInt(units)));
  }

  /**
   * Freezes what an account has of an asset or a coin, or opens it again.
   *
   * @param asset - The address of a fungible asset's metadata, or a coin's type, such as `0xc0::usd::Usd`.
   * @param address - The account's address: `0x` and 1 to 64 hex digits.
   * @param frozen - `false` opens it again. Default `true`.
   */
  freeze(asset: string, address: string, frozen = true): void {
    const owner = this.#address(address);
    this.#node.change((draft) => setFrozen(draft, this.#asset(asset), { owner, frozen }));
  }

  /**
   * Changes how many decimals an asset has, as its issuer may (`mutate_metadata`).
   *
   * @param asset - The address of its metadata; a coin's type is refused.
   * @param decimals - The new number. Balances in base units stay as they are.
   */
  changeDecimals(asset: string, decimals: number): void {
    this.#node.change((draft) => changeDecimals(draft, this.#asset(asset), decimals));
  }

  /**
   * Makes an account answer to another key.
   *
   * @param address - The account's address: `0x` and 1 to 64 hex digits.
   * @param authenticationKey - The new authentication key: `0x` and 64 lower-case hex digits.
   */
  rotateKey(address: string, authenticationKey: string): void {
    const account = this.#address(address);
    this.#node.change((draft) => {
      const sequenceNumber = draft.accounts.get(account)?.sequenceNumber ?? 0n;
      draft.accounts.set(account, { sequenceNumber, authenticationKey });
    });
  }

  /**
   * What an account has of an asset or a coin.
   *
   * @param address - The account's address: `0x` and 1 to 64 hex digits.
   * @param asset - A coin's type, which counts both its forms, or the address of a fungible asset's metadata, which
   * counts that form alone. Default: the type of the native coin.
   * @returns Base units, octas of the native coin; 0 when it has none.
   */
  balanceOf(address: string, asset: string = NATIVE_COIN): bigint {
    const { state } = this.#node.ledger;
    return balanceOf(state, this.#address(address), asset) ?? 0n;
  }

  /**
   * The number that the chain takes next from an account.
   *
   * @param address - The account's address: `0x` and 1 to 64 hex digits.
   * @returns The next sequence number; 0 for an account that does not exist yet.
   */
  sequenceNumberOf(address: string): bigint {
    const { latest } = this.#node.ledger;
    const account = accountAt(this.#node, latest.lastVersion, this.#address(address));
    return account?.sequenceNumber ?? 0n;
  }

  /**
   * What an account has sent that is on the chain, as the node shows it.
   *
   * @param address - The account's address: `0x` and 1 to 64 hex digits.
   * @returns Oldest first, without what was pruned.
   */
  transactionsOf(address: string): readonly Readonly<Record<string, unknown>>[] {
    const sent = this.#node.ledger.sentBy(this.#address(address));
    return sent.map((each) => committedJson(this.#node, each));
  }

  /** What the sample module was called with, oldest first. */
  get recordedCalls(): readonly AptosRecordedCall[] {
    const { calls } = this.#node.ledger.state;
    return [...calls.keys()].flatMap((key) => calls.get(key) ?? []);
  }

  /**
   * Makes a block now, of everything that is ready.
   *
   * @returns Its height, its first and last version, and its time in microseconds since 1970.
   */
  produceBlock(): AptosBlock {
    return this.#node.produceBlock();
  }

  /** Makes no blocks by itself, until {@link AptosSandbox.resumeBlocks}. */
  pauseBlocks(): void {
    this.#node.pause();
  }

  /** Makes blocks by itself again. */
  resumeBlocks(): void {
    this.#node.resume();
  }

  /** Loses what was accepted but is in no block yet. */
  dropPending(): void {
    this.#node.mempool.clear();
  }

  /** Prunes what is on the chain so far: its transactions, not what they have changed. */
  forget(): void {
    this.#node.produceBlock();
    this.#node.ledger.forget();
  }

  /**
   * Changes how the node answers for what it has pruned.
   *
   * @param as - `gone`: 410, as a bare node does (the default). `gone-to-archive`: the same with the archive's address,
   * as the vendor's gateway does. `internal-error`: as an older node, with 410 for single versions and blocks only.
   */
  showPruned(as: 'gone' | 'gone-to-archive' | 'internal-error'): void {
    const lists = as === 'internal-error' ? as : 'gone';
    this.#node.pruned = { lists, archive: as === 'gone-to-archive' ? this.archiveUrl : undefined };
  }

  /**
   * Changes how much the mempool holds.
   *
   * @param limits - Numbers of transactions. What is left out gets its default again.
   */
  limitMempool(limits: AptosMempoolLimits): void {
    this.#node.mempool.limits = { ...DEFAULT_LIMITS, ...limits };
  }

  /**
   * Changes what `estimate_gas_price` says.
   *
   * @param prices - In octas a unit of gas. What is left out stays as it is.
   */
  setGasPrices(prices: AptosGasPrices): void {
    this.#node.gas = { ...this.#node.gas, ...prices };
  }

  /**
   * Keeps the indexer some versions behind the node from now on.
   *
   * @param versions - How many; 0 for none.
   */
  lagIndexer(versions: number): void {
    this.#indexer.lag = versions;
  }

  /**
   * Changes how the indexer shows a coin and its paired asset.
   *
   * @param rows - `unified`: as one row, as today's indexers do (the default). `separate`: as two.
   */
  showBalances(rows: 'unified' | 'separate'): void {
    this.#indexer.balances = rows;
  }

  /** @internal */
  async stop(): Promise<void> {
    this.#node.pause();
    await Promise.all([this.#fullnode.http.stop(), this.#indexer.http.stop()]);
  }

  #address(text: string): Address {
    const address = parseAddress(text);
    if (address === undefined) throw new Error(`${text} is no address`);
    return address;
  }

  /** A coin's type or the address of an asset's metadata, as the state has it. */
  #asset(text: string): string {
    const address = parseAddress(text);
    if (address !== undefined) return address;
    const type = parseType(text);
    if (type?.kind !== 'struct') throw new Error(`${text} is no asset`);
    return typeText(type);
  }
}
