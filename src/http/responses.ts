/** JSON, whole: with its length, and bigints as decimal strings. */
export function jsonResponse(
  value: unknown,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  );
  return textResponse(text, status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
  });
}

/** Text, whole. Whoever reads it is not to guess another type, nor to keep it. */
export function textResponse(
  text: string,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const body = new TextEncoder().encode(text);
  return new Response(body, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(body.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
