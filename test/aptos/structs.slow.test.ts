import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import {
  encodeCall,
  type FunctionAbi,
  type FunctionArgument,
  type StructAbi,
} from '../../src/aptos/wire/arguments.js';
import { encodeAnyCall } from '../../src/aptos/wire/encode-call.js';
import { BcsReader } from '../../src/sandbox/aptos/bcs/reader.js';
import { rejectionOf } from '../support/world.js';
import { bcsValues, hexIn } from './support/bcs-values.js';
import { type AptosWorld, creationsAt, newAptosWorld } from './support/world.js';

/** Types of Rust, as Move has them. */
const MOVE_TYPES: Readonly<Record<string, string>> = {
  bool: 'bool',
  u8: 'u8',
  u16: 'u16',
  'Vec<u8>': 'vector<u8>',
  String: '0x1::string::String',
};

const moveType = (name: string) => MOVE_TYPES[name] ?? `0x5::spec::${name}`;
const fieldOf = ([name, type]: readonly [string, string]) => ({ name, type: moveType(type) });

const SPEC: Readonly<Record<string, StructAbi>> = Object.fromEntries([
  ...bcsValues.structs.map(({ name, fields }) => [
    `0x5::spec::${name}`,
    { typeParameters: 0, fields: fields.map(fieldOf) },
  ]),
  ...bcsValues.enums.map(({ name, variants }) => [
    `0x5::spec::${name}`,
    {
      typeParameters: 0,
      variants: variants.map(([variant, type]) => ({
        name: variant,
        fields: [fieldOf(['0', type])],
      })),
    },
  ]),
]);

async function written(type: string, value: FunctionArgument, structs = SPEC): Promise<string> {
  const abi: FunctionAbi = { typeParameters: 0, parameters: ['&signer', type], structs };
  const call = { function: '0x5::spec::f', functionArguments: [value] };
  return (await encodeAnyCall(call, abi)).arguments[0] ?? '';
}

describe('a struct', () => {
  it.each(bcsValues.structs)('is written by the rules of BCS: $name', async (vector) => {
    const value = vector.value as FunctionArgument;
    expect(await written(`0x5::spec::${vector.name}`, value)).toBe(hexIn(vector.bytes));
  });

  it('is read by name, wherever its fields stand in the caller’s object', async () => {
    const [vector] = bcsValues.structs;
    const value = Object.fromEntries(Object.entries(vector?.value ?? {}).reverse());
    const bytes = await written('0x5::spec::Parcel', value as FunctionArgument);
    expect(bytes).toBe(hexIn(vector?.bytes ?? ''));
  });

  it('may be in a list, or left out', async () => {
    const value = { fragile: false, bytes: '0x', label: '' };
    expect(await written('vector<0x5::spec::Parcel>', [value, value])).toBe('0x02000000000000');
    const option = '0x1::option::Option<0x5::spec::Parcel>';
    expect(await written(option, value)).toBe('0x01000000');
    expect(await written(option, null)).toBe('0x00');
  });

  it('has its type arguments where its fields name them', async () => {
    const structs = {
      '0x5::spec::Pair': {
        typeParameters: 2,
        fields: [
          { name: 'first', type: 'T1' },
          { name: 'second', type: 'vector<T0>' },
        ],
      },
    };
    const value = { first: 1, second: [2, 3] };
    expect(await written('0x5::spec::Pair<u16, u8>', value, structs)).toBe('0x010202000300');
    const wrong = written('0x5::spec::Pair<u8>', value, structs);
    expect(await rejectionOf(wrong)).toMatchObject({ field: 'abi.structs' });
  });

  it.each([
    ['functionArguments[0].label', { fragile: true, bytes: '0x' }, /is required/],
    ['functionArguments[0].label', { fragile: true, bytes: '0x', label: 7 }, /must be text/],
    ['functionArguments[0].more', { fragile: true, bytes: '0x', label: '', more: 1 }, /no field/],
    ['functionArguments[0].toString', { fragile: true, bytes: '0x', toString: 1 }, /no field/],
    ['functionArguments[0]', 'text', /an object/],
    ['functionArguments[0]', null, /an object/],
    ['functionArguments[0]', ['a'], /an object/],
    ['functionArguments[0]', Uint8Array.of(1), /an object/],
  ])('is refused, naming %s', async (field, value, reason) => {
    const refused = written('0x5::spec::Parcel', value as FunctionArgument);
    expect(await rejectionOf(refused)).toMatchObject({
      code: 'INVALID_INPUT',
      field,
      reason: expect.stringMatching(reason),
    });
  });

  it('whose layout nobody tells can’t be given', async () => {
    expect(await rejectionOf(written('0x5::spec::Other', {}))).toMatchObject({
      field: 'functionArguments[0]',
      reason: expect.stringContaining('0x5::spec::Other'),
    });
    const abi = { typeParameters: 0, parameters: ['0x5::spec::Parcel'] };
    const call = { function: '0x5::spec::f', functionArguments: [{}] };
    expect(() => encodeCall(call, abi)).toThrow(/no caller can give/);
  });
});

