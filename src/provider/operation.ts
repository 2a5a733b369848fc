import type * as z from 'zod/mini';
import type { Schema } from './schemas/schema.js';

/** A component whose requirements may ask who initiated a call. */
export type Component =
  | 'accounts'
  | 'balances'
  | 'rates'
  | 'liquidity'
  | 'transfers'
  | 'transfersBlockchain'
  | 'transfersFiat'
  | 'transfersPeerAccounts'
  | 'transfersInternal'
  | 'ramps';

interface Common {
  /** As in the specification: `operationId`. */
  readonly name: string;
  /** From the base URL on. A part such as `{accountId}` is variable. */
  readonly path: string;
  /** Components whose requirement makes the call say who initiated it. */
  readonly identifies?: readonly Component[];
  /** Whether it says also who approved and signed it. */
  readonly approved?: true;
  /** An off-exchange call: the platform signs it, and the provider its answer. */
  readonly platform?: true;
  /** Answered only when something else has come to its end. */
  readonly slow?: true;
}

type SchemaOf<T> = Schema<z.ZodMiniType<T>>;

/** Answers with one thing. */
export interface One<T = unknown> {
  readonly answer: SchemaOf<T>;
}

/** Answers with one thing, or with nothing: the documents don't say. */
export interface MaybeOne<T = unknown> {
  readonly maybe: SchemaOf<T>;
}

/** Answers with part of a list. */
export interface Listing<T = unknown> {
  /** The property that has the items. */
  readonly list: string;
  readonly item: SchemaOf<T>;
}

/** Asks, and changes nothing. */
type Read = { readonly method: 'GET'; readonly kind: 'read'; readonly query?: Schema };
/** What an answer shows when the change was made, in any release: the id of what there is now. */
type Shows = { readonly shows?: 'id' | 'settlementVersion' };
/** Changes something, once for each `idempotencyKey`. */
type Keyed = Shows & { readonly method: 'POST'; readonly kind: 'keyed'; readonly body: Schema };
/** Changes something, and nothing keeps a repetition from doing so again. */
type Unkeyed = Shows & {
  readonly method: 'POST' | 'PUT' | 'DELETE';
  readonly kind: 'unkeyed';
  readonly body?: Schema;
};

/** What is asked, and what asking again would do. */
export type Question = Common & (Read | Keyed | Unkeyed);

/** One operation. */
export type Operation = Question & (One | MaybeOne | Listing);
