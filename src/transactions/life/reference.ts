import type { GatewayErrorCode } from '../../core/error-codes.js';
import { withoutTransaction } from '../../core/error-copy.js';
import { GatewayError, type TransactionReference } from '../../core/errors.js';
import { UnexpectedFailureError } from '../errors.js';
import { isLanded } from '../outcome.js';
import { type Facts, unheardOf } from './facts.js';
import { attemptOf, isSentHere, isShared, membersOf, outcomeOf } from './status.js';
import { endOf } from './told.js';

/** The fields of an attempt in errors, events and receipts. */
export interface AttemptReference extends TransactionReference {
  readonly requestId: string;
  readonly attempt: number;
}

export function referenceOf(facts: Facts, index: number): AttemptReference {
  const { idempotencyKey } = facts.request.wanted.identity;
  const attempt = attemptOf(facts, index) ?? unheardOf(facts.request, index);
  const { requestId, custodyId } = attempt;
  const hash = hashOf(facts, index);
  return {
    idempotencyKey,
    requestId,
    attempt: index,
    ...(custodyId === undefined ? {} : { custodyId }),
    ...(hash === undefined ? {} : { hash }),
    ...(isShared(facts, attempt) ? { exclusive: false as const } : {}),
  };
}

/** The hash on the chain, or else that of our own signature. The members of a batch have one each. */
function hashOf(facts: Facts, index: number): string | undefined {
  const attempt = attemptOf(facts, index);
  const [member] = facts.request.wanted.isBatch ? [] : membersOf(facts, { index });
  if (!member) return attempt?.hash?.value;
  const outcome = outcomeOf(facts, member);
  const landed = outcome && isLanded(outcome) && 'hash' in outcome ? outcome.hash : undefined;
  return landed ?? member.signed?.hash;
}

/**
 * The hash in an error that ends a call without an outcome: of the attempts so far, that of the one that has landed, or
 * else of the latest that may still land. One that only one operator says has ended may. An earlier call was told of one
 * that failed; this one was not, if it sent it.
 */
export function hashAt(facts: Facts, index: number): string | undefined {
  const { attempts, wanted } = facts.request;
  const wasTold = (one: number) =>
    one !== index && endOf(facts, one)?.state === 'failed' && !isSentHere(facts, one);
  const known = attempts
    .map((one) => one.index)
    .filter((one) => one <= index && hashOf(facts, one) !== undefined && !wasTold(one));
  const hasLanded = (one: number) => isLanded(endOf(facts, one));
  const confirmed = known.find((one) => endOf(facts, one)?.state === 'confirmed');
  const landed = confirmed ?? (hasLanded(index) ? index : undefined);
  const open = known.findLast((one) => !endOf(facts, one));
  const said = wanted.agree > 1 ? known.findLast(hasLanded) : known.at(-1);
  return hashOf(facts, landed ?? open ?? said ?? index);
}

/** An error with the transaction that it is about. */
export function explained(error: unknown, reference: TransactionReference): unknown {
  if (error instanceof GatewayError) return copyOf(error, reference).about(reference);
  return new UnexpectedFailureError(error).about(reference);
}

/** What a signer's own work may end with, besides what a custody platform says. */
const OF_SIGNERS: readonly GatewayErrorCode[] = [
  'SIGNATURE_PENDING',
  'SIGNATURE_REJECTED',
  'INVALID_SIGNATURE',
  'IDEMPOTENCY_CONFLICT',
  'INVALID_INPUT',
  'CONFIGURATION',
  'UNSUPPORTED_ALGORITHM',
  'ABORTED',
  'UNREACHABLE',
  'UNEXPECTED_ANSWER',
  'RATE_LIMITED',
  'JOURNAL',
  'STORE',
];

/**
 * An error that a signer has thrown. One of any other code says nothing about the request, like an error of foreign
 * code: it may be signed all the same, though a code such as `FEE_TOO_HIGH`, from here, says that it is not.
 */
export function saidBySigner(error: unknown): unknown {
  if (!(error instanceof GatewayError)) return error;
  const { code } = error;
  if (code.startsWith('CUSTODY_') || OF_SIGNERS.includes(code)) return error;
  return new UnexpectedFailureError(error).about(error.transaction);
}

/**
 * What a signer has said of a request, and the custody platform's id in that. Where the key in it is the request's id,
 * both are taken out: the error gets the reference of the caller's key instead.
 */
export function saidOfRequest(thrown: unknown, requestId: string) {
  const error = saidBySigner(thrown);
  return { error, custodyId: takeCustodyId(error, requestId) };
}

function takeCustodyId(error: unknown, requestId: string): string | undefined {
  if (!(error instanceof GatewayError)) return undefined;
  const { idempotencyKey, custodyId } = error.transaction ?? {};
  if (idempotencyKey !== requestId) return undefined;
  if (Object.isExtensible(error)) delete error.transaction;
  return custodyId;
}

/**
 * The error itself, or a copy where another key has received it, since both waited for the same failure, or where it
 * is frozen.
 */
function copyOf(error: GatewayError, { idempotencyKey }: TransactionReference): GatewayError {
  const isOwn = (error.transaction?.idempotencyKey ?? idempotencyKey) === idempotencyKey;
  return isOwn && Object.isExtensible(error) ? error : withoutTransaction(error);
}
