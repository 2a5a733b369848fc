import { InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { parseInput } from '../core/schema.js';
import type { Question } from './operation.js';
import { noQuery } from './schemas/queries.js';

export type Params = Readonly<Record<string, string>>;

const ACCOUNT_ID = /^[A-Za-z0-9_-]+$/;
const MAX_ID = 1_024;

/**
 * Path and query of a call behind the base URL, as they are sent: written by `URL`, so that the signed form is
 * the one that any client sends. Blanks are `%20`, never `+`.
 *
 * @throws InvalidInputError naming the part.
 */
export function targetOf(operation: Question, params: Params, query: unknown): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encoded(name, checkedId(name, params[name])),
  );
  const url = new URL(path, 'http://any');
  const { query: made = noQuery } = operation.kind === 'read' ? operation : {};
  const parts: unknown = parseInput(made(), query ?? {}, 'query');
  url.search = Object.entries(isObject(parts) ? parts : {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encoded('query', name)}=${encoded(name, String(value))}`)
    .join('&');
  return url.pathname + url.search;
}

/** Checks that an id stays a single segment of a path. */
function checkedId(name: string, id: unknown): string {
  if (typeof id !== 'string' || id === '') throw new InvalidInputError(name, 'must be an id');
  if (name === 'accountId' && !ACCOUNT_ID.test(id)) {
    throw new InvalidInputError(name, 'must be letters, digits, _ and -');
  }
  // Clients treat these as relative path segments, encoded or not.
  if (id === '.' || id === '..') throw new InvalidInputError(name, 'must not be . or ..');
  if (id.length > MAX_ID) throw new InvalidInputError(name, `has more than ${MAX_ID} characters`);
  return id;
}

function encoded(name: string, text: string): string {
  if (/\p{Surrogate}/u.test(text)) throw new InvalidInputError(name, 'must be well-formed text');
  return encodeURIComponent(text);
}
