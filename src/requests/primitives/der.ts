import { bytesToHex } from '../../core/bytes.js';

/** One element of DER: what it is, what it holds, and where the next one begins. */
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

/** Thrown within this folder only, by {@link readDer} and its likes; callers turn it into their own. */
export class DerError extends Error {}

/** The elements that follow each other in some bytes. */
export function readDer(bytes: Uint8Array): DerElement[] {
  const elements: DerElement[] = [];
  for (let left = bytes; left.length > 0; ) {
    const element = firstElement(left);
    elements.push(element);
    left = left.subarray(element.whole.length);
  }
  return elements;
}

/** The elements of the one sequence that some bytes are. */
export function readSequence(bytes: Uint8Array): DerElement[] {
  const [sequence, ...rest] = readDer(bytes);
  if (sequence?.tag !== DER.sequence || rest.length > 0) throw new DerError();
  return readDer(sequence.value);
}

/** The value of an element that has to be of one kind. */
export function contentOf(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new DerError();
  return element.value;
}

/** The value of an element that has to be an object identifier, in hex. */
export function oidOf(element: DerElement | undefined): string {
  return bytesToHex(contentOf(element, DER.oid));
}

function firstElement(bytes: Uint8Array): DerElement {
  const [tag = 0, first = 0] = bytes;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (bytes.length < 2 + lengthBytes || lengthBytes > 3) throw new DerError();
  let length = lengthBytes === 0 ? first : 0;
  for (const byte of bytes.subarray(2, 2 + lengthBytes)) length = length * 256 + byte;
  const start = 2 + lengthBytes;
  if (bytes.length < start + length) throw new DerError();
  return {
    tag,
    value: bytes.subarray(start, start + length),
    whole: bytes.subarray(0, start + length),
  };
}
