import { EntryFunction, parseTypeTag, TransactionPayloadEntryFunction } from '@aptos-labs/ts-sdk';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeArguments,
  encodeCall,
  type FunctionArgument,
  parseFunctionName,
} from '../../src/aptos/wire/arguments.js';
import { encode } from '../../src/aptos/wire/bcs/codec.js';
import { transactionPayload } from '../../src/aptos/wire/bcs/payload.js';
import { knownFunction } from '../../src/aptos/wire/known-functions.js';
import { runs } from '../support/runs.js';
import { moveType } from './support/function-arguments.js';

const ADDRESS = `0x${'ab'.repeat(32)}`;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** One argument of a type. */
function argumentOf(type: string, value: FunctionArgument, typeArguments: string[] = []) {
  const call = { function: '0x1::a::b', typeArguments, functionArguments: [value] };
  const abi = { typeParameters: typeArguments.length, parameters: ['&signer', type] };
  return encodeCall(call, abi).arguments[0];
}

const refusal = (field: string, reason?: RegExp) =>
  expect.objectContaining({
    code: 'INVALID_INPUT',
    field,
    ...(reason && { reason: expect.stringMatching(reason) }),
  });

describe('encodeCall', () => {
  it('writes every type as the chain’s own library does, and reads it back', () => {
    const typed = moveType.chain((type) => type.sample.map((sample) => ({ ...sample, type })));
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 5 }), (values) => {
        const abi = {
          typeParameters: 0,
          parameters: ['&signer', ...values.map(({ type }) => type.text)],
        };
        const name = '0x1::some_module::some_function';
        const functionArguments = values.map(({ given }) => given);
        const payload = encodeCall({ function: name, functionArguments }, abi);
        const built = new TransactionPayloadEntryFunction(
          EntryFunction.build(
            '0x1::some_module',
            'some_function',
            [],
            values.map(({ built }) => built),
          ),
        );
        expect(hex(encode(transactionPayload, payload))).toBe(hex(built.bcsToBytes()));
        const read = decodeArguments(payload, abi);
        expect(read).toEqual(values.map(({ read }) => read));
        expect(encodeCall({ function: name, functionArguments: read }, abi)).toEqual(payload);
      }),
      runs(2_000),
    );
  });

  it('puts type arguments where the parameters name them', () => {
    const call = {
      function: '0x1::m::f',
      typeArguments: ['u128', 'vector<u8>'],
      functionArguments: [['1', '2'], '0xabcd'],
    };
    const abi = { typeParameters: 2, parameters: ['&signer', 'vector<T0>', 'T1'] };
    const built = EntryFunction.build(
      '0x1::m',
      'f',
      call.typeArguments.map((text) => parseTypeTag(text)),
      [],
    );
    const payload = encodeCall(call, abi);
    expect(payload.typeArguments).toEqual(built.type_args.map(String));
    expect(payload.arguments).toEqual([
      `0x02${'01'.padEnd(32, '0')}${'02'.padEnd(32, '0')}`,
      '0x02abcd',
    ]);
  });

  it.each([[['signer']], [['&signer']], [['& signer', '&signer']]])(
    'asks for no signers: %j',
    (signers) => {
      const abi = { typeParameters: 0, parameters: [...signers, 'bool'] };
      const call = { function: '0x1::m::f', functionArguments: [true] };
      expect(encodeCall(call, abi).arguments).toEqual(['0x01']);
      const none = { typeParameters: 0, parameters: signers };
      expect(encodeCall({ function: '0x1::m::f' }, none).arguments).toEqual([]);
    },
  );

  it('keeps 2^64 - 1 octas to the last', () => {
    const call = {
      function: '0x1::aptos_account::transfer',
      functionArguments: [ADDRESS, '18446744073709551615'],
    };
    const abi = knownFunction(call.function)!;
    const payload = encodeCall(call, abi);
    expect(payload.arguments[1]).toBe('0xffffffffffffffff');
    expect(decodeArguments(payload, abi)).toEqual([ADDRESS, '18446744073709551615']);
  });

  it.each([
    ['u8', 256],
    ['u8', -1],
    ['u8', '256'],
    ['u16', 65_536n],
    ['u32', 2 ** 32],
    ['u64', 2n ** 64n],
    ['u64', '18446744073709551616'],
    ['u128', 2n ** 128n],
    ['u256', 2n ** 256n],
    ['u64', 1.5],
    ['u64', '1.5'],
    ['u64', 2 ** 53],
    ['u64', Number.NaN],
    ['u64', '1e3'],
    ['u64', '+1'],
    ['u64', '01'],
    ['u64', ''],
    ['u64', ' 1'],
    ['u64', '0x10'],
    ['u64', '1_000'],
    ['u64', '9'.repeat(79)],
    ['u64', null],
    ['u64', true],
    ['u64', [1]],
    ['bool', 'true'],
    ['bool', 1],
    ['bool', null],
    ['address', 'ab'.repeat(32)],
    ['address', '0xab'],
    ['address', `0x${'ab'.repeat(33)}`],
    ['address', 1],
    ['address', new Uint8Array(32)],
    ['0x1::object::Object<0x1::m::S>', '0x123'],
    ['0x1::string::String', 5],
    ['0x1::string::String', null],
    // It would be a guess whether its bytes are the text, or what the text is about; the SDK refuses it, too.
    ['0x1::string::String', Uint8Array.of(104, 105)],
    ['0x1::string::String', '\ud800'],
    ['vector<u8>', 'hello'],
    ['vector<u8>', '0xabc'],
    ['vector<u8>', 'abcd'],
    ['vector<u8>', 7],
    ['vector<u64>', '0x01'],
    ['vector<u64>', new Uint8Array(1)],
    ['vector<u64>', null],
    ['signer', ADDRESS],
    ['0x1::table::Table<u8, u8>', '0x01'],
    ['0x2::string::String', 'text'],
    ['0x1::string::String<u8>', 'text'],
    ['0x1::option::Option', null],
    ['&0x1::string::String', 'text'],
    ['&mut u8', 1],
    ['i512', 1],
    ['T0', 1],
    ['not a type', 1],
  ] as const)('refuses for %s: %s', (type, value) => {
    const abi = { typeParameters: 0, parameters: ['&signer', 'bool', type] };
    const call = { function: '0x1::m::f', functionArguments: [true, value] };
    expect(() => encodeCall(call, abi)).toThrow(refusal('functionArguments[1]'));
  });

  it('names the very member that is wrong', () => {
    expect(() => argumentOf('vector<vector<u8>>', [[1], [2, 300]])).toThrow(
      refusal('functionArguments[0][1][1]', /^must be a whole number from 0 to 2\^8 - 1/),
    );
    expect(() => argumentOf('vector<0x1::option::Option<address>>', [null, '0x'])).toThrow(
      refusal('functionArguments[0][1]'),
    );
  });

  it('never repeats a value in its refusal', () => {
    try {
      argumentOf('u64', 'my secret phrase');
      expect.unreachable();
    } catch (error) {
      expect(String(error) + JSON.stringify(error)).not.toContain('secret');
    }
  });

  it('wants as many arguments as there are parameters', () => {
    const abi = { typeParameters: 1, parameters: ['&signer', 'u8', 'T0'] };
    const call = { function: '0x1::m::f', typeArguments: ['u8'], functionArguments: [1, 2] };
    expect(encodeCall(call, abi).arguments).toEqual(['0x01', '0x02']);
    for (const functionArguments of [[], [1], [1, 2, 3], undefined]) {
      expect(() => encodeCall({ ...call, functionArguments }, abi)).toThrow(
        refusal('functionArguments', /^must be 2, not/),
      );
    }
    for (const typeArguments of [[], ['u8', 'u8'], undefined]) {
      expect(() => encodeCall({ ...call, typeArguments }, abi)).toThrow(
        refusal('typeArguments', /^must be 1, not/),
      );
    }
    expect(() => encodeCall({ ...call, typeArguments: ['what'] }, abi)).toThrow(
      refusal('typeArguments[0]'),
    );
  });

  it('takes no list that holds itself', () => {
    const endless: FunctionArgument[] = [];
    endless.push(endless);
    expect(() => argumentOf('vector<vector<vector<u64>>>', endless)).toThrow(
      refusal('functionArguments[0][0][0][0]'),
    );
  });
});

