/** How a call about a key ended, or what it told of one member of a batch. */
export type OutcomeKind =
  | 'confirmed'
  | 'failed'
  | 'expired'
  | 'replaced'
  | 'rejected'
  | 'refused'
  | 'pending'
  | 'unknown'
  | 'aborted'
  | 'cancelled'
  | 'error';

/** What a caller was told. */
export interface ToldOutcome {
  /** In milliseconds of simulated time. */
  readonly at: number;
  readonly process: string;
  readonly kind: OutcomeKind;
  readonly hash?: string | undefined;
  readonly errorCode?: string | undefined;
  readonly error?: string | undefined;
  /** Which attempt it is about, where that was told. */
  readonly attempt?: number | undefined;
  /** Which member of a batch. */
  readonly member?: number | undefined;
  /** Whether the error named the key, and the custody's id. */
  readonly namesKey?: boolean | undefined;
}

/** A key, and what its callers wanted and were told. */
export interface KeyEvidence {
  readonly chain: string;
  readonly vault: string;
  readonly idempotencyKey: string;
  readonly account: string;
  /** Whether no other key may name its transaction. */
  readonly exclusive: boolean;
  readonly payments: readonly { readonly destination: string; readonly amount: string }[];
  readonly outcomes: readonly ToldOutcome[];
}

/** A request that a custody, or a signer, was asked for. */
export interface CustodyEvidence {
  readonly at: number;
  readonly externalTxId: string;
  readonly id: string;
  /** Hex. */
  readonly digests: readonly string[];
  readonly status: string;
  readonly signed: boolean;
  readonly native?: {
    readonly destination: string;
    readonly amount: string;
    readonly hash?: string | undefined;
  };
}

/** A transaction in a ledger. */
export interface AppliedTransaction {
  readonly at: number;
  /** Hex, as it was submitted. */
  readonly blob: string;
  readonly hash: string;
  /** The ledger's word for it. */
  readonly result: string;
}

/** All that a schedule leaves behind. */
export interface Evidence {
  readonly keys: readonly KeyEvidence[];
  readonly custody: readonly CustodyEvidence[];
  readonly ledgers: Readonly<Record<string, { readonly applied: readonly AppliedTransaction[] }>>;
  readonly facts: {
    readonly storeShared: boolean;
    /** Whether the store lost, or denied, what it had. */
    readonly storeLostWrites: boolean;
    readonly faultsStoppedAt: number;
    /** What is wrong apart from any transaction: an unhandled rejection, a timer that is left. */
    readonly defects: readonly string[];
  };
}

/** A promise that was broken. */
export interface Violation {
  /** A stable name. */
  readonly invariant: string;
  readonly key?: string | undefined;
  readonly text: string;
}
