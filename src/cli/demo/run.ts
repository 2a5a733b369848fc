import { systemClock } from '../../core/clock.js';
import { GatewayError } from '../../core/errors.js';
import type { Listener } from '../../core/events.js';
import type { PollPace } from '../../core/poll.js';
import type { RawSigner } from '../../signer/index.js';
import { BatchIncompleteError, type TransactionEvent } from '../../transactions/index.js';
import type { ChainName } from '../operate/names.js';
import { type Outcome, transactionsIn } from './outcome.js';
import type { Reporter, StepResult } from './reporter.js';

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
  #chain: ChainName = 'xrpl';

  constructor(reporter: Reporter) {
    this.reporter = reporter;
  }

  /** The steps that follow are of this chain. */
  begin(chain: ChainName): void {
    this.#chain = chain;
    this.reporter.chain(chain);
  }

  /** A refusal is a result too: then there is no outcome. */
  async step<O extends Outcome>(what: string, play: () => Promise<O>): Promise<O | undefined> {
    const startedAt = systemClock.monotonic();
    this.reporter.step(what);
    const finish = (how: Pick<StepResult, 'transactions' | 'error'>) => {
      const ms = systemClock.monotonic() - startedAt;
      const step = this.#results.length + 1;
      const result = { step, chain: this.#chain, what, ms, ...how };
      this.#results.push(result);
      this.reporter.result(result);
    };
    try {
      const outcome = await play();
      finish({ transactions: transactionsIn(outcome), error: undefined });
      return outcome;
    } catch (error) {
      if (!(error instanceof GatewayError) || error instanceof BatchIncompleteError) throw error;
      finish({ transactions: [], error });
      return undefined;
    }
  }

  end(): void {
    this.reporter.end(this.#results, systemClock.monotonic() - this.#startedAt);
  }
}
