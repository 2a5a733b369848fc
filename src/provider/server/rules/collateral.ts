import { type Random, uuidOf } from '../../../core/random.js';
import { isSameAsset } from '../../asset-references.js';
import { isCollateralId } from '../../collateral-id.js';
import type { AssetReference } from '../../schemas/assets.js';
import type {
  CollateralAccount,
  CollateralAccountLink,
  CollateralAddress,
  CollateralAssetAddress,
  CollateralDepositIntent,
  CollateralDepositIntentRequest,
  CollateralWithdrawalIntent,
  CollateralWithdrawalIntentRequest,
} from '../../schemas/collateral.js';
import type { SettlementInstructions } from '../../schemas/settlements.js';
import type { Preflight, ServedCollateral } from '../collateral-part.js';
import { ProviderRefusal } from '../refusal.js';
import type { Asked } from '../serving.js';
import { findListed } from './methods.js';

/** The account's link with this collateral id. @throws ProviderRefusal `not-found`. */
export async function linkOf(
  collateral: ServedCollateral,
  { accountId, collateralId, call }: Asked,
): Promise<CollateralAccountLink> {
  const link = await findListed(
    (page) => collateral.listLinks(accountId, page, call),
    (each) => each.collateralId === collateralId && each.status !== 'Failed',
  );
  if (link !== undefined) return link;
  throw new ProviderRefusal('not-found', { message: 'This account has no such collateral.' });
}

/**
 * Links a main account's collateral account: only one, whose id must have the right form. For an account that is
 * already linked the answer is its link, whatever valid id and API key the request has.
 *
 * @throws ProviderRefusal for a sub-account.
 */
export async function linked(
  collateral: ServedCollateral,
  { accountId, account, call }: Asked,
  request: CollateralAccount,
  random: Random,
): Promise<CollateralAccountLink> {
  if (account?.parentId !== undefined) {
    throw new ProviderRefusal('bad-request', {
      message: 'Collateral is for main accounts only.',
      propertyName: '/accountId',
      requestPart: 'params',
    });
  }
  if (!isCollateralId(request.collateralId)) {
    const reason = 'The collateralId must be three UUIDs of version 4.';
    return failedLink(uuidOf(random), request, reason);
  }
  const existing = await findListed(
    (page) => collateral.listLinks(accountId, page, call),
    ({ status }) => status === 'Linked',
  );
  return existing ?? collateral.createLink(accountId, request, call);
}

/** The API's answer for a link that fails; it is not kept. */
function failedLink(
  id: string,
  request: CollateralAccount,
  rejectionReason: string,
): CollateralAccountLink {
  const { collateralId, collateralSigners, env } = request;
  const link = { id, collateralId, collateralSigners, env, eligibleCollateralAssets: [] };
  return { ...link, status: 'Failed', rejectionReason };
}

/** Adds an address that isn't there yet. @throws ProviderRefusal `unknown-asset`. */
export async function addedAddress(
  collateral: ServedCollateral,
  asked: Asked,
  request: CollateralAddress,
): Promise<CollateralAssetAddress> {
  const { accountId, collateralId, call } = asked;
  const link = await linkOf(collateral, asked);
  if (!isEligible(link, request.address.asset)) {
    throw new ProviderRefusal('unknown-asset', {
      message: 'This asset is no collateral here.',
      propertyName: '/address/asset',
      requestPart: 'body',
    });
  }
  const existing = await findListed(
    (page) => collateral.listAddresses(accountId, collateralId, page, call),
    ({ address }) => isSameAddress(address, request.address),
  );
  return existing ?? collateral.createAddress(accountId, collateralId, request, call);
}

function isSameAddress(
  one: CollateralAddress['address'],
  other: CollateralAddress['address'],
): boolean {
  return (
    one.address === other.address &&
    (one.addressTag ?? '') === (other.addressTag ?? '') &&
    isSameAsset(one.asset, other.asset)
  );
}

/** Whether collateral may be added: never for an asset that is not eligible. */
export async function depositPreflight(
  collateral: ServedCollateral,
  asked: Asked,
  request: CollateralDepositIntentRequest,
  random: Random,
): Promise<Preflight<CollateralDepositIntent>> {
  const { accountId, collateralId, call } = asked;
  const link = await linkOf(collateral, asked);
  const { asset, amount } = request;
  if (isEligible(link, asset)) {
    return explained(await collateral.requestDeposit(accountId, collateralId, request, call));
  }
  return { ...rejected(uuidOf(random), request), asset, amount };
}

/** Whether collateral may be removed. */
export async function withdrawalPreflight(
  collateral: ServedCollateral,
  asked: Asked,
  request: CollateralWithdrawalIntentRequest,
): Promise<Preflight<CollateralWithdrawalIntent>> {
  const { accountId, collateralId, call } = asked;
  await linkOf(collateral, asked);
  return explained(await collateral.requestWithdrawal(accountId, collateralId, request, call));
}

function rejected(
  partnerIntentId: string,
  { intentApprovalRequest }: Pick<CollateralDepositIntentRequest, 'intentApprovalRequest'>,
) {
  const { fireblocksIntentId } = intentApprovalRequest;
  return {
    id: partnerIntentId,
    approvalRequest: { fireblocksIntentId, partnerIntentId },
    status: 'Rejected',
    rejectionReason: 'This asset is no collateral here.',
  } as const;
}

/** @throws Error for a rejection without a reason, which is the provider's own failure. */
function explained<Answer extends { readonly status: string; readonly rejectionReason?: string }>(
  answer: Answer,
): Answer {
  if (answer.status === 'Rejected' && !answer.rejectionReason) {
    throw new Error('a preflight that is rejected needs a rejectionReason');
  }
  return answer;
}

/** The instructions for eligible assets: other assets are never part of a settlement. */
export function eligibleInstructions(
  link: CollateralAccountLink,
  instructions: SettlementInstructions,
): SettlementInstructions {
  const { withdrawInstructions, depositInstructions } = instructions;
  return {
    ...instructions,
    withdrawInstructions: withdrawInstructions.filter(({ sourceAddress }) =>
      isEligible(link, sourceAddress.asset),
    ),
    depositInstructions: depositInstructions.filter(({ destinationAddress }) =>
      isEligible(link, destinationAddress.asset),
    ),
  };
}

function isEligible(link: CollateralAccountLink, asset: AssetReference): boolean {
  return link.eligibleCollateralAssets.some((eligible) => isSameAsset(eligible, asset));
}
