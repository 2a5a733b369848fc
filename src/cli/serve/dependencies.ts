import { type Clock, systemClock } from '../../core/clock.js';
import type { ResolvedEndpoint } from '../../core/endpoints.js';
import { type Fetch, withinTime } from '../../core/http.js';
import type { DependencyHealth, NodeHealth, Readiness } from '../../server/readiness.js';
import { askNode, type NodeQuestion } from './node-question.js';
import type { Connection } from './plan.js';
import { hostOf } from './served.js';

/** Within this time after an answer a service is not asked for its health: all replicas' questions add up there. */
const FRESH_MS = 30_000;
/** How long a service may take to answer such a question. */
const ASK_MS = 5_000;
/** How long `/readyz` waits for its answer: Kubernetes gives up after a second. */
const WAIT_MS = 500;

/** What a server depends on. */
export interface WatchedServices {
  /** Makes a read of the custody platform, one that creates nothing, which goes through the given `fetch`. */
  askCustody(fetch: Fetch): () => Promise<void>;
  readonly nodes: readonly ResolvedEndpoint[];
  readonly nodeQuestion: NodeQuestion;
  /** Rejects when the store doesn't answer. Default: there is no store. */
  readonly askStore?: () => Promise<void>;
}

/** How the services are that a server depends on: from its own calls, and from a question where it makes none. */
export class Dependencies {
  /** The `fetch` of the custody platform's client. */
  readonly custodyFetch: Fetch;
  /** The `fetch` of the gateway's nodes. */
  readonly nodeFetch: Fetch;
  readonly #clock: Clock;
  readonly #custody: Dependency;
  readonly #nodes: ReadonlyMap<string, Dependency>;
  readonly #askStore: WatchedServices['askStore'];

  constructor(
    { askCustody, nodes, nodeQuestion, askStore }: WatchedServices,
    { clock = systemClock, fetch = globalThis.fetch }: { clock?: Clock; fetch?: Fetch } = {},
  ) {
    this.#clock = clock;
    this.#askStore = askStore;
    this.custodyFetch = heard(fetch, () => this.#custody);
    this.nodeFetch = heard(fetch, (url) => this.#nodes.get(hostOf(url)));
    this.#custody = new Dependency(askCustody(this.custodyFetch), clock);
    this.#nodes = new Map(
      nodes.map((node) => {
        const asked = { peer: 'node', timeoutMs: ASK_MS, fetch: this.nodeFetch, clock };
        const ask = async () => void (await askNode(node, nodeQuestion, asked));
        return [hostOf(node.url), new Dependency(ask, clock)];
      }),
    );
  }

  /**
   * Only the store decides: it may be this replica alone that can't reach it. Custody and nodes are the same for all
   * replicas, which would all be taken out at once, while each can still say what fails, and what it knows.
   */
  async readiness() {
    const [store, custody, nodes] = await Promise.all([
      this.#store(),
      this.#custody.health(),
      Promise.all([...this.#nodes].map(healthOfNode)),
    ]);
    const dependencies = { custody, nodes, ...(store && { store }) };
    return { isReady: store?.status !== 'failing', dependencies } satisfies Readiness;
  }

  async #store(): Promise<DependencyHealth | undefined> {
    if (!this.#askStore) return undefined;
    const isThere = await this.#askStore().then(
      () => true,
      () => false,
    );
    return { status: isThere ? 'ok' : 'failing', at: textOf(this.#clock.now()) };
  }
}

/** What a gateway's server depends on. */
export function dependenciesOf({ settled, custody, shared }: Connection): Dependencies {
  return new Dependencies({
    askCustody: (fetch) => {
      const client = custody(fetch);
      return async () => void (await client.listTransactions({ limit: 1 }, { timeoutMs: ASK_MS }));
    },
    nodes: settled.nodes(),
    nodeQuestion: settled.nodeQuestion,
    ...(shared.askStore && { askStore: shared.askStore }),
  });
}

async function healthOfNode([host, node]: readonly [string, Dependency]): Promise<NodeHealth> {
  return { host, ...(await node.health()) };
}

/** The last answer of a service, or that it gave none. */
interface Heard {
  readonly time: number;
  readonly at: number;
  readonly httpStatus: number | undefined;
}

class Dependency {
  readonly #ask: () => Promise<void>;
  readonly #clock: Clock;
  #last: Heard | undefined;
  #asking: Promise<void> | undefined;

  constructor(ask: () => Promise<void>, clock: Clock) {
    this.#ask = ask;
    this.#clock = clock;
  }

  /** @param httpStatus `undefined` where no answer came */
  hear(httpStatus: number | undefined): void {
    this.#last = { time: this.#clock.now(), at: this.#clock.monotonic(), httpStatus };
  }

  async health(): Promise<DependencyHealth> {
    const isFresh = this.#last && this.#clock.monotonic() - this.#last.at < FRESH_MS;
    if (!isFresh) await this.#within(WAIT_MS, () => this.#asked()).catch(() => undefined);
    if (!this.#last) return { status: 'unknown' };
    const { time, httpStatus } = this.#last;
    const status = isFailure(httpStatus) ? 'failing' : 'ok';
    return { status, at: textOf(time), ...(httpStatus !== undefined && { httpStatus }) };
  }

  /** Asks it, unless it is being asked already. */
  #asked(): Promise<void> {
    this.#asking ??= this.#askAnew().finally(() => {
      this.#asking = undefined;
    });
    return this.#asking;
  }

  async #askAnew(): Promise<void> {
    const before = this.#last;
    try {
      await this.#within(ASK_MS, this.#ask);
    } catch {
      // An answer may be an error to the code that asked, such as a refusal; it was heard then.
      if (this.#last === before) this.hear(undefined);
    }
  }

  #within(timeoutMs: number, work: () => Promise<void>): Promise<void> {
    return withinTime({ peer: 'dependency', timeoutMs, clock: this.#clock }, work);
  }
}

/** A 403 is an answer too: Fireblocks refuses some reads to signing users, who can sign all the same. */
function isFailure(httpStatus: number | undefined): boolean {
  return httpStatus === undefined || httpStatus === 401 || httpStatus >= 500;
}

/** The same `fetch`; the service that it calls hears of each whole answer, and of each call without one. */
function heard(fetch: Fetch, serviceAt: (url: string) => Dependency | undefined): Fetch {
  return async (url, init) => {
    try {
      const response = await fetch(url, init);
      return atItsEnd(response, () => serviceAt(url)?.hear(response.status));
    } catch (error) {
      // A caller that has left says nothing about the service.
      if (!init.signal?.aborted) serviceAt(url)?.hear(undefined);
      throw error;
    }
  };
}

/** A status alone is no answer: the body behind it may never end. */
function atItsEnd(response: Response, hear: () => void): Response {
  if (response.body === null) {
    hear();
    return response;
  }
  return new Response(response.body.pipeThrough(new TransformStream({ flush: hear })), response);
}

function textOf(time: number): string {
  return new Date(time).toISOString();
}
