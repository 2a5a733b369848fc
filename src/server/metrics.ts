import type { Listener } from '../core/events.js';
import type { Fetch } from '../core/http.js';
import type { TransactionEvent } from '../transactions/index.js';

/** How one transaction of a server ended, as far as the server saw it. */
export interface SeenTransaction {
  /** Hears its events. */
  readonly listener: Listener<TransactionEvent>;
  /** It ended: with `success`, or with an error of this code. */
  ended(outcome: string): void;
}

/** What a server counts, for programs that scrape it. {@link gatewayMetrics} makes it with Prometheus in mind. */
export interface GatewayMetrics {
  /** A transaction of this operation, such as `xrpTransfer`, begins. */
  begin(operation: string): SeenTransaction;
  /** A request was answered with this HTTP status, so many milliseconds after it came. */
  answered(operation: string, status: number, durationMs: number): void;
  /**
   * The same `fetch` (default: the platform's), with its calls to a peer such as `custody` counted by status;
   * `none` is one that got no answer.
   */
  counting(peer: string, fetch?: Fetch): Fetch;
  /** Everything, in the text format that Prometheus reads. */
  text(): Promise<string>;
  /** The type of that text. */
  readonly contentType: string;
}

/** Seconds: from a node's answer to a person's approval. */
const STEP_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

/**
 * Metrics for a handler's `metrics` option, in a registry of their own: prom-client is loaded by this call,
 * and not before. They name operations, chains and codes, and never a vault account, an address or an amount.
 * Times are in seconds. Several handlers may share one.
 *
 * | `custody_gateways_` | labels | |
 * |---|---|---|
 * | `transactions_total` | `chain`, `operation`, `outcome` | the outcome is `success` or an error's code |
 * | `step_seconds` | `chain`, `step` | of `prepare`, `approval`, `submit` and `confirm` |
 * | `lanes_waiting` | | transactions that wait for their account |
 * | `calls_total` | `peer`, `status` | what went through `counting` |
 * | `call_seconds` | `peer` | how long that took |
 * | `http_requests_total` | `operation`, `status` | what was answered |
 * | `http_request_seconds` | `operation` | how long that took |
 *
 * And those of the process, by their usual names.
 *
 * @example
 * ```ts
 * import { gatewayMetrics, xrplHandler } from 'custody-gateways/http';
 *
 * const metrics = await gatewayMetrics();
 * const handler = xrplHandler(gateway, { metrics });
 * await handler(new Request('http://localhost/api/account/address/0'));
 * const scraped = await handler(new Request('http://localhost/api/metrics'));
 * await scraped.text(); // '...custody_gateways_http_requests_total{operation="address",status="200"} 1...'
 * ```
 */
export async function gatewayMetrics(): Promise<GatewayMetrics> {
  // Loaded only where somebody counts.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import(
    'prom-client'
  );
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const histogram = (name: string, help: string, labelNames: string[]) =>
    new Histogram({ name, help, labelNames, registers, buckets: STEP_BUCKETS });
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name, help, labelNames, registers });

  const transactions = counter(
    'custody_gateways_transactions_total',
    'Transactions by outcome: success, or the code of the error.',
    ['chain', 'operation', 'outcome'],
  );
  const steps = histogram(
    'custody_gateways_step_seconds',
    'How long the steps of a transaction take.',
    ['chain', 'step'],
  );
  const waiting = new Gauge({
    name: 'custody_gateways_lanes_waiting',
    help: 'Transactions that wait for their account.',
    registers,
  });
  const calls = counter('custody_gateways_calls_total', 'Calls to custody and chains by status.', [
    'peer',
    'status',
  ]);
  const callSeconds = histogram('custody_gateways_call_seconds', 'How long those calls take.', [
    'peer',
  ]);
  const requests = counter('custody_gateways_http_requests_total', 'Requests that were answered.', [
    'operation',
    'status',
  ]);
  const requestSeconds = histogram(
    'custody_gateways_http_request_seconds',
    'How long the answers took.',
    ['operation'],
  );

  return {
    begin: (operation) => {
      let chain = '';
      let isWaiting = true;
      let submittedAt: number | undefined;
      const step = (name: string, ms: number) => steps.observe({ chain, step: name }, ms / 1_000);
      const enter = () => {
        if (isWaiting) waiting.dec();
        isWaiting = false;
      };
      waiting.inc();
      return {
        listener: (event) => {
          chain = event.chain;
          switch (event.type) {
            case 'lane-entered':
              return enter();
            case 'prepared':
              return step('prepare', event.durationMs);
            case 'signed':
              return step('approval', event.durationMs);
            case 'submitted':
              submittedAt = event.at;
              return step('submit', event.durationMs);
            case 'final':
              if (submittedAt !== undefined) step('confirm', event.at - submittedAt);
          }
        },
        ended: (outcome) => {
          enter();
          transactions.inc({ chain, operation, outcome });
        },
      };
    },
    answered: (operation, status, durationMs) => {
      requests.inc({ operation, status });
      requestSeconds.observe({ operation }, durationMs / 1_000);
    },
    counting: (peer, fetch = globalThis.fetch) => {
      return async (url, init) => {
        const end = callSeconds.startTimer({ peer });
        try {
          const response = await fetch(url, init);
          calls.inc({ peer, status: response.status });
          return response;
        } catch (error) {
          calls.inc({ peer, status: 'none' });
          throw error;
        } finally {
          end();
        }
      };
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
