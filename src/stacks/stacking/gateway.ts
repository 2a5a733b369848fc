import type * as z from 'zod/mini';
import { checkCallOptions } from '../../core/call-options.js';
import type { CallOptions } from '../../core/clock.js';
import { InvalidInputError } from '../../core/errors.js';
import { assertOwnFields, ownCopy } from '../../core/own-fields.js';
import { readInput } from '../../core/read-input.js';
import { parseInput } from '../../core/schema.js';
import { partsToRead } from '../../gateway/loading.js';
import {
  answered,
  type StacksAnswer,
  type StacksConfirmed,
  type StacksData,
  told,
} from '../answer.js';
import type { Composing } from '../operations/input.js';
import type { StacksAmount, StacksTransactionOptions } from '../options.js';
import { contractOf, principalOf } from '../wire/principals.js';
import { PRESENT_TERMS, perform, type StackingCall, type StackingContext } from './context.js';
import {
  type ClaimRewardsParams,
  type DelegationTerms,
  type EligibilityParams,
  type ExtendStackingParams,
  type IncreaseStackedParams,
  type StackingSchemas,
  type StackSoloParams,
  type StakeParams,
  stackingSchemas,
  type UpdateStakeParams,
} from './inputs.js';
import { intentOf } from './intent.js';
import type { Eligibility } from './operations/eligibility.js';
import type { SignerManager } from './operations/managers.js';
import type { CallerAllowed } from './operations/pool.js';
import type { RewardsClaimed } from './operations/rewards.js';
import type { StackingStatus, StakingPosition } from './operations/status.js';
import { fastPool } from './pox4-pools.js';

/**
 * The stacking methods of a {@link StacksGateway}, for pox-4 and for pox-5. With every call the active contract
 * is read from the node, before anything is signed and again before the transaction is sent. If it can't be read,
 * or is neither of the two, nothing is signed ({@link UnknownPoxError}); an operation of the other contract is
 * refused, and the error names the one to use ({@link WrongPoxError}). A call that the contract would refuse is
 * refused before a signature and before the transaction is sent ({@link StackingRefusedError}).
 */
export class StackingMethods<Strict extends boolean = false> {
  readonly #context: StackingContext;
  readonly #strict: Strict | undefined;
  readonly #schemas: StackingSchemas;

  /** @internal */
  protected constructor(context: StackingContext, strict: Strict | undefined) {
    this.#context = context;
    this.#strict = strict;
    this.#schemas = stackingSchemas(context.setup.network.kind);
  }

