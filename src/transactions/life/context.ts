import type { AccountNumber, Snapshot } from '../chain.js';
import type { LanePass } from '../lanes/lanes.js';
import type { Answer } from './answers.js';
import type { AttemptFacts, Facts, RequestFacts } from './facts.js';
import type { EventBody, Job, Stage } from './job.js';

/** What the actions of one call are done with. Nothing in it is decided by. */
export interface Context<I, S extends Snapshot, T, R> {
  readonly stage: Stage<I, S, T, R>;
  readonly job: Job<I>;
  /** The places in lanes that this call has. */
  readonly passes: Map<number, LanePass>;
  /** What was read to build on. */
  readonly snapshots: Map<number, readonly S[]>;
  /** Spends the numbers of an attempt on nothing, under a key of its own; resolves with what went wrong. */
  readonly overwrite: (
    attempt: AttemptFacts<R>,
    numbers: readonly AccountNumber[],
  ) => Promise<unknown>;
  /** When steps began of which an event will tell how long they took. */
  readonly begun: Map<string, number>;
}

/** Spends the numbers of an attempt on nothing, under a key of its own; resolves with what went wrong. */
export type Overwrite<R> = (
  attempt: AttemptFacts<R>,
  numbers: readonly AccountNumber[],
) => Promise<unknown>;

/** One action as it is done: what is known as it begins, and where its answers go. */
export interface Moment<T, R> {
  readonly facts: Facts<T, R>;
  readonly attempt: AttemptFacts<R>;
  readonly hear: (answer: Answer<T, R>) => void;
  /** Fires when the caller aborts, or nobody waits for the action any more. */
  readonly signal: AbortSignal;
}

export function inputsOf<I>({ job }: { readonly job: Job<I> }): readonly I[] {
  return job.inputs ?? [];
}

export function tell<I, S extends Snapshot, T, R>(
  { stage, job }: Pick<Context<I, S, T, R>, 'stage' | 'job'>,
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

/** Marks the beginning of a step. */
export function begin<I, S extends Snapshot, T, R>(
  { stage, begun }: Context<I, S, T, R>,
  step: string,
): void {
  begun.set(step, stage.clock.monotonic());
}

/** Milliseconds since a step began. */
export function since<I, S extends Snapshot, T, R>(
  { stage, begun }: Context<I, S, T, R>,
  step: string,
): number {
  const now = stage.clock.monotonic();
  return now - (begun.get(step) ?? now);
}

/** What all clocks show now. */
export function timeOf<I, S extends Snapshot, T, R>({
  clock,
  signer,
}: Stage<I, S, T, R>): RequestFacts<R>['time'] {
  return { monotonic: clock.monotonic(), wall: clock.now(), signer: signer.time?.() };
}
