import fc from 'fast-check';
import {
  DEFAULT_DEFINITIONS,
  decode,
  encode,
  encodeForMultisigning,
  encodeForSigning,
} from 'ripple-binary-codec';
import definitions from 'ripple-binary-codec/dist/enums/definitions.json' with { type: 'json' };
import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../../src/core/bytes.js';
import { InvalidInputError } from '../../src/core/errors.js';
import { encodeSigned, multisigningBytes, signingBytes } from '../../src/xrpl/wire/codec.js';
import { fieldNamed, isMarker } from '../../src/xrpl/wire/serialized/fields.js';
import { namesIn } from '../../src/xrpl/wire/serialized/names.js';
import { decodeFields, encodeFields } from '../../src/xrpl/wire/serialized/object.js';
import { runs } from '../support/runs.js';
import { address, hexOf, uint32 } from './support/arbitraries.js';

/** The ledger's own library is the oracle. */
const KNOWN = definitions.FIELDS.flatMap(([name, field]) => {
  if (typeof name !== 'string' || typeof field !== 'object' || !field.isSerialized) return [];
  return field.type === 'Unknown' ? [] : [{ name, ...field }];
});

const often = runs(4_000);

const code = fc.constantFrom('USD', 'eur', '$x?', '0158415500000000C1F76FF6ECB0BAC600000000');
const exponent = fc.integer({ min: -81, max: 80 });
const digits = fc.bigInt(1n, 10n ** 16n - 1n);
const token = fc
  .record({
    value: fc.oneof(
      fc.constant('0'),
      fc.tuple(fc.boolean(), digits, exponent).map(([isNegative, whole, power]) => {
        const sign = isNegative ? '-' : '';
        return `${sign}${whole}e${Math.min(power, 80 - (`${whole}`.length - 16))}`;
      }),
    ),
    currency: code,
    issuer: address,
  })
  .filter(({ value }) => {
    const [whole = '', power = '0'] = value.replace('-', '').split('e');
    const least = Number(power) - (16 - whole.length);
    return value === '0' || (least >= -96 && least <= 80);
  });
const mpt = fc.record({
  value: fc.bigInt(0n, 2n ** 63n - 1n).map(String),
  mpt_issuance_id: hexOf(24),
});
const drops = fc.bigInt(0n, 10n ** 17n).map(String);
/** This one stands in the bytes of a multi-purpose token. */
const issuer = address.filter((one) => one !== 'rrrrrrrrrrrrrrrrrrrrBZbvji');
const issue = fc.oneof(
  fc.constant({ currency: 'XRP' }),
  fc.record({ currency: code, issuer }),
  fc.record({ mpt_issuance_id: hexOf(24) }),
);
const step = fc
  .record({ account: address, currency: code, issuer: address }, { requiredKeys: [] })
  .filter((one) => Object.keys(one).length > 0);
const number = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.bigInt(0n, 10n ** 18n - 1n),
    fc.integer({ min: -300, max: 300 }),
  )
  .map(([sign, whole, power]) => (whole === 0n ? '0' : `${sign}${whole}e${power}`));

const names = (field: string) => fc.constantFrom(...(namesIn(field)?.numbers.keys() ?? []));
const whole = (bits: number) => fc.integer({ min: 0, max: 2 ** bits - 1 });

