import { expect } from 'vitest';
import { InvalidInputError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { BTC, COLLATERAL_ID, RECORDS } from '../support/provider-records.js';

const BALANCES = 'provider-api.md / Operations / balances / get current balances';
const RATE = 'provider-api.md / Operations / rates / get rate';
const ADDRESSES = 'provider-api.md / Operations / collateral / list collateral deposit addresses';

const FILTERS = {
  assetId: 'points',
  nationalCurrencyCode: 'USD',
  cryptocurrencySymbol: 'BTC',
} as const;

const PAIRS = [
  'assetId and nationalCurrencyCode',
  'assetId and cryptocurrencySymbol',
  'nationalCurrencyCode and cryptocurrencySymbol',
];

const queryOf = (names: readonly string[]): Json =>
  Object.fromEntries(Object.entries(FILTERS).filter(([name]) => names.includes(name)));

/** Balances of three assets: a filter leaves one. */
const THREE = [
  { ...RECORDS.Balance, id: 'b-1', asset: { nationalCurrencyCode: 'USD' } },
  { ...RECORDS.Balance, id: 'b-2', asset: BTC },
  { ...RECORDS.Balance, id: 'b-3', asset: { assetId: 'points' } },
];
const LEFT: Readonly<Record<string, string>> = {
  nationalCurrencyCode: 'b-1',
  cryptocurrencySymbol: 'b-2',
  assetId: 'b-3',
};

claims('filters of balances', [
  ...each(Object.entries(FILTERS), ([name, value]): Claim[] => [
    {
      where: `${BALANCES} / ${name} / optional, sent by the library`,
      holds: async () => {
        const { client, sent } = answeredWith({ balances: [] });
        await client.balances.list('main', { [name]: value });
        expect(sent[0]?.query.get(name)).toBe(value);
      },
    },
    {
      where: `${BALANCES} / ${name} / only balances of that asset, over HTTP`,
      holds: async () => {
        const { raw } = providerWorld({ 'balances.list': THREE });
        const { body } = await raw(`GET /accounts/main/balances?${name}=${value}`);
        expect(body.balances.map(({ id }: Json) => id)).toEqual([LEFT[name]]);
      },
    },
  ]),
  ...each(PAIRS, (pair): Claim[] => [
    {
      where: `${BALANCES} / ${pair} / mutually exclusive, in the library`,
      holds: async () => {
        const { client, sent } = answeredWith({ balances: [] });
        const called = (async () => client.balances.list('main', queryOf(pair.split(' and '))))();
        await expect(called).rejects.toThrow(InvalidInputError);
        expect(sent).toEqual([]);
      },
    },
    {
      where: `${BALANCES} / ${pair} / mutually exclusive, over HTTP`,
      holds: async () => {
        const query = new URLSearchParams(queryOf(pair.split(' and ')));
        const { raw, asked } = providerWorld();
        const { status, body } = await raw(`GET /accounts/main/balances?${query}`);
        expect({ status, part: body.requestPart }).toEqual({ status: 400, part: 'query' });
        expect(asked).not.toHaveProperty('balances.list');
      },
    },
  ]),
]);

claims('the pairs of rates', [
  ...each(['conversionPairId', 'rampsPairId', 'orderBookPairId'], (name): Claim[] => [
    {
      where: `${RATE} / ${name} / a string, sent by the library`,
      holds: async () => {
        const { client, sent } = answeredWith(RECORDS.Rate);
        const query: Json = { [name]: 'pair 1' };
        expect(await client.rates.get('main', query)).toMatchObject({ rate: '0.00001' });
        expect(sent[0]?.query.get(name)).toBe('pair 1');
      },
    },
    {
      where: `${RATE} / ${name} / received over HTTP`,
      holds: async () => {
        const { raw, asked } = providerWorld();
        expect((await raw(`GET /accounts/main/rate?${name}=pair-1`)).status).toBe(200);
        expect(asked['rates.get'][1]).toMatchObject({ [name]: 'pair-1' });
      },
    },
  ]),
  {
    where: 'provider-api.md / Rate / timestamp / milliseconds since the epoch, a number',
    holds: async () => {
      const { body } = await providerWorld().raw('GET /accounts/main/rate?conversionPairId=c-1');
      expect(body.timestamp).toBe(1_767_225_600_000);
    },
  },
]);

claims('filters of collateral addresses', [
  ...each(['assetId', 'cryptocurrencySymbol'] as const, (name): Claim[] => [
    {
      where: `${ADDRESSES} / ${name} / sent by the library`,
      holds: async () => {
        const { client, sent } = answeredWith({ addresses: [] });
        await client.collateral.listAddresses('main', COLLATERAL_ID, { [name]: FILTERS[name] });
        expect(sent[0]?.query.get(name)).toBe(FILTERS[name]);
      },
    },
    {
      where: `${ADDRESSES} / ${name} / only addresses of that asset, over HTTP`,
      holds: async () => {
        const { address } = RECORDS['Collateral deposit address'];
        const points = { ...address, asset: { assetId: 'points' } };
        const listed = [
          { ...RECORDS['Collateral deposit address'], id: 'btc' },
          { id: 'points', address: points, recoveryAccountId: 'rec-1' },
        ];
        const { raw } = providerWorld({ 'collateral.listAddresses': listed });
        const path = `/accounts/main/collateral/${COLLATERAL_ID}/addresses`;
        const { body } = await raw(`GET ${path}?${name}=${FILTERS[name]}`);
        expect(body.addresses.map(({ id }: Json) => id)).toEqual([
          name === 'assetId' ? 'points' : 'btc',
        ]);
      },
    },
  ]),
]);
