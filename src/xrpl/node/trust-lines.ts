import * as z from 'zod/mini';
import type { CallOptions } from '../../core/clock.js';
import type { XrplNode } from './node.js';
import { pagesOf } from './pages.js';

const trustLine = z.looseObject({
  /** The other side's classic address. */
  account: z.string(),
  /** A decimal string: above zero what the account holds, below zero what it owes the other side. */
  balance: z.string(),
  /** Three characters, or 40 hexadecimal ones. */
  currency: z.string(),
  /** The most that the account is willing to hold of the other side's tokens, as a decimal string. */
  limit: z.string(),
  /** The most that the other side is willing to hold of the account's tokens, as a decimal string. */
  limit_peer: z.string(),
  /** The account values incoming balances at this number per 1,000,000,000; 0 is par. */
  quality_in: z.optional(z.int()),
  /** The account values outgoing balances at this number per 1,000,000,000; 0 is par. */
  quality_out: z.optional(z.int()),
  /** `true` if the account has set NoRipple on the line; `false` or missing if not. */
  no_ripple: z.optional(z.boolean()),
  /** `true` if the other side has set NoRipple on the line; `false` or missing if not. */
  no_ripple_peer: z.optional(z.boolean()),
  /** `true` if the account has authorised the other side to hold its tokens; else missing. */
  authorized: z.optional(z.boolean()),
  /** `true` if the other side has authorised the account to hold its tokens; else missing. */
  peer_authorized: z.optional(z.boolean()),
  /** `true` if the account has frozen the line; else missing. */
  freeze: z.optional(z.boolean()),
  /** `true` if the other side has frozen the line; else missing. */
  freeze_peer: z.optional(z.boolean()),
});

const lines = z.looseObject({ lines: z.array(trustLine), marker: z.optional(z.unknown()) });

/** A trust line in the form of `account_lines`; `balance` is below zero where the account owes. */
export type TrustLine = z.output<typeof trustLine>;

/** Every trust line of an account, or those with one peer. */
export async function trustLinesOf(
  node: XrplNode,
  account: string,
  peer: string | undefined,
  options: CallOptions,
): Promise<TrustLine[]> {
  const params = { account, ledger_index: peer === undefined ? 'validated' : 'current' };
  const narrowed = peer === undefined ? params : { ...params, peer };
  return pagesOf(node, 'account_lines', narrowed, lines, (answer) => answer.lines, options);
}
