import type { CallOptions } from '../core/clock.js';
import { InvalidSignatureError } from './errors.js';
import { checkPinnedKey } from './pinned-key.js';
import type {
  PublicKey,
  RawSignature,
  RawSigner,
  SigningKey,
  SigningMessage,
} from './raw-signer.js';
import type { VerifiedEcdsa } from './verify-ecdsa.js';
import type { VerifiedEd25519 } from './verify-ed25519.js';

/** A signature that was checked against the pinned key and its message. Only these are sent. */
export type VerifiedSignature = VerifiedEcdsa | VerifiedEd25519;

/**
 * Checks each signature against its message and its own pinned key.
 *
 * @throws InvalidSignatureError that is retryable: the signer may give a valid one later.
 */
export async function verifyAll(
  keys: Pick<RawSigner, 'getPublicKey'>,
  messages: readonly SigningMessage[],
  signatures: readonly RawSignature[],
  options: CallOptions,
): Promise<readonly VerifiedSignature[]> {
  try {
    return await verifyEach(keys, messages, signatures, options);
  } catch (error) {
    if (!(error instanceof InvalidSignatureError)) throw error;
    throw new InvalidSignatureError(error.reason, { details: error.details, retryable: true });
  }
}

async function verifyEach(
  keys: Pick<RawSigner, 'getPublicKey'>,
  messages: readonly SigningMessage[],
  signatures: readonly RawSignature[],
  { signal }: CallOptions,
): Promise<readonly VerifiedSignature[]> {
  const verified: VerifiedSignature[] = [];
  for (const [index, message] of messages.entries()) {
    const signature = signatures[index];
    if (!signature || signatures.length !== messages.length) {
      throw new InvalidSignatureError(`${signatures.length} signatures for ${messages.length}`);
    }
    const publicKey = await keys.getPublicKey(message.key, { signal });
    checkPinnedKey(message, publicKey, signature);
    verified.push(await verifiedOf(message, publicKey, signature));
  }
  return verified;
}

/** The signature where one such key signs alone: its type does not say what was verified. @throws InvalidSignatureError */
export function secp256k1In([signature]: readonly VerifiedSignature[]): VerifiedEcdsa {
  if (signature?.algorithm === 'ecdsa-secp256k1') return signature;
  throw new InvalidSignatureError('it is none of ecdsa-secp256k1');
}

const loadEcdsa = () => import('./verify-ecdsa.js');
const loadEd25519 = () => import('./verify-ed25519.js');

/**
 * Loads what verifies the signatures of a key. Called before one is asked for: a person may have to approve it, and
 * without this it could not be used.
 */
export async function loadVerifier({ algorithm }: Pick<SigningKey, 'algorithm'>): Promise<void> {
  await (algorithm === 'eddsa-ed25519' ? loadEd25519() : loadEcdsa());
}

/**
 * As `verifySignature` checks it. The curves are loaded on use, because they are the largest modules, and no
 * transaction needs more than one.
 */
async function verifiedOf(
  message: SigningMessage,
  { algorithm, bytes }: PublicKey,
  signature: RawSignature,
): Promise<VerifiedSignature> {
  switch (algorithm) {
    case 'ecdsa-secp256k1':
    case 'ecdsa-prime256v1': {
      const { verifyEcdsa } = await loadEcdsa();
      return verifyEcdsa(message, algorithm, bytes, signature);
    }
    case 'eddsa-ed25519': {
      const { verifyEd25519 } = await loadEd25519();
      return verifyEd25519(message, bytes, signature);
    }
    default:
      throw new InvalidSignatureError(`${algorithm} is not verified here`);
  }
}
