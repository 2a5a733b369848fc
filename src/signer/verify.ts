import { equalBytes } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import {
  curveOf,
  type EcdsaAlgorithm,
  type EcdsaSignature,
  parseCompact,
  parseDer,
  recoveryIdOf,
  toCompact,
  toDer,
  toLowS,
} from './ecdsa.js';
import { verifiesEd25519 } from './ed25519.js';
import { InvalidSignatureError } from './errors.js';
import type { PublicKey, RawSignature, RawSigner, SigningMessage } from './raw-signer.js';

/** A signature that was checked against the pinned key and what it signs. Only these are sent. */
export type VerifiedSignature =
  | {
      readonly algorithm: EcdsaAlgorithm;
      /** r||s, 64 bytes, low-S. */
      readonly compact: Uint8Array;
      /** Strict DER of the same. */
      readonly der: Uint8Array;
      /** 0 to 3, of the low-S form; secp256k1 only. */
      readonly recoveryId: number | undefined;
      /** Whether the signer gave a high s, which was negated here. */
      readonly normalized: boolean;
    }
  | {
      readonly algorithm: 'eddsa-ed25519';
      /** R||S, 64 bytes. */
      readonly compact: Uint8Array;
    };

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

/**
 * Checks each signature against its message and its own pinned key.
 *
 * @throws InvalidSignatureError
 */
export async function verifyAll(
  signer: Pick<RawSigner, 'getPublicKey'>,
  messages: readonly SigningMessage[],
  signatures: readonly RawSignature[],
  { signal }: CallOptions,
): Promise<readonly VerifiedSignature[]> {
  if (signatures.length !== messages.length) {
    throw new InvalidSignatureError(`${signatures.length} signatures for ${messages.length}`);
  }
  const verified: VerifiedSignature[] = [];
  for (const [index, message] of messages.entries()) {
    const signature = signatures[index];
    if (!signature) throw new InvalidSignatureError('one is missing');
    const publicKey = await signer.getPublicKey(message.key, { signal });
    verified.push(verifySignature(message, publicKey, signature));
  }
  return verified;
}

function verifyEcdsa(
  message: SigningMessage,
  algorithm: EcdsaAlgorithm,
  publicKey: Uint8Array,
  raw: RawSignature,
): VerifiedSignature {
  if (message.kind !== 'digest' || message.digest.length !== 32) {
    throw new InvalidSignatureError('ECDSA signs a digest of 32 bytes');
  }
  const given = parseEcdsa(raw, algorithm);
  const low = toLowS(given, algorithm);
  const compact = toCompact(low);
  if (!curveOf(algorithm).verify(compact, message.digest, publicKey, { prehash: false })) {
    throw new InvalidSignatureError('it does not verify');
  }
  return {
    algorithm,
    compact,
    der: toDer(low),
    recoveryId:
      algorithm === 'ecdsa-secp256k1'
        ? checkedRecoveryId(low, message.digest, publicKey, raw.recoveryId)
        : undefined,
    normalized: low.flipped,
  };
}

function parseEcdsa(raw: RawSignature, algorithm: EcdsaAlgorithm): EcdsaSignature {
  if (raw.encoding === 'compact') return parseCompact(raw.bytes, algorithm);
  if (raw.encoding === 'der') return parseDer(raw.bytes, algorithm);
  throw new InvalidSignatureError(`an ECDSA signature is not ${raw.encoding}`);
}

/** An id that the signer gave counts for the s that it gave, so it is flipped along with s. */
function checkedRecoveryId(
  low: EcdsaSignature & { readonly flipped: boolean },
  digest: Uint8Array,
  publicKey: Uint8Array,
  given: number | undefined,
): number {
  const computed = recoveryIdOf(low, digest, publicKey);
  if (computed === undefined) throw new InvalidSignatureError('it recovers to another key');
  const expected = low.flipped ? computed ^ 1 : computed;
  if (given !== undefined && given !== expected) {
    throw new InvalidSignatureError('its recovery id is wrong');
  }
  return computed;
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
