import { still } from '../operate/show.js';
import type { Check, CheckStatus } from './check.js';

const STATUS: Readonly<Record<CheckStatus, string>> = {
  ok: 'ok',
  failed: 'failed',
  unknown: 'could not tell',
  pending: 'pending',
};

/** One line a check, and one below it with what to do. */
export function shownChecks(checks: readonly Check[]): string {
  const width = Math.max(...Object.values(STATUS).map(({ length }) => length));
  const lines = checks.flatMap((check) => {
    const line = `${STATUS[check.status].padEnd(width)}  ${check.name}: ${check.found}`;
    return check.status === 'ok' ? [line] : [line, `${' '.repeat(width)}  -> ${check.next}`];
  });
  const failures = checks.filter(({ status }) => status === 'failed').length;
  const end = failures === 0 ? 'Nothing failed.' : `Failed: ${failures}.`;
  return still(`${[...lines, '', end].join('\n')}\n`);
}
