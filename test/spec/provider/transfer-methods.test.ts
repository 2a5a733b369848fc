import { expect } from 'vitest';
import { providerSchema } from '../../../src/provider/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { ADDRESS, BTC, IBAN, RECORDS, USD } from '../support/provider-records.js';

const AT = 'provider-api.md / Transfer methods';

const valid = (name: Json, value: Json): boolean => {
  const schema: Json = providerSchema(name);
  return schema.safeParse(value).success;
};
const without = (value: Json, field: string): Json => {
  const { [field]: _, ...rest } = value;
  return rest;
};

const DESTINATION = { ...IBAN, amount: '10' };
const PUBLIC = { ...ADDRESS, amount: '10' };

/** The four levels, with the fields that each adds: all but the last are required. */
const LEVELS: readonly (readonly [string, Json, readonly string[], readonly string[]])[] = [
  ['IbanCapability', { transferMethod: 'Iban', asset: USD }, ['transferMethod', 'asset'], []],
  ['IbanAddress', IBAN, ['iban', 'accountHolder'], []],
  ['IbanTransferDestination', DESTINATION, ['amount'], []],
  ['IbanTransfer', { ...DESTINATION, referenceId: 'ref-1' }, [], ['referenceId']],
  [
    'PublicBlockchainCapability',
    { transferMethod: 'PublicBlockchain', asset: BTC },
    ['transferMethod', 'asset'],
    [],
  ],
  ['PublicBlockchainTransactionDestination', PUBLIC, ['amount', 'address'], []],
  ['PublicBlockchainTransaction', { ...PUBLIC, blockchainTxId: 'tx-1' }, [], ['blockchainTxId']],
];

const HOLDER = ['name', 'city', 'country', 'subdivision', 'address', 'postalCode'] as const;

const METHODS = {
  Iban: 'IbanCapability',
  Ach: 'AchCapability',
  Wire: 'WireCapability',
  Spei: 'SpeiCapability',
  Pix: 'PixCapability',
  EuropeanSEPA: 'EuropeanSEPACapability',
  PayId: 'PayIdCapability',
  Interac: 'InteracCapability',
  Chaps: 'ChapsCapability',
  FpsUk: 'FpsUkCapability',
};

const RAMP = {
  idempotencyKey: 'k',
  amount: '10',
  type: 'OnRamp',
  to: ADDRESS,
};

claims('transfer methods', [
  ...each(LEVELS, ([name, value, added, optional]): Claim[] => [
    {
      where: `${AT} / ${name}`,
      holds: () => expect(valid(name, value)).toBe(true),
    },
    ...each(added, (field) => ({
      where: `${AT} / ${name} / adds ${field}`,
      holds: () => expect(valid(name, without(value, field))).toBe(false),
    })),
    ...each(optional, (field) => ({
      where: `${AT} / ${name} / adds ${field}`,
      holds: () => {
        expect(valid(name, { ...value, [field]: 7 })).toBe(false);
        expect(valid(name, without(value, field))).toBe(true);
      },
    })),
  ]),
  ...each(HOLDER, (field): Claim[] => [
    {
      where: `${AT} / IbanAddress / accountHolder / ${field}`,
      holds: async () => {
        const accountHolder = { ...IBAN.accountHolder, [field]: 7 };
        expect(valid('IbanAddress', { ...IBAN, accountHolder })).toBe(false);
        const { client } = answeredWith(RECORDS['Withdrawal / fiat']);
        const read: Json = await client.transfers.withdrawals.get('main', 'w-2');
        expect(read.destination.accountHolder[field]).toBe(IBAN.accountHolder[field]);
      },
    },
  ]),
  ...each(Object.entries(METHODS), ([transferMethod, schema]): Claim[] => [
    {
      where: `${AT} / ${transferMethod} / a capability`,
      holds: () => {
        expect(valid(schema, { transferMethod, asset: USD })).toBe(true);
        expect(valid(schema, { transferMethod: 'Other', asset: USD })).toBe(false);
        expect(valid(schema, { transferMethod })).toBe(false);
      },
    },
    {
      where: `provider-api.md / Ramp initiation / from / ${transferMethod}, in the library`,
      holds: async () => {
        const { client, sent } = answeredWith(RECORDS.Ramp);
        const request: Json = { ...RAMP, from: { transferMethod, asset: USD } };
        await client.ramps.create('main', request);
        expect(JSON.parse(sent[0]?.text ?? '')).toEqual(request);
      },
    },
    {
      where: `provider-api.md / Ramp initiation / from / ${transferMethod}, over HTTP`,
      holds: async () => {
        const from = { transferMethod, asset: USD };
        const method = { ...RECORDS['Ramp method'], from };
        const { raw, asked } = providerWorld({
          'capabilities.listRampMethods': [method],
          'ramps.create': { ...without(RECORDS.Ramp, 'failureReason'), from },
        });
        const { status, text } = await raw('POST /accounts/main/ramps', { ...RAMP, from });
        expect(status, text).toBe(201);
        expect(asked['ramps.create'][1].from).toEqual(from);
      },
    },
  ]),
]);
