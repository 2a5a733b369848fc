import type * as z from 'zod/mini';
import type { CallOptions } from '../core/clock.js';
import { assertInput } from '../core/schema.js';
import type { KeyedCallOptions, TransactionOptions } from '../transactions/index.js';

/** Waits for the end of work. @throws its state where it has not ended by then, and its error. */
export type BegunWork = (waitMs: number) => Promise<unknown>;

/** The input of an operation from its request. */
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
  /** The work that this server began under a key and that has not ended. */
  begun(idempotencyKey: string): BegunWork | undefined;
}

/** A field of a query, for the documents. */
export interface QueryField {
  readonly description: string;
  readonly schema: Readonly<Record<string, unknown>>;
  /** Default `false`. */
  readonly required?: boolean;
  /** A value that works on the sandbox. */
  readonly example?: string;
}

/** The body of a success, for the documents. */
export interface Answer {
  /** Its name in the documents. */
  readonly name: string;
  /** The JSON schema; tests compare it with actual answers. */
  readonly schema: z.ZodMiniType;
}

interface RouteBase {
  /** The gateway's method: the operation's name in documents, logs and metrics. */
  readonly operation: string;
  /** Such as `/api/dex/offerCreate/:vaultAccountId`. */
  readonly path: string;
  /** Other spellings of the path. */
  readonly aliases?: readonly string[];
  /** What the operation does, in one line. */
  readonly summary: string;
  /** Further facts about the operation. */
  readonly description?: string;
  /** Its chapter in the documents. */
  readonly tag: string;
  /** The vault account of a sandbox that the documents try it out with. Default `0`. */
  readonly exampleVault?: string;
  readonly answer: Answer;
  /** The fields of a query; any other field is refused. */
  readonly query?: Readonly<Record<string, QueryField>>;
}

/** A GET: reads, and makes no transaction. */
interface ReadRoute<Gateway> extends RouteBase {
  readonly kind: 'read';
  run(gateway: Gateway, call: RouteCall<CallOptions>): Promise<unknown>;
}

/** A POST that makes a transaction, under an idempotency key. */
export interface WriteRoute<Gateway> extends RouteBase {
  readonly kind: 'write';
  /** The schema of the body; the gateway's own method checks it. */
  readonly body: z.ZodMiniType;
  /** Whether the body may be left out, since none of its fields is required. */
  readonly bodyOptional?: boolean;
  /** A body that works on the sandbox. */
  readonly example: unknown;
  /** More examples, by their titles. */
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

/** The answers about the state of a transaction. */
export interface RequestAnswers {
  /** The outcome: the answer of any operation. */
  readonly outcome: Answer;
  readonly pending: Answer;
  readonly cancelled: Answer;
}

/** A gateway's operations over HTTP: the handler, the documents and tests are derived from this. */
export interface GatewayApi<Gateway> {
  /** Such as `XRP Ledger gateway`. */
  readonly title: string;
  /** The chain's name in metrics and traces. */
  readonly chain: 'xrpl' | 'aptos' | 'stacks';
  /** The vault account's name in paths. */
  readonly vaultPart: 'vaultAccountId' | 'vaultId';
  readonly routes: readonly GatewayRoute<Gateway>[];
  /** The answers of the routes that every gateway has. */
  readonly answers: RequestAnswers;
  /** The form of an answer that is no transaction. Default: as the gateway gives it. */
  readonly told?: (data: unknown) => unknown;
  /** Fields added to the body of every error. */
  readonly errorFields?: Readonly<Record<string, unknown>>;
}

/** The methods that every gateway has for its transactions, on any chain. */
export interface TransactionGateway {
  resume(
    vaultAccountId: string,
    idempotencyKey: string,
    options?: KeyedCallOptions,
  ): Promise<unknown>;
  pending(vaultAccountId: string, options?: CallOptions): Promise<unknown>;
  cancel(
    vaultAccountId: string,
    idempotencyKey: string,
    options?: KeyedCallOptions,
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

/** A route whose operation receives its body typed, after its schema has checked it. */
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
