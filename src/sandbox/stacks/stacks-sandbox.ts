import { Cl } from '@stacks/transactions';
import type { SandboxMessage } from '../loopback/messages.js';
import type { LoopbackHandler, PeerOptions } from '../loopback/peer.js';
import type { Derive } from '../seed.js';
import { hashOf } from './chain/blocks.js';
import { ChainHistory } from './chain/history.js';
import type { DropStatus } from './chain/mempool.js';
import { nameOf } from './chain/movements.js';
import { FollowingNode, type Relay } from './following-node.js';
import { type ApiSettings, defaultApi } from './http/api-settings.js';
import type { Fees } from './http/fees.js';
import { cycleOf, type PoxVersion, type StacksAccount } from './machine.js';
import { MiningNode } from './mining-node.js';
import { factsOf, ModelContracts, type StacksContracts } from './model/contracts.js';
import { ModelMachine } from './model/model-machine.js';
import type { SignerManagerOptions } from './model/signer-manager.js';
import { collectionContract, tokenContract } from './model/tokens.js';
import type { StacksApi, StacksBlock, StacksFees, StacksOptions } from './options.js';
import { apiHandler, StacksServer } from './server.js';
import { addressOfHash, isPrincipal } from './wire/principals.js';
import { hash160 } from './wire/signature.js';
import type { Payload, StacksTransaction } from './wire/transaction.js';

/** How a Stacks sandbox is set up. */
export interface StacksSandboxOptions extends StacksOptions, PeerOptions {
  readonly derive: Derive;
}

const DEFAULT_BLOCK_MS = 1_000;

/**
 * A Stacks node and the API beside it, on loopback: they decode, verify and execute what they are
 * sent. Contracts are modelled in plain code and no Clarity is run; what is modelled is listed in
 * `docs/sandbox.md`.
 *
 * @example
 * ```ts
 * import { startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ stacks: { blockMs: 0 } });
 * const publicKey = sandbox.custody.publicKeyOf({ path: [44, 1, 0, 0, 0] });
 * const address = sandbox.stacks.addressOfKey(publicKey);
 * sandbox.stacks.fund(address, 5_000_000n);
 * sandbox.stacks.balanceOf(address).unlocked; // 5000000n, in microSTX
 * await sandbox.stop();
 * ```
 */
export class StacksSandbox {
  /** Whose addresses, contracts and cycles it has. The keys are worth nothing on either. */
  readonly network: 'mainnet' | 'testnet';
  /** The chain id that transactions must carry: 1 with `mainnet`, 2147483648 with `testnet`. */
  readonly chainId: number;
  /** What is deployed from the start. */
  readonly contracts: StacksContracts;
  readonly #machine: ModelMachine;
  readonly #contracts: ModelContracts;
  readonly #node: MiningNode;
  readonly #server: StacksServer;
  readonly #fees: Fees = { transferRate: 1, estimates: [1, 2, 4] };
  readonly #api: ApiSettings = defaultApi();
  #minerTransactions = 0;
  #history: ChainHistory | undefined;

