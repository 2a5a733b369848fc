import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ProviderServerOptions, providerServerHandler } from '../../../src/handlers.js';
import { allOperations } from '../../../src/provider/operations/all.js';
import {
  type Answered,
  platformVerifier,
  post,
  requestVerifier,
  send,
  serve,
} from './support/caller.js';
import { BODIES, COLLATERAL_ID, exchange } from './support/exchange.js';

const said = ({ status, body }: Answered) => [
  status,
  body.errorType,
  body.requestPart,
  body.propertyName,
];
const wrong = (header: string) => [400, 'schema-property-error', 'headers', header];

/** Everywhere, what is there and what isn't. */
const places = [
  ...allOperations().map(({ method, path }) => [method, path.replace(/\{\w+\}/g, 'nobody')]),
  ['GET', '/nothing/here'],
  ['PUT', '/accounts'],
  ['POST', '/accounts/main/liquidity/quotes'],
  ['GET', '/accounts?limit=0'],
  ['GET', '/accounts/..%2f/balances'],
] as [string, string][];

describe('authentication comes before everything else', () => {
  it.each(places)('%s %s', async (method, path) => {
    const { provider, asked } = exchange();
    const handler = serve(provider);
    const body = method === 'POST' ? { body: '{"not": "right"}' } : {};
    const sending = { method, ...body };
    const refused = async (headers: Readonly<Record<string, string>>, more: object = {}) =>
      said(await send(handler, path, { ...sending, ...more, headers }));

    expect(await refused({ 'x-fbapi-signature': '' })).toEqual(wrong('X-FBAPI-SIGNATURE'));
    expect(await refused({ 'x-fbapi-signature': 'beef' })).toEqual(wrong('X-FBAPI-SIGNATURE'));
    expect(await refused({}, { nonce: '' })).toEqual(wrong('X-FBAPI-NONCE'));
    expect(await refused({}, { timestamp: '0' })).toEqual(wrong('X-FBAPI-TIMESTAMP'));
    const late = String(Date.now() - 60_000);
    expect(await refused({}, { timestamp: late })).toEqual(wrong('X-FBAPI-TIMESTAMP'));
    for (const apiKey of ['', 'nobody']) {
      expect(await refused({ 'x-fbapi-key': apiKey })).toEqual([
        401,
        'unauthorized',
        'headers',
        'X-FBAPI-KEY',
      ]);
    }
    expect(asked).toEqual([]);
  });

  it('takes a nonce once', async () => {
    const handler = serve(exchange().provider);
    const sending = { nonce: randomUUID(), timestamp: String(Date.now()) };
    expect((await send(handler, '/accounts', sending)).status).toBe(200);
    expect(said(await send(handler, '/accounts', sending))).toEqual(wrong('X-FBAPI-NONCE'));
  });

  it('tells what there is only to those who sign', async () => {
    const handler = serve(exchange().provider);
    const missing = await send(handler, '/nothing/here');
    expect([missing.status, missing.body.errorType]).toEqual([404, 'not-found']);
    const method = await send(handler, '/accounts/main/ramps', { method: 'PUT', body: '{}' });
    expect([method.status, method.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect(method.body.errorType).toBe('bad-request');
  });

  it('shows no secret to whoever listens', async () => {
    const heard: unknown[] = [];
    const handler = serve(exchange().provider, {
      onError: (failure) => heard.push(failure),
      onAnswer: (answer) => heard.push(answer),
    });
    await send(handler, '/accounts/nobody');
    await send(handler, '/accounts', { headers: { 'x-fbapi-signature': 'beef'.repeat(16) } });
    expect(heard).toHaveLength(4);
    expect(JSON.stringify(heard)).not.toMatch(/key-1|beefbeef/);
    expect(heard.at(-1)).toEqual({
      requestId: expect.any(String),
      method: 'GET',
      path: '/v2/accounts',
      status: 400,
      durationMs: expect.any(Number),
    });
  });
});

describe('bodies that are hostile', () => {
  const handler = serve(exchange().provider, { maxBodyBytes: 50_000 });
  const path = '/accounts/main/transfers/withdrawals/fiat';
  const fiat = { ...BODIES.createFiatWithdrawal };

  it('are not read when they are too large', async () => {
    const answer = await post(handler, path, { ...fiat, note: 'x'.repeat(60_000) });
    expect([answer.status, answer.body.errorType]).toEqual([413, 'bad-request']);
  });

  it.each([
    [
      'nested deeper than anything is',
      `{"idempotencyKey":"deep","x":${'['.repeat(20_000)}1${']'.repeat(20_000)}}`,
    ],
    ['with a number that is none', '{"idempotencyKey":"n","balanceAmount":1e999}'],
    ['with a key of half a character', '{"idempotencyKey":"\\ud800"}'],
    ['that are no UTF-8', '{"idempotencyKey":"\u0000"'],
    ['with a prototype', '{"idempotencyKey":"p","__proto__":{"balanceAmount":"1"}}'],
  ])('%s are 400', async (_, body) => {
    const answer = await post(handler, path, body);
    expect([answer.status, answer.body.requestPart], answer.text).toEqual([400, 'body']);
    expect(answer.body.errorType).toMatch(/^schema-/);
  });

  it('reach the provider without a prototype of their own', async () => {
    const { provider, withdrawals } = exchange();
    const body = JSON.stringify({ ...fiat, idempotencyKey: 'p' }).replace(
      '{',
      '{"__proto__":{"polluted":true},',
    );
    expect((await post(serve(provider), path, body)).status).toBe(201);
    expect(Object(withdrawals[0]).polluted).toBeUndefined();
    expect(Object({}).polluted).toBeUndefined();
  });

  it('of GETs are refused', async () => {
    const signed = await send(handler, '/accounts', { method: 'DELETE', body: '{}' });
    expect(signed.status).toBe(405);
  });
});

describe('the two vocabularies', () => {
  const ask = async (options: Pick<ProviderServerOptions, 'errorVocabulary'>) => {
    const handler = providerServerHandler(exchange().provider, {
      verifier: requestVerifier(),
      platform: 'off',
      basePath: '/v2',
      ...options,
    });
    const quotes = '/accounts/main/liquidity/quotes';
    const fiat = '/accounts/main/transfers/withdrawals/fiat';
    await post(handler, fiat, BODIES.createFiatWithdrawal);
    return {
      cursors: said(await send(handler, '/accounts?startingAfter=a&endingBefore=b')),
      filters: said(
        await send(handler, '/accounts/main/balances?assetId=a&nationalCurrencyCode=USD'),
      ),
      limit: said(await send(handler, '/accounts?limit=0')),
      body: said(await post(handler, quotes, { ...BODIES.createQuote, toAsset: {} })),
      amounts: said(await post(handler, quotes, { ...BODIES.createQuote, toAmount: '1' })),
      account: said(await send(handler, '/accounts/a%20b/balances')),
      reuse: said(
        await post(handler, fiat, { ...BODIES.createFiatWithdrawal, balanceAmount: '7' }),
      ),
    };
  };

  it('has what the validator of providers demands', async () => {
    expect(await ask({ errorVocabulary: 'validated' })).toEqual({
      cursors: [400, 'schema-error', 'querystring', undefined],
      filters: [400, 'schema-error', 'querystring', undefined],
      limit: [400, 'schema-property-error', 'querystring', '/limit'],
      body: [400, 'schema-property-error', 'body', '/toAsset/nationalCurrencyCode'],
      amounts: [400, 'schema-error', 'body', undefined],
      account: [400, 'schema-property-error', 'params', '/accountId'],
      reuse: [400, 'idempotency-key-reuse', 'body', 'idempotencyKey'],
    });
  });

  it.each([{}, { errorVocabulary: 'spec' } as const])(
    'has the words of the documents (%j)',
    async (options) => {
      expect(await ask(options)).toEqual({
        cursors: [400, 'invalid-query-parameters', 'query', 'startingAfter'],
        filters: [400, 'schema-error', 'query', undefined],
        limit: [400, 'schema-error', 'query', '/limit'],
        body: [400, 'schema-error', 'body', '/toAsset/nationalCurrencyCode'],
        amounts: [400, 'schema-error', 'body', undefined],
        account: [400, 'schema-error', 'params', '/accountId'],
        reuse: [400, 'idempotency-key-reuse', 'body', 'idempotencyKey'],
      });
    },
  );
});

describe('a vocabulary', () => {
  it.each(['vendor', ''])('that is none is refused: %j', (errorVocabulary) => {
    const making = () => serve(exchange().provider, { errorVocabulary } as never);
    expect(making).toThrow(/errorVocabulary: must be one of spec, validated/);
  });
});

describe('the platform', () => {
  const link = '/accounts/main/collateral/link';
  const body = BODIES.createCollateralAccountLink;

  it('signs off-exchange calls where that is required', async () => {
    const handler = serve(exchange().provider, { platform: platformVerifier('required') });
    expect(said(await post(handler, link, body))).toEqual(wrong('X-FB-PLATFORM-SIGNATURE'));
    const headers = { 'x-fb-platform-signature': 'QUJD' };
    expect(said(await post(handler, link, body, { headers }))).toEqual(
      wrong('X-FB-PLATFORM-SIGNATURE'),
    );
    expect((await post(handler, link, body, { platform: true })).status).toBe(200);
    expect((await send(handler, '/accounts')).status).toBe(200);
  });

  it('may leave its signature empty where the validator does', async () => {
    const headers = { 'x-fb-platform-signature': '' };
    const lenient = serve(exchange().provider);
    expect((await post(lenient, link, body, { headers })).status).toBe(200);
    const off = serve(exchange().provider, { platform: 'off' });
    expect(
      (await post(off, link, body, { headers: { 'x-fb-platform-signature': '?' } })).status,
    ).toBe(200);
  });

  it('hands over notifications, which it has to sign whatever else it needn’t', async () => {
    const { provider, notifications } = exchange();
    const handler = serve(provider, { notificationsPath: '/hooks/collateral' });
    const notification = { kind: 'signer-ready', anything: [1] };
    expect(said(await post(handler, '/hooks/collateral', notification))).toEqual(
      wrong('X-FB-PLATFORM-SIGNATURE'),
    );
    const answer = await post(handler, '/hooks/collateral', notification, { platform: true });
    expect([answer.status, notifications]).toEqual([200, [notification]]);
    expect((await post(handler, '/hooks/collateral', [1], { platform: true })).status).toBe(400);
    expect((await post(handler, '/collateral/notifications', notification)).status).toBe(404);
  });

  it('hands over a settlement that is being forced', async () => {
    const forced = `/accounts/main/collateral/${COLLATERAL_ID}/settlements/force`;
    const { provider } = exchange();
    const handler = serve(provider);
    expect((await post(handler, forced, { settlementId: 's-1' })).status).toBe(404);
    await post(handler, link, body);
    const answer = await post(handler, forced, { settlementId: 's-1' });
    expect([answer.status, answer.body]).toEqual([200, { settlementId: 's-1', approved: true }]);
    const elsewhere = serve(provider, {
      forcedSettlementPath: '/forced/{accountId}/{collateralId}',
    });
    expect((await post(elsewhere, `/forced/main/${COLLATERAL_ID}`, {})).status).toBe(200);
    const { collateral } = provider;
    if (collateral === undefined) throw new Error('it has one');
    const { forceSettlement: _, ...without } = collateral;
    const never = serve({ ...provider, collateral: without });
    expect((await post(never, forced, {})).status).toBe(404);
  });
});
