import {
  AddressHashMode,
  AuthType,
  Cl,
  ClarityVersion,
  createContractCallPayload,
  createLPList,
  createMessageSignature,
  createMultiSigSpendingCondition,
  createSingleSigSpendingCondition,
  createSmartContractPayload,
  createSponsoredAuth,
  createStacksPublicKey,
  createStandardAuth,
  createTokenTransferPayload,
  createTransactionAuthField,
  deserializeTransaction,
  type PostCondition,
  PubKeyEncoding,
  postConditionToHex,
  postConditionToWire,
  StacksTransactionWire,
} from '@stacks/transactions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bytesToHex } from '../../src/core/bytes.js';
import { InvalidInputError } from '../../src/core/errors.js';
import { decodeValue, encodeValue } from '../../src/stacks/wire/clarity-codec.js';
import { clarityText } from '../../src/stacks/wire/clarity-text.js';
import type { ClarityValue as OwnValue } from '../../src/stacks/wire/clarity-value.js';
import { decodePostCondition, encodePostCondition } from '../../src/stacks/wire/post-conditions.js';
import { initialHash } from '../../src/stacks/wire/sighash.js';
import { decodeTransaction, encodeTransaction } from '../../src/stacks/wire/wire-transaction.js';
import { address, clarityValue, contract, name, principal } from '../support/clarity/values.js';
import { runs } from '../support/runs.js';

/** What the library does not look at, and nodes do. */
const STRICTER = /no ASCII|utf-8|no address|that Clarity does not allow|no tuple/;

const often = runs(5_000);

const u64 = fc.bigInt(0n, 2n ** 64n - 1n);

const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) });

/** Bytes of which one is another, in hexadecimal. */
function changed(hex: string, { at, by }: { readonly at: number; readonly by: number }): string {
  const bytes = Buffer.from(hex, 'hex');
  const index = at % bytes.length;
  bytes[index] = (bytes[index] ?? 0) ^ by;
  return bytes.toString('hex');
}

const BURNED = 'ST000000000000000000002AMW42H';

describe('a value', () => {
  test('has the bytes and the text that the chain’s library gives it', () => {
    fc.assert(
      fc.property(clarityValue, (theirs) => {
        const hex = Cl.serialize(theirs);
        const ours = decodeValue(hex);
        expect(encodeValue(ours)).toBe(hex);
        expect(clarityText(ours)).toBe(Cl.stringify(theirs));
        expect(ours).toEqual(Cl.deserialize(hex));
      }),
      often,
    );
  });

  test('of other bytes is the library’s, or none', () => {
    fc.assert(
      fc.property(clarityValue, change, (theirs, one) => {
        const hex = changed(Cl.serialize(theirs), one);
        const ours = read(() => decodeValue(hex));
        if (ours !== undefined) expect(ours).toEqual(Cl.deserialize(hex));
      }),
      often,
    );
  });

  test('has its members in the order of their bytes, whatever order they came in', () => {
    const members = { b: Cl.uint(1), B: Cl.uint(2), a: Cl.uint(3) };
    const ordered = '0c00000003' + ['B', 'a', 'b'].map(memberHex).join('');
    const unordered = '0c00000003' + ['b', 'a', 'B'].map(memberHex).join('');
    expect(encodeValue(decodeValue(unordered))).toBe(ordered);
    function memberHex(key: string): string {
      const member = members[key as keyof typeof members];
      return `01${Buffer.from(key).toString('hex')}${Cl.serialize(member)}`;
    }
  });

  test.each([
    ['nothing', ''],
    ['a type that does not exist', '0f'],
    ['bytes behind it', '0303'],
    ['a list that breaks off', '0bffffffff03'],
    ['a buffer that breaks off', '02ffffffff00'],
    ['a member twice', '0c0000000201610301610'.concat('3')],
    ['no member', '0c00000000'],
    ['a member without a name', '0c000000010003'],
    ['a member with a name that Clarity does not allow', '0c00000001012003'],
    ['a name of 129 bytes', `0c0000000181${'61'.repeat(129)}03`],
    ['text that is no UTF-8', '0e00000001ff'],
    ['a control character', '0d0000000100'],
    ['a letter that is not ASCII', '0d00000002c3a9'],
    ['an address of a version that does not exist', `0520${'00'.repeat(20)}`],
    ['more depth than a type has', `${'0a'.repeat(33)}03`],
    ['far more depth', `${'0a'.repeat(200_000)}03`],
  ])('is not read from %s', (_, hex) => {
    expect(() => decodeValue(hex)).toThrow();
  });

  test.each<[string, OwnValue]>([
    ['a negative uint', { type: 'uint', value: -1n }],
    ['a uint of 129 bits', { type: 'uint', value: 2n ** 128n }],
    ['an int of 129 bits', { type: 'int', value: 2n ** 127n }],
    ['a contract of three names', { type: 'contract', value: `${BURNED}.a.b` }],
    ['a contract without a name', { type: 'contract', value: `${BURNED}.` }],
    ['a name that no contract has', { type: 'contract', value: `${BURNED}.x, y` }],
    ['no member', { type: 'tuple', value: {} }],
    ['another way to write an address', { type: 'address', value: BURNED.toLowerCase() }],
    ['half a byte', { type: 'buffer', value: 'abc' }],
    ['a letter that is not ASCII', { type: 'ascii', value: 'é' }],
  ])('is not written for %s', (_, wrong) => {
    expect(() => encodeValue(wrong)).toThrow(InvalidInputError);
  });

  test('is read as deep as a type may be', () => {
    expect(clarityText(decodeValue(`${'0a'.repeat(32)}03`))).toContain('(some true)');
  });
});

