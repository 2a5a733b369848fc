import * as z from 'zod/mini';
import { Calls, callShapes, type Try } from '../core/calls.js';
import { throwIfAborted } from '../core/clock.js';
import {
  AbortedError,
  ConfigurationError,
  GatewayError,
  InvalidInputError,
  UnexpectedAnswerError,
} from '../core/errors.js';
import { emitterFor, type Listener } from '../core/events.js';
import { type HttpAnswer, withTimeLeft } from '../core/http.js';
import { isObject } from '../core/json.js';
import { knownOptions, type Refusal, type ShapesOf } from '../core/known-options.js';
import { answeredWith, ProviderCall, type WithResponse } from '../core/provider-call.js';
import { ProviderList } from '../core/provider-list.js';
import { systemRandom } from '../core/random.js';
import {
  checkDone,
  itemsOf,
  jsonOf,
  PEER,
  provesNothingDone,
  type Reading,
  taken,
} from './answers.js';
import { bodyOf, keyOf, withKey } from './bodies.js';
import type {
  ProviderCallOptions,
  ProviderConnection,
  ProviderDeviationEvent,
} from './connection.js';
import { ProviderUnconfirmedError } from './errors.js';
import type { Identities } from './identity.js';
import type { Listing, MaybeOne, One, Operation, Question } from './operation.js';
import { getCapabilities } from './operations/capabilities.js';
import { pagingOf } from './paging.js';
import type { PageQuery } from './schemas/queries.js';
import { Sender } from './sender.js';
import { type Params, targetOf } from './target.js';

const CALL_OPTIONS: ShapesOf<ProviderCallOptions> = {
  signal: 'object',
  timeoutMs: 'number',
  initiatedBy: 'string',
  approvedBy: 'string',
  signedBy: 'string',
  answers: 'any',
};

const PATIENT_MS = 600_000;
/** Node's fetch waits at most 300 seconds for headers, whatever its options. */
const MAX_OWN_FETCH_MS = 290_000;

/** The input of one call. */
export interface Input {
  readonly params?: Params;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** The last error after which a call may have been carried out. */
interface Doubt {
  readonly error: unknown;
}

/** Calls to a provider: each try is signed again, and a call is repeated only if that does nothing twice. */
export class ProviderCalls {
  readonly #connection: ProviderConnection;
  readonly #sender: Sender;
  #identities: Identities | undefined;
  readonly #calls: Calls;
  readonly #slowCalls: Calls;
  readonly #onDeviation: Listener<ProviderDeviationEvent>;

  /** @throws ConfigurationError naming the setting that can't work. */
  constructor(connection: ProviderConnection) {
    knownOptions(connection, {
      ...callShapes,
      initiatedBy: 'string',
      approvedBy: 'string',
      signedBy: 'string',
      baseUrl: 'string',
      signer: 'any',
      platformSigner: 'any',
      answerVerifier: 'object',
      answers: 'any',
      requirements: 'any',
      slowTimeoutMs: 'number',
      fetch: 'function',
      onRequest: 'function',
      onResponse: 'function',
      onDeviation: 'function',
    });
    const slowTimeoutMs = slowTimeoutOf(connection);
    checkWords(connection, ConfigurationError);
    this.#sender = new Sender(connection);
    this.#connection = connection;
    this.#calls = new Calls(connection);
    this.#slowCalls = new Calls({ ...connection, timeoutMs: slowTimeoutMs });
    this.#onDeviation = emitterFor(connection.onDeviation);
  }

  /** Calls an operation that answers with one resource. */
  call<T>(operation: Question & One<T>, input?: Input, options?: ProviderCallOptions) {
    const reading = this.#reading(operation, options, input);
    return this.#start(operation, input, options, (answer) =>
      taken(operation.answer(), doneOf(operation, answer), answer.text, reading),
    );
  }

