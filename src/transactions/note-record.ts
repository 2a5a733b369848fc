import type { AccountNumber, Terms } from './chain.js';

/**
 * What each request carries in its note, behind the caller's own words, so that the custody alone is
 * enough to go on after a crash.
 */
export interface NoteRecord {
  /** What the key is bound to. */
  readonly fingerprint: string;
  /** Absent for a native transfer, whose number the custody chooses. */
  readonly terms: Terms | undefined;
  readonly attempt: number;
  readonly idempotencyKey: string;
}

const PATTERN =
  /\[cg1 ([0-9a-f]{32}) ([st])?(\d{1,20}|-) (\d{1,39}|-) (\d{1,20}|-) (\d{1,3}) ([\x21-\x7e]{1,128})\]$/;

/** The caller's words, and the record behind them. */
export function writeNote(words: string | undefined, record: NoteRecord): string {
  const { terms } = record;
  const number = terms ? `${terms.number.kind === 'ticket' ? 't' : 's'}${terms.number.value}` : '-';
  const fields = [
    'cg1',
    record.fingerprint,
    number,
    terms?.fee ?? '-',
    terms?.expiry ?? '-',
    record.attempt,
    record.idempotencyKey,
  ];
  return `${words ? `${words} ` : ''}[${fields.join(' ')}]`;
}

/** The record in a note, or `undefined` when there is none: the request is not of this package. */
export function readNote(note: string | undefined): NoteRecord | undefined {
  const match = PATTERN.exec(note ?? '');
  if (!match) return undefined;
  const [, fingerprint = '', kind, number = '-', fee = '-', expiry = '-', attempt, key = ''] =
    match;
  return {
    fingerprint,
    terms:
      kind === undefined || number === '-' || fee === '-'
        ? undefined
        : {
            number: { kind: kind === 't' ? 'ticket' : 'sequence', value: BigInt(number) },
            fee: BigInt(fee),
            expiry: expiry === '-' ? undefined : BigInt(expiry),
          },
    attempt: Number(attempt),
    idempotencyKey: key,
  };
}

/** Whether a record stands in the account's order; a Ticket does not. */
export function sequenceOf(number: AccountNumber | undefined): bigint | undefined {
  return number?.kind === 'sequence' ? number.value : undefined;
}
