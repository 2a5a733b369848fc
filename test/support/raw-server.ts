import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as tick } from 'node:timers/promises';

/** A server that writes exactly the bytes it is told to: for what no well-behaved server does. */
export interface RawServer {
  readonly url: string;
  readonly port: number;
  /** What each request looked like, head and body. */
  readonly requests: string[];
  stop(): Promise<void>;
}

/** `answer` is called once a request's head is there. */
export async function startRawServer(
  answer: (socket: Socket, request: string) => void | Promise<void>,
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    let text = '';
    socket.on('data', (data) => {
      text += data.toString('latin1');
      if (!text.includes('\r\n\r\n')) return;
      const request = text;
      text = '';
      requests.push(request);
      void answer(socket, request);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Writes the parts one by one, each in a packet of its own as far as that can be had. */
export async function writeApart(socket: Socket, parts: readonly (string | Uint8Array)[]) {
  socket.setNoDelay(true);
  for (const part of parts) {
    await new Promise((resolve) => socket.write(part, resolve));
    await tick();
  }
}
