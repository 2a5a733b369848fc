import { systemClock } from '../core/clock.js';
import type { Listener } from '../core/events.js';
import type { Fetch } from '../core/http.js';
import type { TransactionEvent } from '../transactions/index.js';
import { stepsIn } from './steps.js';

/** The operation that a request asked for. */
export interface ServedOperation {
  /** `xrpl`, `aptos` or `stacks`; for a server that signs for a provider: `provider`, `netlink` or `requests`. */
  readonly chain: string;
  /** The method, such as `xrpTransfer`. Several chains have methods of the same name. */
  readonly operation: string;
}

/** Follows one transaction of a server, as far as the server sees it. */
export interface SeenTransaction {
  /** Receives its events. */
  readonly listener: Listener<TransactionEvent>;
  /** It ended: with `success`, or with an error of this code. */
  ended(outcome: string): void;
}

/** The counts of a server, for programs that scrape them. {@link gatewayMetrics} makes them for Prometheus. */
export interface GatewayMetrics {
  /** A transaction of this operation begins. */
  begin(asked: ServedOperation): SeenTransaction;
  /** A request was answered with this HTTP status, so many milliseconds after it came. */
  answered(asked: ServedOperation, status: number, durationMs: number): void;
  /**
   * The same `fetch` (default: the platform's), with its calls to a peer such as `custody` counted by status; `none`
   * stands for a call that got no answer.
   */
  counting(peer: string, fetch?: Fetch): Fetch;
  /** All metrics, in the text format that Prometheus reads. */
  text(): Promise<string>;
  /** The type of that text. */
  readonly contentType: string;
}

/**
 * The events before a transaction goes on. A transaction that finds others ahead in the lane leaves the lane again,
 * so that entering is not yet the end of waiting; and one that continues an earlier request need not enter at all.
 */
const STILL_WAITING: ReadonlySet<TransactionEvent['type']> = new Set([
  'key-made',
  'address-unpinned',
  'vault-unconfirmed',
  'lane-entered',
  'list-cut',
  'refusal-overruled',
  'read',
]);

/**
 * Metrics for a handler's `metrics` option; what counts is loaded by this call. They name
 * operations, chains and codes, and never a vault account, an address or an amount. Times are in seconds. Several
 * handlers may share one, since `chain` is `xrpl`, `aptos` or `stacks`; `network` is the network of the events, such
 * as `xrpl:0`, and empty for a transaction that ended before its first event.
 *
 * | `custody_gateways_` | labels | |
 * |---|---|---|
 * | `transactions_total` | `chain`, `network`, `operation`, `outcome` | the outcome is `success` or an error's code |
 * | `step_seconds` | `chain`, `network`, `step` | of `lane` (others in the way), `read`, `number` (Tickets created), `prepare`, `approval`, `turn` (those before it), `submit`, `confirm` |
 * | `lanes_waiting` | `chain` | transactions that wait for their account, or read it |
 * | `calls_total` | `peer`, `status` | what went through `counting` |
 * | `call_seconds` | `peer` | how long that took |
 * | `http_requests_total` | `chain`, `operation`, `status` | what was answered |
 * | `http_request_seconds` | `chain`, `operation` | how long that took |
 *
 * The text also has the process's CPU time, memory and lag of the event loop, and the version of Node, by the names
 * that prom-client gives them.
 *
 * @example
 * ```ts
 * import { gatewayMetrics, xrplHandler } from 'custody-gateways/http';
 *
 * const metrics = await gatewayMetrics();
 * const handler = xrplHandler(gateway, { metrics });
 * await handler(new Request('http://localhost/api/account/address/0'));
 * const scraped = await handler(new Request('http://localhost/api/metrics'));
 * await scraped.text(); // '...custody_gateways_http_requests_total{chain="xrpl",operation="address",...'
 * ```
 */
export async function gatewayMetrics(): Promise<GatewayMetrics> {
  const { makeMeters } = await import('./meters.js');
  const meters = makeMeters();
  const { transactions, steps, waiting, calls, callSeconds, requests, requestSeconds } = meters;

  return {
    begin: ({ chain, operation }) => {
      let network = '';
      let isWaiting = true;
      const goOn = () => {
        if (isWaiting) waiting.add({ chain }, -1);
        isWaiting = false;
      };
      const timed = stepsIn(({ name, startedAt, endedAt }) =>
        steps.observe({ chain, network, step: name }, (endedAt - startedAt) / 1_000),
      );
      waiting.add({ chain });
      return {
        listener: (event) => {
          network = event.chain;
          if (!STILL_WAITING.has(event.type)) goOn();
          timed(event);
        },
        ended: (outcome) => {
          goOn();
          transactions.add({ chain, network, operation, outcome });
        },
      };
    },
    answered: ({ chain, operation }, status, durationMs) => {
      requests.add({ chain, operation, status });
      requestSeconds.observe({ chain, operation }, durationMs / 1_000);
    },
    counting: (peer, fetch = globalThis.fetch) => {
      return async (url, init) => {
        const startedAt = systemClock.monotonic();
        try {
          const response = await fetch(url, init);
          calls.add({ peer, status: response.status });
          return response;
        } catch (error) {
          calls.add({ peer, status: 'none' });
          throw error;
        } finally {
          callSeconds.observe({ peer }, (systemClock.monotonic() - startedAt) / 1_000);
        }
      };
    },
    text: async () => meters.text(),
    contentType: meters.contentType,
  };
}
