import type { CallOptions, Clock } from '../../core/clock.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import type { SigningKey } from '../../signer/raw-signer.js';
import type { FireblocksClient } from '../client.js';
import { CustodyPermissionError } from '../errors.js';
import { checkKey } from './addressing.js';
import type { PinnedKeys } from './public-keys.js';
import { SharedReads } from './shared-reads.js';

/**
 * Which vault accounts exist; each is asked for once. By path Fireblocks derives a key for any number, so a vault
 * account that was never created has an address, too, and payments to it can't be signed for.
 */
export class VaultAccounts {
  readonly #client: FireblocksClient;
  readonly #pinned: PinnedKeys | undefined;
  readonly #reads: SharedReads<boolean>;

  constructor(client: FireblocksClient, clock: Clock, pinned: PinnedKeys | undefined) {
    this.#client = client;
    this.#pinned = pinned;
    this.#reads = new SharedReads(clock);
  }

  /**
   * @returns `false` where the API user may not look.
   * @throws CustodyNotFoundError when there is none, as the reading of a key by asset does.
   */
  async confirm(key: SigningKey, options?: CallOptions): Promise<boolean> {
    checkKey(key);
    // By asset Fireblocks itself reports a missing account; and a pinned key was already checked by the user.
    if (key.path === undefined || this.#pinned?.(key) !== undefined) return true;
    return this.#reads.get(key.id, options, () => this.#read(key.id));
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
