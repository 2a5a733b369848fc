import { checkCallOptions } from '../core/call-options.js';
import type { CallOptions } from '../core/clock.js';
import { once } from '../core/once.js';
import { ownCopy } from '../core/own-fields.js';
import { forKey } from '../transactions/for-key.js';
import type {
  Account,
  KeyedCallOptions,
  TransactionDefaults,
  TransactionOptions,
} from '../transactions/index.js';
import {
  checkAccountId,
  checkIdempotencyKey,
  type ResolvedOptions,
  resolveOptions,
} from '../transactions/options.js';
import { assertAbsent } from './call-options.js';

/** What is loaded with a gateway's first call, as far as every chain has it. */
interface LoadedParts {
  readonly transactions: {
    account(vaultAccountId: string, options: CallOptions): Promise<Account>;
  };
}

/** Loads with the first call what a gateway needs for one; its errors name the key of the call, if it has one. */
export type LoadParts<Parts> = (
  call?: CallOptions & Pick<TransactionOptions, 'idempotencyKey'>,
) => Promise<Parts>;

export function loadedOnce<Parts>(load: () => Promise<Parts>): LoadParts<Parts> {
  const parts = once(load);
  return (call) => forKey(call?.idempotencyKey, parts);
}

/** What a call about a key is given. */
export type KeyedCall = readonly [
  vaultAccountId: string,
  idempotencyKey: string,
  options: KeyedCallOptions,
];

/** The same, checked. */
type CheckedCall = readonly [
  vaultAccountId: string,
  idempotencyKey: string,
  options: ResolvedOptions,
];

/**
 * The parts of a gateway, and the account that a call only reads: its id and the options are checked before anything is
 * loaded or asked.
 *
 * @throws InvalidInputError naming what is wrong.
 */
export async function partsToRead<Parts extends LoadedParts>(
  load: LoadParts<Parts>,
  vaultAccountId: string,
  options: CallOptions,
): Promise<Parts & { readonly account: Account }> {
  checkAccountId(vaultAccountId);
  checkCallOptions(options);
  const parts = await load(options);
  return { ...parts, account: await parts.transactions.account(vaultAccountId, options) };
}

/**
 * The parts of a gateway, and a call about a key with its options resolved: what it is given is copied and checked
 * before anything is loaded or asked.
 *
 * @throws InvalidInputError naming what is wrong.
 */
export async function partsForKey<Parts>(
  load: LoadParts<Parts>,
  [vaultAccountId, idempotencyKey, options]: KeyedCall,
  defaults?: TransactionDefaults,
): Promise<Parts & { readonly checked: CheckedCall }> {
  checkAccountId(vaultAccountId);
  checkIdempotencyKey(idempotencyKey);
  const given = ownCopy(options, 'options');
  assertAbsent(given, ['idempotencyKey', 'newAttempt']);
  const own = resolveOptions(given, defaults);
  const parts = await load({ ...own, idempotencyKey });
  return { ...parts, checked: [vaultAccountId, idempotencyKey, own] };
}
