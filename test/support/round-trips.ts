/** A call as its caller makes it. What happens is numbered in its order: no time is measured. */
interface Call {
  readonly origin: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly startedAt: number;
  endedAt: number;
}

/** Long enough for everything that a caller asks at once. */
const LATENCY_MS = 100;

/** Counts what callers wait for, by a `fetch` whose answers are held until all that is asked at once was asked. */
export class RoundTrips {
  readonly #calls: Call[] = [];
  #happened = 0;

  readonly fetch: typeof fetch = async (given, init) => {
    const { origin, pathname, search } = new URL(String(given));
    const call = {
      origin,
      method: init?.method ?? 'GET',
      path: pathname + search,
      startedAt: this.#happened++,
      endedAt: Number.POSITIVE_INFINITY,
    };
    this.#calls.push(call);
    const response = await fetch(given, init);
    await new Promise((resolve) => setTimeout(resolve, LATENCY_MS));
    // Where the machine stood still meanwhile, what else became ready comes first.
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve));
    call.endedAt = this.#happened++;
    return response;
  };

  clear(): void {
    this.#calls.length = 0;
  }

  at(url: string): readonly Call[] {
    const { origin } = new URL(url);
    return this.#calls.filter((call) => call.origin === origin);
  }

  /** What a node was asked before the custody was, and from then to the submission. */
  around(
    custodyUrl: string,
    nodeUrl: string,
    isSubmission: (call: Pick<Call, 'method' | 'path'>) => boolean = isCreation,
  ) {
    const calls = this.at(nodeUrl);
    const askedAt = this.at(custodyUrl).find(isCreation)?.startedAt ?? 0;
    const sentAt = calls.find(isSubmission)?.startedAt ?? 0;
    const before = calls.filter(({ startedAt }) => startedAt < askedAt);
    const during = calls.filter(({ startedAt }) => startedAt > askedAt && startedAt <= sentAt);
    return { before, during };
  }
}

/** How many followed upon another's answer: those that began while one was still waited for were asked beside it. */
export function sequential(calls: readonly Call[]): number {
  let rounds = 0;
  let answeredAt = -1;
  for (const { startedAt, endedAt } of calls) {
    if (startedAt < answeredAt) continue;
    rounds++;
    answeredAt = endedAt;
  }
  return rounds;
}

export const isCreation = ({
  method,
  path,
}: {
  readonly method?: string;
  readonly path?: string;
}): boolean => method === 'POST' && path === '/v1/transactions';
