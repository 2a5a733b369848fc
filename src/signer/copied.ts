import { InvalidSignatureError } from './errors.js';
import type { RawSignature } from './raw-signer.js';

/**
 * A signer's signatures with the fields that they have here: its own objects may hold anything else, and may change
 * after they were checked.
 *
 * @throws InvalidSignatureError where one has no encoding or bytes.
 */
export function copied(signatures: readonly RawSignature[]): readonly RawSignature[] {
  if (!Array.isArray(signatures)) throw refused('it is no list of signatures');
  return Array.from(signatures, (given: RawSignature | undefined) => {
    const { encoding, bytes, recoveryId, publicKey } = given ?? {};
    if (typeof encoding !== 'string' || !(bytes instanceof Uint8Array)) {
      throw refused('a signature has an encoding and bytes');
    }
    return {
      encoding,
      bytes: Uint8Array.from(bytes),
      ...(recoveryId === undefined ? {} : { recoveryId }),
      ...(publicKey instanceof Uint8Array && { publicKey: Uint8Array.from(publicKey) }),
    };
  });
}

/** Another answer may be right. */
function refused(reason: string): InvalidSignatureError {
  return new InvalidSignatureError(reason, { retryable: true });
}
