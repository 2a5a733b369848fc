import type { StacksNetworkKind } from '../network.js';
import { isPoxAddress } from '../wire/bitcoin-address.js';
import type { Pox4Action } from './actions.js';
import type { Permit } from './calls.js';
import { StackingRefusedError } from './errors.js';
import {
  blocksToNextCycle,
  blocksToPrepare,
  CYCLE_OVER,
  cycleAt,
  MARGIN_BLOCKS,
  type Pox,
} from './pox.js';
import type { Delegation, Pox4State, Stacking } from './pox4-state.js';
import {
  type PermissionTopic,
  type SignerPermission,
  usableSignature,
} from './signer-permission.js';

/** The facts of a check, in addition to the call. */
export interface Situation {
  readonly pox: Pox;
  readonly sender: string;
  /** In microSTX. The fee is deducted before the contract runs. */
  readonly unlocked: bigint;
  readonly locked: bigint;
  readonly kind: StacksNetworkKind;
  readonly chainId: number;
}

const MAX_CYCLES = 12;

/** Makes the checks that pox-4 would make, in its order. @throws StackingRefusedError, SignerSignatureError */
export async function checkPox4(
  action: Pox4Action,
  state: Pox4State,
  situation: Situation,
): Promise<void> {
  switch (action.kind) {
    case 'stack-stx':
      return checkStack(action, state, situation);
    case 'stack-extend':
      return checkExtend(action, state, situation);
    case 'stack-increase':
      return checkIncrease(action, state, situation);
    case 'delegate-stx':
      return checkDelegate(action, state, situation);
    case 'revoke-delegate-stx':
      return checkRevoke(state, situation);
    case 'pool':
      return checkPool(action, state, situation);
    case 'other':
  }
}

type Of<Kind extends Pox4Action['kind']> = Extract<Pox4Action, { kind: Kind }>;

async function checkStack(
  { amount, poxAddress, startBurnHeight, cycles, permit }: Of<'stack-stx'>,
  state: Pox4State,
  situation: Situation,
): Promise<void> {
  const { pox, sender, unlocked } = situation;
  const [stacking, delegation, minimum] = await Promise.all([
    state.stackingOf(sender),
    state.delegationOf(sender),
    state.minimum(),
  ]);
  if (blocksToPrepare(pox) <= MARGIN_BLOCKS) {
    refuse(
      'PREPARE_PHASE',
      'the prepare phase is too near: the next cycle would earn nothing',
      true,
    );
  }
  if (cycleAt(pox, startBurnHeight) !== cycleAt(pox)) {
    refuse('ERR_INVALID_START_BURN_HEIGHT', CYCLE_OVER);
  }
  if (stacking)
    refuse('ERR_STACKING_ALREADY_STACKED', 'the account stacks already; extend or increase');
  requireUndelegated(delegation);
  if (unlocked < amount)
    refuse('ERR_STACKING_INSUFFICIENT_FUNDS', 'fee and amount are more than there is');
  checkPermit(permit, amount, situation, { topic: 'stack-stx', poxAddress, period: cycles });
  if (amount < minimum) {
    refuse('ERR_STACKING_THRESHOLD_NOT_MET', `the least is ${minimum} microSTX at present`);
  }
  requireCycles(cycles);
  if (!isPoxAddress(poxAddress))
    refuse('ERR_STACKING_INVALID_POX_ADDRESS', 'kind and length differ');
}

async function checkExtend(
  { cycles, poxAddress, permit }: Of<'stack-extend'>,
  state: Pox4State,
  situation: Situation,
): Promise<void> {
  const { pox, sender, locked } = situation;
  requireTimeInCycle(situation);
  const [stacking, delegation] = await Promise.all([
    state.stackingOf(sender),
    state.delegationOf(sender),
  ]);
  if (!stacking || locked === 0n)
    return refuse('ERR_STACK_EXTEND_NOT_LOCKED', 'nothing is stacked');
  requireOwn(stacking);
  requireUndelegated(delegation);
  checkPermit(permit, 0n, situation, { topic: 'stack-extend', poxAddress, period: cycles });
  const first = Math.max(cycleAt(pox), stacking.firstRewardCycle);
  requireCycles(stacking.firstRewardCycle + stacking.lockPeriod + cycles - first);
}

