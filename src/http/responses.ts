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
  return bytesResponse(new TextEncoder().encode(text), status, headers);
}

/** The same of bytes. */
export function bytesResponse(
  bytes: Uint8Array<ArrayBuffer>,
  status: number,
  headers: Readonly<Record<string, string>>,
): Response {
  return new Response(bytes, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(bytes.length),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      ...headers,
    },
  });
}
