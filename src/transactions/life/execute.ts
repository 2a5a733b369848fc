import type { SigningRecord } from '../../signer/raw-signer.js';
import { signersRecordOf } from '../answer-time.js';
import { TransactionNotFoundError } from '../errors.js';
import type { Executed, Receipt } from '../executed.js';
import { evidenceOf } from '../operators.js';
import { errorOf } from '../outcome.js';
import { readNote } from '../records/note.js';
import { requestIdOf } from '../records/request-id.js';
import { tell } from './context.js';
import type { Job, Stage } from './job.js';
import { runOne } from './key.js';
import { unfound, unknownFor } from './moves.js';
import { type AttemptReference, explained, saidOfRequest } from './reference.js';

/** Runs a key with one transaction to its end: returns the call's result, or throws. */
export async function executeOne<I, T, R>(
  stage: Stage<I, T, R>,
  job: Job<I>,
): Promise<Executed<R>> {
  const ending = await runOne(stage, job);
  if (!ending) throw notFound(stage, job);
  const { told, outcome, reference, durationMs } = ending;
  const receipt = receiptOf(stage, reference);
  const end = told.state === 'rejected' || told.state === 'transferred' ? told : outcome;
  // A call on a signed transaction that is not over always stops with an error.
  if (!end) throw unknownFor('it is not over').about(receipt);
  const { hash } = reference;
  const final = { type: 'final', durationMs, outcome: end.state, hash } as const;
  tell({ stage, job }, reference.attempt, final);
  switch (end.state) {
    case 'confirmed':
      return { kind: 'chain', result: end.result, receipt };
    case 'transferred':
      return { kind: 'native', transfer: end.transfer, receipt };
    case 'rejected':
      throw explained(end.error, receipt);
    default:
      throw errorOf(end, evidenceOf(stage.operators)).about(receipt);
  }
}

/** What every error says of a key, whatever is known of its request: of its first one, unless another is named. */
export function referenceTo(
  { chain }: Stage,
  { account, idempotencyKey }: Job,
  attempt = 1,
  chunk?: number,
): AttemptReference {
  const requestId = requestIdOf(chain.id, account.address, idempotencyKey, attempt, chunk);
  return { idempotencyKey, requestId, attempt };
}

export function notFound(stage: Stage, job: Job): TransactionNotFoundError {
  return new TransactionNotFoundError().about(referenceTo(stage, job));
}

export function receiptOf({ durable }: Stage, reference: AttemptReference): Receipt {
  return { ...reference, durable };
}

/** A job, with the signer's record of its first request: of a batch, that has the terms of the whole. */
export async function known<I>(stage: Stage, job: Job<I>): Promise<Job<I>> {
  const record = await recordUnder(stage, job, referenceTo(stage, job));
  return { ...job, known: record, batch: readNote(record?.note)?.batch };
}

/** The signer's record of a request. @throws an error that is about the request, and the caller's key. */
export async function recordUnder(
  stage: Stage,
  { options: { signal } }: Job,
  reference: AttemptReference,
): Promise<SigningRecord | undefined> {
  const { requestId } = reference;
  try {
    return await signersRecordOf(stage, requestId, { signal });
  } catch (thrown) {
    const { error, custodyId } = saidOfRequest(thrown, requestId);
    if (custodyId === undefined) throw explained(error, reference);
    throw explained(unfound({ custodyId }, error), { ...reference, custodyId });
  }
}
