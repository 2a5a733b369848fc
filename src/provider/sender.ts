import type { Calls, Try } from '../core/calls.js';
import { emitterFor, type Listener } from '../core/events.js';
import type { HttpAnswer } from '../core/http.js';
import { baseUrlOf } from '../core/secure-url.js';
import { PEER, refusalOf } from './answers.js';
import type {
  ProviderConnection,
  ProviderRequestEvent,
  ProviderResponseEvent,
} from './connection.js';
import type { Question } from './operation.js';
import { Signatures } from './signatures.js';

/** A call, checked and serialized: every try sends this, with a signature of its own. */
export interface Sending {
  readonly operation: Question;
  readonly path: string;
  readonly body: string | undefined;
  /** Headers in addition to those of the signature. */
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotencyKey: string | undefined;
}

/** Signs requests, and verifies responses. */
export class Sender {
  readonly #baseUrl: string;
  readonly #fetch: ProviderConnection['fetch'];
  readonly #signatures: Signatures;
  readonly #onRequest: Listener<ProviderRequestEvent>;
  readonly #onResponse: Listener<ProviderResponseEvent>;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(connection: ProviderConnection) {
    this.#baseUrl = baseUrlOf(connection.baseUrl);
    this.#fetch = connection.fetch;
    this.#signatures = new Signatures(connection);
    this.#onRequest = emitterFor(connection.onRequest);
    this.#onResponse = emitterFor(connection.onResponse);
  }

  /**
   * One try, whose answer `read` reads. Before it is sent, nothing can have been done; a later error goes to
   * `onDoubt` before it is thrown.
   */
  async send<T>(
    calls: Calls,
    sending: Sending,
    attempt: Try,
    read: (answer: HttpAnswer) => T,
    onDoubt: (error: unknown) => void,
  ): Promise<T> {
    const { operation, path, body } = sending;
    const { method } = operation;
    const [signed, left] = await calls.signed(attempt, (limits) =>
      this.#signatures.headers(operation, { method, path, body }, limits),
    );
    try {
      const answer = await this.#exchange(calls, sending, signed, left);
      await this.#signatures.verify(operation, { method, path, headers: signed }, answer);
      return read(answer);
    } catch (error) {
      onDoubt(error);
      throw error;
    }
  }

  #exchange(
    calls: Calls,
    { operation, path, body, headers, idempotencyKey }: Sending,
    signed: Readonly<Record<string, string>>,
    { number, signal, timeoutMs }: Try,
  ): Promise<HttpAnswer> {
    const { name, method } = operation;
    const key = idempotencyKey === undefined ? {} : { idempotencyKey };
    const event = { operation: name, method, path, attempt: number, ...key };
    const request = {
      peer: PEER,
      method,
      url: this.#baseUrl + path,
      headers: { ...headers, ...signed },
      body,
      timeoutMs,
      signal,
      fetch: this.#fetch,
    };
    const listeners = { event, onRequest: this.#onRequest, onResponse: this.#onResponse };
    return calls.exchange(request, listeners, (answer, now) =>
      refusalOf(answer, now, Object.values(signed)),
    );
  }
}
