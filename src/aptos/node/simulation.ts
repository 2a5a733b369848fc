import { UnexpectedAnswerError } from '../../core/errors.js';
import { AptosNodeError, SimulationFailedError } from '../errors.js';
import { simulatedTransaction } from '../wire/signing.js';
import type { UnsignedTransaction } from '../wire/transaction.js';
import type { Estimates, Fullnode } from './fullnode.js';
import { parseVmStatus, type VmStatus } from './vm-status.js';

/** The expected cost of a transaction. */
export interface GasEstimate {
  readonly gasUsed: bigint;
  /** In octas. */
  readonly gasUnitPrice: bigint;
}

/** How a trial ended: with an estimate, or it was tried with a number that is not the next. */
export type Trial = GasEstimate | 'wrong-number';

/** Codes that are only about the number, which is not chosen yet. */
const WRONG_NUMBER: ReadonlySet<string> = new Set([
  'SEQUENCE_NUMBER_TOO_OLD',
  'SEQUENCE_NUMBER_TOO_NEW',
  'SEQUENCE_NUMBER_TOO_BIG',
]);

/** If the node chooses as much gas as the sender can pay for, these two mean the same. */
const TOO_LITTLE_GAS = 'MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS';
const INSUFFICIENT_BALANCE = 'INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE';

/**
 * Makes a node try a transaction, with the real keys and no signatures.
 *
 * @throws SimulationFailedError when it would not succeed.
 */
export async function simulate(
  node: Fullnode,
  transaction: UnsignedTransaction,
  publicKeys: readonly Uint8Array[],
  estimate: Estimates,
): Promise<Trial> {
  const bytes = simulatedTransaction(transaction, publicKeys);
  const outcome = await tried(node, bytes, estimate);
  if ('gasUsed' in outcome) return outcome;
  const { code, text: vmStatus } = outcome;
  if (WRONG_NUMBER.has(code)) return 'wrong-number';
  const resultCode = estimate.gas && code === TOO_LITTLE_GAS ? INSUFFICIENT_BALANCE : code;
  throw new SimulationFailedError({ resultCode, vmStatus });
}

async function tried(
  node: Fullnode,
  bytes: Uint8Array,
  estimate: Estimates,
): Promise<GasEstimate | VmStatus> {
  try {
    const { value } = await node.simulate(bytes, estimate);
    const { success, vm_status, gas_used: gasUsed, gas_unit_price: gasUnitPrice } = value;
    if (!success) return parseVmStatus(vm_status);
    if (gasUsed > 0n && gasUnitPrice > 0n) return { gasUsed, gasUnitPrice };
    throw new UnexpectedAnswerError('aptos', 'a simulation that costs nothing');
  } catch (error) {
    if (error instanceof AptosNodeError && error.errorCode === 'vm_error') {
      return parseVmStatus(error.message);
    }
    throw error;
  }
}
