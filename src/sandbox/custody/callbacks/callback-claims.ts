import type { NativeTransfers } from '../native-transfer.js';
import type { CustodyTransaction } from '../transactions.js';

/** Whether the co-signer is to authorise, as a person would, or to sign. */
export type CallbackPhase = 'approval' | 'signing';

/**
 * What the co-signer tells its callback handler of a transaction: as much of the documented claims as
 * the sandbox knows. `fee`, `rawTx` and `players` beyond the initiator are not among it.
 */
export function transactionClaims(
  transaction: CustodyTransaction,
  phase: CallbackPhase,
  requestId: string,
  transfers: NativeTransfers,
): Record<string, unknown> {
  const { id, request, createdBy } = transaction;
  return {
    txId: id,
    requestId,
    signerId: createdBy,
    ...(request.externalTxId === undefined ? {} : { externalTxId: request.externalTxId }),
    operation: request.operation,
    sourceType: 'VAULT',
    sourceId: request.sourceId ?? '',
    ...(request.assetId === undefined ? {} : { asset: request.assetId }),
    ...transferClaims(transaction, phase, transfers),
    note: request.note ?? '',
    ...(request.extraParameters === undefined ? {} : { extraParameters: request.extraParameters }),
    players: [createdBy],
  };
}

function transferClaims(
  { request }: CustodyTransaction,
  phase: CallbackPhase,
  transfers: NativeTransfers,
): Record<string, unknown> {
  const { transfer } = request;
  if (transfer === undefined) return { destType: 'UNKNOWN', destId: '', destinations: [] };
  const { amount, destination } = transfer;
  const oneTime = destination.type === 'ONE_TIME_ADDRESS';
  const type = destination.type === 'VAULT_ACCOUNT' ? 'VAULT' : destination.type;
  const id = destination.id ?? '';
  const address = transfers.addressOf(request)?.address ?? '';
  return {
    destType: type,
    destId: id,
    amount: Number(amount),
    amountStr: amount,
    requestedAmount: Number(amount),
    requestedAmountStr: amount,
    destAddressType: oneTime ? 'ONE_TIME' : 'WHITELISTED',
    destAddress: address,
    destinations: [
      {
        amountNative: Number(amount),
        amountNativeStr: amount,
        dstAddressType: oneTime ? 'ONE_TIME' : 'WHITELISTED',
        dstId: id,
        dstName: '',
        dstSubType: '',
        dstType: type,
        ...(phase === 'signing' ? { displayDstAddress: address } : {}),
      },
    ],
  };
}
