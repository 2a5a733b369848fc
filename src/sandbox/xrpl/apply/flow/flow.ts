import { deleteOffer } from '../../ledger/offers.js';
import type { WorkView } from '../../ledger/view.js';
import type { ResultCode } from '../../result-codes.js';
import {
  type Amount,
  assetOf,
  compareAmounts,
  minus,
  plus,
  signOf,
  smaller,
  zeroOf,
} from '../../values/amounts.js';
import { compare, type TokenValue } from '../../values/token-value.js';
import { OK } from '../rules.js';
import { isAcceptable, priceOf } from './price.js';
import type { FlowContext, Step, StepFlow } from './step.js';
import { buildStrand, type PathElement } from './strand.js';

/** What a flow is to achieve. */
export interface FlowRequest {
  readonly source: string;
  readonly destination: string;
  /** The most that may be given. */
  readonly sendMax: Amount;
  readonly deliver: Amount;
  readonly paths: readonly (readonly PathElement[])[];
  readonly useDefaultPath: boolean;
  /** The worst price to be accepted, if there is one: what goes in for 1 that comes out. */
  readonly limit: TokenValue | undefined;
  readonly crossing: boolean;
}

/** What a flow achieved. Its changes are in the view. */
export interface FlowOutcome {
  /** Why nothing could flow at all, where that is known. */
  readonly failure: ResultCode;
  readonly given: Amount;
  readonly delivered: Amount;
}

const MAX_PASSES = 1_000;

/** Moves value along whichever paths are cheapest, until enough is delivered or nothing is left. */
export function runFlow(view: WorkView, request: FlowRequest): FlowOutcome {
  const context: FlowContext = {
    source: request.source,
    destination: request.destination,
    crossing: request.crossing && request.limit ? { limit: request.limit } : undefined,
    stale: new Set(),
  };
  const { strands, failure } = buildStrands(view, request, context);
  let given = zeroOf(assetOf(request.sendMax));
  let delivered = zeroOf(assetOf(request.deliver));
  for (let pass = 0; pass < MAX_PASSES; pass += 1) {
    const left: StepFlow = {
      in: minus(request.sendMax, given),
      out: minus(request.deliver, delivered),
    };
    if (signOf(left.in) <= 0 || signOf(left.out) <= 0) break;
    const best = bestPass(view, strands, left, request.limit);
    if (best === undefined) break;
    best.view.commit(view);
    given = plus(given, best.flow.in);
    delivered = smaller(plus(delivered, best.flow.out), request.deliver);
  }
  for (const key of context.stale) deleteOffer(view, key);
  return { failure: strands.length === 0 ? failure : OK, given, delivered };
}

interface Strands {
  readonly strands: readonly (readonly Step[])[];
  readonly failure: ResultCode;
}

/** @returns the last failure too: it is the outcome when no path leads anywhere. */
function buildStrands(view: WorkView, request: FlowRequest, context: FlowContext): Strands {
  const strands: (readonly Step[])[] = [];
  let failure: ResultCode = 'tecPATH_DRY';
  const ends = { send: assetOf(request.sendMax), deliver: assetOf(request.deliver) };
  const paths = request.useDefaultPath ? [[], ...request.paths] : request.paths;
  for (const path of paths) {
    const built = buildStrand(view, context, { ...ends, isDefault: path.length === 0 }, path);
    if ('steps' in built) strands.push(built.steps);
    else failure = built.failure;
  }
  return { strands, failure };
}

interface Pass {
  readonly view: WorkView;
  readonly flow: StepFlow;
}

/** Tries every strand and keeps the one with the best price. */
function bestPass(
  view: WorkView,
  strands: readonly (readonly Step[])[],
  left: StepFlow,
  limit: TokenValue | undefined,
): Pass | undefined {
  let best: Pass | undefined;
  for (const strand of strands) {
    const pass = runStrand(view, strand, left);
    if (pass === undefined) continue;
    if (limit !== undefined && !isAcceptable(pass.flow, limit)) continue;
    if (best === undefined || compare(priceOf(pass.flow), priceOf(best.flow)) < 0) best = pass;
  }
  return best;
}

/**
 * Runs a strand once: backwards to learn what the wanted output takes, and from wherever that is
 * limited forwards again. `undefined` when it is dry.
 */
function runStrand(base: WorkView, strand: readonly Step[], wanted: StepFlow): Pass | undefined {
  const back = runBackwards(base, strand, wanted);
  if (back === undefined) return undefined;
  let flowing = back.limitedOut;
  for (const step of strand.slice(back.limitedAt + 1)) {
    const { in: used, out } = step.forward(back.view, flowing);
    // What a step leaves unused would be lost on the way.
    if (signOf(out) <= 0 || compareAmounts(used, flowing) !== 0) return undefined;
    flowing = out;
  }
  const out = back.limitedAt < strand.length ? flowing : wanted.out;
  return { view: back.view, flow: { in: back.given, out } };
}

interface Backwards {
  readonly view: WorkView;
  readonly given: Amount;
  /** The last step whose own limit was reached; beyond the end when none was. */
  readonly limitedAt: number;
  readonly limitedOut: Amount;
}

function runBackwards(
  base: WorkView,
  strand: readonly Step[],
  wanted: StepFlow,
): Backwards | undefined {
  let view = base.nested();
  let limitedAt = strand.length;
  let limitedOut = wanted.out;
  let needed = wanted.out;
  for (let at = strand.length - 1; at >= 0; at -= 1) {
    const step = strand[at];
    if (step === undefined) return undefined;
    let done = step.reverse(view, needed);
    if (signOf(done.out) <= 0) return undefined;
    const tooMuch = at === 0 && compareAmounts(done.in, wanted.in) > 0;
    const tooLittle = compareAmounts(done.out, needed) !== 0;
    if (tooMuch || tooLittle) {
      view = base.nested();
      done = tooMuch ? step.forward(view, wanted.in) : step.reverse(view, done.out);
      if (signOf(done.out) <= 0) return undefined;
      if (tooMuch && compareAmounts(done.in, wanted.in) !== 0) return undefined;
      limitedAt = at;
      limitedOut = done.out;
    }
    needed = done.in;
  }
  return { view, given: needed, limitedAt, limitedOut };
}
