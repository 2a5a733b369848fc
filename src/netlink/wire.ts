import { InvalidInputError } from '../core/errors.js';

const MAX_NAME = 64;

/** A request's fields as text: the only form that queries have, and flags have everywhere. */
function wireFields(request: object): readonly (readonly [string, string])[] {
  return Object.entries(request)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)] as const);
}

/** A JSON body, without blanks: what is signed is sent, and some servers write it anew to compare. */
export function bodyText(request: object): string {
  return JSON.stringify(Object.fromEntries(wireFields(request)));
}

/** A query, percent-encoded as the URL standard has it: a blank is `%20`, an apostrophe `%27`. */
export function queryText(fields: Readonly<Record<string, string>> | object): string {
  const pairs = wireFields(fields).map((pair) => pair.map(encoded).join('='));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/**
 * The fields of a query. Empty ones, and `null` in letters, are none: no document says how null is
 * written there.
 *
 * @throws InvalidInputError for a field that is there twice, since nobody can say which one counts.
 */
export function queryFields(query: URLSearchParams): Readonly<Record<string, string>> {
  const names = [...query.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InvalidInputError(shown(twice), 'must not be there twice');
  return Object.fromEntries([...query].filter(([, value]) => value !== '' && value !== 'null'));
}

/** Names are the caller's own, and so of any length. */
function shown(name: string): string {
  return name.slice(0, MAX_NAME);
}
