import type { ClarityAbi, ClarityValue } from '@stacks/transactions';
import type { NetworkKind } from './wire/principals.js';

/**
 * Which contract stacking goes through.
 *
 * @example
 * ```ts
 * import { type PoxVersion, startSandbox } from 'custody-gateways/sandbox';
 *
 * const next: PoxVersion = 'pox-5';
 * const sandbox = await startSandbox({ stacks: { pox: 'pox-4' } });
 * sandbox.stacks.activate(next); // what was locked under pox-4 is free
 * await sandbox.stop();
 * ```
 */
export type PoxVersion = 'pox-4' | 'pox-5';

/** Something that a transaction did. Assets are named `address.contract::asset`. */
export type ChainEvent =
  | {
      readonly kind: 'stx';
      readonly action: 'transfer' | 'mint' | 'burn';
      readonly sender: string;
      readonly recipient: string;
      readonly amount: bigint;
      readonly memo?: string;
    }
  | {
      readonly kind: 'ft';
      readonly action: 'transfer' | 'mint' | 'burn';
      readonly asset: string;
      readonly sender: string;
      readonly recipient: string;
      readonly amount: bigint;
    }
  | {
      readonly kind: 'nft';
      readonly action: 'transfer' | 'mint' | 'burn';
      readonly asset: string;
      readonly sender: string;
      readonly recipient: string;
      readonly value: ClarityValue;
    }
  | {
      readonly kind: 'lock';
      readonly account: string;
      /** What is locked in all, in microSTX. */
      readonly amount: bigint;
      readonly unlockHeight: number;
      readonly contract: string;
      /** Whether post-conditions 0x03 count it: not where a lock only ends sooner. */
      readonly staking: boolean;
    }
  | { readonly kind: 'print'; readonly contract: string; readonly value: ClarityValue }
  /** What a post-condition 0x04 covers: unstake and its like. No event of the chain's. */
  | { readonly kind: 'pox-action'; readonly account: string };

/** What became of an execution. */
export type Outcome =
  | {
      readonly kind: 'executed';
      readonly result: ClarityValue;
      readonly events: readonly ChainEvent[];
    }
  /** Mined as a failure, which costs the fee. */
  | { readonly kind: 'runtime-error'; readonly message: string }
  /** In no block ever: the transaction stays where it is. */
  | { readonly kind: 'unmineable'; readonly message: string };

/** A call of a public function by the account that signed. */
export interface MachineCall {
  readonly contract: string;
  readonly functionName: string;
  readonly args: readonly ClarityValue[];
  readonly sender: string;
}

/**
 * What an account has, in microSTX.
 *
 * @example
 * ```ts
 * import { type StacksAccount, startSandbox } from 'custody-gateways/sandbox';
 *
 * const total = ({ unlocked, locked }: StacksAccount) => unlocked + locked;
 * const sandbox = await startSandbox();
 * total(sandbox.stacks.balanceOf('ST000000000000000000002AMW42H')); // 0n
 * await sandbox.stop();
 * ```
 */
export interface StacksAccount {
  /** What it can spend, fees included. */
  readonly unlocked: bigint;
  /** What stacking holds, which is no part of `unlocked`. */
  readonly locked: bigint;
  /** The burn height at which `locked` is free again; 0 when nothing is locked. */
  readonly unlockHeight: number;
}

/** How burn blocks make cycles. */
export interface RewardCycles {
  readonly firstBurnHeight: number;
  /** In burn blocks, the prepare phase at its end included. */
  readonly cycleLength: number;
  readonly prepareLength: number;
}

/** What an account has of tokens: by asset, units or count. */
export interface Holdings {
  readonly fungible: ReadonlyMap<string, bigint>;
  readonly nonFungible: ReadonlyMap<string, number>;
}

/** What executes transactions. The node around it minds signatures, nonces and blocks. */
export interface Machine {
  readonly network: NetworkKind;
  readonly cycles: RewardCycles;
  readonly burnHeight: number;
  readonly pox: PoxVersion;
  /** In microSTX: what a position needs under pox-4, a signer under pox-5. */
  readonly stackingMinimum: bigint;
  readonly totalSupply: bigint;
  /** The contract of sBTC that pox-5 pays in. */
  readonly sbtcToken: string;
  account(principal: string): StacksAccount;
  holdings(principal: string): Holdings;
  /** Takes a fee. */
  charge(principal: string, fee: bigint): void;
  transfer(sender: string, recipient: string, amount: bigint, memo: string): Outcome;
  call(call: MachineCall): Outcome;
  deploy(sender: string, name: string, source: string, clarityVersion: number | undefined): Outcome;
  /** @throws whatever stops it; its message is what the node answers. */
  readOnly(call: MachineCall): ClarityValue;
  /** What `/v2/contracts/interface` tells of a contract. */
  interfaceOf(contract: string): ClarityAbi | undefined;
  dataVar(contract: string, name: string): ClarityValue | undefined;
  mapEntry(contract: string, map: string, key: ClarityValue): ClarityValue | undefined;
  /** The contracts that are registered as signers of pox-5, with their keys as hex. */
  signers(): readonly { readonly signer: string; readonly signerKey: string }[];
  mineBurnBlocks(count: number): void;
  activate(pox: PoxVersion): void;
  /** Where `restore` goes back to. */
  checkpoint(): Checkpoint;
}

/** Undoes whatever came after it. */
export interface Checkpoint {
  restore(): void | Promise<void>;
}

/** The cycle that a burn height is in. */
export function cycleOf({ firstBurnHeight, cycleLength }: RewardCycles, height: number): number {
  return Math.floor((height - firstBurnHeight) / cycleLength);
}

/** The burn height at which a cycle starts. */
export function cycleStart({ firstBurnHeight, cycleLength }: RewardCycles, cycle: number): number {
  return firstBurnHeight + cycle * cycleLength;
}

/** Whether a burn height is in the last blocks of a cycle, where stacking is closed. */
export function inPreparePhase(cycles: RewardCycles, height: number): boolean {
  return height >= cycleStart(cycles, cycleOf(cycles, height) + 1) - cycles.prepareLength;
}
