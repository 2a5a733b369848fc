import type { SandboxClock } from '../../../src/sandbox/clock.js';
import type { Derive } from '../../../src/sandbox/seed.js';
import type { FollowingNode } from '../../../src/sandbox/stacks/following-node.js';
import { StacksSandbox } from '../../../src/sandbox/stacks/stacks-sandbox.js';
import type { RawSigner } from '../../../src/signer/index.js';
import { StacksGateway } from '../../../src/stacks/index.js';
import type { Peer } from '../network/network.js';
import type { AppliedEvidence } from '../oracle/evidence.js';
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

const BLOCK_MS = 10_000;
const FUNDS = 1_000_000_000n;
const NETWORK = { network: 'testnet', url: 'https://stacks' } as const;

/** A Stacks chain of one or more nodes. */
export class StacksWorld implements ChainWorld {
  readonly name = 'stacks';
  readonly chainId = 'stacks:2147483648';
  readonly key = { coinType: 1, algorithm: 'MPC_ECDSA_SECP256K1' } as const;
  readonly peer: Peer;
  readonly #sandbox: StacksSandbox;
  readonly #followers: readonly FollowingNode[];
  /** Knows everything, and is asked by nobody. */
  readonly #observer: FollowingNode;
  #funded: readonly string[] = [];

  constructor(clock: SandboxClock, derive: Derive, nodes: number) {
    const sandbox = new StacksSandbox({ clock, derive, blockMs: BLOCK_MS });
    const added = Array.from({ length: nodes - 1 }, () => sandbox.addNode());
    this.#sandbox = sandbox;
    this.#observer = sandbox.addNode().node;
    this.#followers = added.map(({ node }) => node);
    const handles = [sandbox.handle, ...added.map(({ handle }) => handle)];
    this.peer = new NodesPeer('stacks', handles, stageOfPath);
  }

  async fund(addresses: readonly string[]): Promise<void> {
    this.#funded = addresses;
    for (const address of addresses) this.#sandbox.fund(address, FUNDS);
  }

  addressOfKey(publicKey: string): string {
    return this.#sandbox.addressOfKey(publicKey);
  }

  localAddressOf(signer: RawSigner, vault: string): Promise<string> {
    return new StacksGateway({ signer, network: NETWORK }).getAddress(vault);
  }

  gatewayOf(ports: GatewayPorts): Gateway {
    const options = optionsOf(ports, ports.mode === 'pipeline' ? 'pipeline' : 'serial');
    const gateway = new StacksGateway({ ...options, network: NETWORK, strict: true });
    return workOf(gateway, (work, limits) => pay(gateway, work, limits));
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
        found.set(tx.txid, { at, blob, hash: tx.txid, result: status });
      }
    }
    return [...found.values()];
  }
}

async function pay(
  gateway: StacksGateway<true>,
  { vault, how, payments }: PayWork,
  limits: CallLimits,
): Promise<unknown> {
  const transfers = payments.map(({ destination, amount }) => ({
    recipientAddress: destination,
    amount,
  }));
  if (how === 'batch') {
    const entries = transfers.map((params) => ({ transactionType: 'transfer' as const, params }));
    return gateway.submitBatch(vault, entries, limits);
  }
  const [first] = transfers;
  if (first === undefined) throw new Error('a payment pays something');
  return gateway.transfer(vault, first, limits);
}
