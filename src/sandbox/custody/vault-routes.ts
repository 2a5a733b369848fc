import { formatAmount } from '../../core/amount.js';
import { isObject } from '../../core/json.js';
import { badRequest, CODES } from './api-error.js';
import { ALL_ASSETS, isAlgorithm } from './assets.js';
import type { RouteHandler } from './routes.js';
import type { CustodyState } from './state.js';
import { pathOf } from './vaults.js';

export const publicKeyByPath: RouteHandler = ({ state, query }) => {
  const algorithm = query.get('algorithm');
  const derivationPath = readPath(query.get('derivationPath'));
  if (!isAlgorithm(algorithm)) throw badRequest('algorithm is required', CODES.badVaultQuery);
  const compressed = query.get('compressed') === 'true';
  const publicKey = state.keys.publicKey(algorithm, derivationPath, compressed);
  return { status: 200, json: { algorithm, derivationPath, publicKey } };
};

function readPath(text: string | null): number[] {
  let value: unknown;
  try {
    value = JSON.parse(text ?? '');
  } catch {
    value = undefined;
  }
  const isIndex = (part: unknown) =>
    typeof part === 'number' && Number.isInteger(part) && part >= 0;
  if (!Array.isArray(value) || value.length !== 5 || !value.every(isIndex)) {
    throw badRequest('derivationPath must be a JSON array of 5 numbers', CODES.badVaultQuery);
  }
  return value;
}

export const publicKeyByAsset: RouteHandler = ({ state, query, parts }) => {
  const [vault = '', assetId = '', change = '', index = ''] = parts;
  const asset = state.vaults.wallet(vault, assetId);
  if (!/^\d+$/.test(change) || !/^\d+$/.test(index)) {
    throw badRequest('change and index must be integers', CODES.badVaultQuery);
  }
  const derivationPath = pathOf(asset, vault, Number(change), Number(index));
  const compressed = query.get('compressed') === 'true';
  const publicKey = state.keys.publicKey(asset.algorithm, derivationPath, compressed);
  const { algorithm } = asset;
  return { status: 200, json: { status: 0, algorithm, derivationPath, publicKey } };
};

export const listAddresses: RouteHandler = ({ state, parts: [vault = '', assetId = ''] }) => {
  const asset = state.vaults.wallet(vault, assetId);
  const address = {
    assetId,
    address: state.vaults.address(vault, asset),
    description: '',
    tag: '',
    type: 'Permanent',
    customerRefId: '',
    addressFormat: 'BASE',
    legacyAddress: '',
    enterpriseAddress: '',
    bip44AddressIndex: 0,
    userDefined: false,
  };
  return { status: 200, json: { addresses: [address], paging: {} } };
};

export const getWallet: RouteHandler = ({ state, parts: [vault = '', assetId = ''] }) => ({
  status: 200,
  json: walletJson(state, vault, assetId),
});

function walletJson(state: CustodyState, vault: string, assetId: string): Record<string, unknown> {
  const asset = state.vaults.wallet(vault, assetId);
  const units = state.transfers.balanceOf(assetId, state.vaults.address(vault, asset));
  const total = formatAmount(units, asset.decimals);
  return {
    id: assetId,
    total,
    balance: total,
    available: total,
    pending: '0',
    frozen: '0',
    lockedAmount: '0',
  };
}

export const createWallet: RouteHandler = ({ state, parts: [vault = '', assetId = ''] }) => {
  state.vaults.createWallet(vault, assetId);
  const address = state.vaults.address(vault, state.vaults.wallet(vault, assetId));
  const json = { id: assetId, address, legacyAddress: '', enterpriseAddress: '', tag: '' };
  return { status: 200, json: { ...json, status: 'READY' } };
};

export const createVaultAccount: RouteHandler = ({ state, body }) => {
  const name = isObject(body) ? body.name : undefined;
  if (typeof name !== 'string') throw badRequest('name is required', CODES.badVaultQuery);
  const { id } = state.vaults.add(name);
  return { status: 200, json: { id, name, hiddenOnUI: false, autoFuel: false, assets: [] } };
};

export const getVaultAccount: RouteHandler = ({ state, parts: [vault = ''] }) => {
  const { id, name, assets } = state.vaults.account(vault);
  const wallets = [...assets].map((assetId) => walletJson(state, id, assetId));
  return { status: 200, json: { id, name, hiddenOnUI: false, autoFuel: false, assets: wallets } };
};

export const supportedAssets: RouteHandler = () => ({
  status: 200,
  json: ALL_ASSETS.map(({ id, name, decimals }) => ({
    id,
    name,
    type: 'BASE_ASSET',
    contractAddress: '',
    nativeAsset: id,
    decimals,
  })),
});
