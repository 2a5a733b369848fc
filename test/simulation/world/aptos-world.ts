import type { AptosGateway } from '../../../src/aptos/index.js';
import { encodeUnsigned } from '../../../src/aptos/wire/bcs/transaction.js';
import type { RawTransaction } from '../../../src/aptos/wire/transaction.js';
import { isObject } from '../../../src/core/json.js';
import { AptosSandbox } from '../../../src/sandbox/aptos/aptos-sandbox.js';
import type { FollowingNode } from '../../../src/sandbox/aptos/chain/following-node.js';
import type { SandboxClock } from '../../../src/sandbox/clock.js';
import type { LoopbackAnswer, LoopbackRequest } from '../../../src/sandbox/loopback/peer.js';
import type { Derive } from '../../../src/sandbox/seed.js';
import type { RawSigner } from '../../../src/signer/index.js';
import { Liar, shifted, swapped } from '../network/liar.js';
import type { Peer } from '../network/network.js';
import type { AppliedEvidence, HeadEvidence } from '../oracle/evidence.js';
import { PRODUCT } from '../product.js';
import type { Chance } from '../schedule/chance.js';
import { EPOCH_MS } from '../schedule/scheduler.js';
import { baseUnitsOf, type PayWork } from '../work/work.js';
import { signElsewhere, transferElsewhere } from './aptos-wallet.js';
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
import { forgetful, type Nodes, peersOf, sentTo, stageOfPath, urlsOf } from './nodes-peer.js';

const CHAIN_ID = 4;
const BLOCK_MS = 2_000;
const DECIMALS = 8;
const FUNDS = 100_000_000_000n;
const LIES = [
  shifted('sequence_number'),
  shifted('ledger_timestamp'),
  shifted('ledger_version'),
  shifted('version'),
  shifted('timestamp'),
  swapped('"success":true', '"success":false'),
];
const NOTHING = {
  status: 404,
  json: { message: 'not found', error_code: 'transaction_not_found', vm_error_code: null },
};
const NETWORK = {
  fullnodeUrl: 'https://aptos/v1',
  indexerUrl: 'https://aptos/v1/graphql',
  chainId: CHAIN_ID,
};

/** An Aptos chain of one or more nodes. */
export class AptosWorld implements ChainWorld {
  readonly name = 'aptos';
  readonly chainId = `aptos:${CHAIN_ID}`;
  readonly key = { coinType: 637, algorithm: 'MPC_EDDSA_ED25519' } as const;
  readonly peers: readonly Peer[];
  readonly #sandbox: AptosSandbox;
  readonly #followers: readonly FollowingNode[];
  /** Those that may forget, for good. */
  readonly #forgetful: readonly FollowingNode[];
  /** Knows everything, and is asked by nobody. */
  readonly #observer: FollowingNode;
  /** What was submitted, by the hash that a node answered with. */
  readonly #submitted = new Map<string, string>();
  /** The hashes of what other wallets sent. */
  readonly #foreign = new Set<string>();
  /** What callers built, by key. */
  readonly #given = new Map<string, Uint8Array>();
  readonly #clock: SandboxClock;

  constructor(clock: SandboxClock, derive: Derive, shown: Nodes) {
    const sandbox = new AptosSandbox({
      clock,
      derive,
      chainId: CHAIN_ID,
      blockMs: BLOCK_MS,
      statelessAccounts: true,
    });
    const added = Array.from({ length: shown.nodes - 1 }, () => sandbox.addNode());
    this.#sandbox = sandbox;
    this.#clock = clock;
    this.#observer = sandbox.addNode().node;
    this.#followers = added.map(({ node }) => node);
    this.#forgetful = this.#followers.slice(0, forgetful(shown));
    const onAnswer = ({ method, path, body }: LoopbackRequest, { json }: LoopbackAnswer) => {
      if (method !== 'POST' || path !== '/v1/transactions' || !isObject(json)) return;
      this.#submitted.set(`${json.hash}`, body.toString('hex'));
    };
    const newLiar = (pact?: string) => new Liar(LIES, () => NOTHING, pact);
    const handles = [sandbox.handle, ...added.map(({ handle }) => handle)];
    const sentIn = sentTo('/v1/transactions');
    const answers = { name: 'aptos', stageOf: stageOfPath, sentIn, onAnswer, newLiar };
    this.peers = peersOf(answers, handles, shown);
  }

