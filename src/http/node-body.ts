import type { IncomingMessage } from 'node:http';
import { bodyAlreadyRead, type ParsedBody, textBytes } from './parsed-body.js';

/** How many bytes of an unwanted body are still read before the connection is cut. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** A request's body, in the form that a `Request` accepts. */
export interface IncomingBody {
  readonly init: { readonly body: Bytes | ReadableStream<Uint8Array>; readonly duplex?: 'half' };
  /** A body parser's value, where it kept no bytes. */
  readonly parsed?: ParsedBody;
}

/**
 * A request's body. When a body parser has read it: the bytes that the parser kept as `rawBody` or `body`, or its
 * text if that has as many bytes as announced, or if no length was announced. Otherwise reading the body fails with
 * `BODY_ALREADY_READ`.
 */
export function bodyOf(incoming: Incoming): IncomingBody {
  const { readableDidRead, rawBody, body: value } = incoming;
  const length = lengthOf(incoming);
  const bytes = readableDidRead ? (bytesOf(rawBody, length) ?? bytesOf(value, length)) : undefined;
  if (bytes !== undefined) return { init: { body: bytes } };
  const init = { body: streamOf(incoming), duplex: 'half' } as const;
  // Text that can't be what was sent is no parsed JSON value either.
  const isParsed = readableDidRead && value !== undefined && typeof value !== 'string';
  return isParsed ? { init, parsed: { value, length } } : { init };
}

type Incoming = IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown };

function bytesOf(kept: unknown, length: number): Bytes | undefined {
  if (kept instanceof Uint8Array) return new Uint8Array(kept);
  return typeof kept === 'string' ? textBytes(kept, length) : undefined;
}

/** The announced length; NaN where there is none. */
function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? Number.NaN);
}

/**
 * Reads no faster than the consumer. Cancelling leaves the connection open, so that a client that sent too much still
 * gets its answer.
 */
function streamOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  let open = true;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const end = (finish: () => void) => {
          if (open) finish();
          open = false;
        };
        incoming.on('data', (chunk: Uint8Array) => {
          if (!open) return;
          incoming.pause();
          controller.enqueue(new Uint8Array(chunk));
        });
        incoming.on('end', () => end(() => controller.close()));
        incoming.on('close', () =>
          end(() => controller.error(new DOMException('the body broke off', 'AbortError'))),
        );
        incoming.pause();
        // A body that ended before sends no more events.
        if (incoming.readableDidRead) end(() => controller.error(bodyAlreadyRead()));
        else if (incoming.readableEnded) end(() => controller.close());
      },
      pull() {
        incoming.resume();
      },
      cancel() {
        open = false;
        incoming.pause();
      },
    },
    { highWaterMark: 0 },
  );
}

/**
 * Reads the rest of a body whose answer is complete. If the connection were cut at once, the client, still sending,
 * would often lose the answer; if it were never cut, the client could send for ever.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  // The previous reader paused the body whenever it had enough.
  incoming.removeAllListeners('data');
  let left = MAX_DISCARDED_BYTES;
  incoming.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) incoming.destroy();
  });
  incoming.resume();
}
