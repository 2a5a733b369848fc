import { bytesToHex } from '../../core/bytes.js';
import { contentOf } from '../../signer/messages.js';
import type { SigningMessage, SigningRecord } from '../../signer/raw-signer.js';
import type { VerifiedSignature } from '../../signer/verify.js';
import type { Account, Chain, Signed, Snapshot, Terms } from '../chain.js';
import { type NoteRecord, writeNote } from '../records/note.js';
import type { Job } from './job.js';
import { wordsWith } from './summary.js';

/** What is signed of these transactions, in their order. */
export function messagesOf<I, T, R>(
  chain: Chain<I, Snapshot, T, R>,
  account: Account,
  transactions: readonly T[],
): readonly SigningMessage[] {
  return transactions.flatMap((one) => chain.messagesOf(one, account));
}

/** What a request to the signer has besides: of one transaction, or of those of a batch. */
export function wordingOf<I, T, R>(
  chain: Chain<I, Snapshot, T, R>,
  transactions: readonly T[],
  batch: Job['batch'],
): { readonly payload: unknown; readonly record: Pick<NoteRecord, 'terms' | 'batch'> } {
  const payloads = transactions.map((one) => chain.payloadOf(one));
  const terms = transactions.map((one) => chain.termsOf(one));
  if (!batch) return { payload: payloads[0], record: { terms: terms[0] } };
  const numbers = terms.map(({ number }) => number.value);
  const shared = { fee: common(terms, 'fee'), expiry: common(terms, 'expiry') };
  const { total, stopOnFailure } = batch;
  const record = { terms: undefined, batch: { numbers, total, stopOnFailure, ...shared } };
  return { payload: payloads, record };
}

/** The value that all of them have, if it is the same. */
function common(terms: readonly Terms[], name: 'fee' | 'expiry'): bigint | undefined {
  const [first, ...others] = terms.map((one) => one[name]);
  return others.every((other) => other === first) ? first : undefined;
}

export function contentsOf(messages: readonly SigningMessage[]): readonly string[] {
  return messages.map(contentOf).map(bytesToHex);
}

/** Whether these are exactly the bytes that the signer was asked to sign. */
export function reproduces(contents: readonly string[], { messages }: SigningRecord): boolean {
  return contents.join() === messages.map(bytesToHex).join();
}

/** Each transaction with its own signatures, which come in the order of the messages. */
export function assembled<I, T, R>(
  chain: Chain<I, Snapshot, T, R>,
  account: Account,
  transactions: readonly T[],
  signatures: readonly VerifiedSignature[],
): readonly Signed[] {
  const left = [...signatures];
  return transactions.map((one) => {
    const count = chain.messagesOf(one, account).length;
    return chain.assemble(one, left.splice(0, count));
  });
}

/** The note of a request: what it says, the caller's text, and the record. */
export function noteOf(
  { fingerprint, idempotencyKey, options }: Pick<Job, 'fingerprint' | 'idempotencyKey' | 'options'>,
  attempt: number,
  about: Pick<NoteRecord, 'terms' | 'batch' | 'built' | 'isShared'>,
  summary?: string | undefined,
): string {
  return writeNote(wordsWith(summary, options.note), {
    ...about,
    fingerprint: fingerprint ?? '0'.repeat(32),
    attempt,
    idempotencyKey,
  });
}
