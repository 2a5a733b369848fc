import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One request that a receiver got. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server that keeps what it is posted, and answers as a test says. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** Waits until there are `count`. */
  got(count: number): Promise<readonly Received[]>;
  stop(): Promise<void>;
}

/** An answer: a status, or a status and a body; never, for a request that is to hang. */
export type ReceiverAnswer = number | readonly [status: number, body: string];

export async function startReceiver(
  answer: (request: Received, index: number) => ReceiverAnswer | Promise<ReceiverAnswer> = () =>
    200,
): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
    const request = {
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: Buffer.concat(chunks).toString('utf8'),
    };
    const given = await answer(request, received.push(request) - 1);
    const [status, body] = typeof given === 'number' ? [given, ''] : given;
    response.writeHead(status).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    got: async (count) => {
      while (received.length < count) await new Promise((resolve) => setTimeout(resolve, 2));
      return received;
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
