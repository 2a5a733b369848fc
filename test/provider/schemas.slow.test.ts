import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/core/errors.js';
import { isObject } from '../../src/core/json.js';
import { parseInput } from '../../src/core/schema.js';
import {
  BLOCKCHAINS,
  COUNTRY_CODES,
  CRYPTOCURRENCY_SYMBOLS,
  NATIONAL_CURRENCY_CODES,
  type ProviderSchemaName,
  providerJsonSchema,
  providerSchema,
  providerSchemaNames,
  REASONS_FOR_PAYMENT,
} from '../../src/provider/index.js';
import { thrownBy } from '../support/rejections.js';
import { runs } from '../support/runs.js';
import { alternativesOf, valuesOf } from './support/values.js';

const names = providerSchemaNames();
const isValid = (name: ProviderSchemaName, value: unknown) =>
  providerSchema(name).safeParse(value).success;
const requiredOf = (schema: Readonly<Record<string, unknown>>): string[] =>
  Array.isArray(schema.required) ? schema.required : [];

describe.each(names)('%s', (name) => {
  const alternatives = alternativesOf(providerJsonSchema(name));

  test('lets through every value of its JSON Schema, and keeps all of it', () => {
    fc.assert(
      fc.property(fc.oneof(...alternatives.map(valuesOf)), (value) => {
        const sent: unknown = JSON.parse(JSON.stringify(value));
        expect(providerSchema(name).parse(sent)).toEqual(sent);
      }),
      runs(50),
    );
  });

  test('keeps fields that it does not know', () => {
    fc.assert(
      fc.property(fc.oneof(...alternatives.map(valuesOf)), (value) => {
        const sent = { ...(isObject(value) ? value : {}), somethingNew: { a: [1] } };
        expect(providerSchema(name).parse(sent)).toEqual(sent);
      }),
      runs(10),
    );
  });

  test.each(
    alternatives.flatMap((schema, index) =>
      requiredOf(schema).map((field) => [index, field, schema] as const),
    ),
  )('alternative %i needs %s', (_, field, schema) => {
    fc.assert(
      fc.property(valuesOf(schema), (value) => {
        const { [field]: _gone, ...rest } = isObject(value) ? value : {};
        const error = thrownBy(() => parseInput(providerSchema(name), rest, 'body'));
        expect(error).toBeInstanceOf(InvalidInputError);
        // With several alternatives nobody knows which one was meant.
        if (alternatives.length === 1) expect((error as InvalidInputError).field).toBe(field);
      }),
      runs(5),
    );
  });
});

describe('the lists of the specification', () => {
  test.each([
    [BLOCKCHAINS, 74, 'BNB Smart Chain'],
    [CRYPTOCURRENCY_SYMBOLS, 72, 'SEI'],
    [NATIONAL_CURRENCY_CODES, 287, 'EUR'],
    // Norway, which YAML takes for a no.
    [COUNTRY_CODES, 250, 'NO'],
    [REASONS_FOR_PAYMENT, 33, 'OfficeOperatingExpenses'],
  ])('are whole and without doubles', (list, size, member) => {
    expect(new Set<string>(list).size).toBe(size);
    expect(list).toHaveLength(size);
    expect(list).toContain(member);
    expect(list.every((each) => typeof each === 'string')).toBe(true);
  });

  test('have the literals of the wire', () => {
    const text = names.map((name) => JSON.stringify(providerJsonSchema(name))).join();
    for (const method of ['Lbt', 'Momo', 'InternalTransfer', 'PeerAccountTransfer', 'FpsUk']) {
      expect(text).toContain(`"const":"${method}"`);
    }
  });
});

describe('an amount', () => {
  const withAmount = (amount: unknown) => ({
    settlementVersion: '1',
    withdrawInstructions: [],
    depositInstructions: [{ amount, destinationAddress: address }],
  });
  const address = {
    transferMethod: 'PublicBlockchain',
    asset: { assetId: 'a' },
    address: 'r',
  };

  test.each(['0', '10', '0.5', '007.50', `${'9'.repeat(40)}.1`])('may be %s', (amount) => {
    expect(isValid('SettlementInstructions', withAmount(amount))).toBe(true);
  });

  test.each(['10abc', '', '.5', '5.', '-1', '+1', '1e3', ' 1', '1 ', '1,5', '1\n', '١', 10, null])(
    'may not be %j',
    (amount) => {
      expect(isValid('SettlementInstructions', withAmount(amount))).toBe(false);
    },
  );
});

