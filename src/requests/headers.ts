import { type Refusal, refusal } from './refusals.js';

/** The headers of the scheme, as they are written when sent. */
export const KEY_HEADER = 'X-FBAPI-KEY';
export const TIMESTAMP_HEADER = 'X-FBAPI-TIMESTAMP';
export const NONCE_HEADER = 'X-FBAPI-NONCE';
export const SIGNATURE_HEADER = 'X-FBAPI-SIGNATURE';
export const PLATFORM_HEADER = 'X-FB-PLATFORM-SIGNATURE';
export const PROVIDER_HEADER = 'X-PROVIDER-SIGNATURE';

/** A header that takes part in signing. */
export type SignatureHeader =
  | typeof KEY_HEADER
  | typeof TIMESTAMP_HEADER
  | typeof NONCE_HEADER
  | typeof SIGNATURE_HEADER
  | typeof PLATFORM_HEADER
  | typeof PROVIDER_HEADER;

/** Headers of a server's request: a `Headers`, or an object as from `node:http`, with names in any case. */
export type ReceivedHeaders =
  | {
      /** A header's value by its name, in any case; `null` where it is missing. */
      get(name: string): string | null;
    }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Reads a header that must be there exactly once. Servers join the values of a header that came twice with a
 * comma, and a valid value has none, unless `mayHoldComma`.
 */
export function readHeader(
  headers: ReceivedHeaders,
  name: SignatureHeader,
  mayHoldComma: boolean,
): string | Refusal {
  const [value, ...more] = valuesOf(headers, name);
  if (value === undefined) return refusal('missing-header', name);
  if (more.length > 0 || (value.includes(',') && !mayHoldComma)) {
    return refusal('duplicate-header', name);
  }
  return value === '' ? refusal('missing-header', name) : value;
}

function valuesOf(headers: ReceivedHeaders, name: string): readonly string[] {
  if (typeof headers !== 'object' || headers === null) return [];
  if (isHeaders(headers)) {
    const value = headers.get(name);
    return value === null ? [] : [value];
  }
  const wanted = name.toLowerCase();
  return Object.entries(headers)
    .filter(([key]) => key.toLowerCase() === wanted)
    .flatMap(([, value]) => value)
    .filter((value) => typeof value === 'string');
}

function isHeaders(headers: ReceivedHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function';
}
