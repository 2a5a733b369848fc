import {
  Account,
  AccountAddress,
  Bool,
  ChainId,
  Deserializer,
  EntryFunction,
  type EntryFunctionArgument,
  generateSignedTransaction,
  generateUserTransactionHash,
  MoveOption,
  MoveString,
  MoveVector,
  parseTypeTag,
  RawTransaction,
  SigningSchemeInput,
  SimpleTransaction,
  TransactionExecutableEntryFunction,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  TransactionPayloadEntryFunction,
  U8,
  U16,
  U32,
  U64,
  U128,
  U256,
} from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BcsReader, MalformedBcs } from '../../src/sandbox/aptos/bcs/reader.js';
import { littleEndian, uleb } from '../../src/sandbox/aptos/bcs/writer.js';
import {
  isSigned,
  readSignedTransaction,
} from '../../src/sandbox/aptos/transaction/signed-transaction.js';
import { parseType, readTypeTag, typeText } from '../../src/sandbox/aptos/types/move-type.js';
import { readValue } from '../../src/sandbox/aptos/types/values.js';
import { runs } from '../support/runs.js';

const address = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => new AccountAddress(bytes));
const uint = (bits: number) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n });
const text = fc.string({ unit: 'grapheme', maxLength: 40 });

/** A value of Move as the SDK encodes it, its type, and what the node shows of it. */
interface Sample {
  readonly type: string;
  readonly value: EntryFunctionArgument;
  readonly shown: unknown;
}

const shownAddress = (value: AccountAddress) => value.toString();

const primitive: fc.Arbitrary<Sample> = fc.oneof(
  fc.boolean().map((value) => ({ type: 'bool', value: new Bool(value), shown: value })),
  uint(8).map((n) => ({ type: 'u8', value: new U8(Number(n)), shown: Number(n) })),
  uint(16).map((n) => ({ type: 'u16', value: new U16(Number(n)), shown: Number(n) })),
  uint(32).map((n) => ({ type: 'u32', value: new U32(Number(n)), shown: Number(n) })),
  uint(64).map((n) => ({ type: 'u64', value: new U64(n), shown: `${n}` })),
  uint(128).map((n) => ({ type: 'u128', value: new U128(n), shown: `${n}` })),
  uint(256).map((n) => ({ type: 'u256', value: new U256(n), shown: `${n}` })),
  address.map((value) => ({ type: 'address', value, shown: shownAddress(value) })),
  text.map((value) => ({
    type: '0x1::string::String',
    value: new MoveString(value),
    shown: value,
  })),
  address.map((value) => ({
    type: '0x1::object::Object<0x1::fungible_asset::Metadata>',
    value,
    shown: { inner: shownAddress(value) },
  })),
);

const sample: fc.Arbitrary<Sample> = fc.oneof(
  primitive,
  fc.uint8Array({ maxLength: 200 }).map((bytes) => ({
    type: 'vector<u8>',
    value: MoveVector.U8(bytes),
    shown: `0x${Buffer.from(bytes).toString('hex')}`,
  })),
  fc.array(uint(64), { maxLength: 150 }).map((list) => ({
    type: 'vector<u64>',
    value: MoveVector.U64(list),
    shown: list.map(String),
  })),
  fc.array(address, { maxLength: 5 }).map((list) => ({
    type: 'vector<address>',
    value: new MoveVector(list),
    shown: list.map(shownAddress),
  })),
  fc.array(fc.array(uint(128), { maxLength: 3 }), { maxLength: 3 }).map((lists) => ({
    type: 'vector<vector<u128>>',
    value: new MoveVector(lists.map((list) => MoveVector.U128(list))),
    shown: lists.map((list) => list.map(String)),
  })),
  fc.option(uint(64)).map((n) => ({
    type: '0x1::option::Option<u64>',
    value: new MoveOption(n === null ? null : new U64(n)),
    shown: { vec: n === null ? [] : [`${n}`] },
  })),
  fc.option(text).map((value) => ({
    type: '0x1::option::Option<0x1::string::String>',
    value: new MoveOption(value === null ? null : new MoveString(value)),
    shown: { vec: value === null ? [] : [value] },
  })),
);

