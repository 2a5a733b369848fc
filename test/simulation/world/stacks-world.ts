import type { StacksTransactionWire } from '@stacks/transactions';
import { isObject } from '../../../src/core/json.js';
import type { SandboxClock } from '../../../src/sandbox/clock.js';
import type { Derive } from '../../../src/sandbox/seed.js';
import type { FollowingNode } from '../../../src/sandbox/stacks/following-node.js';
import { StacksSandbox } from '../../../src/sandbox/stacks/stacks-sandbox.js';
import type { RawSigner } from '../../../src/signer/index.js';
import type { StacksGateway, TransactionEvent } from '../../../src/stacks/index.js';
import { Liar, shifted, swapped } from '../network/liar.js';
import type { Peer } from '../network/network.js';
import type { AppliedEvidence } from '../oracle/evidence.js';
import { PRODUCT } from '../product.js';
import type { Chance } from '../schedule/chance.js';
import { EPOCH_MS } from '../schedule/scheduler.js';
import { baseUnitsOf, type PayWork } from '../work/work.js';
import {
  type CallLimits,
  type ChainWorld,
  type Gateway,
  type GatewayPorts,
  type OtherWallet,
  optionsOf,
  TIMELESS,
  workOf,
} from './chain-world.js';
import { type Nodes, peersOf, sentTo, stageOfPath, urlsOf } from './nodes-peer.js';
import { signElsewhere, transferElsewhere } from './stacks-wallet.js';

const BLOCK_MS = 10_000;
const DECIMALS = 6;
/** What an ordinary transfer costs, and one that goes first. */
const FEE = 300n;
const HIGH_FEE = 50_000n;
const FUNDS = 1_000_000_000n;
const LIES = [
  shifted('nonce'),
  shifted('last_executed_tx_nonce'),
  shifted('last_mempool_tx_nonce'),
  shifted('block_height'),
  swapped('"success"', '"abort_by_response"'),
  swapped('"pending"', '"dropped_replace_by_fee"'),
];
const NOTHING = { status: 404, json: { error: 'could not find it' } };
const NETWORK = { network: 'testnet', url: 'https://stacks' } as const;

/** A Stacks chain of one or more nodes. */
export class StacksWorld implements ChainWorld {
  readonly name = 'stacks';
  readonly chainId = 'stacks:2147483648';
  readonly key = { coinType: 1, algorithm: 'MPC_ECDSA_SECP256K1' } as const;
  readonly peers: readonly Peer[];
  readonly #sandbox: StacksSandbox;
  readonly #followers: readonly FollowingNode[];
  /** Knows everything, and is asked by nobody. */
  readonly #observer: FollowingNode;
  #funded: readonly string[] = [];
  /** What other wallets sent. */
  readonly #foreign = new Set<string>();
  /** What callers built, and what they know of what was sent for them, by key. */
  readonly #given = new Map<string, Promise<StacksTransactionWire>>();
  readonly #hashes = new Map<string, string>();

  constructor(clock: SandboxClock, derive: Derive, shown: Nodes) {
    const sandbox = new StacksSandbox({ clock, derive, blockMs: BLOCK_MS });
    const added = Array.from({ length: shown.nodes - 1 }, () => sandbox.addNode());
    this.#sandbox = sandbox;
    this.#observer = sandbox.addNode().node;
    this.#followers = added.map(({ node }) => node);
    const handles = [sandbox.handle, ...added.map(({ handle }) => handle)];
    const newLiar = (pact?: string) => new Liar(LIES, () => NOTHING, pact);
    const sentIn = sentTo('/v2/transactions');
    this.peers = peersOf({ name: 'stacks', stageOf: stageOfPath, sentIn, newLiar }, handles, shown);
  }

  async fund(addresses: readonly string[]): Promise<void> {
    this.#funded = addresses;
    for (const address of addresses) this.#sandbox.fund(address, FUNDS);
  }

  addressOfKey(publicKey: string): string {
    return this.#sandbox.addressOfKey(publicKey);
  }

  localAddressOf(signer: RawSigner, vault: string): Promise<string> {
    return new PRODUCT.StacksGateway({ signer, network: NETWORK, clock: TIMELESS }).getAddress(
      vault,
    );
  }

