import { describe, expect, test } from 'vitest';
import { nameOf } from '../schedule/deviations.js';
import { type Extent, explore, type Slice } from './explore.js';

const WHOLE = { first: 1, every: 1, limit: Number.POSITIVE_INFINITY };

/** A read and then a write; the read is repeated where it was lost. */
async function explored(slice: Slice): Promise<{ names: readonly string[]; extent: Extent }> {
  const names: string[] = [];
  const extents: Extent[] = [];
  await explore({
    slice,
    run: async (planned) => {
      const isLost = planned.some(({ effect, kind }) => effect === 1 && kind === 'lost');
      const reads = isLost ? ['custody read', 'custody read'] : ['custody read'];
      return { report: nameOf(planned), wheres: [...reads, 'custody create'] };
    },
    onExtent: (extent) => extents.push(extent),
    onReport: (planned, report) => {
      expect(report).toBe(nameOf(planned));
      names.push(report);
    },
  });
  const [extent] = extents;
  if (extent === undefined) throw new Error('no extent was told');
  return { names, extent };
}

describe('all runs with two deviations at most', () => {
  test('are made once each', async () => {
    const { names, extent } = await explored(WHOLE);
    expect(new Set(names).size).toBe(names.length);
    expect(extent).toEqual({ effects: 2, deviations: 5 + 11, runs: names.length });
    expect(names.slice(0, 2)).toEqual(['', '1:lost']);
  });

  test('have what only happens because of the first', async () => {
    const { names } = await explored(WHOLE);
    // The write is the third once the read is repeated.
    expect(names).toContain('1:lost,2:lost');
    expect(names).toContain('1:lost,3:doubled');
    expect(names).not.toContain('1:late,3:doubled');
  });

  test('have a late effect of a process that is killed at it, and no process killed twice at one', async () => {
    const { names } = await explored(WHOLE);
    expect(names).toContain('2:late,2:killed-between');
    expect(names).not.toContain('2:killed-between,2:late');
    expect(names).not.toContain('2:killed-between,2:frozen-after');
    expect(names).not.toContain('2:lost,2:late');
  });

  test('are the same in slices', async () => {
    const { names } = await explored(WHOLE);
    const slices = [];
    for (let first = 1; first <= names.length; first += 7) {
      slices.push(...(await explored({ first, every: 1, limit: 7 })).names);
    }
    expect(slices).toEqual(names);
    const { names: some } = await explored({ first: 3, every: 10, limit: 4 });
    expect(some).toEqual([2, 12, 22, 32].map((index) => names[index]));
  });
});
