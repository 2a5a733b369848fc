import { type BcsType, bcs } from '@mysten/bcs';
import { concernsSeveral, type RawTransaction, type UnsignedTransaction } from '../transaction.js';
import { address, chainId, decode, encode, list, u64 } from './codec.js';
import { transactionPayload } from './payload.js';

export const rawTransaction: BcsType<RawTransaction> = bcs.struct('RawTransaction', {
  sender: address,
  sequenceNumber: u64('sequenceNumber'),
  payload: transactionPayload,
  maxGasAmount: u64('maxGasAmount'),
  gasUnitPrice: u64('gasUnitPrice'),
  expirationTimestampSecs: u64('expirationTimestampSecs'),
  chainId,
});

const rawTransactionWithData: BcsType<UnsignedTransaction> = bcs
  .enum('RawTransactionWithData', {
    MultiAgent: bcs.struct('MultiAgent', {
      transaction: rawTransaction,
      secondarySignerAddresses: list(address),
    }),
    FeePayer: bcs.struct('MultiAgentWithFeePayer', {
      transaction: rawTransaction,
      secondarySignerAddresses: list(address),
      feePayerAddress: address,
    }),
  })
  .transform({
    input: (transaction: UnsignedTransaction) => {
      const { secondarySignerAddresses = [], feePayerAddress } = transaction;
      return feePayerAddress === undefined
        ? { MultiAgent: { transaction, secondarySignerAddresses } }
        : { FeePayer: { transaction, secondarySignerAddresses, feePayerAddress } };
    },
    output: (value): UnsignedTransaction => {
      if (value.$kind === 'MultiAgent') {
        const { transaction, secondarySignerAddresses } = value.MultiAgent;
        return { ...transaction, secondarySignerAddresses };
      }
      const { transaction, secondarySignerAddresses: others, feePayerAddress } = value.FeePayer;
      const several = others.length > 0 && { secondarySignerAddresses: others };
      return { ...transaction, ...several, feePayerAddress };
    },
  });

/**
 * The bytes that a transaction's signers sign, without the prefix: a RawTransaction, or for several signers a
 * RawTransactionWithData.
 *
 * @throws InvalidInputError naming the field that has no BCS.
 */
export function encodeUnsigned(transaction: UnsignedTransaction): Uint8Array {
  return encode(
    concernsSeveral(transaction) ? rawTransactionWithData : rawTransaction,
    transaction,
  );
}

/** @throws InvalidInputError naming `field`. */
export function decodeRawTransaction(bytes: Uint8Array, field = 'transaction'): RawTransaction {
  return decode(rawTransaction, bytes, field);
}

/** @throws InvalidInputError naming `field`. */
export function decodeRawTransactionWithData(
  bytes: Uint8Array,
  field = 'transaction',
): UnsignedTransaction {
  return decode(rawTransactionWithData, bytes, field);
}
