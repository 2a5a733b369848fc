import type { CallOptions } from '../core/clock.js';
import { InvalidSignatureError } from './errors.js';
import type { RawSignature, RawSigner, SigningMessage } from './raw-signer.js';
import type { VerifiedEcdsa } from './verify-ecdsa.js';

/** A signature that was checked against the pinned key and what it signs. Only these are sent. */
export type VerifiedSignature =
  | VerifiedEcdsa
  | {
      readonly algorithm: 'eddsa-ed25519';
      /** R||S, 64 bytes. */
      readonly compact: Uint8Array;
    };

/**
 * Checks each signature against its message and its own pinned key.
 *
 * @throws InvalidSignatureError that is retryable: the signer may give a valid one another time.
 */
export async function verifyAll(
  signer: Pick<RawSigner, 'getPublicKey'>,
  messages: readonly SigningMessage[],
  signatures: readonly RawSignature[],
  options: CallOptions,
): Promise<readonly VerifiedSignature[]> {
  try {
    return await verifyEach(signer, messages, signatures, options);
  } catch (error) {
    if (!(error instanceof InvalidSignatureError)) throw error;
    throw new InvalidSignatureError(error.reason, { details: error.details, retryable: true });
  }
}

async function verifyEach(
  signer: Pick<RawSigner, 'getPublicKey'>,
  messages: readonly SigningMessage[],
  signatures: readonly RawSignature[],
  { signal }: CallOptions,
): Promise<readonly VerifiedSignature[]> {
  // The curves are most of what there is to load, and nobody needs them before there is a signature.
  const { verifySignature } = await import('./verify-signature.js');
  const verified: VerifiedSignature[] = [];
  for (const [index, message] of messages.entries()) {
    const signature = signatures[index];
    if (!signature || signatures.length !== messages.length) {
      throw new InvalidSignatureError(`${signatures.length} signatures for ${messages.length}`);
    }
    const publicKey = await signer.getPublicKey(message.key, { signal });
    verified.push(verifySignature(message, publicKey, signature));
  }
  return verified;
}
