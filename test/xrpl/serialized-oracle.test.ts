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

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
