import type { SigningRecord } from '../../signer/raw-signer.js';
import type { Account, Chain } from '../chain.js';
import type { LaneHolder, LanePass } from '../lanes/lanes.js';
import { numbersOf, orderOf, ownNoteOf } from '../records/records.js';

/** What was found for an account when a number is to be taken. */
export interface Found {
  readonly records: readonly SigningRecord[];
  /** The account's next number for which no transaction waits at the node. */
  readonly open: bigint;
  /** The account's Tickets, where one is to be spent. */
  readonly tickets: readonly bigint[] | undefined;
}

/** A request, and the numbers that it uses up. */
interface Numbered {
  readonly record: SigningRecord;
  readonly numbers: readonly bigint[];
}

/** The requests whose work has to be finished before a number can be taken, or whose number is taken. */
export async function holdersBefore<T>(
  chain: Pick<Chain<never, never, T, unknown>, 'id' | 'rebuild' | 'termsOf'>,
  account: Account,
  pass: LanePass,
  { records, open, tickets }: Found,
): Promise<readonly LaneHolder[]> {
  const appearing = new Set(pass.mayAppear().map(({ requestId }) => requestId));
  const own = records.filter((record) => ownNoteOf(chain.id, account, record));
  const numbered = await Promise.all(
    own.map(async (record) => ({ record, numbers: await numbersOf(chain, account, record) })),
  );
  // When another request was given the numbers of one that appeared late, the chain accepts one of the two.
  const isFree = ({ record, numbers }: Numbered) =>
    !appearing.has(record.idempotencyKey) || numbers.every((number) => !pass.isTaken(number));
  const standing = numbered.filter(isFree);
  if (tickets) return ticketHolders(standing, new Set(tickets));
  return [...pass.lost(open), ...unfinished(standing, open)];
}

/**
 * Requests that this process does not know but must not overtake: those that an approval may still complete, and
 * those that are signed but whose number is unspent. Numbers are set aside with that of their own transaction, or never.
 */
function unfinished(requests: readonly Numbered[], nextNumber: bigint): LaneHolder[] {
  const isUnspent = (number: bigint) => number >= nextNumber;
  return requests.flatMap(({ record, numbers }) => {
    const { note, sequences } = orderOf(record);
    const native = record.kind === 'native-transfer' && record.state === 'pending';
    const raw = record.state !== 'rejected' && sequences.some(isUnspent);
    if (!note || !(native || raw)) return [];
    return [holderOf(record, note.idempotencyKey, numbers.filter(isUnspent))];
  });
}

/** Requests that this process does not know but whose Tickets others must not take. */
function ticketHolders(requests: readonly Numbered[], tickets: ReadonlySet<bigint>): LaneHolder[] {
  return requests.flatMap(({ record }) => {
    const { note, ticket } = orderOf(record);
    if (ticket === undefined || record.state === 'rejected' || !tickets.has(ticket)) return [];
    return [holderOf(record, note?.idempotencyKey, [ticket])];
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
export function keptOf({
  providerId,
  expiresAt,
}: Pick<SigningRecord, 'providerId' | 'expiresAt'>): Pick<LaneHolder, 'custodyId' | 'expiresAt'> {
  return {
    custodyId: typeof providerId === 'string' ? providerId : undefined,
    expiresAt: Number.isFinite(expiresAt) ? expiresAt : undefined,
  };
}
