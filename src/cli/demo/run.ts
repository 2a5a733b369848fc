import { systemClock } from '../../core/clock.js';
import { GatewayError } from '../../core/errors.js';
import type { Listener } from '../../core/events.js';
import type { PollPace } from '../../core/poll.js';
import type { RawSigner } from '../../signer/index.js';
import { BatchIncompleteError, type TransactionEvent } from '../../transactions/index.js';
import { type Outcome, transactionsIn } from './outcome.js';
import type { Part, Reporter, StepEnd, StepResult } from './reporter.js';

/** What the gateways of all chains have in common. */
export interface DemoSettings {
  readonly signer: RawSigner;
  readonly polling: PollPace;
  readonly onEvent: Listener<TransactionEvent>;
}

/** One run of the demo: counts its steps, and measures how long each takes. */
export class DemoRun {
  readonly reporter: Reporter;
  readonly #results: StepResult[] = [];
  readonly #startedAt = systemClock.monotonic();
  #part: Part = 'xrpl';

  constructor(reporter: Reporter) {
    this.reporter = reporter;
  }

  /** The steps that follow are of this part. */
  begin(part: Part): void {
    this.#part = part;
    this.reporter.part(part);
  }

  /** One or more transactions; `undefined` after a refusal, which is a result too. */
  step<O extends Outcome>(what: string, play: () => Promise<O>): Promise<O | undefined> {
    return this.#take(what, play, (outcome) => {
      return { kind: 'confirmed', transactions: transactionsIn(outcome) };
    });
  }

  /** A call to a provider, whose answer is told in a line. */
  async call(what: string, play: () => Promise<string>): Promise<void> {
    await this.#take(what, play, (answer) => ({ kind: 'answered', answer }));
  }

  async #take<O>(
    what: string,
    play: () => Promise<O>,
    endOf: (outcome: O) => StepEnd,
  ): Promise<O | undefined> {
    const startedAt = systemClock.monotonic();
    this.reporter.step(what);
    const finish = (end: StepEnd) => {
      const ms = systemClock.monotonic() - startedAt;
      const result = { step: this.#results.length + 1, part: this.#part, what, ms, end };
      this.#results.push(result);
      this.reporter.result(result);
    };
    try {
      const outcome = await play();
      finish(endOf(outcome));
      return outcome;
    } catch (error) {
      if (!(error instanceof GatewayError) || error instanceof BatchIncompleteError) throw error;
      finish({ kind: 'refused', error });
      return undefined;
    }
  }

  end(): void {
    this.reporter.end(this.#results, systemClock.monotonic() - this.#startedAt);
  }
}
