import type { CallOptions } from '../core/clock.js';

/** The algorithm of a key. Chains use the first two; the others sign HTTP requests. */
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
 * Names a key at a signer. `id` has a meaning for that signer only: a vault account at Fireblocks, an ARN at a cloud
 * KMS. A custody platform that holds many keys per account finds the right one by asset or by path; signers with one
 * key per id ignore both.
 */
export interface SigningKey {
  /** Refused by a signer whose `capabilities` do not list it. */
  readonly algorithm: SigningAlgorithm;
  /** The signer's own name, such as `0` for a vault account at Fireblocks. */
  readonly id: string;
  /** Finds the key by its asset, such as `XRP_TEST`. */
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
  /** That of the {@link SigningKey} that was asked for. */
  readonly algorithm: SigningAlgorithm;
  /** In the form that belongs to the algorithm; an ECDSA key is always compressed. */
  readonly bytes: Uint8Array;
}

/** How a digest was made from its preimage. Open: each chain names its own. */
export type DigestName = 'sha512-half' | 'sha512-256' | 'sha256' | 'sha3-256' | (string & {});

/** A message to sign, with its key. */
export type SigningMessage =
  | {
      /** A digest, which ECDSA signs unchanged. */
      readonly kind: 'digest';
      /** The key that signs it. A signer may refuse keys of several accounts in one request. */
      readonly key: SigningKey;
      /** 32 bytes. */
      readonly digest: Uint8Array;
      /** How `digest` follows from `preimage`. */
      readonly hash: DigestName;
      /** For signers that only sign what they hashed themselves. */
      readonly preimage?: Uint8Array;
    }
  | {
      /** A whole message: EdDSA hashes it itself; for RSA and HMAC the algorithm names the hash. */
      readonly kind: 'message';
      /** The key that signs it. A signer may refuse keys of several accounts in one request. */
      readonly key: SigningKey;
      /** The message itself, not hashed: 1 to `capabilities.maxMessageBytes` bytes. */
      readonly bytes: Uint8Array;
    };

/** A request to sign, with a key that makes it safe to ask again. */
export interface RawSigningRequest {
  /**
   * Asking again with the same key and the same messages returns the same request and never makes a second one.
   * Letters, digits, `-` and `_`, 64 at most.
   */
  readonly idempotencyKey: string;
  /** 1 to `capabilities.maxMessages`. */
  readonly messages: readonly SigningMessage[];
  /** What the messages are digests of, in a form that a person or a callback handler can check. */
  readonly unhashedPayload?: unknown;
  /** Shown to the approvers. */
  readonly note?: string;
  /** How long the signer may wait for an approval, in seconds. */
  readonly expiresAfterSeconds?: number;
}

/** How a call waits for a signing request. */
export interface SigningOptions extends CallOptions {
  /** Asks the signer to cancel the request when `signal` fires. Default `false`: aborting only ends the waiting. */
  readonly cancelOnAbort?: boolean | undefined;
  /** Called when the signer has the request, and again whenever its status changes. */
  readonly onUpdate?: ((record: SigningRecord) => void) | undefined;
}

/** How far a list of requests goes back. */
export interface ListingOptions extends CallOptions {
  /** How many requests are read, 1 or more, the latest first. Default: the signer decides. */
  readonly atMost?: number | undefined;
  /** Called when there may be more requests than were read, with the number read. */
  readonly onCut?: ((lookedAt: number) => void) | undefined;
}

/**
 * A signature as the signer gave it: not verified, perhaps high-S. {@link verifySignature} checks and normalizes it.
 */
export interface RawSignature {
  /** `compact` is r||s or R||S (64 bytes), `der` is ASN.1, `bytes` is what RSA and HMAC give. */
  readonly encoding: 'compact' | 'der' | 'bytes';
  /** The signature, as `encoding` says. */
  readonly bytes: Uint8Array;
  /** 0 to 3. Computed anew here; refused when it differs. */
  readonly recoveryId?: number;
  /** The key that the signer says it used. Refused when it differs from the pinned one. */
  readonly publicKey?: Uint8Array;
}

/** The state of a request at the signer. */
export type SigningState = 'pending' | 'signed' | 'rejected';

/** A signer's record of a request. */
export interface SigningRecord {
  /** The key that the request was made with: at Fireblocks its `externalTxId`. */
  readonly idempotencyKey: string;
  /** The signer's own id for the request. */
  readonly providerId: string;
  /** A native transfer has no messages; it has a `txHash` instead of signatures. */
  readonly kind: 'raw' | 'native-transfer';
  /** What `status` means here. A native transfer counts as `signed` once it is completed. */
  readonly state: SigningState;
  /** The signer's own name for the state. */
  readonly status: string;
  /** The signer's own reason beside its status, if it gives one, such as `REJECTED_BY_USER` at Fireblocks. */
  readonly subStatus?: string;
  /**
   * The content of each message, in order: the digest, or the message for EdDSA. Of a refused request, too: another
   * attempt is made only where it is certain what was refused.
   */
  readonly messages: readonly Uint8Array[];
  /** The request's payload, if the signer gives it back. A gateway uses it only if it reproduces `messages`. */
  readonly unhashedPayload?: unknown;
  /** The request's note, if it has one: a gateway finds its record there again. */
  readonly note?: string;
  /** In the order of the messages; present when `state` is `signed` and the transfer is not native. */
  readonly signatures?: readonly RawSignature[];
  /** The hash of a native transfer, known once it was broadcast. */
  readonly txHash?: string;
  /**
   * Whether its payee, amount, asset or account is another than in {@link FindOptions.transfer}: then a gateway tells
   * the outcome as unknown.
   */
  readonly isOther?: boolean;
  /** When the approval window closes, in milliseconds since the epoch. */
  readonly expiresAt?: number;
  /** In milliseconds since the epoch. */
  readonly createdAt?: number;
}