const typeArgument = fc.constantFrom(
  'u8',
  'vector<u64>',
  '0x1::aptos_coin::AptosCoin',
  '0x1::coin::Coin<0x1::aptos_coin::AptosCoin>',
  `0x${'ab'.repeat(32)}::pool::Pair<vector<bool>, 0x1::string::String>`,
);

const transaction = fc.record({
  sender: address,
  sequence: uint(64),
  to: address,
  types: fc.array(typeArgument, { maxLength: 3 }),
  args: fc.array(sample, { maxLength: 6 }),
  gas: uint(64),
  price: uint(64),
  expiration: uint(64),
  chain: fc.integer({ min: 1, max: 255 }),
  nonce: fc.option(uint(64)),
  wrapped: fc.boolean(),
});

type Generated = typeof transaction extends fc.Arbitrary<infer T> ? T : never;

/** The transaction as the SDK builds it. */
function built(given: Generated): SimpleTransaction {
  const call = EntryFunction.build(
    `${given.to.toStringLong()}::some_module`,
    'some_function',
    given.types.map((type) => parseTypeTag(type)),
    given.args.map(({ value }) => value),
  );
  const payload =
    given.nonce === null
      ? new TransactionPayloadEntryFunction(call)
      : new TransactionInnerPayloadV1(
          new TransactionExecutableEntryFunction(call),
          new TransactionExtraConfigV1(undefined, given.nonce),
        );
  const { sender, sequence, gas, price, expiration, chain } = given;
  const chainId = new ChainId(chain);
  return new SimpleTransaction(
    new RawTransaction(sender, sequence, payload, gas, price, expiration, chainId),
  );
}

const legacy = Account.generate();
const newer = Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false });

function signed(given: Generated): { tx: SimpleTransaction; bytes: Uint8Array; hash: string } {
  const tx = built(given);
  const signer = given.wrapped ? newer : legacy;
  const senderAuthenticator = signer.signTransactionWithAuthenticator(tx);
  const bytes = generateSignedTransaction({ transaction: tx, senderAuthenticator });
  return { tx, bytes, hash: generateUserTransactionHash({ transaction: tx, senderAuthenticator }) };
}

describe('the reader of signed transactions', () => {
  it('reads what the SDK has written, and verifies what it has signed', () => {
    fc.assert(
      fc.property(transaction, (given) => {
        const { bytes, hash, tx } = signed(given);
        const read = readSignedTransaction(bytes);
        expect(read.hash).toBe(hash);
        expect(isSigned(read)).toBe(true);
        expect(Buffer.from(read.raw)).toEqual(Buffer.from(tx.rawTransaction.bcsToBytes()));
        expect(read).toMatchObject({
          sender: given.sender.toStringLong(),
          sequenceNumber: given.sequence,
          maxGasAmount: given.gas,
          gasUnitPrice: given.price,
          expiration: given.expiration,
          chainId: given.chain,
        });
        expect(read.payload.nonce).toBe(given.nonce ?? undefined);
        expect(read.payload.call).toMatchObject({
          address: given.to.toStringLong(),
          module: 'some_module',
          function: 'some_function',
        });
        expect(read.payload.call.typeArguments.map(typeText)).toEqual(given.types);
      }),
      runs(300),
    );
  });

  it('reads every argument by its type', () => {
    fc.assert(
      fc.property(sample, ({ type, value, shown }) => {
        const parsed = parseType(type);
        const reader = new BcsReader(value.bcsToBytes());
        expect(parsed && readValue(reader, parsed)).toEqual(shown);
        expect(() => reader.end()).not.toThrow();
      }),
      runs(1_000),
    );
  });

  it('knows when anything that was signed has changed', () => {
    fc.assert(
      fc.property(transaction, fc.nat(), fc.integer({ min: 1, max: 255 }), (given, at, by) => {
        const { bytes, hash } = signed(given);
        const other = Uint8Array.from(bytes);
        const index = at % bytes.length;
        other[index] = (other[index] ?? 0) ^ by;
        const read = tryReading(other);
        if (read === undefined) return;
        expect(read.hash).not.toBe(hash);
        expect(isSigned(read)).toBe(false);
      }),
      runs(300),
    );
  });

  it('refuses what is cut off, and what has something behind it', () => {
    fc.assert(
      fc.property(transaction, fc.nat(), (given, cut) => {
        const { bytes } = signed(given);
        const part = bytes.subarray(0, cut % bytes.length);
        expect(() => readSignedTransaction(part)).toThrow();
        expect(() => readSignedTransaction(Buffer.concat([bytes, Buffer.of(0)]))).toThrow(
          'remaining input',
        );
      }),
    );
  });

  it('fails on no bytes in any other way than by saying so', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(tryReading(bytes)).toBeUndefined();
      }),
    );
  });
});

