import type { SigningAlgorithm } from './raw-signer.js';

/** A transaction read back from what travels beside the digest to whoever approves it. */
export interface DecodedTransaction<Transaction = unknown> {
  /** As the chain will read it: encoded and decoded again, so that nothing in it is only for show. */
  readonly transaction: Transaction;
  /** Whose transaction it is: an address of the chain. */
  readonly account: string;
  /** Who signs here: the account itself, or one of several signers. */
  readonly signer: string;
  readonly kind: 'single' | 'multisign';
  /** What signing this very transaction means to sign: a digest, or for EdDSA the whole message. */
  readonly content: Uint8Array;
  /** What the key that signs it signs with; not compared where a codec of one's own leaves it out. */
  readonly algorithm?: SigningAlgorithm | undefined;
}

/**
 * How a chain's transactions are checked by somebody who sees only what the custody shows. Each chain
 * exports its own, such as `xrplCodec`; one payload stands for one message to be signed.
 */
export interface TransactionCodec<Chain extends string = string, Transaction = unknown> {
  /** The chain's name, such as `xrpl`. */
  readonly chain: Chain;
  /** Whether a payload means to be a transaction of this chain. It need not be a good one. */
  recognises(payload: unknown): boolean;
  /** @throws InvalidInputError for what is not exactly one complete, unsigned transaction. */
  decode(payload: unknown): DecodedTransaction<Transaction>;
}
