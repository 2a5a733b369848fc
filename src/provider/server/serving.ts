import type * as z from 'zod/mini';
import { parseInput } from '../../core/schema.js';
import type { Listing, MaybeOne, One, Operation, Question } from '../operation.js';
import type { ProviderAccount } from '../schemas/accounts.js';
import type { ApiComponents } from '../schemas/capabilities.js';
import type { OrderedPageQuery, PageQuery } from '../schemas/queries.js';
import type { Schema } from '../schemas/schema.js';
import type { ListAnswer, ListRequest, ProviderServerCall } from './call.js';
import { itemsFor } from './pagination.js';
import type { Provider } from './provider.js';
import { checkedQuery } from './query.js';
import { checkedPart } from './validation.js';

/** One of the API's components, as capabilities name it. */
export type ProviderComponent = keyof ApiComponents;

/** The parameters and the caller of every call. */
export interface Asked {
  readonly accountId: string;
  readonly id: string;
  readonly collateralId: string;
  readonly collateralTxId: string;
  readonly settlementVersion: string;
  /** The account, if the provider has accounts. */
  readonly account: ProviderAccount | undefined;
  readonly call: ProviderServerCall;
}

/** Query and body, as received. */
interface Received {
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/** Calls the provider; `undefined` means that the resource does not exist. */
type Perform = (provider: Provider, asked: Asked) => Promise<unknown>;

/** How one operation is served. */
export interface Serving {
  readonly operation: Question;
  /** It exists if one of these does; without any, always. */
  readonly components: readonly ProviderComponent[];
  readonly status: 200 | 201;
  /** Checks query and body. @throws ProviderRefusal. */
  readonly prepare: (received: Received) => Perform;
  /** The resource that was created earlier under the same idempotency key with this body. */
  readonly find?: (
    provider: Provider,
    asked: Asked,
    key: string,
    body: unknown,
  ) => Promise<unknown>;
}

type Part = Pick<Serving, 'components'> & Partial<Pick<Serving, 'status'>>;
type Maybe<T> = Promise<T | undefined> | undefined;
type Queried<Q> = { readonly query: Schema<z.ZodMiniType<Q>> };

/** An operation that returns one resource and has only a path. */
export function one<T>(
  part: Part,
  operation: Question & (One<T> | MaybeOne<T>),
  serve: (provider: Provider, asked: Asked) => Maybe<T>,
): Serving {
  return serving(part, operation, () => serve);
}

/** One that also has a query. */
export function queried<T, Q>(
  part: Part,
  operation: Question & One<T> & Queried<Q>,
  serve: (provider: Provider, asked: Asked, query: Q) => Maybe<T>,
): Serving {
  const schema: Schema<z.ZodMiniType<Q>> = operation.query;
  return serving(part, operation, ({ query }) => {
    const checked = checkedQuery(schema(), query);
    return (provider, asked) => serve(provider, asked, checked) ?? nothing();
  });
}

/** One that has a body. */
export function written<T, B>(
  part: Part,
  operation: Question & One<T> & { readonly body: Schema<z.ZodMiniType<B>> },
  serve: (provider: Provider, asked: Asked, body: B) => Maybe<T>,
  find?: (provider: Provider, asked: Asked, key: string, body: B) => Maybe<T>,
): Serving {
  const schema: Schema<z.ZodMiniType<B>> = operation.body;
  const served = serving(part, operation, ({ body }) => {
    const checked = checkedPart(schema(), body, 'body');
    return (provider, asked) => serve(provider, asked, checked) ?? nothing();
  });
  if (find === undefined) return served;
  return {
    ...served,
    find: async (provider, asked, key, body) => {
      const checked = checkedPart(schema(), body, 'body');
      return answered(operation, await find(provider, asked, key, checked));
    },
  };
}

/** A list. */
export function listed<T, Q extends PageQuery>(
  part: Part,
  operation: Question & Listing<T> & Queried<Q>,
  serve: (
    provider: Provider,
    asked: Asked,
    request: Q & { readonly limit: number },
  ) => Maybe<ListAnswer<T>>,
): Serving {
  const schema: Schema<z.ZodMiniType<Q>> = operation.query;
  return serving(part, operation, ({ query }) => {
    const checked = checkedQuery(schema(), query);
    const request = { ...checked, limit: checked.limit ?? 10 };
    return namedPage(operation, serve, request);
  });
}

/** A list whose order can be chosen. */
export function ordered<T, Q extends OrderedPageQuery>(
  part: Part,
  operation: Question & Listing<T> & Queried<Q>,
  serve: (
    provider: Provider,
    asked: Asked,
    request: Q & { readonly limit: number; readonly order: 'asc' | 'desc' },
  ) => Maybe<ListAnswer<T>>,
): Serving {
  const schema: Schema<z.ZodMiniType<Q>> = operation.query;
  return serving(part, operation, ({ query }) => {
    const checked = checkedQuery(schema(), query);
    const { limit = 10, order = 'desc' } = checked;
    const request = { ...checked, limit, order };
    return namedPage(operation, serve, request);
  });
}

/** The page of a list, under the list's name; nothing where there is no such list. */
function namedPage<T, R extends ListRequest>(
  { list }: Listing<T>,
  serve: (provider: Provider, asked: Asked, request: R) => Maybe<ListAnswer<T>>,
  request: R,
): Perform {
  return async (provider, asked) => {
    const answer = await serve(provider, asked, request);
    return answer === undefined ? answer : { [list]: itemsFor(answer, request) };
  };
}

function serving(
  { components, status = 200 }: Part,
  operation: Operation,
  prepare: (received: Received) => (provider: Provider, asked: Asked) => Maybe<unknown>,
): Serving {
  return {
    operation,
    components,
    status,
    prepare: (received) => {
      const perform = prepare(received);
      return async (provider, asked) => answered(operation, await perform(provider, asked));
    },
  };
}

const nothing = () => Promise.resolve(undefined);

/**
 * Checks the provider's answer against the documents.
 *
 * @throws InvalidInputError naming the field that is not as documented.
 */
function answered(operation: Operation, value: unknown): unknown {
  if (value === undefined) return undefined;
  if ('answer' in operation) parseInput(operation.answer(), value, 'answer');
  if ('maybe' in operation) parseInput(operation.maybe(), value, 'answer');
  if ('list' in operation) checkItems(operation, value);
  return value;
}

function checkItems({ list, item }: Listing, value: unknown): void {
  const items: unknown = Object(value)[list];
  for (const [index, each] of Array.isArray(items) ? items.entries() : []) {
    parseInput(item(), each, `${list}[${index}]`);
  }
}
