/**
 * Cuts a serialized transaction into its fields without knowing what they mean: enough to hash it
 * and to find the bytes that its signatures cover. It shares nothing with the encoders it checks.
 */

/** One field of a serialized object, with its header. */
export interface RawField {
  readonly type: number;
  readonly code: number;
  /** Header, length prefix and content. */
  readonly bytes: Uint8Array;
  /** The content alone, without end marker for objects and arrays. */
  readonly content: Uint8Array;
}

/** The bytes are not a canonical serialized object. */
export class MalformedBlob extends Error {}

/** Serialized types whose content is always this long. */
const FIXED_LENGTHS: ReadonlyMap<number, number> = new Map([
  [1, 2],
  [2, 4],
  [3, 8],
  [4, 16],
  [5, 32],
  [9, 12],
  [10, 4],
  [11, 8],
  [16, 1],
  [17, 20],
  [20, 12],
  [21, 24],
  [22, 48],
  [23, 64],
  [26, 20],
]);
const AMOUNT = 6;
const OBJECT = 14;
const ARRAY = 15;
const PATH_SET = 18;
const ISSUE = 24;
/** Blob, AccountID and Vector256 carry their length. */
const PREFIXED = new Set([7, 8, 19]);
const OBJECT_END = 0xe1;
const ARRAY_END = 0xf1;
const MAX_DEPTH = 8;

/** @throws MalformedBlob unless `blob` is fields in ascending order, each once, to the last byte. */
export function readFields(blob: Uint8Array): readonly RawField[] {
  const fields = splitFields(blob);
  let last = -1;
  for (const { type, code } of fields) {
    const order = type * 256 + code;
    if (order <= last) throw new MalformedBlob('the fields are not in canonical order');
    last = order;
  }
  return fields;
}

/** Fields one after another, in any order: what an array holds. */
export function splitFields(content: Uint8Array): readonly RawField[] {
  const reader = new BlobReader(content);
  const fields: RawField[] = [];
  while (!reader.done) fields.push(reader.field(0));
  return fields;
}

class BlobReader {
  readonly #blob: Uint8Array;
  #at = 0;

  constructor(blob: Uint8Array) {
    this.#blob = blob;
  }

  get done(): boolean {
    return this.#at >= this.#blob.length;
  }

  field(depth: number): RawField {
    const start = this.#at;
    const { type, code } = this.#header();
    const content = this.#content(type, depth);
    return { type, code, content, bytes: this.#blob.subarray(start, this.#at) };
  }

  #header(): { type: number; code: number } {
    const first = this.#byte();
    const type = first >> 4 || this.#byte();
    const code = first & 15 || this.#byte();
    return { type, code };
  }

  #content(type: number, depth: number): Uint8Array {
    if (type === OBJECT || type === ARRAY) {
      return this.#until(type === OBJECT ? OBJECT_END : ARRAY_END, depth + 1);
    }
    if (type === PATH_SET) return this.#paths();
    return this.#take(this.#lengthOf(type));
  }

  #lengthOf(type: number): number {
    const fixed = FIXED_LENGTHS.get(type);
    if (fixed !== undefined) return fixed;
    if (type === AMOUNT) return amountLength(this.#peek());
    if (type === ISSUE) return this.#zeros(20) ? 20 : 40;
    if (PREFIXED.has(type)) return this.#length();
    throw new MalformedBlob(`a field of the unknown type ${type}`);
  }

  #until(end: number, depth: number): Uint8Array {
    if (depth > MAX_DEPTH) throw new MalformedBlob('nested too deeply');
    const start = this.#at;
    while (this.#peek() !== end) this.field(depth);
    const content = this.#blob.subarray(start, this.#at);
    this.#at += 1;
    return content;
  }

  #paths(): Uint8Array {
    const start = this.#at;
    for (;;) {
      const step = this.#byte();
      if (step === 0x00) return this.#blob.subarray(start, this.#at);
      if (step === 0xff) continue;
      // A step names an account, a currency and an issuer, 20 bytes each, one bit for each.
      const parts = [0x01, 0x10, 0x20].filter((bit) => (step & bit) !== 0).length;
      this.#take(parts * 20);
    }
  }

  #length(): number {
    const first = this.#byte();
    if (first <= 192) return first;
    if (first <= 240) return 193 + (first - 193) * 256 + this.#byte();
    if (first <= 254) return 12_481 + (first - 241) * 65_536 + this.#byte() * 256 + this.#byte();
    throw new MalformedBlob('a length prefix that means nothing');
  }

  #zeros(count: number): boolean {
    return this.#blob.subarray(this.#at, this.#at + count).every((byte) => byte === 0);
  }

  #peek(): number {
    const byte = this.#blob[this.#at];
    if (byte === undefined) throw new MalformedBlob('it ends in the middle of a field');
    return byte;
  }

  #byte(): number {
    const byte = this.#peek();
    this.#at += 1;
    return byte;
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#blob.length) {
      throw new MalformedBlob('it ends in the middle of a field');
    }
    this.#at += length;
    return this.#blob.subarray(this.#at - length, this.#at);
  }
}

/** The first bit tells a token (48 bytes), the third a multi-purpose token (33) from XRP (8). */
function amountLength(first: number): number {
  if ((first & 0x80) !== 0) return 48;
  return (first & 0x20) !== 0 ? 33 : 8;
}
