import {
  type AccountAddress,
  Bool,
  type EntryFunctionArgument,
  MoveOption,
  MoveString,
  MoveVector,
  type Serializable,
  U8,
  U16,
  U32,
  U64,
  U128,
  U256,
} from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import type { FunctionArgument, MoveValue } from '../../../src/aptos/wire/arguments.js';
import { accountAddress, uint } from './built.js';

/** What the chain's own library makes of a value: whatever can stand in a vector, too. */
type Built = EntryFunctionArgument & Serializable;

/** A value of a Move type: as a caller gives it, as the oracle does, and as it reads back. */
interface Sample {
  readonly given: FunctionArgument;
  readonly built: Built;
  readonly read: MoveValue;
}

export interface MoveType {
  readonly text: string;
  readonly sample: fc.Arbitrary<Sample>;
}

const INTEGERS: readonly (readonly [number, (value: bigint) => Built])[] = [
  [8, (value) => new U8(Number(value))],
  [16, (value) => new U16(Number(value))],
  [32, (value) => new U32(Number(value))],
  [64, (value) => new U64(value)],
  [128, (value) => new U128(value)],
  [256, (value) => new U256(value)],
];

/** A whole number in each of the forms in which it may be given. */
function spelled(value: bigint): fc.Arbitrary<FunctionArgument> {
  const forms: FunctionArgument[] = [value, value.toString()];
  if (value <= BigInt(Number.MAX_SAFE_INTEGER)) forms.push(Number(value));
  return fc.constantFrom(...forms);
}

const integers: readonly MoveType[] = INTEGERS.map(([bits, make]) => ({
  text: `u${bits}`,
  sample: uint(bits).chain((value) =>
    spelled(value).map((given) => ({ given, built: make(value), read: value.toString() })),
  ),
}));

const bool: MoveType = {
  text: 'bool',
  sample: fc.boolean().map((value) => ({ given: value, built: new Bool(value), read: value })),
};

function addressLike(text: string): MoveType {
  const sampleOf = (address: AccountAddress, given: string): Sample => ({
    given,
    built: address,
    read: address.toStringLong(),
  });
  const sample = accountAddress.chain((address) =>
    fc
      .constantFrom(address.toString(), address.toStringLong())
      .map((given) => sampleOf(address, given)),
  );
  return { text, sample };
}

const string: MoveType = {
  text: '0x1::string::String',
  sample: fc
    .string({ unit: 'binary', maxLength: 40 })
    .map((text) => ({ given: text, built: new MoveString(text), read: text })),
};

const bytes: MoveType = {
  text: 'vector<u8>',
  sample: fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.nat(2)).map(([value, form]) => {
    const hex = `0x${Buffer.from(value).toString('hex')}`;
    const given = [value, hex, [...value]][form];
    return { given, built: MoveVector.U8(value), read: hex };
  }),
};

const leaf = fc.constantFrom(
  ...integers,
  bool,
  addressLike('address'),
  addressLike('0x1::object::Object<0x1::fungible_asset::Metadata>'),
  string,
  bytes,
);

const listOf = ({ text, sample }: MoveType): MoveType => ({
  text: `vector<${text}>`,
  sample: fc.array(sample, { maxLength: 4 }).map((samples) => ({
    given: samples.map(({ given }) => given),
    built: new MoveVector(samples.map(({ built }) => built)),
    read: samples.map(({ read }) => read),
  })),
});

const optionOf = ({ text, sample }: MoveType): MoveType => ({
  text: `0x1::option::Option<${text}>`,
  sample: fc.oneof(
    sample.map(({ given, built, read }) => ({ given, built: new MoveOption(built), read })),
    fc
      .constantFrom(null, undefined)
      .map((given) => ({ given, built: new MoveOption<U8>(null), read: null })),
  ),
});

/** Every type that a caller can give; an option of an option has no spelling of its own. */
export const moveType: fc.Arbitrary<MoveType> = fc.letrec<{ type: MoveType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    tie('type')
      .filter(({ text }) => text !== 'u8')
      .map(listOf),
    tie('type')
      .filter(({ text }) => !text.startsWith('0x1::option'))
      .map(optionOf),
  ),
})).type;
