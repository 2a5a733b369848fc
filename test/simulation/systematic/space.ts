import {
  DEVIATION_KINDS,
  type Deviation,
  type DeviationKind,
  isOfProcess,
} from '../schedule/deviations.js';

/** What changes something where it arrives. */
const WRITE = /^(custody (create|cancel)|xrpl submit|\w+ post transactions|store (?!get).+)$/;

/** Of a read, each of the others comes to the same as one of these. */
const OF_READS: ReadonlySet<DeviationKind> = new Set([
  'lost',
  'late',
  'swapped',
  'killed-between',
  'frozen-between',
]);

function kindsAt(where: string): readonly DeviationKind[] {
  if (!WRITE.test(where)) return DEVIATION_KINDS.filter((kind) => OF_READS.has(kind));
  const isOfStore = where.startsWith('store ');
  // What is called by a connection that is kept arrives once.
  return DEVIATION_KINDS.filter((kind) => !isOfStore || kind !== 'doubled');
}

/** All that may be otherwise in a run whose effects went there, from an effect on. */
export function deviationsIn(wheres: readonly string[], from = 1): readonly Deviation[] {
  return wheres
    .slice(from - 1)
    .flatMap((where, index) => kindsAt(where).map((kind) => ({ effect: from + index, kind })));
}

/**
 * What may be otherwise besides a first, in a run that has the first already. At one effect it is what
 * becomes of it, and then of its process.
 */
export function secondsOf(first: Deviation, wheres: readonly string[]): readonly Deviation[] {
  return deviationsIn(wheres, first.effect).filter(
    ({ effect, kind }) => effect > first.effect || (!isOfProcess(first.kind) && isOfProcess(kind)),
  );
}
