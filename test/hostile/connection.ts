import { createServer, type Server } from 'node:http';
import { Duplex } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { type HttpHandler, toNodeListener } from '../../src/handlers.js';
import type { HostileRequest } from '../support/hostile-requests.js';

/** An answer may be a page's script, of which the head is enough. */
const MOST_KEPT = 4_000;

/**
 * How long a request may take to arrive whole, as `serve` and node:http have it in longer: some announce more than
 * they send, and no client of these ever goes by itself.
 */
const ARRIVAL = { requestTimeout: 1_000, connectionsCheckingInterval: 200 };

/** One end of a connection within this process. */
class End extends Duplex {
  other: End | undefined;
  #resume: (() => void) | undefined;

  override _read(): void {
    const resume = this.#resume;
    this.#resume = undefined;
    resume?.();
  }

  override _write(chunk: Uint8Array, _: string, done: () => void): void {
    if (this.other === undefined || this.other.destroyed || chunk.length === 0) {
      done();
    } else {
      this.other.#resume = done;
      this.other.push(chunk);
    }
  }

  override _final(done: () => void): void {
    if (this.other && !this.other.destroyed) this.other.push(null);
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#resume?.();
    this.other?.destroy();
    done(error);
  }
}

/**
 * Writes a request as it is to what node:http makes of a handler; resolves with all that was written back, however
 * little, and with what the handler itself has answered, which a client that has gone never sees.
 */
export async function written(handler: HttpHandler, request: HostileRequest): Promise<Written> {
  const answering: Promise<Response>[] = [];
  const listener = toNodeListener((asked) => {
    const answer = handler(asked);
    answering.push(answer);
    return answer;
  });
  const server = createServer(ARRIVAL, listener);
  // It has no port; what is late is looked for once it listens.
  server.emit('listening');
  const text = await bytesBack(server, request).finally(() => server.close());
  const responses = await Promise.all(answering);
  return { text, statuses: responses.map(({ status }) => status) };
}

export interface Written {
  readonly text: string;
  readonly statuses: readonly number[];
}

async function bytesBack(server: Server, { cutAt, ...request }: HostileRequest): Promise<string> {
  const [here, there] = [new End(), new End()];
  here.other = there;
  there.other = here;
  let answer = '';
  here.setEncoding('latin1').on('data', (text) => {
    if (answer.length < MOST_KEPT) answer += text;
  });
  const isOver = new Promise<void>((resolve) => {
    here.on('end', () => here.destroy());
    here.on('error', () => here.destroy());
    here.on('close', resolve);
  });
  there.on('error', () => there.destroy());
  server.emit('connection', there);
  here.write(headOf(request));
  here.write(request.body.slice(0, cutAt));
  if (cutAt !== undefined && cutAt < request.body.length) {
    // So that what was written is read before it is known that no more comes.
    await turn();
    await turn();
    here.destroy();
  }
  await isOver;
  return answer;
}

function headOf({ method, target, headers, body }: Omit<HostileRequest, 'cutAt'>): Uint8Array {
  const given = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const head = `${method} ${target} HTTP/1.1\r\n${given}`;
  const isNamed = (name: string) => headers.some(([given]) => given === name);
  const host = isNamed('host') ? '' : 'host: localhost\r\n';
  const length = isNamed('content-length') ? '' : `content-length: ${body.length}\r\n`;
  return Buffer.from(`${head}${host}${length}connection: close\r\n\r\n`);
}
