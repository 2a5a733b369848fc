import { utf8ToBytes } from '../core/bytes.js';
import { GatewayError } from '../core/errors.js';
import { canonicalJson } from '../core/json.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import { type Attempt, type Job, orderOf, type Stage } from './attempt.js';
import { BatchChunk } from './batch-chunk.js';
import { BatchIncompleteError, type BatchMember, memberOf, type Passage } from './batch-members.js';
import type { Snapshot } from './chain.js';
import { TransactionExpiredError } from './errors.js';
import type { FinishFor } from './flow.js';
import type { LanePass } from './lanes.js';

/** How a batch ended. */
export interface BatchEnding<Input, Result> {
  /** That of its first request. */
  readonly attempt: Attempt<Input>;
  readonly members: readonly BatchMember<Result>[];
}

/** Bytes of JSON that the account and the chain add to each member at the most. */
const OWN_FIELDS_BYTES = 400;

/**
 * The life of a batch. What is too large for one request to the signer goes chunk after chunk, each
 * under an id of its own; the next is asked for when the one before it is confirmed.
 */
export class BatchFlow<I, S extends Snapshot, T, R> {
  readonly #stage: Stage<I, S, T, R>;
  readonly #finishFor: FinishFor;

  constructor(stage: Stage<I, S, T, R>, finishFor: FinishFor) {
    this.#stage = stage;
    this.#finishFor = finishFor;
  }

  /**
   * Resolves when every member is confirmed.
   *
   * @throws BatchIncompleteError once there are signatures, when not every member is confirmed.
   * @throws what a single transaction does before that.
   */
  async run(given: Job<I>): Promise<BatchEnding<I, R> | undefined> {
    const total = given.batch?.total ?? (given.known && orderOf(given.known).note?.batch?.total);
    if (total === undefined) return undefined;
    const members: BatchMember<R>[] = [];
    let first: Attempt<I> | undefined;
    let cause: unknown;
    let stops = given.batch?.stopOnFailure === true;
    for (let index = 0; members.length < total && members.every(goesOn(stops)); index++) {
      const inputs = given.inputs && this.#chunkOf(given.inputs.slice(members.length));
      const chunk = new BatchChunk(this.#stage, this.#finishFor, { ...given, inputs }, index);
      try {
        const ending = await chunk.run();
        if (!ending) break;
        if (ending.state === 'rejected') throw ending.error.about(chunk.attempt.reference);
        if (ending.state === 'expired' && chunk.passages.length === 0) {
          const { evidence } = this.#stage.operators;
          throw new TransactionExpiredError(evidence).about(chunk.attempt.reference);
        }
      } catch (error) {
        cause = error;
      }
      first ??= chunk.attempt;
      first.isShared ||= chunk.attempt.isShared;
      stops ||= chunk.stopOnFailure;
      const before = members.length;
      members.push(...chunk.passages.map((passage, at) => memberOf(passage, before + at)));
      if (cause !== undefined) break;
    }
    if (!first) return undefined;
    if (members.length === 0) throw cause;
    if (members.length === total && members.every(isConfirmed)) return { attempt: first, members };
    const retryable = mayGoOn(members, total, stops, cause);
    throw new BatchIncompleteError(padded(members, total), retryable, cause).about(first.reference);
  }

  /** What has become of the members of one signed request; asks nobody for anything. */
  async standing(attempt: Attempt<I>, record: SigningRecord): Promise<readonly Passage<T, R>[]> {
    const chunk = new BatchChunk(this.#stage, this.#finishFor, attempt.job, attempt.chunk);
    return chunk.standing(attempt, record);
  }

  /** Does the work of a caller who is gone, up to where the lane is left. */
  async finish(attempt: Attempt<I>, record: SigningRecord, pass: LanePass): Promise<void> {
    const chunk = new BatchChunk(this.#stage, this.#finishFor, attempt.job, attempt.chunk);
    await chunk.finish(attempt, record, pass);
  }

  /** As many members as one request can hold, and one at least. */
  #chunkOf(inputs: readonly I[]): readonly I[] {
    const { chain, signer } = this.#stage;
    const { maxMessages, maxPayloadBytes } = signer.capabilities;
    let bytes = 0;
    const tooMany = inputs.findIndex((input, index) => {
      bytes += utf8ToBytes(canonicalJson(chain.canonicalOf(input))).length + OWN_FIELDS_BYTES;
      return index > 0 && (index >= maxMessages || bytes > maxPayloadBytes);
    });
    return tooMany === -1 ? inputs : inputs.slice(0, tooMany);
  }
}

/** Whether the same call may bring a batch further than it has come. */
function mayGoOn<R>(
  members: readonly BatchMember<R>[],
  total: number,
  stops: boolean,
  cause: unknown,
): boolean {
  const states = members.map(({ state }) => state);
  // What the node refused is signed, and may be sent again.
  if (states.some((state) => ['pending', 'unknown', 'refused'].includes(state))) return true;
  const isHalted = stops && states.includes('failed');
  if (states.includes('not-sent')) return !isHalted;
  const isBlocked = !members.every(goesOn(stops));
  const isFinal = cause instanceof GatewayError && !cause.retryable;
  return members.length < total && !isBlocked && !isFinal;
}

/** Whether the rest of a batch may follow a member that ended so. */
function goesOn(stops: boolean) {
  return ({ state }: BatchMember<unknown>): boolean =>
    state === 'confirmed' || (state === 'failed' && !stops);
}

function isConfirmed({ state }: BatchMember<unknown>): boolean {
  return state === 'confirmed';
}

/** All members of a batch, those too that were never signed. */
function padded<R>(members: readonly BatchMember<R>[], total: number): readonly BatchMember<R>[] {
  const missing = Math.max(0, total - members.length);
  const unsigned = Array.from({ length: missing }, (_, at): BatchMember<R> => {
    return { index: members.length + at, state: 'not-signed' };
  });
  return [...members, ...unsigned];
}
