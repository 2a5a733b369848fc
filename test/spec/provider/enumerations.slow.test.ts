import { expect } from 'vitest';
import {
  CRYPTOCURRENCY_SYMBOLS,
  NATIONAL_CURRENCY_CODES,
  REASONS_FOR_PAYMENT,
} from '../../../src/provider/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { BODIES } from '../support/provider-bodies.js';
import { CURRENCIES, REASONS, SYMBOLS } from '../support/provider-enumerations.js';
import { BTC, RECORDS, USD } from '../support/provider-records.js';

const AT = 'provider-api.md / Enumerations';

/** A quote of an asset: what the library sends, and what the server kit hands to its provider. */
async function quotedHere(fromAsset: Json) {
  const { client, sent } = answeredWith({ ...RECORDS.Quote, fromAsset });
  const quote = await client.liquidity.createQuote('main', {
    fromAsset,
    toAsset: USD,
    fromAmount: '1',
  });
  expect(JSON.parse(sent[0]?.text ?? '').fromAsset).toEqual(fromAsset);
  return quote;
}

async function quotedThere(fromAsset: Json) {
  const { raw, asked } = providerWorld({
    'capabilities.listConversions': [{ id: 'c-1', fromAsset, toAsset: USD }],
    'liquidity.createQuote': { ...RECORDS.Quote, fromAsset, toAsset: USD },
  });
  const body = { fromAsset, toAsset: USD, fromAmount: '10' };
  const answer = await raw('POST /accounts/main/liquidity/quotes', body);
  return { ...answer, asked };
}

const rowsOfAsset = (where: string, asset: Json): Claim[] => [
  {
    where: `${where} / in the library`,
    holds: async () => expect((await quotedHere(asset)).fromAsset).toEqual(asset),
  },
  {
    where: `${where} / over HTTP`,
    holds: async () => {
      const { status, body, asked } = await quotedThere(asset);
      expect({ status, asset: body.fromAsset }).toEqual({ status: 200, asset });
      expect(asked['liquidity.createQuote'][1].fromAsset).toEqual(asset);
    },
  },
];

claims('national currencies', [
  {
    where: `${AT} / nationalCurrencyCode / these and no others`,
    holds: () => expect([...NATIONAL_CURRENCY_CODES].sort()).toEqual([...CURRENCIES].sort()),
  },
  ...each(CURRENCIES, (nationalCurrencyCode) =>
    rowsOfAsset(`${AT} / nationalCurrencyCode / ${nationalCurrencyCode}`, { nationalCurrencyCode }),
  ),
]);

claims('native cryptocurrencies', [
  {
    where: `${AT} / cryptocurrencySymbol / these and no others`,
    holds: () => expect([...CRYPTOCURRENCY_SYMBOLS].sort()).toEqual([...SYMBOLS].sort()),
  },
  ...each(SYMBOLS, (cryptocurrencySymbol) =>
    rowsOfAsset(`${AT} / cryptocurrencySymbol / ${cryptocurrencySymbol}`, {
      ...BTC,
      cryptocurrencySymbol,
    }),
  ),
]);

claims('other assets', [
  ...rowsOfAsset('provider-api.md / Asset / another asset is referenced by assetId', {
    assetId: 'points',
  }),
  ...each([{ assetId: 7 }, { nationalCurrencyCode: 7 }, {}, 'USD'], (asset) => ({
    where: `provider-api.md / Asset / is not ${JSON.stringify(asset)}`,
    holds: async () => expect((await quotedThere(asset)).status).toBe(400),
  })),
  {
    where: 'provider-api.md / Asset / an assetId that the provider does not list',
    holds: async () => {
      const fromAsset = { assetId: 'nothing' };
      const { raw } = providerWorld({ 'capabilities.getAsset': () => undefined });
      const body = { fromAsset, toAsset: USD, fromAmount: '1' };
      expect((await raw('POST /accounts/main/liquidity/quotes', body)).status).toBe(400);
    },
  },
]);

const { value: WITHDRAWAL } = BODIES['Blockchain withdrawal'];
const { value: RAMP } = BODIES['Ramp initiation'];

claims('reasons for payment', [
  {
    where: `${AT} / reasonForPayment / these and no others`,
    holds: () => expect([...REASONS_FOR_PAYMENT].sort()).toEqual([...REASONS].sort()),
  },
  ...each(REASONS, (reasonForPayment): Claim[] => [
    {
      where: `${AT} / reasonForPayment / ${reasonForPayment} / of a blockchain withdrawal, in the library`,
      holds: async () => {
        const { client, sent } = answeredWith(RECORDS['Withdrawal / blockchain']);
        const request: Json = { ...WITHDRAWAL, reasonForPayment };
        await client.transfers.blockchain.withdraw('main', request);
        expect(JSON.parse(sent[0]?.text ?? '').reasonForPayment).toBe(reasonForPayment);
      },
    },
    {
      where: `${AT} / reasonForPayment / ${reasonForPayment} / of a blockchain withdrawal, over HTTP`,
      holds: async () => {
        const { raw, asked } = providerWorld();
        const path = '/accounts/main/transfers/withdrawals/blockchain';
        expect((await raw(`POST ${path}`, { ...WITHDRAWAL, reasonForPayment })).status).toBe(201);
        const [, request] = asked['transfersBlockchain.withdraw'];
        expect(request.reasonForPayment).toBe(reasonForPayment);
      },
    },
    {
      where: `${AT} / reasonForPayment / ${reasonForPayment} / of a ramp, over HTTP`,
      holds: async () => {
        const { raw, asked } = providerWorld();
        const body = { ...RAMP, reasonForPayment };
        expect((await raw('POST /accounts/main/ramps', body)).status).toBe(201);
        expect(asked['ramps.create'][1].reasonForPayment).toBe(reasonForPayment);
      },
    },
  ]),
]);
