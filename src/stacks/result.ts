import * as z from 'zod/mini';
import { excerpt } from '../core/shown.js';
import type { TransactionStatus } from '../transactions/index.js';
import { isLeftOut, type NodeTransaction } from './node/transaction.js';

/**
 * A transaction in the API's own form; whole numbers that may be large are decimal strings, fees and
 * amounts in microSTX.
 */
export interface StacksTransactionResult {
  /** `0x` and 64 hexadecimal characters. */
  readonly tx_id: string;
  /** `success`, or the kind of failure: `abort_by_response`, `abort_by_post_condition`, and others. */
  readonly tx_status: 'success' | 'pending' | 'abort_by_response' | (string & {});
  /** A transfer of STX is a `token_transfer`, one of a token a `contract_call`. */
  readonly tx_type: 'token_transfer' | 'contract_call' | (string & {});
  /** The sender's. */
  readonly nonce: number;
  /** The whole fee, whatever its name says: in microSTX, a decimal string. */
  readonly fee_rate: string;
  /** The account that made it, whose nonce it spends; a sponsor may pay its fee. */
  readonly sender_address: string;
  /** The contract's answer, as Clarity: `(ok true)`. */
  readonly tx_result?:
    | {
        /** The serialized Clarity value, hexadecimal behind `0x`. */
        readonly hex: string;
        /** As Clarity writes it: `(ok true)`. */
        readonly repr: string;
      }
    | undefined;
  /** The height of its Stacks block; missing while it is in none. */
  readonly block_height?: number | undefined;
  readonly [field: string]: unknown;
}

/** What a status means. */
export type StacksOutcome = 'success' | 'failed' | 'pending' | 'unknown';

/**
 * A mempool's answer is never final: another node may still mine a transaction that one has dropped. The first block
 * that shows a result is: nothing waits for Bitcoin's blocks above it, as docs/reliability.md says.
 */
export function outcomeOf(found: NodeTransaction): StacksOutcome {
  const { tx_status: status } = found;
  if (status === 'pending') return 'pending';
  if (isLeftOut(found)) return 'unknown';
  if (status === 'success') return 'success';
  if (/^abort_by_|^problematic_skipped$/.test(status)) return 'failed';
  return 'unknown';
}

/** The error in a contract's answer. */
export interface ContractError {
  /** As Clarity writes it: `u1`, `3`. */
  readonly code: string;
  /** If the contract is a known one: `ERR_STACKING_ALREADY_STACKED`. */
  readonly name: string | undefined;
}

const contractCall = z.looseObject({
  contract_call: z.looseObject({
    contract_id: z.string(),
    function_args: z.optional(z.nullable(z.array(z.looseObject({ repr: z.string() })))),
  }),
});

/**
 * A failed call also breaks a post-condition if it was to move something, and then the status only says that. The
 * contract's answer says more.
 */
export async function contractErrorOf(found: NodeTransaction): Promise<ContractError | undefined> {
  const code = /^\(err (u?\d{1,39})\)$/.exec(found.tx_result?.repr ?? '')?.[1];
  if (!found.tx_status.startsWith('abort_by_') || code === undefined) return undefined;
  const call = z.safeParse(contractCall, found).data?.contract_call;
  const others = (call?.function_args ?? []).map(({ repr }) => repr.replace(/^'/, ''));
  // What the numbers mean is loaded with the first call that failed.
  const { errorNameOf } = await import('./stacking/error-codes.js');
  return { code, name: errorNameOf(call?.contract_id, code, others) };
}

/** The code of a failed transaction: the contract's error, or the status if it gave none. */
async function failureCodeOf(found: NodeTransaction): Promise<string> {
  const { tx_status: status, tx_result: result } = found;
  if (!status.startsWith('abort_by_')) return status;
  const code = /^\(err (.{1,100})\)$/.exec(result?.repr ?? '')?.[1];
  return (await contractErrorOf(found))?.name ?? excerpt(code ?? status);
}

/** What a node's answer about a transaction proves. */
export async function statusOf(
  found: NodeTransaction,
): Promise<TransactionStatus<StacksTransactionResult>> {
  const { tx_id: hash, tx_status: status, block_height: height, tx_result: answer } = found;
  const particulars = `${status} in block ${height}, ${answer?.hex ?? 'no answer'}`;
  switch (outcomeOf(found)) {
    case 'success':
      return { state: 'confirmed', hash, result: found, particulars };
    case 'failed': {
      const code = await failureCodeOf(found);
      return { state: 'failed', hash, code, result: found, particulars };
    }
    case 'pending':
      return { state: 'open', seen: true };
    case 'unknown':
      return { state: 'open', seen: false, dropped: `the node calls it ${status}` };
  }
}