describe('decodeArguments', () => {
  const abi = { typeParameters: 0, parameters: ['&signer', 'address', 'u64'] };
  const good = encodeCall({ function: '0x1::m::f', functionArguments: [ADDRESS, 5] }, abi);

  it.each([
    ['too few', good.arguments.slice(0, 1)],
    ['too many', [...good.arguments, '0x00']],
    ['too short', [good.arguments[0]!, '0x00']],
    ['too long', [good.arguments[0]!, `${good.arguments[1]}00`]],
    ['not hexadecimal', [good.arguments[0]!, 'five']],
  ])('refuses arguments that are %s', (_, values) => {
    expect(() => decodeArguments({ ...good, arguments: values }, abi)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT' }),
    );
  });

  it('knows no functions by names that every object has', () => {
    expect(knownFunction('constructor')).toBeUndefined();
    expect(knownFunction('__proto__')).toBeUndefined();
  });
});

describe('parseFunctionName', () => {
  it.each([
    ['0x1::aptos_account::transfer', '0x1::aptos_account::transfer'],
    [`0x${'0'.repeat(63)}1::a::b`, '0x1::a::b'],
    ['0xABC::_a::b_1', `0x${'abc'.padStart(64, '0')}::_a::b_1`],
  ])('reads %s', (given, expected) => {
    expect(parseFunctionName(given, 'function')).toBe(expected);
  });

  it.each([
    '',
    'transfer',
    '0x1::a',
    '0x1::a::b::c',
    '1::a::b',
    '0xg::a::b',
    `0x${'1'.repeat(65)}::a::b`,
    '0x1::a::',
    '0x1::::b',
    '0x1::a b::c',
    '0x1::1a::c',
    '0x1::_::c',
    '0x1::a::b<u8>',
    `0x1::a::${'b'.repeat(256)}`,
    null,
    5,
  ])('refuses %s', (given) => {
    expect(() => parseFunctionName(given, 'function')).toThrow(refusal('function'));
  });
});
