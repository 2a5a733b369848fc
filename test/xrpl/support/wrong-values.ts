/** A value that must be refused, and what to call it. */
export type Wrong = readonly [label: string, value: unknown];

/** What one field takes: enough of it to know what it must not take. */
export interface Kind {
  /** Wrong in a way of its own. */
  readonly wrong: readonly Wrong[];
  /** Those of {@link HOSTILE} that happen to be right here. */
  readonly takes?: (value: unknown) => boolean;
}

const MEGABYTE = 1_048_576;

/** Lists in lists, this many deep. */
function nested(depth: number): unknown {
  let list: unknown = [];
  for (let level = 0; level < depth; level++) list = [list];
  return list;
}

/** What no field takes, or hardly any: the things that go wrong between a browser and a ledger. */
export const HOSTILE: readonly Wrong[] = [
  ['null', null],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['1e21', 1e21],
  ['2^53', 2 ** 53],
  ['a fraction', 1.5],
  ['a number below zero', -1],
  ['a bigint below zero', -1n],
  ['a bigint beyond 64 bits', 2n ** 64n],
  ['1e21 as text', '1e21'],
  ['NaN as text', 'NaN'],
  ['a number below zero as text', '-1'],
  ['a number with blanks', ' 1 '],
  ['no text', ''],
  ['a NUL', '\u0000'],
  ['a lone surrogate', '\ud800'],
  ['__proto__ as text', '__proto__'],
  ['constructor as text', 'constructor'],
  ['a megabyte of letters', 'A'.repeat(MEGABYTE + 1)],
  ['a megabyte of digits', '1'.repeat(MEGABYTE)],
  ['a megabyte of zeros and a point', `0.${'0'.repeat(MEGABYTE)}1`],
  ['an empty list', []],
  ['a list of one', [1]],
  ['lists in lists', nested(1_000)],
  ['an object of something else', { a: { b: { c: [1] } } }],
  ['an own __proto__', JSON.parse('{"__proto__":{"value":"1"}}')],
  ['a function', () => '1'],
  ['a symbol', Symbol('1')],
  ['a date', new Date(0)],
  ['a boxed string', Object('1')],
  ['an object that claims to be text', { toString: () => '1', valueOf: () => 1 }],
];

const labelled = (...values: readonly unknown[]): Wrong[] =>
  values.map((value) => [JSON.stringify(value)?.slice(0, 60) ?? String(value), value]);

const isText = (value: unknown) => typeof value === 'string';

export const ADDRESS: Kind = {
  wrong: labelled(
    'r',
    'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmF',
    'RFSEUDWJC4EJRZ3MNFDH7KMWPYGGX6UTMF',
    'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf ',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    true,
    {},
  ),
};

/** An X-address is one as well, if its checksum is right. */
export const DESTINATION: Kind = {
  wrong: labelled(
    'r',
    'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmF',
    'RFSEUDWJC4EJRZ3MNFDH7KMWPYGGX6UTMF',
    'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf ',
    'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXB',
    '0x52908400098527886E0F7030069857D2E4169EE7',
    true,
    {},
  ),
};

const NO_DECIMAL = ['1e3', '.5', '5.', '01', '+1', '1,5', '0x10', '1_000', 'one', '١', 5, 1n, true];

const VALUE_WRONG = labelled(
  ...NO_DECIMAL.filter((value) => typeof value !== 'bigint'),
  '12345678901234567',
  '0.12345678901234567',
  `0.${'0'.repeat(96)}1`,
  `1${'0'.repeat(97)}`,
);

/** The value of a token, above zero. */
export const VALUE: Kind = { wrong: [...VALUE_WRONG, ...labelled('0', '0.0', '0.000')] };

/** The value of a limit. */
export const LIMIT: Kind = { wrong: VALUE_WRONG };

export const CURRENCY: Kind = {
  wrong: labelled(
    'XRP',
    'US',
    'xrp',
    'Xrp',
    'RLUSDRLUSDRLUSDRLUSDR',
    'RL USD',
    'RLUSD€',
    'RLUSD\n',
    'US D',
    '€€€',
    '0'.repeat(40),
    `${'0'.repeat(24)}585250${'0'.repeat(10)}`,
    'AB'.repeat(19),
    `${'AB'.repeat(19)}A`,
    `${'AB'.repeat(19)}AG`,
    840,
    true,
  ),
  takes: (value) => isText(value) && /^(?:NaN|[!-~]{4,20})$/.test(String(value)),
};