describe('what excludes one another', () => {
  const usd = { nationalCurrencyCode: 'USD' };
  const xrp = { blockchain: 'XRP', cryptocurrencySymbol: 'XRP' };

  test('an asset is of one kind', () => {
    expect(isValid('AssetReference', usd)).toBe(true);
    expect(isValid('AssetReference', xrp)).toBe(true);
    expect(isValid('AssetReference', { ...usd, assetId: 'a' })).toBe(false);
    expect(isValid('AssetReference', { ...usd, ...xrp })).toBe(false);
    expect(isValid('AssetReference', {})).toBe(false);
  });

  test('a quote has one of its amounts', () => {
    const pair = { fromAsset: usd, toAsset: xrp };
    expect(isValid('QuoteRequest', { ...pair, fromAmount: '1' })).toBe(true);
    expect(isValid('QuoteRequest', { ...pair, toAmount: '1' })).toBe(true);
    expect(isValid('QuoteRequest', pair)).toBe(false);
    expect(isValid('QuoteRequest', { ...pair, fromAmount: '1', toAmount: '1' })).toBe(false);
  });

  test('a peer withdrawal is of no native cryptocurrency', () => {
    const request = {
      idempotencyKey: 'k',
      balanceAmount: '1',
      destination: {
        transferMethod: 'PeerAccountTransfer',
        asset: usd,
        accountId: 'b',
        amount: '1',
      },
    };
    expect(isValid('PeerAccountWithdrawalRequest', { ...request, balanceAsset: usd })).toBe(true);
    expect(isValid('PeerAccountWithdrawalRequest', { ...request, balanceAsset: xrp })).toBe(false);
  });
});

describe('a kind that is not listed', () => {
  const asset = { id: 'a', name: 'A', symbol: 'A', decimalPlaces: 2 };

  test('is taken, with whatever it has', () => {
    const sui = { ...asset, type: 'SuiToken', coinType: '0x2::sui::SUI' };
    expect(providerSchema('AssetDefinition').parse(sui)).toEqual(sui);
  });

  test('lacks nothing that every kind has', () => {
    const { decimalPlaces: _, ...less } = asset;
    expect(isValid('AssetDefinition', { ...less, type: 'SuiToken' })).toBe(false);
  });

  test.each(['Erc20Token', 'StellarToken'])('is not %s that lacks its own fields', (type) => {
    expect(isValid('AssetDefinition', { ...asset, type })).toBe(false);
  });

  test.each([undefined, null, 5, ['SuiToken']])('is text, and not %j', (type) => {
    expect(isValid('AssetDefinition', { ...asset, type })).toBe(false);
  });

  test.each([
    ['AssetDefinition', ['BucketAsset', 'Jetton']],
    ['Ramp', ['OnRamp', 'OffRamp', 'Bridge']],
    ['Transfer', ['Iban', 'OtherFiat', 'PublicBlockchain']],
  ] as const)('is described as what it is not: %s', (name, listed) => {
    const excluded = alternativesOf(providerJsonSchema(name)).flatMap((schema) => notOf(schema));
    expect(excluded).toEqual(expect.arrayContaining([...listed]));
  });

  test('is nothing that can be asked for', () => {
    const ramp = {
      idempotencyKey: 'k',
      amount: '1',
      type: 'Teleport',
      from: { type: 'Prefunded', asset: { assetId: 'a' } },
      to: { transferMethod: 'Swift', asset: { nationalCurrencyCode: 'USD' } },
    };
    expect(isValid('RampRequest', ramp)).toBe(false);
    expect(isValid('RampRequest', { ...ramp, type: 'OffRamp' })).toBe(false);
  });
});

function notOf(schema: Readonly<Record<string, unknown>>): unknown[] {
  const properties = isObject(schema.properties) ? Object.values(schema.properties) : [];
  return properties.flatMap((property) => {
    const not = isObject(property) && property.type === 'string' ? property.not : undefined;
    return isObject(not) && Array.isArray(not.enum) ? not.enum : [];
  });
}

test('a mistake deep in a ramp is found', () => {
  const ramp = {
    idempotencyKey: 'k',
    amount: '10',
    type: 'OffRamp',
    from: { transferMethod: 'PublicBlockchain', asset: { assetId: 'a' } },
    to: { transferMethod: 'Ach', asset: { nationalCurrencyCode: 'USD' } },
  };
  const error = thrownBy(() => parseInput(providerSchema('RampRequest'), ramp, 'body'));
  expect((error as InvalidInputError).field).toMatch(/^to\./);
});
