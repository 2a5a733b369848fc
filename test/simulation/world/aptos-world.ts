import { AptosGateway } from '../../../src/aptos/index.js';
import { isObject } from '../../../src/core/json.js';
import { AptosSandbox } from '../../../src/sandbox/aptos/aptos-sandbox.js';
import type { FollowingNode } from '../../../src/sandbox/aptos/chain/following-node.js';
import type { SandboxClock } from '../../../src/sandbox/clock.js';
import type { Derive } from '../../../src/sandbox/seed.js';
import type { RawSigner } from '../../../src/signer/index.js';
import type { Peer } from '../network/network.js';
import type { AppliedEvidence, HeadEvidence } from '../oracle/evidence.js';
import type { Chance } from '../schedule/chance.js';
import { EPOCH_MS } from '../schedule/scheduler.js';
import type { PayWork } from '../work/work.js';
import {
  type CallLimits,
  type ChainWorld,
  type Gateway,
  type GatewayPorts,
  optionsOf,
  workOf,
} from './chain-world.js';
import { NodesPeer, stageOfPath } from './nodes-peer.js';

const CHAIN_ID = 4;
const BLOCK_MS = 2_000;
const FUNDS = 100_000_000_000n;
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
  readonly peer: Peer;
  readonly #sandbox: AptosSandbox;
  readonly #followers: readonly FollowingNode[];
  /** Knows everything, and is asked by nobody. */
  readonly #observer: FollowingNode;
  /** What was submitted, by the hash that a node answered with. */
  readonly #submitted = new Map<string, string>();

  constructor(clock: SandboxClock, derive: Derive, nodes: number) {
    const sandbox = new AptosSandbox({
      clock,
      derive,
      chainId: CHAIN_ID,
      blockMs: BLOCK_MS,
      statelessAccounts: true,
    });
    const added = Array.from({ length: nodes - 1 }, () => sandbox.addNode());
    this.#sandbox = sandbox;
    this.#observer = sandbox.addNode().node;
    this.#followers = added.map(({ node }) => node);
    this.peer = new NodesPeer(
      'aptos',
      [sandbox.handle, ...added.map(({ handle }) => handle)],
      stageOfPath,
      ({ method, path, body }, { json }) => {
        if (method !== 'POST' || path !== '/v1/transactions' || !isObject(json)) return;
        this.#submitted.set(`${json.hash}`, body.toString('hex'));
      },
    );
  }

  async fund(addresses: readonly string[]): Promise<void> {
    for (const address of addresses) this.#sandbox.fund(address, FUNDS);
  }

  addressOfKey(publicKey: string): string {
    return this.#sandbox.addressOfKey(publicKey);
  }

  localAddressOf(signer: RawSigner, vault: string): Promise<string> {
    return new AptosGateway({ signer, network: NETWORK }).getAddress(vault);
  }

  gatewayOf(ports: GatewayPorts): Gateway {
    const options = optionsOf(ports, ports.mode === 'pipeline' ? 'pipeline' : 'serial');
    const gateway = new AptosGateway({ ...options, network: NETWORK });
    return workOf(gateway, (work, limits) => pay(gateway, work, limits));
  }

  lag(chance: Chance): void {
    for (const node of this.#followers) {
      node.lag = chance.pick([0, 3, 10, 30, 150, Number.POSITIVE_INFINITY]);
    }
  }

  forget(): void {
    for (const node of this.#followers) node.forget();
  }

  dropPending(): void {
    this.#sandbox.dropPending();
    for (const node of this.#followers) node.dropPending();
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
      return [{ at, blob, hash: tx.hash, result: outcome.success ? 'success' : outcome.vmStatus }];
    });
  }
}

async function pay(
  gateway: AptosGateway,
  { vault, how, payments }: PayWork,
  limits: CallLimits,
): Promise<unknown> {
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
  const [first] = transfers;
  if (first === undefined) throw new Error('a payment pays something');
  if (how !== 'orderless') return gateway.transferMove(vault, first, limits);
  const { approvalWindowSeconds: _, ...rest } = limits;
  return gateway.transferMove(vault, first, { ...rest, orderless: true });
}
