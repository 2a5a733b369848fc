import { sha3Hex } from './hashing.js';

/**
 * Inside the sandbox an address is always written long: `0x` and 64 lower-case digits. What the
 * node shows follows AIP-40: `0x0` to `0xf` short, all others long.
 */
export type Address = string;

export const FRAMEWORK = longAddress('0x1');
/** Where the native coin's fungible asset is, and whose objects the assets paired to coins are. */
export const FUNGIBLE_ASSETS = longAddress('0xa');
/** The native coin in its older form. */
export const NATIVE_COIN = '0x1::aptos_coin::AptosCoin';
export const ZERO = longAddress('0x0');

/** An address as text; `undefined` when it is none. Without `0x` only in full. */
export function parseAddress(text: string): Address | undefined {
  if (/^0x[0-9a-fA-F]{1,64}$/.test(text)) return longAddress(text);
  return /^[0-9a-fA-F]{64}$/.test(text) ? longAddress(`0x${text}`) : undefined;
}

function longAddress(hex: string): Address {
  return `0x${hex.slice(2).toLowerCase().padStart(64, '0')}`;
}

export function addressFrom(bytes: Uint8Array): Address {
  return `0x${Buffer.from(bytes).toString('hex')}`;
}

export function addressBytes(address: Address): Buffer {
  return Buffer.from(address.slice(2), 'hex');
}

/** As the node shows it. */
export function shown(address: Address): string {
  return /^0x0{63}/.test(address) ? `0x${address.slice(-1)}` : address;
}

/** Where the asset that is paired to a coin is, or would be. */
export function pairedAsset(coinType: string): Address {
  if (coinType === NATIVE_COIN) return FUNGIBLE_ASSETS;
  return namedObject(FUNGIBLE_ASSETS, coinType);
}

const NAMED_OBJECT = Uint8Array.of(0xfe);
const DERIVED_OBJECT = Uint8Array.of(0xfc);

/** Where a named object of `creator` is. */
export function namedObject(creator: Address, seed: string): Address {
  return sha3Hex(addressBytes(creator), seed, NAMED_OBJECT);
}

/** Where an account's primary store of an asset is, whether it exists or not. */
export function primaryStoreOf(owner: Address, metadata: Address): Address {
  return sha3Hex(addressBytes(owner), addressBytes(metadata), DERIVED_OBJECT);
}