/** What a signer can do, for code that builds requests for it. */
export interface SignerCapabilities {
  /** What its keys sign with. It refuses messages of any other algorithm. */
  readonly algorithms: readonly SigningAlgorithm[];
  /** Whether `find` knows every request that was ever made at this signer. */
  readonly remembers: boolean;
  /** Whether a signature may wait for a person's approval, and so take hours. */
  readonly mayPend: boolean;
  /** Messages per request. */
  readonly maxMessages: number;
  /** Bytes per message. */
  readonly maxMessageBytes: number;
  /** Bytes of the whole `unhashedPayload` as JSON. */
  readonly maxPayloadBytes: number;
  /** Whether its keys are for development: gateways of a mainnet refuse it then. Default `false`. */
  readonly developmentOnly?: boolean;
}

/**
 * The contract on which this package is built: it holds keys and signs the messages that it is given. Implement it
 * for a custody platform, a KMS or an HSM, and run `rawSignerConformance` on it.
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
  /** What it can sign, and how much at once: large batches are split by it. */
  readonly capabilities: SignerCapabilities;
  /**
   * The signer's own clock, in milliseconds since the epoch, as far as its answers showed it: a second clock to
   * compare with where this machine's is wrong.
   */
  time?(): number | undefined;
  /** Reading a key never creates anything. */
  getPublicKey(key: SigningKey, options?: CallOptions): Promise<PublicKey>;
  /**
   * Confirms that the account named by a key's id exists, for a signer that returns a key for any id. Called together
   * with `getPublicKey`, before an address that was not pinned is shown. `false` where the signer may not look.
   *
   * @throws the same error as for a key that does not exist.
   */
  confirmAccount?(key: SigningKey, options?: CallOptions): Promise<boolean>;
  /**
   * Signs, waiting for an approval where one is needed. Signatures come in the order of the
   * messages.
   *
   * @throws SignaturePendingError when the time is up first: the request stays open.
   * @throws SignatureRejectedError when there will never be a signature.
   * @throws IdempotencyConflictError when the key was used for other messages.
   * @throws InvalidInputError, ConfigurationError when the request was refused and will never be signed. After any
   * error that is not about a signer's work, a gateway takes it that the request may be signed: `UNEXPECTED_FAILURE`.
   */
  sign(request: RawSigningRequest, options?: SigningOptions): Promise<readonly RawSignature[]>;
  /** The state of a request; `undefined` when there is none. */
  find?(idempotencyKey: string, options?: FindOptions): Promise<SigningRecord | undefined>;
  /**
   * This key's requests that are still open or were signed in the last day or so, oldest first, out of the latest
   * {@link ListingOptions.atMost}. A signer that has no such limit returns all of them.
   */
  list?(key: SigningKey, options?: ListingOptions): Promise<readonly SigningRecord[]>;
  /**
   * Asks the signer to cancel an open request. It may still be signed first: read it again. Where it is unknown
   * whether the request exists, it is created first, so that it can be cancelled.
   */
  cancel?(idempotencyKey: string, options?: CallOptions): Promise<void>;
}

/** How a request is searched for. */
export interface FindOptions extends CallOptions {
  /**
   * What was asked for, where it was a native transfer: a signer that makes such transfers compares its record with it.
   * Default: any transfer is taken for it.
   */
  readonly transfer?: Pick<NativeTransferRequest, 'from' | 'to' | 'amount'> | undefined;
}

/** A transfer that the custody platform builds, signs and broadcasts by itself. */
export interface NativeTransferRequest {
  /** As for {@link RawSigningRequest}: asking again with the same key never makes a second transfer. */
  readonly idempotencyKey: string;
  /** The account that pays. */
  readonly from: SigningKey & {
    /** The custody platform's id of the asset that is paid, such as `XRP_TEST`. */
    readonly assetId: string;
  };
  /** The destination: the custody platform sends to nothing else. */
  readonly to: NativeDestination;
  /** In whole units of the asset (XRP, not drops), as a plain decimal string. */
  readonly amount: string;
  /** Shown to the approvers. */
  readonly note?: string;
  /** How long the custody platform may wait for an approval, in seconds. Without it, the custody platform decides. */
  readonly expiresAfterSeconds?: number;
}

/** Where a native transfer goes: an address, or a destination that the custody platform knows by id. */
export type NativeDestination =
  | {
      /** An address that is named here only: at Fireblocks a one-time address. */
      readonly type: 'address';
      /** An address on the asset's chain. */
      readonly address: string;
      /** The tag that goes with the address, as text, such as `7`. Missing for a transfer without one. */
      readonly tag?: string;
    }
  | {
      /** A destination that the custody platform knows by id. */
      readonly type: 'account';
      /** The custody platform's own type, such as `VAULT_ACCOUNT` or `EXCHANGE_ACCOUNT`. */
      readonly accountType: string;
      /** The custody platform's id of the destination, within that type. */
      readonly id: string;
    };

/** A signer that can also make transfers by itself, so that the custody platform's own policies apply to the amount. */
export interface NativeTransferSigner extends RawSigner {
  /**
   * Resolves when the custody platform reports the transfer as completed. Idempotency, waiting and errors are those
   * of {@link RawSigner.sign}.
   */
  transfer(request: NativeTransferRequest, options?: SigningOptions): Promise<SigningRecord>;
}

/** Whether a signer offers native transfers. */
export function offersNativeTransfers(signer: RawSigner): signer is NativeTransferSigner {
  return 'transfer' in signer && typeof signer.transfer === 'function';
}
