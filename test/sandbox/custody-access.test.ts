import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rawRequest, TestCustody } from './support/custody.js';

let custody: TestCustody;

beforeAll(async () => {
  custody = await TestCustody.start();
});

afterAll(() => custody.stop());

const path = '/v1/transactions?limit=5&assets=XRP%2CXRP_TEST';
const now = () => Math.floor(Date.now() / 1_000);

describe('a token', () => {
  it('lets its user in', async () => {
    const { status, json, headers } = await custody.call({ path });
    expect(status).toBe(200);
    expect(json).toEqual([]);
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each([
    ['of another key', { sub: 'someone-else' }, -6],
    ['for another address', { uri: '/v1/transactions' }, -4],
    ['for the same address decoded', { uri: '/v1/transactions?limit=5&assets=XRP,XRP_TEST' }, -4],
    ['that has expired', { exp: now() - 1 }, -10],
    ['from the future', { iat: now() + 120, exp: now() + 150 }, -12],
    ['that lives too long', { exp: now() + 600 }, -7],
    ['of another body', { bodyHash: 'ab'.repeat(32) }, -7],
  ])('%s is refused', async (_name, claims, code) => {
    const { status, json } = await custody.call({ path, claims });
    expect(status).toBe(401);
    expect(json).toMatchObject({ code, message: expect.any(String) });
  });

  it('is refused when it is missing, malformed, forged or used before', async () => {
    const refused = async (headers: Record<string, string>) => {
      const { status, json } = await custody.call({ path, headers });
      expect(status).toBe(401);
      return (json as { code: number }).code;
    };
    expect(await refused({ authorization: '' })).toBe(-3);
    expect(await refused({ authorization: 'Bearer a.b' })).toBe(-5);
    const token = custody.token({ path });
    const none = Buffer.from('{"alg":"none"}').toString('base64url');
    expect(await refused({ authorization: `Bearer ${none}.${token.split('.')[1]}.` })).toBe(-5);
    expect(await refused({ authorization: `Bearer ${token.slice(0, -6)}AAAAAA` })).toBe(-1);
    const { status } = await custody.call({ path, headers: { authorization: `Bearer ${token}` } });
    expect(status).toBe(200);
    expect(await refused({ authorization: `Bearer ${token}` })).toBe(-7);
    const stranger = { apiKey: 'f0000000-0000-4000-8000-000000000000' };
    const credentials = { ...stranger, apiSecret: custody.sandbox.custody.apiSecret };
    const unknown = await custody.call({ path, credentials });
    expect(unknown.json).toEqual({ code: -7, message: 'Unauthorized: Token was not accepted.' });
  });

  it('covers the very bytes of the body', async () => {
    const body = JSON.stringify(rawRequest());
    const bodyHash = createHash('sha256').update(body).digest('hex');
    const spaced = JSON.stringify(rawRequest(), null, 2);
    const call = { method: 'POST', path: '/v1/transactions' };
    const changed = await custody.call({ ...call, body: spaced, claims: { bodyHash } });
    expect(changed).toMatchObject({ status: 401, json: { code: -7 } });
    const kept = await custody.call({ ...call, body: spaced });
    expect(kept.status).toBe(200);
  });

  it('may hash an empty body in either of the ways of the vendor', async () => {
    const bodyHash = createHash('sha256').update('""').digest('hex');
    expect((await custody.call({ path, claims: { bodyHash } })).status).toBe(200);
  });
});

describe('API users', () => {
  it('may do what their role allows', async () => {
    const signer = await custody.sandbox.custody.addApiUser('SIGNER');
    const viewer = await custody.sandbox.custody.addApiUser('VIEWER');
    const status = async (
      credentials: typeof signer,
      method: string,
      to: string,
      body?: object,
    ) => {
      const answer = await custody.call({
        method,
        path: to,
        credentials,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return [answer.status, (answer.json as { code?: number }).code];
    };
    const key = '/v1/vault/accounts/0/XRP_TEST/0/0/public_key_info?compressed=true';
    expect(await status(signer, 'GET', key)).toEqual([401, -8]);
    expect(await status(signer, 'POST', '/v1/transactions', rawRequest())).toEqual([
      200,
      undefined,
    ]);
    expect(await status(viewer, 'POST', '/v1/transactions', rawRequest())).toEqual([401, -8]);
    expect(await status(viewer, 'GET', '/v1/transactions')).toEqual([200, undefined]);
    expect(await status(viewer, 'POST', '/v1/vault/accounts/0/XRP', {})).toEqual([401, -8]);
  });
});

describe('an Idempotency-Key', () => {
  it('gets the first answer again', async () => {
    const send = (note: string, headers: Record<string, string>) =>
      custody.post('/v1/transactions', rawRequest({ note }), { headers });
    const first = await send('one', { 'idempotency-key': 'once' });
    const again = await send('two', { 'idempotency-key': 'once' });
    const other = await send('one', {});
    expect(again.json).toEqual(first.json);
    expect(other.json).not.toEqual(first.json);
    const long = await send('one', { 'idempotency-key': 'x'.repeat(41) });
    expect(long.status).toBe(400);
  });
});

describe('the API', () => {
  it('answers in JSON to what it does not know', async () => {
    expect(await custody.call({ path: '/v1/nothing' })).toMatchObject({
      status: 404,
      json: { message: 'Cannot GET /v1/nothing' },
    });
    expect(await custody.call({ path: '/v1/transactions/nothing' })).toMatchObject({ status: 404 });
    expect(await custody.call({ path: '/v1/transactions/external_tx_id/none' })).toMatchObject({
      status: 404,
    });
  });
});
