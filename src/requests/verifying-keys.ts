import { ConfigurationError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { keepRecent } from '../core/recent.js';
import type { RequestKey, Verify } from './primitives/primitives.js';

/** What an API key verifies with: its shared secret, or its public key. */
export type KeysByApiKey =
  | Readonly<Record<string, RequestKey>>
  | ((apiKey: string) => RequestKey | null | undefined | Promise<RequestKey | null | undefined>);

/** Finds what an API key verifies with; `undefined` for one that is unknown. */
export type FindVerify = (apiKey: string) => Promise<Verify | undefined>;

/** Keys that a function gave are parsed once and kept, up to this many. */
const MAX_KEPT = 1_000;

/**
 * @throws ConfigurationError at once for an object with a key that can't be used.
 */
export function verifyingKeys(keys: KeysByApiKey, read: (key: RequestKey) => Verify): FindVerify {
  if (typeof keys === 'function') return askedKeys(keys, read);
  if (typeof keys !== 'object' || keys === null) {
    throw new ConfigurationError('keys', 'must be an object or a function');
  }
  const known = new Map(Object.entries(keys).map(([apiKey, key]) => [apiKey, read(key)]));
  return async (apiKey) => known.get(apiKey);
}

function askedKeys(
  ask: Extract<KeysByApiKey, (apiKey: string) => unknown>,
  read: (key: RequestKey) => Verify,
): FindVerify {
  const kept = new Map<string, { readonly key: RequestKey; readonly verify: Verify }>();
  return async (apiKey) => {
    const key = await ask(apiKey);
    // An object that keys are looked up in has what it inherits too: `constructor` is no key.
    if (!isKey(key)) {
      kept.delete(apiKey);
      return undefined;
    }
    const before = kept.get(apiKey);
    if (before?.key === key) return before.verify;
    const verify = read(key);
    keepRecent(kept, MAX_KEPT, apiKey, { key, verify });
    return verify;
  };
}

function isKey(key: unknown): key is RequestKey {
  if (typeof key === 'string') return true;
  return isObject(key) && typeof key.type === 'string';
}
