import { UnexpectedAnswerError } from '../core/errors.js';
import { AptosNodeError, SimulationFailedError } from './errors.js';
import type { Estimates, Fullnode } from './fullnode.js';
import { simulatedTransaction } from './signing.js';
import type { UnsignedTransaction } from './transaction.js';
import { parseVmStatus, type VmStatus } from './vm-status.js';

/** What a transaction would cost. */
export interface GasEstimate {
  readonly gasUsed: bigint;
  /** In octas. */
  readonly gasUnitPrice: bigint;
}

/** How a trial ended: with an estimate, or it was tried with a number that is not the next. */
export type Trial = GasEstimate | 'wrong-number';

/** Codes that are about the number only, which is nobody's choice yet. */
const WRONG_NUMBER: ReadonlySet<string> = new Set([
  'SEQUENCE_NUMBER_TOO_OLD',
  'SEQUENCE_NUMBER_TOO_NEW',
]);

/**
 * Has a node try a transaction, with the real keys and no signatures.
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
  if (WRONG_NUMBER.has(outcome.code)) return 'wrong-number';
  throw new SimulationFailedError({ resultCode: outcome.code, vmStatus: outcome.text });
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
