import { InvalidInputError } from '../../core/errors.js';
import { jsonIn } from '../../core/json.js';
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
 * The vault account whose key signs each message of a RAW request: by name, or by the derivation paths. Several,
 * where all signers of a transaction are asked at once.
 *
 * @throws InvalidInputError where a message's vault account is named in two ways.
 */
export function signingVaultsOf(claims: Claims): readonly (string | undefined)[] {
  const { rawMessageData } = extraParametersOf(claims);
  const paths = messagesIn(rawMessageData).map(({ derivationPath }) => levelsOf(derivationPath));
  const shownPaths = rawTxIn(claims).map(({ keyDerivationPath }) => levelsOf(keyDerivationPath));
  checkShown(shownPaths, paths);
  const messages = paths.map(vaultIn);
  const shown = shownPaths.map(vaultIn);
  const source = sourceVaultOf(claims);
  const named = [...messages, ...shown, source].filter((vault) => vault !== undefined);
  const [only] = named;
  if (new Set(named).size <= 1) return messages.map(() => only);
  const isClear = source === undefined && !messages.includes(undefined);
  if (isClear && shown.every((vault) => vault === undefined || messages.includes(vault))) {
    return messages;
  }
  throw new InvalidInputError('sourceId', 'is not the vault account that signs');
}

/** @throws InvalidInputError where a path is shown that no message has, though messages have paths. */
function checkShown(shown: readonly Path[], messages: readonly Path[]): void {
  const asked = new Set(messages.map(String));
  const isAsked = (path: Path) => path === undefined || asked.has(String(path));
  if (messages.includes(undefined) || shown.every(isAsked)) return;
  throw new InvalidInputError('rawTx.keyDerivationPath', 'is none of the messages');
}

type Path = readonly number[] | undefined;

function vaultIn(path: Path): string | undefined {
  return path && String(path[VAULT_LEVEL]);
}

/** @throws InvalidInputError for a path that can't be read: its key could belong to any vault account. */
function levelsOf(path: unknown): Path {
  if (path === undefined || path === null) return undefined;
  const levels = typeof path === 'string' ? jsonIn(path) : path;
  if (Array.isArray(levels) && levels.length === LEVELS && levels.every(isLevel)) return levels;
  throw new InvalidInputError('derivationPath', 'must be a list of five numbers');
}

function isLevel(level: unknown): level is number {
  return Number.isSafeInteger(level) && Number(level) >= 0;
}
