import {
  Cl,
  type ClarityAbi,
  createContractCallPayload,
  validateContractCall,
} from '@stacks/transactions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fits, nameOfType } from '../../src/stacks/operations/clarity-type.js';
import { own } from '../support/own-clarity.js';
import { runs } from '../support/runs.js';

type AbiType = ClarityAbi['functions'][number]['args'][number]['type'];

const ADDRESS = 'ST000000000000000000002AMW42H';

/** Some types, within each other. */
const type = fc.letrec<{ type: AbiType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<AbiType>('uint128', 'int128', 'bool', 'principal', 'trait_reference'),
    fc.nat(3).map((length): AbiType => ({ buffer: { length } })),
    fc.nat(3).map((length): AbiType => ({ 'string-ascii': { length } })),
    tie('type').map((optional): AbiType => ({ optional })),
    fc.tuple(tie('type'), tie('type')).map(([ok, error]): AbiType => ({ response: { ok, error } })),
    fc
      .tuple(tie('type'), fc.nat(2))
      .map(([of, length]): AbiType => ({ list: { type: of, length } })),
    fc.tuple(tie('type'), tie('type')).map(
      ([a, b]): AbiType => ({
        tuple: [
          { name: 'a', type: a },
          { name: 'b', type: b },
        ],
      }),
    ),
  ),
})).type;

const value = fc.letrec<{ value: ReturnType<typeof Cl.uint> }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(
      Cl.uint(1),
      Cl.int(1),
      Cl.bool(true),
      Cl.principal(ADDRESS),
      Cl.principal(`${ADDRESS}.pox-5`),
      Cl.none(),
      Cl.bufferFromHex('0102'),
      Cl.stringAscii('ab'),
      Cl.list([]),
    ) as fc.Arbitrary<never>,
    tie('value').map((one) => Cl.some(one) as never),
    tie('value').map((one) => Cl.ok(one) as never),
    tie('value').map((one) => Cl.error(one) as never),
    tie('value').map((one) => Cl.list([one]) as never),
    fc.tuple(tie('value'), tie('value')).map(([a, b]) => Cl.tuple({ a, b }) as never),
  ),
})).value;

/** What the chain's own library says. */
function libraryFits(given: never, wanted: AbiType): boolean {
  const abi = {
    functions: [
      {
        name: 'f',
        access: 'public',
        args: [{ name: 'x', type: wanted }],
        outputs: { type: 'bool' },
      },
    ],
  } as unknown as ClarityAbi;
  try {
    return validateContractCall(createContractCallPayload(ADDRESS, 'c', 'f', [given]), abi);
  } catch {
    return false;
  }
}

describe('a Clarity type, as interfaces write it', () => {
  test('never refuses what the chain’s library takes', () => {
    fc.assert(
      fc.property(type, value, (wanted, given) => {
        if (libraryFits(given as never, wanted)) expect(fits(own(given), wanted)).toBe(true);
      }),
      runs(2_000),
    );
  });

  test.each([
    [Cl.uint(1), 'int128'],
    [Cl.principal(ADDRESS), 'trait_reference'],
    [Cl.bufferFromHex('0102'), { buffer: { length: 1 } }],
    [Cl.stringAscii('abc'), { 'string-ascii': { length: 2 } }],
    [Cl.stringAscii('abc'), { 'string-utf8': { length: 9 } }],
    [Cl.some(Cl.uint(1)), { optional: 'int128' }],
    [Cl.ok(Cl.uint(1)), { response: { ok: 'bool', error: 'uint128' } }],
    [Cl.error(Cl.uint(1)), { response: { ok: 'uint128', error: 'bool' } }],
    [Cl.list([Cl.uint(1), Cl.uint(2)]), { list: { type: 'uint128', length: 1 } }],
    [Cl.list([Cl.uint(1)]), { list: { type: 'bool', length: 1 } }],
    [Cl.tuple({ a: Cl.uint(1) }), { tuple: [{ name: 'b', type: 'uint128' }] }],
    [Cl.tuple({ a: Cl.uint(1), b: Cl.uint(1) }), { tuple: [{ name: 'a', type: 'uint128' }] }],
    [Cl.tuple({ a: Cl.uint(1) }), { tuple: [{ name: 'a', type: 'bool' }] }],
    [Cl.uint(1), { tuple: [] }],
  ])('refuses %o where %o is wanted', (given, wanted) => {
    expect(fits(own(given), wanted)).toBe(false);
  });

  test('that is not known here takes anything', () => {
    for (const unknown of ['uint256', { set: { length: 3 } }, 5, null]) {
      expect(fits(own(Cl.uint(1)), unknown)).toBe(true);
      expect(nameOfType(unknown)).toEqual(expect.any(String));
    }
  });

  test('has a name of its outer levels, and of words that can be shown', () => {
    let deep: unknown = 'bool';
    for (let level = 0; level < 100_000; level += 1) deep = { optional: deep };
    expect(nameOfType(deep)).toBe(`${'(optional '.repeat(8)}…${')'.repeat(8)}`);
    expect(nameOfType(`\u001b[31m${'x'.repeat(5_000)}`)).toMatch(/^\\u001b\[31mx{200,251}$/);
  });

  test('has a name, as Clarity writes it', () => {
    const wanted = {
      tuple: [
        { name: 'a', type: { list: { length: 3, type: { optional: { buffer: { length: 2 } } } } } },
        { name: 'b', type: { response: { ok: 'bool', error: { 'string-utf8': { length: 4 } } } } },
      ],
    };
    expect(nameOfType(wanted)).toBe(
      '{a: (list 3 (optional (buff 2))), b: (response bool (string-utf8 4))}',
    );
  });
});
