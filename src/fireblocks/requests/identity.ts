import { type Decimal, parseDecimal } from '../../core/amount.js';
import { equalBytes } from '../../core/bytes.js';
import { GatewayError, IdempotencyConflictError } from '../../core/errors.js';
import { contentOf } from '../../signer/messages.js';
import type { SigningMessage } from '../../signer/raw-signer.js';
import type { CreateTransactionRequest, CustodyTransaction } from '../client.js';
import { derivationPathOf } from '../rest/addressing.js';
import { askedMessages, operationOf, type RecordedMessage, signedContents } from './records.js';

/**
 * Fireblocks compares no bodies: under one external id it may hold another request than the present one. This refuses
 * to accept that as ours. A field that an answer leaves out is no contradiction; then the verification of the signature
 * decides.
 *
 * @throws IdempotencyConflictError
 */
export function assertSameSigning(
  transaction: CustodyTransaction,
  messages: readonly SigningMessage[],
): void {
  const operation = operationOf(transaction);
  const same =
    (operation === undefined || operation === 'RAW') &&
    messages.every(({ key }) => sameWallet(transaction, key)) &&
    sameContents(transaction, messages);
  if (!same) throw conflict(transaction);
}

function sameContents(
  transaction: CustodyTransaction,
  messages: readonly SigningMessage[],
): boolean {
  const asked = askedMessages(transaction);
  if (asked && asked.length > 0) return sameMessages(asked, messages);
  // The signed messages may be a part of the requested ones, or more; but not different ones.
  const signed = signedContents(transaction);
  return signed.length === 0 || messages.some((message) => signed.some(isAbout(message)));
}

/** A key by asset names a wallet. A key by path names none; then the messages' paths are compared. */
function sameWallet(transaction: CustodyTransaction, key: SigningMessage['key']): boolean {
  if (key.assetId === undefined) return true;
  return agrees(transaction.assetId, key.assetId) && agrees(transaction.source?.id, key.id);
}

/** In any order, but each as often as in the request. */
function sameMessages(
  recorded: readonly RecordedMessage[],
  messages: readonly SigningMessage[],
): boolean {
  const left = [...recorded];
  const found = messages.every((message) => {
    const index = left.findIndex(isAbout(message));
    return index !== -1 && left.splice(index, 1).length === 1;
  });
  return found && left.length === 0;
}

function isAbout(message: SigningMessage): (recorded: RecordedMessage) => boolean {
  const content = contentOf(message);
  const path = derivationPathOf(message.key)?.join('/');
  return (recorded) =>
    equalBytes(recorded.content, content) && agrees(recorded.path?.join('/'), path);
}

/** Whether no field of an answer contradicts the request. */
export function isAnswerTo(
  body: CreateTransactionRequest,
  transaction: CustodyTransaction,
): boolean {
  const amount = transaction.amountInfo?.requestedAmount ?? transaction.amountInfo?.amount;
  const { destination } = body;
  return (
    agrees(transaction.externalTxId, body.externalTxId) &&
    agrees(operationOf(transaction), body.operation) &&
    agrees(transaction.assetId, body.assetId) &&
    agrees(transaction.source?.id, body.source.id) &&
    agrees(transaction.destination?.type, destination?.type) &&
    agrees(transaction.destination?.id, destination?.id) &&
    sameAddress(transaction, destination?.oneTimeAddress) &&
    (!amount || body.amount === undefined || sameAmount(amount, body.amount))
  );
}

/** An id that was taken for this request's belongs to another one; the right id is unknown. */
export class MistakenIdError extends GatewayError {
  constructor() {
    super('UNEXPECTED_ANSWER', 'The id belongs to another request.');
  }
}

/** With another tag, or without one, the money goes to another customer. */
function sameAddress(
  { destinationAddress, destinationTag }: CustodyTransaction,
  asked: { readonly address: string; readonly tag?: string } | undefined,
): boolean {
  if (asked === undefined) return true;
  return agrees(destinationAddress, asked.address) && agrees(destinationTag, asked.tag ?? '');
}

/** A field that Fireblocks leaves out, or leaves empty while it is unknown, is no contradiction. */
function agrees(recorded: string | null | undefined, asked: string | undefined): boolean {
  return !recorded || asked === undefined || recorded === asked;
}

function sameAmount(recorded: string, asked: string): boolean {
  const [a, b] = [recorded, asked].map(decimalOf);
  if (!a || !b) return false;
  return a.units * 10n ** BigInt(b.scale) === b.units * 10n ** BigInt(a.scale);
}

/** Fireblocks may write a number in a form that this package would not accept as input. */
function decimalOf(text: string): Decimal | undefined {
  try {
    return parseDecimal(text, 'amount');
  } catch {
    return undefined;
  }
}

export function conflict(transaction: CustodyTransaction): IdempotencyConflictError {
  return new IdempotencyConflictError('This key has another request at Fireblocks.', {
    details: { requestId: transaction.externalTxId, custodyId: transaction.id },
  });
}
