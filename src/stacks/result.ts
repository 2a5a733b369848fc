import type { NodeTransaction } from './node-answers.js';

/**
 * A transaction in the API's own form; whole numbers that may be large are decimal strings, fees and
 * amounts in microSTX.
 */
export interface StacksTransactionResult {
  /** `0x` and 64 hexadecimal characters. */
  readonly tx_id: string;
  /** `success`, or how it failed: `abort_by_response`, `abort_by_post_condition`, and others. */
  readonly tx_status: 'success' | 'pending' | 'abort_by_response' | (string & {});
  readonly tx_type: 'token_transfer' | 'contract_call' | (string & {});
  readonly nonce: number;
  readonly fee_rate: string;
  readonly sender_address: string;
  /** What the contract answered, as Clarity: `(ok true)`. */
  readonly tx_result?: { readonly hex: string; readonly repr: string } | undefined;
  readonly block_height?: number | undefined;
  readonly [field: string]: unknown;
}

/** What a status means. */
export type StacksOutcome = 'success' | 'failed' | 'pending' | 'unknown';

/** A mempool's word is never final: what one node has dropped another may still mine. */
export function outcomeOf({ tx_status: status, canonical }: NodeTransaction): StacksOutcome {
  if (status === 'pending') return 'pending';
  if (canonical === false) return 'unknown';
  if (status === 'success') return 'success';
  if (/^abort_by_|^problematic_skipped$/.test(status)) return 'failed';
  return 'unknown';
}

/** What a failed transaction failed with: the contract's error, or the status where it gave none. */
export function failureCodeOf({ tx_status: status, tx_result: result }: NodeTransaction): string {
  const code = /^\(err (.{1,100})\)$/.exec(result?.repr ?? '')?.[1];
  return status === 'abort_by_response' && code !== undefined ? code : status;
}
