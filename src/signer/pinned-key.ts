import { equalBytes } from '../core/bytes.js';
import { InvalidSignatureError } from './errors.js';
import type { PublicKey, RawSignature, SigningMessage } from './raw-signer.js';

/** @throws InvalidSignatureError where a signature is not even said to be made by the pinned key. */
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
