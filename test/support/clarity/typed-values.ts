import { Cl, type ClarityValue } from '@stacks/transactions';

const ACCOUNT = 'ST000000000000000000002AMW42H';

function nested(levels: number, inner: ClarityValue): string {
  let value = inner;
  for (let level = 1; level < levels; level += 1) value = Cl.some(value);
  return Cl.serialize(value);
}

function listed(...items: readonly ClarityValue[]): string {
  return Cl.serialize(Cl.list([...items]));
}

/** A list of as many items as are counted: this one first, and empty ones behind it. */
function first(item: ClarityValue, empty: ClarityValue, count: number): ClarityValue {
  return Cl.list([item, ...Array<ClarityValue>(count - 1).fill(empty)]);
}

function times(count: number, item: ClarityValue): ClarityValue {
  return Cl.list(Array<ClarityValue>(count).fill(item));
}

/** A type of 1,048,522 bytes, 54 less than the most; with `more` bytes in each of its 64 items. */
function buffers(more = 0): ClarityValue {
  return first(Cl.buffer(new Uint8Array(16_379 + more)), Cl.buffer(new Uint8Array()), 64);
}

function texts(length: number): ClarityValue {
  return first(Cl.stringUtf8('\u20ac'.repeat(length)), Cl.stringUtf8(''), 64);
}

/** Lists of one item each time, of which only the first has items: their type counts all of them. */
function lists(count: number, length: number, item: ClarityValue): ClarityValue {
  return first(times(length, item), Cl.list([]), count);
}

/** 50 bytes more than the list of its one member. */
function named(length: number): ClarityValue {
  return Cl.tuple({ ['a'.repeat(length)]: buffers() });
}

const ITEMS: readonly (readonly [string, number, number, ClarityValue])[] = [
  ['numbers', 652, 100, Cl.uint(1)],
  ['truths', 9_892, 100, Cl.bool(true)],
  ['accounts', 141, 50, Cl.address(ACCOUNT)],
  ['nothing', 5_065, 100, Cl.none()],
];

const ONE_MIB = 1_048_576;

const LARGEST: readonly (readonly [string, ClarityValue])[] = [
  ['Unicode', Cl.stringUtf8('a'.repeat(ONE_MIB / 4))],
  ['an option of Unicode', Cl.some(Cl.stringUtf8('a'.repeat(ONE_MIB / 4 - 2)))],
  ['buffers', buffers()],
  ['texts', texts(4_094)],
  ['a tuple', named(20)],
  ['options of a tuple', Cl.some(Cl.some(Cl.some(Cl.some(named(18)))))],
  ['results of a tuple', Cl.ok(Cl.ok(Cl.error(Cl.error(named(18)))))],
  ...ITEMS.map(([what, count, length, item]) => [what, lists(count, length, item)] as const),
];

const TOO_LARGE: readonly (readonly [string, ClarityValue])[] = [
  ['an option of Unicode', Cl.some(Cl.stringUtf8('a'.repeat(ONE_MIB / 4 - 1)))],
  ['Unicode', Cl.stringUtf8('a'.repeat(ONE_MIB / 4 + 1))],
  ['buffers', buffers(1)],
  ['texts', texts(4_095)],
  ['a tuple', named(21)],
  ['options of a tuple', Cl.some(Cl.some(Cl.some(Cl.some(Cl.some(named(18))))))],
  ['results of a tuple', Cl.ok(Cl.ok(Cl.ok(Cl.error(Cl.error(named(18))))))],
  ['a result that may be small', Cl.list([Cl.ok(buffers()), Cl.error(Cl.uint(1))])],
  ...ITEMS.map(([what, count, length, item]) => [what, lists(count + 1, length, item)] as const),
];

/** Values that have a type, serialized. */
export const READ: readonly (readonly [string, string])[] = [
  ['a value of 16 levels', nested(16, Cl.uint(1))],
  ['an empty list at the level 16', nested(16, Cl.list([]))],
  ['a list of nothing and something', listed(Cl.none(), Cl.some(Cl.uint(1)))],
  ['a list of an account and a contract', listed(Cl.address(ACCOUNT), Cl.address(`${ACCOUNT}.a`))],
  ['a list of a truth and its contrary', listed(Cl.bool(true), Cl.bool(false))],
  ['a list of a result and an error', listed(Cl.ok(Cl.uint(1)), Cl.error(Cl.int(1)))],
  ['a list of buffers of several lengths', listed(Cl.bufferFromHex('aa'), Cl.bufferFromHex(''))],
  ['a list of an empty list and another', listed(Cl.list([]), Cl.list([Cl.uint(1)]))],
  ['a list of tuples whose member is called as a kind', listed(Cl.tuple({ uint: Cl.int(1) }))],
  ...LARGEST.map(([what, value]) => [`the largest type of ${what}`, Cl.serialize(value)] as const),
];

/** Values that have none, serialized. */
export const UNREAD: readonly (readonly [string, string])[] = [
  ['a value of 17 levels', nested(17, Cl.uint(1))],
  ['an empty list at the level 17', nested(17, Cl.list([]))],
  ['a list of two kinds of numbers', listed(Cl.uint(1), Cl.int(1))],
  ['a list of two kinds of text', listed(Cl.stringAscii('a'), Cl.stringUtf8('a'))],
  ['a list of two kinds of results', listed(Cl.ok(Cl.uint(1)), Cl.ok(Cl.int(1)))],
  ['a list of two kinds of errors', listed(Cl.error(Cl.uint(1)), Cl.error(Cl.bool(true)))],
  ['a list of a value and the same as an option', listed(Cl.uint(1), Cl.some(Cl.uint(1)))],
  ['a list of two kinds of options', listed(Cl.some(Cl.uint(1)), Cl.some(Cl.bool(true)))],
  [
    'a list of lists of two kinds',
    listed(Cl.list([Cl.uint(1)]), Cl.list([]), Cl.list([Cl.int(1)])),
  ],
  [
    'a list of tuples of which the second lacks a member',
    listed(Cl.tuple({ a: Cl.uint(1), b: Cl.uint(1) }), Cl.tuple({ a: Cl.uint(1) })),
  ],
  [
    'a list of tuples whose members are of two kinds',
    listed(Cl.tuple({ a: Cl.uint(1) }), Cl.tuple({ a: Cl.int(1) })),
  ],
  [
    'a list of a number and a tuple whose member is called as it',
    listed(Cl.uint(1), Cl.tuple({ uint: Cl.uint(1) })),
  ],
  [
    'a list of a truth and a tuple whose member is called as it',
    listed(Cl.bool(true), Cl.tuple({ bool: Cl.bool(true) })),
  ],
  ...TOO_LARGE.map(([what, value]) => [`a larger type of ${what}`, Cl.serialize(value)] as const),
];
