import type { AptosConfirmed } from '../../aptos/index.js';
import type { StacksConfirmed } from '../../stacks/index.js';
import type { XrplBatchResult, XrplConfirmed, XrplNativeTransfer } from '../../xrpl/index.js';

export type Outcome =
  | XrplConfirmed
  | XrplNativeTransfer
  | XrplBatchResult
  | AptosConfirmed
  | StacksConfirmed;

/** A transaction that a step has sent. */
export interface SentTransaction {
  /** `undefined` where a custody platform's own transfer did not tell it. */
  readonly hash: string | undefined;
  /** In the chain's own words. */
  readonly outcome: string;
  /** Where it is, such as `in block 12`; empty where the outcome does not say it. */
  readonly place: string;
}

/** One, except of a batch. */
export function transactionsIn(outcome: Outcome): readonly SentTransaction[] {
  if ('vm_status' in outcome) {
    const { hash, version, vm_status: status } = outcome;
    return [{ hash, outcome: status, place: `at version ${version}` }];
  }
  if ('data' in outcome) {
    const { tx_status: status, block_height: height } = outcome.data;
    return [{ hash: outcome.txHash, outcome: status, place: `in block ${height}` }];
  }
  if ('members' in outcome) {
    return outcome.members.flatMap((member) =>
      member.state === 'confirmed' ? [inLedger(member.result)] : [],
    );
  }
  if ('result' in outcome) return [inLedger(outcome)];
  return [{ hash: outcome.hash, outcome: outcome.status, place: '' }];
}

function inLedger({ result }: Pick<XrplConfirmed, 'result'>): SentTransaction {
  const { hash, ledger_index, meta } = result;
  return { hash, outcome: meta.TransactionResult, place: `in ledger ${ledger_index}` };
}