/** XRP in drops or a token. */
export const AMOUNT: Kind = {
  wrong: [
    ['1 as a bigint below one', 0n],
    ...labelled(
      '0',
      '1.5',
      '1e3',
      '01',
      '+1',
      '1,000',
      '100000000000000001',
      '9'.repeat(19),
      5,
      true,
      {},
    ),
  ],
};

/** A token only. */
export const TOKEN: Kind = { wrong: [...labelled('1000000', 'USD', 5, true, {}), ['drops', 5n]] };

/** XRP, not drops. */
export const XRP: Kind = {
  wrong: labelled(
    ...NO_DECIMAL.filter((value) => typeof value !== 'bigint'),
    '0',
    '0.0',
    '0.0000001',
    '1.1234567',
    '100000000000.000001',
    {},
  ),
};

export const UINT32: Kind = { wrong: labelled(4_294_967_296, '5', '', true, 0.1, -0.5) };

export const POSITIVE_UINT32: Kind = { wrong: [...UINT32.wrong, ['0', 0]] };

/** A whole number that is zero or within a range. */
export function zeroOr(from: number, to: number): Kind {
  return { wrong: labelled(1, from - 1, to + 1, from + 0.5, `${from}`, true) };
}

/** Hexadecimal of so many bytes. */
export function hex(min: number, max = min): Kind {
  return {
    wrong: labelled(
      'AB'.repeat(min - 1),
      'AB'.repeat(max + 1),
      `${'AB'.repeat(min)}A`,
      `${'AB'.repeat(min - 1)}AG`,
      `0x${'AB'.repeat(min)}`,
      ` ${'AB'.repeat(min)}`,
      12,
      true,
    ),
    takes: (value) => value === '1e21' && min <= 2 && max >= 2,
  };
}

export const BOOLEAN: Kind = { wrong: labelled(0, 1, 'true', 'false', '', {}) };

/** An object of booleans. */
export const FLAGS: Kind = {
  wrong: labelled(0, 131_072, 'tfSellOffer', ['tfSellOffer'], { tfNothing: true }, true),
  // An object without fields sets nothing.
  takes: (value) => value instanceof Date,
};

const memo = { MemoData: 'AB' };

export const MEMOS: Kind = {
  wrong: labelled(
    memo,
    { Memo: memo },
    'AB',
    ['AB'],
    [null],
    [{}],
    [{ Memo: {} }],
    [{ Memo: 'AB' }],
    [{ MemoData: 'XY' }],
    [{ MemoData: 'ABC' }],
    [{ MemoData: '' }],
    [{ Memo: { MemoData: 5 } }],
    [{ Memo: { MemoText: 'AB' } }],
    [{ Memo: memo, MemoData: 'AB' }],
    [{ Memo: { Memo: memo } }],
    [{ MemoData: 'AB'.repeat(1_025) }],
    [{ MemoData: 'AB'.repeat(600) }, { MemoData: 'AB'.repeat(600) }],
  ),
};

const step = { account: 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS' };

export const CREDENTIAL_IDS: Kind = {
  wrong: labelled(
    [],
    'AB'.repeat(32),
    ['AB'],
    [5],
    ['AB'.repeat(32), 'ab'.repeat(32)],
    Array.from({ length: 9 }, (_, at) => `${at}`.repeat(64)),
  ),
};

export const PATHS: Kind = {
  wrong: labelled(
    [[]],
    [[{}]],
    [step],
    [['account']],
    [[{ account: 'r' }]],
    [[{ ...step, currency: 'USD' }]],
    [[{ ...step, fee: 1 }]],
    [[{ currency: 'US' }]],
    Array.from({ length: 7 }, () => [step]),
    [Array.from({ length: 9 }, () => step)],
  ),
};

/** Text up to a length. */
export function text(maxLength: number): Kind {
  return {
    wrong: [...labelled(5, true, {}), ['too long a text', 'x'.repeat(maxLength + 1)]],
    takes: (value) => isText(value) && String(value).length <= maxLength,
  };
}

/** Printable ASCII up to a length. */
export function ascii(maxLength: number): Kind {
  const isPrintable = (value: unknown) => /^[\x20-\x7e]*$/.test(String(value));
  return {
    wrong: [...labelled(5, 'exämple.com', 'a\nb'), ['too long', 'x'.repeat(maxLength + 1)]],
    takes: (value) => isText(value) && String(value).length <= maxLength && isPrintable(value),
  };
}
