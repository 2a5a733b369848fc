import type { Terms } from '../chain.js';

/**
 * The record that each request has in its note, after the caller's own text, so that after a crash the custody
 * platform alone has everything needed to go on.
 */
export interface NoteRecord {
  /** The fingerprint of the input that the key is bound to. */
  readonly fingerprint: string;
  /** Absent for a native transfer, whose number the custody platform chooses, and for a batch. */
  readonly terms: Terms | undefined;
  /** The numbers of a batch, if the request is one. */
  readonly batch?: BatchRecord | undefined;
  readonly attempt: number;
  readonly idempotencyKey: string;
  /** When it was built, if its transactions expire. */
  readonly built?: BuiltAt | undefined;
  /** Whether it was made of the callers' input alone, so that another key's transaction may be the same. */
  readonly isShared?: boolean | undefined;
}

/** What ledger and clock showed when a transaction was built. */
export interface BuiltAt {
  /** The ledger's index or time, in the unit of expiries. */
  readonly height: bigint;
  /** In milliseconds since the epoch. */
  readonly time: number;
}

export interface BatchRecord {
  /** The sequence numbers of its members, in their order. */
  readonly numbers: readonly bigint[];
  /** How many members the whole batch has, over all its requests. */
  readonly total: number;
  /** Whether a member that fails on the ledger keeps the rest from being sent. */
  readonly stopOnFailure: boolean;
  /** The fee of each member and its expiry, where they are the same for all. */
  readonly fee?: bigint | undefined;
  readonly expiry?: bigint | undefined;
}

const SHARED = '(not of its key alone) ';
const PATTERN =
  /(\(not of its key alone\) )?(?:\(built at ledger (\d{1,20}), (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)\) )?\[cg1 ([0-9a-f]{32}) ([stbh])?([\d,-]{1,2000})(?::(\d{1,6}))? (\d{1,39}|-) (\d{1,20}|-) (\d{1,3}) ([\x21-\x7e]{1,128})\]$/;
const RANGE = /^(\d{1,20})(?:-(\d{1,20}))?$/;
/** More than the messages that any signer accepts at once. */
export const MAX_NUMBERS = 1_000;

/** The caller's text, and the record after it. */
export function writeNote(words: string | undefined, record: NoteRecord): string {
  const costs = record.batch ?? record.terms;
  const fields = [
    'cg1',
    record.fingerprint,
    numberField(record),
    costs?.fee ?? '-',
    costs?.expiry ?? '-',
    record.attempt,
    record.idempotencyKey,
  ];
  const shared = record.isShared ? SHARED : '';
  return `${words ? `${words} ` : ''}${shared}${builtWords(record)}[${fields.join(' ')}]`;
}

/** Written before the record, so that versions which don't know this text read it as the caller's. */
function builtWords({ built }: NoteRecord): string {
  if (!built) return '';
  const time = new Date(built.time).toISOString().replace(/\.\d+/, '');
  return `(built at ledger ${built.height}, ${time}) `;
}

/** The record in a note, or `undefined` when there is none: the request is not of this package. */
export function readNote(note: string | undefined): NoteRecord | undefined {
  const match = PATTERN.exec(note ?? '');
  if (!match) return undefined;
  const [
    ,
    shared,
    height,
    time = '',
    fingerprint = '',
    kind,
    number = '-',
    total,
    fee = '-',
    expiry = '-',
    attempt,
    key = '',
  ] = match;
  const built = height === undefined ? {} : builtAt(BigInt(height), Date.parse(time));
  const isShared = shared === undefined ? {} : { isShared: true };
  const about = { fingerprint, attempt: Number(attempt), idempotencyKey: key };
  const known = { ...about, ...built, ...isShared };
  const numbers = kind === undefined ? [] : parseRanges(number);
  if (!numbers || known.attempt < 1) return undefined;
  const costs = {
    fee: fee === '-' ? undefined : BigInt(fee),
    expiry: expiry === '-' ? undefined : BigInt(expiry),
  };
  if (kind === 'b' || kind === 'h') {
    const batch = { numbers, total: Number(total), stopOnFailure: kind === 'h', ...costs };
    return batch.total >= numbers.length ? { ...known, terms: undefined, batch } : undefined;
  }
  const [value, another] = numbers;
  if (another !== undefined) return undefined;
  if (value === undefined || costs.fee === undefined) return { ...known, terms: undefined };
  const numberKind = kind === 't' ? 'ticket' : 'sequence';
  return {
    ...known,
    terms: { number: { kind: numberKind, value }, fee: costs.fee, expiry: costs.expiry },
  };
}

/** Nothing where there is no such time: a note may come from other software. */
function builtAt(height: bigint, time: number): Pick<NoteRecord, 'built'> {
  return Number.isNaN(time) ? {} : { built: { height, time } };
}

function numberField({ terms, batch }: NoteRecord): string {
  if (batch) {
    const kind = batch.stopOnFailure ? 'h' : 'b';
    return `${kind}${formatRanges(batch.numbers)}:${batch.total}`;
  }
  if (!terms) return '-';
  return `${terms.number.kind === 'ticket' ? 't' : 's'}${terms.number.value}`;
}

/** Ascending numbers in short form: `5-7,9`. */
export function formatRanges(numbers: readonly bigint[]): string {
  const runs: { first: bigint; last: bigint }[] = [];
  for (const number of numbers) {
    const run = runs.at(-1);
    if (run && run.last + 1n === number) run.last = number;
    else runs.push({ first: number, last: number });
  }
  return runs.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`)).join();
}

/** Nothing for text that {@link formatRanges} would not have written: a note may come from other software. */
function parseRanges(text: string): readonly bigint[] | undefined {
  const numbers: bigint[] = [];
  for (const part of text.split(',')) {
    const [, from, to = from] = RANGE.exec(part) ?? [];
    if (from === undefined || to === undefined) return undefined;
    const [first, last] = [BigInt(from), BigInt(to)];
    const before = numbers.at(-1) ?? -1n;
    if (first <= before || last < first) return undefined;
    if (BigInt(numbers.length) + last - first >= BigInt(MAX_NUMBERS)) return undefined;
    for (let number = first; number <= last; number++) numbers.push(number);
  }
  return numbers;
}

/** The sequence numbers of a request, ascending; none for a Ticket, or a transfer that the custody platform makes. */
export function sequencesOf(note: NoteRecord | undefined): readonly bigint[] {
  if (note?.batch) return note.batch.numbers;
  return note?.terms?.number.kind === 'sequence' ? [note.terms.number.value] : [];
}

/** The Ticket that a request would spend. */
export function ticketOf(note: NoteRecord | undefined): bigint | undefined {
  return note?.terms?.number.kind === 'ticket' ? note.terms.number.value : undefined;
}
