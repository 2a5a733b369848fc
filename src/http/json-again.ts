import { bodyAlreadyRead, type ParsedBody } from './parsed-body.js';

/**
 * JSON written again from a body parser's value, where no number in it can have been rounded.
 *
 * A number that was rounded was longer than its rounded form. So no number was rounded where the body has too few
 * bytes beyond the shortest JSON of the same value. A 0 is the first to be in doubt: `1e-400` becomes 0 too. Where
 * there are no numbers, nothing can have been rounded. Of a field that was given twice the last value counts, as for
 * all other code behind the parser.
 *
 * @throws HttpError `BODY_ALREADY_READ`, naming the field whose number may have been rounded.
 */
export function jsonAgain({ value, length }: ParsedBody): Uint8Array {
  const numbers: (readonly [name: string, number: number])[] = [];
  const text = written(value, (name, number) => numbers.push([name, number]));
  // The text may stand for bytes that are no text.
  if (text.includes('\uFFFD')) throw bodyAlreadyRead();
  const bytes = new TextEncoder().encode(text);
  const spared = numbers.reduce((sum, [, number]) => sum + sparedBy(number), 0);
  const room = length - (bytes.length - spared);
  for (const [name, number] of numbers) {
    const isProven = room >= 0 && room + leastLength(number) < roundedLength(number);
    if (!(isProven && isShort(number))) throw bodyAlreadyRead(name);
  }
  return bytes;
}

/** @throws HttpError `BODY_ALREADY_READ` for a value that is no JSON, or is too deep. */
function written(value: unknown, onNumber: (name: string, number: number) => void): string {
  let field = 'body';
  try {
    const text: unknown = JSON.stringify(value, function (this: unknown, name, inner: unknown) {
      // Items of a list are named by the list.
      if (name !== '' && !Array.isArray(this)) field = name;
      if (typeof inner === 'number') onNumber(field, inner);
      return inner;
    });
    if (typeof text === 'string') return text;
  } catch {
    // Reported below.
  }
  throw bodyAlreadyRead();
}

/**
 * The fewest characters that a number can have had which was rounded to this one. Numbers of 15 digits or less are
 * never rounded to the same value: a rounded one had a sixteenth digit, and a point. Only a number that becomes 0 may
 * have had less, as `1e-324`.
 */
function roundedLength(number: number): number {
  return number === 0 ? 6 : 17;
}

/** A fraction or a longer number gives no certainty, and JavaScript does not write the sign of -0. */
function isShort(number: number): boolean {
  return Number.isInteger(number) && Math.abs(number) < 1e12 && !Object.is(number, -0);
}

/** The fewest characters that a whole number can be written with. */
function leastLength(number: number): number {
  return String(number).length - sparedBy(number);
}

/** 1000 may have been sent as 1e3. */
function sparedBy(number: number): number {
  const zeros = /(?<!0)0{3,}$/.exec(String(number))?.[0].length ?? 0;
  return zeros === 0 ? 0 : zeros - `e${zeros}`.length;
}