  async fund(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) this.#sandbox.fund(address, FUNDS);
  }

  addressOfKey(publicKey: string): string {
    return this.#sandbox.addressOfKey(publicKey);
  }

  localAddressOf(signer: RawSigner, vault: string): Promise<string> {
    return new PRODUCT.AptosGateway({ signer, network: NETWORK, clock: TIMELESS }).getAddress(
      vault,
    );
  }

  gatewayOf(ports: GatewayPorts): Gateway {
    const options = optionsOf(ports, ports.mode === 'pipeline' ? 'pipeline' : 'serial');
    const fullnodeUrl = urlsOf(this.peers).map((url) => `${url}/v1`);
    const network = { fullnodeUrl, indexerUrl: `${fullnodeUrl[0]}/graphql`, chainId: CHAIN_ID };
    const gateway = new ports.process.product.AptosGateway({ ...options, network });
    return workOf(gateway, (work, limits) => this.#pay(gateway, work, limits));
  }

  lag(chance: Chance): void {
    for (const node of this.#followers) {
      node.lag = chance.pick([0, 3, 10, 30, 150, Number.POSITIVE_INFINITY]);
    }
  }

  forget(): void {
    for (const node of this.#forgetful) node.forget();
  }

  dropPending(): void {
    this.#sandbox.dropPending();
    for (const node of this.#followers) node.dropPending();
  }

  async spendElsewhere(wallet: OtherWallet, chance: Chance): Promise<string> {
    // What waits at nodes may still be overtaken.
    if (chance.happens(0.3)) this.dropPending();
    const ahead = chance.happens(0.2) ? chance.between(1, 2) : 0;
    const { address: sender, payee } = wallet;
    const sequenceNumber = this.#sandbox.sequenceNumberOf(sender) + BigInt(ahead);
    const raw = this.#transfer(sender, payee, 1n, sequenceNumber);
    const body = Buffer.from(await signElsewhere(raw, wallet));
    const headers = { 'content-type': 'application/x.aptos.signed_transaction+bcs' };
    const request = { method: 'POST', path: '/v1/transactions', headers, body, json: undefined };
    const { status, json } = await this.#sandbox.handle(request);
    const hash = isObject(json) ? `${json.hash}` : '';
    if (status === 202) {
      this.#submitted.set(hash, body.toString('hex'));
      this.#foreign.add(hash);
    }
    return `transfer with ${sequenceNumber} ${hash} ${status}`;
  }

  /** A transfer with the next number, which the caller keeps to repeat it. */
  async #givenFor(gateway: AptosGateway, work: PayWork): Promise<Uint8Array> {
    const sender = await gateway.getAddress(work.vault);
    const known = this.#given.get(work.key);
    if (known) return known;
    const [{ destination, amount } = { destination: '', amount: '' }] = work.payments;
    const next = this.#sandbox.sequenceNumberOf(sender);
    const raw = this.#transfer(sender, destination, baseUnitsOf(amount, DECIMALS), next);
    const bytes = encodeUnsigned(raw);
    this.#given.set(work.key, bytes);
    return bytes;
  }

  #transfer(sender: string, payee: string, octas: bigint, sequenceNumber: bigint): RawTransaction {
    const terms = { sender, payee, octas, sequenceNumber };
    return transferElsewhere({ ...terms, chainId: CHAIN_ID, nowMs: this.#clock.now() });
  }

  heal(): void {
    for (const node of this.#followers) node.lag = 0;
  }

  pause(): void {
    this.#sandbox.pauseBlocks();
  }

  goOn(): void {
    this.#sandbox.resumeBlocks();
  }

  get heads(): readonly HeadEvidence[] {
    const { ledger } = this.#observer;
    return Array.from({ length: ledger.latest.height + 1 }, (_, height) => ledger.block(height))
      .filter((block) => block !== undefined)
      .map(({ timestamp }) => ({
        at: Number(timestamp / 1_000n) - EPOCH_MS,
        height: Number(timestamp / 1_000_000n),
      }));
  }

  get applied(): readonly AppliedEvidence[] {
    const { ledger } = this.#observer;
    return ledger.upTo(ledger.latest.lastVersion).flatMap(({ tx, timestamp, outcome }) => {
      const blob = this.#submitted.get(tx.hash);
      if (blob === undefined) return [];
      const at = Number(timestamp / 1_000n) - EPOCH_MS;
      const result = outcome.success ? 'success' : outcome.vmStatus;
      return [{ at, blob, hash: tx.hash, result, foreign: this.#foreign.has(tx.hash) }];
    });
  }

  async #pay(gateway: AptosGateway, work: PayWork, limits: CallLimits): Promise<unknown> {
    const { vault, how, payments } = work;
    const transfers = payments.map(({ destination, amount }) => ({
      recipientAddress: destination,
      amount,
      unit: 'coins' as const,
    }));
    if (how === 'batch') {
      const entries = transfers.map((params) => ({
        transactionType: 'transferMove' as const,
        params,
      }));
      return gateway.submitBatch(vault, entries, limits);
    }
    const other = vault === '0' ? '1' : '0';
    if (how === 'several') {
      const name = `${this.#sandbox.sampleModule}::record_two`;
      const call = { function: name, functionArguments: [Number(work.key.replace(/\D/g, ''))] };
      return gateway.transferMove(vault, call, {
        ...limits,
        secondarySignerVaultAccountIds: [other],
      });
    }
    const [first] = transfers;
    if (first === undefined) throw new Error('a payment pays something');
    if (how === 'given') return gateway.submit(vault, await this.#givenFor(gateway, work), limits);
    const payer = how.endsWith('fee-payer') ? { feePayerVaultAccountId: other } : {};
    const trial = work.isUntried ? { simulate: false } : {};
    if (!how.startsWith('orderless')) {
      return gateway.transferMove(vault, first, { ...limits, ...payer, ...trial });
    }
    const { approvalWindowSeconds: _, ...rest } = limits;
    return gateway.transferMove(vault, first, { ...rest, ...payer, ...trial, orderless: true });
  }
}
