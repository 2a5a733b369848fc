// Requests as a platform signs them, on bare node:crypto.
import { createHmac, randomUUID } from 'node:crypto';
import type { HttpHandler } from '../../../src/handlers.js';

export interface Answered<Body = Said> {
  readonly status: number;
  readonly body: Body;
}

/** What tests read of an answer's JSON: of an error, of a thing, or of a list of things. */
interface Said {
  readonly errorCode?: number;
  readonly id?: string;
  readonly balanceAmount?: string;
  readonly balances?: readonly object[];
  readonly withdrawals?: readonly Said[];
  readonly transactions?: readonly object[];
  readonly nextPageCursor?: string;
}

export interface Customer {
  readonly apiKey: string;
  readonly secret: string;
}

/** Sends what a customer signs: HMAC-SHA512 over the message in this encoding, as Base64. */
export function callerOf(handler: HttpHandler, preEncoding: 'utf8' | 'base64') {
  return async <Body = Said>(
    { apiKey, secret }: Customer,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Answered<Body>> => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const [timestamp, nonce] = [String(Date.now()), randomUUID()];
    const message = Buffer.from(timestamp + nonce + method + path + (text ?? ''));
    const signature = createHmac('sha512', secret).update(message.toString(preEncoding));
    const request = new Request(`https://provider.example${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'x-fbapi-key': apiKey,
        'x-fbapi-timestamp': timestamp,
        'x-fbapi-nonce': nonce,
        'x-fbapi-signature': signature.digest('base64'),
      },
      ...(text === undefined ? {} : { body: text }),
    });
    const response = await handler(request);
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
}
