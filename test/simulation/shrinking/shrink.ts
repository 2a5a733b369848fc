import type { FullCut } from './cut.js';

type Test<T> = (part: T) => Promise<boolean>;

/** The least of a schedule that still does what the whole does: nothing more can be left out of it. */
export async function shrink(whole: FullCut, isStill: Test<FullCut>): Promise<FullCut> {
  let left = whole;
  for (;;) {
    const before = left;
    const { faults, work } = before;
    left = { ...left, work: await least(work, (part) => isStill({ ...left, work: part })) };
    left = { ...left, faults: await least(faults, (part) => isStill({ ...left, faults: part })) };
    for (const part of ['processes', 'nodes'] as const) {
      left = { ...left, [part]: await fewest(left[part], (n) => isStill({ ...left, [part]: n })) };
    }
    if (sizeOf(left) === sizeOf(before)) return left;
  }
}

/** Leaves out halves, then quarters, down to one by one. */
async function least<T>(whole: readonly T[], isStill: Test<readonly T[]>): Promise<readonly T[]> {
  let left = whole;
  for (let size = whole.length; size >= 1; size = Math.floor(size / 2)) {
    for (let from = 0; from < left.length; ) {
      const rest = [...left.slice(0, from), ...left.slice(from + size)];
      if (await isStill(rest)) left = rest;
      else from += size;
    }
  }
  return left;
}

async function fewest(whole: number, isStill: Test<number>): Promise<number> {
  for (let count = 1; count < whole; count += 1) if (await isStill(count)) return count;
  return whole;
}

function sizeOf({ faults, work, processes, nodes }: FullCut): number {
  return faults.length + work.length + processes + nodes;
}
