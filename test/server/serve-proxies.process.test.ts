import { generateKeyPairSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Servers, serversOn, type Variables } from '../support/serve-process.js';
import { newWorld, type World } from '../support/world.js';

let world: World;
let servers: Servers;
let provider: Variables;
let netlink: Variables;

beforeAll(async () => {
  world = await newWorld();
  servers = serversOn(world.sandbox);
  const variablesOf = (
    name: string,
    url: string,
    credentials: {
      readonly apiKey: string;
      readonly secret: string;
      readonly algorithm: string;
      readonly preEncoding: string;
      readonly postEncoding: string;
    },
  ) => ({
    PROVIDER_URL: url,
    PROVIDER_API_KEY: credentials.apiKey,
    PROVIDER_SECRET_PATH: servers.write(`${name}-secret`, `${credentials.secret}\n`),
    PROVIDER_ALGORITHM: credentials.algorithm.toUpperCase(),
    PROVIDER_PRE_ENCODING: credentials.preEncoding,
    PROVIDER_POST_ENCODING: credentials.postEncoding,
  });
  const { sandbox } = world;
  provider = variablesOf('provider', sandbox.provider.url, sandbox.provider.credentials);
  netlink = variablesOf('netlink', sandbox.netlink.url, sandbox.netlink.credentials);
});
afterEach(() => servers.end());
afterAll(async () => {
  servers?.remove();
  await world?.stop();
});

const bearer = { authorization: 'Bearer a-token' };

describe('a server that signs for a provider', () => {
  test('passes on what the v2 provider answers, to who shows the token', async () => {
    const server = servers.start(['provider-proxy'], { ...provider, API_TOKEN: 'a-token' });
    const url = await server.url;
    expect((await fetch(`${url}/accounts`)).status).toBe(401);
    const answer = await fetch(`${url}/accounts`, { headers: bearer });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ accounts: [{ id: 'main' }, {}, {}] });
    expect(server.log().find(({ msg }) => msg === 'listening')).toMatchObject({
      network: expect.stringMatching(/^Provider Connectivity API v2, of 127\.0\.0\.1:/),
    });
  });

  test('passes on what the provider of network link v1 answers', async () => {
    const url = await servers.start(['netlink-proxy'], netlink).url;
    const answer = await fetch(`${url}/v1/accounts`);
    expect([answer.status, await answer.json()]).toEqual([200, expect.any(Array)]);
    const unknown = await fetch(`${url}/v1/nothing`);
    expect(unknown.status).toBe(404);
  });

  test('signs headers that the provider accepts', async () => {
    const { PROVIDER_URL = '', ...rest } = provider;
    const url = await servers.start(['request-signer'], rest).url;
    const signed = await fetch(`${url}/headers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ method: 'GET', path: '/capabilities' }),
    });
    const headers = (await signed.json()) as Record<string, string>;
    expect((await fetch(`${PROVIDER_URL}/capabilities`, { headers })).status).toBe(200);
  });

  test('has documents and health for everybody, and counts for who shows the token', async () => {
    const server = servers.start(['provider-proxy'], { ...provider, API_TOKEN: 'a-token' });
    const url = await server.url;
    await fetch(`${url}/accounts/main/balances`, { headers: bearer });
    for (const path of ['/healthz', '/readyz', '/api-docs', '/api-docs.json', '/type-docs/']) {
      expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 200]);
    }
    expect(await (await fetch(`${url}/api-docs.json`)).json()).toMatchObject({
      security: [{ token: [] }],
      paths: { '/accounts/{accountId}/ramps': { post: { operationId: 'createRamp' } } },
    });
    expect((await fetch(`${url}/api/metrics`)).status).toBe(401);
    const text = await (await fetch(`${url}/api/metrics`, { headers: bearer })).text();
    expect(text).toContain('http_requests_total{chain="provider",operation="getBalances"');
    expect(text).toContain('calls_total{peer="provider",status="200"}');
  });

  test.each(['provider-proxy', 'netlink-proxy', 'request-signer'])(
    'starts on a sandbox, with a document of its own: %s',
    async (name) => {
      const url = await servers.start([name, '--sandbox']).url;
      const document = await (await fetch(`${url}/api-docs.json`)).json();
      expect(document).toMatchObject({ openapi: '3.1.0', security: [] });
    },
  );

  test('refuses pages of other sites, and names that were made to point to it', async () => {
    const url = await servers.start(['netlink-proxy'], netlink).url;
    const headers = { origin: 'https://evil.example' };
    expect((await fetch(`${url}/v1/accounts`, { headers })).status).toBe(403);
  });

  test('is told everything that is missing or wrong at once', async () => {
    const said = await servers.refusal(['provider-proxy'], {
      HOST: '0.0.0.0',
      PROVIDER_URL: 'http://provider.example',
      PROVIDER_ALGORITHM: 'md5',
      PROVIDER_BASE32_CASE: 'mixed',
    });
    expect(said.trim().split('\n')).toEqual([
      expect.stringMatching(
        /^API_TOKEN is missing: every client that reaches 0\.0\.0\.0 may move funds/,
      ),
      'PROVIDER_URL must be an https URL.',
      expect.stringMatching(/^PROVIDER_API_KEY is missing/),
      expect.stringMatching(/^PROVIDER_SECRET_PATH is missing/),
      expect.stringMatching(/^PROVIDER_ALGORITHM must be one of hmac-sha512, /),
      expect.stringMatching(/^PROVIDER_PRE_ENCODING is missing/),
      expect.stringMatching(/^PROVIDER_POST_ENCODING is missing/),
      'PROVIDER_BASE32_CASE must be one of lower, upper.',
    ]);
  });

  test('never repeats a secret in the place of its path, and names the variable at fault', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const holds = await servers.refusal(['provider-proxy'], {
      ...provider,
      PROVIDER_SECRET_PATH: pem,
    });
    expect(holds).toBe(
      'PROVIDER_SECRET_PATH holds the key itself; it must be the path of its file.\n',
    );
    const secret = 'a shared secret in the wrong place';
    const unread = await servers.refusal(['provider-proxy'], {
      ...provider,
      PROVIDER_SECRET_PATH: secret,
    });
    expect(unread).toBe('PROVIDER_SECRET_PATH must be the path of a file that can be read.\n');
    const key = servers.write('no-key', 'no PEM at all');
    const wrong = await servers.refusal(['provider-proxy'], {
      ...provider,
      PROVIDER_SECRET_PATH: key,
      PROVIDER_ALGORITHM: 'RSA-SHA512',
    });
    expect(wrong).toBe('PROVIDER_SECRET_PATH must be the text of a PEM file.\n');
  });
});
