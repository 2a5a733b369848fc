import { onAbort } from '../../core/abort.js';
import { pause, throwIfAborted } from '../../core/clock.js';
import { withinTime } from '../../core/http.js';
import { ANSWER_TIMEOUT_MS, whileSigning } from '../answer-time.js';
import type { Action, Doing } from './actions.js';
import type { Answer } from './answers.js';
import { type Context, timeOf } from './context.js';
import { decide } from './decide.js';
import { type Facts, unheardOf } from './facts.js';
import { fold } from './fold.js';
import { Narrator } from './narrator.js';
import { performerOf } from './perform.js';
import { attemptOf } from './status.js';
import type { Told } from './told.js';

/** The result of a call, and all facts that it received. */
export interface Lived<R> {
  readonly told: Told;
  readonly facts: Facts<unknown, R>;
}

interface Begun {
  readonly attempt: number;
  readonly over: AbortController;
  failure?: { readonly error: unknown };
}

/**
 * Does what `decide` returns until that is a result, and keeps only the facts. Actions that are wanted together run
 * side by side; an action that is no longer wanted is not waited for. A failure ends the call, once no other wanted
 * action is under way.
 */
export async function live<I, T, R>(
  context: Context<I, T, R>,
  beginning: Facts<T, R>,
): Promise<Lived<R>> {
  const call = new Call(context, beginning);
  try {
    return await call.run();
  } finally {
    await call.end();
  }
}

class Call<I, T, R> {
  readonly #context: Context<I, T, R>;
  readonly #narrator: Narrator;
  readonly #begun = new Map<string, Begun>();
  readonly #ledger: { woken: boolean; wake: () => void } = { woken: false, wake: () => undefined };
  #unsubscribe: (() => void) | undefined;
  #facts: Facts<T, R>;
  #changed: () => void = () => undefined;

  constructor(context: Context<I, T, R>, beginning: Facts<T, R>) {
    this.#context = context;
    this.#narrator = new Narrator(context);
    this.#facts = beginning;
  }

  async run(): Promise<Lived<R>> {
    for (;;) {
      this.#facts = this.#now();
      this.#narrator.tell(this.#facts);
      const { request, members } = this.#facts;
      const actions = decide(request, members);
      const wanted = new Map(actions.map((action) => [nameOf(action), action]));
      this.#leaveBehind(wanted);
      const [first] = actions;
      if (first?.kind === 'tell') return { told: first.told, facts: this.#facts };
      const changed = new Promise<void>((resolve) => {
        this.#changed = resolve;
      });
      for (const [name, action] of wanted) if (!this.#begun.has(name)) this.#begin(name, action);
      const all = [...this.#begun.values()];
      const failed = all.find(({ failure }) => failure !== undefined);
      if (failed?.failure && all.every(({ failure }) => failure !== undefined)) {
        const { attempt } = failed;
        const { error } = failed.failure;
        return { told: { state: 'stopped', attempt, error }, facts: this.#facts };
      }
      await changed;
    }
  }

  /** The request, if one was made, stays open: a later call may finish it. */
  async end(): Promise<void> {
    try {
      this.#unsubscribe?.();
    } catch {
      // It is of a user's own client, and changes nothing of what is told.
    }
    for (const { over } of this.#begun.values()) over.abort();
    for (const pass of this.#context.passes.values()) await pass.detach();
  }

  #now(): Facts<T, R> {
    const { stage, job } = this.#context;
    const isCancelled = job.wasCancelled?.() === true;
    const request = { ...this.#facts.request, time: timeOf(stage), isCancelled };
    return { ...this.#facts, request };
  }

  #leaveBehind(wanted: ReadonlyMap<string, unknown>): void {
    for (const [name, { over }] of this.#begun) {
      if (wanted.has(name)) continue;
      over.abort();
      this.#begun.delete(name);
    }
  }

  #begin(name: string, action: Action): void {
    if (action.kind === 'tell') return;
    const { attempt } = action.kind === 'wait' ? action.pause : action;
    const begun: Begun = { attempt, over: new AbortController() };
    this.#begun.set(name, begun);
    const isWanted = () => this.#begun.get(name) === begun;
    void this.#perform(action, begun, isWanted).then(
      () => {
        if (isWanted()) this.#begun.delete(name);
        this.#changed();
      },
      (error: unknown) => {
        begun.failure = { error };
        this.#changed();
      },
    );
  }

  async #perform(
    action: Exclude<Action, { kind: 'tell' }>,
    { over }: Begun,
    isWanted: () => boolean,
  ): Promise<void> {
    const { signal } = this.#context.job.options;
    const ignore = onAbort(signal, () => over.abort());
    const hear = (answer: Answer<T, R>) => {
      if (!isWanted()) return;
      this.#facts = fold(this.#now(), answer);
      this.#changed();
    };
    try {
      if (action.kind === 'wait') return await this.#wait(action, hear);
      const performer = performerOf(action);
      if (!performer.isRelease) throwIfAborted(signal);
      if (action.kind === 'look') this.#heedLedgers();
      const { request } = this.#facts;
      const attempt = attemptOf(this.#facts, action.attempt) ?? unheardOf(request, action.attempt);
      const moment = { ...this.#context, facts: this.#facts, attempt, hear, signal: over.signal };
      const work = () => performer.perform(moment, action);
      await this.#inTime(action, performer.peer, over.signal, work);
    } finally {
      ignore();
    }
  }

  /** A signer, a client or a transport may be a user's own, which need not answer, nor listen to a signal. */
  #inTime(
    { kind }: Action,
    peer: string | undefined,
    signal: AbortSignal,
    work: () => Promise<void>,
  ): Promise<void> {
    if (!peer) return work();
    const { stage, job } = this.#context;
    const { clock } = stage;
    if (kind === 'ask') return whileSigning(clock, job.options.signatureTimeoutMs, work);
    return withinTime({ peer, timeoutMs: ANSWER_TIMEOUT_MS, signal, clock }, work);
  }

  /** From now on a new ledger ends the present or the next pause. */
  #heedLedgers(): void {
    this.#ledger.woken = false;
    this.#unsubscribe ??= this.#context.stage.chain.onLedger?.(() => {
      this.#ledger.woken = true;
      this.#ledger.wake();
    });
  }

  /** A new ledger ends a pause, also one that came while a transaction was looked up. */
  async #wait(
    { pause: given, ms }: Doing<'wait'>,
    hear: (answer: Answer<T, R>) => void,
  ): Promise<void> {
    const { stage, job } = this.#context;
    const over = new AbortController();
    this.#ledger.wake = () => over.abort();
    if (this.#ledger.woken) over.abort();
    this.#ledger.woken = false;
    await pause(ms, stage.clock, job.options.signal, over);
    throwIfAborted(job.options.signal);
    hear({ kind: 'waited', pause: given });
  }
}

/** Actions with the same name are the same action. */
function nameOf(action: Action): string {
  switch (action.kind) {
    case 'tell':
      return action.kind;
    case 'wait':
      return `wait ${action.pause.reason} ${action.pause.count}`;
    default:
      return `${action.kind} ${action.attempt} ${'member' in action ? action.member : ''}`;
  }
}
