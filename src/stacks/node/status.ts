import { InvalidInputError } from '../../core/errors.js';
import { parsedWith } from '../../core/fields.js';
import { UnknownTransactionError } from '../errors.js';
import {
  contractErrorOf,
  outcomeOf,
  type StacksOutcome,
  type StacksTransactionResult,
} from '../result.js';
import type { StacksNode } from './node.js';
import type { NodeTransaction } from './transaction.js';

/** The status of a transaction, from any sender. */
export interface StacksTransactionStatus {
  /** `0x` and 64 hexadecimal characters. */
  readonly tx_id: string;
  /** The API's own word. */
  readonly tx_status: string;
  /** What it means. Only `success` and `failed` are final. */
  readonly outcome: StacksOutcome;
  /** The contract's answer, as Clarity. */
  readonly tx_result?: {
    /** The serialized Clarity value, hexadecimal behind `0x`. */
    readonly hex: string;
    /** As Clarity writes it: `(ok true)`. */
    readonly repr: string;
  };
  /** The reason why it has not succeeded, or not yet. */
  readonly tx_error?: string;
  /** The contract's own code: `u1`, `3`. */
  readonly error_code?: string;
  /** The code's name, if the contract is a known one: `ERR_STACKING_ALREADY_STACKED`. */
  readonly error_name?: string;
  /** The API's complete answer about it. */
  readonly transaction: StacksTransactionResult;
}

/** A transaction's id in the form that nodes write, with or without `0x` before it. */
export const transactionId = parsedWith((value) => {
  const text = typeof value === 'string' ? value.toLowerCase().replace(/^0x/, '') : '';
  if (/^[0-9a-f]{64}$/.test(text)) return `0x${text}`;
  throw new InvalidInputError('', 'must be 64 hexadecimal characters, with or without 0x');
});

/** @throws UnknownTransactionError while neither chain nor mempool has it. */
export async function readStatus(node: StacksNode, txid: string): Promise<StacksTransactionStatus> {
  const found = await node.transaction(txid);
  if (!found) throw new UnknownTransactionError(txid);
  return statusOf(found);
}

export async function statusOf(found: NodeTransaction): Promise<StacksTransactionStatus> {
  const { tx_id, tx_status, tx_result: result } = found;
  const outcome = outcomeOf(found);
  return {
    tx_id,
    tx_status,
    outcome,
    ...(result === undefined ? {} : { tx_result: { hex: result.hex, repr: result.repr } }),
    ...(await failureOf(found, outcome)),
    transaction: found,
  };
}

type Failure = Pick<StacksTransactionStatus, 'tx_error' | 'error_code' | 'error_name'>;

async function failureOf(found: NodeTransaction, outcome: StacksOutcome): Promise<Failure> {
  const { tx_status: status, tx_result: result } = found;
  if (outcome === 'success') return {};
  if (outcome === 'pending') return { tx_error: 'not confirmed yet' };
  if (outcome === 'unknown') {
    return { tx_error: `not certain: the node says ${status}, which is not final` };
  }
  const repr = result?.repr ?? 'no answer';
  const error = await contractErrorOf(found);
  if (error === undefined) {
    const isAnswer = status === 'abort_by_response';
    return { tx_error: isAnswer ? `the contract answered ${repr}` : reasonOf(status) };
  }
  const { code, name } = error;
  return {
    tx_error: `the contract answered ${repr}${name === undefined ? '' : `, ${name}`}`,
    error_code: code,
    ...(name === undefined ? {} : { error_name: name }),
  };
}

function reasonOf(status: string): string {
  if (status === 'abort_by_post_condition')
    return 'a post-condition was not met, and nothing moved';
  if (status === 'problematic_skipped') return 'miners skipped it as problematic; its fee is paid';
  return status;
}
