import { HttpError } from './errors.js';

/** What a body parser has made of a body, and how many bytes that was said to have. */
export interface ParsedBody {
  readonly value: unknown;
  readonly length: number;
}

const parsedBodies = new WeakMap<Request, ParsedBody>();

/** What a body parser has left of a request's body, where it kept no bytes. */
export function parsedBodyOf(request: Request): ParsedBody | undefined {
  return parsedBodies.get(request);
}

/** Notes what {@link parsedBodyOf} gives for this very `Request`. */
export function withParsedBody(request: Request, parsed: ParsedBody): Request {
  parsedBodies.set(request, parsed);
  return request;
}

/** The error for a body whose bytes are gone, and where one number of it may have been rounded, that field. */
export function bodyAlreadyRead(field?: string): HttpError {
  const rounded = field?.slice(0, 64);
  const what = rounded === undefined ? '' : `, and may have rounded the number in ${rounded}`;
  return new HttpError(
    'BODY_ALREADY_READ',
    `Something read the body before this handler${what}. Mount the handler before what reads bodies, such as express.json(), or have that keep the bytes as rawBody.`,
    rounded === undefined ? {} : { details: { field: rounded } },
  );
}

/** The bytes that a parser has made text of, where none of them is known to be lost. */
export function textBytes(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  // It may stand for bytes that are no text.
  if (text.includes('\uFFFD')) return undefined;
  const bytes = new TextEncoder().encode(text);
  return bytes.length === length || Number.isNaN(length) ? bytes : undefined;
}
