import { maximum } from '../core/amount.js';
import type { SigningRecord } from '../signer/raw-signer.js';
import { type Attempt, laneOf, orderOf, ownNoteOf, type Stage } from './attempt.js';
import type { Account, Chain, Snapshot } from './chain.js';
import { firstMeeting } from './first-meeting.js';
import type { Finish, LaneHolder, LanePass, LaneRequest } from './lanes.js';
import { findAttempt, findRecord } from './records.js';
import { ticketsOf } from './tickets.js';

/** How an attempt starts: it exists already, or the lane is ours and the chain was read. */
export type Opening<S> =
  | { readonly record: SigningRecord; readonly pass: LanePass | undefined }
  | { readonly record: undefined; readonly pass: LanePass; readonly reading: Reading<S> };

/** What was read of the chain before a transaction is built. */
export interface Reading<S> {
  /** One for each input. */
  readonly snapshots: readonly S[];
  /** The account's Tickets, where one is to be spent. */
  readonly tickets: readonly bigint[];
}

/** The request for the lane that an attempt makes, with the numbers that it has already. */
export function laneRequestOf<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  finish: Finish,
  numbers?: readonly bigint[],
): LaneRequest {
  const { account, idempotencyKey, options, outruns } = attempt.job;
  return {
    outruns,
    account: laneOf(stage.chain.id, account),
    holder: { requestId: attempt.requestId, idempotencyKey, numbers },
    timeoutMs: options.laneTimeoutMs,
    signal: options.signal,
    finish,
  };
}

/**
 * Finds out whether the attempt exists; if not, takes the lane and reads the chain. Both happen side
 * by side where the lane is free, and the finding comes first where it is not: a repeated call
 * should not queue for an answer that is known.
 */
export async function openAttempt<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  inputs: readonly I[],
  finish: Finish,
): Promise<Opening<S>> {
  const { mayExist, useTickets } = attempt.job;
  const lanes = useTickets ? stage.ticketLanes : stage.lanes;
  const request = laneRequestOf(stage, attempt, finish);
  let waitedMs = attempt.beginStep();
  let pass = await lanes.tryEnter(request);
  if (!pass && mayExist) {
    const record = await findAttempt(stage, attempt);
    if (record) return { record, pass: undefined };
  }
  for (;;) {
    pass ??= await lanes.enter(request);
    attempt.tell({ type: 'lane-entered', durationMs: waitedMs() });
    try {
      const readMs = attempt.beginStep();
      const reads = await firstReads(stage, attempt, inputs, pass);
      attempt.tell({ type: 'read', durationMs: readMs() });
      if (reads.record) return { record: reads.record, pass };
      const { reading, ahead } = reads;
      if (useTickets) await pass.acknowledge(ahead);
      // What they hold may be given back, and would be a gap below the number that is taken now.
      else await pass.sweepIfDue();
      if (useTickets || ahead.length === 0) return { record: undefined, pass, reading };
      waitedMs = attempt.beginStep();
      await pass.yieldTo(ahead);
      pass = undefined;
    } catch (error) {
      await pass?.detach();
      throw error;
    }
  }
}

type FirstReads<S> =
  | { readonly record: SigningRecord }
  | {
      readonly record: undefined;
      readonly reading: Reading<S>;
      /** Whose work has to be finished before a number can be taken, or whose number is taken. */
      readonly ahead: readonly LaneHolder[];
    };

/** Everything that is asked before the custody is, in one parallel batch. */
async function firstReads<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  inputs: readonly I[],
  pass: LanePass,
): Promise<FirstReads<S>> {
  const { account, options, mayExist, useTickets } = attempt.job;
  const call = { signal: options.signal };
  const isNew = pass.firstMeeting;
  const reading = Promise.all([
    stage.chain.read({ account, inputs }, call),
    useTickets ? ticketsOf(stage.chain, account, call) : undefined,
    stage.operators.prepare(),
  ]);
  const ofOthers = Promise.all([
    isNew ? stage.signer.list?.(account.key, firstMeeting(attempt)) : [],
    Promise.all(pass.mayAppear().map(({ requestId }) => findRecord(stage, requestId, call))),
  ]);
  // A read that fails doesn't matter when the answer is known already.
  for (const one of [reading, ofOthers]) one.catch(() => undefined);
  const inList = async () => {
    const [listed = []] = await ofOthers;
    return listed.find((one) => one.idempotencyKey === attempt.requestId);
  };
  // What the search is refused, the list may show all the same.
  // While it waited for the lane, another process may have made it.
  const searched = mayExist
    ? findAttempt(stage, attempt).catch(async (error: unknown) => {
        const own = await inList().catch(() => undefined);
        if (own) return own;
        throw error;
      })
    : undefined;
  const record = (await searched) ?? (await inList());
  if (record) return { record };
  const [listed = [], late] = await ofOthers;
  const [snapshots, tickets = []] = await reading;
  if (isNew) await pass.met();
  const appearing = late.flatMap((one) => one ?? []);
  const shown = [...listed, ...appearing].filter((one) => ownNoteOf(stage.chain.id, account, one));
  const numbered = await Promise.all(
    shown.map(async (one) => ({
      record: one,
      numbers: await numbersOf(stage.chain, account, one),
    })),
  );
  const standing = numbered.filter((one) => !appearing.includes(one.record) || isFree(pass, one));
  const next = nextNumberOf(snapshots);
  const open = firstFree(next, waitingIn(snapshots));
  const ahead = useTickets
    ? ticketHolders(standing, new Set(tickets))
    : [...pass.lost(open), ...unfinished(standing, open)];
  return {
    record: undefined,
    reading: { snapshots, tickets },
    ahead: ahead.filter((holder) => !isTakenOver(attempt, holder)),
  };
}

