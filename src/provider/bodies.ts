import { InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { type Random, uuidOf } from '../core/random.js';
import { type Finding, formatPath, parsed } from '../core/schema.js';
import type { Question } from './operation.js';

/**
 * The body as it is sent, or `undefined`. Its form is the one that a server gets by parsing and serializing the
 * JSON again before it verifies, as some do.
 *
 * @throws InvalidInputError naming the field.
 */
export function bodyOf(operation: Question, body: unknown): string | undefined {
  const made = operation.kind === 'read' ? undefined : (operation.closed ?? operation.body);
  if (made === undefined) return undefined;
  const sent: unknown = JSON.parse(jsonOf(body));
  const refuse = ({ path, reason }: Finding) =>
    new InvalidInputError(formatPath(path, 'body'), reason);
  parsed(made(), sent, refuse);
  return JSON.stringify(sent);
}

function jsonOf(body: unknown): string {
  try {
    return JSON.stringify(body) ?? 'null';
  } catch {
    throw new InvalidInputError(
      'body',
      'must be JSON: amounts are strings, and nothing is circular',
    );
  }
}

/** The body with an `idempotencyKey`: its own, or a new one. */
export function withKey(operation: Question, body: unknown, random: Random): unknown {
  if (operation.kind !== 'keyed' || !isObject(body)) return body;
  // An invalid key, such as `null`, is the caller's mistake: it isn't replaced.
  if (body.idempotencyKey !== undefined) return body;
  return { ...body, idempotencyKey: uuidOf(random) };
}

/** The key of a body, if it has one. */
export function keyOf(operation: Question, body: unknown): string | undefined {
  const key = operation.kind === 'keyed' && isObject(body) ? body.idempotencyKey : undefined;
  return typeof key === 'string' ? key : undefined;
}
