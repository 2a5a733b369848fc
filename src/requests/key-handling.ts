import type { Primitives } from './primitives/primitives.js';

/** How keys are read and used, the same wherever one is given. */
export interface KeyHandling {
  /** Bits of the smallest RSA key accepted. Default 2048. */
  readonly minRsaBits?: number;
  /** Default: node:crypto for the algorithms that the runtime's does rightly, WebCrypto and noble for the others. */
  readonly primitives?: Primitives;
}

/** What SP 800-131A has allowed since 2014; the vendor's own key generator still makes 1,024. */
export const MIN_RSA_BITS = 2048;
