/** A success as it came, beside what it says. */
export interface ProviderResponse {
  readonly status: number;
  readonly headers: Headers;
  /** The body's text. */
  readonly body: string;
  /** The answer's `X-Request-Id`. */
  readonly requestId: string | undefined;
  /** The answer's `X-PROVIDER-SIGNATURE`, of off-exchange calls; verified where a key is given. */
  readonly providerSignature: string | undefined;
}

/** What a call gave, and how it came. */
export interface WithResponse<T> {
  readonly data: T;
  readonly response: ProviderResponse;
  /** The key that the call was made with, given or made. */
  readonly idempotencyKey: string | undefined;
}

/**
 * A call under way: a promise of what it gives, which also knows its `idempotencyKey` at once and gives
 * the answer as it came.
 */
export class ProviderCall<T> implements Promise<T> {
  /** Given, or made here; of calls that carry one. Keep it to ask again. */
  readonly idempotencyKey: string | undefined;
  readonly [Symbol.toStringTag] = 'ProviderCall';
  readonly #outcome: Promise<WithResponse<T>>;

  /** @internal */
  constructor(outcome: Promise<WithResponse<T>>, idempotencyKey?: string) {
    this.#outcome = outcome;
    this.idempotencyKey = idempotencyKey;
  }

  /** What the call gives, with status, headers and text of the answer. */
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
