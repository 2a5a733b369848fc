import { equalBytes } from '../core/bytes.js';
import { InvalidSignatureError } from './errors.js';
import type { PublicKey, RawSignature, SigningMessage } from './raw-signer.js';

/** @throws InvalidSignatureError where the signer itself says that it used another key than the pinned one. */
export function checkPinnedKey(
  message: SigningMessage,
  publicKey: PublicKey,
  signature: RawSignature,
): void {
  if (message.key.algorithm !== publicKey.algorithm) {
    throw new InvalidSignatureError(`the pinned key is for ${publicKey.algorithm}`);
  }
  if (signature.publicKey && !equalBytes(signature.publicKey, publicKey.bytes)) {
    throw new InvalidSignatureError('it was made with another key');
  }
}
