import { isSameAsset } from '../../asset-references.js';
import type { AssetReference } from '../../schemas/assets.js';
import type { WithdrawalCapability } from '../../schemas/withdrawals.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';
import type { Asked } from '../serving.js';
import { isBelow, isSameAmount } from './amounts.js';
import { checkAmount, checkAsset, checkSide } from './assets.js';
import { findListed } from './methods.js';

/** The fields of withdrawals of every kind. */
interface WithdrawalRequest {
  readonly balanceAsset: AssetReference;
  readonly balanceAmount: string;
  readonly destination: {
    readonly transferMethod: string;
    readonly asset: AssetReference;
    readonly amount: string;
    readonly blockchain?: unknown;
    readonly accountId?: string;
  };
}

/**
 * The API's requirements for every withdrawal, checked before the provider is called: known assets, a declared
 * method, its minimum amount, the same amount arriving as leaving, a destination that the method allows, and no
 * outstanding credit.
 *
 * @param takesFees Whether less may arrive.
 * @throws ProviderRefusal
 */
export async function checkWithdrawal(
  provider: Provider,
  asked: Asked,
  request: WithdrawalRequest,
  takesFees = false,
): Promise<void> {
  const { call } = asked;
  const { balanceAsset, balanceAmount, destination } = request;
  const debited = await checkAsset(provider, balanceAsset, '/balanceAsset/assetId', call);
  const arriving = await checkSide(provider, destination, '/destination', call);
  const method = await declaredMethod(provider, asked, request);
  checkAmount(balanceAmount, debited, '/balanceAmount');
  checkAmount(destination.amount, arriving, '/destination/amount');
  checkLeast(method, request);
  checkArriving(request, takesFees);
  await checkDestination(provider, asked, destination, method);
  await checkSettled(provider, asked);
}

/** @throws ProviderRefusal `settlement-required`. */
export async function checkSettled({ collateral }: Provider, asked: Asked): Promise<void> {
  const { accountId, call } = asked;
  if ((await collateral?.requiresSettlement?.(accountId, call)) !== true) return;
  throw new ProviderRefusal('settlement-required', {
    message: 'Credit is outstanding: this account has to be settled first.',
  });
}

/**
 * The method of a withdrawal. If the provider lists none, only an unambiguous withdrawal is allowed: of an asset
 * that the account has, arriving unchanged.
 */
async function declaredMethod(
  provider: Provider,
  asked: Asked,
  { balanceAsset, destination }: WithdrawalRequest,
): Promise<WithdrawalCapability | undefined> {
  const { capabilities } = provider;
  const { accountId, call } = asked;
  if (capabilities?.listWithdrawalMethods === undefined) {
    const isAsItIs = isSameAsset(balanceAsset, destination.asset);
    if (isAsItIs && (await isHeld(provider, asked, balanceAsset))) return undefined;
    throw undeclared();
  }
  const list = capabilities.listWithdrawalMethods.bind(capabilities);
  const method = await findListed(
    (page) => list(accountId, page, call),
    (declared) =>
      declared.withdrawal.transferMethod === destination.transferMethod &&
      isSameAsset(declared.withdrawal.asset, destination.asset) &&
      isSameAsset(declared.balanceAsset, balanceAsset),
  );
  if (method !== undefined) return method;
  throw undeclared();
}

async function isHeld(
  { balances }: Provider,
  { accountId, call }: Asked,
  asset: AssetReference,
): Promise<boolean> {
  if (balances === undefined) return false;
  const balance = await findListed(
    (page) => balances.list(accountId, page, call),
    (held) => isSameAsset(held.asset, asset),
  );
  return balance !== undefined;
}

function undeclared(): ProviderRefusal {
  return new ProviderRefusal('unsupported-transfer-method', {
    message: 'This account has no such way to withdraw this asset.',
    propertyName: '/destination/transferMethod',
    requestPart: 'body',
  });
}

function checkLeast(
  method: WithdrawalCapability | undefined,
  { balanceAmount }: WithdrawalRequest,
): void {
  const least = method?.minWithdrawalAmount;
  if (least === undefined || !isBelow(balanceAmount, least)) return;
  throw new ProviderRefusal('amount-below-minimum', {
    message: `The least amount is ${least}.`,
    propertyName: '/balanceAmount',
    requestPart: 'body',
  });
}

/** For one asset, the same amount arrives as leaves, or less by a fee; for two, their rate decides. */
function checkArriving(
  { balanceAsset, balanceAmount, destination }: WithdrawalRequest,
  takesFees: boolean,
): void {
  const { asset, amount } = destination;
  if (!isSameAsset(balanceAsset, asset) || isSameAmount(balanceAmount, amount)) return;
  if (takesFees && isBelow(amount, balanceAmount)) return;
  throw new ProviderRefusal('bad-request', {
    message: takesFees
      ? 'More would arrive than leaves.'
      : 'The amount that arrives must be the amount that leaves.',
    propertyName: '/destination/amount',
    requestPart: 'body',
  });
}

/**
 * The destination must be another account than the source. For an internal transfer it must be one of the
 * caller's own, and the parent if only that is allowed.
 */
async function checkDestination(
  { accounts }: Provider,
  { accountId, account, call }: Asked,
  { transferMethod, accountId: destination }: WithdrawalRequest['destination'],
  method: WithdrawalCapability | undefined,
): Promise<void> {
  if (destination === accountId) throw notAllowed();
  if (transferMethod !== 'InternalTransfer') return;
  const declared = method?.withdrawal;
  const parentOnly =
    declared?.transferMethod === 'InternalTransfer' &&
    'destinationPolicy' in declared &&
    declared.destinationPolicy === 'DirectParentAccount';
  if (parentOnly && destination !== account?.parentId) throw notAllowed();
  if (destination === undefined) throw notAllowed();
  if (accounts === undefined) return;
  const own = await accounts.get(destination, { balances: false }, call);
  if (own?.id !== destination) throw notAllowed();
}

function notAllowed(): ProviderRefusal {
  return new ProviderRefusal('transfer-destination-not-allowed', {
    message: 'This account can not transfer there.',
    propertyName: '/destination/accountId',
    requestPart: 'body',
  });
}
