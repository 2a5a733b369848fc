import { bytesToHex } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
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
import { type VerifiedSignature, verifySignature } from '../signer/verify.js';
import { type Attempt, type Delivery, orderOf, type Stage } from './attempt.js';
import type { Snapshot } from './chain.js';
import type { LanePass } from './lanes.js';
import { readNote, writeNote } from './note-record.js';

export type Signing<T> =
  | { readonly state: 'signed'; readonly delivery: Delivery<T> }
  | { readonly state: 'rejected'; readonly error: SignatureRejectedError };

/**
 * Has a transaction signed and verifies what comes back. The lane stays held by the request unless
 * there will never be a usable signature: then the number is given back.
 *
 * @throws SignaturePendingError when time is up.
 * @throws InvalidSignatureError when the signature is not one; nothing is sent then.
 * @throws IdempotencyConflictError when another process was faster under the same key.
 */
export async function signTransaction<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  transaction: T,
  pass: LanePass | undefined,
): Promise<Signing<T>> {
  const { options } = attempt.job;
  const startedAt = stage.clock.now();
  pass?.commit();
  try {
    const signatures = await stage.signer.sign(signingRequestOf(stage, attempt, transaction), {
      signal: options.signal,
      timeoutMs: options.signatureTimeoutMs,
      cancelOnAbort: options.cancelOnAbort,
      onUpdate: (record) => learn(attempt, record, pass),
    });
    const delivery = await verifyAndAssemble(stage, attempt, transaction, signatures, pass);
    attempt.tell({
      type: 'signed',
      durationMs: stage.clock.now() - startedAt,
      requestId: attempt.requestId,
      hash: delivery.signed.hash,
    });
    return { state: 'signed', delivery };
  } catch (error) {
    if (!(error instanceof SignatureRejectedError)) throw error;
    pass?.leave('given-back');
    return { state: 'rejected', error };
  }
}

/**
 * Nothing leaves this package that was not verified here, against the pinned key and the very
 * message.
 *
 * @throws InvalidSignatureError
 */
export async function verifyAndAssemble<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  transaction: T,
  signatures: readonly RawSignature[],
  pass: LanePass | undefined,
): Promise<Delivery<T>> {
  const { account, options } = attempt.job;
  try {
    const messages = stage.chain.messagesOf(transaction, account);
    const { signal } = options;
    const verified = await verifyAll(stage.signer, messages, signatures, { signal });
    const signed = stage.chain.assemble(transaction, verified);
    attempt.learnHash(signed.hash);
    return { transaction, signed };
  } catch (error) {
    if (error instanceof InvalidSignatureError) pass?.leave('given-back');
    throw error;
  }
}

/**
 * Checks each signature against its message and its own pinned key.
 *
 * @throws InvalidSignatureError
 */
export async function verifyAll(
  signer: RawSigner,
  messages: readonly SigningMessage[],
  signatures: readonly RawSignature[],
  options: CallOptions,
): Promise<readonly VerifiedSignature[]> {
  if (signatures.length !== messages.length) {
    throw new InvalidSignatureError(`${signatures.length} signatures for ${messages.length}`);
  }
  const verified: VerifiedSignature[] = [];
  for (const [index, message] of messages.entries()) {
    const signature = signatures[index];
    if (!signature) throw new InvalidSignatureError('one is missing');
    const publicKey = await signer.getPublicKey(message.key, options);
    verified.push(verifySignature(message, publicKey, signature));
  }
  return verified;
}

function signingRequestOf<I, S extends Snapshot, T, R>(
  stage: Stage<I, S, T, R>,
  attempt: Attempt<I>,
  transaction: T,
): RawSigningRequest {
  const { account, fingerprint, idempotencyKey, options } = attempt.job;
  return {
    idempotencyKey: attempt.requestId,
    messages: stage.chain.messagesOf(transaction, account),
    unhashedPayload: stage.chain.payloadOf(transaction),
    note: writeNote(options.note, {
      fingerprint: fingerprint ?? '0'.repeat(32),
      terms: stage.chain.termsOf(transaction),
      attempt: attempt.index,
      idempotencyKey,
    }),
    ...(stage.signer.capabilities.mayPend
      ? { expiresAfterSeconds: options.approvalWindowSeconds }
      : {}),
  };
}

/** Takes in what the signer says of a request, for errors, events and whoever waits in the lane. */
export function learn<I>(
  attempt: Attempt<I>,
  record: SigningRecord,
  pass: LanePass | undefined,
): void {
  attempt.learnCustodyId(record.providerId);
  pass?.update({ custodyId: record.providerId, expiresAt: record.expiresAt });
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
  if (fingerprint === undefined || recorded === undefined || recorded === fingerprint) return;
  throw new IdempotencyConflictError('This idempotency key was used before, for other input.', {
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
): Promise<T | undefined> {
  const { account, input } = attempt.job;
  const wanted = record.messages.map(bytesToHex).join();
  const reproduces = (transaction: T): boolean =>
    stage.chain.messagesOf(transaction, account).map(contentOf).map(bytesToHex).join() === wanted;

  const echoed = stage.chain.rebuild(record.unhashedPayload);
  if (echoed && reproduces(echoed)) return echoed;
  const terms = orderOf(record).note?.terms;
  if (!terms || input === undefined) return undefined;
  const call = { signal: attempt.job.options.signal };
  const snapshot = await stage.chain.read({ account, input }, call);
  const rebuilt = stage.chain.rebuildFrom({ account, input, snapshot, terms });
  return rebuilt && reproduces(rebuilt) ? rebuilt : undefined;
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
  };
}
