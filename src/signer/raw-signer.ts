import type { CallOptions } from '../core/clock.js';

/** What a key does. For chains the first two; the others sign HTTP requests. */
export type SigningAlgorithm =
  | 'ecdsa-secp256k1'
  | 'eddsa-ed25519'
  | 'ecdsa-prime256v1'
  | 'rsa-sha256'
  | 'rsa-sha512'
  | 'rsa-sha3-256'
  | 'hmac-sha256'
  | 'hmac-sha512'
  | 'hmac-sha3-256';

/**
 * Names a key at a signer. `id` means something to that signer only: a vault account at a custody,
 * an ARN at a cloud. A custody that holds many keys an account finds the right one by asset or by
 * path; signers with one key an id ignore both.
 */
export interface SigningKey {
  readonly algorithm: SigningAlgorithm;
  readonly id: string;
  /** Finds the key by the asset it serves, such as `XRP_TEST`. */
  readonly assetId?: string;
  /** Finds the key by its place in the tree: `m/44/coinType/id/change/addressIndex`. */
  readonly path?: KeyPath;
}

/** The part of a BIP-44 path that a chain decides; the account level is the key's `id`. */
export interface KeyPath {
  /** SLIP-44 coin type. */
  readonly coinType: number;
  /** Default 0. */
  readonly change?: number;
  /** Default 0. */
  readonly addressIndex?: number;
}

/** A public key: 33 bytes compressed for secp256k1 and prime256v1, 32 for ed25519, SPKI DER for RSA. */
export interface PublicKey {
  readonly algorithm: SigningAlgorithm;
  readonly bytes: Uint8Array;
}

/** How a digest was made from its preimage. Open: each chain names its own. */
export type DigestName = 'sha512-half' | 'sha512-256' | 'sha256' | 'sha3-256' | (string & {});

/** One thing to be signed, with the key that is to sign it. */
export type SigningMessage =
  | {
      /** A digest that ECDSA signs as it is. */
      readonly kind: 'digest';
      readonly key: SigningKey;
      /** 32 bytes. */
      readonly digest: Uint8Array;
      /** How `digest` follows from `preimage`. */
      readonly hash: DigestName;
      /** For signers that insist on hashing themselves. */
      readonly preimage?: Uint8Array;
    }
  | {
      /** A whole message: EdDSA hashes it itself; for RSA and HMAC the algorithm names the hash. */
      readonly kind: 'message';
      readonly key: SigningKey;
      readonly bytes: Uint8Array;
    };

/** What a signer is asked to sign, under a key that makes asking twice harmless. */
export interface RawSigningRequest {
  /**
   * Asking again with the same key and the same messages gives the same request, never a second
   * one. Letters, digits, `-` and `_`, 64 at most.
   */
  readonly idempotencyKey: string;
  /** 1 to `capabilities.maxMessages`. */
  readonly messages: readonly SigningMessage[];
  /** What the messages are digests of, in a form that a person or a callback handler can check. */
  readonly unhashedPayload?: unknown;
  /** Shown to whoever approves. */
  readonly note?: string;
  /** How long the signer may wait for an approval, in seconds. */
  readonly expiresAfterSeconds?: number;
}

/** How a signing request waits. */
export interface SigningOptions extends CallOptions {
  /**
   * Asks the signer to give the request up when `signal` fires. Default `false`: aborting only ends
   * the waiting.
   */
  readonly cancelOnAbort?: boolean | undefined;
  /** Called when the signer has the request, and again whenever its status changes. */
  readonly onUpdate?: ((record: SigningRecord) => void) | undefined;
}

/** How far a list of requests goes back. */
export interface ListingOptions extends CallOptions {
  /** How many requests are looked at, 1 or more, the latest first. Default: as many as the signer likes. */
  readonly atMost?: number | undefined;
  /** Called where there may be more than were looked at, with how many that were. */
  readonly onCut?: ((lookedAt: number) => void) | undefined;
}

/**
 * A signature as the signer gave it: not verified, perhaps high-S. {@link verifySignature} turns it
 * into something fit for use.
 */
export interface RawSignature {
  /** `compact` is r||s or R||S (64 bytes), `der` is ASN.1, `bytes` is what RSA and HMAC give. */
  readonly encoding: 'compact' | 'der' | 'bytes';
  readonly bytes: Uint8Array;
  /** 0 to 3. Computed anew here; refused when it contradicts. */
  readonly recoveryId?: number;
  /** The key that the signer says it used. Refused when it contradicts. */
  readonly publicKey?: Uint8Array;
}

/** Where a request stands at the signer. */
export type SigningState = 'pending' | 'signed' | 'rejected';

