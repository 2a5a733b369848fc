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
 * The vault account whose key signs each message of a RAW request: by name, or by the derivation paths.
 * Several, where everybody who has to sign a transaction is asked at once.
 *
 * @throws InvalidInputError where a message's vault account is named in two ways.
 */
export function signingVaultsOf(claims: Claims): readonly (string | undefined)[] {
  const { rawMessageData } = extraParametersOf(claims);
  const messages = messagesIn(rawMessageData).map(({ derivationPath }) =>
    vaultInPath(derivationPath),
  );
  const shown = rawTxIn(claims).map(({ keyDerivationPath }) => vaultInPath(keyDerivationPath));
  const source = sourceVaultOf(claims);
  const named = [...messages, ...shown, source].filter((vault) => vault !== undefined);
  const [only] = named;
  if (new Set(named).size <= 1) return messages.map(() => only);
  const isClear = source === undefined && !messages.includes(undefined);
  if (isClear && shown.every((vault) => vault === undefined || messages.includes(vault))) {
    return messages;
  }
  throw new InvalidInputError('sourceId', 'is not the vault account whose key would sign');
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
