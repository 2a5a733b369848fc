import type {
  AssetReference,
  CryptocurrencyReference,
  NationalCurrency,
} from '../../provider/schemas/assets.js';
import type { DepositCapability } from '../../provider/schemas/deposits.js';
import type { TransferCapability } from '../../provider/schemas/transfer-methods.js';
import type { WithdrawalCapability } from '../../provider/schemas/withdrawals.js';
import { amountOf } from './amounts.js';
import { assetCalled, EXCHANGE_ASSETS, type ExchangeAsset } from './assets.js';
import { refusal } from './refusals.js';

export type MethodName = TransferCapability['transferMethod'];

/** A way for an asset to move, and the balance that it moves. */
export interface Method {
  readonly id: string;
  readonly name: MethodName;
  readonly asset: ExchangeAsset;
  readonly balance: ExchangeAsset;
}

const method = (name: MethodName, asset: ExchangeAsset, balance = asset): Method => ({
  id: `${name}-${asset.key}${balance === asset ? '' : `-from-${balance.key}`}`,
  name,
  asset,
  balance,
});

/** Bank transfers are in these. */
const BANKED = ['USD', 'EUR', 'GBP'];

/** Kind by kind: the first page has those that lead outside. */
const METHODS: readonly Method[] = [
  ...methodsOf('PublicBlockchain', ({ blockchain }) => blockchain !== undefined),
  ...methodsOf('Iban', ({ key }) => BANKED.includes(key)),
  ...methodsOf('PeerAccountTransfer', ({ reference }) => !isNative(reference)),
  ...methodsOf('InternalTransfer', () => true),
];

function methodsOf(name: MethodName, moves: (asset: ExchangeAsset) => boolean): readonly Method[] {
  return EXCHANGE_ASSETS.filter(moves).map((asset) => method(name, asset));
}

/** Dollars may leave as tokens: an asset that changes its form while it moves. */
const WITHDRAWALS: readonly Method[] = [
  ...METHODS,
  method('PublicBlockchain', assetCalled('usdc-ethereum'), assetCalled('USD')),
];

export function withdrawalCapabilities(): readonly WithdrawalCapability[] {
  return WITHDRAWALS.map((each) => ({
    id: each.id,
    withdrawal: capabilityOf(each),
    balanceAsset: each.balance.reference,
    minWithdrawalAmount: amountOf(minimumOf(each), each.balance),
  }));
}

export function depositCapabilities(): readonly DepositCapability[] {
  return METHODS.map((each) => ({
    id: each.id,
    deposit: capabilityOf(each),
    balanceAsset: each.balance.reference,
    addressCreationPolicy: isAddressed(each.name) ? 'CanCreate' : 'CannotCreate',
  }));
}

/** A ten-thousandth of a whole one over a blockchain, else a unit. The kit refuses less than is declared. */
function minimumOf({ name, balance }: Method): bigint {
  if (name !== 'PublicBlockchain') return 1n;
  const units = 10n ** BigInt(balance.scale) / 10_000n;
  return units > 0n ? units : 1n;
}

/** @throws ProviderRefusal `unsupported-transfer-method` */
export function withdrawalMethod(
  name: MethodName,
  asset: ExchangeAsset,
  balance: ExchangeAsset,
): Method {
  return declared(WITHDRAWALS, { name, asset, balance }, '/destination/transferMethod');
}

/** @throws ProviderRefusal `unsupported-transfer-method` */
export function depositMethod(
  name: MethodName,
  asset: ExchangeAsset,
  propertyName: string,
): Method {
  return declared(METHODS, { name, asset, balance: asset }, propertyName);
}

function declared(
  methods: readonly Method[],
  { name, asset, balance }: Omit<Method, 'id'>,
  propertyName: string,
): Method {
  const found = methods.find(
    (each) => each.name === name && each.asset === asset && each.balance === balance,
  );
  if (found !== undefined) return found;
  throw refusal('unsupported-transfer-method', 'The asset does not move that way.', propertyName);
}

const isAddressed = (name: MethodName) => name === 'PublicBlockchain' || name === 'Iban';

function capabilityOf({ name, asset: { reference } }: Method): TransferCapability {
  if (name === 'PeerAccountTransfer') return { transferMethod: name, asset: reference };
  if (name === 'InternalTransfer') {
    return { transferMethod: name, asset: reference, destinationPolicy: 'AnyAccount' };
  }
  if (isNational(reference)) return { transferMethod: 'Iban', asset: reference };
  return { transferMethod: 'PublicBlockchain', asset: reference };
}

function isNative(reference: AssetReference): boolean {
  return reference.cryptocurrencySymbol !== undefined;
}

export function isNational(reference: AssetReference): reference is NationalCurrency {
  return reference.nationalCurrencyCode !== undefined;
}

export function isCrypto(reference: AssetReference): reference is CryptocurrencyReference {
  return !isNational(reference);
}
