import type { Opened } from './connection.js';
import type { Asked } from './request.js';

/** The answer of a gateway's handler. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly text: string;
}

/** @param waitSeconds how long to wait for an outcome, for an operation that waits */
export async function ask(
  { handler }: Pick<Opened, 'handler'>,
  { method, target, body }: Asked,
  key: string | undefined,
  waitSeconds: number | undefined,
): Promise<Answer> {
  const headers = new Headers();
  if (key !== undefined) headers.set('idempotency-key', key);
  if (waitSeconds !== undefined) headers.set('prefer', `wait=${waitSeconds}`);
  const content = method === 'POST' && key !== undefined ? { body: JSON.stringify(body) } : {};
  if ('body' in content) headers.set('content-type', 'application/json');
  const request = new Request(`http://localhost${target}`, { method, headers, ...content });
  const response = await handler(request);
  const text = await response.text();
  return { status: response.status, body: JSON.parse(text), text };
}
