import type { Clock } from '../../../src/core/clock.js';
import type { Fetch } from '../../../src/core/http.js';
import type { CustodyAlgorithm } from '../../../src/sandbox/custody/assets.js';
import type { RawSigner } from '../../../src/signer/index.js';
import type { Store } from '../../../src/store/index.js';
import type { Peer } from '../network/network.js';
import type { AppliedEvidence, HeadEvidence } from '../oracle/evidence.js';
import type { SimulatedProcess } from '../process/simulated-process.js';
import type { Chance } from '../schedule/chance.js';
import type { ChainName } from '../schedule/plan.js';
import type { LaneMode, PayWork } from '../work/work.js';
import type { OwnKey } from './own-keys.js';

/** For what waits for nothing. */
export const TIMELESS: Clock = {
  now: () => 0,
  monotonic: () => 0,
  sleep: () => new Promise(() => undefined),
  after: () => () => undefined,
};

/** What a process has to make a gateway of. */
export interface GatewayPorts {
  readonly process: SimulatedProcess;
  readonly signer: RawSigner;
  readonly fetch: Fetch;
  readonly store: Store | undefined;
  readonly journal: Store | undefined;
  readonly mode: LaneMode;
}

/** What a call is told beside its work. */
export interface CallLimits {
  readonly idempotencyKey: string;
  readonly signal?: AbortSignal | undefined;
  readonly signatureTimeoutMs?: number | undefined;
  readonly laneTimeoutMs?: number | undefined;
  readonly confirmTimeoutMs?: number | undefined;
  readonly approvalWindowSeconds?: number | undefined;
  readonly newAttempt?: number | undefined;
  readonly onExpiry?: 'resign' | undefined;
  readonly cancelOnAbort?: boolean | undefined;
}

/** A tool of a vault account's owner that has the key itself, and asks nobody. */
export interface OtherWallet {
  readonly address: string;
  readonly payee: string;
  readonly key: OwnKey;
}

/** What a gateway does for the work of a schedule; results are as the gateway gives them. */
export interface Gateway {
  pay(work: PayWork, limits: CallLimits): Promise<unknown>;
  resume(vault: string, limits: CallLimits): Promise<unknown>;
  cancel(vault: string, limits: CallLimits): Promise<unknown>;
}

/** What every gateway of a process is made of, whatever its chain; `mode` is one that the chain has. */
export function optionsOf<M extends LaneMode>(
  { process, signer, fetch, store, journal }: GatewayPorts,
  mode: M,
) {
  const { clock, random } = process;
  const lanes = { mode, ...(store === undefined ? {} : { store }) };
  return { signer, fetch, clock, random, lanes, ...(journal === undefined ? {} : { journal }) };
}

type Goes = (vault: string, key: string, limits: Omit<CallLimits, 'idempotencyKey'>) => unknown;

/** The work of a chain's gateway: each pays in its own way. */
export function workOf(gateway: { resume: Goes; cancel: Goes }, pay: Gateway['pay']): Gateway {
  return {
    pay,
    resume: async (vault, { idempotencyKey, ...limits }) =>
      gateway.resume(vault, idempotencyKey, limits),
    cancel: async (vault, { idempotencyKey, ...limits }) =>
      gateway.cancel(vault, idempotencyKey, limits),
  };
}

/** A chain, its nodes, and what can happen to them. */
export interface ChainWorld {
  /** As the product names it: part of what a request's id is made of. */
  readonly chainId: string;
  readonly name: ChainName;
  /** Where the custody has the keys of vault accounts. */
  readonly key: { readonly coinType: number; readonly algorithm: CustodyAlgorithm };
  readonly peers: readonly Peer[];
  /** Gives every vault account what it needs. */
  fund(addresses: readonly string[]): Promise<void>;
  gatewayOf(ports: GatewayPorts): Gateway;
  /** The address of a public key, as hex. */
  addressOfKey(publicKey: string): string;
  /** The address of a vault whose key is not the custody's. */
  localAddressOf(signer: RawSigner, vault: string): Promise<string>;
  /** What the nodes other than the first are behind. */
  lag(chance: Chance): void;
  forget(chance: Chance): void;
  dropPending(): void;
  /** Has another wallet spend a number; resolves with what it sent, and what was said of that. */
  spendElsewhere(wallet: OtherWallet, chance: Chance): Promise<string>;
  /** Has it set numbers aside, where the chain has Tickets. */
  createTicketsElsewhere?(wallet: OtherWallet, chance: Chance): Promise<string>;
  /** All nodes agree again. */
  heal(): void;
  /** Closes no ledgers while a long time passes. */
  pause(): void;
  goOn(): void;
  readonly applied: readonly AppliedEvidence[];
  /** What the ledger counted when, where transactions expire. */
  readonly heads?: readonly HeadEvidence[];
}
