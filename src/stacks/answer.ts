import { mayBeAsked } from '../core/asked.js';
import type { GatewayErrorCode } from '../core/error-codes.js';
import { GatewayError, type TransactionReference } from '../core/errors.js';
import { SignaturePendingError, SignatureRejectedError } from '../signer/errors.js';
import {
  type Receipt,
  TransactionFailedError,
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../transactions/index.js';
import type { StacksTransactionResult } from './result.js';

/**
 * The status of a transaction that was not confirmed, or not yet.
 *
 * - `rejected`: the custody platform refused it; nothing was signed.
 * - `refused`: signed, but the node did not take it. Its nonce is free for the next transaction.
 * - `pending`: it waits for its approval or its block. Ask again with the same key.
 * - `unknown`: nothing certain can be said. Ask again with the same key.
 * - `failed`: it is on the chain and paid for, without its effect.
 * - `replaced`: another transaction has its nonce; it will never have an effect.
 */
export type StacksFailureStatus =
  | 'rejected'
  | 'refused'
  | 'pending'
  | 'unknown'
  | 'failed'
  | 'replaced';

/** The result of a method that resolves instead of throwing. */
export interface StacksFailure {
  /** Always `false`, and `true` in every successful result. */
  readonly success: false;
  /** For people. */
  readonly error: string;
  /** For programs: the `code` of the error that `strict` would have thrown. */
  readonly code: GatewayErrorCode;
  /** Whether the same call may succeed later. */
  readonly retryable: boolean;
  /** Facts about the error, by its `code`; plain data, safe to log. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The status of the transaction, once the custody platform was asked, or may have been. */
  readonly status?: StacksFailureStatus;
  /** Its id, once it is signed. */
  readonly txHash?: string;
  /** Enough to ask again. */
  readonly transaction?: TransactionReference;
}

/** The result of a method; with a strict gateway only the successful one. */
export type StacksAnswer<T, Strict extends boolean> = Strict extends true ? T : T | StacksFailure;

/** A transaction that is on the chain and succeeded. */
export interface StacksConfirmed {
  /** Always `true`, and `false` in a {@link StacksFailure}. */
  readonly success: true;
  /** Its status, which is final. */
  readonly status: 'confirmed';
  /** Its id: `0x` and 64 hexadecimal characters. */
  readonly hash: string;
  /** The same. */
  readonly txHash: string;
  /** The transaction as the API shows it, in its block. */
  readonly data: StacksTransactionResult;
  /** How it came about: idempotency key, signing request and attempt. */
  readonly receipt: Receipt;
}

/** Data that was asked for, without a transaction. */
export interface StacksData<T> {
  /** Always `true`, and `false` in a {@link StacksFailure}. */
  readonly success: true;
  /** What the method was asked for. */
  readonly data: T;
}

export function told<T>(data: T): StacksData<T> {
  return { success: true, data };
}

/** Does work whose failure is thrown by a strict gateway, and returned by any other. */
export function answered<T, Strict extends boolean>(
  strict: Strict | undefined,
  work: () => Promise<T>,
): Promise<StacksAnswer<T, Strict>>;
export async function answered<T>(
  strict: boolean | undefined,
  work: () => Promise<T>,
): Promise<T | StacksFailure> {
  try {
    return await work();
  } catch (error) {
    if (strict || !(error instanceof GatewayError)) throw error;
    return failureOf(error);
  }
}

const causes = new WeakMap<StacksFailure, GatewayError>();

/** The error that a strict gateway would have thrown: it holds more than the result, such as when to ask again. */
export function errorOf(failure: StacksFailure): GatewayError {
  const { code, error, details, retryable, transaction } = failure;
  const cause = causes.get(failure);
  if (cause) return cause;
  return new GatewayError(code, error, { details, retryable }).about(transaction);
}

function failureOf(error: GatewayError): StacksFailure {
  const failure = toldOf(error);
  causes.set(failure, error);
  return failure;
}

function toldOf(error: GatewayError): StacksFailure {
  const { message, code, retryable, details, transaction } = error;
  const failure = { success: false, error: message, code, retryable, details } as const;
  if (!transaction) return failure;
  const { hash } = transaction;
  const status = statusOf(error);
  return {
    ...failure,
    ...(status === undefined ? {} : { status }),
    ...(hash === undefined ? {} : { txHash: hash }),
    transaction,
  };
}

function statusOf(error: GatewayError): StacksFailureStatus | undefined {
  if (error instanceof TransactionUnconfirmedError) return error.status;
  if (error instanceof SignaturePendingError) return 'pending';
  if (error instanceof SignatureRejectedError) return 'rejected';
  if (error instanceof TransactionRefusedError) return 'refused';
  if (error instanceof TransactionFailedError) return 'failed';
  if (error instanceof TransactionReplacedError) return 'replaced';
  return error.transaction?.hash || (isOfSigner(error) && mayBeAsked(error))
    ? 'unknown'
    : undefined;
}

/** What a node says, or fails to say, is found before the custody platform is asked. */
function isOfSigner({ code, transaction, details: { peer } }: GatewayError): boolean {
  if (transaction?.custodyId !== undefined || peer === 'custody' || peer === 'signer') return true;
  return code === 'ABORTED' || code === 'UNEXPECTED_FAILURE' || code.startsWith('CUSTODY_');
}
