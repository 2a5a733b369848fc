import { ed25519 as curve } from '@noble/curves/ed25519.js';
import { bytesToHex } from '../../../src/core/bytes.js';
import { verifiesEd25519 as verifiesReally } from '../../../src/signer/ed25519.js';
import { areSignaturesStubbed, compute, Memory } from './mode.js';
import { stubEd25519 } from './stub-ed25519.js';

const publicKeys = new Memory<Uint8Array>();
const verified = new Memory<boolean>();

function getPublicKey(secret: Uint8Array): Uint8Array {
  return publicKeys.of(bytesToHex(secret), () => curve.getPublicKey(secret));
}

function sign(message: Uint8Array, secret: Uint8Array): Uint8Array {
  if (!areSignaturesStubbed()) return compute(() => curve.sign(message, secret));
  return stubEd25519(bytesToHex(getPublicKey(secret)), message);
}

/** The curve, with stubs in the place of signatures where they are wanted. */
export const ed25519 = { ...curve, getPublicKey, sign };

/** What stands in for the verifier's own check, which is of points and not of signatures alone. */
export function verifiesEd25519(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  const [hex, content, key] = [signature, message, publicKey].map(bytesToHex);
  if (areSignaturesStubbed()) return hex === bytesToHex(stubEd25519(key ?? '', message));
  return verified.of(`${key} ${content} ${hex}`, () =>
    verifiesReally(signature, message, publicKey),
  );
}
