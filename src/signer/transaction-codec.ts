import type { SigningAlgorithm } from './raw-signer.js';

/** A transaction decoded from the payload that approvers see beside the digest. */
export interface DecodedTransaction<Transaction = unknown> {
  /** As the chain will read it: encoded and decoded again, so that it shows nothing that is not signed. */
  readonly transaction: Transaction;
  /** The account that the transaction is of: an address of the chain. */
  readonly account: string;
  /** The account that signs: the account itself, or one of several signers. */
  readonly signer: string;
  readonly kind: 'single' | 'multisign';
  /** The content that a signer of this transaction signs: a digest, or for EdDSA the whole message. */
  readonly content: Uint8Array;
  /** The algorithm of the key that signs it; not compared where your own codec leaves it out. */
  readonly algorithm?: SigningAlgorithm | undefined;
}

/**
 * How a chain's transactions are checked by code that sees only what the custody platform shows. Each chain exports
 * its own codec, such as `xrplCodec`; one payload belongs to one message to be signed.
 */
export interface TransactionCodec<Chain extends string = string, Transaction = unknown> {
  /** The chain's name, such as `xrpl`. */
  readonly chain: Chain;
  /** Whether a payload is meant as a transaction of this chain. It may still be invalid. */
  recognises(payload: unknown): boolean;
  /** @throws InvalidInputError for what is not exactly one complete, unsigned transaction. */
  decode(payload: unknown): DecodedTransaction<Transaction>;
}
