import { ReadOnlyCallError } from '../errors.js';
import type { StacksNode } from '../node/node.js';
import type { PoxAddress } from '../wire/bitcoin-address.js';
import { buffer, type ClarityValue, NONE, principal, uint } from '../wire/clarity-value.js';
import { Reading } from './clarity.js';
import type { Pox } from './pox.js';

/** A staker's entry in pox-5. */
export interface Stake {
  /** In microSTX. */
  readonly amount: bigint;
  readonly firstRewardCycle: number;
  readonly numCycles: number;
  /** The signer manager. */
  readonly manager: string;
}

/** The payout of a staker's rewards by a manager, if not as sBTC. */
export interface Payout {
  readonly poxAddress: PoxAddress;
  /** In satoshis: the highest Bitcoin fee. */
  readonly maxFee: bigint;
  /** In satoshis, for managers that know it: less than this is not paid out. */
  readonly minClaim?: bigint;
}

/** A manager's registration in pox-5. */
export interface SignerRegistration {
  /** 33 bytes; `undefined` for a contract that is not a registered signer. */
  readonly signerKey: Uint8Array | undefined;
  /** Whether the signer key's grant to it is active. */
  readonly granted: boolean;
}

/** The state of pox-5 and of the managers, read from one node. */
export class Pox5State {
  readonly #node: StacksNode;
  readonly #contract: string;

  constructor(node: StacksNode, { contract }: Pick<Pox, 'contract'>) {
    this.#node = node;
    this.#contract = contract;
  }

  async stakeOf(staker: string): Promise<Stake | undefined> {
    const info = (await this.#read('get-staker-info', [principal(staker)])).optional();
    return (
      info && {
        amount: info.at('amount-ustx').uint(),
        firstRewardCycle: info.at('first-reward-cycle').count(),
        numCycles: info.at('num-cycles').count(),
        manager: info.at('signer').principal(),
      }
    );
  }

  async hasBond(staker: string): Promise<boolean> {
    const bond = await this.#read('get-bond-membership', [principal(staker)]);
    return bond.optional() !== undefined;
  }

  async registrationOf(manager: string): Promise<SignerRegistration> {
    const info = (await this.#read('get-signer-info', [principal(manager)])).optional();
    if (info === undefined) return { signerKey: undefined, granted: false };
    const signerKey = info.buffer();
    const args = [principal(manager), buffer(signerKey)];
    return { signerKey, granted: (await this.#read('verify-signer-key-grant', args)).isOk() };
  }

  /** The satoshis of a cycle that pox-5 still holds for a manager. */
  async earnedBy(manager: string, cycle: number): Promise<bigint> {
    const args = [principal(manager), uint(cycle), NONE];
    return (await this.#read('get-earned', args)).uint();
  }

  /** The satoshis of a cycle that a staker has not claimed yet. */
  async earnedByStaker(staker: string, manager: string, cycle: number): Promise<bigint> {
    const args = [principal(manager), uint(cycle), NONE, principal(staker)];
    return (await this.#read('get-earned-staker-rewards', args)).uint();
  }

  async rewardsPaused(): Promise<boolean> {
    const value = await this.#node.dataVar(this.#contract, 'rewards-paused');
    return new Reading(value, 'rewards-paused').bool();
  }

  /**
   * The payout of a staker's rewards by a manager; `null` for sBTC, and `undefined` for managers that don't show
   * it.
   */
  async payoutOf(staker: string, manager: string): Promise<Payout | null | undefined> {
    const functionName = 'get-pox-addr';
    const call = { contract: manager, functionName, args: [principal(staker)] };
    let value: ClarityValue;
    try {
      value = await this.#node.callRead(call);
    } catch (error) {
      // After any other failure there may be a payout, which an update would erase.
      if (error instanceof ReadOnlyCallError && isMissing(error)) return undefined;
      throw error;
    }
    const payout = new Reading(value, functionName).optional();
    if (payout === undefined) return null;
    const minClaim = payout.has('min-claim') ? payout.at('min-claim').uint() : undefined;
    return {
      poxAddress: payout.at('pox-addr').poxAddress(),
      maxFee: payout.at('max-fee').uint(),
      ...(minClaim !== undefined && { minClaim }),
    };
  }

  async #read(functionName: string, args: readonly ClarityValue[]): Promise<Reading> {
    const call = { contract: this.#contract, functionName, args };
    return new Reading(await this.#node.callRead(call), functionName);
  }
}

function isMissing({ details }: ReadOnlyCallError): boolean {
  return /UndefinedFunction/.test(String(details.cause));
}