  /**
   * Without a socket: what {@link StacksSandbox.handle} is given is all that it hears.
   *
   * @internal
   */
  constructor(options: StacksSandboxOptions) {
    const { clock, derive, network = 'testnet', pox = 'pox-5' } = options;
    const { chainId, cycles, burnHeight, contracts } = factsOf(network);
    this.network = network;
    this.chainId = chainId;
    this.contracts = contracts;
    this.#machine = new ModelMachine({
      network,
      cycles,
      pox,
      burnHeight: options.burnHeight ?? burnHeight,
      sbtcToken: contracts.sbtc,
    });
    this.#contracts = new ModelContracts(this.#machine, chainId, contracts, derive);
    const blockMs = options.blockMs ?? DEFAULT_BLOCK_MS;
    this.#node = new MiningNode({ clock, machine: this.#machine, chainId, blockMs });
    this.#server = new StacksServer({
      ...options,
      node: this.#node,
      fees: this.#fees,
      api: this.#api,
    });
  }

  /**
   * @param options - How it is set up, and `port`: 0 for any free one.
   * @returns The sandbox, which listens on 127.0.0.1.
   * @internal
   */
  static async start(
    options: StacksSandboxOptions & { readonly port: number },
  ): Promise<StacksSandbox> {
    const sandbox = new StacksSandbox(options);
    await sandbox.#server.http.start(options.port);
    return sandbox;
  }

  /** @internal */
  get handle(): LoopbackHandler {
    return this.#server.peer.handle;
  }

  /**
   * Another node of the same chain, and how it is asked. It knows the chain from now on.
   *
   * @param relay - What becomes of transactions that it hands on. Default: they may be in the next block.
   * @returns The node, and what answers HTTP requests to it and its API.
   * @internal
   */
  addNode(relay?: Relay): { readonly node: FollowingNode; readonly handle: LoopbackHandler } {
    this.#history ??= new ChainHistory(this.#node, this.#machine);
    const node = new FollowingNode(this.#node, this.#machine, this.#history, relay);
    return { node, handle: apiHandler({ node, fees: this.#fees, api: this.#api }) };
  }

  /** Where node and API are. */
  get url(): string {
    return this.#server.http.url;
  }

  /** Every request received, oldest first. */
  get messages(): readonly SandboxMessage[] {
    return this.#server.peer.messages.all;
  }

  /** Forgets the requests that were received. */
  clearMessages(): void {
    this.#server.peer.messages.clear();
  }

  /** The height of the last block. */
  get blockHeight(): number {
    return this.#node.blocks.tip.height;
  }

  /** The height of the burn chain. */
  get burnHeight(): number {
    return this.#machine.burnHeight;
  }

  /** The reward cycle that is. */
  get rewardCycle(): number {
    return cycleOf(this.#machine.cycles, this.#machine.burnHeight);
  }

  /** Through which contract stacking goes now. */
  get pox(): PoxVersion {
    return this.#machine.pox;
  }

  /**
   * The single-signature address of a public key.
   *
   * @param publicKey - In hex without `0x`: 66 digits if compressed, 130 if not, which gives another address.
   * @returns The address on the sandbox's network: `SP...` on mainnet, `ST...` on testnet.
   */
  addressOfKey(publicKey: string): string {
    return addressOfHash(hash160(Buffer.from(publicKey, 'hex')), this.network);
  }

  /**
   * Gives STX out of nothing, at once.
   *
   * @param principal - The account's address, or a contract as `address.name`.
   * @param ustx - In microSTX: 1 STX is 1,000,000.
   */
  fund(principal: string, ustx: bigint): void {
    requirePrincipal(principal);
    this.#machine.state.credit(principal, ustx);
  }

  /**
   * What an account has.
   *
   * @param principal - The account's address, or a contract as `address.name`.
   * @returns Unlocked and locked microSTX, and the burn height at which those are free again.
   */
  balanceOf(principal: string): StacksAccount {
    return this.#machine.account(principal);
  }

  /**
   * Deploys a SIP-010 token.
   *
   * @param asset - The token, as `address.contract::asset`.
   * @param decimals - How many it has. Default: it has no `get-decimals`, as some spam has none.
   */
  addToken(asset: string, decimals?: number): void {
    const [contract = '', name = ''] = asset.split('::');
    requirePrincipal(contract);
    const { state } = this.#machine;
    this.#machine.add(tokenContract(state, { contract, asset: name, decimals }));
  }

  /**
   * Gives units of a token out of nothing.
   *
   * @param asset - The token, as `address.contract::asset`.
   * @param principal - The account's address, or a contract as `address.name`.
   * @param amount - In the token's base units.
   */
  mintToken(asset: string, principal: string, amount: bigint): void {
    requirePrincipal(principal);
    this.#machine.state.addTokens(asset, principal, amount);
  }

  /**
   * What an account has of a token.
   *
   * @param asset - The token, as `address.contract::asset`.
   * @param principal - The account's address, or a contract as `address.name`.
   * @returns The token's base units; 0 when it has none.
   */
  tokenBalanceOf(asset: string, principal: string): bigint {
    return this.#machine.state.tokensOf(asset, principal);
  }

  /**
   * Deploys a SIP-009 collection and gives the `ids` to `owner`.
   *
   * @param asset - The collection, as `address.contract::asset`.
   * @param owner - The account's address, or a contract as `address.name`.
   * @param ids - The ids of the tokens that it gets, whole numbers.
   */
  addCollection(asset: string, owner: string, ids: readonly number[]): void {
    const [contract = '', name = ''] = asset.split('::');
    requirePrincipal(contract);
    const { state } = this.#machine;
    this.#machine.add(collectionContract(state, { contract, asset: name }));
    for (const id of ids) state.nonFungible.set(`${asset} ${nameOf(Cl.uint(id))}`, owner);
  }

  /**
   * Deploys a signer manager for pox-5.
   *
   * @param id - Its contract, as `address.name`.
   * @param options - What it is like. Default: it is registered, its grant stands, and it takes all stakers.
   */
  addSignerManager(id: string, options: SignerManagerOptions = {}): void {
    requirePrincipal(id);
    this.#contracts.addSignerManager(id, options);
  }

  /**
   * Changes whether a signer manager is registered, and whether its grant stands.
   *
   * @param id - Its contract, as `address.name`.
   * @param changes - What is left out stays as it is.
   */
  changeSignerManager(
    id: string,
    changes: Pick<SignerManagerOptions, 'registered' | 'granted'>,
  ): void {
    this.#contracts.changeSignerManager(id, changes);
  }

  /**
   * Lets pox-5 have earned sBTC for a signer in a cycle.
   *
   * @param manager - The signer manager's contract, as `address.name`.
   * @param cycle - The number of the reward cycle.
   * @param sats - In satoshis, the base units of sBTC. They are added to what was earned before.
   */
  addRewards(manager: string, cycle: number, sats: bigint): void {
    this.#contracts.addRewards(manager, cycle, sats);
  }

  /** Stops pox-5 from paying rewards, for good. */
  pauseRewards(): void {
    this.#contracts.pauseRewards();
  }

  /**
   * Mines a block with whatever can be in it.
   *
   * @returns Its height, hash and burn height, and the ids of its transactions in their order.
   */
  async mineBlock(): Promise<StacksBlock> {
    const { height, hash, burnHeight, transactions } = await this.#node.mine();
    return { height, hash, burnHeight, transactions: transactions.map(({ tx }) => tx.txid) };
  }

  /**
   * Lets the burn chain grow, and then mines a block.
   *
   * @param count - How many burn blocks it grows by.
   * @returns The block, as {@link StacksSandbox.mineBlock} gives it.
   */
  mineBurnBlocks(count: number): Promise<StacksBlock> {
    this.#machine.mineBurnBlocks(count);
    return this.mineBlock();
  }

  /**
   * Switches the contract that stacking goes through.
   *
   * @param pox - The contract from now on. A switch frees all STX that are locked.
   */
  activate(pox: PoxVersion): void {
    this.#machine.activate(pox);
  }

  /**
   * Changes the fees from the next request on.
   *
   * @param fees - In microSTX for each byte. What is left out stays as it is.
   */
  setFees({ transferRate, estimates }: StacksFees): void {
    if (transferRate !== undefined) this.#fees.transferRate = transferRate;
    if (estimates === undefined) return;
    this.#fees.estimates = estimates;
  }

  /**
   * Changes what the API beside the node is like.
   *
   * @param changes - Its release, and what it still serves. What is left out stays as it is.
   */
  setApi(changes: StacksApi): void {
    Object.assign(this.#api, changes);
  }

  /** The ids of the transactions that wait, oldest first. */
  get pending(): readonly string[] {
    return this.#node.mempool.all.map(({ tx }) => tx.txid).reverse();
  }

  /**
   * Has the node drop a pending transaction, or all of them.
   *
   * @param status - The reason that the API shows.
   * @param txid - The transaction's id: 64 hex digits, with or without `0x`. Default: all that are pending.
   */
  dropPending(status: DropStatus, txid?: string): void {
    const ids = txid === undefined ? this.pending : [withPrefix(txid)];
    for (const id of ids) this.#node.mempool.drop(id, status);
  }

  /**
   * Lets a dropped transaction wait again, in place of one with its nonce: it never was final.
   *
   * @param txid - The transaction's id: 64 hex digits, with or without `0x`.
   */
  revive(txid: string): void {
    this.#node.mempool.revive(withPrefix(txid));
  }

  /**
   * Has miners skip a pending transaction as problematic: fee and nonce are gone, and that is all.
   *
   * @param txid - The transaction's id: 64 hex digits, with or without `0x`.
   */
  skip(txid: string): void {
    this.#node.skip(withPrefix(txid));
  }

  /**
   * Mines a block as `miner`: with a coinbase and a tenure change, which are in its history then.
   *
   * @param miner - The miner's address.
   * @returns The block. Its first two transactions are the tenure change and the coinbase.
   */
  mineAs(miner: string): Promise<StacksBlock> {
    requirePrincipal(miner);
    const own = (['tenure_change', 'coinbase'] as const).map((kind) =>
      this.#minerTransaction(miner, { kind }),
    );
    this.#node.addOwn(own);
    return this.mineBlock();
  }

  /** Stops blocks from coming by themselves, until {@link resumeBlocks}. */
  pauseBlocks(): void {
    this.#node.pause();
  }

  /** Lets blocks come by themselves again. */
  resumeBlocks(): void {
    this.#node.resume();
  }

  /** @internal */
  async stop(): Promise<void> {
    this.#node.pause();
    await this.#node.settled();
    await this.#server.http.stop();
  }

  #minerTransaction(sender: string, payload: Payload): StacksTransaction {
    this.#minerTransactions += 1;
    return {
      txid: hashOf(`miner ${sender} ${this.#minerTransactions}`),
      bytes: new Uint8Array(),
      network: this.network,
      chainId: this.chainId,
      sender,
      nonce: 0n,
      fee: 0n,
      payload,
      mode: 'allow',
      postConditions: [],
    };
  }
}

function withPrefix(txid: string): string {
  return `0x${txid.replace(/^0x/, '').toLowerCase()}`;
}

function requirePrincipal(text: string): void {
  if (!isPrincipal(text)) throw new Error(`${text} is no Stacks principal`);
}