async function checkIncrease(
  { amount, permit }: Of<'stack-increase'>,
  state: Pox4State,
  situation: Situation,
): Promise<void> {
  const { sender, locked, unlocked } = situation;
  requireTimeInCycle(situation);
  const stacking = await state.stackingOf(sender);
  if (!stacking || locked === 0n)
    return refuse('ERR_STACK_INCREASE_NOT_LOCKED', 'nothing is stacked');
  if (amount < 1n) refuse('ERR_STACKING_INVALID_AMOUNT', 'it increases nothing');
  if (unlocked < amount)
    refuse('ERR_STACKING_INSUFFICIENT_FUNDS', 'fee and increase are more than there is');
  requireOwn(stacking);
  const { poxAddress, lockPeriod: period } = stacking;
  const total = locked + amount;
  checkPermit(permit, total, situation, { topic: 'stack-increase', poxAddress, period });
}

async function checkDelegate(
  { untilBurnHeight }: Of<'delegate-stx'>,
  state: Pox4State,
  { pox, sender }: Situation,
): Promise<void> {
  if (await state.delegationOf(sender)) {
    refuse('ERR_STACKING_ALREADY_DELEGATED', 'the account delegates already; revoke that first');
  }
  if (untilBurnHeight !== undefined && untilBurnHeight <= pox.burnHeight) {
    refuse('DELEGATION_OVER', 'the delegation would be over before it begins');
  }
}

async function checkRevoke(state: Pox4State, { sender }: Situation): Promise<void> {
  if (await state.delegationOf(sender)) return;
  refuse('ERR_DELEGATION_ALREADY_REVOKED', 'the account does not delegate');
}

async function checkPool(
  { pool }: Of<'pool'>,
  state: Pox4State,
  { pox, sender }: Situation,
): Promise<void> {
  if (await state.allows(sender, pool, pox.burnHeight)) return;
  refuse(
    'ERR_STACKING_PERMISSION_DENIED',
    'the pool must be allowed first, by allowContractCaller',
  );
}

type Purpose = Pick<SignerPermission, 'topic' | 'poxAddress' | 'period'> & {
  readonly topic: PermissionTopic;
};

/** A permit without a signature was given on chain, and only the contract can check it. */
function checkPermit(
  { signature, signerKey, maxAmount, authId }: Permit,
  least: bigint,
  { pox, chainId }: Situation,
  purpose: Purpose,
): void {
  if (maxAmount < least) {
    refuse('ERR_SIGNER_AUTH_AMOUNT_TOO_HIGH', 'the signer permits less than the amount');
  }
  if (signature === undefined) return;
  const permission = { ...purpose, chainId, rewardCycle: cycleAt(pox), authId, maxAmount };
  usableSignature(permission, signerKey, signature);
}

function requireCycles(cycles: number): void {
  if (cycles >= 1 && cycles <= MAX_CYCLES) return;
  refuse('ERR_STACKING_INVALID_LOCK_PERIOD', `a lock has 1 to ${MAX_CYCLES} cycles in all`);
}

function requireOwn({ delegatedTo }: Stacking): void {
  if (delegatedTo !== undefined) refuse('ERR_STACKING_IS_DELEGATED', 'a pool has stacked it');
}

function requireUndelegated(delegation: Delegation | undefined): void {
  if (!delegation) return;
  refuse('ERR_STACKING_ALREADY_DELEGATED', 'the account delegates; revoke that first');
}

/** The signer's signature is for the present cycle. */
function requireTimeInCycle({ pox }: Situation): void {
  if (blocksToNextCycle(pox) > MARGIN_BLOCKS) return;
  refuse('CYCLE_ENDS', 'the cycle in which the signer permits it is about to end', true);
}

function refuse(rule: string, reason: string, retryable = false): never {
  throw new StackingRefusedError(rule, reason, { retryable });
}
