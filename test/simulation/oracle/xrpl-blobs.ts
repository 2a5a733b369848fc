import { createHash } from 'node:crypto';

/** Where a field of a transaction begins and ends. */
interface Span {
  readonly type: number;
  readonly code: number;
  readonly from: number;
  readonly to: number;
}

const FIXED: Readonly<Record<number, number>> = { 1: 2, 2: 4, 3: 8, 4: 16, 5: 32, 16: 1, 17: 20 };
const AMOUNT = 6;
const BLOB_LIKE = new Set([7, 8, 19]);
const SIGNATURE = { type: 7, code: 4 };

/**
 * What was signed of a plain transaction, as lower-case hex: SHA-512Half of `STX`, a zero and all fields but
 * the signature.
 */
export function signingDigestOf(blob: string): string {
  const bytes = Buffer.from(blob, 'hex');
  const signed = spansOf(bytes)
    .filter(({ type, code }) => type !== SIGNATURE.type || code !== SIGNATURE.code)
    .map(({ from, to }) => bytes.subarray(from, to));
  const hash = createHash('sha512').update('STX\0').update(Buffer.concat(signed)).digest('hex');
  return hash.slice(0, 64);
}

function spansOf(bytes: Buffer): readonly Span[] {
  const spans: Span[] = [];
  for (let at = 0; at < bytes.length; ) {
    const from = at;
    const head = bytes[at++] ?? 0;
    const type = head >> 4 || (bytes[at++] ?? 0);
    const code = head & 15 || (bytes[at++] ?? 0);
    at = endOf(bytes, at, type);
    spans.push({ type, code, from, to: at });
  }
  return spans;
}

function endOf(bytes: Buffer, at: number, type: number): number {
  const fixed = FIXED[type];
  if (fixed !== undefined) return at + fixed;
  if (type === AMOUNT) return at + ((bytes[at] ?? 0) & 0x80 ? 48 : 8);
  if (!BLOB_LIKE.has(type)) throw new Error(`a plain payment has no field of type ${type}`);
  const first = bytes[at] ?? 0;
  if (first <= 192) return at + 1 + first;
  return at + 2 + 193 + (first - 193) * 256 + (bytes[at + 1] ?? 0);
}
