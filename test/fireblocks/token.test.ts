import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FireblocksRestClient } from '../../src/fireblocks/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { type RawServer, startRawServer } from '../support/raw-server.js';
import { rsaKeys } from '../support/rsa-keys.js';

const API_KEY = '7c2d2e1a-0b7e-4c0e-9d55-3f2f0f0a9a01';
let privateKey: KeyObject;
let server: RawServer | undefined;

beforeAll(() => {
  privateKey = rsaKeys('own').privateKey;
});

afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const TRANSACTION = '{"id":"a","status":"SUBMITTED","success":true,"publicKey":"02"}';

/** A client on a server that answers everything alike, and what that server saw. */
async function client(path = '') {
  const { url, requests } = await startServer();
  const clock = new FakeClock(1_700_000_000_999);
  const rest = new FireblocksRestClient({
    apiKey: API_KEY,
    apiSecret: privateKey,
    basePath: `${url}${path}`,
    clock,
    retry: { attempts: 1 },
  });
  return { rest, clock, requests };
}

async function startServer(): Promise<RawServer> {
  server = await startRawServer((socket, request) => {
    const body = request.startsWith('GET /v1/transactions?') ? `[${TRANSACTION}]` : TRANSACTION;
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
  return server;
}

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Map<string, string>;
  readonly body: Buffer;
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
  readonly signed: string;
  readonly signature: Buffer;
}

/** A request taken apart, from the bytes that went over the wire. */
function read(request: string | undefined): Seen {
  const [head = '', body = ''] = (request ?? '').split(/\r\n\r\n([\s\S]*)/);
  const [line = '', ...fields] = head.split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = new Map(
    fields.map((field) => {
      const [name = '', value = ''] = field.split(/: (.*)/);
      return [name.toLowerCase(), value] as const;
    }),
  );
  const [first = '', second = '', third = ''] =
    /^Bearer (\S+)$/.exec(headers.get('authorization') ?? '')?.[1]?.split('.') ?? [];
  const json = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
  return {
    method,
    path,
    headers,
    body: Buffer.from(body, 'latin1'),
    header: json(first),
    claims: json(second),
    signed: `${first}.${second}`,
    signature: Buffer.from(third, 'base64url'),
  };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

describe('the token of a request', () => {
  it('is RS256 by the API key, over the claims that the custody checks', async () => {
    const { rest, requests } = await client();
    await rest.getTransaction('a');
    const { header, claims, signed, signature, headers } = read(requests[0]);
    expect(header).toEqual({ alg: 'RS256', typ: 'JWT' });
    expect(verify('sha256', Buffer.from(signed), createPublicKey(privateKey), signature)).toBe(
      true,
    );
    expect(Object.keys(claims).sort()).toEqual(['bodyHash', 'exp', 'iat', 'nonce', 'sub', 'uri']);
    expect(claims).toMatchObject({ iat: 1_700_000_000, exp: 1_700_000_025, sub: API_KEY });
    expect(headers.get('x-api-key')).toBe(API_KEY);
    expect(headers.get('authorization')).not.toMatch(/[=+/]/);
  });

  it('lives less than the 30 seconds that are documented, and never begins in the future', async () => {
    const { rest, requests, clock } = await client();
    for (const ms of [0, 1, 500, 998]) {
      clock.pass(ms);
      await rest.getTransaction('a');
    }
    for (const request of requests) {
      const { iat, exp } = read(request).claims as { iat: number; exp: number };
      expect(exp - iat).toBeLessThan(30);
      expect(iat * 1_000).toBeLessThanOrEqual(clock.now());
      expect([Number.isInteger(iat), Number.isInteger(exp)]).toEqual([true, true]);
    }
  });

  it('is new for every request, and for every try', async () => {
    const { rest, requests } = await client();
    for (let index = 0; index < 20; index++) await rest.getTransaction('a');
    const nonces = requests.map((request) => read(request).claims.nonce);
    expect(new Set(nonces).size).toBe(20);
    for (const nonce of nonces) expect(nonce).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('names path and query exactly as they go over the wire', async () => {
    const { rest, requests } = await client();
    await rest.getTransaction('a b/c?d#e%');
    await rest.getTransactionByExternalId('cg-ü');
    await rest.getPublicKeyByPath([44, 144, 0, 0, 0], 'MPC_ECDSA_SECP256K1');
    await rest.getPublicKeyByAsset({
      vaultAccountId: '0',
      assetId: "X+R/P_(TEST)'",
      change: 0,
      addressIndex: 0,
    });
    await rest.listTransactions({ after: 1, before: 2, sourceId: '0', limit: 500 });
    await rest.cancelTransaction('a/../b');
    const seen = requests.map(read);
    for (const { path, claims } of seen) expect(claims.uri).toBe(path);
    expect(seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/transactions/a%20b%2Fc%3Fd%23e%25',
      'GET /v1/transactions/external_tx_id/cg-%C3%BC',
      'GET /v1/vault/public_key_info?derivationPath=%5B44%2C144%2C0%2C0%2C0%5D&algorithm=MPC_ECDSA_SECP256K1&compressed=true',
      "GET /v1/vault/accounts/0/X%2BR%2FP_(TEST)'/0/0/public_key_info?compressed=true",
      'GET /v1/transactions?limit=500&orderBy=createdAt&sort=DESC&sourceType=VAULT_ACCOUNT&sourceId=0&after=1&before=2',
      'POST /v1/transactions/a%2F..%2Fb/cancel',
    ]);
  });

  it('hashes the body exactly as it goes over the wire', async () => {
    const { rest, requests } = await client();
    await rest.createTransaction({
      operation: 'RAW',
      externalTxId: 'a',
      source: { type: 'VAULT_ACCOUNT', id: '0' },
      note: 'Grüße \u{1fa99} "quoted" \\ \u2028 \ud800',
    });
    const { body, claims, headers } = read(requests[0]);
    expect(body.length).toBeGreaterThan(50);
    expect(claims.bodyHash).toBe(sha256(body));
    expect(headers.get('content-type')).toBe('application/json');
    expect(Number(headers.get('content-length'))).toBe(body.length);
    expect(JSON.parse(body.toString('utf8')).note).toContain('Grüße \u{1fa99}');
  });

  it('hashes nothing where there is no body', async () => {
    const { rest, requests } = await client();
    await rest.getTransaction('a');
    await rest.cancelTransaction('a');
    for (const { body, claims, headers } of requests.map(read)) {
      expect(body).toHaveLength(0);
      expect(claims.bodyHash).toBe(
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      );
      expect(headers.has('content-type')).toBe(false);
    }
  });

  it('is made for the custody behind a proxy, whatever the proxy puts before the path', async () => {
    const { rest, requests } = await client('/proxy/fireblocks/v1/');
    await rest.getTransaction('a');
    const { path, claims } = read(requests[0]);
    expect(path).toBe('/proxy/fireblocks/v1/transactions/a');
    expect(claims.uri).toBe('/v1/transactions/a');
  });
});