/** Values of a type, as the ledger's JSON has them. */
function arbitraryOf(
  type: string,
  name: string,
  inner: fc.Arbitrary<object>,
): fc.Arbitrary<unknown> {
  if (namesIn(name)) return names(name);
  if (name === 'FeeAmountDelta')
    return fc.oneof(
      drops,
      drops.map((units) => `-${units}`),
    );
  switch (type) {
    case 'UInt8':
      return whole(8);
    case 'UInt16':
      return whole(16);
    case 'UInt32':
      return uint32;
    case 'UInt64':
      return /^(?:Maximum|Outstanding|MPT|Locked|ConfidentialOutstanding)Amount$/.test(name)
        ? fc.bigInt(0n, 2n ** 64n - 1n).map(String)
        : hexOf(8);
    case 'Int32':
      return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    case 'Hash128':
      return fc.oneof(hexOf(16), fc.constant(''));
    case 'Hash160':
      return hexOf(20);
    case 'Hash192':
      return hexOf(24);
    case 'Hash256':
      return hexOf(32);
    case 'Blob':
      return fc.oneof(
        hexOf(0, 40),
        fc.constantFrom(192, 193, 12480, 12481).map((n) => 'AB'.repeat(n)),
      );
    case 'AccountID':
      return address;
    case 'Amount':
      return fc.oneof(drops, token, mpt);
    case 'Currency':
      return fc.oneof(code, fc.constant('XRP'));
    case 'Issue':
      return issue;
    case 'Number':
      return number;
    case 'PathSet':
      return fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), {
        minLength: 1,
        maxLength: 3,
      });
    case 'Vector256':
      return fc.array(hexOf(32), { maxLength: 3 });
    case 'XChainBridge':
      return fc.record({
        LockingChainDoor: address,
        LockingChainIssue: issue,
        IssuingChainDoor: address,
        IssuingChainIssue: issue,
      });
    case 'STObject':
      return inner;
    case 'STArray':
      return fc.array(
        fc
          .tuple(fc.constantFrom('Memo', 'Signer', 'Permission', 'ModifiedNode'), inner)
          .map(([wrapper, one]) => ({ [wrapper]: one })),
        { maxLength: 3 },
      );
    default:
      throw new Error(`There are no values of ${type}.`);
  }
}

const written = KNOWN.filter(({ name }) => !isMarker(name));

const nested = fc.letrec<{ fields: object }>((tie) => ({
  fields: fc
    .oneof({ maxDepth: 3 }, fc.constant([]), fc.subarray(written, { minLength: 1, maxLength: 6 }))
    .chain((some) =>
      fc.record(
        Object.fromEntries(
          some.map(({ name, type }) => [name, arbitraryOf(type, name, tie('fields'))]),
        ),
      ),
    ),
})).fields;

/** Of objects as they come out of JSON: the library needs their prototype. */
const fields = nested.map((some): object => JSON.parse(JSON.stringify(some)));

test('each field has the type, the numbers and the part in what is signed that the library knows', () => {
  for (const { name, type, nth, isSigningField } of written) {
    const types: Readonly<Record<string, number>> = definitions.TYPES;
    expect(fieldNamed(name)).toEqual({
      name,
      type,
      code: (types[type] ?? 0) * 0x100 + nth,
      isSigned: isSigningField,
    });
  }
});

test('each transaction, ledger entry and permission has the number that the library knows', () => {
  const withoutInvalid = (numbers: Readonly<Record<string, number>>) =>
    new Map(Object.entries(numbers).filter(([, value]) => value >= 0));
  expect(namesIn('TransactionType')?.numbers).toEqual(
    withoutInvalid(definitions.TRANSACTION_TYPES),
  );
  expect(namesIn('LedgerEntryType')?.numbers).toEqual(
    withoutInvalid(definitions.LEDGER_ENTRY_TYPES),
  );
  for (const [name, value] of namesIn('PermissionValue')?.numbers ?? []) {
    expect(DEFAULT_DEFINITIONS.delegatablePermissions.from(name).ordinal, name).toBe(value);
  }
});

describe('fields', () => {
  test('have the bytes that the library writes, and are read as it reads them', () => {
    fc.assert(
      fc.property(fields, (given) => {
        const hex = encode(given);
        expect(encodeFields(given).toUpperCase()).toBe(hex);
        expect(decodeFields(hex)).toEqual(decode(hex));
        expect(Object.keys(decodeFields(hex))).toEqual(Object.keys(decode(hex)));
      }),
      often,
    );
  });

  test('are signed, and hashed, as the library has them', () => {
    fc.assert(
      fc.property(fields, address, (given, signer) => {
        const upper = (bytes: Uint8Array) => bytesToHex(bytes).toUpperCase();
        expect(upper(signingBytes(given))).toBe(encodeForSigning(given));
        expect(upper(multisigningBytes(given, signer))).toBe(encodeForMultisigning(given, signer));
        expect(encodeSigned(given).blob).toBe(encode(given));
      }),
      often,
    );
  });

  test('of other bytes are the library’s, or none', () => {
    const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) });
    fc.assert(
      fc.property(fields, change, (given, { at, by }) => {
        const bytes = Buffer.from(encode(given), 'hex');
        if (bytes.length === 0) return;
        const changed = (bytes[at % bytes.length] ?? 0) ^ by;
        // Letters of currencies for rippled, and for this package, but not for the library.
        if (changed === '<'.charCodeAt(0) || changed === '>'.charCodeAt(0)) return;
        bytes[at % bytes.length] = changed;
        const hex = bytes.toString('hex').toUpperCase();
        const ours = attempt(() => decodeFields(hex));
        const theirs = attempt(() => decode(hex));
        if (ours === undefined || theirs === undefined) return;
        // What the library calls so are numbers without a name here.
        if (!/"Invalid"|"tec/.test(JSON.stringify(theirs))) expect(ours).toEqual(theirs);
      }),
      often,
    );
  });
});