const compared = fc.constantFrom('eq' as const, 'gt' as const, 'gte' as const, 'lt' as const);
const who = fc.oneof(fc.constant('origin'), principal);
const asset = fc.tuple(contract, name).map(([of, own]) => `${of}::${own}` as const);
const condition: fc.Arbitrary<PostCondition> = fc.oneof(
  fc.record({
    type: fc.constantFrom('stx-postcondition' as const, 'staking-postcondition' as const),
    address: who,
    condition: fc.oneof(compared, fc.constant('lte' as const)),
    amount: u64,
  }),
  fc.record({
    type: fc.constant('ft-postcondition' as const),
    address: who,
    condition: compared,
    asset,
    amount: u64,
  }),
  fc.record({
    type: fc.constant('nft-postcondition' as const),
    address: who,
    condition: fc.constantFrom('sent' as const, 'not-sent' as const, 'maybe-sent' as const),
    asset,
    assetId: clarityValue,
  }),
  fc.record({
    type: fc.constant('pox-postcondition' as const),
    address: who,
    condition: fc.constantFrom(
      'will-perform' as const,
      'may-perform' as const,
      'will-not-perform' as const,
    ),
  }),
);

const key = fc.constantFrom(
  '0329f14a91005e6b1e6f7df9d032f0f17c86a3eae25fa148e631f846486c91025f',
  '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
);
const signature = fc
  .uint8Array({ minLength: 65, maxLength: 65 })
  .map((bytes) => createMessageSignature(Buffer.from(bytes).toString('hex')));

const single = fc
  .record({
    hashMode: fc.constantFrom(AddressHashMode.P2PKH, AddressHashMode.P2WPKH),
    key,
    nonce: u64,
    fee: u64,
    signature,
  })
  .map(({ hashMode, key: own, nonce, fee, signature: signed }) => ({
    ...createSingleSigSpendingCondition(hashMode as AddressHashMode.P2PKH, own, nonce, fee),
    signature: signed,
  }));

