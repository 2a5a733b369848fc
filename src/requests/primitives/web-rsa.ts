import { concatBytes, fromHex } from '../../core/bytes.js';
import { DER, OID } from './der.js';

/** A private RSA key as WebCrypto imports it. */
export function pkcs8Of(pkcs1: Uint8Array): Uint8Array {
  const version = writeDer(DER.integer, Uint8Array.of(0));
  return writeDer(DER.sequence, version, rsaIdentifier(), writeDer(DER.octetString, pkcs1));
}

/** A public RSA key as WebCrypto imports it. */
export function spkiOf(pkcs1: Uint8Array): Uint8Array {
  const bits = writeDer(DER.bitString, Uint8Array.of(0), pkcs1);
  return writeDer(DER.sequence, rsaIdentifier(), bits);
}

function rsaIdentifier(): Uint8Array {
  const oid = writeDer(DER.oid, fromHex(OID.rsa) ?? new Uint8Array());
  return writeDer(DER.sequence, oid, writeDer(DER.null));
}

function writeDer(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const value = concatBytes(...contents);
  return concatBytes(Uint8Array.of(tag, ...lengthOctets(value.length)), value);
}

function lengthOctets(length: number): number[] {
  if (length < 0x80) return [length];
  const octets: number[] = [];
  for (let left = length; left > 0; left = Math.floor(left / 256)) octets.unshift(left % 256);
  return [0x80 | octets.length, ...octets];
}
