import { describe, expect, it } from 'vitest';
import { type ProviderServerOptions, withClientAddress } from '../../../src/handlers.js';
import type { Provider } from '../../../src/provider/index.js';
import { bodiesOf, expectValid, type OpenApi, operationIdsOf } from '../../support/open-api.js';
import { send, serve } from './support/caller.js';
import { BODIES, exchange } from './support/exchange.js';

const BASE = 'https://provider.example/v2';

async function documentOf(
  provider: Provider,
  options: Partial<ProviderServerOptions> = {},
): Promise<OpenApi> {
  const handler = serve(provider, { docs: true, ...options });
  const response = await handler(new Request(`${BASE}/api-docs.json`));
  expect(response.status).toBe(200);
  return (await response.json()) as OpenApi;
}

const whole = exchange().provider;

describe('the document of a provider', () => {
  it('is what OpenAPI 3.1 says a document is, and has every operation by its own name', async () => {
    const document = await documentOf(whole);
    await expectValid(document);
    const ids = operationIdsOf(document);
    expect(new Set(ids).size).toBe(ids.length);
    // The fifty, the account-less list, forced settlement and notifications.
    expect(ids.length).toBeGreaterThanOrEqual(52);
  });

  it('begins where the handler does', async () => {
    expect((await documentOf(whole)).servers).toEqual([{ url: '/v2' }]);
  });

  it('has what is declared, and no schema that only the rest needs', async () => {
    const { accounts, balances } = whole;
    const document = await documentOf({
      ...(accounts ? { accounts } : {}),
      ...(balances ? { balances } : {}),
    });
    await expectValid(document);
    const ids = operationIdsOf(document);
    expect(ids).toContain('getBalances');
    expect(ids).toContain('getCapabilities');
    expect(ids.filter((id) => /Withdrawal$|Ramp|Quotes$|Collateral/.test(id))).toEqual([
      'getRampMethods',
    ]);
    expect(document.components.schemas).toHaveProperty('AssetBalance');
    expect(document.components.schemas).not.toHaveProperty('SettlementRequest');
    expect(document.info.description).toContain('accounts, balances');
  });

  it('takes the bodies that the server takes, and none that lack something', async () => {
    const document = await documentOf(whole);
    const paths = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => ({ path, method, operationId })),
    );
    const described = paths.filter(({ operationId }) => operationId in BODIES);
    expect(described.length).toBeGreaterThan(8);
    const takes = bodiesOf(document);
    for (const { path, method, operationId } of described) {
      expect(takes(method, path, BODIES[operationId]), operationId).toBe(true);
      expect(takes(method, path, []), operationId).toBe(false);
    }
    const { idempotencyKey: _, ...keyless } = BODIES.createFiatWithdrawal ?? {};
    const path = '/accounts/{accountId}/transfers/withdrawals/fiat';
    expect(takes('post', path, keyless)).toBe(false);
  });

  it('asks for four headers, and for the platform’s in off-exchange calls', async () => {
    const { security, paths } = await documentOf(whole);
    const four = { key: [], timestamp: [], nonce: [], signature: [] };
    expect(security).toEqual([four]);
    expect(paths['/accounts/{accountId}/collateral/link']?.get).toMatchObject({
      security: [{ ...four, platform: [] }],
    });
  });
});

describe('the page', () => {
  it('is there for whoever can’t sign, once it is asked for', async () => {
    const handler = serve(whole, { docs: true });
    const response = await handler(new Request(`${BASE}/api-docs`));
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('data-document="api-docs.json"');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it.each(['/api-docs', '/api-docs.json', '/api-docs/start.js'])(
    'at %s is not, where nobody asked for it',
    async (path) => {
      const handler = serve(whole);
      expect((await handler(new Request(`${BASE}${path}`))).status).toBe(401);
      expect((await send(handler, path)).status).toBe(404);
    },
  );

  it('is for callers from where requests may come from', async () => {
    const handler = serve(whole, { docs: true, sourceNetworks: { others: ['192.0.2.1'] } });
    const ask = (address: string) =>
      handler(withClientAddress(new Request(`${BASE}/api-docs.json`), address));
    expect((await ask('192.0.2.1')).status).toBe(200);
    expect((await ask('192.0.2.2')).status).toBe(403);
  });
});
