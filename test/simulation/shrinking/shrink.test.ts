import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FullCut } from './cut.js';
import { shrink } from './shrink.js';

const numbers = (most: number) =>
  fc.integer({ min: 0, max: most }).map((count) => Array.from({ length: count }, (_, n) => n + 1));

const whole = fc.record({
  faults: numbers(40),
  work: numbers(8),
  processes: fc.integer({ min: 1, max: 3 }),
  nodes: fc.integer({ min: 1, max: 3 }),
});

test('what is needed is left, and nothing else', async () => {
  const wanted = whole.chain((all) =>
    fc.tuple(
      fc.constant(all),
      fc.record({
        faults: fc.subarray(all.faults),
        work: fc.subarray(all.work),
        processes: fc.integer({ min: 1, max: all.processes }),
        nodes: fc.integer({ min: 1, max: all.nodes }),
      }),
    ),
  );
  await fc.assert(
    fc.asyncProperty(wanted, async ([all, needed]) => {
      const has = async (cut: FullCut) =>
        needed.faults.every((fault) => cut.faults.includes(fault)) &&
        needed.work.every((work) => cut.work.includes(work)) &&
        cut.processes >= needed.processes &&
        cut.nodes >= needed.nodes;
      expect(await shrink(all, has)).toEqual(needed);
    }),
  );
});

test('what is left breaks, and none of it can be spared, however its parts hang together', async () => {
  // Either of two pairs of faults does, and each pair needs other work.
  const breaks = async ({ faults, work }: FullCut) =>
    (faults.includes(3) && faults.includes(7) && work.includes(1)) ||
    (faults.includes(2) && faults.includes(5) && work.includes(4));
  await fc.assert(
    fc.asyncProperty(whole, async (all) => {
      fc.pre(await breaks(all));
      const left = await shrink(all, breaks);
      expect(await breaks(left)).toBe(true);
      expect([left.faults.length, left.work.length]).toEqual([2, 1]);
    }),
  );
});
