import { Cl, ClarityType, type ClarityValue } from '@stacks/transactions';
import type { ChainEvent, Machine, Outcome } from '../machine.js';
import type { StacksTransaction } from '../wire/transaction.js';
import type { Execution } from './blocks.js';
import { Movements } from './movements.js';
import { postConditionFailure } from './post-conditions.js';

/** What the chain answers where there is no answer. */
const NO_RESULT: ClarityValue = Cl.error(Cl.none());

/**
 * Executes a transaction: fee first, then what it does, then its post-conditions, which may undo all
 * but the fee. `undefined` when it cannot be in a block, and then it did nothing.
 */
export async function execute(
  machine: Machine,
  tx: StacksTransaction,
): Promise<Execution | undefined> {
  const isTransfer = tx.payload.kind === 'token_transfer';
  const amount = tx.payload.kind === 'token_transfer' ? tx.payload.amount : 0n;
  // A transfer says itself what it moves; post-conditions on one make it invalid.
  if (isTransfer && tx.postConditions.length > 0) return undefined;
  if (machine.account(tx.sender).unlocked < tx.fee + amount) return undefined;
  const untouched = machine.checkpoint();
  machine.charge(tx.sender, tx.fee);
  const charged = machine.checkpoint();
  const outcome = run(machine, tx);
  if (outcome.kind === 'unmineable') {
    await untouched.restore();
    return undefined;
  }
  if (outcome.kind === 'runtime-error') {
    return failed(tx, 'abort_by_response', NO_RESULT, outcome.message);
  }
  const { result } = outcome;
  const events = undone(result) ? outcome.events.filter(isPoxAction) : outcome.events;
  const moved = new Movements(events);
  const failure = isTransfer ? undefined : postConditionFailure(tx, moved, machine.pox === 'pox-5');
  if (failure !== undefined) {
    await charged.restore();
    return failed(tx, 'abort_by_post_condition', result, failure);
  }
  if (undone(result)) return failed(tx, 'abort_by_response', result);
  return { tx, status: 'success', result, events: events.filter((each) => !isPoxAction(each)) };
}

/** A transaction that miners skip: they take the fee and the nonce, and do nothing. */
export function skip(machine: Machine, tx: StacksTransaction): Execution | undefined {
  if (machine.account(tx.sender).unlocked < tx.fee) return undefined;
  machine.charge(tx.sender, tx.fee);
  return failed(tx, 'problematic_skipped', NO_RESULT, 'Transaction was skipped as problematic');
}

function run(machine: Machine, { payload, sender }: StacksTransaction): Outcome {
  switch (payload.kind) {
    case 'token_transfer':
      return machine.transfer(sender, payload.recipient, payload.amount, payload.memo);
    case 'contract_call':
      return machine.call({ ...payload, sender });
    case 'smart_contract':
      return machine.deploy(sender, payload.name, payload.source, payload.clarityVersion);
    case 'coinbase':
    case 'tenure_change':
      return { kind: 'executed', result: Cl.ok(Cl.bool(true)), events: [] };
  }
}

function undone(result: ClarityValue): boolean {
  return result.type === ClarityType.ResponseErr;
}

/** It counts as performed even where the call itself answered with an error. */
function isPoxAction({ kind }: ChainEvent): boolean {
  return kind === 'pox-action';
}

function failed(
  tx: StacksTransaction,
  status: Execution['status'],
  result: ClarityValue,
  vmError?: string,
): Execution {
  return { tx, status, result, events: [], ...(vmError === undefined ? {} : { vmError }) };
}