const ISSUER = 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS';
const usd = { currency: 'USD', issuer: ISSUER, value: '1' };
let deep: object = {};
for (let level = 0; level < 10; level += 1) deep = { TemplateEntry: deep };

test.each<[string, object, string]>([
  ['a field that there is not', { Nothing: 1 }, 'Nothing'],
  ['the mark of an end', { ObjectEndMarker: {} }, 'ObjectEndMarker'],
  ['null', { Memo: null }, 'Memo'],
  ['a number that is too large', { TickSize: 256 }, 'TickSize'],
  ['a number below zero', { Flags: -1 }, 'Flags'],
  ['a part of a number', { Flags: 0.5 }, 'Flags'],
  ['text for a number', { Flags: '0x1' }, 'Flags'],
  ['a number for its name', { TransactionType: '0' }, 'TransactionType'],
  ['a number that JavaScript has not exactly', { BookNode: 2 ** 60 }, 'BookNode'],
  ['letters for hexadecimal', { BookNode: 'xy' }, 'BookNode'],
  ['hexadecimal for digits', { MPTAmount: 'ff' }, 'MPTAmount'],
  ['more than 64 bits', { MPTAmount: `${2n ** 64n}` }, 'MPTAmount'],
  ['text for 32 bits', { LoanScale: '1' }, 'LoanScale'],
  ['more than 31 bits', { LoanScale: 2 ** 31 }, 'LoanScale'],
  ['half a byte', { URI: 'ABC' }, 'URI'],
  ['half a hash', { InvoiceID: 'AB' }, 'InvoiceID'],
  ['no hash in a list of them', { CredentialIDs: ['AB'] }, 'CredentialIDs[0]'],
  ['no list of hashes', { CredentialIDs: 'AB' }, 'CredentialIDs'],
  ['no address', { Account: 'r' }, 'Account'],
  ['drops with a point', { Fee: '1.0' }, 'Fee'],
  ['drops below zero', { Fee: '-1' }, 'Fee'],
  ['more drops than there are', { Fee: `${10n ** 17n + 1n}` }, 'Fee'],
  ['an amount with more members', { Amount: { ...usd, tag: 1 } }, 'Amount'],
  ['an amount of two kinds', { Amount: { ...usd, mpt_issuance_id: 'AB'.repeat(24) } }, 'Amount'],
  ['an amount without a currency', { Amount: { issuer: ISSUER, value: '1' } }, 'Amount'],
  ['an amount without an issuer', { Amount: { currency: 'USD', value: '1' } }, 'Amount'],
  ['a token called XRP', { Amount: { ...usd, currency: 'XRP' } }, 'Amount.currency'],
  ['a currency of four letters', { Amount: { ...usd, currency: 'USDC' } }, 'Amount.currency'],
  ['letters of several bytes', { Amount: { ...usd, currency: '€€€' } }, 'Amount.currency'],
  ['17 digits', { Amount: { ...usd, value: '12345678901234567' } }, 'Amount.value'],
  ['too large an exponent', { Amount: { ...usd, value: '1e96' } }, 'Amount.value'],
  ['too small an exponent', { Amount: { ...usd, value: '1e-82' } }, 'Amount.value'],
  [
    'more than 63 bits of an MPT',
    { Amount: { value: `${2n ** 63n}`, mpt_issuance_id: 'AB'.repeat(24) } },
    'Amount.value',
  ],
  ['20 digits of a number', { DebtTotal: '12345678901234567891' }, 'DebtTotal'],
  ['19 digits beyond 63 bits', { DebtTotal: '9223372036854775809' }, 'DebtTotal'],
  ['too large a number', { DebtTotal: '1e32800' }, 'DebtTotal'],
  [
    'a number for an MPT',
    { Amount: { value: 5, mpt_issuance_id: 'AB'.repeat(24) } },
    'Amount.value',
  ],
  ['a list for a number', { BookNode: ['ab'] }, 'BookNode'],
  ['the mark of a list’s end', { ArrayEndMarker: [] }, 'ArrayEndMarker'],
  ['an asset of nothing', { Asset: {} }, 'Asset.currency'],
  [
    'an asset of an issuer, and an MPT',
    { Asset: { issuer: ISSUER, mpt_issuance_id: 'AB'.repeat(24) } },
    'Asset',
  ],
  ['no path', { Paths: [] }, 'Paths'],
  ['a path without a step', { Paths: [[]] }, 'Paths'],
  ['a step to nowhere', { Paths: [[{}]] }, 'Paths[0][0]'],
  ['a step to no account', { Paths: [[{ account: 'r' }]] }, 'Paths[0][0].account'],
  ['an asset without an issuer', { Asset: { currency: 'USD' } }, 'Asset'],
  ['XRP with an issuer', { Asset: { currency: 'XRP', issuer: ISSUER } }, 'Asset.currency'],
  ['an asset with more members', { Asset: { currency: 'XRP', value: '1' } }, 'Asset'],
  [
    'an asset of two kinds',
    { Asset: { currency: 'XRP', mpt_issuance_id: 'AB'.repeat(24) } },
    'Asset',
  ],
  ['a bridge to nowhere', { XChainBridge: {} }, 'XChainBridge.LockingChainDoor'],
  ['an item of two objects', { Memos: [{ Memo: {}, Signer: {} }] }, 'Memos[0]'],
  ['an item of nothing', { Memos: [{}] }, 'Memos[0]'],
  ['an item that is no object', { Memos: [{ Memo: 1 }] }, 'Memos[0]'],
  ['no list', { Memos: {} }, 'Memos'],
  [
    'a wrong member of an item',
    { Memos: [{}, { Memo: { MemoData: 'x' } }].slice(1) },
    'Memos[0].Memo.MemoData',
  ],
])('nothing is written for %s', (_, given, field) => {
  expect(() => encodeFields(given)).toThrow(expect.objectContaining({ field }));
});