  gatewayOf(ports: GatewayPorts): Gateway {
    const options = optionsOf(ports, ports.mode === 'pipeline' ? 'pipeline' : 'serial');
    const network = { network: 'testnet', url: urlsOf(this.peers) } as const;
    const polling = { firstMs: 1_000, factor: 1.5, maxMs: 5_000 };
    const gateway = new ports.process.product.StacksGateway({
      ...options,
      network,
      polling,
      strict: true,
    });
    return workOf(gateway, (work, limits) => this.#pay(gateway, work, limits));
  }

  lag(chance: Chance): void {
    for (const node of this.#followers) {
      node.lag = chance.pick([0, 1, 2, 5, Number.POSITIVE_INFINITY]);
    }
  }

  forget(): void {
    for (const node of this.#followers) node.forget(this.#sandbox.blockHeight);
  }

  dropPending(): void {
    this.#sandbox.dropPending('dropped_replace_across_fork');
    for (const node of this.#followers) node.dropPending();
  }

  async spendElsewhere(wallet: OtherWallet, chance: Chance): Promise<string> {
    const { address, payee, key } = wallet;
    const nonces = await this.#nonces(address);
    // In the place of what waits, behind it, or behind a gap.
    const nonce = chance.pick([nonces.next, nonces.next, nonces.waiting, nonces.waiting + 1n]);
    const fee = chance.pick([FEE, HIGH_FEE]);
    const terms = { payee, ustx: 1n, fee, nonce, publicKey: key.publicKey };
    const blob = await signElsewhere(await transferElsewhere(terms), wallet);
    const body = Buffer.from(blob, 'hex');
    const { status, json } = await this.#ask('POST', '/v2/transactions', body);
    this.#foreign.add(blob);
    return `transfer with ${nonce} ${status} ${JSON.stringify(json)}`;
  }

  heal(): void {
    for (const node of this.#followers) {
      node.lag = 0;
      node.forget(0);
    }
  }

  pause(): void {
    this.#sandbox.pauseBlocks();
  }

  goOn(): void {
    this.#sandbox.resumeBlocks();
  }

  get applied(): readonly AppliedEvidence[] {
    const found = new Map<string, AppliedEvidence>();
    for (const address of this.#funded) {
      for (const { tx, block, status } of this.#observer.blocks.of(address)) {
        const at = block.time * 1_000 - EPOCH_MS;
        const blob = Buffer.from(tx.bytes).toString('hex');
        const foreign = this.#foreign.has(blob);
        found.set(tx.txid, { at, blob, hash: tx.txid, result: status, foreign });
      }
    }
    return [...found.values()];
  }

  async #pay(gateway: StacksGateway<true>, work: PayWork, given: CallLimits): Promise<unknown> {
    const { vault, how, payments, key, replaces } = work;
    const onEvent = (event: TransactionEvent) => {
      if ('hash' in event && event.hash !== undefined) this.#hashes.set(key, event.hash);
    };
    const limits = { ...given, onEvent };
    const transfers = payments.map(({ destination, amount }) => ({
      recipientAddress: destination,
      amount,
    }));
    if (how === 'batch') {
      const entries = transfers.map((params) => ({ transactionType: 'transfer' as const, params }));
      return gateway.submitBatch(vault, entries, limits);
    }
    if (how === 'replacement') {
      const { idempotencyKey, ...rest } = limits;
      const hash = this.#hashes.get(replaces ?? '');
      if (hash !== undefined) return gateway.replaceTransaction(vault, hash, {}, limits);
      return gateway.resume(vault, idempotencyKey, rest);
    }
    const [first] = transfers;
    if (first === undefined) throw new Error('a payment pays something');
    if (how === 'given') return gateway.submit(vault, await this.#givenFor(gateway, work), limits);
    return gateway.transfer(vault, first, limits);
  }

  /** A transfer with the next nonce, which the caller keeps to repeat it. */
  async #givenFor(
    gateway: StacksGateway<true>,
    { key, vault, payments }: PayWork,
  ): Promise<StacksTransactionWire> {
    const [address, publicKey] = await Promise.all([
      gateway.getAddress(vault),
      gateway.getPublicKey(vault),
    ]);
    const [{ destination: payee, amount } = { destination: '', amount: '' }] = payments;
    const build = async () => {
      const { waiting } = await this.#nonces(address);
      const ustx = baseUnitsOf(amount, DECIMALS);
      return transferElsewhere({ payee, ustx, fee: FEE, nonce: waiting, publicKey });
    };
    const known = this.#given.get(key) ?? build();
    this.#given.set(key, known);
    return known;
  }

  /** The nonce that comes next, and the one behind all that waits. */
  async #nonces(address: string): Promise<{ readonly next: bigint; readonly waiting: bigint }> {
    const { json } = await this.#ask('GET', `/extended/v1/address/${address}/nonces`);
    const { last_executed_tx_nonce: last, possible_next_nonce: waiting } = isObject(json)
      ? json
      : {};
    return {
      next: last === null ? 0n : BigInt(Number(last)) + 1n,
      waiting: BigInt(Number(waiting)),
    };
  }

  #ask(method: string, path: string, body = Buffer.alloc(0)) {
    return this.#sandbox.handle({ method, path, headers: {}, body, json: undefined });
  }
}
