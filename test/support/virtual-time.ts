import { vi } from 'vitest';
// Loaded on use, which takes time that is not of this kind.
import '../../src/signer/conformance-cases.js';
import '../../src/signer/journaled-signer.js';
import '../../src/signer/verify-ecdsa.js';
import '../../src/signer/verify-ed25519.js';
import '../../src/transactions/life/batch.js';
import '../../src/transactions/life/cancel.js';
import '../../src/transactions/life/deliver.js';
import '../../src/transactions/life/finish.js';
import '../../src/transactions/life/index.js';
import '../../src/transactions/life/sign-apart.js';
import '../../src/transactions/life/overruling.js';
import '../../src/transactions/life/rebuilding.js';
import '../../src/transactions/life/yielding.js';
import '../../src/transactions/pending.js';
import '../../src/transactions/ticket-pool.js';
import '../../src/transactions/lanes/shared.js';
import { type Clock, systemClock } from '../../src/core/clock.js';

const START = Date.UTC(2026, 0, 1);
const A_DAY = 86_400_000;
/** More than any test needs: one that takes so many waits for what never comes. */
const MAX_STEPS = 100_000;

/**
 * Time that stands still unless a test lets it pass, and then passes at once, from one timer of this
 * process to the next. Only for tests without sockets: what is really under way is not waited for.
 */
export class VirtualTime {
  /** The machine's own clock, which goes by this time as everything else in the process does. */
  readonly clock: Clock = systemClock;
  #isPassing = false;

  constructor() {
    const toFake = ['setTimeout', 'clearTimeout', 'Date', 'performance'] as const;
    vi.useFakeTimers({ toFake: [...toFake], now: START - A_DAY });
    // For whatever the file of tests before this one has left waiting, its time is over: it takes no steps of this time.
    vi.advanceTimersByTime(A_DAY);
  }

  /** Lets time pass until `work` has ended; the outcome is that of `work`. */
  async run<T>(work: Promise<T>): Promise<T> {
    let hasEnded = false;
    const end = () => {
      hasEnded = true;
    };
    work.then(end, end);
    await this.until(() => hasEnded);
    return work;
  }

  /** Lets time pass until something is so, and no longer. */
  async until(isSo: () => boolean): Promise<void> {
    if (this.#isPassing) throw new Error('Time passes already: wait for all of it with one call.');
    this.#isPassing = true;
    try {
      for (let step = 0; step < MAX_STEPS; step++) {
        await allThatNeedsNoTime();
        if (isSo()) return;
        if (vi.getTimerCount() === 0) throw new Error('It never comes: nothing more is under way.');
        vi.advanceTimersToNextTimer();
      }
    } finally {
      this.#isPassing = false;
    }
    throw new Error(`It never comes: not in ${MAX_STEPS} steps.`);
  }

  /** Lets so much time pass. */
  async pass(ms: number): Promise<void> {
    let isOver = false;
    setTimeout(() => {
      isOver = true;
    }, ms);
    await this.until(() => isOver);
  }

  /** From here on time is the machine's again. */
  end(): void {
    vi.clearAllTimers();
    vi.useRealTimers();
  }
}

async function allThatNeedsNoTime(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}
