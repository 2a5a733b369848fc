import { textResponse } from '../../http/responses.js';

/** An answer that can be stored, and returned again byte for byte. */
export interface Answer {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export function responseOf({ status, body, headers }: Answer): Response {
  return textResponse(body, status, {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
  });
}
