import { shown } from '../../address.js';
import { sha3Hex } from '../../hashing.js';
import { typeText } from '../../types/move-type.js';
import { type EntryCall, emit, integerArgument } from '../call.js';
import { BareAbort, MoveAbort } from '../failures.js';
import { entry, type MoveModule, type MoveStruct } from '../module.js';

const ADDRESS = sha3Hex('custody-gateways sandbox sample module');
const NAME = 'sample';

/** Every type that an argument of an entry function can have, in one signature. */
const ALL_TYPES = [
  'bool',
  'u8',
  'u16',
  'u32',
  'u64',
  'u128',
  'u256',
  'address',
  '0x1::string::String',
  '0x1::object::Object<T0>',
  '0x1::option::Option<u64>',
  '0x1::option::Option<0x1::string::String>',
  '0x1::option::Option<address>',
  'vector<bool>',
  'vector<u8>',
  'vector<u16>',
  'vector<u32>',
  'vector<u64>',
  'vector<u128>',
  'vector<u256>',
  'vector<address>',
  'vector<0x1::string::String>',
  'vector<0x1::object::Object<T0>>',
  'vector<vector<u8>>',
  'vector<vector<u64>>',
  'vector<0x1::option::Option<u64>>',
];

/** What came with bytecode of version 9. */
const SIGNED_TYPES = ['i8', 'i16', 'i32', 'i64', 'i128', 'i256', 'vector<i64>'];

const POINT = `${shown(ADDRESS)}::${NAME}::Point`;
const SHAPE = `${shown(ADDRESS)}::${NAME}::Shape`;
const PAIR = `${shown(ADDRESS)}::${NAME}::Pair`;
const XY = [
  { name: 'x', type: 'u64' },
  { name: 'y', type: 'i64' },
];

/** Public, so that arguments may be made of them. */
const PUBLIC_STRUCTS: readonly MoveStruct[] = [
  { name: 'Point', isPublic: true, fields: XY },
  {
    name: 'Pair',
    isPublic: true,
    generics: 1,
    fields: [
      { name: 'first', type: 'T0' },
      { name: 'others', type: 'vector<T0>' },
    ],
  },
  {
    name: 'Shape',
    isPublic: true,
    fields: [],
    variants: [
      { name: 'Empty', fields: [] },
      {
        name: 'Circle',
        fields: [
          { name: 'center', type: POINT },
          { name: 'radius', type: 'u64' },
        ],
      },
      {
        name: 'Line',
        fields: [
          { name: '0', type: POINT },
          { name: '1', type: POINT },
        ],
      },
    ],
  },
];

/** What can be made of these. */
const STRUCT_TYPES = [
  POINT,
  SHAPE,
  `vector<${SHAPE}>`,
  `0x1::option::Option<${POINT}>`,
  `${PAIR}<u8>`,
  `${PAIR}<${POINT}>`,
  '0x1::fixed_point32::FixedPoint32',
];

function record(call: EntryCall, name: string): void {
  call.gas.chargeNewEntry();
  const number = [...call.draft.calls.keys()].length;
  call.draft.calls.set(`${number}`, {
    function: `${shown(ADDRESS)}::${NAME}::${name}`,
    signers: call.signers.map(shown),
    typeArguments: call.types.map(typeText),
    arguments: call.args,
  });
  emit(call, `${shown(ADDRESS)}::${NAME}::Recorded`, { number: `${number}` });
}

/** The sandbox's own module: it takes everything, remembers it, and fails when told to. */
export const SAMPLE: MoveModule = {
  address: ADDRESS,
  name: NAME,
  structs: [
    { name: 'Recorded', fields: [{ name: 'number', type: 'u64' }] },
    { name: 'Secret', fields: XY },
    ...PUBLIC_STRUCTS,
  ],
  functions: [
    entry('record_all', { generics: [['key']], params: ['&signer', ...ALL_TYPES] }, (call) =>
      record(call, 'record_all'),
    ),
    entry('record_signed', { params: ['&signer', ...SIGNED_TYPES] }, (call) =>
      record(call, 'record_signed'),
    ),
    entry('record_structs', { params: ['&signer', ...STRUCT_TYPES] }, (call) =>
      record(call, 'record_structs'),
    ),
    entry('record_nothing', { params: [] }, (call) => record(call, 'record_nothing')),
    entry('record_generic', { generics: [[]], params: ['&signer', 'T0'] }, (call) =>
      record(call, 'record_generic'),
    ),
    entry('record_two', { params: ['&signer', '&signer', 'u64'] }, (call) =>
      record(call, 'record_two'),
    ),
    entry('abort_with', { params: ['u64'] }, (call) => {
      throw new BareAbort(ADDRESS, NAME, integerArgument(call, 0));
    }),
    entry('abort_explained', { params: [] }, () => {
      throw new MoveAbort(
        {
          module: NAME,
          category: 'permission-denied',
          reason: 7,
          name: 'ENOT_TODAY',
          description: 'The sample refuses, as it was asked to.',
        },
        ADDRESS,
      );
    }),
    entry('use_gas', { params: ['u64'] }, (call) => call.gas.charge(integerArgument(call, 0))),
  ],
};
