import { factsOf, shapeOf } from '../support/shapes.js';
import type { Exchange } from './exchanges.js';
import type { Run, Table } from './run.js';

/**
 * What of a run is recorded: of the first answer of each call, status and kind, which fields it had. Its
 * values stay where they were answered.
 */
export function recordingOf(
  { opaque, objects, wordsIn }: Table,
  { exchanges, pins }: Run,
  source: string,
  now: Date,
): object {
  const answers = new Map<string, object>();
  for (const exchange of exchanges) {
    const { call, status, body } = exchange;
    const words = wordsIn(body);
    const key = [call, status, ...Object.values(words), kindOf(body)].join(' ');
    if (body === undefined || answers.has(key)) continue;
    const fields = factsOf(shapeOf([body], opaque, objects));
    answers.set(key, { call, status, headers: telling(exchange), from: call, words, fields });
  }
  return {
    source,
    read: now.toISOString().slice(0, 10),
    licence: 'none stated; answers of a public network',
    notes: 'Recorded by `npm run test:live`.',
    pins,
    answers: [...answers.values()],
  };
}

const HEADERS = /^(x-aptos-|warning$|deprecation$|sunset$)/;

function telling({ headers }: Exchange): readonly string[] {
  return Object.keys(headers).filter((name) => HEADERS.test(name));
}

function kindOf(body: unknown): string {
  return String(Object(Array.isArray(body) ? body[0] : body).type);
}