  /** Calls an operation that answers with one resource, or with nothing. */
  callMaybe<T>(operation: Question & MaybeOne<T>, input?: Input, options?: ProviderCallOptions) {
    const reading = this.#reading(operation, options, input);
    return this.#start(operation, input, options, (answer) =>
      answer.text.trim() === ''
        ? undefined
        : taken(operation.maybe(), doneOf(operation, answer), answer.text, reading),
    );
  }

  /** Calls an operation that answers with a list, once for each page. */
  list<T>(
    operation: Question & Listing<T>,
    input: Input & { readonly query?: PageQuery | undefined } = {},
    options?: ProviderCallOptions,
  ): ProviderList<T> {
    const reading = { ...this.#reading(operation, options), property: operation.list };
    const schema: z.ZodMiniType<T[]> = z.array(operation.item());
    const first = input.query ?? {};
    const paging = pagingOf<T>(first, (query) =>
      this.#perform(operation, { ...input, query }, options, (answer) =>
        taken(schema, itemsOf(operation.list, jsonOf(answer)), answer.text, reading),
      ),
    );
    return new ProviderList(first, paging);
  }

  /** Calls any operation, whatever it answers. */
  forward(
    operation: Operation,
    input: Input,
    options?: ProviderCallOptions,
  ): ProviderCall<unknown> {
    return this.#start(operation, input, options, (answer) => {
      const isEmpty = 'maybe' in operation && answer.text.trim() === '';
      return operation.kind === 'read' || isEmpty ? undefined : doneOf(operation, answer);
    });
  }

  #start<T>(
    operation: Question,
    input: Input = {},
    options: ProviderCallOptions | undefined,
    read: (answer: HttpAnswer) => T,
  ): ProviderCall<T> {
    const body = withKey(operation, input.body, this.#calls.random ?? systemRandom);
    const outcome = this.#perform(operation, { ...input, body }, options, read);
    return new ProviderCall(outcome, keyOf(operation, body));
  }

  #reading(operation: Question, options?: ProviderCallOptions, { params }: Input = {}): Reading {
    const strict = (options?.answers ?? this.#connection.answers) === 'strict';
    return { operation, params, strict, onDeviation: this.#onDeviation };
  }

  async #readRequirements() {
    const capabilities = await this.call(getCapabilities);
    if (!isObject(capabilities)) throw new UnexpectedAnswerError(PEER, 'the answer is no object');
    return capabilities.requirements;
  }

  async #perform<T>(
    operation: Question,
    { params = {}, query, body }: Input,
    options: ProviderCallOptions = {},
    read: (answer: HttpAnswer) => T,
  ): Promise<WithResponse<T>> {
    knownOptions(options, CALL_OPTIONS, InvalidInputError);
    checkWords(options, InvalidInputError);
    const path = targetOf(operation, params, query);
    const text = bodyOf(operation, body);
    const idempotencyKey = keyOf(operation, body);
    const calls = operation.slow === true ? this.#slowCalls : this.#calls;
    let doubt: Doubt | undefined;
    const onDoubt = (error: unknown) => {
      if (operation.kind !== 'read' && !provesNothingDone(error)) doubt = { error };
    };
    const respond = (answer: HttpAnswer) => answeredWith(read(answer), answer, idempotencyKey);
    try {
      throwIfAborted(options.signal);
      const [identity, left] = await this.#identified(operation, options);
      const type = text === undefined ? {} : { 'Content-Type': 'application/json' };
      const headers = { ...identity, ...type, Accept: 'application/json' };
      const sending = { operation, path, body: text, headers, idempotencyKey };
      const once = (attempt: Try) => this.#sender.send(calls, sending, attempt, respond, onDoubt);
      return operation.kind === 'unkeyed'
        ? await calls.runOnce(left, once)
        : await calls.run(left, once);
    } catch (error) {
      const isThrownAsIs = doubt === undefined || leavesOpen(operation, error, doubt);
      const fault = isThrownAsIs ? error : new ProviderUnconfirmedError(operation.name, error);
      if (fault instanceof GatewayError && idempotencyKey !== undefined) {
        fault.about({ idempotencyKey, ...(doubt && { requestId: idempotencyKey }) });
      }
      throw fault;
    }
  }

  /** The identity headers of a call, and the time that remains for the call after reading them. */
  async #identified(operation: Question, options: ProviderCallOptions) {
    const { clock } = this.#calls;
    const { timeoutMs, signal } = options;
    if (timeoutMs === undefined) {
      return [await this.#identityHeaders(operation, options), options] as const;
    }
    const limits = { peer: PEER, timeoutMs, signal, clock };
    const [identity, leftMs] = await withTimeLeft(limits, () =>
      this.#identityHeaders(operation, options),
    );
    return [identity, { ...options, timeoutMs: leftMs }] as const;
  }

  /** Loaded with the first call that can carry identity headers, before any part of it is sent. */
  async #identityHeaders(operation: Question, options: ProviderCallOptions) {
    if (operation.identifies === undefined) return {};
    const { Identities } = await import('./identity.js');
    this.#identities ??= new Identities(this.#connection, () => this.#readRequirements());
    return this.#identities.headers(operation, options);
  }
}

/** A misspelt `strict` would be lenient. @throws Refused for an unknown value. */
function checkWords(
  {
    answers = 'lenient',
    requirements = 'none',
  }: Pick<ProviderCallOptions, 'answers'> & Pick<ProviderConnection, 'requirements'>,
  Refused: Refusal,
): void {
  if (answers !== 'lenient' && answers !== 'strict') {
    throw new Refused('answers', "must be 'lenient' or 'strict'");
  }
  if (requirements !== 'all' && requirements !== 'none' && !isObject(requirements)) {
    throw new Refused('requirements', "must be 'all', 'none' or requirements");
  }
}

/** @throws ConfigurationError for more than the transport would wait. */
function slowTimeoutOf({ fetch, slowTimeoutMs }: ProviderConnection): number {
  const isOwn = fetch === undefined;
  const slowMs = slowTimeoutMs ?? (isOwn ? MAX_OWN_FETCH_MS : PATIENT_MS);
  if (!(slowMs > 0)) {
    throw new ConfigurationError('slowTimeoutMs', 'must be above zero');
  }
  if (isOwn && slowMs > MAX_OWN_FETCH_MS) {
    const most = `must be at most ${MAX_OWN_FETCH_MS} without a fetch that waits longer than Node's`;
    throw new ConfigurationError('slowTimeoutMs', most);
  }
  return slowMs;
}

/**
 * Whether an error itself says that the call may have been carried out, and that repeating it with the same key
 * is safe. An error of the last try only (a 429, a signer that is unreachable) would hide what earlier tries may
 * have done.
 */
function leavesOpen(operation: Question, error: unknown, doubt: Doubt): boolean {
  if (operation.kind !== 'keyed') return false;
  return error instanceof AbortedError || (error === doubt.error && isRetryable(error));
}

const isRetryable = (error: unknown) => error instanceof GatewayError && error.retryable;

function doneOf(operation: Question, answer: HttpAnswer): unknown {
  const value = jsonOf(answer);
  checkDone(operation, value);
  return value;
}
