import type { CallOptions } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import type { RawSigner, SigningKey } from '../signer/raw-signer.js';
import { type RequestAlgorithm, TRAITS } from './algorithms.js';
import { type KeyHandling, keyHandling } from './key-handling.js';
import type { RequestKey } from './primitives/primitives.js';

/** A key in this process: a shared secret, or a private key. */
export interface OwnSecret {
  /** For HMAC the shared secret as issued; for RSA and ECDSA a private key in PEM or a `KeyObject`. */
  readonly secret: RequestKey;
  /** Not beside a `secret`. */
  readonly signer?: never;
  /** Only with a `signer`. */
  readonly key?: never;
  /** Only with a `signer`. */
  readonly publicKey?: never;
}

/** A key that a custody platform, a KMS or an HSM holds. */
export interface HeldKey {
  /** It gets a signing request for each HTTP request, and has to offer the key's algorithm. */
  readonly signer: RawSigner;
  /** Its algorithm is that of the requests: `ecdsa-secp256k1`, `ecdsa-prime256v1`, `rsa-*`, `hmac-*`. */
  readonly key: SigningKey;
  /**
   * The public key, in the form of `getPublicKey`, for a signing user without permission to read keys. Every
   * signature is verified against it. Not for HMAC, which has none.
   */
  readonly publicKey?: Uint8Array | undefined;
  /** Not beside a `signer`. */
  readonly secret?: never;
}

/** Where signatures come from: a `secret`, or `signer` and `key`. */
export type SigningKeySource = OwnSecret | HeldKey;

/** Signs, and shows the signed content to the approvers. */
export type SignLegibly = (
  message: Uint8Array,
  legible: Readonly<Record<string, string>>,
  options: CallOptions,
) => Promise<Uint8Array>;

/**
 * Reads the key once.
 *
 * @throws ConfigurationError naming the setting that is wrong.
 * @throws UnsupportedAlgorithmError when there is no such algorithm here.
 */
export function signWith(
  options: SigningKeySource & KeyHandling,
  algorithm: RequestAlgorithm,
): SignLegibly {
  const handling = keyHandling(options);
  const given: { readonly secret?: unknown; readonly signer?: unknown } = options;
  if (given.secret !== undefined && given.signer !== undefined) {
    throw new ConfigurationError('secret', 'and signer are two keys; give one');
  }
  if (options.signer !== undefined) return heldKey(options, algorithm, handling);
  if (options.secret === undefined) {
    throw new ConfigurationError('secret', 'is required, or signer and key');
  }
  const { primitives, minRsaBits } = handling;
  return primitives.signingKey(algorithm, options.secret, { setting: 'secret', minRsaBits });
}

function heldKey(
  held: HeldKey,
  algorithm: RequestAlgorithm,
  handling: Required<KeyHandling>,
): SignLegibly {
  const { family, keyAlgorithm } = TRAITS[algorithm];
  if (held.key?.algorithm !== keyAlgorithm) {
    throw new ConfigurationError('key.algorithm', `must be ${keyAlgorithm} for ${algorithm}`);
  }
  const { signer }: { readonly signer: Partial<HeldKey['signer']> } = held;
  if (typeof signer.sign !== 'function' || !signer.capabilities?.algorithms) {
    throw new ConfigurationError('signer', 'must be a RawSigner');
  }
  if (!signer.capabilities.algorithms.includes(keyAlgorithm)) {
    throw new ConfigurationError('signer', `offers no ${keyAlgorithm}`);
  }
  // For the others: an HMAC is not verified, and the curves are in this package.
  if (family === 'rsa') handling.primitives.check?.(algorithm);
  let loading: Promise<SignLegibly> | undefined;
  return async (...call) => {
    loading ??= import('./held-key.js').then(({ heldKeySign }) =>
      heldKeySign(held, algorithm, handling),
    );
    return (await loading)(...call);
  };
}
