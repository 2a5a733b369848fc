import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type HttpHandler, toNodeListener } from '../../http/index.js';

/** How long requests may take to end by themselves once the server is told to stop. */
const GRACE_MS = 10_000;
/** How long answers may take to be written once everything that waits has been told. */
const HANDOVER_MS = 5_000;

/** A server that listens. */
export interface Listening {
  readonly url: string;
  /**
   * Takes no more requests, lets those that run end, then ends all waiting by `handOver`; resolves when
   * every answer is sent.
   */
  stop(handOver: () => void): Promise<void>;
}

export async function listen(handler: HttpHandler, host: string, port: number): Promise<Listening> {
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actual = isInfo(address) ? address.port : port;
  const shown = host.includes(':') ? `[${host}]` : host;
  return { url: `http://${shown}:${actual}`, stop: (handOver) => stop(server, handOver) };
}

function isInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

async function stop(server: Server, handOver: () => void): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const hand = setTimeout(handOver, GRACE_MS);
  const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS + HANDOVER_MS);
  await closed;
  clearTimeout(hand);
  clearTimeout(cut);
  handOver();
}
