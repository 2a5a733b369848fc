import { createPublicKey, type KeyObject } from 'node:crypto';
import type { RsaKeys } from '../rsa-keys.js';
import { type Derive, derivedUuid } from '../seed.js';

/**
 * What an API user may do. `ADMIN` may do all, `SIGNER` may not read public keys nor create
 * wallets, `VIEWER` may only read transactions and addresses.
 *
 * @example
 * ```ts
 * import { type ApiUserRole, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const role: ApiUserRole = 'SIGNER';
 * const signer = await sandbox.custody.addApiUser(role);
 * await sandbox.stop();
 * ```
 */
export type ApiUserRole = 'ADMIN' | 'SIGNER' | 'VIEWER';

/**
 * The credentials of an API user.
 *
 * @example
 * ```ts
 * import { type ApiUser, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox();
 * const { apiKey, apiSecret }: ApiUser = await sandbox.custody.addApiUser('VIEWER');
 * await sandbox.stop();
 * ```
 */
export interface ApiUser {
  /** The value of `X-API-Key`, a UUID. */
  readonly apiKey: string;
  /** The private key of its tokens: RSA, PKCS#8 PEM. */
  readonly apiSecret: string;
  /** What requests with its tokens may do. */
  readonly role: ApiUserRole;
}

/** An API user as the server knows it. */
export interface KnownUser {
  readonly apiKey: string;
  readonly role: ApiUserRole;
  readonly publicKey: KeyObject;
}

/** The API users of a custody platform. Their keys are made at random: only what the platform holds is seeded. */
export class ApiUsers {
  readonly #derive: Derive;
  readonly #rsaKeys: RsaKeys;
  readonly #known = new Map<string, KnownUser>();
  #count = 0;

  constructor(derive: Derive, rsaKeys: RsaKeys) {
    this.#derive = derive;
    this.#rsaKeys = rsaKeys;
  }

  async add(role: ApiUserRole): Promise<ApiUser> {
    const index = this.#count;
    this.#count += 1;
    const apiKey = derivedUuid(this.#derive, `api user ${index}`);
    const key = await this.#rsaKeys(`api user ${index}`);
    this.#known.set(apiKey, { apiKey, role, publicKey: createPublicKey(key) });
    const apiSecret = key.export({ type: 'pkcs8', format: 'pem' }).toString();
    return { apiKey, apiSecret, role };
  }

  find(apiKey: string): KnownUser | undefined {
    return this.#known.get(apiKey);
  }
}
