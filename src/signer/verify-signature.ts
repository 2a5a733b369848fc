import { equalBytes } from '../core/bytes.js';
import { verifiesEd25519 } from './ed25519.js';
import { InvalidSignatureError } from './errors.js';
import type { PublicKey, RawSignature, SigningMessage } from './raw-signer.js';
import type { VerifiedSignature } from './verify.js';
import { verifyEcdsa } from './verify-ecdsa.js';

/**
 * Checks what a signer returned: the right form, made by the pinned key, over exactly this message.
 * ECDSA comes back in low-S with a recovery id computed here.
 *
 * @throws InvalidSignatureError when anything is off. Nothing may be sent then.
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
  if (message.key.algorithm !== publicKey.algorithm) {
    throw new InvalidSignatureError(`the pinned key is for ${publicKey.algorithm}`);
  }
  if (signature.publicKey && !equalBytes(signature.publicKey, publicKey.bytes)) {
    throw new InvalidSignatureError('it was made with another key');
  }
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

function verifyEd25519(
  message: SigningMessage,
  publicKey: Uint8Array,
  raw: RawSignature,
): VerifiedSignature {
  if (message.kind !== 'message') throw new InvalidSignatureError('EdDSA signs a whole message');
  if (raw.encoding !== 'compact' || raw.bytes.length !== 64) {
    throw new InvalidSignatureError('an ed25519 signature is R||S, 64 bytes');
  }
  if (!verifiesEd25519(raw.bytes, message.bytes, publicKey)) {
    throw new InvalidSignatureError('it does not verify');
  }
  return { algorithm: 'eddsa-ed25519', compact: raw.bytes };
}
