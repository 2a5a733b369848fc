import { type CallOptions, throwIfAborted, unlessAborted } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import type { SigningKey } from '../../signer/raw-signer.js';
import type { FireblocksClient } from '../client.js';
import { CustodyPermissionError } from '../errors.js';
import { checkKey } from './addressing.js';
import type { PinnedKeys } from './public-keys.js';

/**
 * Which vault accounts exist; each is asked for once. By path Fireblocks derives a key for any number, so a vault
 * account that was never created has an address, too, and payments to it can't be signed for.
 */
export class VaultAccounts {
  readonly #client: FireblocksClient;
  readonly #pinned: PinnedKeys;
  readonly #known = new Map<string, Promise<boolean>>();

  constructor(client: FireblocksClient, pinned: PinnedKeys = () => undefined) {
    this.#client = client;
    this.#pinned = pinned;
  }

  /**
   * @returns `false` where the API user may not look.
   * @throws CustodyNotFoundError when there is none, as the reading of a key by asset does.
   */
  async confirm(key: SigningKey, options: CallOptions = {}): Promise<boolean> {
    checkKey(key);
    throwIfAborted(options.signal);
    // By asset Fireblocks itself reports a missing account; and a pinned key was already checked by the user.
    if (key.path === undefined || this.#pinned(key) !== undefined) return true;
    return unlessAborted(this.#exists(key.id), options.signal);
  }

  /** One read for all callers, as for public keys. */
  #exists(id: string): Promise<boolean> {
    const known = this.#known.get(id);
    if (known) return known;
    const reading = this.#read(id);
    this.#known.set(id, reading);
    // A missing account may be created later, and a failure must not reach later callers.
    reading.catch(() => this.#known.delete(id));
    return reading;
  }

  async #read(id: string): Promise<boolean> {
    try {
      const account = await this.#client.getVaultAccount(id);
      if (account.id === id) return true;
    } catch (error) {
      if (error instanceof CustodyPermissionError) return false;
      throw error;
    }
    throw new UnexpectedAnswerError('custody', `not vault account ${id}`);
  }
}
