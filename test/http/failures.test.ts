// What a server writes to its log by itself, where nothing listens to its failures.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { webhookHandler } from '../../src/fireblocks/index.js';
import {
  type HttpHandler,
  netlinkServerHandler,
  toNodeListener,
  xrplHandler,
} from '../../src/handlers.js';
import type { HttpFailure } from '../../src/http/failures.js';
import { AbortedError, InvalidInputError, UnreachableError } from '../../src/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { answeringProvider, REGISTRATION } from '../netlink/support/netlink.js';
import { post, serve } from '../provider/server/support/caller.js';
import { BODIES, exchange } from '../provider/server/support/exchange.js';
import { RecordingSigner } from '../support/recording-signer.js';

let lines: unknown[][] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'error').mockImplementation((...line: unknown[]) => void lines.push(line));
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ID = { 'x-request-id': 'request-1' };

/** A server whose every address and transaction fails with this. */
const failing = (thrown: unknown, onError?: (failure: HttpFailure) => void) => {
  const fail = async () => {
    throw thrown;
  };
  const gateway = new XrplGateway({ signer: new RecordingSigner(), network: 'testnet' });
  const broken = Object.assign(gateway, { getAddress: fail, accountSet: fail });
  return xrplHandler(broken, onError ? { onError } : {});
};
const read = (handler: HttpHandler, path = '/api/account/address/0') =>
  handler(new Request(`http://host${path}`, { headers: ID }));
const write = (handler: HttpHandler) =>
  handler(
    new Request('http://host/api/token/accountSet/0', {
      method: 'POST',
      headers: { ...ID, 'content-type': 'application/json', 'idempotency-key': 'k-1' },
      body: '{"configs":{"domain":"example.com"}}',
    }),
  );

describe('the log', () => {
  it('has an error below a handler, with the id that the answer carries', async () => {
    const answer = await read(failing(new TypeError('a bug')));
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([500, 'request-1']);
    expect(lines).toEqual([
      [
        expect.stringMatching(
          /^custody-gateways: GET \/api\/account\/address\/0 failed, request request-1: TypeError: a bug\n +at /,
        ),
      ],
    ]);
  });

  it('has it of a transaction too, once, even where the answer is that it goes on', async () => {
    expect((await write(failing(new TypeError('a bug')))).status).toBeGreaterThanOrEqual(200);
    expect(lines).toHaveLength(1);
    expect(String(lines[0])).toMatch(
      /POST \/api\/token\/accountSet\/0 failed, request request-1: TypeError: a bug/,
    );
  });

  it('has what does not answer, with the transaction that it was about', async () => {
    const error = new UnreachableError('the node', 'timeout').about({
      idempotencyKey: 'k-1',
      hash: 'AB',
    });
    expect((await read(failing(error))).status).toBe(503);
    expect(String(lines)).toContain(
      `request request-1: UNREACHABLE: ${error.message} {"idempotencyKey":"k-1","hash":"AB"}`,
    );
  });

  it('shows nothing of what may show anything', async () => {
    await read(failing({ apiKey: 'secret' }));
    await read(failing(Object.assign(new Error('broken'), { apiKey: 'secret' })));
    expect(lines).toHaveLength(2);
    expect(String(lines)).not.toContain('secret');
  });

  it('has nothing of what is the fault of the caller', async () => {
    expect((await read(failing(new InvalidInputError('vault', 'is none')))).status).toBe(400);
    expect((await read(failing(1), '/api/nothing')).status).toBe(404);
    expect(lines).toEqual([]);
  });

  it('has nothing of a client that went away', async () => {
    await read(failing(AbortSignal.abort().reason));
    const app = createServer(
      toNodeListener(async (request) => Response.json(await request.json())),
    );
    await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
    const client = connect((app.address() as AddressInfo).port, '127.0.0.1');
    client.end('POST / HTTP/1.1\r\nHost: host\r\nContent-Length: 9\r\n\r\n{');
    await once(client.resume(), 'close');
    await new Promise((resolve) => app.close(resolve));
    expect(lines).toEqual([]);
  });

  it('has nothing where something listens, which hears of everything', async () => {
    const heard: HttpFailure[] = [];
    const error = new InvalidInputError('vault', 'is none');
    await read(failing(error, (failure) => heard.push(failure)));
    await read(failing(1, (failure) => heard.push(failure)));
    const request = { requestId: 'request-1', method: 'GET', path: '/api/account/address/0' };
    expect(heard).toEqual([
      { ...request, error },
      { ...request, error: 1 },
    ]);
    expect(lines).toEqual([]);
  });

  it('has the whole path where a handler is mounted', async () => {
    const app = express().use('/chain', toNodeListener(failing(new TypeError('a bug'))));
    const answer = await asked(createServer(app), '/chain/api/account/address/0');
    expect(answer.status).toBe(500);
    expect(String(lines)).toContain('GET /chain/api/account/address/0 failed, request request-1');
  });

  it.each<[string, HttpHandler]>([
    ['throws', async () => Promise.reject(new TypeError('a bug'))],
    ['gives what can not be sent', async () => new Response('', { headers: { 'x-a': '\u0001' } })],
  ])('has it where a handler of your own %s', async (_, handler) => {
    const answer = await asked(createServer(toNodeListener(handler)), '/own?token=secret');
    const requestId = answer.headers.get('x-request-id');
    expect(await answer.json()).toMatchObject({ code: 'INTERNAL', requestId });
    expect(lines).toHaveLength(1);
    expect(String(lines)).toMatch(new RegExp(`GET /own failed, request ${requestId}: TypeError`));
  });

  it('has what a v2 provider throws, once', async () => {
    const { provider, state } = exchange();
    state.onWithdraw = async () => {
      throw new TypeError('a bug of the provider');
    };
    const path = '/accounts/main/transfers/withdrawals/fiat';
    const body = JSON.stringify(BODIES.createFiatWithdrawal);
    expect((await post(serve(provider), path, body)).status).toBe(500);
    expect(lines).toHaveLength(1);
    expect(String(lines)).toMatch(
      /POST \S+\/fiat failed, request [\w-]+: TypeError: a bug of the provider/,
    );
  });

  it('has what a v1 provider throws', async () => {
    const listSupportedAssets = async () => Promise.reject(new AbortedError(AbortSignal.abort()));
    const handler = netlinkServerHandler(
      { ...answeringProvider(), listSupportedAssets },
      {
        verifier: { verify: async () => ({ ok: true, apiKey: 'key' }) as never },
        registration: REGISTRATION,
        basePath: '',
      },
    );
    expect((await read(handler, '/v1/supportedAssets')).status).toBe(500);
    expect(lines).toHaveLength(1);
    expect(String(lines)).toMatch(/request request-1: ABORTED/);
  });

  it('has what takes a webhook in vain', async () => {
    const handler = webhookHandler({ verify: async () => Promise.reject(new TypeError('a bug')) });
    const answer = await handler(
      new Request('http://host/hooks?a=b', { method: 'POST', headers: ID, body: '{}' }),
    );
    expect(answer.status).toBe(500);
    expect(String(lines)).toContain('POST /hooks failed, request request-1: TypeError: a bug');
  });
});

async function asked(server: ReturnType<typeof createServer>, path: string): Promise<Response> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers: ID });
    return new Response(await answer.arrayBuffer(), answer);
  } finally {
    server.close();
  }
}