  /**
   * Stakes STX under pox-5, with a signer manager: they are locked at once, in the account itself, and staked from the
   * next cycle on. There is one stake an account.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `signerManager` as `address.name`, `amount` in STX, and `cycles`, 1 to 96. `payout`: of rewards in
   * BTC, with limits in satoshis; default: as sBTC, to the account.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * const { signerManager } = sandbox.stacks.contracts;
   * const answer = await gateway.stake('0', { signerManager, amount: '5', cycles: 2 });
   * if (answer.success) console.log(answer.txHash);
   * ```
   */
  stake(
    vaultAccountId: string,
    params: StakeParams,
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const wish = this.#read(this.#schemas.stake, params);
      const { checkCalldata, composeStake } = await operations();
      checkCalldata(this.#kind, wish.signerManager, wish);
      const intent = intentOf('stake', wish);
      return this.#perform(vaultAccountId, { intent, compose: composeStake(wish) }, options);
    });
  }

  /**
   * Stakes more, for longer, with another signer manager, or with rewards paid elsewhere. A BTC payout address is
   * sent again, since the contract forgets it with every update.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - At least one of `increaseBy` in STX, `cycles` to add (1 to 96 must remain), another
   * `signerManager`, and `payout` (`null`: as sBTC).
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * const { signerManager } = sandbox.stacks.contracts;
   * await gateway.stake('0', { signerManager, amount: '5', cycles: 2, payout: { maxFee: 1000 } });
   * await gateway.updateStake('0', { increaseBy: '2.5', cycles: 4 });
   * ```
   */
  updateStake(
    vaultAccountId: string,
    params: UpdateStakeParams,
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const wish = this.#read(this.#schemas.update, params);
      if (Object.values(wish).every((value) => value === undefined || value === 0)) {
        throw new InvalidInputError('params', 'must change something');
      }
      const { checkCalldata, composeUpdate } = await operations();
      checkCalldata(this.#kind, wish.signerManager, wish);
      const intent = intentOf('updateStake', wish);
      const compose = composeUpdate(wish);
      const call = { intent, askedOfNodes: PRESENT_TERMS, compose };
      return this.#perform(vaultAccountId, call, options);
    });
  }

  /**
   * Ends a stake under pox-5 with the present cycle: the STX are free when the next one begins.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `signerManager`: the manager of the stake to end; refused if the stake is with another. Default:
   * whichever it is with.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * const { signerManager } = sandbox.stacks.contracts;
   * await gateway.stake('0', { signerManager, amount: '5', cycles: 2 });
   * await gateway.unstake('0');
   * ```
   */
  unstake(
    vaultAccountId: string,
    params: { readonly signerManager?: string } = {},
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const wish = this.#read(this.#schemas.unstake, params);
      const { composeUnstake } = await operations();
      const intent = intentOf('unstake', wish);
      return this.#perform(vaultAccountId, { intent, compose: composeUnstake(wish) }, options);
    });
  }

  /**
   * Makes the signer manager pay out the rewards of a cycle under pox-5, in the way that its functions allow. If
   * the manager has not fetched them itself, an earlier transaction does that, which any account may make; it is
   * signed separately, under a key of its own, which its errors name: while it waits, that is the key to `resume` and
   * `cancel`. Until the claim itself is made, a repeated call is about the cycle that is the last one then: name the
   * `cycle` where that matters.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `cycle`: default the last one that is over. `signerManager`: default that of the present stake.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed claim; `rewards` has its `cycle`, and its `sats`, which are left out if the key was used
   * before; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict. An error between the two carries the hash
   * of the earlier transaction: the rewards are fetched, and not yet claimed.
   * @example
   * ```ts
   * const { signerManager } = sandbox.stacks.contracts;
   * await gateway.stake('0', { signerManager, amount: '5', cycles: 2 });
   * const answer = await gateway.claimRewards('0'); // of the last cycle
   * if (!answer.success) console.log(answer.details.rule); // ERR_NO_CLAIMABLE_REWARDS
   * ```
   */
  claimRewards(
    vaultAccountId: string,
    params: ClaimRewardsParams = {},
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<RewardsClaimed, Strict>> {
    return this.#answer(async () => {
      const wish = this.#read(this.#schemas.claim, params);
      const { claimRewards } = await operations();
      return claimRewards(this.#context, vaultAccountId, wish, options);
    });
  }

  /**
   * A vault account's stake under pox-5: its amount and end, where rewards are paid, and which rewards can be claimed.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns As `data`, the stake with its `amount` in STX and its `rewards` in satoshis, oldest first; `null` for
   * none. Or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.getStakingPosition('0');
   * if (answer.success) console.log(answer.data?.amount ?? 'nothing');
   * ```
   */
  getStakingPosition(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksData<StakingPosition | null>, Strict>> {
    return this.#ask(vaultAccountId, options, async ({ node, network, account }) => {
      const { readPosition } = await operations();
      return readPosition(node, network, account.address);
    });
  }

  /**
   * All signer managers with which STX can be staked under pox-5: the signers that the chain has registered,
   * which of them sign in the current cycle, and the known rules.
   *
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns As `data`, each with its `id` as `address.name`. `minimum` and `staked` are in microSTX; only those that
   * sign in the current cycle have `granted` and `staked`. Or a `StacksFailure`, unless the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.listSignerManagers();
   * if (answer.success) {
   *   for (const { id, granted, staked } of answer.data) console.log(id, granted, staked);
   * }
   * ```
   */
  listSignerManagers(
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksData<readonly SignerManager[]>, Strict>> {
    return this.#answer(async () => {
      checkCallOptions(options);
      const { ledger } = await this.#context.setup.parts();
      const { readSignerManagers } = await operations();
      return told(await ledger.ask(options, (node) => readSignerManagers(node, this.#kind)));
    });
  }

  /**
   * Locks STX alone, under pox-4. The required signature of a signer is made by the vault's own key or by another vault
   * account's, or the caller gives it and it is checked. If pox-5 is active, and a `signerManager` is named, the same
   * amount is staked with it for as many cycles.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `amount` in STX and `lockPeriod` in cycles, 1 to 12. `rewardsAddress`, of pox-4: by default the
   * Bitcoin address of the vault's own key. `maxAmount`, the most that the signer permits, is in microSTX.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws SignerSignatureError for a signature that permits something else, and what
   * {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * const { signerManager } = sandbox.stacks.contracts;
   * const answer = await gateway.stackSolo('0', { amount: 500, lockPeriod: 2, signerManager });
   * if (!answer.success) console.log(answer.code, answer.error);
   * ```
   */
  stackSolo(
    vaultAccountId: string,
    params: StackSoloParams,
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const wish = this.#read(this.#schemas.stackSolo, params);
      checkLimit(wish.maxAmount, wish.amount);
      const { checkTerms, performSolo, stackSolo } = await operations();
      checkTerms(this.#kind, wish);
      return performSolo(this.#context, vaultAccountId, stackSolo(wish), options);
    });
  }

  /**
   * Locks more STX in addition to those that are locked alone under pox-4, until the same cycle.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `increaseBy` in STX. `signer`: its key must be that of the lock. `maxAmount`, the most that the
   * signer permits for the whole lock, is in microSTX.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.increaseStackedAmount('0', { increaseBy: 1_000 });
   * if (!answer.success) console.log(answer.code, answer.details.instead); // under pox-5: updateStake
   * ```
   */
  increaseStackedAmount(
    vaultAccountId: string,
    params: IncreaseStackedParams,
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const wish = this.#read(this.#schemas.increase, params);
      checkLimit(wish.maxAmount, wish.increaseBy);
      const { increaseStacked, performSolo } = await operations();
      return performSolo(this.#context, vaultAccountId, increaseStacked(wish), options);
    });
  }

  /**
   * Extends a lock of the account alone under pox-4.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `extendCycles`: 1 to 12, and 12 at most may then be left, the present one included.
   * `rewardsAddress`: default the one that is paid already. `maxAmount`, the most that the signer permits, is in
   * microSTX.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.extendStackingPeriod('0', { extendCycles: 3 });
   * if (!answer.success) console.log(answer.code, answer.details.instead); // under pox-5: updateStake
   * ```
   */
  extendStackingPeriod(
    vaultAccountId: string,
    params: ExtendStackingParams,
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const wish = this.#read(this.#schemas.extend, params);
      const { extendStacking, performSolo } = await operations();
      return performSolo(this.#context, vaultAccountId, extendStacking(wish), options);
    });
  }

  /**
   * Lets a pool of pox-4 lock STX. A pool with a function of its own for this, such as Fast Pool, is joined through
   * that function, and must have been allowed by {@link allowContractCaller} before; it locks at once, and from cycle
   * to cycle until {@link revokeDelegation}. If pox-5 is active, and a `signerManager` is named, the amount is staked
   * with it for `lockPeriod` cycles.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param poolAddress - The address of the pool's operator, or of its contract's deployer; `FAST_POOL`, without a
   * name, is Fast Pool's contract.
   * @param poolContractName - The name of a pool that is a contract; empty for one that is an account.
   * @param amount - In STX: the most that the pool may lock.
   * @param lockPeriod - In cycles, 1 to 12: how long the delegation lasts, but for a pool with a function of its own.
   * @param options - The idempotency key, how long to wait, and the limits of this call. `signerManager` and `payout`
   * are for pox-5.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * await gateway.allowContractCaller('0', 'FAST_POOL', '');
   * await gateway.delegateToPool('0', 'FAST_POOL', '', '50', 1);
   * ```
   */
  delegateToPool(
    vaultAccountId: string,
    poolAddress: string,
    poolContractName: string,
    amount: StacksAmount,
    lockPeriod: number,
    options: StacksTransactionOptions & DelegationTerms = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const { signerManager, payout, ...rest } = ownCopy(options, 'options');
      const given = { amount, lockPeriod, signerManager, payout };
      const wish = this.#read(this.#schemas.delegate, given);
      const { checkTerms, composeDelegation } = await operations();
      checkTerms(this.#kind, wish);
      const pool = this.#poolOf(poolAddress, poolContractName);
      const intent = intentOf('delegateToPool', { ...wish, pool });
      const compose = composeDelegation(pool, wish);
      return this.#perform(vaultAccountId, { intent, compose }, rest);
    });
  }

  /**
   * Allows a pool's contract to act for the account in pox-4.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param poolAddress - The address of its contract's deployer; `FAST_POOL`, without a name, is Fast Pool's contract.
   * @param poolContractName - The contract's name; empty with `FAST_POOL`.
   * @param options - The idempotency key, how long to wait, and the limits of this call.
   * @returns The confirmed transaction, with `needed: true`. pox-5 has no such permission: in that case nothing is
   * signed, and `needed` is `false`. Or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * const [address = '', name = ''] = sandbox.stacks.contracts.fastPool.split('.');
   * const answer = await gateway.allowContractCaller('0', address, name);
   * if (answer.success) console.log(answer.needed);
   * ```
   */
  allowContractCaller(
    vaultAccountId: string,
    poolAddress: string,
    poolContractName: string,
    options: StacksTransactionOptions = {},
  ): Promise<StacksAnswer<CallerAllowed, Strict>> {
    return this.#answer(async () => {
      const pool = this.#poolOf(poolAddress, poolContractName);
      if (!pool.includes('.')) {
        throw new InvalidInputError('poolContractName', 'must name a contract, not an account');
      }
      const { allowCaller } = await operations();
      return allowCaller(this.#context, vaultAccountId, pool, options);
    });
  }

  /**
   * Revokes a delegation to a pool of pox-4; the locked amount stays locked until its end. If pox-5 is active,
   * and the `signerManager` of the stake is named, the stake is ended.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - The idempotency key, how long to wait, and the limits of this call. `signerManager`: that of the
   * stake, for pox-5.
   * @returns The confirmed transaction, with its `txHash`; or a `StacksFailure`, unless the gateway is strict.
   * @throws what {@link StackingMethods} says, where the gateway is strict.
   * @example
   * ```ts
   * await gateway.delegateToPool('0', friendAddress, '', '50', 1);
   * await gateway.revokeDelegation('0');
   * ```
   */
  revokeDelegation(
    vaultAccountId: string,
    options: StacksTransactionOptions & { readonly signerManager?: string } = {},
  ): Promise<StacksAnswer<StacksConfirmed, Strict>> {
    return this.#answer(async () => {
      const { signerManager, ...rest } = ownCopy(options, 'options');
      const wish = this.#read(this.#schemas.revoke, { signerManager });
      const { composeRevocation } = await operations();
      const intent = intentOf('revokeDelegation', wish);
      return this.#perform(vaultAccountId, { intent, compose: composeRevocation(wish) }, rest);
    });
  }

  /**
   * The amounts that a vault account has locked, delegated or staked, in the active contract.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns As `data`, the `balance` and the `delegation`, with amounts in STX; `stacking` is of pox-4 and `position`
   * of pox-5, each `null` for none. Or a `StacksFailure`, unless the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.checkStatus('0');
   * if (answer.success) console.log(answer.data.balance.stx_locked, answer.data.delegation);
   * ```
   */
  checkStatus(
    vaultAccountId: string,
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksData<StackingStatus>, Strict>> {
    return this.#ask(vaultAccountId, options, async ({ node, network, account }) => {
      const { readStackingStatus } = await operations();
      return readStackingStatus(node, network, account.address);
    });
  }

  /**
   * Whether a vault account could stack this amount alone under pox-4, or stake it under pox-5, and if not, why
   * not. No signature is requested.
   *
   * @param vaultAccountId - The vault account’s id at the custody platform, such as `0`.
   * @param params - `amount` in STX, and `cycles`, default 1. `signerManager` is required where pox-5 is active.
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns As `data`, whether it is `eligible`, and if not, the error as `rule` and why as `reason`. The fee is not
   * counted. Or a `StacksFailure`, unless the gateway is strict.
   * @example
   * ```ts
   * const { signerManager } = sandbox.stacks.contracts;
   * const answer = await gateway.checkEligibility('0', { amount: 50, cycles: 2, signerManager });
   * if (answer.success && !answer.data.eligible) console.log(answer.data.rule);
   * ```
   */
  checkEligibility(
    vaultAccountId: string,
    params: EligibilityParams,
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksData<Eligibility>, Strict>> {
    return this.#answer(async () => {
      const wish = this.#read(this.#schemas.eligibility, params);
      return this.#told(vaultAccountId, options, async (composing) => {
        const { readEligibility } = await operations();
        return readEligibility(composing, wish);
      });
    });
  }

  /**
   * The node's own report on stacking (`/v2/pox`).
   *
   * @param options - A signal that ends the call, and `timeoutMs`.
   * @returns The report as `data`, as the node gives it, in microSTX: `contract_id` is the active contract; or a
   * `StacksFailure`, unless the gateway is strict.
   * @example
   * ```ts
   * const answer = await gateway.getPoxInfo();
   * if (answer.success) console.log(answer.data.contract_id);
   * ```
   */
  getPoxInfo(
    options: CallOptions = {},
  ): Promise<StacksAnswer<StacksData<Readonly<Record<string, unknown>>>, Strict>> {
    return this.#answer(async () => {
      checkCallOptions(options);
      const { ledger } = await this.#context.setup.parts();
      return told(await ledger.ask(options, (node) => node.pox()));
    });
  }

  get #kind() {
    return this.#context.setup.network.kind;
  }

  #read<S extends z.ZodMiniType>(schema: S, params: unknown): z.output<S> {
    assertOwnFields(params, 'params');
    return readInput('params', () => parseInput(schema, params));
  }

  #poolOf(address: unknown, name: unknown): string {
    if (address === 'FAST_POOL' && !name) return fastPool(this.#kind);
    // Left out by mistake, the address alone would be trusted with the STX.
    if (typeof name !== 'string') {
      throw new InvalidInputError('poolContractName', 'must be the name of a contract, or empty');
    }
    const principal = parseInput(principalOf(this.#kind), address, 'poolAddress');
    if (!name) return principal;
    return parseInput(contractOf(this.#kind), `${principal}.${name}`, 'poolContractName');
  }

  #perform(
    vaultAccountId: string,
    call: StackingCall,
    options: StacksTransactionOptions,
  ): Promise<StacksConfirmed> {
    return perform(this.#context, vaultAccountId, call, options);
  }

  #ask<T>(
    vaultAccountId: string,
    options: CallOptions,
    read: (composing: Composing) => Promise<T>,
  ): Promise<StacksAnswer<StacksData<T>, Strict>> {
    return this.#answer(() => this.#told(vaultAccountId, options, read));
  }

  async #told<T>(
    vaultAccountId: string,
    options: CallOptions,
    read: (composing: Composing) => Promise<T>,
  ): Promise<StacksData<T>> {
    const { network, parts } = this.#context.setup;
    const { ledger, account } = await partsToRead(parts, vaultAccountId, options);
    return told(await ledger.ask(options, (node) => read({ node, account, network })));
  }

  #answer<T>(work: () => Promise<T>): Promise<StacksAnswer<T, Strict>> {
    return answered(this.#strict, work);
  }
}

const operations = () => import('./operations.js');

/** A limit below the amount was probably given in STX, but it is in microSTX. */
function checkLimit(limit: bigint | undefined, amount: bigint): void {
  if (limit === undefined || limit >= amount) return;
  throw new InvalidInputError('maxAmount', 'must be at least the amount, and is in microSTX');
}
