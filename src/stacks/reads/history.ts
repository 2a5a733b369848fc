import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import { InvalidInputError } from '../../core/errors.js';
import { parseInput } from '../../core/schema.js';
import type { StacksData } from '../answer.js';
import type { StacksOutcome } from '../result.js';

/** A transaction that involves an account. */
export interface StacksHistoryEntry {
  /** Its id: `0x` and 64 hexadecimal characters. */
  readonly transaction_hash: string;
  /** `token_transfer` (of STX), `contract_call`, `smart_contract`, `coinbase`, and others. */
  readonly tx_type: string;
  /** The API's own word: `success`, `pending`, `abort_by_response`, and others. */
  readonly tx_status: string;
  /** What `tx_status` means. Only `success` and `failed` are final. */
  readonly outcome: StacksOutcome;
  /** Why it has not succeeded, or not yet. Missing after success. */
  readonly tx_error?: string;
  /** The address of the account that made it. */
  readonly sender: string;
  /** The sender's. */
  readonly nonce: number;
  /** In STX. */
  readonly fee: string;
  /** The height of its Stacks block; missing while it is in none. */
  readonly block_height?: number;
  /** ISO 8601. */
  readonly timestamp?: string;
  /** For a transfer of STX, or of a SIP-010 token. */
  readonly recipient?: string;
  /** In STX, or in whole tokens if the token's contract gives its decimals. */
  readonly amount?: string;
  /** For a transfer of a token: in its base units. */
  readonly units?: string;
  /** For a transfer of a token: `contract::asset`, or the contract if it does not have exactly one. */
  readonly token?: string;
  /** For a transfer: its text, or its bytes in hexadecimal behind `0x` if they are not text. */
  readonly memo?: string;
  /** For a contract call. */
  readonly contract?: string;
  /** For a contract call: the function of that contract. */
  readonly functionName?: string;
}

/** A part of a history. */
export interface StacksHistory extends StacksData<readonly StacksHistoryEntry[]> {
  /**
   * The `cursor` of the next, older part. `null` at the end, and with `order: 'asc'`. Transactions that arrive in
   * the meantime do not shift it.
   */
  readonly nextCursor: string | null;
}

/** The part of a history that {@link StacksGateway.getTransactions} returns. */
export interface StacksHistoryQuery {
  /** 1 to 200. Default 50. */
  readonly limit?: number | undefined;
  /** How many to leave out: with today's API 1,000 at most. */
  readonly offset?: number | undefined;
  /** `desc` (default): the most recent first. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** The `cursor` of a part, to get the one after it. */
  readonly cursor?: string | undefined;
}

/** A part of a vault account's transactions. */
export interface StacksTransactions {
  /** In the order that was asked for: by default the most recent first. */
  readonly transactions: readonly StacksHistoryEntry[];
  /** For the next, older part; `undefined` at the end, and with `order: 'asc'`. */
  readonly cursor: string | undefined;
}

/** The part of a history that {@link StacksGateway.getTransactionHistory} returns. */
export interface HistoryOptions extends CallOptions {
  /** `desc` (default): the most recent first. */
  readonly order?: 'asc' | 'desc' | undefined;
  /** The `nextCursor` of a part, to get the one after it. */
  readonly cursor?: string | undefined;
}

/** The part of a history that is asked for. */
export interface HistoryRange {
  readonly limit: number;
  readonly offset: number;
  readonly order: 'desc' | 'asc';
  readonly cursor?: string | undefined;
}

const MAX_LIMIT = 200;

const rangeSchema = z.strictObject({
  limit: z.int().check(z.gte(1), z.lte(MAX_LIMIT)),
  offset: z.int().check(z.gte(0)),
  order: z.enum(['desc', 'asc']),
  cursor: z.optional(z.string().check(z.regex(/^[\w:.-]{1,200}$/))),
});

/** @throws InvalidInputError naming the field. */
export function checkRange(range: Readonly<Record<keyof HistoryRange, unknown>>): HistoryRange {
  const checked = parseInput(rangeSchema, range, 'range');
  if (checked.cursor === undefined) return checked;
  if (checked.offset > 0) throw new InvalidInputError('offset', 'must be left out beside cursor');
  if (checked.order === 'asc') throw new InvalidInputError('order', 'must be desc beside cursor');
  return checked;
}

/** @throws InvalidInputError */
export function checkUseCache(useCache: unknown): boolean {
  if (typeof useCache === 'boolean') return useCache;
  throw new InvalidInputError('useCache', 'must be true or false');
}
