import { InvalidInputError } from '../../core/errors.js';
import type { SigningAlgorithm, SigningKey } from '../../signer/raw-signer.js';
import type { CustodyAlgorithm } from '../client.js';

/** BIP-44's purpose. Fireblocks hardens no level of the path. */
const PURPOSE = 44;
const MAX_INDEX = 0x7fff_ffff;

const ALGORITHMS: Partial<Record<SigningAlgorithm, CustodyAlgorithm>> = {
  'ecdsa-secp256k1': 'MPC_ECDSA_SECP256K1',
  'ecdsa-prime256v1': 'MPC_ECDSA_SECP256R1',
  'eddsa-ed25519': 'MPC_EDDSA_ED25519',
};

/**
 * Checks the id of a vault account: a whole number, written in one way only. Two spellings of one vault account would
 * make two lanes for one sequence number.
 *
 * @throws InvalidInputError naming `vaultAccountId`, for `"5.0"`, `" 5"`, `"05"`, `5` and similar ids.
 */
export function checkVaultAccountId(id: unknown): string {
  if (typeof id !== 'string' || !/^(?:0|[1-9]\d{0,9})$/.test(id) || Number(id) > MAX_INDEX) {
    throw new InvalidInputError('vaultAccountId', 'must be a vault account\'s id such as "0"');
  }
  return id;
}

/** The form of asset ids; none of them is a dot segment of a URL path. */
const ASSET_ID = /^(?!\.{1,2}$)[\x21-\x7e]{1,100}$/;

/**
 * Checks a key at Fireblocks: a vault account, and either an asset or a path.
 *
 * @throws InvalidInputError naming what is wrong.
 */
export function checkKey(key: SigningKey): void {
  checkVaultAccountId(key.id);
  custodyAlgorithmOf(key.algorithm);
  if ((key.path === undefined) === (key.assetId === undefined)) {
    throw new InvalidInputError('key', 'needs either an assetId or a path');
  }
  if (key.assetId !== undefined) checkAssetId(key.assetId);
  if (key.path === undefined) return;
  const { coinType, change = 0, addressIndex = 0 } = key.path;
  for (const [name, value] of Object.entries({ coinType, change, addressIndex })) {
    if (!Number.isInteger(value) || value < 0 || value > MAX_INDEX) {
      throw new InvalidInputError(`key.path.${name}`, 'must be a whole number below 2^31');
    }
  }
}

/** @throws InvalidInputError naming `assetId`. */
export function checkAssetId(assetId: unknown): string {
  if (typeof assetId !== 'string' || !ASSET_ID.test(assetId)) {
    throw new InvalidInputError('assetId', 'must be an asset\'s id such as "XRP"');
  }
  return assetId;
}

/** @throws InvalidInputError for an algorithm that Fireblocks does not sign with. */
export function custodyAlgorithmOf(algorithm: SigningAlgorithm): CustodyAlgorithm {
  const name = Object.hasOwn(ALGORITHMS, algorithm) && ALGORITHMS[algorithm];
  if (!name) throw new InvalidInputError('key.algorithm', `Fireblocks has no ${algorithm} keys`);
  return name;
}

/**
 * A checked key's full path `[44, coinType, vault, change, addressIndex]`, or `undefined` when the key is
 * addressed by its asset.
 */
export function derivationPathOf(key: SigningKey): readonly number[] | undefined {
  if (!key.path) return undefined;
  const { coinType, change = 0, addressIndex = 0 } = key.path;
  return [PURPOSE, coinType, Number(key.id), change, addressIndex];
}

/** One text for one key: for caches and for messages to people. */
export function keyNameOf(key: SigningKey): string {
  const path = derivationPathOf(key);
  return `${key.algorithm}:${path ? `m/${path.join('/')}` : `${key.id}:${key.assetId}`}`;
}

/**
 * How a signing request addresses its keys. The two ways must not be mixed
 * (UNALLOWED_RAW_PARAM_COMBINATION), so one request uses one.
 */
export type Addressing =
  | { readonly mode: 'asset'; readonly vaultAccountId: string; readonly assetId: string }
  | { readonly mode: 'path'; readonly algorithm: CustodyAlgorithm };

/** @throws InvalidInputError when the keys, one or more, can't be in one request. */
export function addressingOf(keys: readonly SigningKey[]): Addressing {
  for (const key of keys) checkKey(key);
  const first = keys.reduce((one, key) => {
    checkTogether(one, key);
    return one;
  });
  const algorithm = custodyAlgorithmOf(first.algorithm);
  return first.assetId === undefined
    ? { mode: 'path', algorithm }
    : { mode: 'asset', vaultAccountId: first.id, assetId: first.assetId };
}

function checkTogether(first: SigningKey, key: SigningKey): void {
  if (key.algorithm !== first.algorithm) {
    throw new InvalidInputError('messages', 'a request has keys of one algorithm');
  }
  const sameWallet = key.path ? first.path : key.id === first.id && key.assetId === first.assetId;
  if (!sameWallet) {
    throw new InvalidInputError(
      'messages',
      'a request has keys of one vault and asset, or by path',
    );
  }
}
