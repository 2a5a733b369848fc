import { parseDecimal } from '../../core/amount.js';
import { bytesToHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { checkMessages, checkRequestId, contentOf, payloadJson } from '../../signer/messages.js';
import type {
  NativeTransferRequest,
  RawSigningRequest,
  SignerCapabilities,
  SigningMessage,
} from '../../signer/raw-signer.js';
import type { CreateTransactionRequest, RawMessage } from '../client.js';
import {
  type Addressing,
  addressingOf,
  checkAssetId,
  checkVaultAccountId,
  derivationPathOf,
} from '../rest/addressing.js';

/**
 * The body that asks Fireblocks to sign raw messages.
 *
 * @throws InvalidInputError for a request that Fireblocks would refuse, before it is asked.
 */
export function rawRequestBody(
  request: RawSigningRequest,
  limits: SignerCapabilities,
): CreateTransactionRequest {
  checkMessages(request.messages, limits);
  payloadJson(request, limits);
  const addressing = addressingOf(request.messages.map((message) => message.key));
  return {
    operation: 'RAW',
    externalTxId: checkRequestId(request.idempotencyKey),
    ...sourceOf(addressing),
    ...(request.note === undefined ? {} : { note: request.note }),
    ...windowOf(request.expiresAfterSeconds),
    extraParameters: {
      rawMessageData: {
        ...(addressing.mode === 'path' ? { algorithm: addressing.algorithm } : {}),
        messages: request.messages.map(rawMessageOf),
      },
      ...(request.unhashedPayload === undefined
        ? {}
        : { unhashedTxPayload: request.unhashedPayload }),
    },
  };
}

/**
 * The body that asks Fireblocks to make a transfer by itself.
 *
 * @throws InvalidInputError for a request that Fireblocks could interpret in another way.
 */
export function transferBody({
  idempotencyKey,
  from,
  to,
  amount,
  note,
  expiresAfterSeconds,
  ...others
}: NativeTransferRequest): CreateTransactionRequest {
  refuse(others);
  return {
    operation: 'TRANSFER',
    externalTxId: checkRequestId(idempotencyKey),
    assetId: checkAssetId(from.assetId),
    source: { type: 'VAULT_ACCOUNT', id: checkVaultAccountId(from.id) },
    destination: destinationOf(to),
    amount: checkAmount(amount),
    ...(note === undefined ? {} : { note }),
    ...windowOf(expiresAfterSeconds),
  };
}

/** A field that nobody reads may be a misspelt tag. */
function refuse(others: object, path = ''): void {
  const [other] = Object.keys(others);
  if (other) throw new InvalidInputError(path + other, 'is not a known field');
}

function destinationOf(
  to: NativeTransferRequest['to'],
): NonNullable<CreateTransactionRequest['destination']> {
  if (to.type === 'account') {
    const { type: _, accountType, id, ...others } = to;
    refuse(others, 'to.');
    return { type: checkText(accountType, 'to.accountType'), id: checkText(id, 'to.id') };
  }
  const { type: _, address, tag, ...others } = to;
  refuse(others, 'to.');
  const oneTimeAddress = {
    address: checkText(address, 'to.address'),
    ...(tag === undefined ? {} : { tag: checkText(tag, 'to.tag') }),
  };
  return { type: 'ONE_TIME_ADDRESS', oneTimeAddress };
}

/** With a blank at either end it would be another name for the same thing. */
function checkText(value: unknown, field: string): string {
  if (typeof value !== 'string' || value === '' || value.trim() !== value) {
    throw new InvalidInputError(field, 'must be text without outer blanks');
  }
  return value;
}

function checkAmount(amount: string): string {
  if (parseDecimal(amount, 'amount').units === 0n) {
    throw new InvalidInputError('amount', 'must be above zero');
  }
  return amount;
}

function sourceOf(addressing: Addressing): Pick<CreateTransactionRequest, 'source' | 'assetId'> {
  return addressing.mode === 'path'
    ? { source: { type: 'VAULT_ACCOUNT' } }
    : {
        assetId: addressing.assetId,
        source: { type: 'VAULT_ACCOUNT', id: addressing.vaultAccountId },
      };
}

function windowOf(seconds: number | undefined): Pick<CreateTransactionRequest, 'configurations'> {
  if (seconds === undefined) return {};
  if (!Number.isSafeInteger(seconds) || seconds <= 0) {
    throw new InvalidInputError('expiresAfterSeconds', 'must be a whole number above zero');
  }
  return { configurations: { expiresAfterSeconds: seconds } };
}

function rawMessageOf(message: SigningMessage): RawMessage {
  const derivationPath = derivationPathOf(message.key);
  return {
    content: bytesToHex(contentOf(message)),
    ...(derivationPath ? { derivationPath } : {}),
  };
}
