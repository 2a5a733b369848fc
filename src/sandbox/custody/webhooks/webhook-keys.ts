import { createPublicKey, type KeyObject, sign } from 'node:crypto';
import type { RsaKeys } from '../../rsa-keys.js';
import { signJws } from '../jws.js';

/** The keys that webhooks are signed with: one for ever for version 1, ever new ones for version 2. */
export class WebhookKeys {
  /** Numbers of the keys in the published set, the one in use last. */
  #published: readonly number[] = [0];
  readonly #rsaKeys: RsaKeys;

  constructor(rsaKeys: RsaKeys) {
    this.#rsaKeys = rsaKeys;
  }

  /** The public key of version 1's signatures, PEM. */
  async legacyPublicKey(): Promise<string> {
    const key = createPublicKey(await this.#legacyKey());
    return key.export({ type: 'spki', format: 'pem' }).toString();
  }

  /** The JSON Web Key Set of version 2's signatures. */
  async keySet(): Promise<{ readonly keys: readonly object[] }> {
    const keys = await Promise.all(
      this.#published.map(async (number) => ({
        ...createPublicKey(await this.#jwsKey(number)).export({ format: 'jwk' }),
        kid: kidOf(number),
        use: 'sig',
        alg: 'RS512',
      })),
    );
    return { keys };
  }

  /** @returns the `kid` of the key that is used from now on. */
  rotate(retire: boolean): string {
    const next = this.#inUse + 1;
    this.#published = retire ? [next] : [...this.#published, next];
    return kidOf(next);
  }

  /** `Fireblocks-Signature`: base64 of RSA PKCS#1 v1.5 with SHA-512 over the body. */
  async legacySignature(body: Buffer): Promise<string> {
    return sign('sha512', body, await this.#legacyKey()).toString('base64');
  }

  /** `Fireblocks-Webhook-Signature`: a JWS whose payload, the body, is left out. */
  async detachedSignature(body: Buffer): Promise<string> {
    const number = this.#inUse;
    const jws = signJws({ alg: 'RS512', kid: kidOf(number) }, body, await this.#jwsKey(number));
    const [header = '', , signature = ''] = jws.split('.');
    return `${header}..${signature}`;
  }

  get #inUse(): number {
    return this.#published.at(-1) ?? 0;
  }

  #legacyKey(): Promise<KeyObject> {
    return this.#rsaKeys('webhooks v1');
  }

  #jwsKey(number: number): Promise<KeyObject> {
    return this.#rsaKeys(`webhooks v2 ${number}`);
  }
}

const kidOf = (number: number): string => `sandbox-webhook-key-${number}`;
