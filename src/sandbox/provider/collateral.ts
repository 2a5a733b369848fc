import type {
  ApprovalRequest,
  CollateralAccount,
  CollateralAccountLink,
  CollateralAddress,
  CollateralAssetAddress,
  CollateralDeposit,
  CollateralDepositIntent,
  CollateralDepositIntentRequest,
  CollateralDepositRequest,
  CollateralWithdrawal,
  CollateralWithdrawalIntent,
  CollateralWithdrawalIntentRequest,
  CollateralWithdrawalRequest,
} from '../../provider/schemas/collateral.js';
import type { Preflight } from '../../provider/server/collateral-part.js';
import { unitsOf } from './amounts.js';
import { assetAt, EXCHANGE_ASSETS, type ExchangeAsset } from './assets.js';
import type { Credit } from './credit.js';
import { isCrypto } from './methods.js';
import { Records } from './records.js';
import { refusal } from './refusals.js';
import type { Settlements } from './settlements.js';
import type { World } from './world.js';

/** What was approved, and has not come yet. */
interface Intent {
  readonly accountId: string;
  readonly fireblocksIntentId: string;
  readonly asset: ExchangeAsset;
  readonly units: bigint;
  /** Of a removal: part of a settlement, or what its credit is kept back for. */
  readonly settles?: boolean;
  usedBy?: string;
}

/** How long an approved removal keeps its credit back. */
const APPROVED_MS = 3_600_000;

const ELIGIBLE = EXCHANGE_ASSETS.flatMap(({ reference, blockchain }) =>
  blockchain !== undefined && isCrypto(reference) ? [reference] : [],
);

/** Collateral accounts: their links and addresses, and the collateral that comes and goes. */
export class Collateral {
  readonly links = new Records<CollateralAccountLink>();
  readonly addresses = new Records<CollateralAssetAddress>();
  readonly deposits = new Records<CollateralDeposit>();
  readonly withdrawals = new Records<CollateralWithdrawal>();
  readonly #world: World;
  readonly #credit: Credit;
  readonly #settlements: Settlements;
  readonly #intents = new Map<string, Intent>();

  constructor(world: World, credit: Credit, settlements: Settlements) {
    this.#world = world;
    this.#credit = credit;
    this.#settlements = settlements;
  }

  link(accountId: string, account: CollateralAccount): CollateralAccountLink {
    const { collateralId } = account;
    const invited = this.links.of(accountId).find((link) => link.collateralId === collateralId);
    return this.links.put(accountId, {
      ...account,
      id: invited?.id ?? this.#world.newId('collateral link'),
      status: 'Linked',
      eligibleCollateralAssets: ELIGIBLE,
    });
  }

  /** Lists a collateral account that may be linked, and may be worked with. */
  invite(accountId: string, collateralId: string): void {
    this.links.put(accountId, {
      id: this.#world.newId('collateral link'),
      collateralId,
      collateralSigners: [],
      env: 'sandbox',
      status: 'Eligible',
      eligibleCollateralAssets: ELIGIBLE,
    });
  }

  addAddress(accountId: string, address: CollateralAddress): CollateralAssetAddress {
    const id = this.#world.newId('collateral address');
    return this.addresses.put(accountId, { ...address, id });
  }

  requestDeposit(
    accountId: string,
    { asset: reference, amount, intentApprovalRequest }: CollateralDepositIntentRequest,
  ): Preflight<CollateralDepositIntent> {
    const { fireblocksIntentId } = intentApprovalRequest;
    const asset = assetAt(reference, '/asset');
    const units = unitsOf(amount, asset, '/amount');
    const id = this.#approve({ accountId, fireblocksIntentId, asset, units });
    const approvalRequest = { fireblocksIntentId, partnerIntentId: id };
    return { id, status: 'Approved', asset: reference, amount, approvalRequest };
  }

