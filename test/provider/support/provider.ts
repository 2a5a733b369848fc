// A provider that records what it gets, verifies it on bare node:crypto, and answers as it is told.
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ProviderConnection } from '../../../src/provider/connection.js';
import { RequestSigner } from '../../../src/requests/signer.js';
import { oracleVerifier } from '../../support/request-verifier.js';

interface Recorded {
  readonly method: string;
  /** Behind the base path. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawBody: string;
}

export interface Reply {
  readonly status?: number;
  readonly body?: unknown;
  /** Instead of `body`: text as it is. */
  readonly text?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Closes the connection instead. */
  readonly lost?: true;
}

type Answer = (request: Recorded, count: number) => Reply | Promise<Reply>;

const SCHEME = {
  algorithm: 'hmac-sha512',
  preEncoding: 'base64',
  postEncoding: 'hexstr',
} as const;
const API_KEY = 'the-api-key';
const SECRET = 'the shared secret';

/** `reserialised` verifies over the JSON that it wrote itself, as some providers do. */
export async function startProvider(answer: Answer, { basePath = '', reserialised = false } = {}) {
  const requests: Recorded[] = [];
  const verify = oracleVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET }, basePath });
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    const rawBody = Buffer.concat(chunks).toString();
    const { method = '', url = '', headers } = incoming;
    const request = { method, path: url.slice(basePath.length), headers, rawBody };
    const signed = reserialised && rawBody ? JSON.stringify(JSON.parse(rawBody)) : rawBody;
    let reply: Reply;
    try {
      verify(incoming, Buffer.from(signed));
      requests.push(request);
      reply = await answer(request, requests.length);
    } catch (error) {
      reply = { status: 400, body: { message: String(error), errorType: 'schema-error' } };
    }
    if (reply.lost) {
      outgoing.destroy();
      return;
    }
    outgoing.writeHead(reply.status ?? 200, {
      'content-type': 'application/json',
      ...reply.headers,
    });
    outgoing.end(reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}${basePath}`;
  const signer = new RequestSigner({ ...SCHEME, apiKey: API_KEY, secret: SECRET });
  const connection = {
    baseUrl,
    signer,
    platformSigner: 'empty',
    retry: { baseMs: 0 },
  } as const satisfies ProviderConnection;
  return {
    connection,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;
