import type { CallOptions, Clock } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import { withinTime } from '../core/http.js';
import type { PublicKey, RawSigner, SigningKey } from '../signer/raw-signer.js';
import { ANSWER_TIMEOUT_MS } from './answer-time.js';
import type { Account } from './chain.js';
import { checkAccountId } from './options.js';

export interface AccountSettings {
  readonly signer: RawSigner;
  readonly clock: Clock;
  /** The key of a vault account on this chain. */
  readonly keyOf: (vaultAccountId: string) => SigningKey;
  readonly addressOf: (publicKey: PublicKey) => string;
  /** Addresses that are already known; the address of the key must agree. */
  readonly expected: Readonly<Record<string, string>>;
}

/**
 * Warnings about an account: its address is only the signer's statement (`address-unpinned`), or the signer may not
 * look whether the account exists (`vault-unconfirmed`).
 */
interface Warning {
  readonly type: 'address-unpinned' | 'vault-unconfirmed';
  readonly address: string;
}

/** Finds the key and address of a vault account by its id; each is read once. */
export class Accounts {
  readonly #settings: AccountSettings;
  readonly #known = new Map<string, Account>();
  readonly #untold = new Map<string, readonly Warning[]>();

  constructor(settings: AccountSettings) {
    this.#settings = settings;
  }

  /**
   * @throws InvalidInputError naming `vaultAccountId`.
   * @throws ConfigurationError when the key gives another address than the one configured, or than before.
   */
  async resolve(vaultAccountId: unknown, options: CallOptions = {}): Promise<Account> {
    const id = checkAccountId(vaultAccountId);
    const known = this.#known.get(id);
    if (known) return known;
    const { signer, clock, keyOf, addressOf, expected } = this.#settings;
    const key = keyOf(id);
    const pinned = Object.hasOwn(expected, id) ? expected[id] : undefined;
    // A user's own signer may take any time.
    const { signal, timeoutMs = ANSWER_TIMEOUT_MS } = options;
    const limits = { peer: 'signer', clock, signal, timeoutMs };
    const [given, isConfirmed] = await withinTime(limits, () =>
      Promise.all([
        signer.getPublicKey(key, options),
        pinned === undefined ? signer.confirmAccount?.(key, options) : undefined,
      ]),
    );
    const publicKey = keyIn(given, key);
    const address = addressOf(publicKey);
    // Two calls may have asked for it at once.
    const before = this.#known.get(id);
    const wanted = pinned ?? before?.address;
    if (wanted !== undefined && wanted !== address) {
      throw new ConfigurationError(
        'addresses',
        `vault account ${id} has ${address}, not ${wanted}; is the asset or the network another?`,
      );
    }
    if (before) return before;
    const untold: Warning[] = pinned === undefined ? [{ type: 'address-unpinned', address }] : [];
    if (isConfirmed === false) untold.push({ type: 'vault-unconfirmed', address });
    this.#untold.set(id, untold);
    const account = { vaultAccountId: id, key, publicKey, address };
    this.#known.set(id, account);
    return account;
  }

  /**
   * The public key that an account was resolved with: what is signed names it, whatever the signer gives for the same
   * name by now. A key of no known account is the signer's.
   */
  async getPublicKey(key: SigningKey, options?: CallOptions): Promise<PublicKey> {
    const known = this.#known.get(key.id);
    const isSame = known?.key.id === key.id && known.key.algorithm === key.algorithm;
    return isSame ? known.publicKey : this.#settings.signer.getPublicKey(key, options);
  }

  /** The warnings about an account that its user has not received yet; they come with its first transaction. */
  takeUntold(vaultAccountId: string): readonly Warning[] {
    const untold = this.#untold.get(vaultAccountId) ?? [];
    this.#untold.delete(vaultAccountId);
    return untold;
  }
}

/**
 * A signer's public key, copied: other bytes would give an address whose money nobody can move.
 *
 * @throws ConfigurationError naming `signer`.
 */
function keyIn({ algorithm: told, bytes }: PublicKey, { algorithm }: SigningKey): PublicKey {
  const size = algorithm === 'eddsa-ed25519' ? 32 : 33;
  if (told === algorithm && bytes.length === size) {
    return { algorithm, bytes: Uint8Array.from(bytes) };
  }
  throw new ConfigurationError('signer', `must give keys of ${size} bytes for ${algorithm}`);
}
