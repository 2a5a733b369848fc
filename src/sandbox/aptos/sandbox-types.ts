/**
 * A call that the sample module recorded.
 *
 * @example
 * ```ts
 * import { type AptosRecordedCall, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const calls: readonly AptosRecordedCall[] = sandbox.aptos.recordedCalls; // none so far
 * await sandbox.stop();
 * ```
 */
export interface AptosRecordedCall {
  /** Such as `0x...::sample::record_all`. */
  readonly function: string;
  /** The addresses that signed as accounts, the sender first; one that only pays for gas is not among them. */
  readonly signers: readonly string[];
  /** As Move writes types, such as `0x1::aptos_coin::AptosCoin` or `vector<u8>`. */
  readonly typeArguments: readonly string[];
  /** As the node shows them: large integers as strings, bytes as hex, options as `{ vec }`. */
  readonly arguments: readonly unknown[];
}

/**
 * A block that was made.
 *
 * @example
 * ```ts
 * import { type AptosBlock, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ aptosBlockMs: 0 });
 * const block: AptosBlock = sandbox.aptos.produceBlock();
 * block.lastVersion > block.firstVersion; // true: a block has a beginning and an end
 * await sandbox.stop();
 * ```
 */
export interface AptosBlock {
  /** Its number, one more than that of the block before. */
  readonly height: number;
  /** Of its own metadata; its transactions follow. */
  readonly firstVersion: number;
  /** Of its end. */
  readonly lastVersion: number;
  /** Microseconds since 1970. */
  readonly timestamp: bigint;
}

/**
 * How much the mempool of the Aptos node holds.
 *
 * @example
 * ```ts
 * import { type AptosMempoolLimits, startSandbox } from 'custody-gateways/sandbox';
 *
 * const full: AptosMempoolLimits = { capacity: 0 };
 * const sandbox = await startSandbox();
 * sandbox.aptos.limitMempool(full); // every submission is answered with mempool_is_full
 * await sandbox.stop();
 * ```
 */
export interface AptosMempoolLimits {
  /** Transactions of all accounts. Default 2,000,000. */
  readonly capacity?: number;
  /** Transactions of one account that have sequence numbers. Default 100. */
  readonly perAccount?: number;
  /** Orderless transactions of one account. Default 1000. */
  readonly orderlessPerAccount?: number;
}

/**
 * What the Aptos node thinks that gas costs, in octas a unit.
 *
 * @example
 * ```ts
 * import { type AptosGasPrices, startSandbox } from 'custody-gateways/sandbox';
 *
 * const congested: AptosGasPrices = { standard: 1_000n, high: 5_000n };
 * const sandbox = await startSandbox();
 * sandbox.aptos.setGasPrices(congested);
 * await sandbox.stop();
 * ```
 */
export interface AptosGasPrices {
  /** Default 100. */
  readonly low?: bigint;
  /** Default 100. */
  readonly standard?: bigint;
  /** Default 150. */
  readonly high?: bigint;
}
