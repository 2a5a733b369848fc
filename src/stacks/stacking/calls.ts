import { fromHex } from '../../core/bytes.js';
import type { PoxAddress } from '../wire/bitcoin-address.js';
import { encodeValue } from '../wire/clarity-codec.js';
import { buffer, type ClarityValue, NONE, principal, some, uint } from '../wire/clarity-value.js';
import { encodePostCondition, type PostCondition } from '../wire/post-conditions.js';
import type { ContractCall } from '../wire/transaction.js';
import { optionalValue, poxAddressValue } from './clarity.js';

/** A pox-4 signer's permission, in the form that its functions take. */
export interface Permit {
  /** 65 bytes; `undefined` if the signer has permitted it on chain. */
  readonly signature: Uint8Array | undefined;
  /** 33 bytes. */
  readonly signerKey: Uint8Array;
  /** In microSTX. */
  readonly maxAmount: bigint;
  readonly authId: bigint;
}

interface Target {
  readonly contract: string;
  readonly functionName: string;
}

/** Nothing leaves the account that the post-conditions don't cover. */
function call(
  { contract, functionName }: Target,
  args: readonly ClarityValue[],
  postConditions: readonly PostCondition[] = [],
  postConditionMode: ContractCall['postConditionMode'] = 'deny',
): ContractCall {
  return {
    contract,
    functionName,
    functionArgs: args.map(encodeValue),
    postConditions: postConditions.map(encodePostCondition),
    postConditionMode,
  };
}

function permitValues({ signature, signerKey, maxAmount, authId }: Permit): ClarityValue[] {
  return [
    optionalValue(signature && buffer(signature)),
    buffer(signerKey),
    uint(maxAmount),
    uint(authId),
  ];
}

/*
 * pox-4. Its locks were never subject to post-conditions, and the kinds of pox-5 are no part of a valid
 * transaction before epoch 4.0: these carry none.
 */

export function stackStx(
  pox4: string,
  lock: {
    readonly amount: bigint;
    readonly poxAddress: PoxAddress;
    readonly startBurnHeight: number;
    readonly cycles: number;
    readonly permit: Permit;
  },
): ContractCall {
  const { amount, poxAddress, startBurnHeight, cycles, permit } = lock;
  return call({ contract: pox4, functionName: 'stack-stx' }, [
    uint(amount),
    poxAddressValue(poxAddress),
    uint(startBurnHeight),
    uint(cycles),
    ...permitValues(permit),
  ]);
}

export function stackExtend(
  pox4: string,
  { cycles, poxAddress, permit }: { cycles: number; poxAddress: PoxAddress; permit: Permit },
): ContractCall {
  return call({ contract: pox4, functionName: 'stack-extend' }, [
    uint(cycles),
    poxAddressValue(poxAddress),
    ...permitValues(permit),
  ]);
}

export function stackIncrease(pox4: string, amount: bigint, permit: Permit): ContractCall {
  const target = { contract: pox4, functionName: 'stack-increase' };
  return call(target, [uint(amount), ...permitValues(permit)]);
}

export function delegateStx(
  pox4: string,
  delegation: { readonly amount: bigint; readonly to: string; readonly untilBurnHeight: number },
): ContractCall {
  const { amount, to, untilBurnHeight } = delegation;
  return call({ contract: pox4, functionName: 'delegate-stx' }, [
    uint(amount),
    principal(to),
    some(uint(untilBurnHeight)),
    NONE,
  ]);
}

export function revokeDelegateStx(pox4: string): ContractCall {
  return call({ contract: pox4, functionName: 'revoke-delegate-stx' }, []);
}

export function allowContractCaller(pox4: string, caller: string): ContractCall {
  const target = { contract: pox4, functionName: 'allow-contract-caller' };
  return call(target, [principal(caller), NONE]);
}

/** Fast Pool's own function: it delegates to itself, for its caller, and locks at once. */
export function fastPoolDelegate(pool: string, amount: bigint): ContractCall {
  return call({ contract: pool, functionName: 'delegate-stx' }, [uint(amount)]);
}

