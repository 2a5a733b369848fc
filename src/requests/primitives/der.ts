import { hexText } from '../text-encodings.js';

/** One element of DER: its tag, its value, and where the next one begins. */
export interface DerElement {
  readonly tag: number;
  readonly value: Uint8Array;
  /** Tag and length included. */
  readonly whole: Uint8Array;
}

export const DER = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30,
} as const;

/** The object identifiers that keys of the scheme carry, as their bytes in hex. */
export const OID = {
  rsa: '2a864886f70d010101',
  ec: '2a8648ce3d0201',
  prime256v1: '2a8648ce3d030107',
  secp256k1: '2b8104000a',
} as const;

/**
 * The successive elements in some bytes.
 *
 * @throws SyntaxError, as the other functions here do; callers turn it into an error of their own.
 */
export function readDer(bytes: Uint8Array): DerElement[] {
  const elements: DerElement[] = [];
  for (let left = bytes; left.length > 0; ) {
    const element = firstElement(left);
    elements.push(element);
    left = left.subarray(element.whole.length);
  }
  return elements;
}

/** The elements of a sequence that takes up all of the bytes. */
export function readSequence(bytes: Uint8Array): DerElement[] {
  const [sequence, ...rest] = readDer(bytes);
  if (sequence?.tag !== DER.sequence || rest.length > 0) throw new SyntaxError();
  return readDer(sequence.value);
}

/** The value of an element that has to be of one kind. */
export function contentOf(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new SyntaxError();
  return element.value;
}

/** The value of an element that has to be an object identifier, in hex. */
export function oidOf(element: DerElement | undefined): string {
  return hexText(contentOf(element, DER.oid));
}

function firstElement(bytes: Uint8Array): DerElement {
  const [tag = 0, first = 0] = bytes;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = 2 + lengthBytes;
  let length = lengthBytes === 0 ? first : 0;
  for (const byte of bytes.subarray(2, start)) length = length * 256 + byte;
  const end = start + length;
  if (lengthBytes > 3 || bytes.length < end) throw new SyntaxError();
  return { tag, value: bytes.subarray(start, end), whole: bytes.subarray(0, end) };
}