describe('an enum', () => {
  const [spec] = bcsValues.enums;

  it.each(spec?.values ?? [])('is written by the rules of BCS: $variant', async (one) => {
    const value = { [one.variant]: { 0: one.value } };
    expect(await written('0x5::spec::Size', value)).toBe(hexIn(one.bytes));
  });

  it('has the place of its variant in as many bytes as it takes', async () => {
    const variants = Array.from({ length: 201 }, (_, at) => ({ name: `V${at}`, fields: [] }));
    const structs = { '0x5::spec::Many': { typeParameters: 0, variants } };
    const bytes = await written('0x5::spec::Many', { V200: {} }, structs);
    expect(bytes).toBe('0xc801');
    expect(new BcsReader(Buffer.from(bytes.slice(2), 'hex')).uleb()).toBe(200);
  });

  it.each([
    ['functionArguments[0]', { Colour: {} }, /one of Weight, Count, Words/],
    ['functionArguments[0]', {}, /one of/],
    ['functionArguments[0]', { Weight: { 0: 1 }, Count: { 0: 1 } }, /one of/],
    ['functionArguments[0]', 'Weight', /an object/],
    ['functionArguments[0].Weight', { Weight: 1 }, /an object/],
    ['functionArguments[0].Weight.0', { Weight: {} }, /is required/],
    ['functionArguments[0].Count.0', { Count: { 0: 256 } }, /from 0 to 2\^8/],
  ])('is refused, naming %s', async (field, value, reason) => {
    const refused = written('0x5::spec::Size', value as FunctionArgument);
    expect(await rejectionOf(refused)).toMatchObject({
      code: 'INVALID_INPUT',
      field,
      reason: expect.stringMatching(reason),
    });
  });
});

