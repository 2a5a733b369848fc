import type { CallOptions } from '../core/clock.js';
import type { PollPace } from '../core/poll.js';
import type { PublicKey, SigningKey, SigningMessage } from '../signer/raw-signer.js';
import type { VerifiedSignature } from '../signer/verify.js';
import type { Salt } from './salt.js';

/** An account on a chain, with the key that controls it. */
export interface Account {
  readonly vaultAccountId: string;
  readonly key: SigningKey;
  readonly publicKey: PublicKey;
  readonly address: string;
}

/**
 * What makes a transaction the only one of its kind: the account's next number, or a Ticket that
 * stands for one.
 */
export interface AccountNumber {
  readonly kind: 'sequence' | 'ticket';
  readonly value: bigint;
}

/** What was decided about a transaction before it was signed. */
export interface Terms {
  readonly number: AccountNumber;
  /** The most it can cost, in the chain's base units. */
  readonly fee: bigint;
  /** The last ledger index or time at which it is valid, in the chain's unit. None on Stacks. */
  readonly expiry: bigint | undefined;
  /** How many of the account's numbers it uses up, its own included. Default 1. */
  readonly span?: number | undefined;
}

/** What `read` found, and what `build` needs. */
export interface Snapshot {
  /** The ledger's index or time, in the unit of expiries, where transactions expire. */
  readonly height?: bigint | undefined;
  /** The account's next number, as the node sees it. */
  readonly nextNumber: bigint;
  /**
   * Numbers from there on for which the node has transactions that are on no ledger yet. None of them
   * is for another transaction, unless that is to take the place of the one there.
   */
  readonly waiting?: readonly bigint[] | undefined;
  /** Why what is asked for would come to nothing as things stand: advice, on one node's word. */
  readonly concern?: Concern | undefined;
}

/** What a transaction would come to, where that is not what is wanted. */
export interface Concern {
  /** The chain's own code. */
  readonly resultCode: string;
  /** In words. */
  readonly reason: string;
}

export interface ReadRequest<Input> {
  readonly account: Account;
  readonly inputs: readonly Input[];
}

export interface BuildRequest<Input, S extends Snapshot> {
  readonly account: Account;
  readonly input: Input;
  readonly snapshot: S;
  readonly number: AccountNumber;
  /** How long its approval may take, in seconds. Nobody is asked to approve what will be over. */
  readonly approvalSeconds: number;
  /** How long the transaction should stay valid from the snapshot on, in seconds. */
  readonly lifetimeSeconds: number;
  /** Goes into nothing that the caller has settled, beyond no cap, and is taken from nobody's pay. */
  readonly salt: Salt;
}

export interface RebuildRequest<Input, S extends Snapshot> {
  readonly account: Account;
  readonly input: Input;
  readonly snapshot: S;
  readonly terms: Terms;
}

export interface LookUpRequest<Transaction> {
  readonly transaction: Transaction;
  /** The hash that our signature gives it, once there is one; another signature gives another. */
  readonly hash?: string | undefined;
  /** A node has it: one that answers when there is news is better than one that answers at once. */
  readonly patient?: boolean | undefined;
}

/** A signed transaction, ready to be sent. */
export interface Signed {
  readonly hash: string;
  readonly blob: string;
}

/** Why what a node was sent can't land yet, though it may still. */
export interface Obstacle {
  /** The node's own code. */
  readonly code: string;
  /** What has to be so before it can land: it follows the word `once`. */
  readonly cure: string;
  /** How long it is tried all the same, since that may come by itself; in milliseconds. */
  readonly tryForMs: number;
}

/** What a node said to a submission, and `asks`: what it would have to pay to be applied at once. */
export type Submission = Answered & { readonly asks?: bigint | undefined };

type Answered =
  /** A node has it: applied, queued or kept. `obstacle`: though it can't land before others have. */
  | {
      readonly state: 'accepted';
      readonly code: string;
      readonly obstacle?: Obstacle | undefined;
    }
  /** It is not on its way, but it may land yet. */
  | ({ readonly state: 'open' } & Obstacle)
  /** It may be in, or past: only looking it up tells. */
  | { readonly state: 'unclear'; readonly code: string }
  /** Not now; the very same bytes may be taken later. */
  | { readonly state: 'busy'; readonly code: string }
  /** Not taken and not passed on. */
  | { readonly state: 'refused'; readonly code: string; readonly message: string };

