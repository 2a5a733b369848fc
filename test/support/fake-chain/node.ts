import { type CallOptions, type Clock, pause } from '../../../src/core/clock.js';
import { UnreachableError } from '../../../src/core/errors.js';
import type { FakeLedger } from './ledger.js';
import { type Questions, submissionOf, type Verdict } from './questions.js';

export type Question = keyof Questions;
type Answer<Q extends Question> = ReturnType<Questions[Q]>;

/** Answers a question in the node's place; `ask` has the ledger answer it. */
export type Fault<Q extends Question> = (
  ask: () => Answer<Q>,
  ...asked: Parameters<Questions[Q]>
) => Answer<Q> | Promise<Answer<Q>>;

export type Faults = { readonly [Q in Question]?: Fault<Q> };

/** Which of the questions a fault is for: `times` of them (default 1) after the first `skip`. */
interface Extent {
  readonly skip?: number;
  readonly times?: number;
}

/** How long a message takes to a node, and back. */
const LATENCY_MS = 10;

/** A node of a ledger: answers after a while, and wrongly or not at all where a test says so. */
export class FakeNode {
  /** What it was asked, in order. */
  readonly asked: Question[] = [];
  readonly #ledger: FakeLedger;
  readonly #clock: Clock;
  readonly #faults: Faults;
  readonly #latencyMs: number;
  readonly #injected: { question: Question; fault: Fault<never>; skip: number; times: number }[] =
    [];

  constructor(ledger: FakeLedger, clock: Clock, faults: Faults = {}, latencyMs = LATENCY_MS) {
    this.#ledger = ledger;
    this.#clock = clock;
    this.#faults = faults;
    this.#latencyMs = latencyMs;
  }

  get network(): number {
    return this.#ledger.network;
  }

  /** Another node of the same ledger. */
  with(faults: Faults, latencyMs?: number): FakeNode {
    return new FakeNode(this.#ledger, this.#clock, faults, latencyMs);
  }

  inject<Q extends Question>(question: Q, fault: Fault<Q>, { skip = 0, times = 1 }: Extent = {}) {
    this.#injected.push({ question, fault: fault as Fault<never>, skip, times });
  }

  async ask<Q extends Question>(
    question: Q,
    asked: Parameters<Questions[Q]>,
    { signal }: CallOptions,
  ): Promise<Answer<Q>> {
    this.asked.push(question);
    const fault = this.#injectedFor(question) ?? this.#faults[question];
    await pause(this.#latencyMs, this.#clock, signal);
    const answer = this.#ledger[question] as (...args: unknown[]) => Answer<Q>;
    const ask = () => answer.apply(this.#ledger, asked);
    const said = fault ? await (fault as Fault<Q>)(ask, ...asked) : ask();
    await pause(this.#latencyMs, this.#clock, signal);
    return said;
  }

  #injectedFor(asked: Question): Fault<never> | undefined {
    const found = this.#injected.find(({ question, times }) => question === asked && times > 0);
    if (!found) return undefined;
    if (found.skip-- > 0) return undefined;
    found.times--;
    return found.fault;
  }
}

/** It never arrives. */
export function dropped(): never {
  throw new UnreachableError('node', 'the connection was lost');
}

/** It arrives, and the answer doesn't. */
export function answerLost(ask: () => unknown): never {
  ask();
  return dropped();
}

/** A submission goes no further than this node. */
export const saying = (verdict: Verdict) => () => submissionOf(verdict);

/** A node that has no room for any transaction as long as `isFull` says so. */
export function fullWhile(isFull: () => boolean): Faults {
  return { submit: (ask) => (isFull() ? submissionOf('NO_ROOM') : ask()) };
}
