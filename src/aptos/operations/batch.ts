import { InvalidInputError } from '../../core/errors.js';
import { inField } from '../../core/field-names.js';
import { batchEntries, inParamsOf, namedEntry } from '../../gateway/batch-entries.js';
import type { PlaceInBatch } from './building.js';
import { callFor, isInCommonNames } from './calls.js';
import { inNames, NAMES, nameIn, transferMoveOf, transferTokenOf } from './common-names.js';
import type { MoveCall } from './input.js';

/** A transaction of a batch. */
interface Member {
  readonly call: MoveCall;
  readonly place: PlaceInBatch;
}

/** Reads the entries of a batch. @throws InvalidInputError naming the entry and its field. */
export async function membersOf(
  given: unknown,
  chainId: number | undefined,
): Promise<readonly Member[]> {
  const members: Member[] = [];
  for (const [index, entry] of batchEntries(given).entries()) {
    members.push(await memberOf(entry, index, chainId));
  }
  return members;
}

async function memberOf(
  entry: unknown,
  index: number,
  chainId: number | undefined,
): Promise<Member> {
  const field = `transactions[${index}]`;
  const { transactionType: name, params } = namedEntry(entry, field);
  if (name !== 'transfer' && name !== 'transferMove' && name !== 'transferToken') {
    const reason = 'must be transfer, transferMove or transferToken';
    throw new InvalidInputError(`${field}.transactionType`, reason);
  }
  const nameOf = inParamsOf(field);
  return inField(nameOf, async (): Promise<Member> => {
    if (name === 'transferMove' || (name === 'transferToken' && !isInCommonNames(params))) {
      return { call: await callFor(name, params), place: { index, fieldOf: nameOf } };
    }
    const call = await inNames(NAMES, async () =>
      name === 'transfer'
        ? callFor('transferMove', transferMoveOf(params, chainId))
        : callFor('transferToken', transferTokenOf(params)),
    );
    return { call, place: { index, fieldOf: (own) => nameOf(nameIn(NAMES, own)) } };
  });
}