/** What the chain knows of a transaction: looked up by account and number, recognised by digest. */
export type Sighting<Result> =
  | {
      readonly state: 'confirmed';
      readonly hash: string;
      readonly result: Result;
      /** Of the result what operators have to say alike: where it landed, and what came of it. */
      readonly particulars?: string;
    }
  /** Final, and paid for, but without the effect that was wanted. */
  | {
      readonly state: 'failed';
      readonly hash: string;
      readonly code: string;
      readonly result: Result;
      readonly particulars?: string;
    }
  /** Its number was spent by a transaction with another digest. Dead. */
  | { readonly state: 'replaced'; readonly by: string }
  /**
   * Its number is unspent at a validated ledger beyond its expiry, both read at once; or another spent it
   * after that: `by`. Dead.
   */
  | { readonly state: 'expired'; readonly by?: string }
  /** Its number is unspent and its time is not over. `seen`: the node knows it. */
  | {
      readonly state: 'open';
      readonly seen: boolean;
      /** Why it can't even be called pending: the node had it, and has dropped it. */
      readonly dropped?: string | undefined;
    }
  /** Anything else: pruned history, nodes that disagree. Never a reason for a second transaction. */
  | { readonly state: 'unknown'; readonly reason: string };

/** A transaction that was not built here, such as the custody's own transfer. */
export interface ForeignSighting<Result> {
  /** The number that it spends, where it spends one of the account's own order. */
  readonly number: bigint | undefined;
  readonly outcome: Extract<Sighting<Result>, { state: 'confirmed' | 'failed' }> | undefined;
}

/** How a chain sets numbers aside. */
export interface TicketBooth<Input, Result> {
  /** How many an account may have. */
  readonly limit: number;
  /** Those that an account has, ascending. */
  list(account: Account, options: CallOptions): Promise<readonly bigint[]>;
  /** The input of a transaction that creates `count` more. */
  creation(count: number): Input;
  /** Those that a confirmed creation has created. */
  createdBy(result: Result): readonly bigint[];
}

/** How numbers come to be on a chain that takes any, in any order, but none twice. */
export interface TicketMint {
  /** How many an account may have under way. */
  readonly limit: number;
  /** One that nobody has used. */
  mint(): bigint;
}

/**
 * What a chain supplies to the one life of a transaction. The order, the waiting and the failures
 * are not its business.
 *
 * `Input` is validated.
 */
export interface Chain<Input, S extends Snapshot, Transaction, Result> {
  /** The chain's own id, whatever we call the network: a part of every request id, for ever. */
  readonly id: string;
  /** How long a unit of expiries takes, at the least and in lifetimes, where transactions expire. */
  readonly expiries?: { readonly leastMs: number; readonly usualMs: number } | undefined;
  /** How often a submitted transaction is looked at. */
  readonly confirmPace: PollPace;
  /** Milliseconds after which a transaction that is not in yet is sent again. */
  readonly resubmitAfterMs: number;
  addressOf(publicKey: PublicKey): string;
  /** The part of an input that makes it what it is: an idempotency key is bound to this. */
  canonicalOf(input: Input): unknown;
  /**
   * One parallel batch of reads: number, fee, height, and whatever the inputs depend on. Resolves
   * with a snapshot for each input.
   */
  read(request: ReadRequest<Input>, options: CallOptions): Promise<readonly S[]>;
  /** Pure: the whole transaction, but for its signatures. */
  build(request: BuildRequest<Input, S>): Transaction;
  /** The same, but with terms that were decided before: for resuming from a record. */
  rebuildFrom(request: RebuildRequest<Input, S>): Transaction;
  termsOf(transaction: Transaction): Terms;
  /** The {@link Terms.span} of what is made of an input. */
  spanOf(input: Input): number;
  /** What is to be signed, in the order in which {@link Chain.assemble} takes the signatures. */
  messagesOf(transaction: Transaction, account: Account): readonly SigningMessage[];
  /** What a person or a callback handler checks; {@link Chain.rebuild} undoes it. */
  payloadOf(transaction: Transaction): unknown;
  /** The transaction of a payload, or `undefined` when it holds none. Never trusted unchecked. */
  rebuild(
    payload: unknown,
    account: Account,
  ): Transaction | undefined | Promise<Transaction | undefined>;
  assemble(transaction: Transaction, signatures: readonly VerifiedSignature[]): Signed;
  submit(signed: Signed, options: CallOptions): Promise<Submission>;
  lookUp(request: LookUpRequest<Transaction>, options: CallOptions): Promise<Sighting<Result>>;
  /** The number of an account that would be spent next, as validated. */
  nextNumber(account: Account, options: CallOptions): Promise<bigint>;
  /** What the chain knows of a transaction that somebody else built; nothing until a node has it. */
  lookUpHash(hash: string, options: CallOptions): Promise<ForeignSighting<Result> | undefined>;
  /** An input that spends a number on nothing. */
  readonly noop: Input;
  /** Numbers that can be set aside and spent in any order, where the chain has such. */
  readonly tickets?: TicketBooth<Input, Result> | TicketMint | undefined;
  /** Calls `wake` whenever a new ledger may have changed the answer; returns how to stop. */
  readonly onLedger?: ((wake: () => void) => () => void) | undefined;
}
