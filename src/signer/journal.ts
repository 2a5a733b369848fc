import { type Clock, clockOf } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import { knownOptions } from '../core/known-options.js';
import { once } from '../core/once.js';
import { isStore, type Store } from '../store/store.js';
import type { RawSigner } from './raw-signer.js';

/**
 * Gives a signer that forgets its requests (a KMS, local keys) a memory: every request is written to
 * a {@link Store} before it is signed, so that a crash at any moment can be resumed, and a key that
 * was used for other messages is refused.
 *
 * For a resume after a crash, the store must outlive the process; `memoryStore()` only protects against repeats.
 *
 * @throws ConfigurationError naming the option.
 * @example
 * ```ts
 * import { LocalRawSigner, withJournal } from 'custody-gateways/signer';
 * import { memoryStore } from 'custody-gateways/store';
 *
 * const signer = withJournal(new LocalRawSigner({ seed: 'dev', quiet: true }), memoryStore());
 * ```
 */
export function withJournal(
  signer: RawSigner,
  store: Store,
  options: { readonly clock?: Clock } = {},
): RawSigner {
  knownOptions(options, { clock: 'any' });
  if (!isStore(store)) throw new ConfigurationError('store', 'must be a Store');
  return journaled(signer, store, clockOf(options.clock));
}

/** The same, with a clock that is checked. */
export function journaled(signer: RawSigner, store: Store, clock: Clock): RawSigner {
  // A signer that remembers its requests needs no journal.
  if (signer.capabilities.remembers) return signer;
  const memory = once(async () => {
    const { JournaledSigner } = await import('./journaled-signer.js');
    return new JournaledSigner(signer, store, clock);
  });
  return {
    capabilities: { ...signer.capabilities, remembers: true },
    time: () => signer.time?.(),
    getPublicKey: (...given) => signer.getPublicKey(...given),
    confirmAccount: async (...given) => (await signer.confirmAccount?.(...given)) ?? true,
    sign: async (...given) => (await memory()).sign(...given),
    find: async (key) => (await memory()).find(key),
    list: async (...given) => (await memory()).list(...given),
    cancel: async (...given) => (await memory()).cancel(...given),
  };
}
