import type { CallOptions } from '../core/clock.js';
import type { PollPace } from '../core/poll.js';
import type { PublicKey, SigningKey, SigningMessage } from '../signer/raw-signer.js';
import type { Explanation } from '../signer/transaction-codec.js';
import type { VerifiedSignature } from '../signer/verify.js';
import type { Salt } from './salt.js';

/** An account on a chain, with the key that controls it. */
export interface Account {
  readonly vaultAccountId: string;
  readonly key: SigningKey;
  readonly publicKey: PublicKey;
  readonly address: string;
}

/** The number that makes a transaction unique: the account's next number, or a Ticket that stands for one. */
export interface AccountNumber {
  readonly kind: 'sequence' | 'ticket';
  readonly value: bigint;
}

/** What was decided about a transaction before it was signed. */
export interface Terms {
  readonly number: AccountNumber;
  /** The most that it can cost, in the chain's base units. */
  readonly fee: bigint;
  /** The last ledger index or time at which it is valid, in the chain's unit. There is none on Stacks. */
  readonly expiry: bigint | undefined;
  /** How many of the account's numbers it uses up, including its own. Default 1. */
  readonly span?: number | undefined;
}

/** The result of `read`, and the input of `build`. */
export interface Snapshot {
  /** The ledger's index or time, in the unit of expiries, where transactions expire. */
  readonly height?: bigint | undefined;
  /** The account's next number, as the node sees it. */
  readonly nextNumber: bigint;
  /**
   * Numbers from there on for which the node has transactions that are on no ledger yet. They are not given to other
   * transactions, except to one that is meant to replace the transaction there.
   */
  readonly waiting?: readonly bigint[] | undefined;
  /** Why the transaction would have no effect in the present state: advice, according to one node. */
  readonly concern?: Concern | undefined;
  /** Whether a node has tried it, or was asked to: not where others could act on what they learn. */
  readonly isTried?: boolean | undefined;
}

/** The expected result of a transaction, where it is not the intended one. */
export interface Concern {
  /** The chain's own code. */
  readonly resultCode: string;
  /** The reason, for people. */
  readonly reason: string;
}

export interface ReadRequest<Input> {
  readonly account: Account;
  readonly inputs: readonly Input[];
  /** The operator whose nodes are asked, and no others. Default: any. */
  readonly operator?: string | undefined;
}

export interface BuildRequest<Input, S extends Snapshot> {
  readonly account: Account;
  readonly input: Input;
  readonly snapshot: S;
  readonly number: AccountNumber;
  /** How long its approval may take, in seconds: approvers are not asked for a transaction that would expire first. */
  readonly approvalSeconds: number;
  /** How long the transaction should stay valid from the snapshot on, in seconds. */
  readonly lifetimeSeconds: number;
  /** Varies only what the caller has not settled, exceeds no cap, and reduces no payment. */
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
  /** The hash of the transaction with our signature, once it is signed; with another signature it has another hash. */
  readonly hash?: string | undefined;
  /** A node has it: then the answer may wait for news. */
  readonly patient?: boolean | undefined;
}

/** A signed transaction, ready to be sent. */
export interface Signed {
  readonly hash: string;
  readonly blob: string;
}

/** Why a transaction that a node received can't land yet, though it still may later. */
export interface Obstacle {
  /** The node's own code. */
  readonly code: string;
  /** The condition under which it can land: it follows the word `once`. */
  readonly cure: string;
  /** How long it is sent nevertheless, since the condition may come about by itself; in milliseconds. */
  readonly tryForMs: number;
}

/** A node's answer to a submission. */
export type Submission = Answered & {
  /** The fee that it would have to pay to be applied at once. */
  readonly asks?: bigint | undefined;
  /** Whether the node doesn't take it because it has another transaction with its number. */
  readonly hasRival?: boolean;
};

type Answered =
  /** A node has it: applied, queued or kept. `obstacle`: it can't land before others have landed. */
  | {
      readonly state: 'accepted';
      readonly code: string;
      readonly obstacle?: Obstacle | undefined;
    }
  /** It is not on its way, but it may still land. */
  | ({ readonly state: 'open' } & Obstacle)
  /** It may be in a ledger, or have been replaced: only looking it up tells. */
  | { readonly state: 'unclear'; readonly code: string }
  /** Not accepted now; the same bytes may be accepted later. */
  | { readonly state: 'busy'; readonly code: string }
  /** Neither accepted nor passed on. */
  | { readonly state: 'refused'; readonly code: string; readonly message: string };

/** What the chain knows of a transaction: looked up by account and number, recognised by digest. */
export type TransactionStatus<Result> =
  | {
      readonly state: 'confirmed';
      readonly hash: string;
      readonly result: Result;
      /** The part of the result that operators have to agree on: where it landed, and with what effect. */
      readonly particulars?: string;
    }
  /** Final, and paid for, but without the intended effect. */
  | {
      readonly state: 'failed';
      readonly hash: string;
      readonly code: string;
      readonly result: Result;
      readonly particulars?: string;
    }
  /** Its number was spent by a transaction with another digest. It can't land any more. */
  | { readonly state: 'replaced'; readonly by: string }
  /**
   * Its number is unspent at a validated ledger beyond its expiry, both read at once; or another transaction spent it
   * after that: `by`. It can't land any more.
   */
  | { readonly state: 'expired'; readonly by?: string }
  /** Its number is unspent and its time is not over. `seen`: the node knows it. */
  | {
      readonly state: 'open';
      readonly seen: boolean;
      /** Why it is not even pending: the node had it, and has dropped it. */
      readonly dropped?: string | undefined;
    }
  /** Anything else: pruned history, nodes that disagree. Never a reason to make a second transaction. */
  | { readonly state: 'unknown'; readonly reason: string };

