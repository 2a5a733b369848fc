/**
 * Signing with a key that a signer holds. Loaded when the first such key is used, since verifying its signatures
 * needs the curves.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import { InvalidSignatureError } from '../signer/errors.js';
import type { PublicKey, RawSignature, SigningMessage } from '../signer/raw-signer.js';
import { verifyEcdsa } from '../signer/verify-ecdsa.js';
import { type AlgorithmTraits, hashBytes, type RequestAlgorithm, TRAITS } from './algorithms.js';
import type { KeyHandling } from './key-handling.js';
import type { HeldKey, SignLegibly } from './signing-key.js';
import { asciiText, encodeBase64 } from './text-encodings.js';

/** Hexadecimal characters of the message's hash in a signing request's key: 160 bits. */
const ID_LENGTH = 40;

/** Signs with a key that a signer holds; the signature is verified before it is used. */
export function heldKeySign(
  held: HeldKey,
  algorithm: RequestAlgorithm,
  handling: Required<KeyHandling>,
): SignLegibly {
  const { signer, key } = held;
  const traits = TRAITS[algorithm];
  const readKey = publicKeyReader(held);
  return async (bytes, legible, options) => {
    const digest = sha256(bytes);
    const message: SigningMessage =
      traits.family === 'ecdsa'
        ? { kind: 'digest', key, digest, hash: 'sha256', preimage: bytes }
        : { kind: 'message', key, bytes };
    const request = {
      // Signing the same request again is the same signing request.
      idempotencyKey: `request-${bytesToHex(digest).slice(0, ID_LENGTH)}`,
      messages: [message],
      unhashedPayload: legible,
      note: 'Signature of an HTTP request',
    };
    const [signature, ...more] = await signer.sign(request, options);
    if (signature === undefined || more.length > 0) {
      throw new InvalidSignatureError('the signer did not give exactly one signature');
    }
    if (traits.family === 'hmac') return hmacBytes(signature, traits);
    const publicKey = await readKey(options);
    return traits.family === 'ecdsa'
      ? verifyEcdsa(message, traits.keyAlgorithm, publicKey.bytes, signature).der
      : verifiedRsa(bytes, publicKey, signature, algorithm, handling);
  };
}

/** Each caller reads for itself until one has read: the abort of one is not that of another. */
function publicKeyReader({ signer, key, publicKey }: HeldKey) {
  let known = publicKey && { algorithm: key.algorithm, bytes: publicKey };
  return async (options: CallOptions): Promise<PublicKey> => {
    known ??= await signer.getPublicKey(key, options);
    return known;
  };
}

/** Only the two parties that share the secret can verify it; only its length can be checked here. */
function hmacBytes(signature: RawSignature, { hash, keyAlgorithm }: AlgorithmTraits): Uint8Array {
  const length = hashBytes(hash);
  if (signature.bytes.length !== length) {
    throw new InvalidSignatureError(`an ${keyAlgorithm} has ${length} bytes`);
  }
  return signature.bytes;
}

async function verifiedRsa(
  bytes: Uint8Array,
  publicKey: PublicKey,
  signature: RawSignature,
  algorithm: RequestAlgorithm,
  { primitives, minRsaBits }: Required<KeyHandling>,
): Promise<Uint8Array> {
  const demands = { setting: 'publicKey', minRsaBits };
  const verify = primitives.verifyingKey(algorithm, spkiPem(publicKey.bytes), demands);
  if (!(await verify(bytes, signature.bytes))) {
    throw new InvalidSignatureError('it does not verify');
  }
  return signature.bytes;
}

function spkiPem(der: Uint8Array): string {
  return `-----BEGIN PUBLIC KEY-----\n${asciiText(encodeBase64(der))}\n-----END PUBLIC KEY-----\n`;
}
