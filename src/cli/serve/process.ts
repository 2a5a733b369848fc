import { createServer, type Server, type ServerResponse, STATUS_CODES } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { ConfigurationError } from '../../core/errors.js';
import { type HttpHandler, toNodeListener } from '../../handlers.js';
import { PROBES } from './logging.js';

/** After this time without a request, all clients have noticed that this server stops. */
const QUIET_MS = 1_000;
/** How often that is checked. Before each check, the requests that had arrived have been read. */
const LOOK_MS = 100;
/** How long requests are taken from clients that don't notice. */
const LINGER_MS = 5_000;
/** How long requests may take to end by themselves. */
const GRACE_MS = 10_000;
/** How long answers may take to be written once all waiting calls were told to stop. */
const HANDOVER_MS = 4_000;
/** Load balancers keep a connection for a minute: the server must not close one while it is used. */
const KEEP_ALIVE_MS = 75_000;

/**
 * How long a request may take to arrive whole. Until then its client holds a connection and what has come of its body,
 * and Node alone would leave it both for five minutes.
 */
const ARRIVAL_MS = 30_000;
/** How many times in that time it is checked. */
const ARRIVAL_LOOKS = 6;

/** Where a server listens. */
interface ListenOptions {
  readonly host: string;
  readonly port: number;
  /** How long a request may take to arrive whole before it is answered with 408. Default: 30 s. */
  readonly arrivalMs?: number;
}

/** A server that listens. */
export interface Listening {
  readonly url: string;
  /**
   * Makes every client look for another server, closes to new requests once there are none for a second, lets
   * running ones end, then ends all waiting by `handOver`; resolves when every answer is sent.
   */
  stop(handOver: () => void): Promise<void>;
}

/** What Node itself answers to a request that it can't read, by the error's code; to all others 400. */
const UNREADABLE: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** @throws ConfigurationError for a port that is in use, or a host that is not this machine's. */
export async function listen(
  handler: HttpHandler,
  { host, port, arrivalMs = ARRIVAL_MS }: ListenOptions,
): Promise<Listening> {
  const listener = toNodeListener(handler);
  const answers = new Set<ServerResponse>();
  let isStopping = false;
  let requests = 0;
  const patience = {
    requestTimeout: arrivalMs,
    connectionsCheckingInterval: Math.ceil(arrivalMs / ARRIVAL_LOOKS),
  };
  const server = createServer(patience, (incoming, outgoing) => {
    answers.add(outgoing);
    outgoing.once('close', () => answers.delete(outgoing));
    if (isStopping) outgoing.shouldKeepAlive = false;
    if (!PROBES.includes(incoming.url ?? '')) requests++;
    listener(incoming, outgoing);
  });
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    const begun = [...answers].find((outgoing) => outgoing.socket === socket);
    // What can't be read comes behind a request: the next answer is that one's, and not for what is behind it.
    const isBehind = begun && (begun.req.complete || begun.headersSent);
    const status = UNREADABLE[`${error.code}`] ?? 400;
    if (isBehind || !socket.writable) socket.destroy();
    else socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
  });
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', ({ message }) => reject(new ConfigurationError('PORT or HOST', message)));
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const actual = isInfo(address) ? address.port : port;
  const shown = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${shown}:${actual}`,
    stop: async (handOver) => {
      isStopping = true;
      // Each answer tells its client to open a new connection, which finds another server.
      for (const outgoing of answers) outgoing.shouldKeepAlive = false;
      const quiet = untilQuiet(() => requests);
      await closed(server, quiet, handOver);
    },
  };
}

function isInfo(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}

/** Counts checks, not time: a process that was suspended has not read the requests that arrived meanwhile. */
async function untilQuiet(requests: () => number): Promise<void> {
  let seen = requests();
  let quietLooks = 0;
  for (let looks = 0; looks < LINGER_MS / LOOK_MS && quietLooks < QUIET_MS / LOOK_MS; looks++) {
    await sleep(LOOK_MS);
    quietLooks = requests() === seen ? quietLooks + 1 : 0;
    seen = requests();
  }
}

async function closed(server: Server, quiet: Promise<void>, handOver: () => void): Promise<void> {
  const hand = setTimeout(handOver, GRACE_MS);
  const cut = setTimeout(() => server.closeAllConnections(), GRACE_MS + HANDOVER_MS);
  await quiet;
  await new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  clearTimeout(hand);
  clearTimeout(cut);
  handOver();
}
