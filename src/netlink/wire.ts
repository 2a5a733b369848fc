import { InvalidInputError } from '../core/errors.js';

const MAX_NAME = 64;

/** A request's fields as text: the only form in queries, and the form of flags everywhere. */
function wireFields(request: object): readonly (readonly [string, string])[] {
  return Object.entries(request)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)] as const);
}

/** A JSON body, without blanks: the signed bytes are sent, and some servers serialize it again to compare. */
export function bodyText(request: object): string {
  return JSON.stringify(Object.fromEntries(wireFields(request)));
}

/** A query, percent-encoded as in the URL standard: a blank is `%20`, an apostrophe `%27`. */
export function queryText(fields: Readonly<Record<string, string>> | object): string {
  const pairs = wireFields(fields).map((pair) => pair.map(encoded).join('='));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/**
 * The fields of a query. Empty fields, and the text `null`, count as missing: no document says how null is
 * written in a query.
 *
 * @throws InvalidInputError for a field that is there twice, since it is unclear which one counts.
 */
export function queryFields(query: URLSearchParams): Readonly<Record<string, string>> {
  const names = [...query.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new InvalidInputError(shown(twice), 'must not be there twice');
  return Object.fromEntries([...query].filter(([, value]) => value !== '' && value !== 'null'));
}

/** Names come from the caller, so they may have any length. */
function shown(name: string): string {
  return name.slice(0, MAX_NAME);
}
