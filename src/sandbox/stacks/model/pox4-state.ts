import { Cl, type ClarityValue } from '@stacks/transactions';
import { cycleOf } from '../machine.js';
import { type CallContext, ContractError, toOptional } from './contract.js';
import type { ModelMachine } from './model-machine.js';
import type { Table } from './state.js';

/** The errors of pox-4 that the model can answer with. They are signed integers. */
export const POX_4_ERRORS = {
  insufficientFunds: 1,
  invalidLockPeriod: 2,
  alreadyStacked: 3,
  permissionDenied: 9,
  thresholdNotMet: 11,
  invalidPoxAddress: 13,
  invalidAmount: 18,
  notAllowed: 19,
  alreadyDelegated: 20,
  expiresDuringLock: 21,
  tooMuchLocked: 22,
  poxAddressRequired: 23,
  invalidStartHeight: 24,
  extendNotLocked: 26,
  increaseNotLocked: 27,
  isDelegated: 30,
  alreadyRevoked: 34,
  signatureOfOther: 35,
  signatureUnreadable: 36,
  authAmountTooHigh: 38,
  authUsed: 39,
  invalidIncrease: 40,
} as const;

/** @throws ContractError unless it holds. */
export function asserts(holds: boolean, error: keyof typeof POX_4_ERRORS): asserts holds {
  if (!holds) throw new ContractError(Cl.int(POX_4_ERRORS[error]));
}

export interface Stacking {
  readonly poxAddress: ClarityValue;
  readonly firstCycle: number;
  readonly lockPeriod: number;
  readonly signerKey: string;
  readonly delegatedTo?: string;
}

export interface Delegation {
  readonly amount: bigint;
  readonly delegatedTo: string;
  readonly untilHeight?: bigint;
  readonly poxAddress?: ClarityValue;
}

/** What pox-4 remembers. */
export class Pox4State {
  readonly machine: ModelMachine;
  readonly contract: string;
  readonly chainId: number;
  readonly usedPermissions: Table<true>;
  readonly #allowances: Table<{ readonly untilHeight: ClarityValue }>;
  readonly #delegations: Table<Delegation>;
  readonly #stacking: Table<Stacking>;

  constructor(machine: ModelMachine, contract: string, chainId: number) {
    this.machine = machine;
    this.contract = contract;
    this.chainId = chainId;
    this.usedPermissions = machine.state.table();
    this.#allowances = machine.state.table();
    this.#delegations = machine.state.table();
    this.#stacking = machine.state.table();
  }

  get cycle(): number {
    return cycleOf(this.machine.cycles, this.machine.burnHeight);
  }

  allow(sender: string, caller: string, untilHeight: ClarityValue): void {
    this.#allowances.set(`${sender} ${caller}`, { untilHeight });
  }

  /** Whether there was anything to take back. */
  disallow(sender: string, caller: string): boolean {
    const known = this.#allowances.get(`${sender} ${caller}`) !== undefined;
    this.#allowances.delete(`${sender} ${caller}`);
    return known;
  }

  allowance(sender: string, caller: string): ClarityValue {
    const found = this.#allowances.get(`${sender} ${caller}`);
    return toOptional(found && Cl.tuple({ 'until-burn-ht': found.untilHeight }));
  }

  callerAllowed({ sender, caller }: CallContext): boolean {
    if (sender === caller) return true;
    const found = this.#allowances.get(`${sender} ${caller}`);
    if (found === undefined) return false;
    if (found.untilHeight.type !== 'some' || found.untilHeight.value.type !== 'uint') return true;
    return BigInt(this.machine.burnHeight) < BigInt(found.untilHeight.value.value);
  }

  /** A position that has not ended. */
  stacking(stacker: string): Stacking | undefined {
    const found = this.#stacking.get(stacker);
    return found === undefined || found.firstCycle + found.lockPeriod <= this.cycle
      ? undefined
      : found;
  }

  /** A position, ended or not. */
  anyStacking(stacker: string): Stacking | undefined {
    return this.#stacking.get(stacker);
  }

  setStacking(stacker: string, stacking: Stacking): void {
    this.#stacking.set(stacker, stacking);
  }

  delegation(stacker: string): Delegation | undefined {
    const found = this.#delegations.get(stacker);
    const ended =
      found?.untilHeight !== undefined && BigInt(this.machine.burnHeight) > found.untilHeight;
    return ended ? undefined : found;
  }

  setDelegation(stacker: string, delegation: Delegation): void {
    this.#delegations.set(stacker, delegation);
  }

  endDelegation(stacker: string): void {
    this.#delegations.delete(stacker);
  }
}

export function stackingValue(stacking: Stacking | undefined): ClarityValue {
  if (stacking === undefined) return Cl.none();
  const { poxAddress, firstCycle, lockPeriod, delegatedTo } = stacking;
  const indexes = delegatedTo === undefined ? Array.from({ length: lockPeriod }, () => 0) : [];
  return Cl.some(
    Cl.tuple({
      'pox-addr': poxAddress,
      'first-reward-cycle': Cl.uint(firstCycle),
      'lock-period': Cl.uint(lockPeriod),
      'reward-set-indexes': Cl.list(indexes.map((index) => Cl.uint(index))),
      'delegated-to': toOptional(delegatedTo === undefined ? undefined : Cl.principal(delegatedTo)),
    }),
  );
}

export function delegationValue(delegation: Delegation | undefined): ClarityValue {
  if (delegation === undefined) return Cl.none();
  const { amount, delegatedTo, untilHeight, poxAddress } = delegation;
  return Cl.some(
    Cl.tuple({
      'amount-ustx': Cl.uint(amount),
      'delegated-to': Cl.principal(delegatedTo),
      'until-burn-ht': toOptional(untilHeight === undefined ? undefined : Cl.uint(untilHeight)),
      'pox-addr': toOptional(poxAddress),
    }),
  );
}
