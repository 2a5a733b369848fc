import type { HistogramConfiguration } from 'prom-client';

/** Seconds: from a node's answer to a person's approval. */
const STEP_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

/** The metrics, in a registry of their own, together with the default metrics of the process. */
export async function makeMeters() {
  // Loaded only where metrics are wanted.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import(
    'prom-client'
  );
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const called = <T extends string>(name: string, help: string, labelNames: readonly T[]) => ({
    name: `custody_gateways_${name}`,
    help,
    labelNames,
    registers: [registry],
  });
  const counter = <T extends string>(...what: Parameters<typeof called<T>>) =>
    new Counter(called(...what));
  const histogram = <T extends string>(...what: Parameters<typeof called<T>>) => {
    const settings: HistogramConfiguration<T> = { ...called(...what), buckets: STEP_BUCKETS };
    return new Histogram(settings);
  };

  return {
    registry,
    transactions: counter(
      'transactions_total',
      'Transactions by outcome: success, or the code of the error.',
      ['chain', 'network', 'operation', 'outcome'],
    ),
    steps: histogram(
      'step_seconds',
      'How long each step of a transaction takes, without the steps before it.',
      ['chain', 'network', 'step'],
    ),
    waiting: new Gauge(
      called('lanes_waiting', 'Transactions that wait for their account, or read it.', ['chain']),
    ),
    calls: counter('calls_total', 'Calls to the custody platform and chains by status.', [
      'peer',
      'status',
    ]),
    callSeconds: histogram('call_seconds', 'How long those calls take.', ['peer']),
    requests: counter('http_requests_total', 'Requests that were answered.', [
      'chain',
      'operation',
      'status',
    ]),
    requestSeconds: histogram('http_request_seconds', 'How long the answers took.', [
      'chain',
      'operation',
    ]),
  };
}
