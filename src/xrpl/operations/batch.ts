import { InvalidInputError } from '../../core/errors.js';
import { inField } from '../../core/field-names.js';
import { isObject } from '../../core/json.js';
import { batchEntries, inParamsOf, namedEntry } from '../../gateway/batch-entries.js';
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
  const members: (readonly [XrplInput, nameOf: (field: string) => string])[] = [];
  for (const [index, entry] of batchEntries(given).entries()) {
    members.push(await memberOf(entry, `transactions[${index}]`, reader));
  }
  // This asks for the account's address; before that, all entries are read.
  for (const [input, nameOf] of members) await inField(nameOf, () => reader.assertSendable(input));
  return members.map(([input]) => input);
}

async function memberOf(entry: unknown, field: string, reader: SingleReader) {
  const isGiven = !isObject(entry) || entry.TransactionType !== undefined;
  const read = isGiven ? () => reader.submission(entry) : operationOf(entry, field, reader);
  const nameOf = isGiven ? inTransactionOf(field) : inParamsOf(field);
  const input = await inField(nameOf, read);
  if (!reader.createsTickets(input)) return [input, nameOf] as const;
  throw new InvalidInputError(field, 'creates Tickets, which goes alone');
}

/** The entry itself is the transaction. */
function inTransactionOf(entry: string): (field: string) => string {
  return (field) => `${entry}.${field}`.replace(/\.transaction(?=\.|$)/, '');
}

function operationOf(
  entry: unknown,
  field: string,
  reader: SingleReader,
): () => Promise<XrplInput> {
  const { transactionType: name, params } = namedEntry(entry, field);
  if (name === 'transfer') {
    return () => inNames(NAMES, async () => reader.transfer(xrpTransferOf(params)));
  }
  if (name === 'transferToken') {
    return () =>
      inNames(NAMES, async () => reader.operation('tokenTransfer', tokenTransferOf(params)));
  }
  if (!isOperationName(name) || name === 'submit') {
    throw new InvalidInputError(`${field}.transactionType`, 'is not the name of an operation');
  }
  return () => (name === 'xrpTransfer' ? reader.transfer(params) : reader.operation(name, params));
}
