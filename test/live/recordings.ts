import { recordedAnswers } from '../support/recorded.js';
import type { Exchange } from './exchanges.js';
import type { Run } from './run.js';

/** What of a run goes into `test/recorded`: the first answer of each call, status and kind. */
export function recordingOf({ exchanges, pins }: Run, source: string, now: Date): object {
  const answers = new Map<string, object>();
  for (const exchange of exchanges) {
    const { call, status, body } = exchange;
    const key = [call, status, kindOf(body)].join(' ');
    if (body === undefined || answers.has(key)) continue;
    answers.set(key, { call, status, headers: telling(exchange), from: call, body });
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

/** What a chain has been seen to answer, as if a run had seen it. */
export function recordedExchanges(chain: 'aptos'): readonly Exchange[] {
  return recordedAnswers(chain)
    .filter(({ call }) => call !== 'any')
    .map(({ call, status, headers = {}, body }) => ({
      call,
      status,
      headers,
      body: typeof body === 'string' ? undefined : body,
    }));
}

const HEADERS = /^(x-aptos-|warning$|deprecation$|sunset$)/;

function telling({ headers }: Exchange): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HEADERS.test(name)));
}

function kindOf(body: unknown): string {
  const { type, error_code: code, message } = Object(Array.isArray(body) ? body[0] : body);
  // A VM's refusals have one code, and the status in the message.
  return [type, code, code === 'vm_error' ? message : undefined].map(String).join(' ');
}
