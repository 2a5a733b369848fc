import { throwIfAborted } from '../../core/clock.js';
import { GatewayError } from '../../core/errors.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import { loadVerifier } from '../../signer/verify.js';
import type { Chain, Signed, Submission, Terms, TransactionStatus } from '../chain.js';
import { nextNumberOf, rowOf } from '../numbers.js';
import type { Operator, Operators } from '../operators.js';
import { lifetimeOf } from '../options.js';
import { isLanded } from '../outcome.js';
import { orderOf } from '../records/records.js';
import { Salt } from '../salt.js';
import { ticketsOf } from '../tickets.js';
import type { Doing } from './actions.js';
import { isSpent } from './at-lane.js';
import { begin, type Context, inputsOf, type Moment, since, tell } from './context.js';
import { contentsOf, messagesOf, reproduces } from './orders.js';
import { membersOf, recordOf } from './status.js';
import { explainables, summaryFor } from './summary.js';
import { numberOn, type Statement, verdictOn } from './verdict.js';

const overruling = () => import('./overruling.js');

/** Reads everything that a transaction is built on, in one parallel batch, and loads what its signature needs. */
export async function read<I, T, R>(
  context: Context<I, T, R>,
  moment: Moment<T, R>,
): Promise<void> {
  const { stage, job, snapshots } = context;
  const { attempt, hear, signal } = moment;
  const { account } = job;
  const { all, agree } = stage.operators;
  const [read, tickets = []] = await Promise.all([
    all.length > agree
      ? overruling().then((it) => it.readOrOverrule(context, moment))
      : stage.chain.read({ account, inputs: inputsOf(context) }, { signal }),
    attempt.lane === 'ticket' ? ticketsOf(stage.chain, account, { signal }) : undefined,
    loadVerifier(account.key),
  ]);
  snapshots.set(attempt.index, read);
  const reading = { nextNumber: nextNumberOf(read), tickets };
  hear({ kind: 'read', attempt: attempt.index, reading });
}

/** Builds the transactions to sign from what was read. */
export async function build<I, T, R>(
  context: Context<I, T, R>,
  numbers: readonly bigint[],
  { attempt, hear }: Moment<T, R>,
): Promise<void> {
  const { stage, job, snapshots } = context;
  const { chain, clock, signer } = stage;
  const { index, requestId, lane: kind = 'sequence' } = attempt;
  const { account, options } = job;
  begin(context, `build ${index}`);
  let isFixed = false;
  let height: bigint | undefined;
  const inputs = inputsOf(context);
  const transactions = inputs.map((input, at) => {
    const snapshot = snapshots.get(index)?.[at];
    const value = numbers[at];
    if (!snapshot || value === undefined) throw new Error('Each input has a reading and a number.');
    if (snapshot.concern) {
      const { resultCode, reason } = snapshot.concern;
      tell(context, index, { type: 'would-fail', resultCode, reason });
    }
    height = snapshot.height;
    const salt = new Salt(requestId);
    const request = { account, input, snapshot, number: { kind, value }, salt };
    const transaction = chain.build({ ...request, ...lifetimeOf(options, signer) });
    isFixed ||= !salt.isUsed;
    return transaction;
  });
  const members = transactions.map(memberOf(chain));
  const order = { contents: contentsOf(messagesOf(chain, account, transactions)), isFixed };
  const built = height === undefined ? undefined : { height, time: clock.now() };
  context.begun.set(`built ${index}`, since(context, `build ${index}`));
  const { agree } = stage.operators;
  const saidByNodes = (input: I) => {
    const asked = chain.askedOfNodes?.(input);
    return asked && `${asked} from ${agree === 1 ? 'a node' : `${agree} operators`}`;
  };
  const summary = await summaryFor(
    chain,
    explainables(chain, account, transactions, inputs.map(saidByNodes)),
    { ...ledgerOf(chain, height), now: clock.now(), idempotencyKey: job.idempotencyKey },
    stage.summaryLength,
  );
  if (summary !== undefined) context.summaries.set(index, summary);
  hear({ kind: 'built', attempt: index, order, built, members });
}

function memberOf<T>(chain: { termsOf(transaction: T): Terms }) {
  return (transaction: T) => ({ transaction, terms: chain.termsOf(transaction) });
}

/** How the expiry of a transaction becomes a time, where it is a ledger's index. */
function ledgerOf({ expiries }: Chain, index: bigint | undefined) {
  if (!expiries || index === undefined) return {};
  return { ledger: { index, seconds: expiries.usualMs / 1_000 } };
}

/**
 * Rebuilds exactly the transactions that a request is for: from its payload, or else from the caller's input and the
 * terms in the note. They count only if they reproduce the messages that the signer was asked to sign; the payload
 * that comes back as JSON is never believed.
 */
