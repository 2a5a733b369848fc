import { InvalidInputError } from '../../core/errors.js';
import { type Claims, textIn } from './claims.js';
import { extraParametersOf, messagesIn, rawTxIn } from './raw.js';

/** A path is `[44, coinType, vault, change, index]`. */
const LEVELS = 5;
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
  const paths = [
    ...messagesIn(rawMessageData).map(({ derivationPath }) => derivationPath),
    ...rawTxIn(claims).map(({ keyDerivationPath }) => keyDerivationPath),
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
  if (Array.isArray(levels) && levels.length === LEVELS && levels.every(isLevel)) {
    return String(levels[VAULT_LEVEL]);
  }
  throw new InvalidInputError('derivationPath', 'must be a list of five numbers');
}

function isLevel(level: unknown): boolean {
  return Number.isSafeInteger(level) && Number(level) >= 0;
}

/** `[ 44, 144, 0, 0, 0 ]`, as text. */
function levelsIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
