import { afterEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/core/errors.js';
import { providerProxyHandler } from '../../src/handlers.js';
import { ProviderApiClient } from '../../src/provider/index.js';
import { quote } from '../../src/provider/schemas/liquidity.js';
import { fiatWithdrawal, fiatWithdrawalRequest } from '../../src/provider/schemas/withdrawals.js';
import { thrownBy } from '../support/rejections.js';
import { type Reply, startProvider, type TestProvider } from './support/provider.js';
import { sampleOf } from './support/samples.js';

const running: TestProvider[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

async function proxyOf(reply: Reply | (() => Reply)) {
  const answer = typeof reply === 'function' ? reply : () => reply;
  const provider = await startProvider(answer, { basePath: '/v2', reserialised: true });
  running.push(provider);
  const client = new ProviderApiClient({ ...provider.connection, requirements: 'all' });
  const handler = providerProxyHandler(client, {
    basePath: '/provider',
    authorize: ({ headers }) => headers.get('authorization') === 'Bearer t',
  });
  const ask = (path: string, init: RequestInit = {}) =>
    handler(
      new Request(`http://localhost/provider${path}`, {
        ...init,
        headers: { authorization: 'Bearer t', ...init.headers },
      }),
    );
  return { provider, ask };
}

const json = (body: unknown, method = 'POST') => ({
  method,
  body: JSON.stringify(body, undefined, 2),
  headers: { 'content-type': 'application/json' },
});
const request = { fromAsset: { nationalCurrencyCode: 'USD' }, toAsset: { assetId: 'a' } };

describe('the proxy', () => {
  test('signs and forwards, and gives back what came', async () => {
    const { provider, ask } = await proxyOf({ body: sampleOf(quote) });
    const answer = await ask('/accounts/main/liquidity/quotes', {
      ...json({ ...request, fromAmount: '1' }),
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(sampleOf(quote));
    expect(provider.requests[0]?.rawBody).toBe(JSON.stringify({ ...request, fromAmount: '1' }));
  });

  test('keeps ids, queries and identities, and no other header', async () => {
    const { provider, ask } = await proxyOf({ body: { accounts: [] } });
    await ask('/accounts?limit=5&startingAfter=a%20b&balances=true', {
      headers: {
        'x-fbapi-initiated-by': 'ada',
        'x-fbapi-key': 'another',
        cookie: 'secret',
      },
    });
    const [sent] = provider.requests;
    expect(sent?.path).toBe('/accounts?limit=5&startingAfter=a%20b&balances=true');
    expect(sent?.headers).toMatchObject({ 'x-fbapi-initiated-by': 'ada' });
    expect(sent?.headers['x-fbapi-key']).not.toBe('another');
    expect(sent?.headers).not.toHaveProperty('cookie');
    expect(sent?.headers).not.toHaveProperty('authorization');
    await ask('/accounts/main/liquidity/quotes/a%2F..%3Fb');
    expect(provider.requests[1]?.path).toBe('/accounts/main/liquidity/quotes/a%2F..%3Fb');
  });

  test.each([
    ['GET', '/'],
    ['GET', '/v1/accounts'],
    ['GET', '/accounts/main/transfers'],
    ['DELETE', '/accounts/main/liquidity/quotes/q'],
    ['POST', '/capabilities'],
    ['GET', '/accounts/main/collateral/c/unknown'],
  ])('lets nothing through that is not of the API: %s %s', async (method, path) => {
    const { provider, ask } = await proxyOf({});
    expect((await ask(path, { method })).status).toBe(404);
    expect(provider.requests).toHaveLength(0);
  });

  test('asks who it is before anything else', async () => {
    const { provider, ask } = await proxyOf({});
    const answer = await ask('/capabilities', { headers: { authorization: 'Bearer x' } });
    expect(answer.status).toBe(401);
    expect(provider.requests).toHaveLength(0);
    const client = new ProviderApiClient(provider.connection);
    for (const options of [undefined, {}, { authorize: true }]) {
      const error = thrownBy(() => providerProxyHandler(client, options as never));
      expect(error).toBeInstanceOf(ConfigurationError);
    }
  });

  test.each([
    ['/accounts?limit=0', undefined, 'limit'],
    ['/accounts?limit=1&limit=2', undefined, 'limit'],
    ['/accounts?unknown=1', undefined, 'unknown'],
    ['/accounts/a%20b', undefined, 'accountId'],
    ['/accounts/main/liquidity/quotes', json(request), 'fromAmount'],
    ['/accounts/main/ramps', json({ type: 'OnRamp' }), 'idempotencyKey'],
    ['/accounts/main/ramps', json({ type: 'OnRamp', idempotencyKey: null }), 'idempotencyKey'],
    ['/accounts/main/ramps', json({ type: 'OnRamp', idempotencyKey: 7 }), 'idempotencyKey'],
  ])('refuses %s', async (path, init, field) => {
    const { provider, ask } = await proxyOf({});
    const answer = await ask(path, init);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ details: { field } });
    expect(provider.requests).toHaveLength(0);
  });

  test('hands on refusals as they came', async () => {
    const body = { message: 'no', errorType: 'not-found' };
    const { ask } = await proxyOf({ status: 404, body });
    const answer = await ask('/accounts/main');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual(body);
    const html = await proxyOf({ status: 403, text: '<script>1</script>' });
    const shown = await html.ask('/accounts/main');
    expect(shown.headers.get('content-type')).toMatch(/^text\/plain/);
    const slow = await proxyOf({ status: 429, headers: { 'retry-after': '99' } });
    const later = await slow.ask('/accounts/main');
    expect([later.status, later.headers.get('retry-after')]).toEqual([429, '99']);
  });

  test.each([[{ lost: true } as const], [{ status: 503, text: 'busy' }], [{ text: 'null' }]])(
    'says that it does not know what became of a call that got %j',
    async (reply) => {
      const { ask } = await proxyOf(reply);
      const answer = await ask('/accounts/main/liquidity/quotes/q/execute', { method: 'POST' });
      expect(answer.status).toBe(202);
      expect(await answer.json()).toMatchObject({ code: 'PROVIDER_UNCONFIRMED' });
    },
  );

  test('says so too when only the repetition of a call was put off', async () => {
    const replies: Reply[] = [{ lost: true }, { status: 429, headers: { 'retry-after': '99' } }];
    const { ask } = await proxyOf(() => replies.shift() ?? {});
    const body = sampleOf(fiatWithdrawalRequest);
    const answer = await ask('/accounts/main/transfers/withdrawals/fiat', json(body));
    expect(answer.status).toBe(202);
    expect(await answer.json()).toMatchObject({ code: 'PROVIDER_UNCONFIRMED' });
  });

  test.each([
    [{ status: 201, body: sampleOf(fiatWithdrawal) }, 201],
    [{ status: 400, body: { errorType: 'schema-error' } }, 400],
  ])('gives back the key of what it forwarded', async (reply, status) => {
    const { ask, provider } = await proxyOf(reply);
    const body = sampleOf(fiatWithdrawalRequest) as object;
    const path = '/accounts/main/transfers/withdrawals/fiat';
    const answer = await ask(path, json({ ...body, idempotencyKey: 'mine' }));
    expect([answer.status, answer.headers.get('idempotency-key')]).toEqual([status, 'mine']);
    expect(JSON.parse(provider.requests[0]?.rawBody ?? '')).toMatchObject({
      idempotencyKey: 'mine',
    });
    const odd = await ask(path, json({ ...body, idempotencyKey: 'ключ\n' }));
    expect([odd.status, odd.headers.get('idempotency-key')]).toEqual([status, null]);
  });
});
