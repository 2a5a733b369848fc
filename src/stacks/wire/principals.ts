import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { parsedWith } from '../../core/fields.js';
import type { StacksNetworkKind } from '../network.js';
import { decodeAddress, encodeAddress } from './c32.js';

/** The versions of addresses with one signature and with several signatures. */
const VERSIONS: Readonly<Record<StacksNetworkKind, readonly number[]>> = {
  mainnet: [22, 20],
  testnet: [26, 21],
};

export const CONTRACT_NAME = /^[a-zA-Z][a-zA-Z0-9_-]{0,39}$/;

/** What Clarity takes as the name of a function, a token, a variable or a member. */
export const CLARITY_NAME = /^(?:[a-zA-Z][a-zA-Z0-9_!?+<>=/*-]{0,127}|[-+=/*]|[<>]=?)$/;

/** An address of a network: of one signature (SP, ST) or several (SM, SN), with or without a contract. */
export function isPrincipalOf(kind: StacksNetworkKind, text: string): boolean {
  const [address = '', name, ...more] = text.split('.');
  if (more.length > 0 || (name !== undefined && !CONTRACT_NAME.test(name))) return false;
  return isAddressOf(kind, address);
}

/** An address of either network. */
export function isAddress(text: string): boolean {
  return isAddressOf('mainnet', text) || isAddressOf('testnet', text);
}

function isAddressOf(kind: StacksNetworkKind, text: string): boolean {
  const version = decodeAddress(text)?.version;
  return version !== undefined && VERSIONS[kind].includes(version);
}

/** A schema for an account or a contract of a network. */
export function principalOf(kind: StacksNetworkKind) {
  return parsedWith((value) => {
    if (typeof value === 'string' && isPrincipalOf(kind, value)) return value;
    throw new InvalidInputError('', `must be an address or a contract of ${kind}`);
  });
}

/** A schema for `address.name`. */
export function contractOf(kind: StacksNetworkKind) {
  return parsedWith((value) => {
    if (typeof value === 'string' && value.includes('.') && isPrincipalOf(kind, value))
      return value;
    throw new InvalidInputError('', `must be a contract of ${kind}: address.name`);
  });
}

/** The address of a public key. */
export function addressOfKey(kind: StacksNetworkKind, publicKey: Uint8Array): string {
  return encodeAddress({ version: singleSigVersion(kind), hash160: hashOfKey(publicKey) });
}

/** The hash in a key's own address. */
export function hashOfKey(publicKey: Uint8Array): string {
  return bytesToHex(ripemd160(sha256(publicKey)));
}

/** The version of a key's own address. */
export function singleSigVersion(kind: StacksNetworkKind): number {
  return VERSIONS[kind][0] ?? 0;
}

/** The address of a network's own contracts. */
export function bootAddress(kind: StacksNetworkKind): string {
  return kind === 'mainnet' ? 'SP000000000000000000002Q6VF78' : 'ST000000000000000000002AMW42H';
}

/** The contract of the same deployer and name on a network: pools deploy on both networks with one key. */
export function onNetwork(kind: StacksNetworkKind, contract: string): string {
  const [address = '', name = ''] = contract.split('.');
  const { hash160 = '' } = decodeAddress(address) ?? {};
  return `${encodeAddress({ version: singleSigVersion(kind), hash160 })}.${name}`;
}
