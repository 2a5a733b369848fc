import { isObject } from '../../core/json.js';
import { badRequest } from './api-error.js';
import { type CustodyRequest, type Destination, readSource } from './request.js';
import { supportedAsset, type Vaults } from './vaults.js';

type TransferPart = Pick<CustodyRequest, 'operation' | 'messages' | 'sourceId' | 'transfer'>;

/** What a TRANSFER request wants sent, and where. */
export function readTransfer(body: Record<string, unknown>, vaults: Vaults): TransferPart {
  const sourceId = readSource(body);
  const assetId = body.assetId;
  if (sourceId === undefined) throw badRequest('source.id is required');
  if (typeof assetId !== 'string') throw badRequest('assetId is required');
  const asset = vaults.wallet(sourceId, supportedAsset(assetId).id);
  return {
    operation: 'TRANSFER',
    sourceId,
    messages: [],
    transfer: {
      asset,
      amount: readAmount(body.amount, asset.decimals),
      treatAsGrossAmount: body.treatAsGrossAmount === true,
      destination: readDestination(body.destination),
    },
  };
}

function readAmount(value: unknown, decimals: number): string {
  const text = typeof value === 'number' ? `${value}` : value;
  const match = typeof text === 'string' ? /^\d+(?:\.(\d+))?$/.exec(text) : null;
  if (typeof text !== 'string' || match === null || /^[0.]+$/.test(text)) {
    throw badRequest('amount must be a positive decimal');
  }
  if ((match[1]?.length ?? 0) > decimals) {
    throw badRequest(`amount has more than ${decimals} decimals`);
  }
  return text;
}

function readDestination(value: unknown): Destination {
  if (!isObject(value) || typeof value.type !== 'string') {
    throw badRequest('destination.type is required');
  }
  const { type, id, oneTimeAddress } = value;
  if (type === 'ONE_TIME_ADDRESS') {
    const address = isObject(oneTimeAddress) ? oneTimeAddress.address : undefined;
    const tag = isObject(oneTimeAddress) ? oneTimeAddress.tag : undefined;
    if (typeof address !== 'string') throw badRequest('destination.oneTimeAddress is required');
    return { type, address, ...(tag === undefined || tag === '' ? {} : { tag: String(tag) }) };
  }
  if (id === undefined || id === null) throw badRequest('destination.id is required');
  return { type, id: String(id) };
}
