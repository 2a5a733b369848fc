import { equalBytes, fromHex } from '../../core/bytes.js';
import { isObject, jsonIn } from '../../core/json.js';
import { excerpt } from '../../core/shown.js';
import { contentOf } from '../../signer/messages.js';
import type { RawSignature, SigningMessage, SigningRecord } from '../../signer/raw-signer.js';
import type { CustodyTransaction, SignedMessage } from '../client.js';
import { derivationPathOf } from '../rest/addressing.js';
import { stateOf } from '../statuses.js';

/** A message that Fireblocks was asked to sign, as it remembers it: content and path. */
export interface RecordedMessage {
  readonly content: Uint8Array;
  readonly path: readonly number[] | undefined;
}

/** The operation of a transaction, as Fireblocks names it or as its contents show. */
export function operationOf(transaction: CustodyTransaction): string | undefined {
  if (transaction.operation) return transaction.operation;
  const isRaw = recordedMessages(transaction).length > 0;
  return isRaw ? 'RAW' : undefined;
}

/** How far a transaction is, in Fireblocks' words, which errors and events repeat. */
export function wordsOf({ status, subStatus }: CustodyTransaction) {
  return { status: excerpt(status), ...(subStatus ? { subStatus: excerpt(subStatus) } : {}) };
}

/** The record of a transaction, in the signer's terms. A transaction without an external id is not ours. */
export function recordOf(transaction: CustodyTransaction): SigningRecord | undefined {
  const { externalTxId } = transaction;
  const operation = operationOf(transaction) ?? 'RAW';
  const isRaw = operation === 'RAW';
  if (!externalTxId || !(isRaw || operation === 'TRANSFER')) return undefined;
  const messages = recordedMessages(transaction);
  const state = stateOf(transaction.status);
  const signatures = isRaw
    ? signaturesInOrder(transaction.signedMessages ?? [], messages)
    : undefined;
  return {
    idempotencyKey: externalTxId,
    providerId: transaction.id,
    kind: isRaw ? 'raw' : 'native-transfer',
    // A transaction may be signed although it is being cancelled; where there are signatures, it counts as signed.
    state: state === 'rejected' && signatures ? 'signed' : state,
    ...wordsOf(transaction),
    messages: messages.map((message) => message.content),
    unhashedPayload: extraParametersOf(transaction).unhashedTxPayload,
    ...(transaction.note ? { note: transaction.note } : {}),
    ...(signatures ? { signatures } : {}),
    ...(transaction.txHash ? { txHash: transaction.txHash } : {}),
    ...(transaction.expiresAt ? { expiresAt: transaction.expiresAt } : {}),
    ...(transaction.createdAt ? { createdAt: transaction.createdAt } : {}),
  };
}

/** The signatures of the messages, in their order, or `undefined` while any is missing. */
export function signaturesFor(
  transaction: CustodyTransaction,
  messages: readonly SigningMessage[],
): readonly RawSignature[] | undefined {
  return signaturesInOrder(
    transaction.signedMessages ?? [],
    messages.map((message) => ({
      content: contentOf(message),
      path: derivationPathOf(message.key),
    })),
  );
}

/** The messages of the request; without these, the signed ones. */
export function recordedMessages(transaction: CustodyTransaction): readonly RecordedMessage[] {
  return askedMessages(transaction) ?? signedContents(transaction);
}

/** The messages of the request, when Fireblocks repeats them. */
export function askedMessages(
  transaction: CustodyTransaction,
): readonly RecordedMessage[] | undefined {
  const { rawMessageData } = extraParametersOf(transaction);
  const messages = isObject(rawMessageData) ? rawMessageData.messages : undefined;
  return Array.isArray(messages) ? messagesIn(messages) : undefined;
}

/** The signed messages: perhaps not all yet, and perhaps more than were requested. */
export function signedContents(transaction: CustodyTransaction): readonly RecordedMessage[] {
  return messagesIn(transaction.signedMessages ?? []);
}

function messagesIn(entries: readonly unknown[]): readonly RecordedMessage[] {
  return entries.flatMap((entry) => {
    const content =
      isObject(entry) && typeof entry.content === 'string' ? entry.content : undefined;
    const bytes = content === undefined ? undefined : fromHex(content);
    if (!isObject(entry) || !bytes) return [];
    const path = Array.isArray(entry.derivationPath) ? entry.derivationPath : undefined;
    return [{ content: bytes, path: path?.map(Number) }];
  });
}

/** An object on some versions of Fireblocks, JSON text on others. */
function extraParametersOf(transaction: CustodyTransaction): Record<string, unknown> {
  const { extraParameters: given } = transaction;
  const parameters = typeof given === 'string' ? jsonIn(given) : given;
  return isObject(parameters) ? parameters : {};
}

/**
 * Matches by content and path: Fireblocks promises no order, and two keys may sign the same content. Each signature
 * is used once.
 */
function signaturesInOrder(
  signed: readonly SignedMessage[],
  messages: readonly RecordedMessage[],
): readonly RawSignature[] | undefined {
  if (messages.length === 0) return undefined;
  const left = signed.map(candidateOf);
  const found: RawSignature[] = [];
  for (const message of messages) {
    const index = left.findIndex((candidate) => isFor(candidate, message));
    const [match] = index === -1 ? [] : left.splice(index, 1);
    if (!match?.signature) return undefined;
    found.push(match.signature);
  }
  return found;
}

interface Candidate {
  readonly content: Uint8Array | undefined;
  readonly path: string | undefined;
  readonly signature: RawSignature | undefined;
}

function candidateOf(signed: SignedMessage): Candidate {
  return {
    content: signed.content ? fromHex(signed.content) : undefined,
    path: signed.derivationPath?.join('/'),
    signature: rawSignatureOf(signed),
  };
}

/** An entry without a signature is ignored, so that it does not take the place of one that has it. */
function isFor(candidate: Candidate, message: RecordedMessage): boolean {
  const { content, path, signature } = candidate;
  if (!signature || !content || !equalBytes(content, message.content)) return false;
  return !message.path || !path || message.path.join('/') === path;
}

function rawSignatureOf(signed: SignedMessage): RawSignature | undefined {
  const { fullSig, r, s, v } = signed.signature ?? {};
  const halves = r && s ? `${r.padStart(64, '0')}${s.padStart(64, '0')}` : '';
  const bytes = fromHex(fullSig || halves);
  if (!bytes || bytes.length === 0) return undefined;
  const publicKey = signed.publicKey ? fromHex(signed.publicKey) : undefined;
  const ecdsa = signed.algorithm?.includes('ECDSA') ?? true;
  return {
    encoding: 'compact',
    bytes,
    ...(ecdsa && typeof v === 'number' ? { recoveryId: v } : {}),
    ...(publicKey ? { publicKey } : {}),
  };
}
