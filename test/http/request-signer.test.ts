import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { requestSignerHandler } from '../../src/handlers.js';
import { RequestSigner } from '../../src/requests/index.js';
import { thrownBy } from '../support/rejections.js';
import { oracleVerifier } from '../support/request-verifier.js';

const scheme = { algorithm: 'hmac-sha512', preEncoding: 'base64', postEncoding: 'hexstr' } as const;
const signer = new RequestSigner({ ...scheme, apiKey: 'key-1', secret: 'a secret' });
const authorize = ({ headers }: { readonly headers: Headers }) => headers.get('token') === 'right';
const handler = requestSignerHandler(signer, { authorize });

async function ask(
  posted: unknown,
  headers: Readonly<Record<string, string>> = { token: 'right' },
) {
  const body = typeof posted === 'string' ? posted : JSON.stringify(posted);
  const init = {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  };
  const response = await handler(new Request('http://localhost/headers', init));
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}

describe('the signer for callers in other languages', () => {
  it('does not start without authorize', () => {
    for (const [options, setting] of [
      [{}, 'authorize'],
      [{ authorize: 'yes' }, 'authorize'],
      [{ authorize, basePath: 'signer' }, 'basePath'],
      [undefined, 'options'],
    ] as const) {
      const error = thrownBy(() => requestSignerHandler(signer, options as never));
      expect(error).toBeInstanceOf(ConfigurationError);
      expect((error as ConfigurationError).setting).toBe(setting);
    }
  });

  it('signs for whom it knows, and for nobody else', async () => {
    expect((await ask({ method: 'GET', path: '/a' }, { token: 'wrong' })).status).toBe(401);
    expect((await ask({ method: 'GET', path: '/a' }, {})).body).not.toHaveProperty('X-FBAPI-KEY');
    expect((await ask('no json', {})).status).toBe(401);
  });

  it.each([
    { method: 'GET', path: '/v1/accounts?a=b%20c' },
    { method: 'POST', path: '/v1/withdraw', body: '{"amount":"1","note":"é 漢"}' },
    { method: 'POST', path: '/v1/empty', body: '' },
  ])('gives headers that verify for %o', async (description) => {
    const { status, body } = await ask(description);
    expect(status).toBe(200);
    const headers = Object.fromEntries(
      Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]),
    );
    const verify = oracleVerifier({ ...scheme, keys: { 'key-1': 'a secret' } });
    const request = { method: description.method, url: description.path, headers };
    expect(verify(request, Buffer.from(description.body ?? ''))).toBe('key-1');
  });

  it.each([
    ['method', { path: '/a' }],
    ['path', { method: 'GET' }],
    ['path', { method: 'GET', path: 'https://elsewhere/a' }],
    ['body', { method: 'GET', path: '/a', body: 'x' }],
    ['body', { method: 'POST', path: '/a', body: { not: 'text' } }],
    ['body', { method: 'POST', path: '/a', timestamp: 1 }],
    ['body', []],
    ['body', 'no json'],
  ])('refuses what can not be sent, by its field: %s', async (field, posted) => {
    expect(await ask(posted)).toMatchObject({ status: 400, body: { details: { field } } });
  });

  it('has one route', async () => {
    const get = await handler(new Request('http://localhost/headers'));
    const other = await handler(new Request('http://localhost/sign', { method: 'POST' }));
    expect([get.status, other.status]).toEqual([404, 404]);
  });
});
