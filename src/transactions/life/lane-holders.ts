import type { SigningRecord } from '../../signer/raw-signer.js';
import type { Account, Chain } from '../chain.js';
import { cancelledBy } from '../lanes/cancellations.js';
import type { LaneHolder, LanePass } from '../lanes/lanes.js';
import { readNote } from '../records/note.js';
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
  const all = await Promise.all(
    own.map(async (record) => ({ record, numbers: await numbersOf(chain, account, record) })),
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
  const lost = new Set(
    requests.flatMap(({ record, numbers }) => {
      const cancelled = cancelledBy(readNote(record.note)?.idempotencyKey);
      return record.state === 'rejected' ? [] : numbers.map((number) => `${cancelled} ${number}`);
    }),
  );
  return requests.map(({ record, numbers }) => ({
    record,
    numbers: numbers.filter((number) => !lost.has(`${record.idempotencyKey} ${number}`)),
  }));
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
  return requests.flatMap(({ record, numbers }) => {
    const { note, sequences, ticket } = orderOf(record);
    const unspent = numbers.filter(isUnspent);
    const native = !areTickets && record.kind === 'native-transfer' && record.state === 'pending';
    const firsts = areTickets ? [ticket] : sequences;
    const raw = record.state !== 'rejected' && unspent.some((number) => firsts.includes(number));
    return note && (native || raw) ? [holderOf(record, note.idempotencyKey, unspent)] : [];
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
