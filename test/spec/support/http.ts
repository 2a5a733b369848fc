import type { HttpHandler } from '../../../src/handlers.js';

/** A handler's answer, with its JSON read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Json;
}

/** JSON as tests walk it: the documents name fields, so a wrong step has to be a failing test, not a type. */
// biome-ignore lint/suspicious/noExplicitAny: see above.
export type Json = any;

/** Asks a handler: `ask(handler, 'POST /api/token/trustSet/0', body)`. */
export async function ask(handler: HttpHandler, line: string, body?: unknown): Promise<Answer> {
  const [method = '', path = ''] = line.split(' ');
  const response = await handler(
    new Request(`http://localhost:3000${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    }),
  );
  const text = await response.text();
  const isJson = /json/.test(response.headers.get('content-type') ?? '');
  const { status, headers } = response;
  return { status, headers, text, body: isJson ? JSON.parse(text) : undefined };
}
