import { decodeBase64, hexText } from '../text-encodings.js';
import { contentOf, DER, type DerElement, OID, oidOf, readDer, readSequence } from './der.js';

/** The content of a key file, for libraries that take only one form of each key. */
export type KeyFile =
  | {
      readonly type: 'rsa';
      readonly bits: number;
      /** In PKCS#1, without the wrapping of other forms. */
      readonly pkcs1: Uint8Array;
    }
  | {
      readonly type: 'prime256v1' | 'secp256k1';
      /** The private number, 32 bytes, or the public point, 33 or 65. */
      readonly bytes: Uint8Array;
    }
  | { readonly type: 'another kind' };

interface Block {
  readonly label: string;
  readonly der: Uint8Array;
}

/**
 * Reads a private key: PKCS#1, SEC1 or PKCS#8.
 *
 * @throws when it is none of these.
 */
export function readPrivateKey(pem: string): KeyFile {
  const { label, der } = keyBlock(pem, 'PRIVATE KEY');
  if (label === 'RSA PRIVATE KEY') return rsaKey(der, 1);
  if (label === 'EC PRIVATE KEY') return ecPrivate(der, undefined);
  const [, identifier, octets] = readSequence(der);
  const { kind, curve } = algorithmOf(identifier);
  const inner = contentOf(octets, DER.octetString);
  if (kind === OID.rsa) return rsaKey(inner, 1);
  return kind === OID.ec ? ecPrivate(inner, curve) : { type: 'another kind' };
}

/**
 * Reads a public key: PKCS#1 or SPKI.
 *
 * @throws when it is neither.
 */
export function readPublicKey(pem: string): KeyFile {
  const { label, der } = keyBlock(pem, 'PUBLIC KEY');
  if (label === 'RSA PUBLIC KEY') return rsaKey(der, 0);
  const [identifier, bits] = readSequence(der);
  const { kind, curve } = algorithmOf(identifier);
  const inner = contentOf(bits, DER.bitString).subarray(1);
  if (kind === OID.rsa) return rsaKey(inner, 0);
  const type = kind === OID.ec ? curveType(curve) : undefined;
  return type === undefined ? { type: 'another kind' } : { type, bytes: inner };
}

/** Other blocks may stand before the key: OpenSSL writes `EC PARAMETERS` there. */
function keyBlock(pem: string, ending: string): Block {
  const blocks = pem.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]*)-----END \1-----/g);
  for (const [, label = '', text = ''] of blocks) {
    if (!label.endsWith(ending)) continue;
    const der = decodeBase64(text.replace(/\s/g, ''));
    if (der !== undefined) return { label, der };
  }
  throw new SyntaxError();
}

function algorithmOf(identifier: DerElement | undefined) {
  const [kind, curve] = readDer(contentOf(identifier, DER.sequence));
  return { kind: oidOf(kind), curve };
}

/** PKCS#1: a private key begins with a version; then comes, in both, the modulus. */
function rsaKey(pkcs1: Uint8Array, modulusAt: number): KeyFile {
  const modulus = contentOf(readSequence(pkcs1)[modulusAt], DER.integer);
  return { type: 'rsa', bits: BigInt(`0x${hexText(modulus)}`).toString(2).length, pkcs1 };
}

/** SEC1: a version, the number, then perhaps the curve in [0] and the public point in [1]. */
function ecPrivate(sec1: Uint8Array, named: DerElement | undefined): KeyFile {
  const [, octets, ...optional] = readSequence(sec1);
  const parameters = optional.find(({ tag }) => tag === 0xa0);
  const type = curveType(named ?? (parameters ? readDer(parameters.value)[0] : undefined));
  if (type === undefined) return { type: 'another kind' };
  const number = contentOf(octets, DER.octetString);
  // Some programs write the number without its leading zeros. A longer one does not fit, and fails.
  const bytes = new Uint8Array(32);
  bytes.set(number, 32 - number.length);
  return { type, bytes };
}

function curveType(curve: DerElement | undefined): 'prime256v1' | 'secp256k1' | undefined {
  if (curve?.tag !== DER.oid) return undefined;
  const oid = oidOf(curve);
  if (oid === OID.prime256v1) return 'prime256v1';
  return oid === OID.secp256k1 ? 'secp256k1' : undefined;
}
