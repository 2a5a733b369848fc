import type { StacksNode } from '../node/node.js';
import type { PoxAddress } from '../wire/bitcoin-address.js';
import { type ClarityValue, principal } from '../wire/clarity-value.js';
import { Reading } from './clarity.js';
import type { Pox } from './pox.js';

/** A stacker's entry in pox-4. */
export interface Stacking {
  readonly poxAddress: PoxAddress;
  readonly firstRewardCycle: number;
  readonly lockPeriod: number;
  /** The pool that stacked it, if one did. */
  readonly delegatedTo: string | undefined;
}

/** A holder's permission for a pool to lock. */
export interface Delegation {
  /** In microSTX: the most that may be locked. */
  readonly amount: bigint;
  readonly delegatedTo: string;
  readonly untilBurnHeight: number | undefined;
  readonly poxAddress: PoxAddress | undefined;
}

/**
 * The state of pox-4, read from one node. The contract still answers after pox-5 is active, with outdated data,
 * so it must be asked only while pox-4 is the active contract.
 */
export class Pox4State {
  readonly #node: StacksNode;
  readonly #contract: string;

  constructor(node: StacksNode, { contract }: Pick<Pox, 'contract'>) {
    this.#node = node;
    this.#contract = contract;
  }

  async stackingOf(stacker: string): Promise<Stacking | undefined> {
    const info = (await this.#read('get-stacker-info', [principal(stacker)])).optional();
    return (
      info && {
        poxAddress: info.at('pox-addr').poxAddress(),
        firstRewardCycle: info.at('first-reward-cycle').count(),
        lockPeriod: info.at('lock-period').count(),
        delegatedTo: info.at('delegated-to').optional()?.principal(),
      }
    );
  }

  async delegationOf(holder: string): Promise<Delegation | undefined> {
    const info = (await this.#read('get-delegation-info', [principal(holder)])).optional();
    return (
      info && {
        amount: info.at('amount-ustx').uint(),
        delegatedTo: info.at('delegated-to').principal(),
        untilBurnHeight: info.at('until-burn-ht').optional()?.count(),
        poxAddress: info.at('pox-addr').optional()?.poxAddress(),
      }
    );
  }

  /** Whether a contract may act in pox-4 for a holder, until a height at least. */
  async allows(holder: string, caller: string, burnHeight: number): Promise<boolean> {
    const args = [principal(holder), principal(caller)];
    const found = (await this.#read('get-allowance-contract-callers', args)).optional();
    const until = found?.at('until-burn-ht').optional()?.uint();
    return found !== undefined && (until === undefined || BigInt(burnHeight) < until);
  }

  /** In microSTX. */
  async minimum(): Promise<bigint> {
    return (await this.#read('get-stacking-minimum', [])).uint();
  }

  async #read(functionName: string, args: readonly ClarityValue[]): Promise<Reading> {
    const call = { contract: this.#contract, functionName, args };
    return new Reading(await this.#node.callRead(call), functionName);
  }
}
