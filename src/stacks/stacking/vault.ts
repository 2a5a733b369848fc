import type { CallOptions } from '../../core/clock.js';
import type { StacksAmount, StacksTransactionOptions } from '../options.js';
import type { StackingMethods } from './gateway.js';
import type {
  ClaimRewardsParams,
  DelegationTerms,
  EligibilityParams,
  ExtendStackingParams,
  IncreaseStackedParams,
  StackSoloParams,
  StakeParams,
  UpdateStakeParams,
} from './inputs.js';

/** The stacking methods of a {@link StacksVault}: {@link StackingMethods} for one vault account. */
export class StackingVaultMethods<Strict extends boolean = false> {
  readonly vaultAccountId: string;
  readonly #gateway: StackingMethods<Strict>;

  /** @internal */
  protected constructor(gateway: StackingMethods<Strict>, vaultAccountId: string) {
    this.#gateway = gateway;
    this.vaultAccountId = vaultAccountId;
  }

  /** See {@link StackingMethods.stake}. */
  stake(params: StakeParams, options?: StacksTransactionOptions) {
    return this.#gateway.stake(this.vaultAccountId, params, options);
  }

  /** See {@link StackingMethods.updateStake}. */
  updateStake(params: UpdateStakeParams, options?: StacksTransactionOptions) {
    return this.#gateway.updateStake(this.vaultAccountId, params, options);
  }

  /** See {@link StackingMethods.unstake}. */
  unstake(params?: { readonly signerManager?: string }, options?: StacksTransactionOptions) {
    return this.#gateway.unstake(this.vaultAccountId, params, options);
  }

  /** See {@link StackingMethods.claimRewards}. */
  claimRewards(params?: ClaimRewardsParams, options?: StacksTransactionOptions) {
    return this.#gateway.claimRewards(this.vaultAccountId, params, options);
  }

  /** See {@link StackingMethods.getStakingPosition}. */
  getStakingPosition(options?: CallOptions) {
    return this.#gateway.getStakingPosition(this.vaultAccountId, options);
  }

  /** See {@link StackingMethods.stackSolo}. */
  stackSolo(params: StackSoloParams, options?: StacksTransactionOptions) {
    return this.#gateway.stackSolo(this.vaultAccountId, params, options);
  }

  /** See {@link StackingMethods.increaseStackedAmount}. */
  increaseStackedAmount(params: IncreaseStackedParams, options?: StacksTransactionOptions) {
    return this.#gateway.increaseStackedAmount(this.vaultAccountId, params, options);
  }

  /** See {@link StackingMethods.extendStackingPeriod}. */
  extendStackingPeriod(params: ExtendStackingParams, options?: StacksTransactionOptions) {
    return this.#gateway.extendStackingPeriod(this.vaultAccountId, params, options);
  }

  /** See {@link StackingMethods.delegateToPool}. */
  delegateToPool(
    poolAddress: string,
    poolContractName: string,
    amount: StacksAmount,
    lockPeriod: number,
    options?: StacksTransactionOptions & DelegationTerms,
  ) {
    const { vaultAccountId } = this;
    return this.#gateway.delegateToPool(
      vaultAccountId,
      poolAddress,
      poolContractName,
      amount,
      lockPeriod,
      options,
    );
  }

  /** See {@link StackingMethods.allowContractCaller}. */
  allowContractCaller(
    poolAddress: string,
    poolContractName: string,
    options?: StacksTransactionOptions,
  ) {
    const { vaultAccountId } = this;
    return this.#gateway.allowContractCaller(
      vaultAccountId,
      poolAddress,
      poolContractName,
      options,
    );
  }

  /** See {@link StackingMethods.revokeDelegation}. */
  revokeDelegation(options?: StacksTransactionOptions & { readonly signerManager?: string }) {
    return this.#gateway.revokeDelegation(this.vaultAccountId, options);
  }

  /** See {@link StackingMethods.checkStatus}. */
  checkStatus(options?: CallOptions) {
    return this.#gateway.checkStatus(this.vaultAccountId, options);
  }

  /** See {@link StackingMethods.checkEligibility}. */
  checkEligibility(params: EligibilityParams, options?: CallOptions) {
    return this.#gateway.checkEligibility(this.vaultAccountId, params, options);
  }
}
