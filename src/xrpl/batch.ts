import { InvalidInputError } from '../core/errors.js';
import { isObject } from '../core/json.js';
import { batchOf } from '../gateway/batch.js';
import type { TransactionOptions } from '../transactions/index.js';
import { draftOf } from './draft.js';
import type { XrplBatchResult } from './execution.js';
import { ticketCountOf } from './node/tickets.js';
import { inputsOf, type SingleReader } from './operations/batch.js';
import { checkedInput, type XrplInput } from './operations/index.js';
import type { CheckedOptions } from './options.js';
import type { XrplSetup } from './setup.js';

/** Reads the entries that are read as calls of their own are. */
interface EntryReader extends Pick<SingleReader, 'submission'> {
  transfer(
    params: unknown,
  ): Promise<{ readonly input: XrplInput; readonly participants: readonly string[] }>;
}

/** Reads the entries of a batch, and has them signed with one approval. */
export async function executeBatch(
  { network, parts }: XrplSetup,
  vaultAccountId: string,
  { maxFee, options, stopOnFailure }: CheckedOptions,
  entries: unknown,
  { submission, transfer }: EntryReader,
): Promise<XrplBatchResult> {
  const { transactions } = await parts(options);
  const participants: string[] = [];
  const members = await inputsOf(entries, {
    submission,
    operation: (name, params) => checkedInput(name, params, network.networkId),
    transfer: async (params) => {
      assertOneNote(params, options);
      const { input, participants: paid } = await transfer(params);
      participants.push(...paid);
      return input;
    },
    assertSendable: async (input) => {
      draftOf(input, (await transactions.account(vaultAccountId, options)).address);
    },
    createsTickets: (input) => ticketCountOf(input) > 0,
  });
  const inputs = members.map((input) => ({ maxFee, trial: 'off' as const, input }));
  const call = { vaultAccountId, inputs, options, stopOnFailure, participants };
  return batchOf(await transactions.executeBatch(call));
}

/** @throws InvalidInputError for a note that nobody would see: the one request for all of them has the batch's. */
function assertOneNote(params: unknown, { note }: TransactionOptions): void {
  if (!isObject(params) || params.note === undefined || params.note === note) return;
  throw new InvalidInputError('note', 'is not for a part of a batch; give the batch one');
}
