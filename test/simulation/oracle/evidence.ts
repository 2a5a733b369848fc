/** The chains of the simulation. */
export type ChainName = 'xrpl' | 'aptos' | 'stacks';

/** All that a schedule leaves behind for its judge: what was asked, what was told, and what was done. */
export interface Evidence {
  readonly keys: readonly KeyEvidence[];
  readonly custody: readonly CustodyEvidence[];
  readonly ledgers: Readonly<Partial<Record<ChainName, LedgerEvidence>>>;
  /** What processes of this version gave to nodes. */
  readonly sends?: readonly SendEvidence[] | undefined;
  readonly facts: Facts;
}

/** A signed transaction as it left a process: it may never have arrived. */
export interface SendEvidence {
  readonly at: number;
  readonly process: string;
  readonly chain: ChainName;
  readonly blob: string;
}

/** What a caller wanted under one key, and everything that was said about it. */
export interface KeyEvidence {
  readonly chain: ChainName;
  /** The chain's own id in request ids, such as `xrpl:1`. */
  readonly chainId?: string | undefined;
  readonly vault: string;
  readonly idempotencyKey: string;
  readonly account: string;
  /** False where the caller was told that another key may be answered with the same transaction. */
  readonly exclusive: boolean;
  /** In the order of the batch's members; one for a single payment, none for what pays nothing. */
  readonly payments: readonly Payment[];
  /** In the order of time. */
  readonly outcomes: readonly OutcomeEvidence[];
  /** What was called with this key. Only calls permit another attempt or make a refused request anew. */
  readonly calls?: readonly CallEvidence[] | undefined;
  /** The key whose number this one was made to take, by `replaceTransaction` or `cancel`. */
  readonly takesNumberOf?: string | undefined;
  /** False where nobody will ever approve it: then it need not end. */
  readonly approvable?: boolean | undefined;
  /** From when on no peer of the world has the evidence of how it ended any more. */
  readonly evidenceGoneAt?: number | undefined;
  /** Kept by a journal, in a store that may lose what it acknowledged: doubles are counted. */
  readonly journaled?: boolean | undefined;
}

export interface Payment {
  readonly destination: string;
  /** In base units; of an XRP Ledger token its value. */
  readonly amount: string;
  /** Held against the ledger where it is given. */
  readonly asset?: string | undefined;
}

export interface CallEvidence {
  readonly at: number;
  /** When it was answered; a call of a process that was killed never is. */
  readonly endedAt?: number | undefined;
  readonly process: string;
  /** Whether it may make a request, as `resume` may not. */
  readonly creates: boolean;
  readonly cancels?: boolean | undefined;
  readonly newAttempt?: number | undefined;
  /** Called with `onExpiry: 'resign'`. */
  readonly resigns?: boolean | undefined;
}

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
  /** What `cancel` tells when it has done so. */
  | 'cancelled'
  | 'error';

export interface OutcomeEvidence {
  readonly at: number;
  /** When the call began that ended so. */
  readonly begunAt?: number | undefined;
  readonly process: string;
  /** Whether the call was to cancel. */
  readonly ofCancel?: boolean | undefined;
  readonly kind: OutcomeKind;
  /** Which member of a batch it is about; of a single payment it is 0 or absent. */
  readonly member?: number | undefined;
  readonly attempt?: number | undefined;
  readonly hash?: string | undefined;
  readonly exclusive?: boolean | undefined;
  readonly errorCode?: string | undefined;
  readonly error?: string | undefined;
  /** What the error says of its transaction. */
  readonly namesKey?: boolean | undefined;
  readonly requestId?: string | undefined;
  readonly custodyId?: string | undefined;
  /** How far the call had come: the process had heard of the request, of the signature. */
  readonly afterCreate?: boolean | undefined;
  readonly afterSignature?: boolean | undefined;
  /** The requests that the call itself has made. */
  readonly made?: readonly string[] | undefined;
  /** Whether the process runs an earlier version, which names no hashes of earlier attempts. */
  readonly isOfOtherVersion?: boolean | undefined;
  /** What the error says that the call may have done. */
  readonly happened?: 'nothing' | 'maybe' | 'sent' | undefined;
}

/** A request as the custody has it in the end. */
export interface CustodyEvidence {
  readonly at: number;
  readonly externalTxId: string;
  readonly id: string;
  /** What was to be signed: a digest, and on Aptos the whole message. One for each message. */
  readonly digests: readonly string[];
  readonly status: string;
  readonly signed: boolean;
  readonly signedAt?: number | undefined;
  /** When it came to an end without a signature. */
  readonly endedAt?: number | undefined;
  /** From when on it is found by those who don't know its id, where that is later than its making. */
  readonly shownFrom?: number | undefined;
  /** Its `unhashedTxPayload`: an object, or a list of them. */
  readonly payload?: unknown | undefined;
  /** Whose request reached the custody. */
  readonly process?: string | undefined;
  readonly native?:
    | {
        readonly destination: string;
        readonly amount: string;
        readonly hash?: string | undefined;
      }
    | undefined;
}

export interface LedgerEvidence {
  readonly applied: readonly AppliedEvidence[];
  /** What the ledger counted at a time: its index on the XRP Ledger, seconds on Aptos. Ascending. */
  readonly heads?: readonly HeadEvidence[] | undefined;
  /** All native coins there are, in base units, and those that were burned as fees between. */
  readonly supply?:
    | { readonly before: string; readonly after: string; readonly burned: string }
    | undefined;
}

export interface HeadEvidence {
  readonly at: number;
  readonly height: number;
}

export interface AppliedEvidence {
  readonly at: number;
  readonly blob: string;
  readonly hash: string;
  /** `tesSUCCESS`, `success`, or whatever else the ledger said. */
  readonly result: string;
  /** Made by the simulation with a wallet of its own: nobody's key stands for it. */
  readonly foreign?: boolean | undefined;
}

export interface Facts {
  readonly storeShared: boolean;
  /** It lost, denied or rolled back a write that it had acknowledged or made. */
  readonly storeLostWrites: boolean;
  /** The requests whose entries in a journal it acknowledged, and lost or put back to what they were. */
  readonly journalEntriesLost?: readonly string[] | undefined;
  readonly faultsStoppedAt: number;
  /** Whether until then an operator among several lied. */
  readonly hasLiar?: boolean | undefined;
  /** Whether several operators have to agree. */
  readonly severalAgree?: boolean | undefined;
  readonly unhandledRejections: number | readonly string[];
  readonly timersLeft: number;
  /** Whatever else the simulation itself saw go wrong. */
  readonly defects?: readonly string[] | undefined;
  /** Lanes that somebody still holds in the end, by name. */
  readonly lanesHeld?: readonly string[] | undefined;
  /** Payments made after the faults, to see that everything works again. */
  readonly probes?:
    | readonly { readonly account: string; readonly outcome: OutcomeKind }[]
    | undefined;
  /** What the product keeps in memory in the end, and the most that it may keep. */
  readonly memory?: { readonly entries: number; readonly bound: number } | undefined;
  /** When a journal could see that its store was rolled back; from then on it signs nothing. */
  readonly rollBackNoticedAt?: number | undefined;
}