const field = fc.oneof(
  key.map((one) =>
    createTransactionAuthField(PubKeyEncoding.Compressed, createStacksPublicKey(one)),
  ),
  fc
    .tuple(fc.constantFrom(PubKeyEncoding.Compressed, PubKeyEncoding.Uncompressed), signature)
    .map(([encoding, signed]) => createTransactionAuthField(encoding, signed)),
);
const several = fc
  .record({
    hashMode: fc.constantFrom(AddressHashMode.P2SH, AddressHashMode.P2SHNonSequential),
    nonce: u64,
    fee: u64,
    fields: fc.array(field, { maxLength: 3 }),
  })
  .map(({ hashMode, nonce, fee, fields }) => ({
    ...createMultiSigSpendingCondition(
      hashMode as AddressHashMode.P2SH,
      2,
      [
        '0329f14a91005e6b1e6f7df9d032f0f17c86a3eae25fa148e631f846486c91025f',
        '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798',
      ],
      nonce,
      fee,
    ),
    fields,
  }));

const spending = fc.oneof(single, several);
const authorization = fc.oneof(
  spending.map(createStandardAuth),
  fc.tuple(spending, spending).map(([origin, sponsor]) => createSponsoredAuth(origin, sponsor)),
);

const code = fc.string({ unit: 'grapheme-ascii', maxLength: 40 });
const payload = fc.oneof(
  fc
    .tuple(principal, u64, fc.string({ unit: 'grapheme-ascii', maxLength: 30 }))
    .map(([to, amount, memo]) => createTokenTransferPayload(to, amount, memo)),
  fc
    .tuple(address, name, name, fc.array(clarityValue, { maxLength: 3 }))
    .map(([of, own, method, args]) => createContractCallPayload(of, own, method, args)),
  fc.tuple(name, code).map(([own, body]) => createSmartContractPayload(own, body)),
  fc
    .tuple(name, code)
    .map(([own, body]) => createSmartContractPayload(own, body, ClarityVersion.Clarity3)),
);

const transactionOf = (auth: typeof authorization) =>
  fc
    .record({
      network: fc.constantFrom('mainnet' as const, 'testnet' as const),
      chainId: fc.nat(0xffff_ffff),
      auth,
      payload,
      postConditionMode: fc.constantFrom(1, 2, 3),
      postConditions: fc
        .array(condition, { maxLength: 3 })
        .map((all) => createLPList(all.map(postConditionToWire))),
    })
    .map((parts) => new StacksTransactionWire(parts));

const plain = new StacksTransactionWire({
  payload: createTokenTransferPayload(BURNED, 1n, ''),
  auth: createStandardAuth(
    createSingleSigSpendingCondition(AddressHashMode.P2PKH, `02${'79'.repeat(32)}`, 0, 0),
  ),
});

describe('a post-condition', () => {
  test.each([
    ['an amount of 65 bits', { amount: 2n ** 64n }],
    ['an asset of three names', { asset: `${BURNED}.a::b::c` as const }],
    ['a name that no asset has', { asset: `${BURNED}.a::x y` as const }],
    ['an asset of no contract', { asset: `${BURNED}::b` as const }],
    ['no account', { address: 'SP-none' }],
  ])('is not written for %s', (_, wrong) => {
    const good = {
      type: 'ft-postcondition',
      address: 'origin',
      condition: 'eq',
      amount: 1n,
      asset: `${BURNED}.a::b`,
    } as const;
    expect(encodePostCondition(good)).toBe(postConditionToHex(good));
    expect(() => encodePostCondition({ ...good, ...wrong })).toThrow(InvalidInputError);
  });

  test('has the bytes that the chain’s library gives it', () => {
    fc.assert(
      fc.property(condition, (theirs) => {
        const wire = new StacksTransactionWire({
          ...plain,
          postConditions: createLPList([postConditionToWire(theirs)]),
        });
        const [hex = ''] = decodeTransaction(wire.serialize()).postConditions;
        expect(decodePostCondition(hex)).toEqual(theirs);
        expect(encodePostCondition(decodePostCondition(hex))).toBe(hex);
      }),
      often,
    );
  });
});

