import { InvalidInputError } from '../../core/errors.js';
import { inField } from '../../core/field-names.js';
import { isObject } from '../../core/json.js';
import { batchEntries, type NamedEntry, namedEntry } from '../../gateway/batch-entries.js';
import { inNames, NAMES, tokenTransferOf, xrpTransferOf } from './common-names.js';
import { isOperationName, type OperationName, type XrplInput } from './index.js';

/** Reads single transactions, as when each is a call of its own. */
export interface SingleReader {
  submission(transaction: unknown): Promise<XrplInput>;
  transfer(params: unknown): Promise<XrplInput>;
  operation(name: OperationName, params: unknown): Promise<XrplInput>;
  /** Refuses what the account can't send. */
  assertSendable(input: XrplInput): Promise<void>;
  createsTickets(input: XrplInput): boolean;
}

/** Reads the entries of a batch. @throws InvalidInputError naming the entry and its field. */
export async function inputsOf(
  given: unknown,
  reader: SingleReader,
): Promise<readonly XrplInput[]> {
  const inputs: XrplInput[] = [];
  for (const [index, entry] of batchEntries(given).entries()) {
    inputs.push(await memberOf(entry, `transactions.${index}`, reader));
  }
  return inputs;
}

async function memberOf(entry: unknown, field: string, reader: SingleReader): Promise<XrplInput> {
  const isGiven = !isObject(entry) || entry.TransactionType !== undefined;
  const named = isGiven ? undefined : namedEntry(entry, field);
  const input = await inField(
    (name) => `${field}.${name}`,
    async () => {
      const read = await (named ? operationOf(named, reader) : reader.submission(entry));
      await reader.assertSendable(read);
      return read;
    },
  );
  if (!reader.createsTickets(input)) return input;
  throw new InvalidInputError(field, 'creates Tickets, which goes alone');
}

async function operationOf(entry: NamedEntry, reader: SingleReader): Promise<XrplInput> {
  const { transactionType: name, params } = entry;
  if (name === 'transfer') return inNames(NAMES, () => reader.transfer(xrpTransferOf(params)));
  if (name === 'transferToken') {
    return inNames(NAMES, () => reader.operation('tokenTransfer', tokenTransferOf(params)));
  }
  if (!isOperationName(name) || name === 'submit') {
    throw new InvalidInputError('transactionType', 'is not the name of an operation');
  }
  return name === 'xrpTransfer' ? reader.transfer(params) : reader.operation(name, params);
}
