import {
  Cl,
  type ClarityAbiType,
  ClarityType,
  type ClarityValue,
  deserializeCV,
} from '@stacks/transactions';
import {
  answering,
  bufferOf,
  type CallContext,
  ContractError,
  type ModelContract,
  memberOf,
  optionalOf,
  optionalType,
  principalOf,
  readOnlyFunction,
  toOptional,
  uintOf,
} from './contract.js';
import { isPoxAddress } from './pox4-stacking.js';
import { ensure, type Pox5State } from './pox5-state.js';
import type { Table } from './state.js';
import { moveTokens } from './tokens.js';

/**
 * A contract that signs for stakers under pox-5.
 *
 * @example
 * ```ts
 * import { type SignerManagerOptions, startSandbox } from 'custody-gateways/sandbox';
 *
 * const sandbox = await startSandbox({ stacks: { pox: 'pox-5' } });
 * const picky: SignerManagerOptions = { minimumUstx: 1_000_000_000n };
 * sandbox.stacks.addSignerManager('ST000000000000000000002AMW42H.picky-manager', picky);
 * await sandbox.stop();
 * ```
 */
export interface SignerManagerOptions {
  /** Whether it is registered as a signer. Default `true`. */
  readonly registered?: boolean;
  /** Whether its signer key's grant stands. Default `true`. */
  readonly granted?: boolean;
  /** The least it takes of a staker, in microSTX; less is refused with `u1012`. Default 0. */
  readonly minimumUstx?: bigint;
  /** Whether it refuses to go without a payout address, with `u1012`. Default `false`. */
  readonly needsCalldata?: boolean;
  /** The only contract through which it takes stakers; others are refused with `u37002`. */
  readonly onlyThrough?: string;
}

/** What a manager is asked about a staker. */
interface Application {
  readonly staker: string;
  readonly amount: bigint;
  /** Hex. */
  readonly calldata: string | undefined;
  readonly caller: string;
}

const ERRORS = {
  noClaimableRewards: 1001,
  invalidCalldata: 1003,
  invalidPoxAddress: 1004,
  refused: 1012,
  notThroughPool: 37002,
} as const;

/** Less than this is lost in a Bitcoin output. */
const DUST_SATS = 546n;

/** A signer's contract: who may stake with it, and where rewards go. */
export class SignerManager {
  readonly id: string;
  registered: boolean;
  granted: boolean;
  readonly signerKey: string;
  readonly #options: SignerManagerOptions;
  readonly #payouts: Table<ClarityValue>;

  constructor(
    id: string,
    signerKey: string,
    payouts: Table<ClarityValue>,
    options: SignerManagerOptions,
  ) {
    this.id = id;
    this.signerKey = signerKey;
    this.registered = options.registered ?? true;
    this.granted = options.granted ?? true;
    this.#options = options;
    this.#payouts = payouts;
  }

  /** Where a staker's rewards go, if not to the staker itself: `{pox-addr, max-fee}`. */
  payoutOf(staker: string): ClarityValue | undefined {
    return this.#payouts.get(staker);
  }

  /** The code with which it refuses a staker. It remembers the payout, or that there is none. */
  validate({ staker, amount, calldata, caller }: Application): number | undefined {
    const { minimumUstx = 0n, needsCalldata = false, onlyThrough } = this.#options;
    if (onlyThrough !== undefined && caller !== onlyThrough) return ERRORS.notThroughPool;
    if (amount < minimumUstx || (needsCalldata && calldata === undefined)) return ERRORS.refused;
    if (calldata === undefined) {
      this.#payouts.delete(staker);
      return undefined;
    }
    const payout = readPayout(calldata);
    if (payout === undefined) return ERRORS.invalidCalldata;
    if (!isPoxAddress(memberOf(payout, 'pox-addr') ?? payout)) return ERRORS.invalidPoxAddress;
    this.#payouts.set(staker, payout);
    return undefined;
  }
}

function readPayout(calldata: string): ClarityValue | undefined {
  try {
    const payout = deserializeCV(calldata);
    const address = memberOf(payout, 'pox-addr');
    const isComplete =
      memberOf(address, 'version')?.type === ClarityType.Buffer &&
      memberOf(address, 'hashbytes')?.type === ClarityType.Buffer &&
      memberOf(payout, 'max-fee')?.type === ClarityType.UInt;
    return isComplete ? payout : undefined;
  } catch {
    return undefined;
  }
}

const BOND_INDEX: ClarityAbiType = optionalType('uint128');
const BOND_PERIODS: ClarityAbiType = { list: { type: 'uint128', length: 6 } };

/** The functions that stakers call of a manager of the reference family. */
export function managerContract(pox: Pox5State, manager: SignerManager): ModelContract {
  return {
    id: manager.id,
    exists: () => pox.machine.pox === 'pox-5',
    functions: [
      answering(
        'claim-rewards',
        { 'bond-periods': BOND_PERIODS, 'reward-cycle': 'uint128' },
        'uint128',
        (args, context) => pullRewards(pox, manager, Number(uintOf(args[1])), context),
      ),
      answering(
        'claim-staker-rewards',
        { staker: 'principal', 'reward-cycle': 'uint128', 'bond-index': BOND_INDEX },
        'uint128',
        (args, context) =>
          payStaker(pox, manager, principalOf(args[0]), Number(uintOf(args[1])), context),
      ),
      readOnlyFunction('get-pox-addr', { staker: 'principal' }, optionalType('none'), (args) =>
        toOptional(manager.payoutOf(principalOf(args[0]))),
      ),
    ],
  };
}

/** From pox-5 to the manager. Any account may ask for it. */
function pullRewards(
  pox: Pox5State,
  manager: SignerManager,
  cycle: number,
  { emit }: CallContext,
): ClarityValue {
  const { state, sbtcToken } = pox.machine;
  const amount = pox.earned(manager.id, cycle);
  ensure(!pox.rewardsPaused, 'rewardsPaused');
  ensure(amount > 0n, 'noClaimableRewards');
  pox.pull(manager.id, cycle);
  moveTokens(state, sbtcToken, { sender: pox.contract, recipient: manager.id, amount }, emit);
  return Cl.tuple({ 'total-rewards': Cl.uint(amount) });
}

/** From the manager to the staker: as sBTC, or to Bitcoin where the staker has an address there. */
function payStaker(
  pox: Pox5State,
  manager: SignerManager,
  staker: string,
  cycle: number,
  { emit }: CallContext,
): ClarityValue {
  const { state, sbtcToken: asset } = pox.machine;
  const amount = pox.earnedBy(staker, manager.id, cycle);
  const payout = manager.payoutOf(staker);
  const fee = payout === undefined ? 0n : uintOf(memberOf(payout, 'max-fee'));
  const least = payout === undefined ? 1n : fee + DUST_SATS + 1n;
  if (amount < least) throw new ContractError(Cl.uint(ERRORS.noClaimableRewards));
  pox.claim(staker, manager.id, cycle, amount);
  if (payout === undefined) {
    moveTokens(state, asset, { sender: manager.id, recipient: staker, amount }, emit);
  } else {
    state.addTokens(asset, manager.id, -amount);
    emit({ kind: 'ft', action: 'burn', asset, sender: manager.id, recipient: '', amount });
  }
  const request = payout === undefined ? Cl.none() : Cl.some(Cl.uint(1));
  return Cl.tuple({ earned: Cl.uint(amount), 'withdrawal-request': request });
}

/** What stays of an optional argument's buffer. */
export function calldataOf(value: ClarityValue | undefined): string | undefined {
  const inner = optionalOf(value);
  return inner === undefined ? undefined : bufferOf(inner);
}
