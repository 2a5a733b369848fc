import type { Snapshot, Terms } from '../chain.js';
import type { LanePass } from '../lanes/lanes.js';
import type { Answer } from './answers.js';
import type { AttemptFacts, Facts, Time } from './facts.js';
import type { EventBody, Job, Stage } from './job.js';

/** The resources for the actions of one call. No decision depends on them. */
export interface Context<I = unknown, T = unknown, R = unknown> {
  readonly stage: Stage<I, T, R>;
  readonly job: Job<I>;
  readonly passes: Map<number, LanePass>;
  readonly snapshots: Map<number, readonly Snapshot[]>;
  /** What was built, in one line for the approvers. */
  readonly summaries: Map<number, string>;
  readonly overwrite: Overwrite;
  /** When the steps began that end with an event about their duration. */
  readonly begun: Map<string, number>;
}

/**
 * Spends the numbers of a request without effect, under a key of its own; resolves with the error, if there is one.
 */
export type Overwrite = (requestId: string, lost: readonly Terms[]) => Promise<unknown>;

/** One action in progress: what was known when it began, and where its answers go. */
export interface Moment<I = unknown, T = unknown, R = unknown> extends Context<I, T, R> {
  readonly facts: Facts<T, R>;
  readonly attempt: AttemptFacts<R>;
  /** A method, so that an action which relates no types to one another takes the moment of any chain. */
  hear(answer: Answer<T, R>): void;
  /** Fires when the caller aborts, or the action is no longer wanted. */
  readonly signal: AbortSignal;
}

export function inputsOf<I>({ job }: { readonly job: Job<I> }): readonly I[] {
  return job.inputs ?? [];
}

export function tell(
  { stage, job }: Pick<Context, 'stage' | 'job'>,
  attempt: number,
  event: EventBody,
): void {
  const { account, idempotencyKey } = job;
  job.tell({
    ...event,
    at: stage.clock.now(),
    chain: stage.chain.id,
    vaultAccountId: account.vaultAccountId,
    idempotencyKey,
    attempt,
  });
}

export function begin({ stage, begun }: Context, step: string): void {
  begun.set(step, stage.clock.monotonic());
}

/** Milliseconds since a step began. */
export function since({ stage, begun }: Context, step: string): number {
  const now = stage.clock.monotonic();
  return now - (begun.get(step) ?? now);
}

export function timeOf({ clock, signer }: Stage): Time {
  return { monotonic: clock.monotonic(), wall: clock.now(), signer: signer.time?.() };
}
