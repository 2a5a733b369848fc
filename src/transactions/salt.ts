import { sha256 } from '@noble/hashes/sha2.js';
import { maximum } from '../core/amount.js';
import { bytesToHex, utf8ToBytes } from '../core/bytes.js';

/** Of fewer, two keys would have the same too often for each to call it its own. */
const LEAST_COUNT = 1_000n;

/**
 * What of its request's id goes into a transaction where the chain lets it vary without meaning, so that
 * equal transactions under two keys are two.
 */
export class Salt {
  #left: bigint;
  /** How many transactions it tells apart. */
  #count = 1n;

  constructor(requestId: string) {
    this.#left = BigInt(`0x${bytesToHex(sha256(utf8ToBytes(requestId)))}`);
  }

  /**
   * Whether it makes two of equal transactions, all but surely: not where callers have settled what could vary, nor
   * where a cap leaves next to nothing of that.
   */
  get isUsed(): boolean {
    return this.#count >= LEAST_COUNT;
  }

  /**
   * A value that is up to `by` more than the usual. Near `most` it is less instead, but no less than
   * `least` or three quarters of the usual.
   */
  vary(
    usual: bigint,
    by: bigint,
    { least = 0n, most = usual + by }: { readonly least?: bigint; readonly most?: bigint } = {},
  ): bigint {
    const highest = most < usual + by ? most : usual + by;
    const lowest = maximum(maximum(highest - by, least), usual - usual / 4n);
    if (lowest >= highest) return usual;
    const count = highest - lowest + 1n;
    const more = this.#left % count;
    this.#left /= count;
    this.#count *= count;
    return lowest + more;
  }
}
