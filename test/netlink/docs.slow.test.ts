import { describe, expect, it } from 'vitest';
import { type NetlinkServerOptions, withClientAddress } from '../../src/handlers.js';
import { bodiesOf, expectValid, type OpenApi, operationIdsOf } from '../support/open-api.js';
import { answeringProvider, handlerFor, REGISTRATION } from './support/netlink.js';

const BASE = 'https://exchange.example/api';

async function documentOf(options: Partial<NetlinkServerOptions> = {}): Promise<OpenApi> {
  const handler = handlerFor(answeringProvider(), { docs: true, ...options });
  const response = await handler(new Request(`${BASE}/api-docs.json`));
  expect(response.status).toBe(200);
  return (await response.json()) as OpenApi;
}

describe('the document of a provider of network link v1', () => {
  it('is what OpenAPI 3.1 says a document is, with all twelve operations', async () => {
    const document = await documentOf();
    await expectValid(document);
    expect(operationIdsOf(document)).toHaveLength(12);
    expect(document.servers).toEqual([{ url: '/api' }]);
    expect(document.info.description).toContain('`SPOT`, of sub-accounts `FUNDING`');
  });

  it('has what the provider is registered for', async () => {
    const document = await documentOf({
      registration: {
        ...REGISTRATION,
        supportsWithdrawals: false,
        supportsSubAccounts: false,
        supportsSubAccountTransfers: false,
      },
    });
    await expectValid(document);
    expect(operationIdsOf(document).sort()).toEqual([
      'createDepositAddress',
      'getDepositAddress',
      'getTransactionByHash',
      'getTransactionById',
      'listAccounts',
      'listSupportedAssets',
      'listTransactions',
      'transferInternal',
    ]);
  });

  it('takes bodies as they are on the wire', async () => {
    const bodies = bodiesOf(await documentOf());
    const takes = (body: unknown) => bodies('post', '/v1/withdraw', body);
    const sent = {
      accountType: 'SPOT',
      toAddress: 'a',
      coinSymbol: 'BTC',
      network: 'Bitcoin',
      amount: '1',
      isGross: 'true',
      isSettlementTx: 'false',
    };
    expect(takes(sent)).toBe(true);
    expect(takes({ ...sent, ofALaterRelease: 1 })).toBe(true);
    expect(takes({ ...sent, isGross: 'maybe' })).toBe(false);
    const { isSettlementTx: _, ...short } = sent;
    expect(takes(short)).toBe(false);
  });

  it('says which fields of a query have to be there', async () => {
    const { paths } = await documentOf();
    expect(paths['/v1/transactionHistory']?.get).toMatchObject({
      parameters: expect.arrayContaining([
        expect.objectContaining({ name: 'pageSize', in: 'query', required: true }),
        expect.objectContaining({ name: 'pageCursor', in: 'query', required: false }),
      ]),
    });
  });
});

describe('the page', () => {
  it('is there without a signature once it is asked for, and only then', async () => {
    const ask = (options: Partial<NetlinkServerOptions>) =>
      handlerFor(answeringProvider(), options)(new Request(`${BASE}/api-docs`));
    expect((await ask({ docs: true })).status).toBe(200);
    // As for any path that there is not.
    expect((await ask({})).status).toBe(400);
  });

  it('is for callers from where requests may come from', async () => {
    const sourceNetworks = { others: ['192.0.2.1'] };
    const handler = handlerFor(answeringProvider(), { docs: true, sourceNetworks });
    const ask = (address: string) =>
      handler(withClientAddress(new Request(`${BASE}/api-docs`), address));
    expect((await ask('192.0.2.1')).status).toBe(200);
    expect((await ask('192.0.2.2')).status).toBe(400);
  });
});
