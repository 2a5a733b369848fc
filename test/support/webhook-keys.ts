import { type KeyObject, sign } from 'node:crypto';
import type { Fetch } from '../../src/core/http.js';
import { rsaKeys } from './rsa-keys.js';

/** An RSA key of a test, as it is published and as it signs. */
export interface WebhookKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly jwk: Readonly<Record<string, unknown>>;
}

export function newKey(kid: string, modulusLength = 2048): WebhookKey {
  const { privateKey, publicKey } = rsaKeys(`webhooks ${kid}`, modulusLength);
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS512' };
  return { kid, privateKey, publicKey, jwk };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A detached JWS over a body, of whatever header and hash. */
export function detached(
  body: string,
  { kid, privateKey }: WebhookKey,
  header: object = {},
  hash = 'sha512',
): string {
  const head = part({ alg: 'RS512', kid, ...header });
  const signed = Buffer.from(`${head}.${Buffer.from(body).toString('base64url')}`);
  return `${head}..${sign(hash, signed, privateKey).toString('base64url')}`;
}

/** The old form: base64 over the body. */
export const legacy = (body: string, { privateKey }: WebhookKey, hash = 'sha512') =>
  sign(hash, Buffer.from(body), privateKey).toString('base64');

/** Serves a key set that a test can change or break, and counts how often it is read. */
export class KeyServer {
  keys: readonly unknown[];
  status = 200;
  maxAge: number | undefined = 3_600;
  readonly urls: string[] = [];

  constructor(...keys: readonly WebhookKey[]) {
    this.keys = keys.map(({ jwk }) => jwk);
  }

  readonly fetch: Fetch = async (url) => {
    this.urls.push(url);
    return new Response(JSON.stringify({ keys: this.keys }), {
      status: this.status,
      headers:
        this.maxAge === undefined ? {} : { 'cache-control': `public, max-age=${this.maxAge}` },
    });
  };
}
