import type { SigningAlgorithm } from './raw-signer.js';

/** A transaction decoded from the payload that approvers see beside the digest. */
export interface DecodedTransaction<Transaction = unknown> {
  /** As the chain will read it: encoded and decoded again, so that it shows nothing that is not signed. */
  readonly transaction: Transaction;
  /** The account that the transaction is of: an address of the chain. */
  readonly account: string;
  /** The account that signs: the account itself, or one of several signers. */
  readonly signer: string;
  /** `multisign` where it is signed as one of several signers, or on Aptos also with another payer of the gas. */
  readonly kind: 'single' | 'multisign';
  /** The content that a signer of this transaction signs: a digest, or for EdDSA the whole message. */
  readonly content: Uint8Array;
  /** The algorithm of the key that signs it; not compared where your own codec leaves it out. */
  readonly algorithm?: SigningAlgorithm | undefined;
}

/** What a transaction costs beside what it moves. */
export interface ExplainedFee {
  /** In the chain's base units: drops, octas or microSTX. */
  readonly units: bigint;
  /** How many decimals the coin has. */
  readonly decimals: number;
  /** The coin: `XRP`, `APT`, `MOVE`, `STX`. */
  readonly symbol: string;
  /** Whether it may cost less: on Aptos only the gas that is used is paid for. */
  readonly isLimit: boolean;
}

/** Until when a signed transaction can land. */
export type ExplainedExpiry =
  | {
      /** With a ledger, as on the XRP Ledger. */
      readonly kind: 'ledger';
      /** The last ledger that can have it: an index, which says no time. */
      readonly index: bigint;
    }
  | {
      /** At a time, as on Aptos. */
      readonly kind: 'time';
      /** The last second, in Unix time. */
      readonly seconds: bigint;
    }
  | {
      /** It stays valid until its number is spent. */
      readonly kind: 'never';
    };

/** What a transaction does, in words and numbers: read from the bytes that are signed, and from nothing else. */
export interface Explanation<Transaction = unknown> extends DecodedTransaction<Transaction> {
  /** What it does: `Pay 25 XRP to rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh, tag 7`. */
  readonly action: string;
  /**
   * What says little by itself, such as the arguments of a contract's function, cut. It stands at the end of the line,
   * behind what moves, so that no text in it can push that out.
   */
  readonly details?: string | undefined;
  /** Absent for what is no transaction, such as structured data. */
  readonly fee: ExplainedFee | undefined;
  /** Absent for what is no transaction. */
  readonly expiry: ExplainedExpiry | undefined;
  /**
   * All of it in one line, at full length. Names that others chose are in quotation marks, and control and
   * bidirectional characters in them are codes such as `\u202e`.
   */
  readonly summary: string;
}

/** How a transaction is put in words. */
export interface ExplainOptions {
  /** The present time in milliseconds since the epoch: then the line says `in 2 h 5 min`. Default: a date. */
  readonly now?: number | undefined;
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
  /**
   * What the payload is, read and checked. The chain's own code is loaded when it is first needed.
   *
   * @throws InvalidInputError for what is not exactly one complete, unsigned transaction.
   */
  decode(payload: unknown): Promise<DecodedTransaction<Transaction>>;
  /**
   * The same, with what it does in words. The words are loaded when they are first needed. A codec of your own may
   * do without.
   *
   * @throws InvalidInputError as `decode` does.
   */
  explain?(payload: unknown, options?: ExplainOptions): Promise<Explanation<Transaction>>;
}

/** A codec that can explain: each chain's own. */
export interface ExplainingCodec<Chain extends string = string, Transaction = unknown>
  extends TransactionCodec<Chain, Transaction> {
  explain(payload: unknown, options?: ExplainOptions): Promise<Explanation<Transaction>>;
}
