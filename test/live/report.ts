import { type Peer, recordedAnswers } from '../support/recorded.js';
import { type Finding, findingsOf } from './findings.js';
import type { Run, Table } from './run.js';

/** What a run on a network has shown. */
export interface LiveReport {
  readonly table: Table;
  readonly run: Run;
  /** How its answers differ from all that the sandbox and the recordings have. */
  readonly findings: readonly Finding[];
}

interface Runs {
  readonly table: Table;
  readonly now: Run;
  readonly sandbox: Run;
  /** What an earlier run has found to be pinned. */
  readonly pins: Run['pins'];
}

/** Holds what a network has answered against the sandbox and the recordings. */
export function reportOf(peer: Peer, { table, now, sandbox, pins }: Runs): LiveReport {
  const recorded = recordedAnswers(peer).filter(({ call }) => call !== 'any');
  const before = { exchanges: sandbox.exchanges, failures: [], pins };
  return { table, run: now, findings: findingsOf(table, now, before, recorded) };
}
