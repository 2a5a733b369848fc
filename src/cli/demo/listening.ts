import { createServer } from 'node:http';
import { type HttpHandler, toNodeListener } from '../../handlers.js';

/** A handler that is served on this machine alone. */
export interface Listening {
  readonly url: string;
  close(): void;
}

/** Serves a handler on any free port of 127.0.0.1. */
export async function listenOn(handler: HttpHandler): Promise<Listening> {
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
