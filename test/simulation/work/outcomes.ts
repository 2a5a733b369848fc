import { isObject } from '../../../src/core/json.js';
import type { OutcomeEvidence, OutcomeKind } from '../oracle/evidence.js';
import type { Product } from '../product.js';

type Told = Omit<OutcomeEvidence, 'at' | 'process'>;

/** What the states of a batch's members say. */
const MEMBER_KINDS: Readonly<Record<string, OutcomeKind>> = {
  confirmed: 'confirmed',
  failed: 'failed',
  replaced: 'replaced',
  expired: 'expired',
  pending: 'pending',
};

const ERROR_KINDS: Readonly<Record<string, OutcomeKind>> = {
  TRANSACTION_FAILED: 'failed',
  TRANSACTION_EXPIRED: 'expired',
  TRANSACTION_REPLACED: 'replaced',
  SIGNATURE_REJECTED: 'rejected',
  SIGNATURE_PENDING: 'pending',
  CUSTODY_UNCONFIRMED: 'unknown',
  ABORTED: 'aborted',
};

/** What a call's result tells of its key: once, or of each member of a batch. */
export function outcomesOf(result: unknown): readonly Told[] {
  const given = isObject(result) ? result : {};
  const receipt = isObject(given.receipt) ? given.receipt : {};
  const attempt = typeof receipt.attempt === 'number' ? receipt.attempt : undefined;
  const shared = receipt.exclusive === false ? { exclusive: false } : {};
  if (Array.isArray(given.members)) {
    return membersOf(given.members).map((member) => ({ ...member, ...shared, attempt }));
  }
  return [{ kind: 'confirmed', hash: hashIn(given), attempt, ...shared }];
}

/** What a cancellation tells, and of which attempt. */
export function cancelledBy(result: unknown): readonly Told[] {
  const { data = result } = isObject(result) ? result : {};
  const attempt = isObject(data) && typeof data.attempt === 'number' ? data.attempt : undefined;
  return [{ kind: 'cancelled', attempt }];
}

function hashIn({ result, txHash, hash, receipt, transaction }: Record<string, unknown>) {
  const inResult = isObject(result) ? result.hash : undefined;
  const inTransaction = isObject(transaction) ? transaction.hash : undefined;
  const inReceipt = isObject(receipt) ? receipt.hash : undefined;
  const found = [inResult, txHash, hash, inTransaction, inReceipt];
  return found.find((text): text is string => typeof text === 'string' && text !== '');
}

function membersIn(members: readonly unknown[]) {
  return members.filter(isObject);
}

function membersOf(members: readonly unknown[]): readonly Told[] {
  return membersIn(members).map(({ index, state, hash }) => ({
    kind: MEMBER_KINDS[`${state}`] ?? 'unknown',
    ...(typeof hash === 'string' ? { hash } : {}),
    member: Number(index),
  }));
}

/** What a call's error tells of its key. */
export function outcomesOfError(
  error: unknown,
  key: string,
  { GatewayError, happenedOf }: Pick<Product, 'GatewayError' | 'happenedOf'>,
): readonly Told[] {
  if (!(error instanceof GatewayError)) {
    return [{ kind: 'error', errorCode: 'NOT_OURS', error: `${error}` }];
  }
  const { code, message, transaction, retryable } = error;
  const { hash, attempt, idempotencyKey, requestId, custodyId, exclusive } = transaction ?? {};
  const namesKey = idempotencyKey === key;
  const said = {
    errorCode: code,
    error: message,
    hash,
    attempt,
    requestId,
    namesKey,
    custodyId,
    exclusive,
    happened: happenedOf(error),
  };
  if (code === 'BATCH_INCOMPLETE' && 'members' in error && Array.isArray(error.members)) {
    // A node that refused a member stopped the batch there: the numbers from it on are for the next.
    const refused = membersIn(error.members).findIndex(({ state }) => state === 'refused');
    return membersOf(error.members).map((member, at) => ({
      ...said,
      ...member,
      ...(refused !== -1 && at >= refused ? { errorCode: 'TRANSACTION_REFUSED' } : {}),
    }));
  }
  if (code === 'TRANSACTION_UNCONFIRMED') {
    return [{ ...said, kind: error.details.status === 'pending' ? 'pending' : 'unknown' }];
  }
  const isRefused = !retryable && /^CUSTODY_/.test(code);
  return [{ ...said, kind: ERROR_KINDS[code] ?? (isRefused ? 'refused' : 'error') }];
}
