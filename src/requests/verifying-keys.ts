import { ConfigurationError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { keepRecent } from '../core/recent.js';
import type { RequestKey, Verify } from './primitives/primitives.js';

/** One key, or while one key replaces another, all valid ones: a signature by any of them counts. */
export type LiveKeys = RequestKey | readonly RequestKey[];

/** The key that verifies an API key's signatures: its shared secret, or its public key. */
export type KeysByApiKey =
  | Readonly<Record<string, LiveKeys>>
  | ((apiKey: string) => LiveKeys | null | undefined | Promise<LiveKeys | null | undefined>);

/** Finds the verifying keys of an API key; `undefined` for an unknown one. */
export type FindVerify = (apiKey: string) => Promise<Verify | undefined>;

/** Keys from a function are parsed once and kept, up to this many. */
const MAX_KEPT = 1_000;

/**
 * @throws ConfigurationError at once for an object with a key that can't be used.
 */
export function verifyingKeys(keys: KeysByApiKey, read: (key: RequestKey) => Verify): FindVerify {
  if (typeof keys === 'function') return askedKeys(keys, read);
  if (typeof keys !== 'object' || keys === null) {
    throw new ConfigurationError('keys', 'must be an object or a function');
  }
  const known = new Map(
    Object.entries(keys).map(([apiKey, live]) => [apiKey, anyOf([live].flat().map(read))]),
  );
  return async (apiKey) => known.get(apiKey);
}

function askedKeys(
  ask: Extract<KeysByApiKey, (apiKey: string) => unknown>,
  read: (key: RequestKey) => Verify,
): FindVerify {
  const kept = new Map<RequestKey, Verify>();
  return async (apiKey) => {
    // A plain object also has inherited members: `constructor` is no key.
    const live = [await ask(apiKey)].flat().filter(isKey);
    return anyOf(
      live.map((key) => {
        const verify = kept.get(key) ?? read(key);
        keepRecent(kept, MAX_KEPT, key, verify);
        return verify;
      }),
    );
  };
}

/** Whether one of them verifies it; `undefined` if there is none. */
export function anyOf(verifies: readonly Verify[]): Verify | undefined {
  if (verifies.length === 0) return undefined;
  return async (message, signature) => {
    for (const verify of verifies) if (await verify(message, signature)) return true;
    return false;
  };
}

function isKey(key: unknown): key is RequestKey {
  if (typeof key === 'string') return true;
  return isObject(key) && typeof key.type === 'string';
}
