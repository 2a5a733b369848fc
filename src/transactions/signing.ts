import { bytesToHex } from '../core/bytes.js';
import type { Clock } from '../core/clock.js';
import { IdempotencyConflictError } from '../core/errors.js';
import {
  InvalidSignatureError,
  SignatureRejectedError,
  type SigningRequestDetails,
} from '../signer/errors.js';
import { contentOf } from '../signer/messages.js';
import type {
  RawSignature,
  RawSigner,
  RawSigningRequest,
  SigningMessage,
  SigningRecord,
} from '../signer/raw-signer.js';
import { type VerifiedSignature, verifyAll } from '../signer/verify.js';
import { type Attempt, type Delivery, orderOf, type Stage } from './attempt.js';
import type { Snapshot } from './chain.js';
import { TransactionUnconfirmedError } from './errors.js';
import type { LanePass } from './lanes.js';
import { type NoteRecord, readNote, writeNote } from './note-record.js';
import { isRefusal } from './records.js';

export type Signing<D> =
  | { readonly state: 'signed'; readonly delivery: D }
  | { readonly state: 'rejected'; readonly error: SignatureRejectedError };

/** What a signer is asked for at once: a transaction, or those of a batch. `D` is them, signed. */
export interface Order<D> {
  readonly messages: readonly SigningMessage[];
  readonly payload: unknown;
  /** What the note says of it. */
  readonly record: Pick<NoteRecord, 'terms' | 'batch' | 'built'>;
  assemble(verified: readonly VerifiedSignature[]): D;
}

export interface TransactionOrder<T> extends Order<Delivery<T>> {
  readonly transaction: T;
}

/** The order for one transaction. */
export function orderFor<I, S extends Snapshot, T, R>(
  { chain }: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  transaction: T,
): TransactionOrder<T> {
  return {
    transaction,
    messages: chain.messagesOf(transaction, attempt.job.account),
    payload: chain.payloadOf(transaction),
    record: { terms: chain.termsOf(transaction), built: attempt.age.built },
    assemble(verified) {
      const signed = chain.assemble(transaction, verified);
      attempt.learnHash(signed.hash);
      return { transaction, signed, age: attempt.age };
    },
  };
}

/**
 * Has an order signed and verifies what comes back. The lane, which knows of the request already,
 * stays held by it unless there will never be a usable signature: then its numbers are given back.
 *
 * @throws SignaturePendingError when time is up.
 * @throws InvalidSignatureError when a signature is not one; nothing is sent then.
 * @throws IdempotencyConflictError when another process was faster under the same key.
 */
export async function signOrder<I, D>(
  stage: SigningStage,
  attempt: Attempt<I>,
  order: Order<D>,
  pass: LanePass | undefined,
): Promise<Signing<D>> {
  const { options } = attempt.job;
  const startedAt = stage.clock.monotonic();
  try {
    const signatures = await stage.signer.sign(signingRequestOf(stage, attempt, order), {
      signal: options.signal,
      timeoutMs: options.signatureTimeoutMs,
      cancelOnAbort: options.cancelOnAbort,
      onUpdate: (record) => learn(attempt, record, pass),
    });
    const delivery = await verifyAndAssemble(stage, attempt, order, signatures, pass);
    attempt.tell({
      type: 'signed',
      durationMs: stage.clock.monotonic() - startedAt,
      requestId: attempt.requestId,
      hash: attempt.reference.hash,
    });
    return { state: 'signed', delivery };
  } catch (error) {
    attempt.learnFrom(error);
    if (error instanceof SignatureRejectedError) {
      await pass?.leave('given-back');
      return { state: 'rejected', error };
    }
    throw await releasedAfter(error, attempt, pass);
  }
}

/**
 * Gives the number back after an error by which the signer has no request for certain, also not one that
 * another call has asked for. After any other the number stays the request's.
 *
 * @returns what to tell of it.
 */
export async function releasedAfter<I>(
  error: unknown,
  attempt: Attempt<I>,
  pass: LanePass | undefined,
): Promise<unknown> {
  attempt.learnFrom(error);
  if (attempt.reference.custodyId !== undefined) return error;
  if (!isRefusal(error)) {
    await pass?.doubted();
    return error;
  }
  if (!(await pass?.declined())) return error;
  const reason = 'this time the signer refused, but an earlier call may have made the request';
  return new TransactionUnconfirmedError('unknown', reason, { cause: error });
}

/**
 * Nothing leaves this package that was not verified here, against the pinned key and the very
 * message.
 *
 * @throws InvalidSignatureError
 */
async function verifyAndAssemble<I, D>(
  stage: SigningStage,
  attempt: Attempt<I>,
  order: Order<D>,
  signatures: readonly RawSignature[],
  pass: LanePass | undefined,
): Promise<D> {
  try {
    const { signal } = attempt.job.options;
    return order.assemble(await verifyAll(stage.signer, order.messages, signatures, { signal }));
  } catch (error) {
    if (error instanceof InvalidSignatureError) await pass?.leave('given-back');
    throw error;
  }
}

/**
 * From what the signer remembers to verified signatures. `order` is what the record was found to be
 * about; without one there is nothing to go on with.
 *
 * @throws TransactionUnconfirmedError when nothing reproduces what the signer was asked to sign.
 */