function tryReading(bytes: Uint8Array) {
  try {
    return readSignedTransaction(bytes);
  } catch (error) {
    expect((error as Error).name).toMatch(/^(?:MalformedBcs|NotModelled)$/);
    return undefined;
  }
}

describe('the BCS reader', () => {
  it('takes a length in its shortest form only', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffff_ffff }), (value) => {
        const reader = new BcsReader(uleb(value));
        expect(reader.uleb()).toBe(value);
        reader.end();
        const sdk = new Deserializer(uleb(value));
        expect(sdk.deserializeUleb128AsU32()).toBe(value);
      }),
    );
    for (const bytes of [[0x80, 0x00], [0xff, 0x00], [0xff, 0xff, 0xff, 0xff, 0x1f], [0x80]]) {
      expect(() => new BcsReader(Uint8Array.from(bytes)).uleb()).toThrow(MalformedBcs);
    }
  });

  it('takes integers that the SDK wrote, and writes such', () => {
    fc.assert(
      fc.property(uint(256), (value) => {
        expect(new BcsReader(new U256(value).bcsToBytes()).integer(32)).toBe(value);
        expect(Buffer.from(littleEndian(value, 32))).toEqual(
          Buffer.from(new U256(value).bcsToBytes()),
        );
      }),
    );
  });

  it('takes no other truth than 0 and 1, and no text that is no UTF-8', () => {
    expect(() => new BcsReader(Uint8Array.of(2)).bool()).toThrow('expected boolean');
    expect(() => new BcsReader(Uint8Array.of(2)).option(() => 0)).toThrow('expected option type');
    expect(() => new BcsReader(Uint8Array.of(2, 0xc3, 0x28)).text()).toThrow('malformed utf8');
  });
});

describe('the types of Move', () => {
  it('are read from text and from bytes alike', () => {
    fc.assert(
      fc.property(typeArgument, (type) => {
        const parsed = parseType(type);
        expect(parsed && typeText(parsed)).toBe(type);
        expect(readTypeTag(new BcsReader(parseTypeTag(type).bcsToBytes()))).toEqual(parsed);
      }),
    );
  });

  it('have addresses without leading zeros', () => {
    const type = parseType(`0x${'0ab'.padEnd(64, '1')}::a::B<0x0001::c::D>`);
    expect(type && typeText(type)).toBe(`0x${'ab'.padEnd(63, '1')}::a::B<0x1::c::D>`);
  });

  it.each(['', 'u7', 'vector', 'vector<u8', '0x1::coin', '0x1::coin::Coin<>', 'u8 u8', 'a::b::c'])(
    'are not %j',
    (type) => expect(parseType(type)).toBeUndefined(),
  );
});
