import { Cl, type ClarityValue } from '@stacks/transactions';
import { cycleOf, cycleStart, inPreparePhase } from '../machine.js';
import {
  type CallContext,
  ContractError,
  principalOf,
  UnmineableError,
  uintOf,
} from './contract.js';
import { ensure, type Pox5State } from './pox5-state.js';
import { calldataOf, type SignerManager } from './signer-manager.js';

type Args = readonly ClarityValue[];

const MAX_CYCLES = 96;

/** Stakes with a signer. */
export function stake(pox: Pox5State, args: Args, context: CallContext): ClarityValue {
  const { machine, cycle } = pox;
  const { sender: staker } = context;
  const manager = pox.managerOf(principalOf(args[0]));
  const [amount, numCycles] = [uintOf(args[1]), Number(uintOf(args[2]))];
  const startCycle = cycleOf(machine.cycles, Number(uintOf(args[3])));
  ensure(!inPreparePhase(machine.cycles, machine.burnHeight), 'stakeInPreparePhase');
  validate(manager, { staker, amount, calldata: args[4] }, context);
  requireSigner(manager);
  ensure(startCycle === cycle, 'invalidStartHeight');
  ensure(numCycles >= 1 && numCycles <= MAX_CYCLES, 'invalidNumCycles');
  ensure(pox.stake(staker) === undefined, 'alreadyStaked');
  const { locked, unlocked } = machine.account(staker);
  ensure(locked + unlocked >= amount, 'insufficientStx');
  if (amount === 0n) throw new UnmineableError('PoxInvalidLockAmount');
  const position = { amount, firstCycle: cycle + 1, numCycles, signer: manager.id };
  pox.setStake(staker, position);
  const unlockCycle = position.firstCycle + numCycles;
  lock(pox, context, amount, unlockCycle, true);
  return told(pox, context, 'stake', {
    signer: Cl.principal(manager.id),
    staker: Cl.principal(staker),
    'amount-ustx': Cl.uint(amount),
    'num-cycles': Cl.uint(numCycles),
    'first-reward-cycle': Cl.uint(position.firstCycle),
    'unlock-burn-height': Cl.uint(cycleStart(machine.cycles, unlockCycle)),
    'unlock-cycle': Cl.uint(unlockCycle),
  });
}

/** Stakes more, for longer, or with another signer. */
export function stakeUpdate(pox: Pox5State, args: Args, context: CallContext): ClarityValue {
  const { machine, cycle } = pox;
  const { sender: staker } = context;
  const manager = pox.managerOf(principalOf(args[0]));
  const old = pox.managerOf(principalOf(args[1]));
  const [extension, increase] = [Number(uintOf(args[2])), uintOf(args[3])];
  const current = pox.stake(staker);
  ensure(current !== undefined, 'notStaking');
  ensure(!inPreparePhase(machine.cycles, machine.burnHeight), 'stakeInPreparePhase');
  const amount = current.amount + increase;
  validate(manager, { staker, amount, calldata: args[4] }, context);
  ensure(old.id === current.signer, 'invalidOldSignerManager');
  requireSigner(manager);
  const previousUnlock = current.firstCycle + current.numCycles;
  const unlockCycle = previousUnlock + extension;
  const numCycles = unlockCycle - cycle - 1;
  ensure(numCycles >= 1 && numCycles <= MAX_CYCLES, 'invalidNumCycles');
  ensure(machine.account(staker).unlocked >= increase, 'insufficientStx');
  pox.setStake(staker, {
    amount,
    firstCycle: current.firstCycle,
    numCycles: current.numCycles + extension,
    signer: manager.id,
  });
  lock(pox, context, amount, unlockCycle, true);
  return told(pox, context, 'stake-update', {
    'unlock-burn-height': Cl.uint(cycleStart(machine.cycles, unlockCycle)),
    staker: Cl.principal(staker),
    signer: Cl.principal(manager.id),
    'old-signer': Cl.principal(old.id),
    'prev-unlock-height': Cl.uint(previousUnlock),
    'unlock-cycle': Cl.uint(unlockCycle),
    'num-cycles': Cl.uint(numCycles),
    'amount-ustx': Cl.uint(amount),
    'amount-increase': Cl.uint(increase),
    'cycles-to-extend': Cl.uint(extension),
  });
}

/** Ends a position with the cycle that is. */
export function unstake(pox: Pox5State, args: Args, context: CallContext): ClarityValue {
  const { machine, cycle } = pox;
  const { sender: staker, emit } = context;
  emit({ kind: 'pox-action', account: staker });
  const old = pox.managerOf(principalOf(args[0]));
  const current = pox.stake(staker);
  ensure(current !== undefined, 'notStaking');
  ensure(old.id === current.signer, 'invalidOldSignerManager');
  ensure(!inPreparePhase(machine.cycles, machine.burnHeight), 'unstakeInPreparePhase');
  const unlockCycle = cycle + 1;
  pox.setStake(staker, { ...current, numCycles: unlockCycle - current.firstCycle });
  lock(pox, context, current.amount, unlockCycle, false);
  return told(pox, context, 'unstake', {
    staker: Cl.principal(staker),
    signer: Cl.principal(old.id),
    'amount-ustx': Cl.uint(current.amount),
    'first-reward-cycle': Cl.uint(current.firstCycle),
    'unlock-cycle': Cl.uint(unlockCycle),
    'unlock-burn-height': Cl.uint(cycleStart(machine.cycles, unlockCycle)),
  });
}

interface Wish {
  readonly staker: string;
  readonly amount: bigint;
  readonly calldata: ClarityValue | undefined;
}

/** The signer's contract has a say, and its errors come out as they are. */
function validate(manager: SignerManager, wish: Wish, { caller }: CallContext): void {
  const code = manager.validate({ ...wish, calldata: calldataOf(wish.calldata), caller });
  if (code !== undefined) throw new ContractError(Cl.uint(code));
}

function requireSigner(manager: SignerManager): void {
  ensure(manager.registered, 'signerNotFound');
  ensure(manager.granted, 'grantNotFound');
}

function lock(
  { machine, contract }: Pox5State,
  { sender, emit }: CallContext,
  amount: bigint,
  unlockCycle: number,
  staking: boolean,
): void {
  const unlockHeight = cycleStart(machine.cycles, unlockCycle);
  machine.state.lock(sender, amount, unlockHeight);
  emit({ kind: 'lock', account: sender, amount, unlockHeight, contract, staking });
}

/** What a function answers with is also what it prints, under its name. */
function told(
  { contract }: Pox5State,
  { emit }: CallContext,
  topic: string,
  members: Readonly<Record<string, ClarityValue>>,
): ClarityValue {
  const value = Cl.tuple({ ...members, topic: Cl.stringAscii(topic) });
  emit({ kind: 'print', contract, value });
  return Cl.tuple({ ...members });
}
