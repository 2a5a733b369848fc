/** How long the demo waits, in milliseconds. */
export interface Pace {
  readonly ledgerCloseMs: number;
  readonly stacksBlockMs: number;
  readonly aptosBlockMs: number;
  /** Between two looks at a submitted transaction: real chains are slower, and are asked less often. */
  readonly pollMs: number;
  /** How long Alice needs for an approval. */
  readonly approvalMs: number;
}

/** Slow enough to be followed on a screen. */
export const SHOWN: Pace = {
  ledgerCloseMs: 200,
  stacksBlockMs: 400,
  aptosBlockMs: 50,
  pollMs: 100,
  approvalMs: 2_000,
};

/** As fast as the sandbox can be. */
export const FAST: Pace = {
  ledgerCloseMs: 20,
  stacksBlockMs: 20,
  aptosBlockMs: 5,
  pollMs: 10,
  approvalMs: 20,
};
