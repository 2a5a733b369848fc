import { formatAmount } from '../core/amount.js';
import { equalBytes } from '../core/bytes.js';
import type { ExplainedExpiry, ExplainedFee, Explanation } from './transaction-codec.js';

/** An explanation that has no line yet. */
export interface Explained<Transaction = unknown>
  extends Omit<Explanation<Transaction>, 'summary'> {
  /** What the bytes rest on that only nodes have said. */
  readonly saidByNodes?: string | undefined;
}

/** What a line may say beside what is in the bytes. */
export interface SummaryContext {
  /** The present time, in milliseconds since the epoch. */
  readonly now?: number | undefined;
  /** What a node says of the ledger, and how long one takes: without it a ledger's index has no time. */
  readonly ledger?: { readonly index: bigint; readonly seconds: number } | undefined;
  readonly idempotencyKey?: string | undefined;
}

/** Transactions that are signed together in one line: what they do, cost, and until when they are valid. */
export function summaryOf(all: readonly Explained[], context: SummaryContext): string {
  const own = all.filter(isFirstOfItsContent);
  const actions = own.map(actionOf);
  // Near the beginning, where no text is long enough to push it out of the line.
  const said = new Set(own.flatMap(({ saidByNodes }) => saidByNodes ?? []));
  const source = said.size === 0 ? '' : ` (${[...said].join(', ')})`;
  const { idempotencyKey: key } = context;
  const rest = [
    feeWords(own.flatMap(({ fee }) => fee ?? [])),
    expiryWords(own.flatMap(({ expiry }) => expiry ?? []).toSorted(byTime), context),
    ...(key === undefined ? [] : [`key ${key}`]),
  ].filter((words) => words !== '');
  const details = own.map((one) => one.details ?? '');
  if (own.length === 1) {
    return [`${actions[0]}${source}`, ...rest, ...details]
      .filter((words) => words !== '')
      .join('; ');
  }
  const numbered = actions.map((action, index) => {
    return [`${index + 1}. ${action}`, details[index]].filter((words) => words !== '').join(', ');
  });
  return `${[`${own.length} transactions${source}`, ...rest].join('; ')}: ${numbered.join('; ')}`;
}

/** Where several sign one transaction, each has a message of its own with the same content. */
export function isFirstOfItsContent(
  { content }: Pick<Explained, 'content'>,
  index: number,
  all: readonly Pick<Explained, 'content'>[],
): boolean {
  return all.findIndex((other) => equalBytes(other.content, content)) === index;
}

function actionOf({ action, account, signer, kind }: Explained): string {
  return kind === 'multisign' && signer !== account ? `For ${account}: ${action}` : action;
}

function feeWords(fees: readonly ExplainedFee[]): string {
  const [first] = fees;
  if (!first) return '';
  const { decimals, symbol } = first;
  const units = fees.reduce((sum, fee) => sum + fee.units, 0n);
  const isLimit = fees.some((fee) => fee.isLimit);
  return `fee ${isLimit ? 'at most ' : ''}${formatAmount(units, decimals)} ${symbol}`;
}

/** Of several, the first that ends. */
function expiryWords(expiries: readonly ExplainedExpiry[], context: SummaryContext): string {
  const [expiry, ...others] = expiries;
  if (!expiry) return '';
  if (expiry.kind === 'never') return 'never expires';
  const last = timeOf(others.at(-1) ?? expiry);
  const subject = last === timeOf(expiry) ? '' : 'the first ';
  const verb = `${subject}expires`;
  if (expiry.kind === 'ledger') {
    const { ledger } = context;
    if (!ledger) return `${verb} after ledger ${expiry.index}`;
    const seconds = Number(expiry.index - ledger.index) * ledger.seconds;
    return `${verb} after ledger ${expiry.index} (by a node, ${durationWords(seconds)})`;
  }
  const { now } = context;
  const at = Number(expiry.seconds);
  if (now === undefined) return `${verb} ${dateWords(at)}`;
  return `${verb} ${durationWords(at - Math.floor(now / 1_000))}`;
}

function timeOf(expiry: ExplainedExpiry): bigint | undefined {
  if (expiry.kind === 'never') return undefined;
  return expiry.kind === 'ledger' ? expiry.index : expiry.seconds;
}

function byTime(one: ExplainedExpiry, other: ExplainedExpiry): number {
  const [a = 0n, b = 0n] = [timeOf(one), timeOf(other)];
  return a < b ? -1 : Number(a > b);
}

/** The year 9999: later dates have no plain form. */
const LAST_DATE = 253_402_300_799;

function dateWords(seconds: number): string {
  if (seconds > LAST_DATE) return `at second ${seconds}`;
  return new Date(seconds * 1_000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}

/** The largest two units, rounded down: `in 2 h 5 min`. */
function durationWords(seconds: number): string {
  if (seconds <= 0) return 'now';
  const units = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [Math.floor(seconds) % 60, 's'],
  ] as const;
  const first = units.findIndex(([count]) => count > 0);
  const shown = units.slice(Math.max(first, 0), Math.max(first, 0) + 2);
  return `in ${shown.flatMap(([count, unit]) => (count > 0 ? `${count} ${unit}` : [])).join(' ')}`;
}
