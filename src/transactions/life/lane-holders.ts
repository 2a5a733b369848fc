import { grouped } from '../../core/operators.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import type { Account, Chain } from '../chain.js';
import { cancellationOf } from '../lanes/cancellations.js';
import type { LaneHolder, LanePass } from '../lanes/lanes.js';
import { sequencesOf, ticketOf } from '../records/note.js';
import { numbersOf, type StandingRecord, standingIn } from '../records/records.js';

/** What was found for an account when a number is to be taken. */
export interface Found {
  readonly records: readonly SigningRecord[];
  /** The account's next number for which no transaction waits at the node. */
  readonly open: bigint;
  /** The account's Tickets, where one is to be spent. */
  readonly tickets: readonly bigint[] | undefined;
}

/** A request, and the numbers that it uses up. */
interface Numbered extends StandingRecord {
  readonly numbers: readonly bigint[];
}

/** The requests whose work has to be finished before a number can be taken, or whose number is taken. */
export async function holdersBefore(
  chain: Chain,
  account: Account,
  pass: LanePass,
  { records, open, tickets }: Found,
): Promise<readonly LaneHolder[]> {
  const appearing = new Set(pass.mayAppear().map(({ requestId }) => requestId));
  const all = await Promise.all(
    standingIn(chain.id, account, records).map(async (own) => {
      return { ...own, numbers: await numbersOf(chain, account, own.record) };
    }),
  );
  // When another request was given the numbers of one that appeared late, the chain accepts one of the two.
  const isFree = ({ record, numbers }: Numbered) =>
    !appearing.has(record.idempotencyKey) || numbers.every((number) => !pass.isTaken(number));
  const isUnspent = (number: bigint) => (tickets ? tickets.includes(number) : number >= open);
  const holders = unfinished(
    withoutCancelled(all.filter(isFree)),
    isUnspent,
    tickets !== undefined,
  );
  return tickets ? holders : [...pass.lost(open), ...holders];
}

/** Without the numbers that a request has lost to its cancellation: it must not be sent. */
function withoutCancelled(requests: readonly Numbered[]): readonly Numbered[] {
  const ofKey = grouped(requests, ({ note }) => note.idempotencyKey);
  return requests.map((one) => {
    const rivals = ofKey.get(cancellationOf(one.record.idempotencyKey)) ?? [];
    const lost = rivals.flatMap(({ numbers }) => numbers);
    return { ...one, numbers: one.numbers.filter((number) => !lost.includes(number)) };
  });
}

/**
 * Requests that this process does not know but must not overtake: those that an approval may still complete, and
 * those that are signed but whose number is unspent. Numbers are set aside with that of their own transaction, or never.
 */
function unfinished(
  requests: readonly Numbered[],
  isUnspent: (number: bigint) => boolean,
  areTickets: boolean,
): LaneHolder[] {
  return requests.flatMap(({ record, note, numbers }) => {
    const unspent = numbers.filter(isUnspent);
    const native = !areTickets && record.kind === 'native-transfer' && record.state === 'pending';
    const firsts = areTickets ? [ticketOf(note)] : sequencesOf(note);
    const raw = unspent.some((number) => firsts.includes(number));
    return native || raw ? [holderOf(record, note.idempotencyKey, unspent)] : [];
  });
}

/** A request as a lane names it. */
export function holderOf(
  record: SigningRecord,
  idempotencyKey: string | undefined,
  numbers: readonly bigint[],
): LaneHolder {
  return { requestId: record.idempotencyKey, idempotencyKey, ...keptOf(record), numbers };
}

/**
 * The fields of a record that a lane keeps: the signer may be a user's own, and processes share only what can be
 * written as text.
 */
export function keptOf({ providerId, expiresAt }: SigningRecord) {
  return {
    custodyId: typeof providerId === 'string' ? providerId : undefined,
    expiresAt: Number.isFinite(expiresAt) ? expiresAt : undefined,
  };
}