describe('a call of a function that takes structs and enums', () => {
  let world: AptosWorld;
  beforeEach(async () => {
    world = await newAptosWorld();
  });
  afterEach(() => world.stop());

  const point = (x: number, y: number) => ({ x, y: `${y}` });
  const shown = (x: number, y: number) => ({ x: `${x}`, y: `${y}` });

  const call = () => ({
    function: `${world.sandbox.aptos.sampleModule}::record_structs`,
    functionArguments: [
      point(1, -2),
      { Circle: { center: point(3, 4), radius: 5n } },
      [{ Empty: {} }, { Line: { 0: point(6, 7), 1: point(8, -9) } }],
      point(10, 11),
      { first: 12, others: '0x0d0e' },
      { first: point(15, 16), others: [] },
      { value: '4294967296' },
    ],
  });

  const recorded = () => world.sandbox.aptos.recordedCalls.map((one) => one.arguments);

  test('is built by what the node says of each, and arrives as it was meant', async () => {
    await world.gateway.transferMove('0', call());
    expect(recorded()).toEqual([
      [
        shown(1, -2),
        { __variant__: 'Circle', center: shown(3, 4), radius: '5' },
        [{ __variant__: 'Empty' }, { __variant__: 'Line', _0: shown(6, 7), _1: shown(8, -9) }],
        { vec: [shown(10, 11)] },
        { first: 12, others: '0x0d0e' },
        { first: shown(15, 16), others: [] },
        { value: '4294967296' },
      ],
    ]);
  });

  test('asks for what it takes once', async () => {
    await world.gateway.transferMove('0', call());
    world.sandbox.aptos.clearMessages();
    await world.gateway.transferMove('0', call());
    expect(world.sandbox.aptos.requests).not.toHaveProperty([
      'GET /v1/accounts/:address/module/:name',
    ]);
  });

  test('with whole numbers that have signs arrives, too', async () => {
    const least = (bits: number) => `${-(2n ** BigInt(bits - 1))}`;
    await world.gateway.transferMove('0', {
      function: `${world.sandbox.aptos.sampleModule}::record_signed`,
      functionArguments: [-128, -2, 7, ...[64, 128, 256].map(least), [-1n, '1']],
    });
    const expected = [-128, -2, 7, ...[64, 128, 256].map(least), ['-1', '1']];
    expect(recorded()).toEqual([expected]);
  });

  test('is the same call, however its objects are written, and another with other values', async () => {
    const options = { idempotencyKey: 'one' };
    const given = call();
    const { hash } = await world.gateway.transferMove('0', given, options);
    const turned = call();
    turned.functionArguments[0] = { y: -2n, x: '1' } as never;
    const same = await world.another().transferMove('0', turned, options);
    expect(same.hash).toBe(hash);
    const other = call();
    other.functionArguments[0] = point(1, 2);
    const conflict = world.another().transferMove('0', other, options);
    expect(await rejectionOf(conflict)).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });

  test('with an unknown variant asks whether there is a new one, and nobody to sign', async () => {
    await world.gateway.transferMove('0', call());
    const creations = creationsAt(world.sandbox);
    world.sandbox.aptos.clearMessages();
    const other = call();
    other.functionArguments[1] = { Triangle: {} } as never;
    const refused = world.gateway.transferMove('0', other);
    expect(await rejectionOf(refused)).toMatchObject({ field: 'functionArguments[1]' });
    expect(world.sandbox.aptos.requests['GET /v1/accounts/:address/module/:name']).toBe(2);
    expect(creationsAt(world.sandbox)).toBe(creations);
  });

  test('may be told by the caller, and is held against that before anybody is asked', async () => {
    const name = world.sandbox.aptos.sampleModule;
    const abi: FunctionAbi = {
      typeParameters: 1,
      parameters: ['&signer', 'T0'],
      structs: {
        [`${name}::Point`]: {
          typeParameters: 0,
          fields: [
            { name: 'x', type: 'u64' },
            { name: 'y', type: 'i64' },
          ],
        },
      },
    };
    const pinned = (value: FunctionArgument) => ({
      function: `${name}::record_generic`,
      typeArguments: [`${name}::Point`],
      functionArguments: [value],
      abi,
    });
    world.sandbox.aptos.clearMessages();
    const before = world.sandbox.custody.messages.length;
    for (const [field, value] of [
      ['functionArguments[0].y', { x: 1 }],
      ['functionArguments[0].x', { x: 1.5, y: 1 }],
    ] as const) {
      const refused = world.another().transferMove('0', pinned(value));
      expect(await rejectionOf(refused)).toMatchObject({ code: 'INVALID_INPUT', field });
    }
    const entries = [{ transactionType: 'transferMove' as const, params: pinned({ x: 1 }) }];
    expect(await rejectionOf(world.another().submitBatch('0', entries))).toMatchObject({
      field: 'transactions[0].params.functionArguments[0].y',
    });
    expect(world.sandbox.aptos.messages).toEqual([]);
    expect(world.sandbox.custody.messages).toHaveLength(before);
    await world.gateway.transferMove('0', pinned(point(1, -1)));
    expect(recorded()).toEqual([[shown(1, -1)]]);
  });

  test.each([
    ['abi.structs.0x5::m::S', { '0x5::m::S': { typeParameters: 0 } }],
    ['abi.structs', { 'no name': { typeParameters: 0, fields: [] } }],
  ])('is refused where its layouts are none: %s', async (field, structs) => {
    const given = { ...call(), abi: { typeParameters: 0, parameters: [], structs } } as never;
    const error = await rejectionOf(world.gateway.transferMove('0', given));
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    expect((error as { field: string }).field).toContain(field);
  });

  test.each([
    ['new Date()', () => new Date()],
    ['a Map', () => new Map()],
    ['an object that inherits', () => Object.create({ x: 1 })],
  ])('takes no %s', async (_, make) => {
    const given = call();
    given.functionArguments[0] = make() as never;
    const error = await rejectionOf(world.gateway.transferMove('0', given));
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
  });

  test('whose struct is not public fails in its trial, before anybody is asked', async () => {
    const name = world.sandbox.aptos.sampleModule;
    const secret = {
      function: `${name}::record_generic`,
      typeArguments: [`${name}::Secret`],
      functionArguments: [point(1, 2)],
    };
    expect(await rejectionOf(world.gateway.transferMove('0', secret))).toMatchObject({
      code: 'SIMULATION_FAILED',
      resultCode: 'INVALID_MAIN_FUNCTION_SIGNATURE',
    });
    expect(creationsAt(world.sandbox)).toBe(0);
  });
});

describe('a node that is older than enums in its answers', () => {
  test('tells no variants, so that the caller has to', async () => {
    const world = await newAptosWorld();
    try {
      const older = world.another({
        fetch: async (url, init) => {
          const answer = await fetch(url, init);
          if (!String(url).includes('/module/')) return answer;
          const module = JSON.parse(await answer.text()) as {
            abi: { structs: { variants?: unknown }[] };
          };
          for (const struct of module.abi.structs) delete struct.variants;
          return Response.json(module, { headers: answer.headers });
        },
      });
      const name = world.sandbox.aptos.sampleModule;
      const call = {
        function: `${name}::record_generic`,
        typeArguments: [`${name}::Shape`],
        functionArguments: [{ Empty: {} }],
      };
      expect(await rejectionOf(older.transferMove('0', call))).toMatchObject({
        field: 'functionArguments',
        reason: expect.stringContaining('give `abi`'),
      });
    } finally {
      await world.stop();
    }
  });
});
