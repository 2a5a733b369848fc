import type { CallOptions } from '../../core/clock.js';
import { AbortedError } from '../../core/errors.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import { signersRecordOf } from '../answer-time.js';
import type { Account } from '../chain.js';
import { TransactionUnconfirmedError } from '../errors.js';
import { cancellationOf } from '../lanes/cancellations.js';
import type { LaneHolder } from '../lanes/lanes.js';
import { readNote } from '../records/note.js';
import { numbersOf } from '../records/records.js';
import { requestIdOf } from '../records/request-id.js';
import type { RequestPlace, Stage } from './job.js';
import { holderOf } from './lane-holders.js';

/**
 * Leaves a request's place to its cancellation, if one was asked for its number and not refused: a call that only waits
 * behind the request must not send it, and sends the cancellation once that is signed. The lane may not know of it,
 * where another process cancels. Resolves with whether there is one; a call looks once.
 */
export function givingWay(
  stage: Stage,
  account: Account,
  options: CallOptions,
): (place: RequestPlace) => Promise<boolean> {
  const looked = new Map<string, Promise<readonly LaneHolder[]>>();
  return async ({ requestId, pass, number }) => {
    const look = looked.get(requestId) ?? cancellationsOf(stage, account, requestId, options);
    looked.set(requestId, look);
    const holders = await look;
    // One of which the custody platform has lost the note may be for any number.
    if (holders.every(({ numbers = [] }) => numbers.length > 0 && !numbers.includes(number))) {
      return false;
    }
    await pass.acknowledge(holders);
    await pass.leave('given-back');
    return true;
  };
}

/** The requests of a cancellation, each with its latest attempt, unless that was refused. */
async function cancellationsOf(
  stage: Stage,
  account: Account,
  requestId: string,
  options: CallOptions,
): Promise<readonly LaneHolder[]> {
  const key = cancellationOf(requestId);
  const holders: LaneHolder[] = [];
  let total = 1;
  for (let chunk = 0, counted = 0; counted < total; chunk++) {
    const record = await latest(stage, account, [key, chunk], options);
    if (!record) break;
    const numbers = await numbersOf(stage.chain, account, record);
    total = readNote(record.note)?.batch?.total ?? total;
    counted += Math.max(numbers.length, 1);
    if (record.state !== 'rejected') holders.push(holderOf(record, key, numbers));
  }
  return holders;
}

/** @throws TransactionUnconfirmedError when the signer doesn't say. */
async function latest(
  stage: Stage,
  { address }: Account,
  [key, chunk]: readonly [key: string, chunk: number],
  options: CallOptions,
): Promise<SigningRecord | undefined> {
  let last: SigningRecord | undefined;
  for (let attempt = 1; ; attempt++) {
    const id = requestIdOf(stage.chain.id, address, key, attempt, chunk);
    try {
      const record = await signersRecordOf(stage, id, options);
      if (record?.state !== 'rejected') return record ?? last;
      last = record;
    } catch (error) {
      if (error instanceof AbortedError) throw error;
      const reason = 'the signer does not say whether it is being cancelled';
      throw new TransactionUnconfirmedError('unknown', reason, { cause: error });
    }
  }
}
