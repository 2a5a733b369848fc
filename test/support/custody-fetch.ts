import type { Fetch } from '../../src/core/http.js';
import { settle } from './manual-clock.js';

/** What becomes of one try to create a transaction, once it has left this process. */
export type Fate = (deliver: () => Promise<Response>) => Promise<Response>;

/** The answer is the custody's own. */
export const arrives: Fate = (deliver) => deliver();

/** The custody takes it, and its answer never comes. */
export const answerLost: Fate = async (deliver) => {
  await deliver();
  throw new TypeError('fetch failed');
};

/** It never gets to the custody. */
export const requestLost: Fate = async () => {
  throw new TypeError('fetch failed');
};

/** The custody takes it, and something in between answers. */
export const answered =
  (status: number, body: unknown): Fate =>
  async (deliver) => {
    await deliver();
    return responseOf(status, body);
  };

/** It never gets to the custody, and there is an answer all the same: the custody's own word, or another's. */
export const refused =
  (status: number, body: unknown = { message: 'refused', code: 4_000 }): Fate =>
  async () =>
    responseOf(status, body);

function responseOf(status: number, body: unknown): Response {
  return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
}

/** A `fetch` to a custody, but for the tries to create a transaction: each has the fate that is next. */
export class CreationFetch {
  /** Of the tries to come; those after them arrive. */
  fates: Fate[] = [];
  /** The bodies of all tries, in order. */
  readonly bodies: { readonly externalTxId: string }[] = [];
  /** Whether the custody shows nothing by external id, as for a while after a creation. */
  lags = false;
  /** Answers of anything else that a test replaces. */
  bend: ((path: string, answer: unknown) => unknown) | undefined;
  /** Creations that answered too early, and have yet to get to the custody. */
  readonly #late: (() => Promise<Response>)[] = [];
  readonly #fetch: Fetch;

  constructor(through: Fetch = fetch) {
    this.#fetch = through;
  }

  /** Answers at once, and takes the creation only with {@link CreationFetch.deliverLate}. */
  readonly takenLate =
    (status: number, body: unknown = 'trouble'): Fate =>
    async (deliver) => {
      this.#late.push(deliver);
      return responseOf(status, body);
    };

  async deliverLate(): Promise<void> {
    for (const deliver of this.#late.splice(0)) await deliver();
    await settle();
  }

  readonly fetch: Fetch = async (url, init) => {
    const { pathname } = new URL(url);
    if (init.method === 'POST' && pathname === '/v1/transactions') {
      this.bodies.push(JSON.parse(String(init.body)));
      const { signal: _, ...unstopped } = init;
      return (this.fates.shift() ?? arrives)(() => this.#fetch(url, unstopped));
    }
    if (this.lags && pathname.includes('/external_tx_id/')) {
      return responseOf(404, { message: 'not found', code: 0 });
    }
    const answer = await this.#fetch(url, init);
    if (!this.bend) return answer;
    return responseOf(answer.status, this.bend(pathname, await answer.json()));
  };
}
