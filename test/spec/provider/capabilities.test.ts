import { expect } from 'vitest';
import { InvalidInputError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { COMPONENTS } from '../support/provider-enumerations.js';
import { CHAIN, RECORDS, USD } from '../support/provider-records.js';

const AT = 'provider-api.md / Capabilities response';
const DECLARED = COMPONENTS.filter((name) => name !== 'collateralNotifications');

const capabilities = (components: Json) => ({ version: '0.5.1', components });
const ALL = { accounts: '*', balances: '*' };

claims('the capabilities', [
  {
    where:
      'provider-api.md / Operations / capabilities / describe server capabilities / GET /capabilities, in the library',
    holds: async () => {
      const { client, sent } = answeredWith(capabilities(ALL));
      expect(await client.capabilities.get()).toMatchObject(capabilities(ALL));
      expect(`${sent[0]?.method} ${sent[0]?.path}`).toBe('GET /capabilities');
    },
  },
  {
    where: `${AT} / version / the specification version is 0.5.1, over HTTP`,
    holds: async () => {
      const { status, body } = await providerWorld().raw('GET /capabilities');
      expect({ status, version: body.version }).toEqual({ status: 200, version: '0.5.1' });
    },
  },
  {
    where: `${AT} / version / the one that the server implements`,
    holds: async () => {
      const { raw } = providerWorld({}, { version: '0.6.0' });
      expect((await raw('GET /capabilities')).body.version).toBe('0.6.0');
      const { client } = answeredWith({ ...capabilities(ALL), version: '7.8.9' });
      expect((await client.capabilities.get()).version).toBe('7.8.9');
    },
  },
  ...each(DECLARED, (component): Claim[] => [
    {
      where: `${AT} / components / ${component} / * for all accounts, over HTTP`,
      holds: async () => {
        const { body } = await providerWorld().raw('GET /capabilities');
        expect(body.components[component]).toBe('*');
      },
    },
    {
      where: `${AT} / components / ${component} / an array of account identifiers, over HTTP`,
      holds: async () => {
        const { raw } = providerWorld({}, { components: { [component]: ['main', 'sub'] } });
        const { body } = await raw('GET /capabilities');
        expect(body.components[component]).toEqual(['main', 'sub']);
      },
    },
    ...each(['*', ['main']], (value) => ({
      where: `${AT} / components / ${component} / ${JSON.stringify(value)}, read by the library`,
      holds: async () => {
        const { client } = answeredWith(capabilities({ ...ALL, [component]: value }));
        const read: Json = await client.capabilities.get();
        expect(read.components[component]).toEqual(value);
      },
    })),
  ]),
  {
    where: 'provider-api.md / Path shape details / GET /capabilities/assets',
    holds: async () => {
      const { body } = await providerWorld().raw('GET /capabilities/assets');
      expect(body).toEqual({ assets: [RECORDS.Asset] });
    },
  },
  {
    where: 'provider-api.md / Path shape details / GET /capabilities/transfers/withdrawals',
    holds: async () => {
      const { status, body } = await providerWorld().raw('GET /capabilities/transfers/withdrawals');
      expect(status).toBe(200);
      expect(body.capabilities).toContainEqual(RECORDS['Withdrawal method']);
    },
  },
  {
    where: 'provider-api.md / Path shape details / /accounts/{accountId}/balances?limit=2',
    holds: async () => {
      const { client, sent } = answeredWith({ balances: [] });
      await client.balances.list('A1234', { limit: 2 });
      expect(sent[0]?.path).toBe('/accounts/A1234/balances?limit=2');
    },
  },
  {
    where: 'provider-api.md / Asset / BucketAsset',
    holds: async () => {
      const { blockchain: _, contractAddress: __, ...bucket } = RECORDS.Asset;
      const asset = { ...bucket, type: 'BucketAsset', testAsset: true };
      const { raw } = providerWorld({ 'capabilities.getAsset': asset });
      expect((await raw('GET /capabilities/assets/points')).body).toEqual(asset);
      const { client } = answeredWith(asset);
      expect(await client.capabilities.getAsset('points')).toEqual(asset);
    },
  },
  {
    where: 'provider-api.md / What the service does / 3 / an asset can change form while moving',
    holds: async () => {
      const asset = { assetId: 'points' };
      const method = { id: 'wm-9', balanceAsset: USD, withdrawal: { ...CHAIN, asset } };
      const destination = { ...CHAIN, asset, address: '0xada', amount: '9' };
      const body = { idempotencyKey: 'k', balanceAmount: '10', balanceAsset: USD, destination };
      const record = { ...RECORDS['Withdrawal / blockchain'], ...body };
      const { raw } = providerWorld({
        'capabilities.listWithdrawalMethods': [method],
        'transfersBlockchain.withdraw': record,
      });
      const path = '/accounts/main/transfers/withdrawals/blockchain';
      const answer = await raw(`POST ${path}`, body);
      expect(answer).toMatchObject({ status: 201, body: { balanceAsset: USD, destination } });
    },
  },
]);

const ACCOUNT_IDS = ['A1234', 'a_b-c', '0'];
const NO_IDS = ['a b', 'a.b', 'é', ''];

claims('accounts', [
  ...each(ACCOUNT_IDS, (accountId) => ({
    where: `provider-api.md / Conventions / 5 / accountId ${accountId}`,
    holds: async () => {
      const { client, sent } = answeredWith({ balances: [] });
      await client.balances.list(accountId);
      expect(sent[0]?.path).toMatch(new RegExp(`^/accounts/${accountId}/balances`));
      const { raw, asked } = providerWorld();
      expect((await raw(`GET /accounts/${accountId}/balances`)).status).toBe(200);
      expect(asked['balances.list'][0]).toBe(accountId);
    },
  })),
  ...each(NO_IDS, (accountId) => ({
    where: `provider-api.md / Conventions / 5 / no accountId: ${accountId || 'empty'}`,
    holds: async () => {
      const { client, sent } = answeredWith({ balances: [] });
      await expect((async () => client.balances.list(accountId))()).rejects.toThrow(
        InvalidInputError,
      );
      expect(sent).toEqual([]);
    },
  })),
  ...each(['a%20b', 'a.b', '%C3%A9'], (accountId) => ({
    where: `provider-api.md / Conventions / 5 / no accountId over HTTP: ${accountId}`,
    holds: async () => {
      const { raw, asked } = providerWorld();
      expect((await raw(`GET /accounts/${accountId}/balances`)).status).toBeGreaterThanOrEqual(400);
      expect(asked).not.toHaveProperty('balances.list');
    },
  })),
  ...each(['list sub-accounts', 'get sub-account'], (title): Claim[] => [
    {
      where: `provider-api.md / Account / balances / only when requested / ${title}, over HTTP`,
      holds: async () => {
        const { raw } = providerWorld();
        const path = title === 'get sub-account' ? '/accounts/main' : '/accounts';
        const account = (body: Json) => body.accounts?.[0] ?? body;
        for (const query of ['', '?balances=false']) {
          const { body } = await raw(`GET ${path}${query}`);
          expect(account(body)).not.toHaveProperty('balances');
        }
        const asked = account((await raw(`GET ${path}?balances=true`)).body);
        expect(asked.balances).toEqual(RECORDS.Account.balances);
      },
    },
    ...each([true, false], (balances) => ({
      where: `provider-api.md / Operations / ${title} / balances ${balances}, sent by the library`,
      holds: async () => {
        const { client, sent } = answeredWith((_: number, { path }: Json) =>
          path.startsWith('/accounts?') ? { accounts: [] } : RECORDS.Account,
        );
        await (title === 'get sub-account'
          ? client.accounts.get('main', { balances })
          : client.accounts.list({ balances }));
        expect(sent[0]?.query.get('balances')).toBe(String(balances));
      },
    })),
  ]),
  {
    where: 'provider-api.md / Account / parentId',
    holds: async () => {
      const sub = { ...RECORDS.Account, id: 'sub', parentId: 'main', balances: [] };
      const { client } = answeredWith(sub);
      expect(await client.accounts.get('sub')).toMatchObject({ parentId: 'main' });
      const { body } = await providerWorld().raw('GET /accounts/sub');
      expect(body).toMatchObject({ id: 'sub', parentId: 'main' });
    },
  },
]);