describe('a transaction', () => {
  test('has the parts, the bytes and the hashes that the chain’s library finds', () => {
    fc.assert(
      fc.property(transactionOf(authorization), (theirs) => {
        const hex = theirs.serialize();
        const ours = decodeTransaction(hex);
        expect(encodeTransaction(ours)).toBe(hex);
        expect(bytesToHex(initialHash(ours))).toBe(theirs.verifyBegin());
        const { origin, sponsor } = ours.authorization;
        expect(sponsor === undefined).toBe(theirs.auth.authType === AuthType.Standard);
        expect(origin).toMatchObject({
          signer: theirs.auth.spendingCondition.signer,
          nonce: theirs.auth.spendingCondition.nonce,
          fee: theirs.auth.spendingCondition.fee,
        });
      }),
      often,
    );
  });

  test('is none with a version of Clarity that does not exist, or too long', () => {
    const payload = createSmartContractPayload('a', 'x', ClarityVersion.Clarity6);
    const hex = new StacksTransactionWire({ ...plain, payload }).serialize();
    expect(decodeTransaction(hex).payload).toMatchObject({ version: 6 });
    const at = hex.indexOf('06060161');
    for (const version of ['00', '07', '63']) {
      const other = `${hex.slice(0, at)}06${version}${hex.slice(at + 4)}`;
      expect(() => decodeTransaction(other), version).toThrow(InvalidInputError);
    }
    const long = createSmartContractPayload('a', 'x'.repeat(100_000));
    const code = new StacksTransactionWire({ ...plain, payload: long }).serialize();
    const length = (0x20_0000).toString(16).padStart(8, '0');
    const longer = code.replace('000186a0', length).replace(/(?:78)+$/, '78'.repeat(0x20_0000));
    expect(() => decodeTransaction(code)).not.toThrow();
    expect(() => decodeTransaction(longer)).toThrow(InvalidInputError);
  });

  test.each([
    ['a version of its network', 0, ['01', '7f', '81']],
    ['an anchor mode', 109, ['00', '04']],
  ])('is none with %s that does not exist', (_, at, wrong) => {
    const hex = plain.serialize();
    const withByte = (byte: string) => `${hex.slice(0, 2 * at)}${byte}${hex.slice(2 * at + 2)}`;
    expect(() => decodeTransaction(withByte(at === 0 ? '80' : '01'))).not.toThrow();
    for (const byte of wrong) {
      expect(() => decodeTransaction(withByte(byte)), byte).toThrow(InvalidInputError);
    }
  });

  test('is none with a form of its key that does not exist', () => {
    const hex = plain.serialize();
    expect(decodeTransaction(hex).authorization.origin).toMatchObject({ isCompressed: true });
    expect(() => decodeTransaction(`${hex.slice(0, 86)}02${hex.slice(88)}`)).toThrow(
      InvalidInputError,
    );
  });

  test('of other bytes is the same, or none, as for the chain’s library', () => {
    fc.assert(
      fc.property(transactionOf(single.map(createStandardAuth)), change, (theirs, one) => {
        const hex = changed(theirs.serialize(), one);
        const theirOwn = read(() => deserializeTransaction(hex));
        // The library writes some otherwise than it reads them: a memo that is no text, members in no order.
        if (theirOwn === undefined || read(() => theirOwn.serialize()) !== hex) return;
        const hashOf = () => bytesToHex(initialHash(decodeTransaction(hex)));
        const hash = read(hashOf);
        if (hash === undefined) expect(hashOf).toThrow(hasTuple(hex) ? undefined : STRICTER);
        else expect(hash).toBe(theirOwn.verifyBegin());
      }),
      often,
    );
  });
});

/** The library sorts members as people of a place do. */
function hasTuple(hex: string): boolean {
  return hex.includes('0c0000');
}

function read<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
