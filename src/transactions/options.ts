import * as z from 'zod/mini';
import { InvalidInputError } from '../core/errors.js';
import type { Listener } from '../core/events.js';
import { abortSignal, duration } from '../core/option-fields.js';
import { parseInput } from '../core/schema.js';
import type { RawSigner } from '../signer/raw-signer.js';
import type { TransactionEvent } from './events.js';

/** Options of every call that makes a transaction. */
export interface TransactionOptions {
  /**
   * One key, one transaction: repeat a call with it as often as you like. 1 to 128 visible ASCII characters, but not
   * the key of a cancellation. If absent, one is made for you, and is in every event, result and error.
   */
  readonly idempotencyKey?: string | undefined;
  /** Shown to the approvers, up to 256 characters; those that can't be seen are shown as codes. */
  readonly note?: string | undefined;
  /** Ends the waiting. It cancels nothing, unless `cancelOnAbort` is set. */
  readonly signal?: AbortSignal | undefined;
  /** Asks the signer to cancel the request when `signal` fires. Default `false`. */
  readonly cancelOnAbort?: boolean | undefined;
  /**
   * Milliseconds to wait for the signature. Default 600,000. A signer that does not keep to it is waited for two and a
   * half minutes longer: it may still say what became of the request.
   */
  readonly signatureTimeoutMs?: number | undefined;
  /** Milliseconds to wait for the account's earlier transactions. Default 600,000. */
  readonly laneTimeoutMs?: number | undefined;
  /** Milliseconds to wait for the final outcome on the ledger. Default 120,000. */
  readonly confirmTimeoutMs?: number | undefined;
  /** How long an approval may take, in seconds; the transaction lives longer. Default 7,200. */
  readonly approvalWindowSeconds?: number | undefined;
  /**
   * `resign` asks for a new signature when the transaction expired. The new transaction takes the same number; once
   * that is spent, it takes another only if several operators of nodes agree (`agree`). Default `fail`.
   */
  readonly onExpiry?: 'fail' | 'resign' | undefined;
  /**
   * Allows the attempt of this number, 2 or more, when the one before it had no effect, which one operator's nodes
   * alone may confirm; with the `idempotencyKey` of that one. The same number again means the same attempt, so this
   * call can be repeated too. A batch of which anything is on the ledger, or was replaced, has no other attempt; one too
   * large for a single request to the signer has several requests, and this holds for each of them.
   */
  readonly newAttempt?: number | undefined;
  /** How many attempts a key may have in all. Default 3. */
  readonly maxAttempts?: number | undefined;
  /** Receives every event. An error that it throws is ignored. */
  readonly onEvent?: Listener<TransactionEvent> | undefined;
}

/** Options of a call about a key that was used before: it names that key itself, and makes no further attempt. */
export type KeyedCallOptions = Omit<TransactionOptions, 'idempotencyKey' | 'newAttempt'>;

/** Defaults of a gateway that replace those of {@link TransactionOptions}. */
export type TransactionDefaults = Pick<
  TransactionOptions,
  | 'signatureTimeoutMs'
  | 'laneTimeoutMs'
  | 'confirmTimeoutMs'
  | 'approvalWindowSeconds'
  | 'onExpiry'
  | 'maxAttempts'
>;

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/** The texts that this package writes before the record in a note end none of a caller's. */
const NOT_RESERVED = /^(?!.*\((?:not of its key alone|built at ledger [^()]*)\)\s*$)/s;

const timing = {
  signatureTimeoutMs: duration,
  laneTimeoutMs: duration,
  confirmTimeoutMs: duration,
  approvalWindowSeconds: z.optional(z.int().check(z.gte(1), z.lte(86_400))),
  onExpiry: z.optional(z.enum(['fail', 'resign'])),
  maxAttempts: z.optional(z.int().check(z.gte(1), z.lte(99))),
};

/** For a gateway's `defaults`. */
export const defaultsSchema = z.strictObject(timing);

const optionsSchema = z.strictObject({
  ...timing,
  idempotencyKey: z.optional(
    z.string().check(z.regex(IDEMPOTENCY_KEY, 'must be 1 to 128 visible ASCII characters')),
  ),
  note: z.optional(
    z
      .string()
      .check(
        z.maxLength(256, 'must have 256 characters at most'),
        z.regex(/^\P{Cc}*$/u, 'must have no control characters'),
        z.regex(NOT_RESERVED, 'must not end with the text that this package writes'),
      ),
  ),
  signal: abortSignal,
  cancelOnAbort: z.optional(z.boolean()),
  newAttempt: z.optional(z.int().check(z.gte(2), z.lte(99))),
  onEvent: z.optional(z.custom<Listener<TransactionEvent>>((value) => typeof value === 'function')),
});

/** Options with every default filled in. */
export type ResolvedOptions = TransactionOptions & {
  readonly [K in keyof TransactionDefaults]-?: NonNullable<TransactionDefaults[K]>;
};

/** @throws InvalidInputError naming the option. */
export function resolveOptions(
  options: TransactionOptions,
  defaults: TransactionDefaults = {},
): ResolvedOptions {
  const given = parseInput(optionsSchema, options, 'options');
  const maxAttempts = given.maxAttempts ?? defaults.maxAttempts ?? 3;
  const { newAttempt = 1, idempotencyKey } = given;
  if (newAttempt > maxAttempts) {
    throw new InvalidInputError('newAttempt', `must be at most maxAttempts, ${maxAttempts}`);
  }
  if (newAttempt > 1 && idempotencyKey === undefined) {
    throw new InvalidInputError('newAttempt', 'needs the idempotencyKey of the attempt before it');
  }
  return {
    ...given,
    signatureTimeoutMs: given.signatureTimeoutMs ?? defaults.signatureTimeoutMs ?? 600_000,
    laneTimeoutMs: given.laneTimeoutMs ?? defaults.laneTimeoutMs ?? 600_000,
    confirmTimeoutMs: given.confirmTimeoutMs ?? defaults.confirmTimeoutMs ?? 120_000,
    approvalWindowSeconds: given.approvalWindowSeconds ?? defaults.approvalWindowSeconds ?? 7_200,
    onExpiry: given.onExpiry ?? defaults.onExpiry ?? 'fail',
    maxAttempts,
  };
}

/** How much longer than its approval window a transaction is valid, so that there is time to send it. */
export const SUBMISSION_MARGIN_SECONDS = 300;

/** How long a transaction's approval may take, and how long it should stay valid, in seconds. */
export function lifetimeOf({ approvalWindowSeconds }: ResolvedOptions, signer: RawSigner) {
  const approvalSeconds = signer.capabilities.mayPend ? approvalWindowSeconds : 0;
  return { approvalSeconds, lifetimeSeconds: approvalSeconds + SUBMISSION_MARGIN_SECONDS };
}

/** @throws InvalidInputError */
export function checkIdempotencyKey(key: unknown): string {
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw new InvalidInputError('idempotencyKey', 'must be 1 to 128 visible ASCII characters');
}

/** Longer than the id of any vault account, or any ARN. */
const MAX_ID_LENGTH = 512;

/** @throws InvalidInputError naming `vaultAccountId`. */
export function checkAccountId(id: unknown): string {
  if (typeof id !== 'string' || id.trim() === '' || id.length > MAX_ID_LENGTH) {
    throw new InvalidInputError('vaultAccountId', 'must be a non-empty string such as "0"');
  }
  return id;
}
