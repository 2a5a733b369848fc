import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Cl } from '@stacks/transactions';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeValue } from '../../src/stacks/wire/clarity-codec.js';
import { assertTyped } from '../../src/stacks/wire/value-type.js';
import { READ, UNREAD } from '../support/clarity/typed-values.js';
import { clarityValue } from '../support/clarity/values.js';

const PROGRAM = fileURLToPath(new URL('../support/clarity/reads-value.mjs', import.meta.url));

/** Whether the Clarity VM reads each of these bytes; nothing is said behind the first that it does not read. */
function readByNodes(hexes: readonly string[]): readonly boolean[] {
  const said = execFileSync(process.execPath, [PROGRAM], {
    input: JSON.stringify(hexes),
    stdio: 'pipe',
  });
  return JSON.parse(said.toString());
}

function hasType(hex: string): boolean {
  const value = decodeValue(hex);
  try {
    assertTyped([value], '');
    return true;
  } catch {
    return false;
  }
}

const random = (numRuns: number) =>
  fc.sample(clarityValue, { numRuns, seed: 7 }).map((value) => Cl.serialize(value));

describe('the Clarity VM', () => {
  test('reads every value that has a type', () => {
    const typed = [...READ.map(([, hex]) => hex), ...random(300)].filter((hex) => hasType(hex));
    expect(typed.length).toBeGreaterThan(200);
    expect(readByNodes(typed)).toEqual(typed.map(() => true));
  });

  test.each([
    ...UNREAD,
    ...random(2_000)
      .filter((hex) => !hasType(hex))
      .slice(0, 10)
      .map((hex) => [hex, hex] as const),
  ])('does not read %s', (_, hex) => {
    expect(hasType(hex)).toBe(false);
    expect(readByNodes([hex])).toEqual([false]);
  });
});
