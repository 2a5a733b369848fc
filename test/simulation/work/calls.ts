import type { Progress, ProgressLog } from '../network/progress.js';
import { requestIdOf } from '../oracle/case.js';
import type {
  CallEvidence,
  KeyEvidence,
  OutcomeEvidence,
  OutcomeKind,
} from '../oracle/evidence.js';
import { PRODUCT } from '../product.js';
import type { Scheduler } from '../schedule/scheduler.js';
import type { Worker } from '../world/simulated-world.js';
import { cancelledBy, outcomesOf, outcomesOfError } from './outcomes.js';
import type { PayWork } from './work.js';

interface SimulatedCall extends CallEvidence {
  endedAt?: number | undefined;
}

/** What a call is for. */
type CallPurpose = Pick<CallEvidence, 'creates' | 'cancels' | 'newAttempt' | 'resigns'>;

/** A key of a schedule, and all that was told about it. */
export interface SimulatedKey extends Omit<KeyEvidence, 'calls' | 'outcomes'> {
  readonly outcomes: OutcomeEvidence[];
  readonly calls: SimulatedCall[];
  /** The first call that paid with it: what a process repeats after a restart. */
  readonly work: PayWork;
}

const FINAL: ReadonlySet<OutcomeKind> = new Set([
  'confirmed',
  'failed',
  'expired',
  'replaced',
  'rejected',
]);

/** Whether all that was paid with a key has ended, as it was told last. */
export function hasEnded({ outcomes, payments }: SimulatedKey): boolean {
  const last = outcomes.at(-1);
  if (last === undefined) return false;
  if (last.member === undefined) return FINAL.has(last.kind);
  const members = outcomes.slice(-payments.length);
  return members.every(({ kind }) => FINAL.has(kind));
}

interface OpenCall {
  readonly worker: Worker;
  readonly key: SimulatedKey;
  readonly what: string;
  /**
   * The same process made no other call meanwhile: what the process heard, it heard. One that waits in an
   * account's lane finishes what others began, and a list that the custody gives one shows others' requests.
   */
  isAlone: boolean;
  /** The same process made no other call with its key meanwhile: what the process asked for, it asked for. */
  isAloneWithKey: boolean;
}

/** The calls of a schedule: made, told about, and waited for. */
export class Calls {
  /** How many were made. */
  made = 0;
  readonly #scheduler: Scheduler;
  readonly #progress: ProgressLog;
  readonly #open = new Set<OpenCall>();

  constructor(scheduler: Scheduler, progress: ProgressLog) {
    this.#scheduler = scheduler;
    this.#progress = progress;
  }

  /** What the living still wait for. */
  get open(): readonly string[] {
    return [...this.#open]
      .filter(({ worker }) => !worker.process.isDead)
      .map(({ worker, what }) => `${worker.process.name} ${what}`);
  }

  /** Whether a process waits for something. */
  isBusy(worker: Worker): boolean {
    return [...this.#open].some((call) => call.worker === worker);
  }

  start(
    worker: Worker,
    key: SimulatedKey,
    what: string,
    call: () => Promise<unknown>,
    purpose: CallPurpose,
  ): void {
    const { process } = worker;
    const entry = this.#enter(worker, key, `${what} ${key.idempotencyKey}`);
    const begunAt = this.#scheduler.nowMs;
    const isCancel = purpose.cancels === true;
    const made: SimulatedCall = { at: begunAt, process: process.name, ...purpose };
    key.calls.push(made);
    this.made += 1;
    this.#scheduler.note(`${process.name} begins to ${entry.what}`);
    const tell = (told: readonly Omit<OutcomeEvidence, 'at' | 'process'>[]) => {
      this.#open.delete(entry);
      made.endedAt = this.#scheduler.nowMs;
      for (const outcome of told) {
        const at = this.#scheduler.nowMs;
        const told = knowing(outcome, this.#progressOf(entry, begunAt, outcome.requestId));
        const about = {
          ...(isCancel ? { ofCancel: true } : {}),
          ...(process.product === PRODUCT ? {} : { isOfOtherVersion: true }),
          made: this.#madeBy(entry, begunAt),
        };
        key.outcomes.push({ ...told, ...about, at, begunAt, process: process.name });
        const { kind, hash = '', errorCode = '' } = told;
        this.#scheduler.note(
          `${process.name} is told to ${entry.what}: ${kind} ${errorCode} ${hash}`,
        );
      }
    };
    call().then(
      (result) => tell(isCancel ? cancelledBy(result) : outcomesOf(result)),
      (error) => tell(outcomesOfError(error, key.idempotencyKey, process.product)),
    );
  }

  #enter(worker: Worker, key: SimulatedKey, what: string): OpenCall {
    const others = [...this.#open].filter((open) => open.worker === worker);
    const rivals = others.filter((other) => other.key === key);
    for (const other of others) other.isAlone = false;
    for (const rival of rivals) rival.isAloneWithKey = false;
    const alone = { isAlone: others.length === 0, isAloneWithKey: rivals.length === 0 };
    const entry = { worker, key, what, ...alone };
    this.#open.add(entry);
    return entry;
  }

  #madeBy({ worker, key, isAloneWithKey }: OpenCall, begunAt: number): readonly string[] {
    if (!isAloneWithKey) return [];
    const base = requestIdOf(key, key.idempotencyKey);
    return this.#progress.madeSince(begunAt, worker.process.name, base);
  }

  #progressOf(
    { worker, key, isAlone }: OpenCall,
    begunAt: number,
    requestId: string | undefined,
  ): Progress | undefined {
    if (!isAlone) return undefined;
    const base = requestIdOf(key, key.idempotencyKey);
    const { name, lastFrozen } = worker.process;
    // A call whose time was over while its process was frozen ends before it can act on what it heard last.
    const wasFrozen = lastFrozen?.untilMs === this.#scheduler.nowMs;
    const endedAt = wasFrozen ? lastFrozen.fromMs : Number.POSITIVE_INFINITY;
    return this.#progress.between([begunAt, endedAt], name, base, requestId);
  }
}

/** An outcome with how far its call had come. What refused no creation refused the call, not the payment. */
function knowing<T extends Pick<OutcomeEvidence, 'kind'>>(told: T, progress: Progress | undefined) {
  const { hasAsked = false, knowsRequest = false, knowsSignature = false } = progress ?? {};
  const kind: OutcomeKind = told.kind === 'refused' && !hasAsked ? 'error' : told.kind;
  return { ...told, kind, afterCreate: knowsRequest, afterSignature: knowsSignature };
}
