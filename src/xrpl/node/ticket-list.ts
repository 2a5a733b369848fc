import * as z from 'zod/mini';
import type { CallOptions, Clock } from '../../core/clock.js';
import { withinTime } from '../../core/http.js';
import { agreed } from '../../core/operators.js';
import { AccountNotFundedError, type Tickets } from '../../transactions/index.js';
import type { XrplTransactionResult } from '../result.js';
import { positiveUint32, uint32 } from '../wire/fields.js';
import type { Ledger } from './ledger.js';
import type { XrplNode } from './node.js';
import { pagesOf } from './pages.js';

const page = z.looseObject({
  account_objects: z.array(z.looseObject({ TicketSequence: positiveUint32 })),
  ledger_index: z.optional(uint32),
  marker: z.optional(z.unknown()),
});

/** An account has 250 Tickets at most, and payments wait for their list. */
const MAX_LIST_MS = 60_000;
/** How long an operator is waited for whose answer alone is not enough, or that may be down. */
const MAX_WAIT_MS = 10_000;

/** The operators that are asked about an account, and how many of them have to say the same. */
export interface Asked {
  readonly ledger: Ledger;
  readonly agree: number;
  readonly clock: Clock;
}

/**
 * The Tickets of an account, ascending, as validated. A transaction with a Ticket that one operator invents would wait
 * until it expires.
 */
export async function readTickets(
  asked: Asked,
  account: string,
  options: CallOptions,
): Promise<Tickets> {
  const list = (node: XrplNode) => listAt(node, account, options);
  const lists = await answersOf(asked, options, list, ({ tickets }) => tickets.join());
  const shown = lists.flatMap(({ tickets }) => tickets);
  const isShown = (ticket: number) =>
    shown.filter((other) => other === ticket).length >= enoughOf(asked, lists);
  const numbers = [...new Set(shown)].filter(isShown).sort(ascending);
  const oldest = Math.min(...lists.map(({ height }) => height));
  return { numbers: numbers.map(BigInt), height: BigInt(oldest) };
}

/**
 * The number that an account has reached, as validated: that of a creation of Tickets. Payments by Ticket would never
 * take the numbers below it, if an operator invents one or has what no validated ledger gets.
 *
 * @throws AccountNotFundedError
 */
export async function readReached(
  asked: Asked,
  account: string,
  options: CallOptions,
): Promise<bigint> {
  const read = async (node: XrplNode) => {
    const info = await node.accountInfo(account, 'validated', options);
    return info?.account_data.Sequence ?? -1;
  };
  const numbers = await answersOf(asked, options, read, String);
  const reached = numbers.sort(ascending).at(-enoughOf(asked, numbers)) ?? -1;
  if (reached < 0) throw new AccountNotFundedError(account);
  return BigInt(reached);
}

/** The Tickets that a confirmed TicketCreate with a number of its own has created. */
export function ticketsCreatedBy({ result }: XrplTransactionResult): Tickets {
  const { Sequence, TicketCount } = result.tx_json;
  const first = Number(Sequence) + 1;
  const numbers = Array.from({ length: Number(TicketCount) }, (_, at) => BigInt(first + at));
  return { numbers, height: BigInt(result.ledger_index) };
}

function enoughOf({ agree }: Asked, answers: readonly unknown[]): number {
  return Math.min(agree, answers.length);
}

/** The answers of as many operators as say the same, or of all that answer in time. */
async function answersOf<T>(
  { ledger, agree, clock }: Asked,
  options: CallOptions,
  work: (node: XrplNode) => Promise<T>,
  wordsOf: (answer: T) => string,
): Promise<T[]> {
  if (agree === 1) return [await ledger.ask(options, work)];
  const answers: T[] = [];
  const all = ledger.byOperator().map(([name, own]) => {
    const ask = async () => {
      const answer = await own.ask(options, work);
      answers.push(answer);
      return answer;
    };
    return [name, ask] as const;
  });
  const limits = { ...options, peer: 'xrpl', timeoutMs: MAX_WAIT_MS, clock } as const;
  try {
    await withinTime(limits, () => agreed('xrpl', agree, all, wordsOf));
  } catch (error) {
    if (answers.length === 0 || options.signal?.aborted) throw error;
  }
  return [...answers];
}

async function listAt(node: XrplNode, account: string, options: CallOptions) {
  const params = { account, type: 'ticket', ledger_index: 'validated' };
  // Pages may be of several ledgers: the list is as old as the oldest.
  let height = Number.POSITIVE_INFINITY;
  const entriesOf = (answer: z.output<typeof page>) => {
    height = Math.min(height, answer.ledger_index ?? 0);
    return answer.account_objects;
  };
  const limits = { ...options, peer: 'xrpl', timeoutMs: MAX_LIST_MS, clock: node.clock } as const;
  const found = await withinTime(limits, (signal) =>
    pagesOf(node, 'account_objects', params, page, entriesOf, { ...options, signal }),
  );
  const tickets = [...new Set(found.map(({ TicketSequence }) => TicketSequence))].sort(ascending);
  return { tickets, height };
}

function ascending(one: number, other: number): number {
  return one - other;
}
