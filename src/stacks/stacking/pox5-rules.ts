import type { StacksNetworkKind } from '../network.js';
import { encodePostCondition } from '../wire/post-conditions.js';
import type { Pox5Action } from './actions.js';
import { staking } from './calls.js';
import { StackingRefusedError } from './errors.js';
import { managerRules, wrapperOf } from './manager-rules.js';
import { blocksToPrepare, CYCLE_OVER, cycleAt, MARGIN_BLOCKS, MAX_STAKE_CYCLES } from './pox.js';
import type { Situation } from './pox4-rules.js';
import type { Pox5State, Stake } from './pox5-state.js';

/** Makes the checks that pox-5 and known managers would make, in their order. @throws StackingRefusedError */
export async function checkPox5(
  action: Pox5Action,
  state: Pox5State,
  situation: Situation,
): Promise<void> {
  switch (action.kind) {
    case 'stake':
      return checkStake(action, state, situation);
    case 'stake-update':
      return checkUpdate(action, state, situation);
    case 'unstake':
      return checkUnstake(action, state, situation);
    case 'other':
  }
}

type Of<Kind extends Pox5Action['kind']> = Extract<Pox5Action, { kind: Kind }>;

async function checkStake(
  action: Of<'stake'>,
  state: Pox5State,
  situation: Situation,
): Promise<void> {
  const { manager, amount, cycles, startBurnHeight, hasCalldata, through } = action;
  const { pox, kind, sender, locked, unlocked } = situation;
  const [stake, hasBond] = await Promise.all([
    state.stakeOf(sender),
    state.hasBond(sender),
    requireManager(state, manager),
  ]);
  requireNoPrepare(situation, 'ERR_STAKE_IN_PREPARE_PHASE');
  requireWay(kind, manager, through);
  requireCalldata(kind, manager, hasCalldata);
  const known = managerRules(kind, manager);
  if (known?.minimum !== undefined && amount < known.minimum) {
    refuse('BELOW_MINIMUM', `${manager} takes ${known.minimum} microSTX at least`);
  }
  if (startBurnHeight !== undefined && cycleAt(pox, startBurnHeight) !== cycleAt(pox)) {
    refuse('ERR_INVALID_START_BURN_HEIGHT', CYCLE_OVER);
  }
  requireCycles(cycles);
  if (stake)
    refuse('ERR_ALREADY_STAKED', 'there is a stake, whose last cycle is not over; update it');
  if (hasBond) refuse('ERR_ALREADY_STAKED', 'the account has a bond');
  // The contract accepts an amount of zero, but a node never mines it.
  if (amount < 1n) refuse('AMOUNT_ZERO', 'a stake of nothing is never mined');
  if (locked + unlocked < amount)
    refuse('ERR_INSUFFICIENT_STX', 'fee and amount are more than there is');
}

async function checkUpdate(
  action: Of<'stake-update'>,
  state: Pox5State,
  situation: Situation,
): Promise<void> {
  const { manager, oldManager, cycles, increase, hasCalldata, postConditions, through } = action;
  const { pox, kind, sender, unlocked } = situation;
  const [stake] = await Promise.all([state.stakeOf(sender), requireManager(state, manager)]);
  const current = requireStake(stake);
  requireNoPrepare(situation, 'ERR_STAKE_IN_PREPARE_PHASE');
  requireWay(kind, manager, through);
  requireCalldata(kind, manager, hasCalldata);
  requireManagerOf(current, oldManager);
  requireCycles(current.firstRewardCycle + current.numCycles + cycles - cycleAt(pox) - 1);
  if (unlocked < increase)
    refuse('ERR_INSUFFICIENT_STX', 'fee and increase are more than there is');
  const total = encodePostCondition(staking(current.amount + increase));
  if (!postConditions.includes(total)) {
    refuse('POST_CONDITION', 'the total that it announces is not the one that would result');
  }
}

async function checkUnstake(
  { manager }: Of<'unstake'>,
  state: Pox5State,
  situation: Situation,
): Promise<void> {
  const current = requireStake(await state.stakeOf(situation.sender));
  requireManagerOf(current, manager);
  requireNoPrepare(situation, 'ERR_UNSTAKE_IN_PREPARE_PHASE');
}

async function requireManager(state: Pox5State, manager: string): Promise<void> {
  const { signerKey, granted } = await state.registrationOf(manager);
  if (!signerKey) refuse('ERR_SIGNER_NOT_FOUND', 'the signer manager is not registered');
  if (!granted)
    refuse('ERR_SIGNER_KEY_GRANT_NOT_FOUND', "the signer manager's grant is no longer active");
}

/** Some managers do not accept stakes made directly with pox-5. */
function requireWay(kind: StacksNetworkKind, manager: string, through: string): void {
  const wrapper = wrapperOf(kind, manager);
  if (wrapper === undefined || wrapper === through) return;
  refuse('WRAPPER_REQUIRED', `this manager takes stakers only through ${wrapper}`);
}

function requireCalldata(kind: StacksNetworkKind, manager: string, hasCalldata: boolean): void {
  const known = managerRules(kind, manager);
  if (known?.calldata !== 'required' || hasCalldata) return;
  refuse('ERR_CALLDATA_REQUIRED', `${manager} needs a payout address`);
}

function requireNoPrepare({ pox }: Situation, rule: string): void {
  if (blocksToPrepare(pox) > MARGIN_BLOCKS) return;
  const reason =
    'the prepare phase has begun, or is too near for the transaction to be mined before it';
  refuse(rule, reason, true);
}

function requireStake(stake: Stake | undefined): Stake {
  return stake ?? refuse('ERR_NOT_STAKING', 'there is no stake');
}

function requireManagerOf(stake: Stake, manager: string): void {
  if (stake.manager !== manager) {
    refuse('ERR_INVALID_OLD_SIGNER_MANAGER', 'the stake is with another signer manager');
  }
}

function requireCycles(cycles: number): void {
  if (cycles >= 1 && cycles <= MAX_STAKE_CYCLES) return;
  refuse(
    'ERR_INVALID_NUM_CYCLES',
    `1 to ${MAX_STAKE_CYCLES} cycles must remain, from the next one on`,
  );
}

function refuse(rule: string, reason: string, retryable = false): never {
  throw new StackingRefusedError(rule, reason, { retryable });
}
