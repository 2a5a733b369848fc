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
export function transferBody(request: NativeTransferRequest): CreateTransactionRequest {
  checkFields(request, REQUEST);
  return {
    operation: 'TRANSFER',
    externalTxId: checkRequestId(request.idempotencyKey),
    assetId: checkAssetId(request.from.assetId),
    source: { type: 'VAULT_ACCOUNT', id: checkVaultAccountId(request.from.id) },
    destination: destinationOf(request.to),
    amount: checkAmount(request.amount),
    ...(request.note === undefined ? {} : { note: request.note }),
    ...windowOf(request.expiresAfterSeconds),
  };
}

const REQUEST = ['idempotencyKey', 'from', 'to', 'amount', 'note', 'expiresAfterSeconds'];

/** A field that nobody reads may be a misspelt tag. */
function checkFields(given: object, names: readonly string[], path = ''): void {
  const other = Object.keys(given).find((name) => !names.includes(name));
  if (other) throw new InvalidInputError(path + other, 'is no field of it');
}

function destinationOf(
  to: NativeTransferRequest['to'],
): NonNullable<CreateTransactionRequest['destination']> {
  if (to.type === 'account') {
    checkFields(to, ['type', 'accountType', 'id'], 'to.');
    return { type: checkText(to.accountType, 'to.accountType'), id: checkText(to.id, 'to.id') };
  }
  if (to.type !== 'address') throw new InvalidInputError('to.type', 'must be address or account');
  checkFields(to, ['type', 'address', 'tag'], 'to.');
  const address = checkText(to.address, 'to.address');
  const tag = to.tag === undefined ? {} : { tag: checkText(to.tag, 'to.tag') };
  return { type: 'ONE_TIME_ADDRESS', oneTimeAddress: { address, ...tag } };
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
