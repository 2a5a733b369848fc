import { COLLATERAL } from '../../operations/collateral.js';
import { openRecord } from '../../schemas/platform.js';
import type { ServedCollateral } from '../collateral-part.js';
import type { Provider } from '../provider.js';
import { checkAssetFilter, ofOneAsset } from '../rules/assets.js';
import {
  addedAddress,
  depositPreflight,
  eligibleInstructions,
  linked,
  linkOf,
  withdrawalPreflight,
} from '../rules/collateral.js';
import { exclusively, type Shared } from '../rules/exclusive.js';
import { checkSettled } from '../rules/withdrawals.js';
import { type Asked, listed, one, type Serving, written } from '../serving.js';

const PART = { components: ['collateral'] } as const;

/** Off-exchange. `forcedPath` is the path on which the platform hands over a settlement that is being forced. */
export function collateral(shared: Shared, forcedPath: string): readonly Serving[] {
  return [
    ...links(shared),
    ...addresses(shared),
    ...deposits(shared),
    ...withdrawals(),
    ...settlements(forcedPath),
  ];
}

function links(shared: Shared): readonly Serving[] {
  return [
    listed(PART, COLLATERAL.getCollateralAccountLinks, ({ collateral }, asked, page) =>
      collateral?.listLinks(asked.accountId, page, asked.call),
    ),
    written(
      PART,
      COLLATERAL.createCollateralAccountLink,
      ({ collateral }, asked, link) =>
        collateral &&
        alone(shared, 'collateral-link', asked, () =>
          linked(collateral, asked, link, shared.random),
        ),
    ),
  ];
}

function addresses(shared: Shared): readonly Serving[] {
  return [
    listed(PART, COLLATERAL.getCollateralDepositAddresses, async (provider, asked, page) => {
      const { accountId, collateralId, call } = asked;
      const { collateral } = provider;
      if (collateral === undefined) return undefined;
      await linkOf(collateral, asked);
      await checkAssetFilter(provider, page, call);
      const answer = await collateral.listAddresses(accountId, collateralId, page, call);
      return ofOneAsset(answer, ({ address }) => address.asset, page);
    }),
    written(
      PART,
      COLLATERAL.createCollateralDepositAddressForAsset,
      ({ collateral }, asked, body) =>
        collateral &&
        alone(shared, 'collateral-address', asked, () => addedAddress(collateral, asked, body)),
    ),
    one(
      PART,
      COLLATERAL.getCollateralDepositAddressesDetails,
      own((part, asked) =>
        part.getAddress(asked.accountId, asked.collateralId, asked.id, asked.call),
      ),
    ),
  ];
}

function deposits({ random }: Shared): readonly Serving[] {
  return [
    written(
      PART,
      COLLATERAL.initiateCollateralDepositTransactionIntent,
      ({ collateral }, asked, body) =>
        collateral && depositPreflight(collateral, asked, body, random),
    ),
    listed(
      PART,
      COLLATERAL.getCollateralDepositTransactions,
      own((part, asked, page) =>
        part.listDeposits(asked.accountId, asked.collateralId, page, asked.call),
      ),
    ),
    written(
      PART,
      COLLATERAL.registerCollateralDepositTransaction,
      own((part, asked, body) =>
        part.registerDeposit(asked.accountId, asked.collateralId, body, asked.call),
      ),
    ),
    one(
      PART,
      COLLATERAL.getCollateralDepositTransactionDetails,
      own((part, asked) =>
        part.getDeposit(asked.accountId, asked.collateralId, asked.collateralTxId, asked.call),
      ),
    ),
  ];
}

function withdrawals(): readonly Serving[] {
  return [
    written(
      PART,
      COLLATERAL.initiateCollateralWithdrawalTransactionIntent,
      ({ collateral }, asked, body) => collateral && withdrawalPreflight(collateral, asked, body),
    ),
    listed(
      PART,
      COLLATERAL.getCollateralWithdrawalTransactions,
      own((part, asked, page) =>
        part.listWithdrawals(asked.accountId, asked.collateralId, page, asked.call),
      ),
    ),
    written(
      PART,
      COLLATERAL.initiateCollateralWithdrawalTransaction,
      async (provider, asked, body) => {
        const { accountId, collateralId, call } = asked;
        if (provider.collateral === undefined) return undefined;
        await linkOf(provider.collateral, asked);
        // A removal in a settlement is itself part of settling the credit.
        if (body.settlementDetails === undefined) await checkSettled(provider, asked);
        return provider.collateral.registerWithdrawal(accountId, collateralId, body, call);
      },
    ),
    one(
      PART,
      COLLATERAL.getCollateralWithdrawalTransactionDetails,
      own((part, asked) =>
        part.getWithdrawal(asked.accountId, asked.collateralId, asked.collateralTxId, asked.call),
      ),
    ),
  ];
}

function settlements(forcedPath: string): readonly Serving[] {
  return [
    one(PART, COLLATERAL.getCurrentSettlementInstructions, async ({ collateral }, asked) => {
      const { accountId, collateralId, call } = asked;
      const link = collateral && (await linkOf(collateral, asked));
      const given = await collateral?.getSettlementInstructions(accountId, collateralId, call);
      return link && given && eligibleInstructions(link, given);
    }),
    written(PART, COLLATERAL.initiateSettlement, async ({ collateral }, asked, body) => {
      const { accountId, collateralId, call } = asked;
      const link = collateral && (await linkOf(collateral, asked));
      const given = await collateral?.startSettlement(accountId, collateralId, body, call);
      return link && given && eligibleInstructions(link, given);
    }),
    one(
      PART,
      COLLATERAL.getSettlementDetails,
      own((part, asked) =>
        part.getSettlement(
          asked.accountId,
          asked.collateralId,
          asked.settlementVersion,
          asked.call,
        ),
      ),
    ),
    written(
      PART,
      forceSettlement(forcedPath),
      own((part, asked, body) =>
        part.forceSettlement?.(asked.accountId, asked.collateralId, body, asked.call),
      ),
    ),
  ];
}

/** Does one work of a kind at a time for an account. */
function alone<T>(
  shared: Shared,
  kind: string,
  { accountId, call }: Asked,
  work: () => Promise<T>,
): Promise<T> {
  return exclusively(shared, [kind, accountId], call.signal, work);
}

/** Only for a collateral account that belongs to the account. */
function own<Input extends readonly unknown[], T>(
  serve: (part: ServedCollateral, asked: Asked, ...input: Input) => Promise<T> | undefined,
) {
  return async ({ collateral }: Provider, asked: Asked, ...input: Input) => {
    if (collateral === undefined) return undefined;
    await linkOf(collateral, asked);
    return serve(collateral, asked, ...input);
  };
}

function forceSettlement(path: string) {
  return {
    name: 'forceSettlement',
    kind: 'unkeyed',
    method: 'POST',
    path,
    body: openRecord,
    answer: openRecord,
    platform: true,
  } as const;
}
