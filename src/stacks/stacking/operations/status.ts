import { formatAmount } from '../../../core/amount.js';
import type { NetworkFacts } from '../../network.js';
import type { StacksNode } from '../../node/node.js';
import { STX_DECIMALS } from '../../wire/amounts.js';
import { formatBitcoinAddress } from '../../wire/bitcoin-address.js';
import { cycleAt, type Pox, readPox, requirePox, startOf } from '../pox.js';
import { Pox4State } from '../pox4-state.js';
import { type Payout, Pox5State, type Stake } from '../pox5-state.js';

/** The rewards of one cycle that a staker has not received yet. */
export interface StakingRewards {
  /** The number of the reward cycle. */
  readonly cycle: number;
  /** In satoshis: the staker's share of the rewards that the signer manager has fetched. */
  readonly sats: string;
  /** In satoshis: the rewards that the manager has not fetched yet, for all of its stakers. */
  readonly unfetched: string;
}

/** A staker's position in pox-5. */
export interface StakingPosition {
  /** The signer's contract that it is staked with, as `address.name`. */
  readonly signerManager: string;
  /** In STX, a decimal string. */
  readonly amount: string;
  /** The first reward cycle that the stake counts in. */
  readonly firstRewardCycle: number;
  /** How many reward cycles it counts in, from `firstRewardCycle` on. */
  readonly cycles: number;
  /** Whole cycles that are left, without the present one. */
  readonly remainingCycles: number;
  /** The first cycle in which the STX are free again. */
  readonly unlockCycle: number;
  /** The height of the Bitcoin block with which `unlockCycle` begins. */
  readonly unlockBurnHeight: number;
  /** The payout of rewards in BTC; `null`: as sBTC, to the account. */
  readonly payout: {
    /** A Bitcoin address of the network. */
    readonly address: string;
    /** In satoshis. */
    readonly maxFee: string;
    /** In satoshis. */
    readonly minClaim?: string;
  } | null;
  /** The rewards of the last cycles that can be claimed, oldest first. */
  readonly rewards: readonly StakingRewards[];
}

/** Stacking in the active contract. Amounts are decimal strings, in STX. */
export interface StackingStatus {
  /** The account's STX, and the lock on them. */
  readonly balance: {
    /** All of them, the locked part included. */
    readonly stx_total: string;
    /** Locked by stacking. */
    readonly stx_locked: string;
    /** The transaction that made the lock; empty if the API shows none. */
    readonly lock_tx_id: string;
    /** The height of the Stacks block in which the lock was made; 0 if the API shows none. */
    readonly lock_height: number;
    /** The height of the Bitcoin block at which the lock was made; 0 if the API shows none. */
    readonly burnchain_lock_height: number;
    /** The height of the Bitcoin block at which the lock ends; 0 if nothing is locked. */
    readonly burnchain_unlock_height: number;
    /** As an older API gives it; newer ones do not. */
    readonly total_miner_rewards_received?: string;
  };
  /** The delegate that locks for the account: a pool of pox-4, or a signer manager of pox-5. */
  readonly delegation: {
    /** Under pox-4, whether a pool has permission to lock; under pox-5, whether there is a stake. */
    readonly is_delegated: boolean;
    /** The pool's address or contract, or the signer manager; `null` without one. */
    readonly delegated_to: string | null;
    /** Under pox-4 the most that the pool may lock, under pox-5 what is staked; `null` without a delegate. */
    readonly amount_delegated: string | null;
    /** The height of the Bitcoin block at which permission or stake ends; `null` if none, or if it has no end. */
    readonly until_burn_ht: number | null;
    /** A Bitcoin address. */
    readonly pox_addr: string | null;
  };
  /** The stacking contract that is active, and where its cycles stand. */
  readonly pox: {
    /** `address.pox-4` or `address.pox-5`. */
    readonly contract: string;
    /** The number in its name. */
    readonly version: 4 | 5;
    /** The number of the present reward cycle. */
    readonly cycle: number;
    /** The height of the Bitcoin chain. */
    readonly burnHeight: number;
  };
  /** The amount stacked in pox-4, by the account itself or by a pool. */
  readonly stacking: {
    /** The first reward cycle that the lock counts in. */
    readonly firstRewardCycle: number;
    /** In cycles, from `firstRewardCycle` on. */
    readonly lockPeriod: number;
    /** The height of the Bitcoin block at which the STX are free again. */
    readonly unlockBurnHeight: number;
    /** The Bitcoin address that rewards are paid to. */
    readonly rewardsAddress: string;
    /** The pool that stacked it; `null`: the account itself. */
    readonly stackedBy: string | null;
  } | null;
  /** The amount staked in pox-5. */
  readonly position: StakingPosition | null;
}

/** How many cycles back rewards are looked for. */
const REWARD_CYCLES = 6;

/** @throws WrongPoxError unless pox-5 is active. */
export async function readPosition(
  node: StacksNode,
  network: NetworkFacts,
  staker: string,
): Promise<StakingPosition | null> {
  const pox = await readPox(node, network);
  requirePox(pox, 5, 'getStakingPosition', 'checkStatus');
  return positionOf(node, network, pox, staker);
}

