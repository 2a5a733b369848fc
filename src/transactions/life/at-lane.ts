import { throwIfAborted } from '../../core/clock.js';
import type { Account, AccountNumber } from '../chain.js';
import { AccountBusyError, KeyUsedError } from '../errors.js';
import type { LaneHolder, LanePass, LaneRequest } from '../lanes/lanes.js';
import { firstFree, waitingIn } from '../numbers.js';
import { laneOf, numbersOf } from '../records/records.js';
import { ticketsOf } from '../tickets.js';
import type { Doing } from './actions.js';
import { learn } from './at-signer.js';
import { begin, inputsOf, type Moment, since, tell } from './context.js';
import type { AttemptFacts, Reading } from './facts.js';
import type { Stage } from './job.js';
import { holdersBefore } from './lane-holders.js';
import { membersOf, recordOf } from './status.js';

export async function enter(
  moment: Moment,
  { lane, waits, numbers }: Doing<'enter'>,
): Promise<void> {
  const { stage, job, passes, begun, attempt, hear } = moment;
  const { lanes } = stage;
  const { index } = attempt;
  const request = requestFor(moment, numbers);
  const step = `enter ${index}`;
  if (!begun.has(step)) begin(moment, step);
  if (waits) throwIfAborted(job.options.signal);
  const pass = waits ? await lanes[lane].enter(request) : await lanes[lane].tryEnter(request);
  if (pass) {
    passes.set(index, pass);
    if (waits || !recordOf(attempt)) {
      tell(moment, index, { type: 'lane-entered', durationMs: since(moment, step) });
      begun.delete(step);
    }
    if (numbers) await pass.adopt(numbers);
    begin(moment, `read ${index}`);
  }
  const isToSend = numbers !== undefined;
  hear({ kind: 'entered', attempt: index, lane, isHeld: pass !== undefined, isToSend });
}

function requestFor(
  { stage, job, attempt }: Moment,
  numbers: readonly bigint[] | undefined,
): LaneRequest {
  const { account, idempotencyKey, options, replaces } = job;
  return {
    replaces,
    account: laneOf(stage.chain.id, account),
    holder: { requestId: attempt.requestId, idempotencyKey, numbers },
    timeoutMs: options.laneTimeoutMs,
    signal: options.signal,
    finish: stage.finishFor(account),
  };
}

/** The signer's request decides which numbers it has. */
export async function adopt(moment: Moment): Promise<void> {
  const { stage, job, passes, attempt, hear } = moment;
  const record = recordOf(attempt);
  const pass = passes.get(attempt.index);
  if (record) {
    learn(moment, record);
    if (pass) await pass.adopt(await numbersOf(stage.chain, job.account, record));
  }
  hear({ kind: 'adopted', attempt: attempt.index });
}

/**
 * Lets the requests go first that must: their numbers may be given back, and would then be a gap below a number taken
 * now.
 */
export async function lineUp(moment: Moment): Promise<void> {
  const { passes, snapshots, attempt, hear } = moment;
  const { index, reading } = attempt;
  const pass = passes.get(index);
  const isTried = snapshots.get(index)?.some((snapshot) => snapshot.isTried) === true;
  tell(moment, index, { type: 'read', durationMs: since(moment, `read ${index}`), isTried });
  const isFirst = !pass || !reading || (await isFirstIn(moment, pass, reading));
  begin(moment, `take ${index}`);
  hear({ kind: 'lined-up', attempt: index, isFirst });
}

/** Whether nothing has to go before this call; otherwise its pass has ended. */
async function isFirstIn(
  moment: Moment,
  pass: LanePass,
  { nextNumber, tickets: shown }: Reading,
): Promise<boolean> {
  const { stage, job, snapshots, attempt } = moment;
  const { index, listed, lane } = attempt;
  const { records, isWhole } =
    listed && 'records' in listed ? listed : { records: [], isWhole: false };
  const open = firstFree(nextNumber, waitingIn(snapshots.get(index) ?? []));
  const tickets = lane === 'ticket' ? shown : undefined;
  const all = await holdersBefore(stage.chain, job.account, pass, { records, open, tickets });
  const others = all.filter((holder) => !isOwn(moment, holder));
  const chosen = new Set(job.numbers?.map(({ value }) => value));
  const isRival = ({ numbers }: LaneHolder) => numbers?.some((number) => chosen.has(number));
  const before = others.filter((holder) => !isRival(holder));
  // What replaces a request takes its number; for any other call that number is in use.
  const rivals = job.replaces ? [] : others.filter(isRival);
  await pass.acknowledge(tickets ? [...before, ...rivals] : rivals);
  if (!tickets) await pass.sweepIfDue();
  // A process may be found to be gone while this call reads: then its requests have to be read as well.
  if (!isWhole && pass.isUnreconciled) {
    enterAgain(moment);
    await pass.detach();
    return false;
  }
  if (!tickets && before.length > 0) {
    enterAgain(moment);
    await pass.yieldTo(before);
    return false;
  }
  await pass.reconciled();
  return true;
}

/** The pass is to end, and the call to enter anew, behind what is before it. */
function enterAgain(moment: Moment): void {
  const { index } = moment.attempt;
  moment.passes.delete(index);
  begin(moment, `enter ${index}`);
}

/** Whether a holder is this attempt, or an earlier one under its key. */
function isOwn({ job, attempt }: Moment, { requestId, idempotencyKey }: LaneHolder): boolean {
  return requestId === attempt.requestId || idempotencyKey === job.idempotencyKey;
}

