import type * as z from 'zod/mini';
import { type GatewayError, RateLimitedError, UnexpectedAnswerError } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import { parseJsonAsText } from '../core/exact-json.js';
import { type HttpAnswer, parseJsonAnswer, retryAfterMs } from '../core/http.js';
import { isObject, jsonIn } from '../core/json.js';
import { type Deviation, deviationsOf } from '../core/schema.js';
import { excerpt } from '../core/shown.js';
import type { ProviderDeviationEvent } from './connection.js';
import { withDigits } from './digits.js';
import {
  IdempotencyKeyReuseError,
  ProviderApiError,
  type ProviderApiErrorParts,
} from './errors.js';
import type { Question } from './operation.js';
import type { Params } from './target.js';

/** The name of the peer in errors. */
export const PEER = 'provider';

const MAX_BODY = 16_384;
/** A number with more digits than JavaScript can hold exactly, or outside of its range. */
const MAY_LOSE_DIGITS = /\d[\d.]{15}|[eE][-+]?\d{3}/;
/** The most deviations that are reported for one answer. */
const MAX_DEVIATIONS = 20;

/** How to handle an answer that is not as documented. */
export interface Reading {
  readonly operation: Question;
  /** The ids in the call's path. */
  readonly params?: Params | undefined;
  readonly strict: boolean;
  /** The property whose value is checked, if it isn't the whole answer. */
  readonly property?: string;
  readonly onDeviation: Listener<ProviderDeviationEvent>;
}

/** The JSON of a success. @throws UnexpectedAnswerError when it is not JSON. */
export function jsonOf(answer: HttpAnswer): unknown {
  return parseJsonAnswer(PEER, answer);
}

/**
 * A write is only known to be carried out if the answer shows its result, even with a success status.
 *
 * @throws UnexpectedAnswerError when it doesn't.
 */
export function checkDone(operation: Question, value: unknown): void {
  if (operation.kind === 'read') return;
  if (!isObject(value)) throw new UnexpectedAnswerError(PEER, 'the answer is no object');
  const { shows } = operation;
  if (shows === undefined) return;
  const shown = value[shows];
  if (shown === undefined || shown === null || shown === '') {
    throw new UnexpectedAnswerError(PEER, `there is no "${shows}"`);
  }
}

/**
 * Checks an answer against the documents. A lenient reading reports deviations and goes on; but a number becomes
 * its digits where text is documented, as for amounts, and where nothing is documented and JavaScript can't hold
 * it exactly.
 *
 * @param text - The answer that `value` was read from.
 * @throws UnexpectedAnswerError in a strict reading, and in any for an answer about something else than was asked about.
 */
export function taken<T>(
  schema: z.ZodMiniType<T>,
  value: unknown,
  text: string,
  reading: Reading,
): T {
  const deviations = deviationsOf(schema, value, 'body');
  const isExact = deviations.length === 0 && !MAY_LOSE_DIGITS.test(text);
  const exact = isExact ? value : digitsOf(schema, value, asText(text, reading));
  checkIds(reading, exact);
  accept(exact, schema, deviations, reading);
  return exact;
}

/** @throws UnexpectedAnswerError where an answer has another id than the path. An account calls its own `id`. */
function checkIds({ params = {}, operation }: Reading, answer: unknown): void {
  const isAccount = operation.path.endsWith('{accountId}');
  for (const [param, id] of Object.entries(params)) {
    const name = isAccount ? 'id' : param;
    const said = isObject(answer) ? answer[name] : undefined;
    if (said !== undefined && String(said) !== id) {
      throw new UnexpectedAnswerError(PEER, `its "${name}" is another`);
    }
  }
}

/** @throws UnexpectedAnswerError for an answer that is nested more deeply than any documented one. */
function digitsOf(schema: z.ZodMiniType, value: unknown, exact: unknown): unknown {
  try {
    return withDigits(schema, value, exact);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UnexpectedAnswerError(PEER, 'the answer is nested too deeply');
  }
}

