import * as z from 'zod/mini';
import { InvalidInputError } from '../core/errors.js';
import { feeCap, MAX_U64, wholeNumber } from '../core/fields.js';
import type { PollPace } from '../core/poll.js';
import { readInput } from '../core/read-input.js';
import type { RetryPolicy } from '../core/retry.js';
import { splitOptions } from '../gateway/call-options.js';
import type { GatewayBasics, LaneSharing } from '../gateway/settings.js';
import type { KeyPath } from '../signer/raw-signer.js';
import type { TransactionDefaults, TransactionOptions } from '../transactions/index.js';
import { type ResolvedOptions, resolveOptions } from '../transactions/options.js';
import type { StacksNetwork } from './network.js';
import type { Wishes } from './operations/input.js';
import { STX, STX_DECIMALS } from './wire/amounts.js';

/** 2 STX. */
export const DEFAULT_MAX_FEE = 2_000_000n;

export const maxFee = feeCap(STX, STX_DECIMALS).check(z.lte(MAX_U64));

/**
 * An amount in whole STX or tokens: a decimal string such as `1.5`, or a number that is exact. Text may also say its
 * unit: `15 microSTX`, or for tokens `15 units`. A bigint is refused: elsewhere it is in base units.
 */
export type StacksAmount = string | number;

/** The options of a {@link StacksGateway}. */
export interface StacksGatewayOptions<Strict extends boolean = boolean> extends GatewayBasics {
  /**
   * `mainnet`, `testnet`, or `{ network, url, chainId }`; a `url` may be several, each a URL or `{ url, operator, apiKey,
   * headers }`. Default `mainnet`, at Hiro's public API.
   */
  readonly network?: StacksNetwork;
  /** `true` is the same as `network: 'testnet'`. */
  readonly testnet?: boolean;
  /**
   * Sent as `x-api-key` to every endpoint that is given by name or as a plain URL. One that is given as an object
   * gets only the key that it names itself.
   */
  readonly apiKey?: string;
  /**
   * Whether methods throw typed errors. Default `false`: a failure is a result, `{ success: false, error,
   * code }`.
   */
  readonly strict?: Strict;
  /**
   * The derivation path of keys at the custody platform. Default `m/44/0/vault/0/0`, on testnet
   * `m/44/1/vault/0/0`, as in Fireblocks' own Stacks software. That is the vault's Bitcoin key: rewards in BTC
   * can go to it, and every user with permission to raw-sign with this path can also spend its bitcoin.
   * `coinType: 5757` is Stacks' own, keeps the two apart, and gives other addresses. An idempotency key is bound to
   * the address: with another path, a repeated call is another transaction.
   */
  readonly derivation?: Partial<KeyPath>;
  /**
   * How transactions of one account share it, in one process or, with a `store`, in all that are given
   * the same one: one after the other (`serial`, the default), or up to `depth` signing requests at
   * once, submitted in order (`pipeline`, for automatic approvals; 10).
   */
  readonly lanes?: LaneSharing &
    ({ readonly mode?: 'serial' } | { readonly mode: 'pipeline'; readonly depth?: number });
  /** The most that a transaction may cost: a bigint of microSTX, or text with its unit, such as `2 STX` (the default). */
  readonly maxFee?: bigint | string;
  /**
   * How often a submitted transaction is looked at. Default: every second for half a minute, then 1.5 times longer each,
   * up to 5 s.
   */
  readonly polling?: PollPace;
  /** How often a request that fails temporarily is repeated, once every node has been asked. */
  readonly retry?: RetryPolicy;
}

/** Options of a call that makes a Stacks transaction. */
export interface StacksTransactionOptions extends TransactionOptions {
  /** The most that it may cost, such as `5_000n` microSTX or `0.5 STX`. Default: the gateway's. */
  readonly maxFee?: bigint | string | undefined;
  /**
   * What it costs, such as `500n` microSTX or `0.0005 STX`: at least a microSTX for each byte. Default: the node's
   * middle estimate, and up to 1,023 microSTX more, as the key decides. With a fee from the caller, an equal
   * transaction under another key is identical to the last byte if it spends the same nonce.
   */
  readonly fee?: bigint | string | undefined;
  /**
   * Spends this nonce, rather than the account's next. A nonce that is spent, or that a waiting transaction has,
   * is refused.
   */
  readonly nonce?: string | number | bigint | undefined;
  /**
   * For calls of contracts. `refuse` (default): a call is refused before its approval is requested if there is no
   * such function, if its arguments don't fit, if its post-conditions demand more than the account has, or if
   * they don't allow what the call sends. `off`: none of that is checked, for calls that first bring in what they
   * send.
   */
  readonly trial?: 'refuse' | 'off' | undefined;
}

/** Options of `submitBatch`, the same for all of its members. */
export interface StacksBatchOptions extends Omit<StacksTransactionOptions, 'nonce'> {
  /**
   * Sends each transaction only when the one before it is confirmed, and none after one that failed
   * or was replaced. Default `false`: they are sent one after another, and a failure, which spends its
   * nonce, stops nothing.
   */
  readonly stopOnFailure?: boolean | undefined;
}

const ownOptions = z.object({
  maxFee: z.optional(maxFee),
  fee: z.optional(maxFee),
  nonce: z.optional(wholeNumber()),
  trial: z.optional(z.enum(['refuse', 'off'])),
  stopOnFailure: z.optional(z.boolean()),
});

/** A call's options, checked: the chain's own, and those that every transaction has. */
export interface CheckedOptions {
  readonly wishes: Wishes;
  readonly stopOnFailure: boolean;
  readonly options: ResolvedOptions;
}

/**
 * Checks all options before any request is made.
 *
 * @param foreign - Names of options that are not for this call.
 * @throws InvalidInputError naming the option.
 */
export function checkOptions(
  given: StacksTransactionOptions & StacksBatchOptions,
  gateway: { readonly defaults?: TransactionDefaults; readonly maxFee: bigint },
  foreign: readonly (keyof typeof ownOptions.shape)[],
): CheckedOptions {
  return readInput('options', () => {
    const { own, common } = splitOptions(ownOptions, given, foreign);
    const options = resolveOptions(common, gateway.defaults);
    const { maxFee: cap = gateway.maxFee, fee, nonce } = own;
    const { trial = 'refuse', stopOnFailure = false } = own;
    if (fee !== undefined && fee > cap) {
      throw new InvalidInputError('fee', 'must be no more than maxFee');
    }
    return { wishes: { maxFee: cap, fee, nonce, trial, replaces: false }, stopOnFailure, options };
  });
}
