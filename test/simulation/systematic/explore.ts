import type { Deviation } from '../schedule/deviations.js';
import { deviationsIn, secondsOf } from './space.js';

/** Which of the runs are made: from a first on every so many, and at most so many. */
export interface Slice {
  readonly first: number;
  readonly every: number;
  readonly limit: number;
}

/** What there is to try. */
export interface Extent {
  readonly effects: number;
  readonly deviations: number;
  readonly runs: number;
}

interface Exploration<Report> {
  readonly slice: Slice;
  /** Tells where the effects of the run went, too. */
  readonly run: (
    planned: readonly Deviation[],
  ) => Promise<{ readonly report: Report; readonly wheres: readonly string[] }>;
  readonly onExtent: (extent: Extent) => void;
  /** Told of each run of the slice. */
  readonly onReport: (planned: readonly Deviation[], report: Report) => void;
}

/**
 * Numbers the runs: first the plain one, then those with one deviation, then those with two. Which second
 * ones there are is seen in a run that has the first, such as the tries that come after what was lost; so
 * those with one are run whatever the slice.
 */
export async function explore<Report>(exploration: Exploration<Report>): Promise<void> {
  const { slice, run, onExtent, onReport } = exploration;
  let number = 0;
  let made = 0;
  const isNextWanted = () => {
    number += 1;
    const isOn = number >= slice.first && (number - slice.first) % slice.every === 0;
    if (!isOn || made >= slice.limit) return false;
    made += 1;
    return true;
  };
  const effectsWith = async (planned: readonly Deviation[]) => {
    const { report, wheres } = await run(planned);
    if (isNextWanted()) onReport(planned, report);
    return wheres;
  };

  const plain = await effectsWith([]);
  const firsts = deviationsIn(plain);
  const pairs: (readonly [Deviation, Deviation])[] = [];
  for (const first of firsts) {
    for (const second of secondsOf(first, await effectsWith([first]))) pairs.push([first, second]);
  }
  const runs = 1 + firsts.length + pairs.length;
  onExtent({ effects: plain.length, deviations: firsts.length, runs });
  for (const pair of pairs) {
    if (isNextWanted()) onReport(pair, (await run(pair)).report);
  }
}
