import type * as z from 'zod/mini';
import type { CallOptions } from '../core/clock.js';
import type { GatewayError } from '../core/errors.js';
import { assertInput } from '../core/schema.js';
import type { TransactionOptions } from '../transactions/index.js';

/** What a request brings to its operation. */
export interface RouteCall<Options> {
  /** The path's vault account; empty where the path names none. */
  readonly vaultAccountId: string;
  /** Another variable part of the path, decoded. */
  param(name: string): string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON body; an empty object where there is none. */
  readonly body: Readonly<Record<string, unknown>>;
  /** How long the client waits for an outcome, in milliseconds. */
  readonly waitMs: number;
  readonly options: Options;
  /** How far a transaction is that this server began under a key and that has not ended. */
  begun(idempotencyKey: string): GatewayError | undefined;
}

/** A field of a query, for those who read the documents. */
export interface QueryField {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Default `false`. */
  readonly required?: boolean;
  /** What works on the sandbox. */
  readonly example?: string;
}

/** What a success is answered with, for those who read the documents. */
export interface Answer {
  /** What the documents call it. */
  readonly name: string;
  /** As JSON; tests compare it with what is answered in fact. */
  readonly schema: z.ZodMiniType;
}

interface RouteBase {
  /** The gateway's method: the operation's name in documents, logs and metrics. */
  readonly operation: string;
  /** Such as `/api/dex/offerCreate/:vaultAccountId`. */
  readonly path: string;
  /** Other spellings of the path. */
  readonly aliases?: readonly string[];
  /** What it does, in one line. */
  readonly summary: string;
  /** What else there is to know. */
  readonly description?: string;
  /** The chapter of the documents. */
  readonly tag: string;
  /** The vault account of a sandbox that the documents try it out with. Default `0`. */
  readonly exampleVault?: string;
  readonly answer: Answer;
  /** What a query may hold; anything else in it is refused. */
  readonly query?: Readonly<Record<string, QueryField>>;
}

/** A GET: asks, and makes no transaction. */
interface ReadRoute<Gateway> extends RouteBase {
  readonly kind: 'read';
  run(gateway: Gateway, call: RouteCall<CallOptions>): Promise<unknown>;
}

/** A POST that makes a transaction, under an idempotency key. */
export interface WriteRoute<Gateway> extends RouteBase {
  readonly kind: 'write';
  /** What the body holds; the gateway's own method checks it. */
  readonly body: z.ZodMiniType;
  /** Whether the body may be left out, since no field of it is required. */
  readonly bodyOptional?: boolean;
  /** A body that works on the sandbox. */
  readonly example: unknown;
  /** More of them, by what they show. */
  readonly examples?: Readonly<Record<string, unknown>>;
  run(gateway: Gateway, call: RouteCall<TransactionOptions>): Promise<unknown>;
}

/** A POST about a transaction that exists. */
interface ActionRoute<Gateway> extends RouteBase {
  readonly kind: 'action';
  run(gateway: Gateway, call: RouteCall<CallOptions>): Promise<unknown>;
}

/** One operation of a gateway over HTTP. */
export type GatewayRoute<Gateway> = ReadRoute<Gateway> | WriteRoute<Gateway> | ActionRoute<Gateway>;

/** How it is answered how far a transaction is. */
export interface RequestAnswers {
  /** What became of it: what any operation is answered with. */
  readonly outcome: Answer;
  readonly pending: Answer;
  readonly cancelled: Answer;
}

/** A gateway's operations over HTTP: handler, documents and tests are derived from this. */
export interface GatewayApi<Gateway> {
  /** Such as `XRP Ledger gateway`. */
  readonly title: string;
  /** What counts and traces call its chain. */
  readonly chain: 'xrpl' | 'aptos' | 'stacks';
  /** What the paths call a vault account. */
  readonly vaultPart: 'vaultAccountId' | 'vaultId';
  readonly routes: readonly GatewayRoute<Gateway>[];
  /** What the routes answer with that every gateway has. */
  readonly answers: RequestAnswers;
  /** Throws what a gateway tells instead of throwing. Default: it throws by itself. */
  readonly checked?: (answer: unknown) => unknown;
  /** Added to the body of every error. */
  readonly errorFields?: Readonly<Record<string, unknown>>;
}

/** What every gateway does with its transactions, whatever its chain. */
export interface TransactionGateway {
  resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options?: TransactionOptions,
  ): Promise<unknown>;
  pending(vaultAccountId: string, options?: CallOptions): Promise<unknown>;
  cancel(
    vaultAccountId: string,
    idempotencyKey: string,
    options?: TransactionOptions,
  ): Promise<unknown>;
}

/** GET reads; everything else is a POST. */
export function methodOf({ kind }: Pick<GatewayRoute<never>, 'kind'>): 'GET' | 'POST' {
  return kind === 'read' ? 'GET' : 'POST';
}

interface TypedWrite<Gateway, S extends z.ZodMiniType>
  extends Omit<WriteRoute<Gateway>, 'kind' | 'body' | 'example' | 'examples' | 'run'> {
  readonly body: S;
  readonly example: z.input<S>;
  readonly examples?: Readonly<Record<string, z.input<S>>>;
  run(
    gateway: Gateway,
    params: z.input<S>,
    call: Omit<RouteCall<TransactionOptions>, 'body'>,
  ): Promise<unknown>;
}

/** A route whose operation gets its body typed, as its schema has found it to be. */
export function writeRoute<Gateway, S extends z.ZodMiniType>(
  route: TypedWrite<Gateway, S>,
): WriteRoute<Gateway> {
  return {
    ...route,
    kind: 'write',
    run: async (gateway, { body, ...call }) => {
      const params: unknown = body;
      assertInput(route.body, params, 'body');
      return route.run(gateway, params, call);
    },
  };
}
