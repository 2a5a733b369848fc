import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { parseExactJson } from '../../core/exact-json.js';
import { type HttpAnswer, parseJsonAnswer } from '../../core/http.js';
import { isObject, jsonIn } from '../../core/json.js';
import type { Channel, NodeRequest } from '../../core/nodes.js';
import { parseAnswer } from '../../core/schema.js';
import { excerpt, MAX_MESSAGE } from '../../core/shown.js';
import { NotServedError, StacksNodeError } from '../errors.js';

const PEER = 'stacks';
const JSON_TYPE = { 'content-type': 'application/json' };

/** Asks one node, and checks its answers against their documented form. */
export class Asking {
  readonly #channel: Channel;
  readonly #options: CallOptions;

  constructor(channel: Channel, options: CallOptions) {
    this.#channel = channel;
    this.#options = options;
  }

  /** The same node, with the full time limit again. */
  anew(): Asking {
    return new Asking(this.#channel, this.#options);
  }

  /** Identifies the node. */
  get url(): string {
    return this.#channel.url;
  }

  /** Text from the node, made safe to be shown. */
  shown(words: string): string {
    return this.#channel.shown(words);
  }

  get<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
    return this.ask({ method: 'GET', path }, (answer) => read(path, answer, schema));
  }

  /** The same for data that may not exist. @param isMissing - Whether a 404 means that. */
  orMissing<S extends z.ZodMiniType>(
    path: string,
    schema: S,
    isMissing: (answer: HttpAnswer) => boolean = saysMissing,
  ): Promise<z.output<S> | undefined> {
    return this.ask({ method: 'GET', path }, (answer) =>
      answer.status === 404 && isMissing(answer) ? undefined : read(path, answer, schema),
    );
  }

  /** @param body - Written as JSON, or bytes as they are. */
  post<S extends z.ZodMiniType>(
    path: string,
    body: object | Uint8Array,
    schema: S,
  ): Promise<z.output<S>> {
    return this.ask(posting(path, body), (answer) => read(path, answer, schema));
  }

  /** Any other request, with its own reading of the answer. */
  ask<T>(request: NodeRequest, read: (answer: HttpAnswer) => T): Promise<T> {
    return this.#channel.patiently(() => this.once(request, read));
  }

  /** The same, without a second try. */
  async once<T>(request: NodeRequest, read: (answer: HttpAnswer) => T): Promise<T> {
    return read(await this.#channel.send({ ...this.#options, ...request }));
  }
}

export function posting(path: string, body: object | Uint8Array): NodeRequest {
  return body instanceof Uint8Array
    ? { method: 'POST', path, body, headers: { 'content-type': 'application/octet-stream' } }
    : { method: 'POST', path, body: JSON.stringify(body), headers: JSON_TYPE };
}

/**
 * Whether an API says that it has no such entry, rather than no such route: in a 404 only the message
 * distinguishes them. Releases before 8 have their message in `error`.
 */
export function saysMissing({ text }: HttpAnswer): boolean {
  const said = jsonIn(text);
  if (!isObject(said)) return false;
  const { statusCode, message, error } = said;
  if (typeof error === 'string' && error.startsWith('could not find')) return true;
  return statusCode === 404 && typeof message === 'string' && !message.startsWith('Route ');
}

/** @throws StacksNodeError, and NotServedError if there is no such route, or no longer one. */
export function read<S extends z.ZodMiniType>(
  path: string,
  answer: HttpAnswer,
  schema: S,
): z.output<S> {
  if (answer.status >= 400) throw errorIn(answer);
  const [asked = ''] = path.split('?');
  return parseAnswer(schema, parseJsonAnswer(PEER, answer, parseExactJson), PEER, { asked });
}

const rejection = z.looseObject({
  error: z.string(),
  reason: z.optional(z.string()),
  message: z.optional(z.string()),
  reason_data: z.optional(z.nullable(z.looseObject({ message: z.optional(z.string()) }))),
});

function errorIn({ status, text }: HttpAnswer): StacksNodeError {
  const parsed = z.safeParse(rejection, jsonIn(text));
  // A proxy in front of the node may answer in its own format.
  const { error = `HTTP ${status}`, reason, message, reason_data: data } = parsed.data ?? {};
  const said = excerpt(data?.message ?? message ?? error, MAX_MESSAGE);
  if (reason !== undefined) return new StacksNodeError(excerpt(reason), status, said);
  const isAbsent = status === 404 || status === 410;
  return isAbsent
    ? new NotServedError(status, said)
    : new StacksNodeError(`http_${status}`, status, said);
}