/** A transaction that was not built here, such as a transfer that the custody platform makes. */
export interface ForeignStatus<Result> {
  /** Whether it is another than was asked for: then it has no outcome here. */
  readonly isOther?: boolean;
  /** The number that it spends, if it is one of the account's own sequence. */
  readonly number: bigint | undefined;
  readonly outcome:
    | Extract<TransactionStatus<Result>, { state: 'confirmed' | 'failed' }>
    | undefined;
}

/** How a chain sets numbers aside. */
export interface TicketSource<Input, Result> {
  /** How many an account may have. */
  readonly limit: number;
  /** The Tickets of an account, as one node shows them. */
  list(account: Account, options: CallOptions): Promise<Tickets>;
  /** The input of a transaction that creates `count` more Tickets. */
  creation(count: number): Input;
  /** The Tickets that a confirmed creation has created. */
  createdBy(result: Result): Tickets | Promise<Tickets>;
}

/** Tickets of an account. */
export interface Tickets {
  /** Ascending. */
  readonly numbers: readonly bigint[];
  /** The ledger that has them, or in which they were created. */
  readonly height: bigint | undefined;
}

/** Makes numbers on a chain that accepts any number, in any order, but each only once. */
export interface NonceGenerator {
  /** How many transactions an account may have under way. */
  readonly limit: number;
  /** A number that was never used. */
  generate(): bigint;
}

/**
 * The part of a transaction's life that depends on the chain. Order, waiting and failures are handled elsewhere.
 *
 * `Input` is validated.
 */
export interface Chain<
  Input = unknown,
  S extends Snapshot = Snapshot,
  Transaction = unknown,
  Result = unknown,
> {
  /** The chain's own id, whatever the network's name here: it is a part of every request id, for ever. */
  readonly id: string;
  /** How long a unit of expiries takes: at the least, and for computing lifetimes; where transactions expire. */
  readonly expiries?: { readonly leastMs: number; readonly usualMs: number } | undefined;
  /** How often a submitted transaction is looked up. */
  readonly confirmPace: PollPace;
  /** Milliseconds after which a transaction that is not in a ledger yet is sent again. */
  readonly resubmitAfterMs: number;
  addressOf(publicKey: PublicKey): string;
  /** The part of an input that an idempotency key is bound to. */
  canonicalOf(input: Input): unknown;
  /** What has to be asked of nodes before an input's bytes are known, in words for people: `argument types`. */
  askedOfNodes?(input: Input): string | undefined;
  /**
   * One parallel batch of reads: number, fee, height, and everything that the inputs depend on. Resolves with a
   * snapshot for each input.
   */
  read(request: ReadRequest<Input>, options: CallOptions): Promise<readonly S[]>;
  /** Pure: the whole transaction without its signatures. */
  build(request: BuildRequest<Input, S>): Transaction;
  /** The same with terms that were decided before: to resume from a record. */
  rebuildFrom(request: RebuildRequest<Input, S>): Transaction;
  termsOf(transaction: Transaction): Terms;
  /** The {@link Terms.span} of the transaction of an input, if it may be more than 1. */
  spanOf?(input: Input): number;
  /** The messages to sign, in the order in which {@link Chain.assemble} takes the signatures. */
  messagesOf(transaction: Transaction, account: Account): readonly SigningMessage[];
  /** The payload that a person or a callback handler checks; {@link Chain.rebuild} reverses it. */
  payloadOf(transaction: Transaction): unknown;
  /** What the bytes of a message's payload say, in words for people. Nothing else depends on it. */
  explain(payload: unknown): Promise<Explanation>;
  /** The transaction of a payload, or `undefined` when it holds none. It is never trusted unchecked. */
  rebuild(
    payload: unknown,
    account: Account,
  ): Transaction | undefined | Promise<Transaction | undefined>;
  /**
   * Whether a transaction that the signer gives back is one of this input, as far as that can be told without a node:
   * who keeps the record may have put another one into it.
   */
  fits?(input: Input, transaction: Transaction, account: Account): boolean | Promise<boolean>;
  assemble(transaction: Transaction, signatures: readonly VerifiedSignature[]): Signed;
  submit(signed: Signed, options: CallOptions): Promise<Submission>;
  lookUp(
    request: LookUpRequest<Transaction>,
    options: CallOptions,
  ): Promise<TransactionStatus<Result>>;
  /** The account's next unspent number, in the validated state. */
  nextNumber(account: Account, options: CallOptions): Promise<bigint>;
  /**
   * What the chain knows of an account's transaction that was built elsewhere; nothing until a node has it. For the
   * chains on which the custody platform makes transfers by itself.
   */
  lookUpHash?(
    hash: string,
    account: Pick<Account, 'address'>,
    options: CallOptions,
  ): Promise<ForeignStatus<Result> | undefined>;
  /** Whether such a transaction is the one that an input asks for; without one, whether it may be one. */
  isOf?(input: Input | undefined, result: Result): Promise<boolean>;
  /** An input that spends a number without an effect. */
  readonly noop: Input;
  /** The same, with more than this fee, where nodes keep that of two transactions which pays more. */
  noopOver?(fee: bigint): Input;
  /** Numbers that can be set aside and spent in any order, if the chain has them. */
  readonly tickets?: TicketSource<Input, Result> | NonceGenerator | undefined;
  /** Calls `wake` whenever a new ledger may have changed the answer; returns how to stop. */
  readonly onLedger?: ((wake: () => void) => () => void) | undefined;
}
