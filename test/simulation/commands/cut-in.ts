import type { Cut, FullCut } from '../shrinking/cut.js';
import type { Options } from './options.js';

/** What a command line leaves of a schedule. */
export function cutIn({ faults, work, processes, nodes }: Options): Cut {
  return {
    faults: listed(faults),
    work: listed(work),
    processes: counted(processes),
    nodes: counted(nodes),
  };
}

/** The options that leave so much. */
export function optionsFor({ faults, work, processes, nodes }: FullCut): string {
  const list = (numbers: readonly number[]) => numbers.join(',') || 'none';
  return (
    `--faults ${list(faults)} --work ${list(work)} ` + `--processes ${processes} --nodes ${nodes}`
  );
}

function listed(text: string | undefined): readonly number[] | undefined {
  return text === 'none' ? [] : text?.split(',').map(numberIn);
}

function counted(text: string | undefined): number | undefined {
  return text === undefined ? undefined : numberIn(text);
}

function numberIn(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new RangeError(`${text} is no number from 1`);
  return Number(text);
}
