import type { Span } from '@opentelemetry/api';
import type { SeenTransaction, ServedOperation } from './metrics.js';
import { stepsIn } from './steps.js';

/** Spans of a server's work, for applications that have set OpenTelemetry up. */
export interface Tracing {
  /** Begins an operation, within the active span. */
  begin(asked: ServedOperation): SeenTransaction;
}

const NAME = 'custody-gateways';

/**
 * A span for each operation, and within it one for each step of its transaction: `lane`, `read`, `number`, `prepare`,
 * `approval`, `turn`, `submit` and `confirm`, as in the metrics. They show the chain, the network and the outcome,
 * never an account or an amount.
 * `undefined` where `@opentelemetry/api` is not installed.
 */
export async function loadTracing(): Promise<Tracing | undefined> {
  const api = await import('@opentelemetry/api').catch(() => undefined);
  if (!api) return undefined;
  const { context, SpanStatusCode, trace } = api;
  const tracer = trace.getTracer(NAME);
  return {
    begin: ({ chain, operation }) => {
      const attributes = { 'custody_gateways.chain': chain };
      const span: Span = tracer.startSpan(`${NAME} ${operation}`, { attributes });
      const within = trace.setSpan(context.active(), span);
      const timed = stepsIn(({ name, startedAt: startTime, endedAt }, { attempt }) => {
        const attributes = { 'custody_gateways.attempt': attempt };
        tracer.startSpan(name, { startTime, attributes }, within).end(endedAt);
      });
      return {
        listener: (event) => {
          span.setAttribute('custody_gateways.network', event.chain);
          timed(event);
        },
        ended: (outcome) => {
          span.setAttribute('custody_gateways.outcome', outcome);
          if (outcome !== 'success') {
            span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
          }
          span.end();
        },
      };
    },
  };
}