/** Whether nobody was given the numbers of a request that has appeared late; else the chain takes one. */
function isFree(pass: LanePass, { numbers }: Numbered): boolean {
  return numbers.every((number) => !pass.isTaken(number));
}

/** A request, and the numbers that it uses up. */
interface Numbered {
  readonly record: SigningRecord;
  readonly numbers: readonly bigint[];
}

/**
 * The sequence numbers that a request uses up: of its note, and those that it sets aside, which only what
 * approvers are shown tells.
 */
export async function numbersOf<T>(
  chain: Pick<Chain<never, never, T, unknown>, 'rebuild' | 'termsOf'>,
  account: Account,
  record: SigningRecord,
): Promise<readonly bigint[]> {
  const { note, sequences } = orderOf(record);
  const [first] = sequences;
  if (first === undefined || note?.batch || record.state === 'rejected') return sequences;
  const transaction = await chain.rebuild(record.unhashedPayload, account);
  const { number, span = 1 } = transaction ? chain.termsOf(transaction) : { number: undefined };
  if (number?.value !== first) return sequences;
  return Array.from({ length: span }, (_, index) => first + BigInt(index));
}

/** Whether a holder is this attempt, an earlier one under its key, or one that it outruns. */
function isTakenOver<I>({ job, requestId }: Attempt<I>, holder: LaneHolder): boolean {
  if (holder.requestId === requestId || holder.idempotencyKey === job.idempotencyKey) return true;
  const fixed = job.batch?.numbers ?? (job.number ? [job.number.value] : []);
  return fixed.some((number) => holder.numbers?.includes(number) === true);
}

/** Snapshots of one moment agree; should they not, the highest number is the latest. */
export function nextNumberOf(snapshots: readonly Snapshot[]): bigint {
  return snapshots.map(({ nextNumber }) => nextNumber).reduce(maximum, 0n);
}

/** Numbers that transactions have which wait at the node. */
export function waitingIn(snapshots: readonly Snapshot[]): ReadonlySet<bigint> {
  return new Set(snapshots.flatMap(({ waiting = [] }) => waiting));
}

/** Whoever has a number below that has been sent, and the node has it. */
export function firstFree(next: bigint, waiting: ReadonlySet<bigint>): bigint {
  let free = next;
  while (waiting.has(free)) free += 1n;
  return free;
}

/**
 * Requests that this process knows nothing of but must not overtake: those that an approval may
 * still end, and those that are signed but whose number is unspent.
 */
function unfinished(requests: readonly Numbered[], nextNumber: bigint): LaneHolder[] {
  return requests.flatMap(({ record, numbers: all }) => {
    const { note } = orderOf(record);
    const native = record.kind === 'native-transfer' && record.state === 'pending';
    const numbers = all.filter((number) => number >= nextNumber);
    const raw = record.state !== 'rejected' && numbers.length > 0;
    return note && (native || raw) ? [holderOf(record, note.idempotencyKey, numbers)] : [];
  });
}

/** Requests that this process knows nothing of but whose Tickets are not for others. */
function ticketHolders(requests: readonly Numbered[], tickets: ReadonlySet<bigint>): LaneHolder[] {
  return requests.flatMap(({ record }) => {
    const { note, ticket } = orderOf(record);
    if (ticket === undefined || record.state === 'rejected' || !tickets.has(ticket)) return [];
    return [holderOf(record, note?.idempotencyKey, [ticket])];
  });
}

function holderOf(
  record: SigningRecord,
  idempotencyKey: string | undefined,
  numbers: readonly bigint[],
): LaneHolder {
  const { idempotencyKey: requestId, providerId: custodyId, expiresAt } = record;
  return { requestId, idempotencyKey, custodyId, expiresAt, numbers };
}
