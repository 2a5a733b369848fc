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

/** What a gateway does for the work of a schedule; results are as the gateway gives them. */
export interface Gateway {
  pay(work: PayWork, limits: CallLimits): Promise<unknown>;
  resume(vault: string, limits: CallLimits): Promise<unknown>;
  cancel(vault: string, limits: CallLimits): Promise<unknown>;
}

/** A chain, its nodes, and what can happen to them. */
export interface ChainWorld {
  /** As the product names it: part of what a request's id is made of. */
  readonly chainId: string;
  readonly name: ChainName;
  /** Where the custody has the keys of vault accounts. */
  readonly key: { readonly coinType: number; readonly algorithm: CustodyAlgorithm };
  readonly peer: Peer;
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
  /** All nodes agree again. */
  heal(): void;
  /** Closes no ledgers while a long time passes. */
  pause(): void;
  goOn(): void;
  readonly applied: readonly AppliedEvidence[];
  /** What the ledger counted when, where transactions expire. */
  readonly heads?: readonly HeadEvidence[];
}