/** The answer, or the part of it that is read, with every number as its text. */
function asText(text: string, { property }: Reading): unknown {
  const all = parseJsonAsText(text);
  return property !== undefined && isObject(all) ? all[property] : all;
}

function accept<T>(
  _value: unknown,
  _schema: z.ZodMiniType<T>,
  deviations: readonly Deviation[],
  { operation, strict, property = '', onDeviation }: Reading,
): asserts _value is T {
  for (const { field: place, reason } of deviations.slice(0, MAX_DEVIATIONS)) {
    const field = property + place;
    if (strict) {
      throw new UnexpectedAnswerError(PEER, `${field} ${reason}`, {
        details: { operation: operation.name, field },
      });
    }
    onDeviation({ operation: operation.name, field, reason });
  }
}

/** The items of a list. @throws UnexpectedAnswerError when the answer has no such list. */
export function itemsOf(list: string, value: unknown): readonly unknown[] {
  const items = isObject(value) ? value[list] : undefined;
  if (!Array.isArray(items)) throw new UnexpectedAnswerError(PEER, `there is no list "${list}"`);
  return items;
}

/**
 * The error for an answer that is no success. Values of `signed`, the headers that the request was signed with,
 * are removed from it.
 */
export function refusalOf(
  answer: HttpAnswer,
  now: number,
  signed: readonly string[],
): GatewayError {
  const { status, headers } = answer;
  const hide = hiding(signed);
  // The body is parsed before it is cut off: a cut one would be no JSON, and the provider's message would be
  // lost.
  const said = documentedPart(answer.text, hide);
  const body = hide(answer.text).slice(0, MAX_BODY);
  const requestId = excerpt(hide(headers.get('x-request-id') ?? '')) || undefined;
  const parts = { ...said, status, body, requestId };
  const refusal =
    said.errorType === 'idempotency-key-reuse'
      ? new IdempotencyKeyReuseError(parts)
      : new ProviderApiError(parts);
  if (status !== 429) return refusal;
  const { details } = refusal;
  return new RateLimitedError(PEER, retryAfterMs(headers, now), { cause: refusal, details });
}

/** Only a refusal proves that nothing was done: not a redirect, a 5xx or a 408. */
export function provesNothingDone(error: unknown): boolean {
  if (error instanceof RateLimitedError) return true;
  if (!(error instanceof ProviderApiError)) return false;
  return error.status >= 400 && error.status < 500 && error.status !== 408;
}

function documentedPart(
  body: string,
  hide: (text: string) => string,
): Omit<ProviderApiErrorParts, 'status'> {
  const said = jsonIn(body);
  if (!isObject(said)) return {};
  const words = (name: string): string | undefined => {
    const value = said[name];
    return typeof value === 'string' ? excerpt(hide(value)) : undefined;
  };
  return {
    message: words('message') ?? words('error'),
    errorType: words('errorType'),
    propertyName: words('propertyName'),
    requestPart: words('requestPart'),
  };
}

/** Removes secrets from a text, in their plain form and in JSON's escaped forms: `\/`, or `+` as `\u002B`. */
function hiding(secrets: readonly string[]): (text: string) => string {
  const forms = secrets.filter((secret) => secret !== '').map(patternOf);
  return (text) => forms.reduce((left, form) => left.replace(form, '[hidden]'), text);
}

/**
 * The pattern for a secret, escaped or not. A match begins only at the first of several backslashes: from each of them,
 * a body full of backslashes would take very long.
 *
 * @internal
 */
export function patternOf(secret: string): RegExp {
  return new RegExp(`(?<!\\\\)${Array.from(secret, formOf).join('')}`, 'g');
}

/** A character as it is or escaped, however often: a JSON text may be inside another. */
function formOf(character: string): string {
  const code = character.charCodeAt(0).toString(16).padStart(4, '0');
  const digits = code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
  const itself = character.replace(/[^\w]/, '\\$&');
  return `\\\\*(?:${itself}|u${digits})`;
}
