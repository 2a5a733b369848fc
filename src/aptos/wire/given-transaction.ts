import { fromHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { parseAddress } from './address.js';
import { hexOf } from './bcs/codec.js';
import {
  decodeRawTransaction,
  decodeRawTransactionWithData,
  encodeUnsigned,
} from './bcs/transaction.js';
import type { UnsignedTransaction } from './transaction.js';

/** Something of `@aptos-labs/ts-sdk` that writes its own BCS. */
export interface BcsSerializable {
  /** Its BCS. */
  bcsToBytes(): Uint8Array;
}

/** An `AccountAddress` of `@aptos-labs/ts-sdk`, or an address as text. */
export type GivenAddress = string | BcsSerializable;

/** The BCS of a RawTransaction, as bytes or in hexadecimal, or an object that writes it. */
export type GivenRawTransaction = string | Uint8Array | BcsSerializable;

/**
 * A transaction that was built elsewhere: a `RawTransaction`, `SimpleTransaction`,
 * `MultiAgentTransaction`, `MultiAgentRawTransaction` or `FeePayerRawTransaction` of
 * `@aptos-labs/ts-sdk`, or the BCS of a RawTransaction.
 */
export type GivenTransaction =
  | GivenRawTransaction
  | {
      /** Sender, number, payload, gas and expiry, which are signed as they are. */
      readonly rawTransaction: GivenRawTransaction;
      /**
       * The payer of the gas: the account of `feePayerVaultAccountId`. Left out or `0x0`, that account is filled in.
       */
      readonly feePayerAddress?: GivenAddress | undefined;
      /** The accounts of `secondarySignerVaultAccountIds`, in the same order. */
      readonly secondarySignerAddresses?: readonly GivenAddress[] | undefined;
    };

/**
 * Reads a transaction that was built elsewhere, from its own bytes.
 *
 * @throws InvalidInputError naming `field` or the part of it that is wrong.
 */
export function parseGivenTransaction(value: unknown, field = 'transaction'): UnsignedTransaction {
  if (!isObject(value) || value instanceof Uint8Array || value.rawTransaction === undefined) {
    const withData = isObject(value) && value.raw_txn !== undefined;
    const bytes = bytesOf(value, field);
    return withData
      ? decodeRawTransactionWithData(bytes, field)
      : decodeRawTransaction(bytes, field);
  }
  const {
    rawTransaction,
    feePayerAddress: payer,
    secondarySignerAddresses: others,
    ...unread
  } = value;
  for (const name in unread)
    throw new InvalidInputError(`${field}.${name}`, 'is not a known field');
  const inner = `${field}.rawTransaction`;
  const raw = decodeRawTransaction(bytesOf(rawTransaction, inner), inner);
  if (payer === undefined && others === undefined) return raw;
  const whole = {
    ...raw,
    ...(others !== undefined && {
      secondarySignerAddresses: addressesIn(others, `${field}.secondarySignerAddresses`),
    }),
    ...(payer !== undefined && { feePayerAddress: addressIn(payer, `${field}.feePayerAddress`) }),
  };
  // A transaction has only one form here, too.
  return decodeRawTransactionWithData(encodeUnsigned(whole), field);
}

function addressesIn(value: unknown, field: string): readonly string[] {
  if (!Array.isArray(value)) throw new InvalidInputError(field, 'must be a list of addresses');
  return value.map((member, index) => addressIn(member, `${field}[${index}]`));
}

function addressIn(value: unknown, field: string): string {
  return parseAddress(typeof value === 'string' ? value : hexOf(bytesOf(value, field)), field);
}

function bytesOf(value: unknown, field: string): Uint8Array {
  const given = writesBcs(value) ? written(value, field) : value;
  if (given instanceof Uint8Array) return given;
  const bytes = typeof given === 'string' ? fromHex(given.replace(/^0x/, '')) : undefined;
  if (bytes) return bytes;
  throw new InvalidInputError(
    field,
    'must be a transaction of @aptos-labs/ts-sdk, or the BCS of one as bytes or in hexadecimal',
  );
}

function written(value: BcsSerializable, field: string): Uint8Array {
  try {
    return value.bcsToBytes();
  } catch (cause) {
    throw new InvalidInputError(field, "can't be written as BCS", { cause });
  }
}

function writesBcs(value: unknown): value is BcsSerializable {
  return isObject(value) && typeof value.bcsToBytes === 'function';
}
