import type * as z from 'zod/mini';
import type { Schema } from './schemas/schema.js';

/** A component whose requirements may include the initiator of a call. */
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

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Common {
  /** As in the specification: `operationId`. */
  readonly name: string;
  readonly method: Method;
  /** From the base URL on. A part such as `{accountId}` is variable. */
  readonly path: string;
  /** Components whose requirement adds the initiator to the call. */
  readonly identifies?: readonly Component[];
  /** Whether the approver and the signer are added too. */
  readonly approved?: true;
  /** An off-exchange call: the platform signs it, and the provider signs its answer. */
  readonly platform?: true;
  /** Answered only when another process has ended. */
  readonly slow?: true;
}

type SchemaOf<T> = Schema<z.ZodMiniType<T>>;

/** Answers with one resource. */
export interface One<T = unknown> {
  readonly answer: SchemaOf<T>;
}

/** Answers with one resource, or with nothing: the documents don't say. */
export interface MaybeOne<T = unknown> {
  readonly maybe: SchemaOf<T>;
}

/** Answers with part of a list. */
export interface Listing<T = unknown> {
  /** The property that has the items. */
  readonly list: string;
  readonly item: SchemaOf<T>;
}

/** Reads, and changes nothing. */
type Read = { readonly kind: 'read'; readonly query?: Schema };
/** The field of an answer that proves the change, in any release: the id of the resource. */
type Shows = { readonly shows?: 'id' | 'settlementVersion' };
/** The closer schema that a body has to fit where it is made, not where it is served. */
type Closed = { readonly closed?: Schema };
/** Changes something, once for each `idempotencyKey`. */
type Keyed = Shows & Closed & { readonly kind: 'keyed'; readonly body: Schema };
/** Changes something, and a repetition may do so again. */
type Unkeyed = Shows & Closed & { readonly kind: 'unkeyed'; readonly body?: Schema };

/** The operation's request, and the effect of a repetition. */
export type Question = Common & (Read | Keyed | Unkeyed);

/** One operation. */
export type Operation = Question & (One | MaybeOne | Listing);

type Row<Each> = Each extends unknown
  ? Omit<Each, keyof Told> & { readonly method?: Method }
  : never;
type Told<Name = string> = { readonly name: Name; readonly method: Method };

/** Operations under their names. Without a method, a read is a GET, and anything else a POST. */
export type Unnamed = Readonly<Record<string, Row<Operation>>>;

/** The same, each with its name and its method in it. */
export function named<Table extends Unnamed>(
  table: Table,
): { readonly [Name in keyof Table & string]: Table[Name] & Told<Name> };
export function named(table: Unnamed): object {
  return Object.fromEntries(
    Object.entries(table).map(([name, row]) => {
      const method = row.kind === 'read' ? 'GET' : 'POST';
      return [name, { method, ...row, name }];
    }),
  );
}
