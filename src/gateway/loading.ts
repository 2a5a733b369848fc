import { checkCallOptions } from '../core/call-options.js';
import type { CallOptions } from '../core/clock.js';
import { ownCopy } from '../core/own-fields.js';
import { checkAccountId } from '../transactions/accounts.js';
import { forKey } from '../transactions/for-key.js';
import type { Account, TransactionDefaults, TransactionOptions } from '../transactions/index.js';
import { checkIdempotencyKey, resolveOptions } from '../transactions/options.js';

/** What is loaded with a gateway's first call, as far as every chain has it. */
interface LoadedParts {
  readonly transactions: {
    account(vaultAccountId: string, options: CallOptions): Promise<Account>;
  };
}

/** What a call about a key is given. */
export type KeyedCall = readonly [
  vaultAccountId: string,
  idempotencyKey: string,
  options: TransactionOptions,
];

/**
 * The parts of a gateway, and the account that a call only reads: its id and the options are checked before anything is
 * loaded or asked.
 *
 * @throws InvalidInputError naming what is wrong.
 */
export async function partsToRead<Parts extends LoadedParts>(
  load: () => Promise<Parts>,
  vaultAccountId: string,
  options: CallOptions,
): Promise<Parts & { readonly account: Account }> {
  checkAccountId(vaultAccountId);
  checkCallOptions(options);
  const parts = await load();
  return { ...parts, account: await parts.transactions.account(vaultAccountId, options) };
}

/**
 * The parts of a gateway, and a call about a key with its options resolved: what it is given is copied and checked
 * before anything is loaded or asked.
 *
 * @throws InvalidInputError naming what is wrong.
 */
export async function partsForKey<Parts>(
  load: () => Promise<Parts>,
  [vaultAccountId, idempotencyKey, options]: KeyedCall,
  defaults: TransactionDefaults = {},
): Promise<Parts & { readonly checked: KeyedCall }> {
  checkAccountId(vaultAccountId);
  checkIdempotencyKey(idempotencyKey);
  const own = resolveOptions(ownCopy(options, 'options'), defaults);
  const parts = await forKey(idempotencyKey, load);
  return { ...parts, checked: [vaultAccountId, idempotencyKey, own] };
}
