import { SignaturePendingError } from '../../signer/errors.js';
import { TransactionUnconfirmedError } from '../errors.js';
import { type ChainOutcome, finalIn } from '../outcome.js';
import { carry } from './carry.js';
import type { Lived } from './driver.js';
import type { AttemptFacts } from './facts.js';
import type { Job, Stage } from './job.js';
import { type AttemptReference, explained, hashAt, referenceOf } from './reference.js';
import { attemptOf } from './status.js';
import { endOf, statesOf, type Told } from './told.js';

/** How a key with one transaction ended. */
export interface Ending<R> {
  readonly told: Exclude<Told, { state: 'none' | 'stopped' | 'finished' }>;
  /** The chain's outcome, if it is final. */
  readonly outcome: ChainOutcome<R> | undefined;
  readonly reference: AttemptReference;
  /** Whether this call asked the signer for it. */
  readonly isAsked: boolean;
  /** From the beginning of the attempt. */
  readonly durationMs: number;
}

/**
 * Runs a key with one transaction to its final outcome. Resolves with nothing where there is no request, and none may
 * be made.
 */
export async function runOne<I, T, R>(
  stage: Stage<I, T, R>,
  job: Job<I>,
): Promise<Ending<R> | undefined> {
  return endingOf(await carry(stage, job, { purpose: 'carry' }));
}

/** @throws the error that stopped the call, about the attempt that it stopped at. */
export function endingOf<R>({ told, facts }: Lived<R>): Ending<R> | undefined {
  if (told.state === 'none' || told.state === 'finished') return undefined;
  const attempt = attemptOf(facts, told.attempt);
  const own = referenceOf(facts, told.attempt);
  const isOwn = own.hash !== undefined && !('error' in told);
  const hash = isOwn ? undefined : hashAt(facts, told.attempt);
  const reference = hash === undefined ? own : { ...own, hash };
  if (told.state === 'stopped') throw explained(stoppedBy(told.error, attempt), reference);
  const [state] = told.state === 'signed' ? statesOf(facts, told.attempt) : [];
  const outcome = told.state === 'ended' ? endOf(facts, told.attempt) : state && finalIn(state);
  const { monotonic } = facts.request.time;
  const { startedAt = monotonic, isCommitted = false } = attempt ?? {};
  return { told, outcome, reference, isAsked: isCommitted, durationMs: monotonic - startedAt };
}

/** A transfer that the custody platform has sent waits for the chain, and for no signature. */
function stoppedBy(error: unknown, attempt: AttemptFacts | undefined): unknown {
  const isSent = error instanceof SignaturePendingError && attempt?.hash !== undefined;
  if (!isSent) return error;
  return new TransactionUnconfirmedError('pending', 'it is sent', { cause: error });
}
