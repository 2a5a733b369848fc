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
  readonly network: 'mainnet' | 'testnet';
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

  /** @internal */
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

  /** The single-signature address of a public key, given as hex. */
  addressOfKey(publicKey: string): string {
    return addressOfHash(hash160(Buffer.from(publicKey, 'hex')), this.network);
  }

  /** Gives `ustx` microSTX out of nothing, at once. */
  fund(principal: string, ustx: bigint): void {
    requirePrincipal(principal);
    this.#machine.state.credit(principal, ustx);
  }

  /** What an account has, in microSTX. */
  balanceOf(principal: string): StacksAccount {
    return this.#machine.account(principal);
  }

  /** Deploys a SIP-010 token: without `decimals` one that cannot be asked for them, as some spam is. */
  addToken(asset: string, decimals?: number): void {
    const [contract = '', name = ''] = asset.split('::');
    requirePrincipal(contract);
    const { state } = this.#machine;
    this.#machine.add(tokenContract(state, { contract, asset: name, decimals }));
  }

  /** Gives units of a token out of nothing. */
  mintToken(asset: string, principal: string, amount: bigint): void {
    requirePrincipal(principal);
    this.#machine.state.addTokens(asset, principal, amount);
  }

  /** What an account has of a token, in its units. */
  tokenBalanceOf(asset: string, principal: string): bigint {
    return this.#machine.state.tokensOf(asset, principal);
  }

  /** Deploys a SIP-009 collection and gives the `ids` to `owner`. */
  addCollection(asset: string, owner: string, ids: readonly number[]): void {
    const [contract = '', name = ''] = asset.split('::');
    requirePrincipal(contract);
    const { state } = this.#machine;
    this.#machine.add(collectionContract(state, { contract, asset: name }));
    for (const id of ids) state.nonFungible.set(`${asset} ${nameOf(Cl.uint(id))}`, owner);
  }

  /** Deploys a signer manager for pox-5. */
  addSignerManager(id: string, options: SignerManagerOptions = {}): void {
    requirePrincipal(id);
    this.#contracts.addSignerManager(id, options);
  }

  /** Changes whether a signer manager is registered, and whether its grant stands. */
  changeSignerManager(
    id: string,
    changes: Pick<SignerManagerOptions, 'registered' | 'granted'>,
  ): void {
    this.#contracts.changeSignerManager(id, changes);
  }

  /** Lets pox-5 have earned `sats` satoshis for a signer in a cycle. */
  addRewards(manager: string, cycle: number, sats: bigint): void {
    this.#contracts.addRewards(manager, cycle, sats);
  }

  /** Stops pox-5 from paying rewards, for good. */
  pauseRewards(): void {
    this.#contracts.pauseRewards();
  }

  /** Mines a block with whatever can be in it. */
  async mineBlock(): Promise<StacksBlock> {
    const { height, hash, burnHeight, transactions } = await this.#node.mine();
    return { height, hash, burnHeight, transactions: transactions.map(({ tx }) => tx.txid) };
  }

  /** Lets the burn chain grow by `count` blocks, and then mines a block. */
  mineBurnBlocks(count: number): Promise<StacksBlock> {
    this.#machine.mineBurnBlocks(count);
    return this.mineBlock();
  }

  /** Switches the contract that stacking goes through. pox-5 frees whatever pox-4 has locked. */
  activate(pox: PoxVersion): void {
    this.#machine.activate(pox);
  }

  /** Changes the fees from the next request on; what is left out stays as it is. */
  setFees({ transferRate, estimates }: StacksFees): void {
    if (transferRate !== undefined) this.#fees.transferRate = transferRate;
    if (estimates === undefined) return;
    this.#fees.estimates = estimates;
  }

  /** Changes what the API beside the node is like: its release, and what it still serves. */
  setApi(changes: StacksApi): void {
    Object.assign(this.#api, changes);
  }

  /** The ids of the transactions that wait, oldest first. */
  get pending(): readonly string[] {
    return this.#node.mempool.all.map(({ tx }) => tx.txid).reverse();
  }

  /** Has the node drop a pending transaction, or all of them. */
  dropPending(status: DropStatus, txid?: string): void {
    const ids = txid === undefined ? this.pending : [withPrefix(txid)];
    for (const id of ids) this.#node.mempool.drop(id, status);
  }

  /** Lets a dropped transaction wait again, in place of one with its nonce: it never was final. */
  revive(txid: string): void {
    this.#node.mempool.revive(withPrefix(txid));
  }

  /** Has miners skip a pending transaction as problematic: fee and nonce are gone, and that is all. */
  skip(txid: string): void {
    this.#node.skip(withPrefix(txid));
  }

  /** Mines a block as `miner`: with a coinbase and a tenure change, which are in its history then. */
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
