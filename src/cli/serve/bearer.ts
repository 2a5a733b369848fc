import { createHash, timingSafeEqual } from 'node:crypto';
import type { Authorize } from '../../handlers.js';

/** Callers with the token may call. Digests are compared, so that the time does not reveal its length. */
export function bearerOf(token: string): Authorize {
  const expected = digestOf(token);
  return ({ headers }) => {
    const [, given] = /^Bearer +(\S+)$/i.exec(headers.get('authorization') ?? '') ?? [];
    return given !== undefined && timingSafeEqual(digestOf(given), expected);
  };
}

function digestOf(text: string): Uint8Array {
  return createHash('sha256').update(text).digest();
}
