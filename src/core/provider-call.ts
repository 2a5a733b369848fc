import type { HttpAnswer } from './http.js';

/** The raw response of a success, besides its content. */
export interface ProviderResponse {
  /** HTTP status, 200 to 299: any other gives an error. */
  readonly status: number;
  /** All headers of the answer, as `fetch` gave them. */
  readonly headers: Headers;
  /** The body's text. */
  readonly body: string;
  /** The answer's `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** The answer's `X-PROVIDER-SIGNATURE`, for off-exchange calls of v2; verified if a key is given. */
  readonly providerSignature: string | undefined;
}

/** The result of a call, and its raw response. */
export interface WithResponse<T> {
  /** The same as awaiting the call gives. */
  readonly data: T;
  /** The answer that `data` was read from; of a repeated call the last. */
  readonly response: ProviderResponse;
  /** The call's idempotency key, given or generated; network link v1 has none. */
  readonly idempotencyKey: string | undefined;
}

/**
 * A call under way: a promise of its result, which also has its `idempotencyKey` at once and gives the raw
 * response.
 */
export class ProviderCall<T> implements Promise<T> {
  /** Given or generated, for calls that carry one. Keep it to repeat the call. Network link v1 has none. */
  readonly idempotencyKey: string | undefined;
  /** Makes `Object.prototype.toString` show `[object ProviderCall]`, for lists too. */
  readonly [Symbol.toStringTag] = 'ProviderCall';
  readonly #outcome: Promise<WithResponse<T>>;

  /** @internal */
  constructor(outcome: Promise<WithResponse<T>>, idempotencyKey?: string) {
    this.#outcome = outcome;
    this.idempotencyKey = idempotencyKey;
  }

  /**
   * The result of the call, and the raw response.
   *
   * @returns `data`, the `response` with its status, headers and text, and the `idempotencyKey`, if there is one.
   */
  withResponse(): Promise<WithResponse<T>> {
    return this.#outcome;
  }

  // biome-ignore lint/suspicious/noThenProperty: it is a promise, and awaited as one.
  then<A = T, B = never>(
    onData?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#outcome.then(({ data }) => data).then(onData, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.then(undefined, onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.then().finally(onEnd);
  }
}

/** A result with the answer that it was read from. */
export function answeredWith<T>(
  data: T,
  { status, headers, text }: HttpAnswer,
  idempotencyKey?: string,
): WithResponse<T> {
  const response = {
    status,
    headers,
    body: text,
    requestId: headers.get('x-request-id') ?? undefined,
    providerSignature: headers.get('x-provider-signature') ?? undefined,
  };
  return { data, response, idempotencyKey };
}