async function positionOf(
  node: StacksNode,
  network: NetworkFacts,
  pox: Pox,
  staker: string,
): Promise<StakingPosition | null> {
  const state = new Pox5State(node, pox);
  const stake = await state.stakeOf(staker);
  if (!stake) return null;
  const [payout, rewards] = await Promise.all([
    state.payoutOf(staker, stake.manager),
    rewardsOf(state, pox, staker, stake),
  ]);
  const unlockCycle = stake.firstRewardCycle + stake.numCycles;
  return {
    signerManager: stake.manager,
    amount: formatAmount(stake.amount, STX_DECIMALS),
    firstRewardCycle: stake.firstRewardCycle,
    cycles: stake.numCycles,
    remainingCycles: Math.max(0, unlockCycle - cycleAt(pox) - 1),
    unlockCycle,
    unlockBurnHeight: startOf(pox, unlockCycle),
    payout: payout ? legiblePayout(payout, network) : null,
    rewards,
  };
}

function legiblePayout({ poxAddress, maxFee, minClaim }: Payout, { kind }: NetworkFacts) {
  return {
    address: formatBitcoinAddress(poxAddress, kind),
    maxFee: `${maxFee}`,
    ...(minClaim !== undefined && { minClaim: `${minClaim}` }),
  };
}

async function rewardsOf(
  state: Pox5State,
  pox: Pox,
  staker: string,
  { manager, firstRewardCycle }: Stake,
): Promise<readonly StakingRewards[]> {
  const last = cycleAt(pox);
  const first = Math.max(firstRewardCycle, last - REWARD_CYCLES + 1);
  const cycles = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  const rewards = await Promise.all(
    cycles.map(async (cycle) => {
      const [own, unfetched] = await Promise.all([
        state.earnedByStaker(staker, manager, cycle),
        state.earnedBy(manager, cycle),
      ]);
      return { cycle, sats: `${own}`, unfetched: `${unfetched}` };
    }),
  );
  return rewards.filter(({ sats, unfetched }) => sats !== '0' || unfetched !== '0');
}

/** The complete state of an account's stacking, from one node. */
export async function readStackingStatus(
  node: StacksNode,
  network: NetworkFacts,
  address: string,
): Promise<StackingStatus> {
  const [pox, account, history] = await Promise.all([
    readPox(node, network),
    node.account(address),
    node.api((api) => api.lockOf(address)),
  ]);
  const { total_miner_rewards_received: rewards } = history;
  const found =
    pox.version === 4
      ? await underPox4(node, network, pox, address)
      : await underPox5(node, network, pox, address);
  return {
    balance: {
      stx_total: formatAmount(account.balance + account.locked, STX_DECIMALS),
      stx_locked: formatAmount(account.locked, STX_DECIMALS),
      lock_tx_id: history.lock_tx_id,
      lock_height: history.lock_height,
      burnchain_lock_height: history.burnchain_lock_height,
      burnchain_unlock_height: account.unlock_height,
      ...(rewards !== undefined && { total_miner_rewards_received: rewards }),
    },
    pox: {
      contract: pox.contract,
      version: pox.version,
      cycle: cycleAt(pox),
      burnHeight: pox.burnHeight,
    },
    ...found,
  };
}

type UnderPox = Pick<StackingStatus, 'delegation' | 'stacking' | 'position'>;

const NOBODY: StackingStatus['delegation'] = {
  is_delegated: false,
  delegated_to: null,
  amount_delegated: null,
  until_burn_ht: null,
  pox_addr: null,
};

async function underPox4(
  node: StacksNode,
  { kind }: NetworkFacts,
  pox: Pox,
  address: string,
): Promise<UnderPox> {
  const state = new Pox4State(node, pox);
  const [stacking, delegation] = await Promise.all([
    state.stackingOf(address),
    state.delegationOf(address),
  ]);
  return {
    delegation: delegation
      ? {
          is_delegated: true,
          delegated_to: delegation.delegatedTo,
          amount_delegated: formatAmount(delegation.amount, STX_DECIMALS),
          until_burn_ht: delegation.untilBurnHeight ?? null,
          pox_addr: delegation.poxAddress
            ? formatBitcoinAddress(delegation.poxAddress, kind)
            : null,
        }
      : NOBODY,
    stacking: stacking
      ? {
          firstRewardCycle: stacking.firstRewardCycle,
          lockPeriod: stacking.lockPeriod,
          unlockBurnHeight: startOf(pox, stacking.firstRewardCycle + stacking.lockPeriod),
          rewardsAddress: formatBitcoinAddress(stacking.poxAddress, kind),
          stackedBy: stacking.delegatedTo ?? null,
        }
      : null,
    position: null,
  };
}

/** The data in pox-4 no longer applies; the signer of a stake is shown as the delegate. */
async function underPox5(
  node: StacksNode,
  network: NetworkFacts,
  pox: Pox,
  address: string,
): Promise<UnderPox> {
  const position = await positionOf(node, network, pox, address);
  const delegation = position
    ? {
        is_delegated: true,
        delegated_to: position.signerManager,
        amount_delegated: position.amount,
        until_burn_ht: position.unlockBurnHeight,
        pox_addr: position.payout?.address ?? null,
      }
    : NOBODY;
  return { delegation, stacking: null, position };
}