export async function rebuild<I, T, R>(
  context: Context<I, T, R>,
  { attempt, hear, signal }: Moment<T, R>,
): Promise<void> {
  const { stage, job } = context;
  const { chain } = stage;
  const record = recordOf(attempt);
  if (!record) return;
  const goesWith = (transactions: readonly T[] | undefined) => {
    const contents = transactions && contentsOf(messagesOf(chain, job.account, transactions));
    return contents && reproduces(contents, record) ? { transactions, contents } : undefined;
  };
  const found =
    goesWith(await echoedBy(context, record)) ?? goesWith(await builtAnew(context, record, signal));
  const members = (found?.transactions ?? []).map(memberOf(chain));
  const order = found ? { contents: found.contents, isFixed: undefined } : 'irreproducible';
  hear({ kind: 'built', attempt: attempt.index, order, built: undefined, members });
}

async function echoedBy<T>(
  { stage, job }: Context<unknown, T>,
  { unhashedPayload }: SigningRecord,
): Promise<readonly T[] | undefined> {
  const payloads: unknown = job.batch ? unhashedPayload : [unhashedPayload];
  if (!Array.isArray(payloads)) return undefined;
  const transactions = await Promise.all(
    payloads.map((payload: unknown) => stage.chain.rebuild(payload, job.account)),
  );
  return transactions.every((one) => one !== undefined) ? transactions : undefined;
}

/** From the caller's input, where the note has the common terms of all transactions. */
async function builtAnew<I, T>(
  context: Context<I, T>,
  record: SigningRecord,
  signal: AbortSignal,
): Promise<readonly T[] | undefined> {
  const { stage, job } = context;
  const { account } = job;
  const terms = termsIn(record);
  const inputs = inputsOf(context).slice(0, terms.length);
  if (terms.length === 0 || inputs.length < terms.length) return undefined;
  const snapshots = await stage.chain.read({ account, inputs }, { signal });
  return inputs.flatMap((input, index) => {
    const [snapshot, own] = [snapshots[index], terms[index]];
    if (!snapshot || !own) return [];
    return [stage.chain.rebuildFrom({ account, input, snapshot, terms: own })];
  });
}

function termsIn(record: SigningRecord): readonly Terms[] {
  const { note } = orderOf(record);
  if (note?.terms) return [note.terms];
  if (note?.batch?.fee === undefined) return [];
  const { numbers, fee, expiry } = note.batch;
  return numbers.map((value) => ({ number: { kind: 'sequence', value }, fee, expiry }));
}

/** Best first: a transaction that one operator accepts counts as accepted. */
const RANKS: readonly Submission['state'][] = ['accepted', 'unclear', 'open', 'busy', 'refused'];

/**
 * Sends to all operators: one that accepts it without passing it on must not keep it from the others. It counts as
 * refused if enough operators refuse it, and no other answer differs.
 */
export async function send(
  context: Context,
  { member, again }: Doing<'send'>,
  { facts, attempt, hear, signal }: Moment,
): Promise<void> {
  const { stage, job } = context;
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
    tell(context, index, {
      type: 'underpaid',
      hash: signed.hash,
      fee: `${fee}`,
      asked: `${asks}`,
    });
  }
  if (again) tell(context, index, { type: 'resubmitted', hash: signed.hash });
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

/** What each operator shows of a transaction. */
export async function look<I, T, R>(
  { stage, job }: Context<I, T, R>,
  { member, patient, pauses }: Doing<'look'>,
  { facts, attempt, hear, signal }: Moment<T, R>,
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
export async function lookForTransfer<I, T, R>(
  { stage, job }: Context<I, T, R>,
  { attempt, hear, signal }: Moment<T, R>,
): Promise<void> {
  const { index, hash } = attempt;
  if (!hash) return;
  const { all, agree } = stage.operators;
  const numbers: bigint[] = [];
  const said: Statement<R>[] = [];
  const askOne = async ({ name, chain }: Operator<T, R>): Promise<void> => {
    // A question without an answer says nothing about the transaction.
    const call = { signal };
    const seen = await chain.lookUpHash?.(hash.value, job.account, call).catch(() => undefined);
    if (seen?.number !== undefined) numbers.push(seen.number);
    said.push({ operator: name, status: seen?.outcome ?? { state: 'open', seen: false } });
  };
  await Promise.all(all.map(askOne));
  throwIfAborted(signal);
  const told = verdictOn(said, agree, true);
  const outcome = isLanded(told) ? told : undefined;
  const isOther = outcome && (await stage.chain.isOf?.(job.inputs?.[0], outcome.result)) === false;
  const number = numberOn(numbers, agree);
  const seen = isOther ? { number, outcome: undefined, isOther } : { number, outcome };
  hear({ kind: 'transfer-seen', attempt: index, seen });
}

/** Which of the attempt's numbers are spent, by any transaction. A question without an answer frees none. */
export async function count(
  { stage: { chain }, job }: Context,
  { facts, attempt, hear, signal }: Moment,
): Promise<void> {
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
