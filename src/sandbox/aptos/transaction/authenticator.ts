import { createPublicKey, verify } from 'node:crypto';
import { type Address, addressFrom } from '../address.js';
import { type BcsReader, MalformedBcs } from '../bcs/reader.js';
import { prefixed } from '../bcs/writer.js';
import { sha3Hex } from '../hashing.js';
import { NotModelled, unknownVariant } from './payload.js';

/** The signature of one account. `none` is what a simulation may carry in its place. */
export type AccountSignature =
  | {
      /** `ed25519` is the chain's first scheme; `single-key` the same curve in its newer wrapping. */
      readonly kind: 'ed25519' | 'single-key';
      readonly publicKey: Uint8Array;
      readonly signature: Uint8Array;
    }
  | { readonly kind: 'none' };

/** Who has signed a transaction, and as what. */
export type Authenticator =
  | { readonly kind: 'single'; readonly wrapped: boolean; readonly sender: AccountSignature }
  | {
      readonly kind: 'multi-agent';
      readonly sender: AccountSignature;
      readonly secondary: readonly SecondarySigner[];
    }
  | {
      readonly kind: 'fee-payer';
      readonly sender: AccountSignature;
      readonly secondary: readonly SecondarySigner[];
      readonly feePayer: SecondarySigner;
    };

interface SecondarySigner {
  readonly address: Address;
  readonly signature: AccountSignature;
}

/** @throws MalformedBcs @throws NotModelled for other curves and for keys of several people */
export function readAuthenticator(reader: BcsReader): Authenticator {
  const variant = reader.uleb();
  switch (variant) {
    case 0:
      return { kind: 'single', wrapped: false, sender: readEd25519(reader) };
    case 1:
      throw new NotModelled('MultiEd25519 keys');
    case 2:
      return {
        kind: 'multi-agent',
        sender: readAccountSignature(reader),
        secondary: readSecondary(reader),
      };
    case 3:
      return {
        kind: 'fee-payer',
        sender: readAccountSignature(reader),
        secondary: readSecondary(reader),
        feePayer: {
          address: addressFrom(reader.fixed(32)),
          signature: readAccountSignature(reader),
        },
      };
    case 4:
      return { kind: 'single', wrapped: true, sender: readAccountSignature(reader) };
    default:
      throw unknownVariant(variant);
  }
}

/** Addresses and signatures come in two lists, which must be of one length. */
function readSecondary(reader: BcsReader): readonly SecondarySigner[] {
  const addresses = reader.vector(() => addressFrom(reader.fixed(32)));
  const signatures = reader.vector(() => readAccountSignature(reader));
  if (addresses.length !== signatures.length) {
    throw new MalformedBcs('the numbers of secondary signers and of their addresses differ');
  }
  return addresses.map((address, index) => ({
    address,
    signature: signatures[index] ?? { kind: 'none' },
  }));
}

function readAccountSignature(reader: BcsReader): AccountSignature {
  const variant = reader.uleb();
  switch (variant) {
    case 0:
      return readEd25519(reader);
    case 2:
      return readSingleKey(reader);
    case 4:
      return { kind: 'none' };
    case 1:
      throw new NotModelled('MultiEd25519 keys');
    case 3:
      throw new NotModelled('MultiKey accounts');
    case 5:
      throw new NotModelled('abstracted accounts');
    default:
      throw unknownVariant(variant);
  }
}

function readEd25519(reader: BcsReader): AccountSignature {
  return {
    kind: 'ed25519',
    publicKey: sized(reader, 32),
    signature: sized(reader, 64),
  };
}

function readSingleKey(reader: BcsReader): AccountSignature {
  if (reader.uleb() !== 0) throw new NotModelled('keys of other curves than Ed25519');
  const publicKey = sized(reader, 32);
  if (reader.uleb() !== 0) throw new NotModelled('signatures of other curves than Ed25519');
  return { kind: 'single-key', publicKey, signature: sized(reader, 64) };
}

function sized(reader: BcsReader, length: number): Uint8Array {
  const bytes = reader.bytes();
  if (bytes.length !== length) throw new MalformedBcs(`expected ${length} bytes`);
  return bytes;
}

const ED25519_SCHEME = Uint8Array.of(0);
const SINGLE_KEY_SCHEME = Uint8Array.of(2);
const ANY_KEY_ED25519 = Uint8Array.of(0);

/** What an account must have as its authentication key for this signature to be its own. */
export function authenticationKeyOf(signature: AccountSignature): string | undefined {
  if (signature.kind === 'none') return undefined;
  return signature.kind === 'ed25519'
    ? sha3Hex(signature.publicKey, ED25519_SCHEME)
    : sha3Hex(ANY_KEY_ED25519, prefixed(signature.publicKey), SINGLE_KEY_SCHEME);
}

const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

export function isSignatureOf(signature: AccountSignature, message: Uint8Array): boolean {
  if (signature.kind === 'none') return false;
  const der = Buffer.concat([SPKI, signature.publicKey]);
  try {
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    return verify(null, message, key, signature.signature);
  } catch {
    return false;
  }
}
