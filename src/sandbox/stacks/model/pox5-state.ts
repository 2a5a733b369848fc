import { Cl, type ClarityValue } from '@stacks/transactions';
import { cycleOf } from '../machine.js';
import { ContractError, RuntimeError } from './contract.js';
import type { ModelMachine } from './model-machine.js';
import type { SignerManager } from './signer-manager.js';
import type { Table } from './state.js';

/** The errors of pox-5 that the model can answer with. They are unsigned. */
export const POX_5_ERRORS = {
  insufficientStx: 8,
  grantNotFound: 17,
  alreadyStaked: 19,
  invalidNumCycles: 20,
  signerNotFound: 23,
  invalidStartHeight: 24,
  notStaking: 27,
  unstakeInPreparePhase: 28,
  noClaimableRewards: 32,
  invalidOldSignerManager: 36,
  stakeInPreparePhase: 47,
  rewardsPaused: 53,
} as const;

/** @throws ContractError unless it holds. */
export function ensure(holds: boolean, error: keyof typeof POX_5_ERRORS): asserts holds {
  if (!holds) throw new ContractError(Cl.uint(POX_5_ERRORS[error]));
}

/** A staker's position. */
export interface Stake {
  readonly amount: bigint;
  readonly firstCycle: number;
  readonly numCycles: number;
  readonly signer: string;
}

/** What came in for a signer in a cycle, in satoshis. */
interface Rewards {
  /** In all. */
  readonly total: bigint;
  /** Of that, what the signer's contract has taken. */
  readonly pulled: bigint;
}

const NO_REWARDS: Rewards = { total: 0n, pulled: 0n };

/** What pox-5 remembers. */
export class Pox5State {
  readonly machine: ModelMachine;
  readonly contract: string;
  rewardsPaused = false;
  readonly #managers = new Map<string, SignerManager>();
  readonly #stakes: Table<Stake>;
  readonly #rewards: Table<Rewards>;
  readonly #claimed: Table<bigint>;

  constructor(machine: ModelMachine, contract: string) {
    this.machine = machine;
    this.contract = contract;
    this.#stakes = machine.state.table();
    this.#rewards = machine.state.table();
    this.#claimed = machine.state.table();
  }

  get cycle(): number {
    return cycleOf(this.machine.cycles, this.machine.burnHeight);
  }

  addManager(manager: SignerManager): void {
    this.#managers.set(manager.id, manager);
  }

  get signers(): readonly SignerManager[] {
    return [...this.#managers.values()].filter(({ registered }) => registered);
  }

  findManager(id: string): SignerManager | undefined {
    return this.#managers.get(id);
  }

  /** What is passed for a manager must be one. */
  managerOf(id: string): SignerManager {
    const manager = this.findManager(id);
    if (manager === undefined) throw new RuntimeError(`BadTraitImplementation("${id}")`);
    return manager;
  }

  /** A position that has not ended. */
  stake(staker: string): Stake | undefined {
    const found = this.#stakes.get(staker);
    return found === undefined || found.firstCycle + found.numCycles <= this.cycle
      ? undefined
      : found;
  }

  setStake(staker: string, stake: Stake): void {
    this.#stakes.set(staker, stake);
  }

  /** What stakers have with a signer in a cycle. */
  delegated(signer: string, cycle: number): bigint {
    return this.#stakes.entries
      .filter(([, stake]) => stake.signer === signer && covers(stake, cycle))
      .reduce((sum, [, { amount }]) => sum + amount, 0n);
  }

  /** The signers of a cycle: those with enough behind them. */
  signerSet(cycle: number): readonly string[] {
    return [...this.#managers.keys()].filter(
      (id) => this.delegated(id, cycle) >= this.machine.stackingMinimum,
    );
  }

  addRewards(signer: string, cycle: number, sats: bigint): void {
    const { total, pulled } = this.#rewardsOf(signer, cycle);
    this.#rewards.set(`${signer} ${cycle}`, { total: total + sats, pulled });
  }

  /** What a signer's contract may take. */
  earned(signer: string, cycle: number): bigint {
    const { total, pulled } = this.#rewardsOf(signer, cycle);
    return total - pulled;
  }

  pull(signer: string, cycle: number): void {
    const { total } = this.#rewardsOf(signer, cycle);
    this.#rewards.set(`${signer} ${cycle}`, { total, pulled: total });
  }

  /** A staker's share of what its signer's contract has taken, less what was claimed. */
  earnedBy(staker: string, signer: string, cycle: number): bigint {
    const stake = this.#stakes.get(staker);
    const all = this.delegated(signer, cycle);
    if (stake?.signer !== signer || !covers(stake, cycle) || all === 0n) return 0n;
    const share = (this.#rewardsOf(signer, cycle).pulled * stake.amount) / all;
    return share - (this.#claimed.get(`${signer} ${cycle} ${staker}`) ?? 0n);
  }

  claim(staker: string, signer: string, cycle: number, sats: bigint): void {
    const name = `${signer} ${cycle} ${staker}`;
    this.#claimed.set(name, (this.#claimed.get(name) ?? 0n) + sats);
  }

  #rewardsOf(signer: string, cycle: number): Rewards {
    return this.#rewards.get(`${signer} ${cycle}`) ?? NO_REWARDS;
  }
}

function covers({ firstCycle, numCycles }: Stake, cycle: number): boolean {
  return cycle >= firstCycle && cycle < firstCycle + numCycles;
}

export function stakeValue(stake: Stake | undefined): ClarityValue {
  if (stake === undefined) return Cl.none();
  return Cl.some(
    Cl.tuple({
      'amount-ustx': Cl.uint(stake.amount),
      'first-reward-cycle': Cl.uint(stake.firstCycle),
      'num-cycles': Cl.uint(stake.numCycles),
      signer: Cl.principal(stake.signer),
    }),
  );
}
