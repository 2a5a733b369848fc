import { InvalidInputError } from '../../core/errors.js';
import { inField } from '../../core/field-names.js';
import { batchEntries, inParamsOf, namedEntry } from '../../gateway/batch-entries.js';
import { callFor, isInCommonNames } from './calls.js';
import { inNames, NAMES, transferMoveOf, transferTokenOf } from './common-names.js';
import type { MoveCall } from './input.js';

/** A transaction of a batch, and what its caller calls the recipient. */
interface Member {
  readonly call: MoveCall;
  readonly recipient: 'to' | 'recipientAddress';
}

/** Reads the entries of a batch. @throws InvalidInputError naming the entry and its field. */
export async function membersOf(
  given: unknown,
  chainId: number | undefined,
): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const [index, entry] of batchEntries(given).entries()) {
    members.push(await memberOf(entry, `transactions[${index}]`, chainId));
  }
  return members;
}

async function memberOf(
  entry: unknown,
  field: string,
  chainId: number | undefined,
): Promise<Member> {
  const { transactionType: name, params } = namedEntry(entry, field);
  if (name !== 'transfer' && name !== 'transferMove' && name !== 'transferToken') {
    const reason = 'must be transfer, transferMove or transferToken';
    throw new InvalidInputError(`${field}.transactionType`, reason);
  }
  return inField(inParamsOf(field), async (): Promise<Member> => {
    if (name === 'transferMove' || (name === 'transferToken' && !isInCommonNames(params))) {
      return { call: await callFor(name, params), recipient: 'recipientAddress' };
    }
    const call = await inNames(NAMES, async () =>
      name === 'transfer'
        ? callFor('transferMove', transferMoveOf(params, chainId))
        : callFor('transferToken', transferTokenOf(params)),
    );
    return { call, recipient: 'to' };
  });
}
