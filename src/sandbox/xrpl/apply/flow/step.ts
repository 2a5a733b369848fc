import type { WorkView } from '../../ledger/view.js';
import type { Amount } from '../../values/amounts.js';
import type { TokenValue } from '../../values/token-value.js';

/** What goes into a step, and what comes out of it. */
export interface StepFlow {
  readonly in: Amount;
  readonly out: Amount;
}

/**
 * One link of a strand: value goes in at one end and comes out at the other. Each run changes the
 * view accordingly. A dry step has an `out` of zero.
 */
export interface Step {
  /** Lets at most `out` come out, for as little as that takes. */
  reverse(view: WorkView, out: Amount): StepFlow;
  /** Puts at most `input` in. */
  forward(view: WorkView, input: Amount): StepFlow;
  /**
   * Whether what comes out is given back to its issuer: then the account that issues it anew charges. Asked
   * before this step ran when going backwards, and after it when going forwards.
   */
  redeems(view: WorkView, direction: Direction): boolean;
  /** In billionths: what the receiving end of a trust line counts what comes in for. */
  qualityIn(view: WorkView): number;
}

/** Which way a strand is being run. */
export type Direction = 'backwards' | 'forwards';

/** What the steps of one flow share. */
export interface FlowContext {
  readonly source: string;
  readonly destination: string;
  /** Set when an offer is crossed, which differs from a payment in who pays transfer fees. */
  readonly crossing: CrossingContext | undefined;
  /** Offers found to be of no use to anyone. They go, whatever becomes of the flow. */
  readonly stale: Set<string>;
}

interface CrossingContext {
  /** The worst price the taker accepts: what goes in for 1 that comes out. */
  readonly limit: TokenValue;
}
