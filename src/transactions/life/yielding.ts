import type { CallOptions } from '../../core/clock.js';
import type { SigningRecord } from '../../signer/raw-signer.js';
import { signersRecordOf } from '../answer-time.js';
import type { Account } from '../chain.js';
import { cancellationOf } from '../lanes/cancellations.js';
import { numbersOf } from '../records/records.js';
import { requestIdOf } from '../records/request-id.js';
import type { RequestPlace, Stage } from './job.js';
import { holderOf } from './lane-holders.js';

/**
 * Leaves a request's place to its cancellation, if one was asked for and not refused: a call that only waits behind the
 * request must not send it, and sends the cancellation once that is signed. The lane may not know of it, where another
 * process cancels. Returns whether there is one.
 */
export async function yieldToCancellation(
  stage: Stage,
  account: Account,
  { requestId, pass }: RequestPlace,
  options: CallOptions,
): Promise<boolean> {
  const key = cancellationOf(requestId);
  const cancellation = await standing(stage, account, key, options);
  if (!cancellation) return false;
  const numbers = await numbersOf(stage.chain, account, cancellation);
  await pass.acknowledge([holderOf(cancellation, key, numbers)]);
  await pass.leave('given-back');
  return true;
}

/** The latest request under a key, unless it was refused. */
async function standing(
  stage: Stage,
  { address }: Account,
  key: string,
  options: CallOptions,
): Promise<SigningRecord | undefined> {
  for (let attempt = 1; ; attempt++) {
    const id = requestIdOf(stage.chain.id, address, key, attempt);
    const record = await signersRecordOf(stage, id, options);
    if (record?.state !== 'rejected') return record;
  }
}
