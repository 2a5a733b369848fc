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
import { InvalidSignatureError } from './errors.js';
import type { RawSignature, SigningMessage } from './raw-signer.js';

/** An ECDSA signature that was checked against the pinned key and the digest. */
export interface VerifiedEcdsa {
  /** That of the pinned key. */
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

/**
 * Checks an ECDSA signature as `verifySignature` does. A separate module, so that code without ed25519 need not load
 * that curve.
 *
 * @throws InvalidSignatureError when anything is wrong.
 */
export function verifyEcdsa(
  message: SigningMessage,
  algorithm: EcdsaAlgorithm,
  publicKey: Uint8Array,
  raw: RawSignature,
): VerifiedEcdsa {
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

/** A recovery id from the signer belongs to its own s, so it is flipped together with s. */
function checkedRecoveryId(
  low: EcdsaSignature & { readonly flipped: boolean },
  digest: Uint8Array,
  publicKey: Uint8Array,
  given: number | undefined,
): number | undefined {
  const computed = recoveryIdOf(low, digest, publicKey);
  const expected = computed !== undefined && low.flipped ? computed ^ 1 : computed;
  if (given !== undefined && given !== expected) {
    throw new InvalidSignatureError('its recovery id is wrong');
  }
  return computed;
}
