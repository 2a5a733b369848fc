import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { isObject } from '../../core/json.js';
import { parseInput } from '../../core/schema.js';
import { type CustodyTransaction, custodyTransaction, lenient } from '../client.js';

/**
 * An event at Fireblocks, reported by a webhook whose signature was verified. Events come at least once and in any
 * order, and an old one may come again.
 *
 * @example
 * ```ts
 * import type { WebhookEvent } from 'custody-gateways/fireblocks';
 *
 * const summary = ({ type, transaction }: WebhookEvent) =>
 *   transaction ? `${transaction.id} is ${transaction.status}` : type;
 * summary({ id: '1', type: 'vault_account.created', data: {} }); // 'vault_account.created'
 * ```
 */
export interface WebhookEvent {
  /** The same for every delivery of the same event. Version 1 has none: there, a hash of the body. */
  readonly id: string;
  /** Fireblocks' type: `transaction.status.updated`, or `TRANSACTION_STATUS_UPDATED` in version 1. */
  readonly type: string;
  /** In milliseconds since the epoch, if Fireblocks states it. */
  readonly createdAt?: number;
  /** Version 1 calls it `tenantId`. */
  readonly workspaceId?: string;
  /** The transaction as it was then, when the event is about one. */
  readonly transaction?: CustodyTransaction;
  /** The data as Fireblocks sent it, unchecked. */
  readonly data: unknown;
}

const body = z.looseObject({
  id: z.string(),
  eventType: z.string(),
  workspaceId: lenient(z.string()),
  createdAt: lenient(z.number()),
});

const legacyBody = z.looseObject({
  type: z.string(),
  tenantId: lenient(z.string()),
  timestamp: lenient(z.number()),
});

/** Events whose data is a whole transaction. */
const ABOUT_TRANSACTIONS = new Set([
  'transaction.created',
  'transaction.status.updated',
  'transaction.approval_status.updated',
  'TRANSACTION_CREATED',
  'TRANSACTION_STATUS_UPDATED',
  'TRANSACTION_APPROVAL_STATUS_UPDATED',
]);

/** Fireblocks documents seconds and sends milliseconds; no present time in milliseconds is below this. */
const FIRST_MILLISECONDS = 100_000_000_000;

/**
 * Reads a webhook's body, in either version. Both may come with either signature, so the body itself
 * shows which one it is.
 *
 * @throws InvalidInputError when it is neither.
 */
export function readEvent(bytes: Uint8Array): WebhookEvent {
  const value = jsonOf(bytes);
  if (isObject(value) && 'eventType' in value) {
    const { id, eventType, workspaceId, createdAt, data } = parseInput(body, value, 'body');
    if (id === '') throw new InvalidInputError('id', 'must not be empty');
    return eventOf({ id, type: eventType, workspaceId, createdAt, data });
  }
  const { type, tenantId, timestamp, data } = parseInput(legacyBody, value, 'body');
  const id = createHash('sha256').update(bytes).digest('hex');
  return eventOf({ id, type, workspaceId: tenantId, createdAt: timestamp, data });
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new InvalidInputError('body', 'must be JSON');
  }
}

function eventOf(found: {
  readonly id: string;
  readonly type: string;
  readonly workspaceId: string | null | undefined;
  readonly createdAt: number | null | undefined;
  readonly data: unknown;
}): WebhookEvent {
  const { id, type, workspaceId, createdAt, data } = found;
  const transaction = ABOUT_TRANSACTIONS.has(type)
    ? z.safeParse(custodyTransaction, data).data
    : undefined;
  return {
    id,
    type,
    ...(createdAt ? { createdAt: inMilliseconds(createdAt) } : {}),
    ...(workspaceId ? { workspaceId } : {}),
    ...(transaction ? { transaction } : {}),
    data,
  };
}

function inMilliseconds(time: number): number {
  return time < FIRST_MILLISECONDS ? time * 1_000 : time;
}
