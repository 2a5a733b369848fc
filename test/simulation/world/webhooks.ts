import type { FireblocksRawSigner } from '../../../src/fireblocks/index.js';
import { readEvent } from '../../../src/fireblocks/webhooks/event.js';
import type { HttpHandler } from '../../../src/http/router.js';
import type { News } from '../network/news.js';
import type { SimulatedProcess } from '../process/simulated-process.js';
import { Chance } from '../schedule/chance.js';
import type { Scheduler } from '../schedule/scheduler.js';

interface Receiver {
  readonly process: SimulatedProcess;
  readonly handler: HttpHandler;
}

/**
 * Fireblocks' webhooks: each comes to any one of the processes, as behind a load balancer. Their signatures are not
 * looked at, all else is the product's.
 */
export class Webhooks {
  readonly #scheduler: Scheduler;
  readonly #news: News;
  readonly #seed: string;
  readonly #receivers: Receiver[] = [];

  constructor(scheduler: Scheduler, news: News, seed: string) {
    this.#scheduler = scheduler;
    this.#news = news;
    this.#seed = seed;
  }

  receive(process: SimulatedProcess, signer: FireblocksRawSigner): void {
    const { webhookHandler } = process.product;
    const verify = async ({ body }: { readonly body: Uint8Array }) => readEvent(body);
    this.#receivers.push({ process, handler: webhookHandler({ verify, signer }) });
  }

  /** The `fetch` of Fireblocks. */
  readonly fetch: typeof fetch = (url, init) =>
    new Promise((resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason), { once: true });
      const body = `${init?.body}`;
      const { id, data } = JSON.parse(body) as { id: string; data: { status: string } };
      const begin = (effect: string) => {
        const living = this.#receivers.filter(({ process }) => !process.isDead);
        const [first, ...others] = living;
        if (first === undefined) return;
        const { process, handler } = new Chance(`${this.#seed} ${effect}`).pick([first, ...others]);
        // Without one an id would be drawn, from no chance of the simulation's.
        const headers = { ...init?.headers, 'x-request-id': effect.replaceAll(/[ #]/g, '-') };
        const where = `webhook ${data.status}`;
        this.#news.tell({ id: effect, where, process }, () => {
          void handler(new Request(url, { method: 'POST', body, headers })).then(resolve);
        });
      };
      const name = `webhook ${data.status}`;
      this.#scheduler.begin({ who: 'custody', kind: 'webhook', name, content: id, begin });
    });
}
