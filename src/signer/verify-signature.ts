import { InvalidSignatureError } from './errors.js';
import { checkPinnedKey } from './pinned-key.js';
import type { PublicKey, RawSignature, SigningMessage } from './raw-signer.js';
import type { VerifiedSignature } from './verify.js';
import { verifyEcdsa } from './verify-ecdsa.js';
import { verifyEd25519 } from './verify-ed25519.js';

/**
 * Checks that a signer's signature has the right form and was made by the pinned key over exactly this message. An
 * ECDSA signature is returned in low-S form, with a recovery id computed here.
 *
 * @throws InvalidSignatureError when anything is wrong. Nothing may be sent then.
 *
 * @example
 * ```ts
 * import { LocalRawSigner, verifySignature } from 'custody-gateways/signer';
 *
 * const signer = new LocalRawSigner({ seed: 'development only', quiet: true });
 * const key = { algorithm: 'ecdsa-secp256k1', id: '0' } as const;
 * const message = { kind: 'digest', key, digest: new Uint8Array(32), hash: 'sha256' } as const;
 * const [signature] = await signer.sign({ idempotencyKey: 'one', messages: [message] });
 * if (signature) verifySignature(message, await signer.getPublicKey(key), signature);
 * ```
 */
export function verifySignature(
  message: SigningMessage,
  publicKey: PublicKey,
  signature: RawSignature,
): VerifiedSignature {
  checkPinnedKey(message, publicKey, signature);
  switch (publicKey.algorithm) {
    case 'ecdsa-secp256k1':
    case 'ecdsa-prime256v1':
      return verifyEcdsa(message, publicKey.algorithm, publicKey.bytes, signature);
    case 'eddsa-ed25519':
      return verifyEd25519(message, publicKey.bytes, signature);
    default:
      throw new InvalidSignatureError(`${publicKey.algorithm} is not verified here`);
  }
}