export async function reserve(moment: Moment, { fixed }: Doing<'reserve'>): Promise<void> {
  const { passes, attempt, hear } = moment;
  const { index } = attempt;
  const pass = passes.get(index);
  if (!pass) return;
  try {
    const numbers = await numbersFor(moment, pass, fixed);
    if (Array.isArray(numbers)) {
      tell(moment, index, { type: 'number-taken', durationMs: since(moment, `take ${index}`) });
    }
    hear({ kind: 'reserved', attempt: index, numbers });
  } catch (error) {
    if (error instanceof AccountBusyError && attempt.lane === 'sequence') {
      // Another call with the same key has found requests that are before this one.
      enterAgain(moment);
      await pass.detach();
      return hear({ kind: 'lined-up', attempt: index, isFirst: false });
    }
    if (!(error instanceof KeyUsedError)) throw error;
    // Another call with the same key was faster.
    hear({ kind: 'asked', attempt: index, asked: { said: 'conflict', error } });
  }
}

async function numbersFor<I>(
  moment: Moment<I>,
  pass: LanePass,
  fixed: readonly bigint[] | undefined,
): Promise<AttemptFacts['numbers']> {
  const { stage, job, snapshots, attempt } = moment;
  if (fixed) return (await pass.takeAll(fixed)) ? fixed : 'taken';
  const { nextNumber = 0n, tickets = [] } = attempt.reading ?? {};
  if (attempt.lane === 'ticket' && stage.tickets) {
    return stage.tickets.take(job.account, pass, tickets, job.options.signal);
  }
  const inputs = inputsOf(moment);
  const waiting = waitingIn(snapshots.get(attempt.index) ?? []);
  const [first] = inputs;
  if (job.batch || first === undefined) return pass.reserveMany(nextNumber, inputs.length, waiting);
  const number = await pass.reserve(nextNumber, stage.chain.spanOf?.(first), waiting);
  return number === undefined ? 'gap' : [number];
}

/** Has more Tickets created; each caller waits for them as long as its own options say. */
export async function createTickets(
  { stage, job, attempt: { index, reading }, hear, signal }: Moment,
  { room }: Doing<'create-tickets'>,
): Promise<void> {
  const { account, options } = job;
  const { laneTimeoutMs: timeoutMs } = options;
  await stage.tickets?.create?.(account, room, { timeoutMs, signal: options.signal });
  // Tickets that the ledger shows are from now on read from the ledger only.
  const tickets = (await ticketsOf(stage.chain, account, { signal })) ?? [];
  hear({ kind: 'read', attempt: index, reading: { nextNumber: 0n, ...reading, tickets } });
  hear({ kind: 'reserved', attempt: index, numbers: undefined });
}

/**
 * Waits until every transaction with a smaller number was sent or given up. A transaction whose number another request
 * has by now is not sent: the chain accepts one of the two. Nor is what another call wants to be cancelled.
 */
export async function turn(moment: Moment, { member }: Doing<'turn'>): Promise<void> {
  const { job, passes, facts, attempt, hear } = moment;
  const { index } = attempt;
  const { givesWay, options } = job;
  const { laneTimeoutMs: timeoutMs, signal } = options;
  const pass = passes.get(index);
  const { terms, signed } = membersOf(facts, attempt)[member] ?? {};
  if (!terms) return;
  const number = terms.number.value;
  begin(moment, 'turn');
  const isLost =
    pass &&
    ((await pass.turn(number, { signal, timeoutMs })) === 'lost' ||
      (await givesWay?.({ requestId: attempt.requestId, pass, number })));
  const durationMs = since(moment, 'turn');
  if (!isLost) tell(moment, index, { type: 'turn-reached', durationMs, hash: signed?.hash });
  hear({ kind: isLost ? 'turn-lost' : 'turn-came', attempt: index, member });
}

export async function mark(
  { passes, facts, attempt, hear }: Moment,
  { member }: Doing<'mark'>,
): Promise<void> {
  const number = membersOf(facts, attempt)[member]?.terms.number.value;
  if (number !== undefined) await passes.get(attempt.index)?.sent(number);
  hear({ kind: 'marked', attempt: attempt.index, member });
}

export async function leave(
  { stage, job, passes, attempt: { index }, hear }: Moment,
  { sent, rest, settled, end }: Doing<'leave'>,
): Promise<void> {
  const pass = passes.get(index);
  for (const number of sent) await pass?.sent(number);
  await pass?.leave(rest);
  const account = laneOf(stage.chain.id, job.account);
  for (const { number, outcome } of settled) {
    await stage.lanes[number.kind].settle(account, number.value, outcome);
  }
  hear({ kind: 'left', attempt: index, end });
}

/** Whether a number is known in its account's lane to be spent for good. */
export function isSpent(stage: Stage, account: Account, number: AccountNumber): Promise<boolean> {
  return stage.lanes[number.kind].isSpent(laneOf(stage.chain.id, account), number.value);
}

export async function block({ passes, attempt: { index }, hear }: Moment): Promise<void> {
  await passes.get(index)?.block();
  hear({ kind: 'blocked', attempt: index });
}

export async function doubt({ passes, attempt: { index }, hear }: Moment): Promise<void> {
  await passes.get(index)?.doubted();
  hear({ kind: 'declined', attempt: index, mayAppear: true });
}

export async function decline({ passes, attempt: { index }, hear }: Moment): Promise<void> {
  const mayAppear = (await passes.get(index)?.declined()) === true;
  hear({ kind: 'declined', attempt: index, mayAppear });
}

export async function overwrite(
  { facts, attempt, hear, overwrite: spend }: Moment,
  { members }: Doing<'overwrite'>,
): Promise<void> {
  const own = membersOf(facts, attempt).filter(({ index }) => members.includes(index));
  const lost = own.map(({ terms }) => terms);
  const error = await spend(attempt.requestId, lost);
  hear({ kind: 'overwritten', attempt: attempt.index, error });
}