/** What a signer remembers of a request. */
export interface SigningRecord {
  readonly idempotencyKey: string;
  /** The signer's own id for it. */
  readonly providerId: string;
  /** A native transfer has no messages; its `txHash` takes the signatures' place. */
  readonly kind: 'raw' | 'native-transfer';
  readonly state: SigningState;
  /** The signer's own words for the state. */
  readonly status: string;
  readonly subStatus?: string;
  /** The content of each message, in order: the digest, or the message for EdDSA. */
  readonly messages: readonly Uint8Array[];
  readonly unhashedPayload?: unknown;
  readonly note?: string;
  /** In the order of the messages; present when `state` is `signed` and the transfer is not native. */
  readonly signatures?: readonly RawSignature[];
  /** The hash of a native transfer, once it was broadcast. */
  readonly txHash?: string;
  /** When the approval window closes, in milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** In milliseconds since the epoch. */
  readonly createdAt?: number;
}

/** What a signer can do, for whoever builds requests for it. */
export interface SignerCapabilities {
  readonly algorithms: readonly SigningAlgorithm[];
  /** Whether `find` knows every request that was ever made here. */
  readonly remembers: boolean;
  /** Whether a signature may take a person's approval, and so hours. */
  readonly mayPend: boolean;
  /** Messages a request. */
  readonly maxMessages: number;
  /** Bytes a message. */
  readonly maxMessageBytes: number;
  /** Bytes of the whole `unhashedPayload` as JSON. */
  readonly maxPayloadBytes: number;
  /** Whether its keys are for development: no gateway of a mainnet takes it then. Default `false`. */
  readonly developmentOnly?: boolean;
}

/**
 * The contract that everything in this package stands on: something that holds keys and signs what
 * it is given. Implement it for a custody, a KMS or an HSM, and run `rawSignerConformance`
 * on it.
 *
 * @example
 * ```ts
 * import { LocalRawSigner, type RawSigner } from 'custody-gateways/signer';
 *
 * const signer: RawSigner = new LocalRawSigner({ seed: 'development only', quiet: true });
 * const key = { algorithm: 'ecdsa-secp256k1', id: '0' } as const;
 * const { bytes } = await signer.getPublicKey(key); // 33 bytes
 * ```
 */
export interface RawSigner {
  readonly capabilities: SignerCapabilities;
  /**
   * What the signer's own clock shows, in milliseconds since the epoch, as far as it has said: a second
   * opinion where this machine's is wrong.
   */
  time?(): number | undefined;
  /** Reading a key never creates anything. */
  getPublicKey(key: SigningKey, options?: CallOptions): Promise<PublicKey>;
  /**
   * Makes sure that the account exists which a key's id names, for a signer that has a key for any. Asked
   * beside the key, before an address is shown that nobody has pinned. `false` where it may not look.
   *
   * @throws what it throws for a key that does not exist.
   */
  confirmAccount?(key: SigningKey, options?: CallOptions): Promise<boolean>;
  /**
   * Signs, waiting for an approval where one is needed. Signatures come in the order of the
   * messages.
   *
   * @throws SignaturePendingError when the time is up first: the request lives on.
   * @throws SignatureRejectedError when there will never be a signature.
   * @throws IdempotencyConflictError when the key was used for other messages.
   */
  sign(request: RawSigningRequest, options?: SigningOptions): Promise<readonly RawSignature[]>;
  /** What became of a request; `undefined` when there is none. */
  find?(idempotencyKey: string, options?: CallOptions): Promise<SigningRecord | undefined>;
  /**
   * This key's requests that still live or were signed in the last day or so, oldest first: of those that are
   * looked at, {@link ListingOptions.atMost}. One that knows no such limit gives all of them.
   */
  list?(key: SigningKey, options?: ListingOptions): Promise<readonly SigningRecord[]>;
  /**
   * Asks that a live request be given up. A signature may still win the race: look again. A request that
   * was asked for, and of which it is not known whether there is one, is made first.
   */
  cancel?(idempotencyKey: string, options?: CallOptions): Promise<void>;
}

/** A transfer that the custody builds, signs and broadcasts by itself. */
export interface NativeTransferRequest {
  readonly idempotencyKey: string;
  readonly from: SigningKey & { readonly assetId: string };
  readonly to: NativeDestination;
  /** In whole units of the asset (XRP, not drops), as a plain decimal string. */
  readonly amount: string;
  readonly note?: string;
  readonly expiresAfterSeconds?: number;
}

/** Where a native transfer goes: an address, or something that the custody knows by id. */
export type NativeDestination =
  | { readonly type: 'address'; readonly address: string; readonly tag?: string }
  | {
      /** The custody's own word, such as `VAULT_ACCOUNT` or `EXCHANGE_ACCOUNT`. */
      readonly type: 'account';
      readonly accountType: string;
      readonly id: string;
    };

/** A signer that can also transfer by itself, so that the custody's own policies see the money. */
export interface NativeTransferSigner extends RawSigner {
  /**
   * Resolves when the custody calls the transfer completed. Same idempotency, same waiting and same
   * errors as {@link RawSigner.sign}.
   */
  transfer(request: NativeTransferRequest, options?: SigningOptions): Promise<SigningRecord>;
}

/** Whether a signer offers native transfers. */
export function offersNativeTransfers(signer: RawSigner): signer is NativeTransferSigner {
  return 'transfer' in signer && typeof signer.transfer === 'function';
}
