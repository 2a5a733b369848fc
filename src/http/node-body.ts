import type { IncomingMessage } from 'node:http';
import { ConfigurationError } from '../core/errors.js';

/** How much of a body that nobody wanted is still taken, before the connection is cut. */
const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/**
 * A request's body, read no faster than it is asked for. Giving it up leaves the connection open, so
 * that whoever sent too much can still be told so. Reading one that somebody else has read fails with a
 * ConfigurationError.
 */
export function bodyOf(incoming: IncomingMessage): {
  readonly body: ReadableStream<Uint8Array>;
  readonly duplex: 'half';
} {
  let open = true;
  const body = new ReadableStream<Uint8Array>(
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
          end(() => controller.error(new TypeError('the body broke off'))),
        );
        incoming.pause();
        // Of what is over already there will be no event.
        if (incoming.readableDidRead) end(() => controller.error(wasRead()));
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
  return { body, duplex: 'half' };
}

function wasRead(): ConfigurationError {
  return new ConfigurationError(
    'toNodeListener',
    'must come before whatever reads bodies, such as express.json(): this one was read already',
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
