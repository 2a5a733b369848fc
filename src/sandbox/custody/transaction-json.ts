import type { NativeTransfers } from './native-transfer.js';
import type { CustodyTransaction } from './transactions.js';

/** A transaction as the API shows it. */
export function transactionJson(
  transaction: CustodyTransaction,
  transfers: NativeTransfers,
): Record<string, unknown> {
  const { request, progress } = transaction;
  return {
    id: transaction.id,
    ...(request.externalTxId === undefined ? {} : { externalTxId: request.externalTxId }),
    ...(request.customerRefId === undefined ? {} : { customerRefId: request.customerRefId }),
    status: transaction.status,
    subStatus: progress.subStatus ?? '',
    txHash: progress.txHash ?? '',
    operation: request.operation,
    note: request.note ?? '',
    ...(request.assetId === undefined ? {} : { assetId: request.assetId }),
    source: peer('VAULT_ACCOUNT', request.sourceId),
    sourceAddress: '',
    ...destinationJson(transaction, transfers),
    ...amountsJson(transaction),
    createdAt: transaction.createdAt,
    lastUpdated: transaction.lastUpdated,
    expiresAt: transaction.expiresAt,
    createdBy: transaction.createdBy,
    signedBy: [],
    rejectedBy: '',
    exchangeTxId: '',
    ...(request.extraParameters === undefined ? {} : { extraParameters: request.extraParameters }),
    ...(progress.signedMessages === undefined ? {} : { signedMessages: progress.signedMessages }),
    ...(progress.errorDescription === undefined
      ? {}
      : { errorDescription: progress.errorDescription }),
    ...blockJson(transaction),
  };
}

function peer(type: string, id: string | undefined): Record<string, unknown> {
  return { type, id: id ?? null, name: id === undefined ? '' : `Vault ${id}`, subType: '' };
}

function destinationJson(
  { request, progress }: CustodyTransaction,
  transfers: NativeTransfers,
): Record<string, unknown> {
  const destination = request.transfer?.destination;
  const known = transfers.addressOf(request);
  return {
    destination: {
      type: destination?.type ?? 'UNKNOWN',
      id: destination?.id ?? null,
      name: 'N/A',
      subType: '',
    },
    destinations: [],
    destinationAddress: progress.destinationAddress ?? known?.address ?? '',
    destinationAddressDescription: '',
    destinationTag: known?.tag ?? '',
    addressType: destination?.type === 'ONE_TIME_ADDRESS' ? 'ONE_TIME' : '',
  };
}

/** The deprecated numbers are left out: amounts are the strings of amountInfo and feeInfo. */
function amountsJson({ request, progress }: CustodyTransaction): Record<string, unknown> {
  const { transfer, assetId } = request;
  if (transfer === undefined) return { amountInfo: {}, feeInfo: {} };
  const { amount } = transfer;
  return {
    amountInfo: {
      amount,
      requestedAmount: amount,
      ...(progress.netAmount === undefined ? {} : { netAmount: progress.netAmount }),
    },
    feeInfo: progress.networkFee === undefined ? {} : { networkFee: progress.networkFee },
    feeCurrency: assetId,
    treatAsGrossAmount: transfer.treatAsGrossAmount,
  };
}

function blockJson({ progress }: CustodyTransaction): Record<string, unknown> {
  const { blockHeight, blockHash } = progress;
  if (blockHeight === undefined) return {};
  return {
    numOfConfirmations: 1,
    blockInfo: { blockHeight: `${blockHeight}`, blockHash: blockHash ?? null },
  };
}
