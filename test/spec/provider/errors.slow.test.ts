import { expect } from 'vitest';
import { ProviderApiError, ProviderRefusal } from '../../../src/provider/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { CALLS } from '../support/provider-calls.js';
import { bodyOf, lineOf } from '../support/provider-lines.js';
import { type Documented, PROVIDER } from '../support/provider-operations.js';

const AT = 'provider-api.md / Errors';

const SAMPLES: readonly (readonly [string, Json])[] = [
  ['idempotency-key-reuse', { propertyName: 'idempotencyKey', requestPart: 'body' }],
  ['invalid-query-parameters', { propertyName: 'startingAfter', requestPart: 'query' }],
  ['schema-error', { propertyName: '/balanceAsset/assetId', requestPart: 'params' }],
];

async function thrown(operation: Documented, body: Json, status: number): Promise<Json> {
  const { client } = answeredWith(body, status);
  const input = operation.list === undefined ? bodyOf(operation) : {};
  return (async () => CALLS[operation.title]?.(client, input))().then(
    () => undefined,
    (error: unknown) => error,
  );
}

claims('the error body, in the library', [
  ...each(PROVIDER, (operation): Claim[] => [
    ...each(SAMPLES, ([errorType, where]) => ({
      where: `${AT} / ${errorType} / ${operation.title} / message, errorType, propertyName, requestPart`,
      holds: async () => {
        const error = await thrown(operation, { message: 'why', errorType, ...where }, 400);
        expect(error).toBeInstanceOf(ProviderApiError);
        expect(error).toMatchObject({ status: 400, errorType, ...where });
        expect(error.message).toContain('why');
      },
    })),
  ]),
  ...each(['body', 'query', 'params'], (requestPart) => ({
    where: `provider-api.md / Enumerations / requestPart / ${requestPart}`,
    holds: async () => {
      const [operation] = PROVIDER;
      if (operation === undefined) throw new Error('no operations');
      const said = { message: 'why', errorType: 'schema-error', requestPart };
      expect(await thrown(operation, said, 400)).toMatchObject({ requestPart });
    },
  })),
]);

const WITH_ID = PROVIDER.filter(({ template }) => template.includes('{accountId}'));
const BODIED = PROVIDER.filter(({ body }) => body !== undefined);

claims('the error body, over HTTP', [
  ...each(BODIED, (operation): Claim[] => [
    {
      where: `${AT} / schema violation / ${operation.title} / schema-error and a slash-separated path`,
      holds: async () => {
        const { raw } = providerWorld();
        const { status, body } = await raw(`${operation.method} ${operation.path}`, {});
        expect(status).toBe(400);
        expect(body).toMatchObject({
          message: expect.any(String),
          errorType: 'schema-error',
          requestPart: 'body',
        });
        expect(body.propertyName).toMatch(/^\/\w+/);
      },
    },
    {
      where: `${AT} / schema violation / ${operation.title} / a body that is no object`,
      holds: async () => {
        const { raw } = providerWorld();
        const { status, body } = await raw(`${operation.method} ${operation.path}`, [7]);
        expect({ status, type: body.errorType }).toEqual({ status: 400, type: 'schema-error' });
      },
    },
  ]),
  ...each(WITH_ID, (operation): Claim[] => [
    {
      where: `${AT} / requestPart params / ${operation.title} / an accountId that is none`,
      holds: async () => {
        const { raw } = providerWorld();
        const line = lineOf(operation).replace('/accounts/main', '/accounts/m.n');
        const { status, body } = await raw(line, bodyOf(operation));
        expect(status).toBe(400);
        expect(body).toMatchObject({ errorType: 'schema-error', requestPart: 'params' });
        expect(body.propertyName).toMatch(/accountId$/);
      },
    },
    {
      where: `${AT} / ${operation.title} / an account that there is not`,
      holds: async () => {
        const { raw } = providerWorld({ 'accounts.get': () => undefined });
        const { status, body } = await raw(lineOf(operation), bodyOf(operation));
        expect({ status, type: body.errorType }).toEqual({ status: 404, type: 'not-found' });
      },
    },
  ]),
  ...each(['body', 'query', 'params'] as const, (requestPart) => ({
    where: `${AT} / a provider’s own refusal / requestPart ${requestPart}`,
    holds: async () => {
      const { raw } = providerWorld({
        'balances.list': () => {
          const parts = { message: 'why', propertyName: '/x', requestPart };
          throw new ProviderRefusal('unsupported-region', parts);
        },
      });
      expect(await raw('GET /accounts/main/balances')).toMatchObject({
        status: 400,
        body: {
          message: 'why',
          errorType: 'unsupported-region',
          propertyName: '/x',
          requestPart,
        },
      });
    },
  })),
  {
    where: 'provider-api.md / Operations / execute quote / an expired quote is refused',
    holds: async () => {
      const quote = { id: 'q-1', status: 'expired', expiresAt: '2026-01-01T00:00:30Z' };
      const { raw, asked } = providerWorld({
        'liquidity.getQuote': { ...Object(await oneQuote()), ...quote },
      });
      const answer = await raw('POST /accounts/main/liquidity/quotes/q-1/execute');
      expect(answer.status).toBe(400);
      expect(asked).not.toHaveProperty('liquidity.executeQuote');
    },
  },
  {
    where:
      'provider-api.md / Operations / execute quote / one that is ready past its time is refused',
    holds: async () => {
      const quote = { id: 'q-1', status: 'ready', expiresAt: '2026-01-01T00:00:30Z' };
      const { raw, asked } = providerWorld({
        'liquidity.getQuote': { ...Object(await oneQuote()), ...quote },
      });
      const answer = await raw('POST /accounts/main/liquidity/quotes/q-1/execute');
      expect(answer.status).toBe(400);
      expect(asked).not.toHaveProperty('liquidity.executeQuote');
    },
  },
]);

async function oneQuote(): Promise<Json> {
  return (await providerWorld().raw('GET /accounts/main/liquidity/quotes/q-1')).body;
}
