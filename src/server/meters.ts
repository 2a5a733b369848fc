import { processMetrics } from './process-metrics.js';
import { CONTENT_TYPE, Count, type Described, Histogram } from './text-format.js';

/** Seconds: from a node's answer to a person's approval. */
const STEP_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200];

/** The metrics of a server, and the text of them together with those of the process. */
export function makeMeters() {
  const meters = {
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
    waiting: new Count(
      'gauge',
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
  const ofProcess = processMetrics();
  const text = () => [ofProcess(), ...Object.values(meters).map((meter) => meter.text())].join('');
  return { ...meters, text, contentType: CONTENT_TYPE };
}

function counter<Label extends string>(name: string, help: string, labels: readonly Label[]) {
  return new Count('counter', called(name, help, labels));
}

function histogram<Label extends string>(name: string, help: string, labels: readonly Label[]) {
  return new Histogram(STEP_BUCKETS, called(name, help, labels));
}

function called<Label extends string>(
  name: string,
  help: string,
  labels: readonly Label[],
): Described<Label> {
  return { name: `custody_gateways_${name}`, help, labels };
}
