// Requests as a platform signs them, on bare node:crypto.
import { createHmac, randomUUID } from 'node:crypto';
import type { HttpHandler } from '../../../src/http/index.js';

export interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer, whatever it is.
  readonly body: any;
}

export interface Customer {
  readonly apiKey: string;
  readonly secret: string;
}

/** Sends what a customer signs: HMAC-SHA512 over the message in this encoding, as Base64. */
export function callerOf(handler: HttpHandler, preEncoding: 'utf8' | 'base64') {
  return async (
    { apiKey, secret }: Customer,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
  ): Promise<Answered> => {
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
    return { status: response.status, body: await response.json() };
  };
}
