import { isSameAsset } from '../../asset-references.js';
import type { AssetReference } from '../../schemas/assets.js';
import type { WithdrawalCapability } from '../../schemas/withdrawals.js';
import type { Provider } from '../provider.js';
import { ProviderRefusal } from '../refusal.js';
import type { Asked } from '../serving.js';
import { isBelow } from './amounts.js';
import { checkAsset } from './assets.js';
import { findListed } from './methods.js';

/** What withdrawals of every kind have. */
interface WithdrawalRequest {
  readonly balanceAsset: AssetReference;
  readonly balanceAmount: string;
  readonly destination: {
    readonly transferMethod: string;
    readonly asset: AssetReference;
    readonly amount: string;
    readonly accountId?: string;
  };
}

/**
 * What the API demands of every withdrawal, before the provider hears of it: assets that are known, a
 * method that is declared, its least amount, no more arriving than leaves, a destination that the method
 * allows, and no outstanding credit.
 *
 * @throws ProviderRefusal
 */
export async function checkWithdrawal(
  provider: Provider,
  asked: Asked,
  request: WithdrawalRequest,
): Promise<void> {
  const { call } = asked;
  const { balanceAsset, destination } = request;
  await checkAsset(provider, balanceAsset, '/balanceAsset/assetId', call);
  await checkAsset(provider, destination.asset, '/destination/asset/assetId', call);
  const method = await declaredMethod(provider, asked, request);
  checkLeast(method, request);
  checkArriving(request);
  if (destination.transferMethod === 'InternalTransfer') {
    await checkInternal(provider, asked, destination.accountId, method);
  }
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

async function declaredMethod(
  { capabilities }: Provider,
  { accountId, call }: Asked,
  { balanceAsset, destination }: WithdrawalRequest,
): Promise<WithdrawalCapability | undefined> {
  if (capabilities?.listWithdrawalMethods === undefined) return undefined;
  const list = capabilities.listWithdrawalMethods.bind(capabilities);
  const method = await findListed(
    (page) => list(accountId, page, call),
    (declared) =>
      declared.withdrawal.transferMethod === destination.transferMethod &&
      isSameAsset(declared.withdrawal.asset, destination.asset) &&
      isSameAsset(declared.balanceAsset, balanceAsset),
  );
  if (method !== undefined) return method;
  throw new ProviderRefusal('unsupported-transfer-method', {
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

/** Of one asset no more can arrive than the account is debited with; of two, their rate says. */
function checkArriving({ balanceAsset, balanceAmount, destination }: WithdrawalRequest): void {
  if (!isSameAsset(balanceAsset, destination.asset)) return;
  if (!isBelow(balanceAmount, destination.amount)) return;
  throw new ProviderRefusal('bad-request', {
    message: 'More would arrive than leaves.',
    propertyName: '/destination/amount',
    requestPart: 'body',
  });
}

/** To another of the caller's own accounts, and to the parent where nothing else is allowed. */
async function checkInternal(
  { accounts }: Provider,
  { accountId, account, call }: Asked,
  destination: string | undefined,
  method: WithdrawalCapability | undefined,
): Promise<void> {
  const declared = method?.withdrawal;
  const parentOnly =
    declared?.transferMethod === 'InternalTransfer' &&
    'destinationPolicy' in declared &&
    declared.destinationPolicy === 'DirectParentAccount';
  const isOwn =
    destination !== undefined &&
    (accounts === undefined ||
      (await accounts.get(destination, { balances: false }, call)) !== undefined);
  const isAllowed = !parentOnly || destination === account?.parentId;
  if (isOwn && isAllowed && destination !== accountId) return;
  throw new ProviderRefusal('transfer-destination-not-allowed', {
    message: 'This account can not transfer there.',
    propertyName: '/destination/accountId',
    requestPart: 'body',
  });
}