test('nothing is written for more levels than the ledger reads', () => {
  expect(() => encodeFields(deep)).toThrow(/too many levels/);
});

test.each([
  ['the end of an object', 'E1'],
  ['the end of a list', 'F1'],
  ['a field that is not known', '5FFF'],
  ['a field that breaks off', '22000000'],
  ['an object without an end', 'EA'],
  ['a list without an end', 'F9'],
  ['an item that is no object', 'F92200000001F1'],
  ['an item that is a number, but ends like an object', 'F922E1F1'],
  ['more levels than the ledger reads', `${'EA'.repeat(10)}${'E1'.repeat(10)}`],
  ['a length that does not exist', '77FF'],
  ['half an account', `810A${'00'.repeat(10)}`],
  ['an unknown step', `011202${'00'.repeat(20)}00`],
  ['zero in another form', `91${'00'.repeat(12)}`],
  ['a number in another form', `91${'00'.repeat(7)}0100000000`],
  ['a bridge to nowhere', `01190100`],
])('nothing is read from %s', (_, hex) => {
  expect(() => decodeFields(hex)).toThrow(InvalidInputError);
});

test.each([
  {
    XChainBridge: {
      LockingChainDoor: ISSUER,
      LockingChainIssue: { currency: 'XRP' },
      IssuingChainDoor: ISSUER,
      IssuingChainIssue: { currency: 'USD', issuer: ISSUER },
    },
  },
  { FeeAmountDelta: '-0' },
  { FeeAmountDelta: '-1' },
  { DebtTotal: '1e18' },
  { DebtTotal: '9223372036854775807' },
  { DebtTotal: '9223372036854775810' },
])('what chance seldom makes is as the library has it: %j', (given) => {
  const hex = encode(given);
  expect(encodeFields(given).toUpperCase()).toBe(hex);
  expect(decodeFields(hex)).toEqual(decode(hex));
});

test('as many levels are read as are written', () => {
  const most = Object.values(deep)[0];
  expect(decodeFields(encodeFields(most))).toEqual(most);
});

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
