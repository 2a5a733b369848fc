import { isObject } from '../../core/json.js';

/** Text of a node or of the custody platform: it must not move the cursor. */
export function still(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '?');
}

/** An answer for a person: one field a line, what is inside of it further right. */
export function shownAnswer(answer: unknown): string {
  if (answer === null) return 'None.\n';
  if (Array.isArray(answer) && answer.length === 0) return 'None.\n';
  if (!isObject(answer) && !Array.isArray(answer)) return still(`${String(answer)}\n`);
  return still(`${linesOf(answer, '').join('\n')}\n`);
}

function linesOf(value: object, indent: string): readonly string[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return items.flatMap((item) => {
      if (typeof item !== 'object' || item === null) return [`${indent}- ${String(item)}`];
      const [first = '', ...rest] = linesOf(item, `${indent}  `);
      return [`${indent}- ${first.trimStart()}`, ...rest];
    });
  }
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (typeof inner !== 'object' || inner === null) return [`${indent}${name}: ${String(inner)}`];
    const lines = linesOf(inner, `${indent}  `);
    return lines.length === 0 ? [`${indent}${name}: none`] : [`${indent}${name}:`, ...lines];
  });
}

/** What is to be known of a transaction: its outcome, its fee and how it is found again. */
export interface TransactionSummary {
  readonly outcome: string;
  readonly key: string;
  readonly hash: string;
  /** With its unit; empty where the answer has none. */
  readonly fee: string;
}

/** The summary of a transaction's answer; `undefined` for any other answer. */
export function summaryOf(answer: unknown): TransactionSummary | undefined {
  if (!isObject(answer) || !isObject(answer.receipt)) return undefined;
  const { idempotencyKey, hash = '' } = answer.receipt;
  return {
    outcome: outcomeIn(answer),
    key: String(idempotencyKey),
    hash: String(hash),
    fee: feeIn(answer),
  };
}

function outcomeIn(answer: Readonly<Record<string, unknown>>): string {
  const { result, data, members, status, vm_status: vmStatus } = answer;
  if (isObject(result) && isObject(result.meta)) return String(result.meta.TransactionResult);
  if (vmStatus !== undefined) return String(vmStatus);
  if (isObject(data) && data.tx_status !== undefined) return String(data.tx_status);
  if (Array.isArray(members)) {
    const states = members.map((member) => (isObject(member) ? String(member.state) : ''));
    return states.join(' ');
  }
  return status === undefined ? 'confirmed' : String(status);
}

/** The fee that a transaction has paid, with its unit; empty where the answer has none. */
export function feeIn({ result, data, ...answer }: Readonly<Record<string, unknown>>): string {
  if (isObject(result) && isObject(result.tx_json) && typeof result.tx_json.Fee === 'string') {
    return `${result.tx_json.Fee} drops`;
  }
  const { gas_used: used, gas_unit_price: price } = answer;
  if (typeof used === 'string' && typeof price === 'string') {
    return `${BigInt(used) * BigInt(price)} octas`;
  }
  return isObject(data) && data.fee_rate !== undefined ? `${String(data.fee_rate)} microSTX` : '';
}

/** The same for a person. */
export function shownSummary({ outcome, key, hash, fee }: TransactionSummary): string {
  const lines = [
    ['outcome', outcome],
    ['hash', hash],
    ['fee', fee],
    ['key', key],
  ];
  const said = lines.filter(([, value]) => value !== '');
  return said.map(([name = '', value]) => `${name.padEnd(8)} ${value}\n`).join('');
}