/*
 * pox-5. What is staked, and that something is done about it, has to be announced (SIP-045): the
 * amount of a stake, and of an update the total that results.
 */

export function stake(
  pox5: string,
  stake: {
    readonly manager: string;
    readonly amount: bigint;
    readonly cycles: number;
    readonly startBurnHeight: number;
    readonly calldata: string | undefined;
  },
): ContractCall {
  const { manager, amount, cycles, startBurnHeight, calldata } = stake;
  const args = [
    principal(manager),
    uint(amount),
    uint(cycles),
    uint(startBurnHeight),
    calldataValue(calldata),
  ];
  return call({ contract: pox5, functionName: 'stake' }, args, [staking(amount)]);
}

/** The changes to a stake, and the resulting total. */
export interface StakeUpdate {
  readonly manager: string;
  readonly oldManager: string;
  readonly cycles: number;
  readonly increase: bigint;
  readonly total: bigint;
  readonly calldata: string | undefined;
}

export function stakeUpdate(pox5: string, update: StakeUpdate): ContractCall {
  return updateThrough({ contract: pox5, functionName: 'stake-update' }, update);
}

export function unstake(pox5: string, manager: string): ContractCall {
  const target = { contract: pox5, functionName: 'unstake' };
  return call(target, [principal(manager)], [UNSTAKING]);
}

/** Stacking DAO's wrapper of `stake`; it takes no calldata. */
export function wrappedStake(
  wrapper: string,
  { manager, amount, cycles }: { manager: string; amount: bigint; cycles: number },
): ContractCall {
  const args = [principal(manager), uint(amount), uint(cycles)];
  return call({ contract: wrapper, functionName: 'delegate' }, args, [staking(amount)]);
}

export function wrappedStakeUpdate(wrapper: string, update: StakeUpdate): ContractCall {
  return updateThrough({ contract: wrapper, functionName: 'delegate-update' }, update);
}

export function wrappedUnstake(wrapper: string, manager: string): ContractCall {
  const target = { contract: wrapper, functionName: 'undelegate' };
  return call(target, [principal(manager)], [UNSTAKING]);
}

function updateThrough(target: Target, update: StakeUpdate): ContractCall {
  const { manager, oldManager, cycles, increase, total, calldata } = update;
  const args = [
    principal(manager),
    principal(oldManager),
    uint(cycles),
    uint(increase),
    calldataValue(calldata),
  ];
  return call(target, args, [staking(total)]);
}

/*
 * Rewards. Nothing of the caller's moves, and what managers move among themselves is theirs to change:
 * only the caller's own assets are held fast.
 */

/** Makes a manager fetch its signer's rewards of a cycle from pox-5; any account may call it. */
export function pullRewards(manager: string, cycle: number): ContractCall {
  const target = { contract: manager, functionName: 'claim-rewards' };
  return call(target, [{ type: 'list', value: [] }, uint(cycle)], [], 'originator');
}

/** @param staker - Left out for managers that pay only their caller. */
export function claimStakerRewards(
  manager: string,
  { staker, cycle }: { staker: string | undefined; cycle: number },
): ContractCall {
  const target = { contract: manager, functionName: 'claim-staker-rewards' };
  const who = staker === undefined ? [] : [principal(staker)];
  return call(target, [...who, uint(cycle), NONE], [], 'originator');
}

const UNSTAKING: PostCondition = {
  type: 'pox-postcondition',
  address: 'origin',
  condition: 'will-perform',
};

/** That so much is locked, and no more. */
export function staking(amount: bigint): PostCondition {
  return { type: 'staking-postcondition', address: 'origin', condition: 'eq', amount };
}

/** @param calldata - Hexadecimal. */
function calldataValue(calldata: string | undefined): ClarityValue {
  return optionalValue(calldata === undefined ? undefined : buffer(fromHex(calldata) ?? EMPTY));
}

const EMPTY = new Uint8Array();
