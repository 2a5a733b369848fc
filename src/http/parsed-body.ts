import { HttpError } from './errors.js';

/** A body parser's value, and the announced number of bytes of the body. */
export interface ParsedBody {
  readonly value: unknown;
  readonly length: number;
}

const parsedBodies = new WeakMap<Request, ParsedBody>();

/** A body parser's value of a request's body, where the parser kept no bytes. */
export function parsedBodyOf(request: Request): ParsedBody | undefined {
  return parsedBodies.get(request);
}

/** Stores the value that {@link parsedBodyOf} returns for this `Request` object. */
export function withParsedBody(request: Request, parsed: ParsedBody): Request {
  parsedBodies.set(request, parsed);
  return request;
}

/** The error for a body whose bytes are gone, with the field whose number may have been rounded, if there is one. */
export function bodyAlreadyRead(field?: string): HttpError {
  const rounded = field?.slice(0, 64);
  const what = rounded === undefined ? '' : `, and may have rounded the number in ${rounded}`;
  return new HttpError(
    'BODY_ALREADY_READ',
    `The body was read before this handler${what}. Mount the handler before express.json() and the like, or have them keep rawBody.`,
    rounded === undefined ? {} : { details: { field: rounded } },
  );
}

/** The bytes of a parser's text, unless some of them are known to be lost. */
export function textBytes(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  // It may replace bytes that are no text.
  if (text.includes('\uFFFD')) return undefined;
  const bytes = new TextEncoder().encode(text);
  return bytes.length === length || Number.isNaN(length) ? bytes : undefined;
}
