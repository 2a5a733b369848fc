import { expect, test } from 'vitest';
import { statesOf } from '../../src/transactions/life/told.js';
import { builtRow, heard, left, looked } from '../support/heard.js';

const CONFIRMED = { state: 'confirmed', hash: 'h', result: 'done' } as const;
const EXPIRED = { state: 'expired' } as const;
const REPLACED = { state: 'replaced', by: 'h' } as const;

test('each transaction is told as it landed, whichever attempt that was of', () => {
  const facts = heard(
    builtRow(1, [5n, 6n]),
    left(1, 'expired'),
    builtRow(2, [5n, 6n]),
    left(2, 'settled'),
    ...looked(1, 0, CONFIRMED),
    ...looked(1, 1, EXPIRED),
    ...looked(2, 0, REPLACED),
    ...looked(2, 1, CONFIRMED),
  );
  expect(statesOf(facts, 1)).toEqual([CONFIRMED, CONFIRMED]);
  expect(statesOf(facts, 2)).toEqual([CONFIRMED, CONFIRMED]);
});

test('where none has landed, each is told as the attempt has it', () => {
  const row = [builtRow(1, [5n]), left(1, 'expired'), builtRow(2, [5n])];
  const facts = heard(...row, ...looked(1, 0, EXPIRED), ...looked(2, 0, REPLACED));
  expect(statesOf(facts, 1)).toEqual([EXPIRED]);
  expect(statesOf(facts, 2)).toEqual([REPLACED]);
});

const FAILED = { state: 'failed', hash: 'f', code: 'no', result: 'nothing' } as const;

test.each([
  ['is on its way', { state: 'open', seen: true }, { state: 'pending' }],
  ['has paid', CONFIRMED, CONFIRMED],
  ['came to nothing', REPLACED, FAILED],
] as const)('after one that failed, an attempt that %s is told so', (_, own, told) => {
  const row = [builtRow(1, [5n]), left(1, 'settled'), builtRow(2, [6n])];
  const facts = heard(...row, ...looked(1, 0, FAILED), ...looked(2, 0, own));
  expect(statesOf(facts, 2).map(({ state }) => state)).toEqual([told.state]);
});
