import type { Action } from '../../src/transactions/life/actions.js';
import type { Answer } from '../../src/transactions/life/answers.js';
import type { Facts } from '../../src/transactions/life/facts.js';

/** What is asked before a transaction is built comes in any order. */
const READS: readonly string[] = ['find', 'list', 'read'];
/** What the model has none of: transfers of the custody's own, Tickets that are created, bytes that are not one key's. */
const BEYOND: readonly string[] = ['look-for-transfer', 'create-tickets', 'list-others'];

/** What was heard while what was wanted; nothing where it is beyond the model, which has calls for one transaction. */
export function moveOf<T, R>(
  { request, members }: Facts<T, R>,
  actions: readonly Action[],
  answer: Answer<T, R>,
): string | undefined {
  const { purpose, isBatch, isNative, chosen } = request.wanted;
  const isBeyond = actions.some(({ kind }) => BEYOND.includes(kind));
  const isOther = isBatch || isNative || chosen !== undefined || purpose === 'deliver';
  const isLong = request.attempts.length > 3 || members.length > 2;
  if (isOther || isBeyond || isLong) return undefined;
  const isReads = actions.every(({ kind }) => READS.includes(kind)) && actions.length > 0;
  return `${purpose}: ${isReads ? 'reads' : kindsOf(actions)} <- ${wordsOf(answer)}`;
}

/** What is wanted, in words: to tell something is wanted alone. */
export function kindsOf(actions: readonly Action[]): string {
  const [first] = actions;
  if (first?.kind === 'tell') return `tell ${first.told.state}`;
  return [...new Set(actions.map(({ kind }) => kind))].sort().join(' + ');
}

/** An answer in words: what it is, and what it says. */
export function wordsOf<T, R>(answer: Answer<T, R>): string {
  return `${answer.kind} ${sayingOf(answer)}`.trim();
}

function sayingOf<T, R>(answer: Answer<T, R>): string {
  switch (answer.kind) {
    case 'found':
      return answer.search.said;
    case 'asked':
      return answer.asked.said;
    case 'said':
      return answer.statement.status.state;
    case 'sent':
      return answer.submission.state;
    default:
      return '';
  }
}
