import { sha256 } from '@noble/hashes/sha2.js';
import { maximum } from '../core/amount.js';
import { bytesToHex, utf8ToBytes } from '../core/bytes.js';

/** With fewer values, two keys would get the same transaction too often for each to count it as its own. */
const LEAST_COUNT = 1_000n;

/**
 * The part of a request's id that goes into a transaction, where the chain allows variation without meaning, so that
 * equal transactions under two keys differ.
 */
export class Salt {
  #left: bigint;
  /** How many transactions it can distinguish. */
  #count = 1n;

  constructor(requestId: string) {
    this.#left = BigInt(`0x${bytesToHex(sha256(utf8ToBytes(requestId)))}`);
  }

  /**
   * Whether it makes equal transactions differ, with near certainty: not where callers have settled everything that
   * could vary, nor where a cap leaves almost no room to vary.
   */
  get isUsed(): boolean {
    return this.#count >= LEAST_COUNT;
  }

  /**
   * A value that is up to `by` more than usual. Near `most` it is less instead, but no less than `least` or three
   * quarters of the usual value.
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
