import type * as z from 'zod/mini';
import { type CallSettings, Calls, callShapes, type Try } from '../../core/calls.js';
import type { CallOptions } from '../../core/clock.js';
import { GatewayError, UnexpectedAnswerError, UnreachableError } from '../../core/errors.js';
import { withinTime } from '../../core/http.js';
import { isObject } from '../../core/json.js';
import { knownOptions } from '../../core/known-options.js';
import type { CreateTransactionRequest } from '../client.js';
import { documented, type Reply, refusalOf } from './replies.js';
import { sticky } from './writes.js';

/** A success as one SDK returns it; the other SDK returns only the data. */
export interface SdkAnswer {
  readonly data: unknown;
  readonly headers?: unknown;
}

/**
 * Calls that one of Fireblocks' SDKs makes. Its errors hold the request, and with it the bearer token: none of them
 * leaves this class, not even as a cause.
 */
export class SdkCalls {
  readonly #calls: Calls;

  constructor(settings: CallSettings) {
    knownOptions(settings, callShapes);
    this.#calls = new Calls(settings);
  }

  /**
   * @param work makes the call and returns its success.
   * @param created what the call creates, if it creates something.
   * @throws the errors that {@link FireblocksRestClient} throws.
   */
  run<S extends z.ZodMiniType>(
    schema: S,
    options: CallOptions | undefined,
    work: () => Promise<SdkAnswer>,
    created?: CreateTransactionRequest,
  ): Promise<z.output<S>> {
    const once = async (attempt: Try) => {
      const { clock } = this.#calls;
      const limits = { ...attempt, peer: 'custody', clock };
      // An SDK can't be stopped; an answer that comes later is dropped.
      const answer = await withinTime(limits, async () => work()).catch((error: unknown) => {
        throw this.#errorOf(error);
      });
      return contentOf(schema, answer);
    };
    return sticky(this.#calls, options, once, created);
  }

  /** Reading the error may fail, too: an SDK may throw anything, with getters and traps. */
  #errorOf(thrown: unknown): GatewayError {
    try {
      if (thrown instanceof GatewayError) return thrown;
      const reply = replyIn(thrown);
      if (reply) return refusalOf(reply, this.#calls.clock.now());
      return new UnreachableError('custody', reasonIn(thrown));
    } catch {
      return new UnreachableError('custody', "its error can't be read");
    }
  }
}

/** @throws UnexpectedAnswerError when it is not as documented. */
function contentOf<S extends z.ZodMiniType>(schema: S, answer: SdkAnswer): z.output<S> {
  try {
    return documented(schema, {
      status: 200,
      headers: headersOf(answer.headers),
      body: answer.data,
    });
  } catch (error) {
    if (error instanceof UnexpectedAnswerError) throw error;
    throw new UnexpectedAnswerError('custody', "its answer can't be read");
  }
}

/** The answer in an error of either SDK; one names the status `status`, the other `statusCode`. */
function replyIn(thrown: unknown): Reply | undefined {
  const response = isObject(thrown) && thrown.response;
  if (!isObject(response)) return undefined;
  const status = response.status ?? response.statusCode;
  if (typeof status !== 'number') return undefined;
  return { status, headers: headersOf(response.headers), body: response.data };
}

/** The few headers that this package reads, if their values are valid; the others are left out. */
function headersOf(given: unknown): Headers {
  const headers = new Headers();
  for (const name of ['date', 'retry-after', 'x-request-id']) {
    const value = isObject(given) && given[name];
    if (typeof value === 'string' && /^[\t\x20-\x7e]*$/.test(value)) headers.set(name, value);
  }
  return headers;
}

/** The system's short code (`ECONNREFUSED`), from the error's field in one SDK, or from its text in the other. */
function reasonIn(thrown: unknown): string {
  const { code, message } = isObject(thrown) ? thrown : {};
  if (typeof code === 'string' && /^[A-Z][A-Z\d_]{2,40}$/.test(code)) return code;
  const said = typeof message === 'string' ? /\bE[A-Z]{4,20}\b/.exec(message)?.[0] : undefined;
  return said ?? 'the SDK failed without one';
}