export async function reviveOrder<I, D>(
  stage: SigningStage,
  attempt: Attempt<I>,
  record: SigningRecord,
  order: Order<D> | undefined,
  pass: LanePass | undefined,
): Promise<Signing<D>> {
  if (order && record.signatures) {
    const delivery = await verifyAndAssemble(stage, attempt, order, record.signatures, pass);
    return { state: 'signed', delivery };
  }
  if (order) return signOrder(stage, attempt, order, pass);
  if (record.state === 'signed') await pass?.leave('given-back');
  throw new TransactionUnconfirmedError(
    'unknown',
    'what the custody keeps does not reproduce what it was asked to sign',
  );
}

interface SigningStage {
  readonly signer: RawSigner;
  readonly clock: Clock;
}

function signingRequestOf<I, D>(
  stage: SigningStage,
  attempt: Attempt<I>,
  order: Order<D>,
): RawSigningRequest {
  const { options } = attempt.job;
  return {
    idempotencyKey: attempt.requestId,
    messages: order.messages,
    unhashedPayload: order.payload,
    note: noteFor(attempt, order.record),
    ...(stage.signer.capabilities.mayPend
      ? { expiresAfterSeconds: options.approvalWindowSeconds }
      : {}),
  };
}

/** The note of an attempt's request: the caller's words, and what it is about. */
export function noteFor<I>(attempt: Attempt<I>, about: Order<unknown>['record']): string {
  const { fingerprint, idempotencyKey, options } = attempt.job;
  return writeNote(options.note, {
    ...about,
    fingerprint: fingerprint ?? '0'.repeat(32),
    attempt: attempt.index,
    idempotencyKey,
    isShared: attempt.isShared,
  });
}

/** Takes in what the signer says of a request, for errors, events and whoever waits in the lane. */
export function learn<I>(
  attempt: Attempt<I>,
  record: SigningRecord,
  pass: LanePass | undefined,
): void {
  attempt.learnRecord(record);
  void pass?.update({ custodyId: record.providerId, expiresAt: record.expiresAt });
  attempt.tell({
    type: 'custody-status',
    requestId: attempt.requestId,
    custodyId: record.providerId,
    status: record.status,
  });
}

/** @throws IdempotencyConflictError when the key was used for something else. */
export function assertSameInput<I>(attempt: Attempt<I>, record: SigningRecord): void {
  const { fingerprint } = attempt.job;
  const recorded = readNote(record.note)?.fingerprint;
  if (fingerprint === undefined || recorded === fingerprint) return;
  // What can't be told to be the same is not. Resuming the key needs no input, and so still works.
  const what = recorded === undefined ? 'its note says nothing of its input' : 'for other input';
  throw new IdempotencyConflictError(`This idempotency key was used before, ${what}.`, {
    details: { custodyId: record.providerId },
  });
}

/**
 * The very transaction that a request is about: from its payload, or else from the caller's input
 * and the terms in the note. It counts only if it reproduces what the signer was asked to sign; an
 * echo of JSON is never believed.
 */
export async function rebuildTransaction<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  record: SigningRecord,
): Promise<TransactionOrder<T> | undefined> {
  const { account, inputs: [input] = [] } = attempt.job;
  attempt.learnRecord(record);
  const echoed = await stage.chain.rebuild(record.unhashedPayload, account);
  const order = echoed && orderFor(stage, attempt, echoed);
  if (order && reproduces(order, record)) return order;
  const terms = orderOf(record).note?.terms;
  if (!terms || input === undefined) return undefined;
  const call = { signal: attempt.job.options.signal };
  const [snapshot] = await stage.chain.read({ account, inputs: [input] }, call);
  if (!snapshot) return undefined;
  const transaction = stage.chain.rebuildFrom({ account, input, snapshot, terms });
  const rebuilt = orderFor(stage, attempt, transaction);
  return reproduces(rebuilt, record) ? rebuilt : undefined;
}

/** The hash of what is signed, for errors, where its payload and its signature tell it by themselves. */
export async function learnSigned<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  record: SigningRecord,
): Promise<void> {
  const { signatures } = record;
  const echoed =
    signatures && (await stage.chain.rebuild(record.unhashedPayload, attempt.job.account));
  const order = echoed && orderFor(stage, attempt, echoed);
  if (!order || !reproduces(order, record)) return;
  const verified = verifyAndAssemble(stage, attempt, order, signatures, undefined);
  // A wrong one is found out by whoever has use for it.
  await verified.catch(() => undefined);
}

/** Whether an order is for the very bytes that the signer was asked to sign. */
export function reproduces({ messages }: Order<unknown>, record: SigningRecord): boolean {
  const asked = record.messages.map(bytesToHex).join();
  return messages.map(contentOf).map(bytesToHex).join() === asked;
}

/** The error of a request that the signer ended without a signature. */
export function rejectionOf(record: SigningRecord): SignatureRejectedError {
  return new SignatureRejectedError(detailsOf(record.idempotencyKey, record));
}

/** What an error says of a request. */
export function detailsOf(
  requestId: string,
  record: SigningRecord | undefined,
): SigningRequestDetails {
  return {
    requestId,
    custodyId: record?.providerId,
    status: record?.status,
    subStatus: record?.subStatus,
    expiresAt: record?.expiresAt,
    ...(record?.txHash === undefined ? {} : { txHash: record.txHash }),
  };
}
