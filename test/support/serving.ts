import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpHandler, toNodeListener } from '../../src/handlers.js';

/** A handler on a port of loopback. */
export interface Serving {
  readonly url: string;
  stop(): Promise<void>;
}

export async function serving(handler: HttpHandler): Promise<Serving> {
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
