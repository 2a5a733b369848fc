import type { PoxVersion } from './machine.js';

/**
 * What a Stacks sandbox is like. Everything has a default.
 *
 * @example
 * ```ts
 * import { type StacksOptions, startSandbox } from 'custody-gateways/sandbox';
 *
 * const stacks: StacksOptions = { network: 'mainnet', pox: 'pox-4', blockMs: 0 };
 * const sandbox = await startSandbox({ stacks });
 * await sandbox.stacks.mineBlock();
 * await sandbox.stop();
 * ```
 */
export interface StacksOptions {
  /** Whose addresses, chain id and cycles. Default `testnet`. */
  readonly network?: 'mainnet' | 'testnet';
  /** Through which contract stacking goes. Default `pox-5`, as on today's networks. */
  readonly pox?: PoxVersion;
  /** Milliseconds between blocks. Default 1000; 0 mines only on `mineBlock()`. */
  readonly blockMs?: number;
  /** Where the burn chain stands. It moves only with `mineBurnBlocks`. Default: early in a cycle. */
  readonly burnHeight?: number;
}

/**
 * What a node says of fees, in microSTX for each byte of a transaction.
 *
 * @example
 * ```ts
 * import { type StacksFees, startSandbox } from 'custody-gateways/sandbox';
 *
 * const quiet: StacksFees = { estimates: 'none' }; // `NoEstimateAvailable`
 * const sandbox = await startSandbox();
 * sandbox.stacks.setFees(quiet);
 * await sandbox.stop();
 * ```
 */
export interface StacksFees {
  /** Of a plain transfer. Default 1, which is also the least that is taken. */
  readonly transferRate?: number;
  /**
   * The low, the middle and the high estimate. Default 1, 2 and 4. `none`: there is none. `unsupported`:
   * the node estimates nothing, and says so in a way of its own.
   */
  readonly estimates?: readonly [number, number, number] | 'none' | 'unsupported';
}

/**
 * What the API beside a node is like.
 *
 * @example
 * ```ts
 * import { type StacksApi, startSandbox } from 'custody-gateways/sandbox';
 *
 * const retired: StacksApi = { deprecated: 'gone' }; // /extended/v1 and v2 answer 410
 * const sandbox = await startSandbox();
 * sandbox.stacks.setApi(retired);
 * await sandbox.stop();
 * ```
 */
export interface StacksApi {
  /** Its release. From 9 on it has `/extended/v3`. Default `9.7.1`. */
  readonly release?: string;
  /** Whether `GET /extended` tells the release. Default `true`. */
  readonly tellsRelease?: boolean;
  /** Whether `/extended/v1` and `/extended/v2` are still there, from release 9 on. Default `served`. */
  readonly deprecated?: 'served' | 'gone';
  /**
   * Whether the node's own `/v3` is to be had: not by default, since the API passes on `/v2` alone.
   * `unindexed`: blocks are, and no single transactions.
   */
  readonly nodeV3?: 'hidden' | 'served' | 'unindexed';
}

/**
 * A block that was mined.
 *
 * @example
 * ```ts
 * import { type StacksBlock, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ stacks: { blockMs: 0 } });
 * const block: StacksBlock = await sandbox.stacks.mineBlock();
 * block.transactions; // [], as nothing was submitted
 * await sandbox.stop();
 * ```
 */
export interface StacksBlock {
  /** In Stacks blocks: one more than that of the block before. */
  readonly height: number;
  /** `0x` and 64 hex digits. */
  readonly hash: string;
  /** Where the burn chain stood when it was mined. */
  readonly burnHeight: number;
  /** The ids of its transactions, in their order. */
  readonly transactions: readonly string[];
}
