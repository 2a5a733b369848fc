import { Cl, type ClarityValue } from '@stacks/transactions';
import { nameOf } from '../chain/movements.js';
import { cycleOf, cycleStart } from '../machine.js';
import { argument, bufferOf, type CallContext, memberOf, optionalOf, uintOf } from './contract.js';
import { asserts, type Pox4State, type Stacking } from './pox4-state.js';
import { checkPermission } from './signer-signature.js';

type Args = readonly ClarityValue[];

const MAX_CYCLES = 12;
const HASH_BYTES = { short: 20, long: 32 } as const;

/** Locks one's own STX. */
export function stackStx(pox: Pox4State, args: Args, context: CallContext): ClarityValue {
  const { machine, cycle } = pox;
  const { sender } = context;
  const [amount, poxAddress] = [uintOf(args[0]), argument(args, 1)];
  const startCycle = cycleOf(machine.cycles, Number(uintOf(args[2])));
  const period = Number(uintOf(args[3]));
  asserts(startCycle === cycle, 'invalidStartHeight');
  asserts(pox.callerAllowed(context), 'permissionDenied');
  asserts(pox.stacking(sender) === undefined, 'alreadyStacked');
  asserts(pox.delegation(sender) === undefined, 'alreadyDelegated');
  asserts(machine.account(sender).unlocked >= amount, 'insufficientFunds');
  const permission = readPermission(args, 4);
  consume(pox, permission, { poxAddress, topic: 'stack-stx', period: BigInt(period), amount });
  requirePosition(pox, poxAddress, amount, period);
  const stacking = { poxAddress, firstCycle: cycle + 1, lockPeriod: period };
  pox.setStacking(sender, { ...stacking, signerKey: permission.signerKey });
  const unlockHeight = lockUntilEnd(pox, context, amount, sender);
  return Cl.tuple({
    stacker: Cl.principal(sender),
    'lock-amount': Cl.uint(amount),
    'signer-key': Cl.bufferFromHex(permission.signerKey),
    'unlock-burn-height': Cl.uint(unlockHeight),
  });
}

/** Locks for longer. */
export function stackExtend(pox: Pox4State, args: Args, context: CallContext): ClarityValue {
  const { machine, cycle } = pox;
  const { sender } = context;
  const [count, poxAddress] = [Number(uintOf(args[0])), argument(args, 1)];
  const current = pox.stacking(sender);
  asserts(current !== undefined, 'extendNotLocked');
  asserts(count >= 1, 'invalidLockPeriod');
  asserts(current.delegatedTo === undefined, 'isDelegated');
  const permission = readPermission(args, 2);
  consume(pox, permission, {
    poxAddress,
    topic: 'stack-extend',
    period: BigInt(count),
    amount: 0n,
  });
  const { locked } = machine.account(sender);
  const firstCycle = Math.max(cycle, current.firstCycle);
  const lockPeriod = current.firstCycle + current.lockPeriod + count - firstCycle;
  asserts(pox.callerAllowed(context), 'permissionDenied');
  asserts(locked > 0n, 'extendNotLocked');
  asserts(pox.delegation(sender) === undefined, 'alreadyDelegated');
  requirePosition(pox, poxAddress, locked, lockPeriod);
  pox.setStacking(sender, { ...current, poxAddress, firstCycle, lockPeriod });
  const unlockHeight = lockUntilEnd(pox, context, locked, sender);
  return Cl.tuple({
    stacker: Cl.principal(sender),
    'unlock-burn-height': Cl.uint(unlockHeight),
  });
}

