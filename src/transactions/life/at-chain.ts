import { throwIfAborted } from '../../core/clock.js';
import { GatewayError } from '../../core/errors.js';
import type { Signed, Submission, TransactionStatus } from '../chain.js';
import { rowOf } from '../numbers.js';
import type { Operator, Operators } from '../operators.js';
import { isLanded } from '../outcome.js';
import { ticketsOf } from '../tickets.js';
import type { Doing } from './actions.js';
import { isSpent } from './at-lane.js';
import { type Moment, tell } from './context.js';
import { membersOf } from './status.js';
import { numberOn, type Statement, verdictOn } from './verdict.js';

/** Best first: a transaction that one operator accepts counts as accepted. */
const RANKS: readonly Submission['state'][] = ['accepted', 'unclear', 'open', 'busy', 'refused'];

/**
 * Sends to all operators: one that accepts it without passing it on must not keep it from the others. It counts as
 * refused if enough operators refuse it, and no other answer differs.
 */
export async function send(moment: Moment, { member, again }: Doing<'send'>): Promise<void> {
  const { stage, job, facts, attempt, hear, signal } = moment;
  throwIfAborted(job.options.signal);
  const own = membersOf(facts, attempt)[member];
  const signed = own?.signed;
  if (!signed) return;
  const { index } = attempt;
  const startedAt = stage.clock.monotonic();
  const submission = await submitted(stage.operators, signed, signal);
  const { asks = 0n } = submission;
  if (!own.sent && asks > own.terms.fee) {
    const { fee } = own.terms;
    tell(moment, index, {
      type: 'underpaid',
      hash: signed.hash,
      fee: `${fee}`,
      asked: `${asks}`,
    });
  }
  if (again) tell(moment, index, { type: 'resubmitted', hash: signed.hash });
  hear({ kind: 'sent', attempt: index, member, submission, startedAt, again });
}

/** The result of a submission to all of them. */
async function submitted<T, R>(
  { all, agree }: Operators<T, R>,
  signed: Signed,
  signal: AbortSignal,
): Promise<Submission> {
  const heard: Submission[] = [];
  const silent: Submission[] = [];
  const submitTo = async ({ chain }: Operator<T, R>): Promise<void> => {
    try {
      const answer = await chain.submit(signed, { signal });
      heard.push(answer);
      if (answer.state === 'accepted') return;
    } catch (error) {
      silent.push(unheard(error));
    }
    throw new Error('not taken');
  };
  await Promise.any(all.map(submitTo)).catch(() => undefined);
  return saidOf(heard, silent, agree);
}

/** Combines the answers of all operators to a submission. */
function saidOf(
  heard: readonly Submission[],
  silent: readonly Submission[],
  agree: number,
): Submission {
  const refusals = heard.filter(({ state }) => state === 'refused');
  const [refused] = refusals;
  if (refused && refusals.length >= agree && refusals.length === heard.length) return refused;
  const answers = [...heard, ...silent];
  const ranked = RANKS.flatMap((rank) => answers.filter(({ state }) => state === rank));
  return ranked[0] ?? unheard(undefined);
}

/** After any error on the way, the bytes may have arrived. */
function unheard(error: unknown): Submission {
  return { state: 'unclear', code: reasonOf(error) };
}

export async function look<I, T, R>(
  { stage, job, facts, attempt, hear, signal }: Moment<I, T, R>,
  { member, patient, pauses }: Doing<'look'>,
): Promise<void> {
  const { index } = attempt;
  const own = membersOf(facts, attempt)[member];
  if (!own) return;
  const { transaction, signed, terms } = own;
  hear({ kind: 'look-begun', attempt: index, member, pauses });
  const request = { transaction, hash: signed?.hash, patient };
  const askOne = async ({ name, chain }: Operator<T, R>): Promise<void> => {
    const said = await chain.lookUp(request, { signal }).catch(unseen);
    const isBehind = said.state === 'open' && (await isSpent(stage, job.account, terms.number));
    const statement = { operator: name, status: isBehind ? BEHIND : said };
    if (!signal.aborted) hear({ kind: 'said', attempt: index, member, statement });
  };
  await Promise.all(stage.operators.all.map(askOne));
}

/** That a number is unspent is no news from a node that has not come as far as its account's lane. */
const BEHIND: TransactionStatus<never> = {
  state: 'unknown',
  reason: 'the node is behind: it shows a spent number as unspent',
};

/** A look that fails is no outcome. */
function unseen(error: unknown): TransactionStatus<never> {
  return { state: 'unknown', reason: reasonOf(error) };
}

/** What the operators show under the hash of a transfer that the custody platform made. */
export async function lookForTransfer<I, T, R>(moment: Moment<I, T, R>): Promise<void> {
  const { stage, job, attempt, hear, signal } = moment;
  const { index, hash } = attempt;
  if (!hash) return;
  const { all, agree } = stage.operators;
  const numbers: bigint[] = [];
  const said: Statement<R>[] = [];
  let foreign = 0;
  const askOne = async ({ name, chain }: Operator<T, R>): Promise<void> => {
    // A question without an answer says nothing about the transaction.
    const call = { signal };
    const seen = await chain.lookUpHash?.(hash.value, job.account, call).catch(() => undefined);
    if (seen?.number !== undefined) numbers.push(seen.number);
    if (seen?.isOther) foreign++;
    said.push({ operator: name, status: seen?.outcome ?? { state: 'open', seen: false } });
  };
  await Promise.all(all.map(askOne));
  throwIfAborted(signal);
  const told = verdictOn(said, agree, true);
  const outcome = isLanded(told) ? told : undefined;
  const isOther = outcome
    ? (await stage.chain.isOf?.(job.inputs?.[0], outcome.result)) === false
    : foreign >= agree;
  const number = numberOn(numbers, agree);
  const seen = isOther ? { number, outcome: undefined, isOther } : { number, outcome };
  hear({ kind: 'transfer-seen', attempt: index, seen });
}

/** Which of the attempt's numbers are spent, by any transaction. A question without an answer frees none. */
export async function count(moment: Moment): Promise<void> {
  const { stage, job, facts, attempt, hear, signal } = moment;
  const { chain } = stage;
  const own = membersOf(facts, attempt).flatMap(({ terms }) => rowOf(terms));
  const call = { signal };
  const ask = async () => {
    if (attempt.lane !== 'ticket') {
      const next = await chain.nextNumber(job.account, call);
      return { gone: own.filter((number) => number < next), next };
    }
    const tickets = await ticketsOf(chain, job.account, call);
    // A Ticket that no operator lists is never given out again.
    const gone = tickets ? own.filter((number) => !tickets.includes(number)) : own;
    return { gone, next: undefined };
  };
  const counted = await ask().catch(() => ({ gone: [], next: undefined }));
  hear({ kind: 'counted', attempt: attempt.index, ...counted });
}

function reasonOf(error: unknown): string {
  return error instanceof GatewayError ? error.message : 'an unexpected error';
}
