import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { type Claims, textIn } from './claims.js';
import { extraParametersOf, messagesIn } from './raw.js';

/** Where in a path `[44, coinType, vault, change, index]` the vault account stands. */
const VAULT_LEVEL = 2;
const VAULT_TYPES: readonly (string | undefined)[] = ['VAULT', 'VAULT_ACCOUNT'];

/** The vault account that a request names as its source. */
export function sourceVaultOf(claims: Claims): string | undefined {
  if (!VAULT_TYPES.includes(textIn(claims, 'sourceType'))) return undefined;
  const id = claims.sourceId;
  return typeof id === 'number' ? String(id) : textIn(claims, 'sourceId');
}

/**
 * The vault account whose key a RAW request uses: by name, or by the derivation paths of its messages.
 *
 * @throws InvalidInputError where it names several.
 */
export function signingVaultOf(claims: Claims): string | undefined {
  const { rawMessageData } = extraParametersOf(claims);
  const rawTx: readonly unknown[] = Array.isArray(claims.rawTx) ? claims.rawTx : [];
  const paths = [
    ...messagesIn(rawMessageData).map(({ derivationPath }) => derivationPath),
    ...rawTx.map((entry) => (isObject(entry) ? entry.keyDerivationPath : undefined)),
  ];
  const named = [sourceVaultOf(claims), ...paths.map(vaultInPath)];
  const vaults = new Set(named.filter((vault) => vault !== undefined));
  if (vaults.size > 1) {
    throw new InvalidInputError('sourceId', 'is not the vault account whose key would sign');
  }
  return [...vaults][0];
}

/** @throws InvalidInputError for a path that can't be read: its key may be anybody's. */
function vaultInPath(path: unknown): string | undefined {
  if (path === undefined || path === null) return undefined;
  const levels = typeof path === 'string' ? levelsIn(path) : path;
  const level: unknown = Array.isArray(levels) ? levels[VAULT_LEVEL] : undefined;
  if (typeof level === 'number' && Number.isInteger(level)) return String(level);
  throw new InvalidInputError('derivationPath', 'must be a list of five numbers');
}

/** `[ 44, 144, 0, 0, 0 ]`, as text. */
function levelsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
