import { bodyAlreadyRead, type ParsedBody, textBytes } from './parsed-body.js';

/**
 * JSON again, where the parser can have lost nothing: no digits of a number, no field that was given twice.
 *
 * JSON.stringify writes everything as short as JSON allows, but for whole numbers that end in zeros (1000 could
 * have been 1e3). So what had exactly as many bytes says the same, unless such zeros made room for a loss: a
 * number that was rounded, or a field that was given twice. Both take some characters, and there must not be
 * room for as many.
 *
 * @throws HttpError `BODY_ALREADY_READ` for everything else.
 */
export function jsonAgain({ value, length }: ParsedBody): Uint8Array {
  let room = 0;
  let loss = Number.POSITIVE_INFINITY;
  const bytes = textBytes(
    written(value, {
      onName: (name) => {
        loss = Math.min(loss, `"${name}":0,`.length);
      },
      onNumber: (number) => {
        const least = leastLength(number);
        room += String(number).length - least;
        loss = Math.min(loss, isShort(number) ? ROUNDED_LENGTH - least : 0);
      },
    }),
    length,
  );
  if (bytes === undefined || room >= loss) throw bodyAlreadyRead();
  return bytes;
}

interface Seen {
  onName(name: string): void;
  onNumber(number: number): void;
}

/** @throws HttpError `BODY_ALREADY_READ` for what is no JSON, or is too deep. */
function written(value: unknown, { onName, onNumber }: Seen): string {
  let isRoot = true;
  try {
    const text: unknown = JSON.stringify(value, function (this: unknown, name, inner: unknown) {
      if (!isRoot && !Array.isArray(this)) onName(name);
      if (typeof inner === 'number') onNumber(inner);
      isRoot = false;
      return inner;
    });
    if (typeof text === 'string') return text;
  } catch {
    // Told below.
  }
  throw bodyAlreadyRead();
}

/** Of 15 digits or less no two numbers are one: what was rounded had a sixteenth, and a point. */
const ROUNDED_LENGTH = 17;

/** Of fractions and of what is longer nothing is known, and a sign before nothing is not written. */
function isShort(number: number): boolean {
  return Number.isInteger(number) && Math.abs(number) < 1e12 && !Object.is(number, -0);
}

/** The fewest characters that a whole number can be written with. */
function leastLength(number: number): number {
  return String(number).replace(/0{3,}$/, (zeros) => `e${zeros.length}`).length;
}
