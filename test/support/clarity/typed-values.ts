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
];
