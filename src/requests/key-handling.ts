import { defaultPrimitives } from './primitives/default.js';
import type { Primitives } from './primitives/primitives.js';

/** How keys are read and used, the same for every setting with a key. */
export interface KeyHandling {
  /** Bits of the smallest RSA key accepted. Default 2048. */
  readonly minRsaBits?: number;
  /**
   * Default: node:crypto for the algorithms that the runtime implements correctly, WebCrypto and noble for the
   * others.
   */
  readonly primitives?: Primitives;
}

/** The minimum of SP 800-131A since 2014; the vendor's own key generator still makes 1,024. */
const MIN_RSA_BITS = 2048;

/** The same with all defaults filled in. */
export function keyHandling({
  primitives = defaultPrimitives(),
  minRsaBits = MIN_RSA_BITS,
}: KeyHandling): Required<KeyHandling> {
  return { primitives, minRsaBits };
}
