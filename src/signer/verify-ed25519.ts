import { verifiesEd25519 } from './ed25519.js';
import { InvalidSignatureError } from './errors.js';
import type { RawSignature, SigningMessage } from './raw-signer.js';

/** An ed25519 signature that was checked against the pinned key and the message. */
export interface VerifiedEd25519 {
  /** That of the pinned key; it tells this signature from one of ECDSA. */
  readonly algorithm: 'eddsa-ed25519';
  /** R||S, 64 bytes. */
  readonly compact: Uint8Array;
}

/**
 * Checks an ed25519 signature as `verifySignature` does. A separate module, so that code without ed25519 need not
 * load its curve.
 *
 * @throws InvalidSignatureError when anything is wrong.
 */
export function verifyEd25519(
  message: SigningMessage,
  publicKey: Uint8Array,
  raw: RawSignature,
): VerifiedEd25519 {
  if (message.kind !== 'message') throw new InvalidSignatureError('EdDSA signs a whole message');
  // A copy, since a signer may change its own after the check.
  const compact = Uint8Array.from(raw.bytes);
  if (raw.encoding !== 'compact' || compact.length !== 64) {
    throw new InvalidSignatureError('an ed25519 signature is R||S, 64 bytes');
  }
  if (!verifiesEd25519(compact, message.bytes, publicKey)) {
    throw new InvalidSignatureError('it does not verify');
  }
  return { algorithm: 'eddsa-ed25519', compact };
}
