import { batchOf } from '../gateway/batch.js';
import { draftOf } from './draft.js';
import type { XrplBatchResult } from './execution.js';
import { ticketCountOf } from './node/tickets.js';
import { inputsOf, type SingleReader } from './operations/batch.js';
import type { CheckedOptions } from './options.js';
import type { XrplParts } from './parts.js';

/** Reads the entries of a batch, and has them signed with one approval. */
export async function executeBatch(
  transactions: XrplParts['transactions'],
  vaultAccountId: string,
  { maxFee, options, stopOnFailure }: CheckedOptions,
  entries: unknown,
  reader: Omit<SingleReader, 'assertSendable' | 'createsTickets'>,
): Promise<XrplBatchResult> {
  const members = await inputsOf(entries, {
    ...reader,
    assertSendable: async (input) => {
      draftOf(input, (await transactions.account(vaultAccountId, options)).address);
    },
    createsTickets: (input) => ticketCountOf(input) > 0,
  });
  const inputs = members.map((input) => ({ maxFee, trial: 'off' as const, input }));
  const call = { vaultAccountId, inputs, options, stopOnFailure };
  return batchOf(await transactions.executeBatch(call));
}
