import { grouped } from '../../core/operators.js';
import type { TransactionStatus } from '../chain.js';
import { finalIn, isLanded } from '../outcome.js';

/** What an operator's nodes say about a transaction. */
export interface Statement<Result> {
  readonly operator: string;
  readonly status: TransactionStatus<Result>;
}

/**
 * The status of a transaction, from what operators have said about it so far: nothing yet while operators that have
 * not answered may decide it.
 *
 * A final outcome takes `agree` operators that say the same. An operator that is behind makes the others wait, one
 * that no longer knows has no vote, and when two statements can't both be true neither is believed, unless enough
 * others agree.
 */
export function verdictOn<R>(
  said: readonly Statement<R>[],
  agree: number,
  areAll: boolean,
): TransactionStatus<R> | undefined {
  const finals = finalsIn(said);
  const [agreed, ...more] = finals.filter(({ length }) => length >= agree);
  if (agreed && more.length === 0) return together(agreed);
  const open = said.flatMap(({ status }) => (status.state === 'open' ? [status] : []));
  if (!agreed && !areAll && open.length < agree) return undefined;
  if (agreed || (finals.length > 1 && open.length < agree)) {
    return unknown('the operators contradict each other', said);
  }
  const [first] = open;
  if (!first) return unknown(`fewer than ${agree} operators say the same`, said);
  // A transaction that one operator shows is on its way, for the operators that don't show it yet.
  if (said.some(({ status }) => isLanded(status))) return { state: 'open', seen: true };
  return open.find(({ seen, dropped }) => seen && dropped === undefined) ?? first;
}

/** The number that `agree` operators give; nothing while they don't, or where enough others give another. */
export function numberOn(given: readonly bigint[], agree: number): bigint | undefined {
  const groups = [...grouped(given, String).values()];
  const [agreed, ...more] = groups.filter(({ length }) => length >= agree);
  return more.length === 0 ? agreed?.[0] : undefined;
}

/** Whether some statements can't be true if others are. */
export function areAtOdds(said: readonly Statement<unknown>[]): boolean {
  return finalsIn(said).length > 1;
}

/** The final statements, equal ones grouped together. */
function finalsIn<R>(said: readonly Statement<R>[]): readonly (readonly Statement<R>[])[] {
  const finals = said.filter(({ status }) => finalIn(status));
  return [...grouped(finals, wordsOf).values()];
}

/**
 * One statement for a group. The transaction that spent the number of an expired one is named only where all name it:
 * the others may be behind.
 */
function together<R>(same: readonly Statement<R>[]): TransactionStatus<R> | undefined {
  const statuses = same.map(({ status }) => status);
  return statuses.find((each) => each.state === 'expired' && each.by === undefined) ?? statuses[0];
}

function unknown(reason: string, said: readonly Statement<unknown>[]): TransactionStatus<never> {
  const words = said.map(inWords).map(({ operator, says }) => `${operator}: ${says}`);
  return { state: 'unknown', reason: `${reason} (${words.join('; ')})` };
}

/** Longer than any text but a contract's answer, or that of a hostile node. */
const LONGEST_SAID = 500;

/** A statement as text for people. */
export function inWords(statement: Statement<unknown>) {
  return { operator: statement.operator, says: wordsOf(statement).slice(0, LONGEST_SAID) };
}

function wordsOf({ status }: Statement<unknown>): string {
  switch (status.state) {
    case 'confirmed':
    case 'failed': {
      const { state, hash, particulars } = status;
      const code = state === 'failed' ? [status.code] : [];
      return [state, hash, ...code, ...(particulars === undefined ? [] : [particulars])].join(', ');
    }
    case 'replaced':
      return `replaced by ${status.by}`;
    case 'unknown':
      return status.reason;
    default:
      return status.state;
  }
}