  /** Collateral that is on its way: pending, and then credit. */
  registerDeposit(
    accountId: string,
    { collateralTxId, approvalRequest }: CollateralDepositRequest,
  ): CollateralDeposit {
    const known = byTransaction(this.deposits.of(accountId), collateralTxId);
    if (known !== undefined) return known;
    const { asset, units } = this.#use(accountId, collateralTxId, approvalRequest);
    const id = this.#world.newId('collateral deposit');
    const opened = { id, status: 'Pending', collateralTxId, approvalRequest };
    this.deposits.put(accountId, opened);
    this.#world.inFlight.begin(id, (outcome) => {
      if (outcome === 'succeeded') this.#credit.change(accountId, asset.key, units);
      const status = outcome === 'succeeded' ? 'Credited' : 'Rejected';
      this.deposits.put(accountId, { ...opened, status });
    });
    return opened;
  }

  /** A removal that is approved keeps its credit back, so that the approval stays true. */
  requestWithdrawal(
    accountId: string,
    { amount, destinationAddress, intentApprovalRequest }: CollateralWithdrawalIntentRequest,
  ): Preflight<CollateralWithdrawalIntent> {
    const { fireblocksIntentId } = intentApprovalRequest;
    const asset = assetAt(destinationAddress.asset, '/destinationAddress/asset');
    const units = unitsOf(amount, asset, '/amount');
    const settles = this.#settlements.expects(accountId, destinationAddress.address, asset, units);
    if (!settles && units > this.#credit.unused(accountId, asset.key)) {
      const id = this.#world.newId('collateral intent');
      const approvalRequest = { fireblocksIntentId, partnerIntentId: id };
      const owes = this.#credit.owed(accountId, asset.key) > 0n;
      const rejectionReason = owes ? 'settlement-required' : 'insufficient-collateral';
      return {
        id,
        amount,
        destinationAddress,
        approvalRequest,
        status: 'Rejected',
        rejectionReason,
      };
    }
    const intent: Intent = { accountId, fireblocksIntentId, asset, units, settles };
    const id = this.#approve(intent);
    if (!settles) this.#keepBack(intent);
    const approvalRequest = { fireblocksIntentId, partnerIntentId: id };
    return { id, amount, destinationAddress, approvalRequest, status: 'Approved' };
  }

  registerWithdrawal(
    accountId: string,
    { collateralTxId, approvalRequest, settlementDetails }: CollateralWithdrawalRequest,
  ): CollateralWithdrawal {
    const known = byTransaction(this.withdrawals.of(accountId), collateralTxId);
    if (known !== undefined) return known;
    const { settles, asset, units } = this.#use(accountId, collateralTxId, approvalRequest);
    if (settles && settlementDetails === undefined) {
      throw refusal('bad-request', 'It is part of a settlement.', '/settlementDetails');
    }
    if (settles) this.#settlements.arriving(accountId, asset, units);
    const id = this.#world.newId('collateral withdrawal');
    return this.withdrawals.put(accountId, {
      id,
      status: 'Approved',
      collateralTxId,
      approvalRequest,
    });
  }

  #approve(intent: Intent): string {
    const id = this.#world.newId('collateral intent');
    this.#intents.set(id, intent);
    return id;
  }

  #keepBack(intent: Intent): void {
    const { accountId, asset, units } = intent;
    this.#credit.change(accountId, asset.key, -units);
    this.#world.clock.after(APPROVED_MS, () => {
      if (intent.usedBy !== undefined) return;
      intent.usedBy = 'nobody';
      this.#credit.change(accountId, asset.key, units);
    });
  }

  /** An approval is for one transaction. */
  #use(accountId: string, collateralTxId: string, approval: ApprovalRequest): Intent {
    const intent = this.#intents.get(approval.partnerIntentId);
    if (
      intent?.accountId !== accountId ||
      intent.fireblocksIntentId !== approval.fireblocksIntentId ||
      intent.usedBy !== undefined
    ) {
      const path = '/approvalRequest/partnerIntentId';
      throw refusal('bad-request', 'That was not approved, or is over.', path);
    }
    intent.usedBy = collateralTxId;
    return intent;
  }
}

export function byTransaction<T extends { readonly collateralTxId: string }>(
  transactions: readonly T[],
  collateralTxId: string,
): T | undefined {
  return transactions.find((each) => each.collateralTxId === collateralTxId);
}
