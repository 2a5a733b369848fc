import { HttpError } from './errors.js';

/** What a body parser in front has made of a body, and how many bytes that had. */
export interface ParsedBody {
  readonly value: unknown;
  readonly length: number;
}

const parsedBodies = new WeakMap<Request, ParsedBody>();

/** What is left of the body of a request whose bytes were read by somebody else. */
export function parsedBodyOf(request: Request): ParsedBody | undefined {
  return parsedBodies.get(request);
}

/** Notes what {@link parsedBodyOf} gives for this very `Request`. */
export function withParsedBody(request: Request, parsed: ParsedBody): Request {
  parsedBodies.set(request, parsed);
  return request;
}

/** The error for a body whose bytes are gone. */
export function bodyAlreadyRead(): HttpError {
  return new HttpError(
    'BODY_ALREADY_READ',
    'Mount the handler before what reads bodies, such as express.json(), or have that keep them as rawBody.',
  );
}

/** The bytes that a parser has made text of, where it can have lost none of them. */
export function textBytes(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  // That is put in the place of bytes that are no text, and there are fewer of those than of its own.
  if (text.includes('\uFFFD')) return undefined;
  const bytes = new TextEncoder().encode(text);
  return bytes.length === length ? bytes : undefined;
}
