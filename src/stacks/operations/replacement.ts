import * as z from 'zod/mini';
import { assertOwnFields } from '../../core/own-fields.js';
import { parseInput } from '../../core/schema.js';
import type { NetworkFacts } from '../network.js';
import { transactionId } from '../node/status.js';
import type { StacksAmount } from '../options.js';
import { stxAmount } from '../wire/amounts.js';
import { principalOf } from '../wire/principals.js';

/** The changes to a waiting transfer of STX. Everything else stays as it is. */
export interface StacksReplacement {
  /** An account or a contract of the same network, but not the account's own. Default: that of the waiting transfer. */
  readonly recipientAddress?: string;
  /** In STX. */
  readonly amount?: StacksAmount;
}

/** A replacement, read and checked. */
export interface CheckedReplacement {
  readonly txid: string;
  readonly recipient: string | undefined;
  readonly amount: bigint | undefined;
}

/** @throws InvalidInputError naming the field. */
export function checkReplacement(
  txId: unknown,
  changes: unknown,
  { kind }: NetworkFacts,
): CheckedReplacement {
  assertOwnFields(changes, 'changes');
  const schema = z.strictObject({
    recipientAddress: z.optional(principalOf(kind)),
    amount: z.optional(stxAmount),
  });
  const { recipientAddress: recipient, amount } = parseInput(schema, changes, 'changes');
  return { txid: parseInput(transactionId, txId, 'txId'), recipient, amount };
}

/** The input that the key of a replacement is bound to. */
export function intentOf({ txid: replaces, recipient, amount }: CheckedReplacement) {
  return { replaces, recipient, amount: amount?.toString() };
}
