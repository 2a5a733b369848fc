import type { IncomingMessage } from 'node:http';
import { bodyAlreadyRead, type ParsedBody, textBytes } from './parsed-body.js';

/** How much of a body that nobody wanted is still taken, before the connection is cut. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** A request's body, as a `Request` takes it. */
export interface IncomingBody {
  readonly init: { readonly body: Bytes | ReadableStream<Uint8Array>; readonly duplex?: 'half' };
  /** What a body parser has made of it, where it kept no bytes. */
  readonly parsed?: ParsedBody;
}

/**
 * A request's body. Of one that a body parser has read, the bytes that it kept as `rawBody` or `body`, or the
 * text of as many, or of a number that was not told. Where there are none, reading the body fails with `BODY_ALREADY_READ`.
 */
export function bodyOf(incoming: Incoming): IncomingBody {
  const { readableDidRead, rawBody, body: value } = incoming;
  const length = lengthOf(incoming);
  const bytes = readableDidRead ? (bytesOf(rawBody, length) ?? bytesOf(value, length)) : undefined;
  if (bytes !== undefined) return { init: { body: bytes } };
  const init = { body: streamOf(incoming), duplex: 'half' } as const;
  // Text that can't be what was sent is not what JSON was parsed to either.
  const isParsed = readableDidRead && value !== undefined && typeof value !== 'string';
  return isParsed ? { init, parsed: { value, length } } : { init };
}

type Incoming = IncomingMessage & { readonly rawBody?: unknown; readonly body?: unknown };

function bytesOf(kept: unknown, length: number): Bytes | undefined {
  if (kept instanceof Uint8Array) return new Uint8Array(kept);
  return typeof kept === 'string' ? textBytes(kept, length) : undefined;
}

/** How long it was said to be; no number where it was not. */
function lengthOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? Number.NaN);
}

/**
 * Reads no faster than it is asked for. Giving it up leaves the connection open, so that whoever sent too
 * much can still be told so.
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
        // Of what is over already there will be no event.
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
 * Takes what is left of a body whose answer is complete. Were the connection cut at once, the client, still
 * sending, would often lose the answer; were it never cut, it could send for ever.
 */
export function discardRest(incoming: IncomingMessage): void {
  if (incoming.complete) return;
  // Whoever read the body so far paused it whenever it had enough.
  incoming.removeAllListeners('data');
  let left = MAX_DISCARDED_BYTES;
  incoming.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) incoming.destroy();
  });
  incoming.resume();
}
