import { isObject } from '../../core/json.js';
import { feeIn, summaryOf } from './show.js';

/** One transaction of an export. */
export interface ExportedRow {
  readonly key: string;
  /** Empty where there is none. */
  readonly hash: string;
  /** In the chain's base units; empty where none was paid. */
  readonly fee: string;
  readonly outcome: string;
  readonly isFinal: boolean;
}

/**
 * The rows of a key, from the answer about it: one for each transaction of a batch. None for a key that is not of this
 * vault account.
 */
export function rowsOf(key: string, status: number, body: unknown): readonly ExportedRow[] {
  if (!isObject(body)) return [];
  if (status !== 200) return status === 404 ? [] : [failed(key, status, body)];
  if (Array.isArray(body.members)) {
    return body.members.filter(isObject).map((member) => ({
      key,
      hash: textOf(member.hash),
      fee: digits(isObject(member.result) ? feeIn(member.result) : ''),
      outcome: textOf(member.state),
      isFinal: !['pending', 'unknown', 'not-sent'].includes(textOf(member.state)),
    }));
  }
  const { hash = '', fee = '' } = summaryOf(body) ?? {};
  return [{ key, hash, fee: digits(fee), outcome: 'confirmed', isFinal: true }];
}

/** Whether an error about a transaction is its end. A fault on the way says nothing about it. */
export function isFinal(status: number, { retryable }: Readonly<Record<string, unknown>>): boolean {
  return status >= 400 && status < 500 && retryable === false;
}

function failed(key: string, status: number, body: Readonly<Record<string, unknown>>): ExportedRow {
  const { code, transaction, details, result } = body;
  const reason = isObject(details) && details.resultCode ? ` ${String(details.resultCode)}` : '';
  return {
    key,
    hash: isObject(transaction) ? textOf(transaction.hash) : '',
    fee: digits(isObject(result) ? feeIn(result) || feeIn({ result }) : ''),
    outcome: `${textOf(code)}${reason}`,
    isFinal: isFinal(status, body),
  };
}

function textOf(value: unknown): string {
  return value === undefined || value === null ? '' : String(value);
}

function digits(fee: string): string {
  return fee.split(' ')[0] ?? '';
}
