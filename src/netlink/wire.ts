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
