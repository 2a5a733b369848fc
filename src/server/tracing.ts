import type { Attributes, Span } from '@opentelemetry/api';
import type { SeenTransaction, ServedOperation } from './metrics.js';

/** Spans of what a server does, for whoever has set OpenTelemetry up. */
export interface Tracing {
  /** An operation begins, within the span that is active. */
  begin(asked: ServedOperation): SeenTransaction;
}

const NAME = 'custody-gateways';

/**
 * A span for each operation, and within it one for each step of its transaction: `prepare`, `approval`,
 * `submit` and `confirm`. They say which chain and network, and what came of it, never whose account or how much.
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
      let submittedAt: number | undefined;
      const step = (name: string, startTime: number, endTime: number, attributes: Attributes) =>
        tracer.startSpan(name, { startTime, attributes }, within).end(endTime);
      return {
        listener: (event) => {
          const { at, attempt, chain: network } = event;
          const attributes = { 'custody_gateways.attempt': attempt };
          span.setAttribute('custody_gateways.network', network);
          switch (event.type) {
            case 'prepared':
              return step('prepare', at - event.durationMs, at, attributes);
            case 'signed':
              return step('approval', at - event.durationMs, at, attributes);
            case 'submitted':
              submittedAt = at;
              return step('submit', at - event.durationMs, at, attributes);
            case 'final':
              if (submittedAt !== undefined) step('confirm', submittedAt, at, attributes);
          }
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