/** Locks more. */
export function stackIncrease(pox: Pox4State, args: Args, context: CallContext): ClarityValue {
  const { sender } = context;
  const increase = uintOf(args[0]);
  const current = pox.anyStacking(sender);
  const { locked, unlocked } = pox.machine.account(sender);
  asserts(current !== undefined && locked > 0n, 'increaseNotLocked');
  asserts(increase >= 1n, 'invalidAmount');
  asserts(unlocked >= increase, 'insufficientFunds');
  asserts(pox.callerAllowed(context), 'permissionDenied');
  asserts(current.delegatedTo === undefined, 'isDelegated');
  const permission = readPermission(args, 1);
  asserts(permission.maxAmount >= increase + locked, 'authAmountTooHigh');
  const { poxAddress, lockPeriod, signerKey } = current;
  const period = BigInt(lockPeriod);
  consume(pox, permission, { poxAddress, topic: 'stack-increase', period, amount: increase });
  asserts(permission.signerKey === signerKey, 'invalidIncrease');
  lockUntilEnd(pox, context, locked + increase, sender);
  return Cl.tuple({
    stacker: Cl.principal(sender),
    'total-locked': Cl.uint(locked + increase),
  });
}

/** Whether an address for rewards is one, of the kinds that pox-4 pays. */
export function isPoxAddress(poxAddress: ClarityValue): boolean {
  const version = Number.parseInt(bufferOf(memberOf(poxAddress, 'version')), 16);
  const bytes = bufferOf(memberOf(poxAddress, 'hashbytes')).length / 2;
  return version <= 4 ? bytes === HASH_BYTES.short : version <= 6 && bytes === HASH_BYTES.long;
}

interface Permission {
  readonly signature: string | undefined;
  readonly signerKey: string;
  readonly maxAmount: bigint;
  readonly authId: bigint;
}

function readPermission(args: Args, at: number): Permission {
  const signature = optionalOf(args[at]);
  return {
    signature: signature === undefined ? undefined : bufferOf(signature),
    signerKey: bufferOf(args[at + 1]),
    maxAmount: uintOf(args[at + 2]),
    authId: uintOf(args[at + 3]),
  };
}

interface Purpose {
  readonly poxAddress: ClarityValue;
  readonly topic: string;
  readonly period: bigint;
  readonly amount: bigint;
}

/** Checks a signer's permission and uses it up. Permissions given on chain are not modelled. */
function consume(pox: Pox4State, permission: Permission, purpose: Purpose): void {
  const { signature, signerKey, maxAmount, authId } = permission;
  const { poxAddress, topic, period, amount } = purpose;
  const rewardCycle = pox.cycle;
  const name = [signerKey, rewardCycle, topic, period, nameOf(poxAddress), authId, maxAmount];
  asserts(maxAmount >= amount, 'authAmountTooHigh');
  asserts(pox.usedPermissions.get(name.join(' ')) === undefined, 'authUsed');
  asserts(signature !== undefined, 'notAllowed');
  const { chainId } = pox;
  const signed = { chainId, poxAddress, rewardCycle, topic, period, authId, maxAmount };
  const check = checkPermission(signed, signature, signerKey);
  asserts(check !== 'unreadable', 'signatureUnreadable');
  asserts(check === 'good', 'signatureOfOther');
  pox.usedPermissions.set(name.join(' '), true);
}

function requirePosition(
  pox: Pox4State,
  poxAddress: ClarityValue,
  amount: bigint,
  period: number,
): void {
  asserts(amount >= pox.machine.stackingMinimum, 'thresholdNotMet');
  asserts(amount > 0n, 'invalidAmount');
  asserts(period >= 1 && period <= MAX_CYCLES, 'invalidLockPeriod');
  asserts(isPoxAddress(poxAddress), 'invalidPoxAddress');
}

/** Locks what a position says, until its end; tells the height. */
export function lockUntilEnd(
  pox: Pox4State,
  { emit }: Pick<CallContext, 'emit'>,
  amount: bigint,
  stacker: string,
): number {
  const { machine, contract } = pox;
  const stacking: Stacking | undefined = pox.anyStacking(stacker);
  const end = (stacking?.firstCycle ?? 0) + (stacking?.lockPeriod ?? 0);
  const unlockHeight = cycleStart(machine.cycles, end);
  machine.state.lock(stacker, amount, unlockHeight);
  emit({ kind: 'lock', account: stacker, amount, unlockHeight, contract, staking: true });
  return unlockHeight;
}
