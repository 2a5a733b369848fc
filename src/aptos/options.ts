import * as z from 'zod/mini';
import { InvalidInputError } from '../core/errors.js';
import { feeCap, vaultId, wholeNumber } from '../core/fields.js';
import type { PollPace } from '../core/poll.js';
import { readInput } from '../core/read-input.js';
import type { RetryPolicy } from '../core/retry.js';
import { splitOptions } from '../gateway/call-options.js';
import type { GatewayBasics, LaneSharing } from '../gateway/settings.js';
import type { KeyPath } from '../signer/raw-signer.js';
import type { TransactionOptions } from '../transactions/index.js';
import { type ResolvedOptions, resolveOptions } from '../transactions/options.js';
import type { AptosNetwork } from './network.js';
import { MAX_SEQUENCE_NUMBER } from './result.js';
import { NATIVE_DECIMALS } from './wire/native-coin.js';

/** 0.2 coins: the most that the chain's own SDK lets a transaction cost. */
export const DEFAULT_MAX_FEE = 20_000_000n;

/** The same words on every network, whatever its coin is called. */
export const maxFee = feeCap({ whole: 'coins', base: 'octas' }, NATIVE_DECIMALS);

/** The options of an {@link AptosGateway}. */
export interface AptosGatewayOptions extends GatewayBasics {
  /**
   * `aptos-mainnet`, `aptos-testnet`, `movement-mainnet`, `movement-testnet`, or `{ url, indexerUrl, archiveUrl,
   * chainId }`, of which only the first is needed. `url` may be several, each a URL or `{ url, operator, apiKey,
   * headers }`; `archiveUrl` is asked, without the others' keys, for what nodes have pruned.
   */
  readonly network: AptosNetwork;
  /**
   * Sent as `Authorization: Bearer` to every endpoint that is given by name or as a plain URL. One that is given
   * as an object gets only the key that it names itself.
   */
  readonly apiKey?: string;
  /**
   * The derivation path of keys at the custody platform. Default `m/44/637/vault/0/0`. An idempotency key is bound to
   * the address that follows: with another path, a repeated call is another transaction.
   */
  readonly derivation?: Partial<KeyPath>;
  /**
   * How transactions of one account share it, in one process or, with a `store`, in all that are given
   * the same one: one after the other (`serial`, the default), or up to `depth` signing requests at
   * once, submitted in order (`pipeline`, for automatic approvals; 10).
   */
  readonly lanes?: LaneSharing &
    ({ readonly mode?: 'serial' } | { readonly mode: 'pipeline'; readonly depth?: number });
  /**
   * The most that a transaction's gas may cost: a bigint of octas, or text with its unit, such as `0.2 coins` (the
   * default).
   */
  readonly maxFee?: bigint | string;
  /** How often a submitted transaction is looked at, in addition to the node's own waiting. */
  readonly polling?: PollPace;
  /** How often a request that fails temporarily is repeated, once every node has been asked. */
  readonly retry?: RetryPolicy;
}

/** A whole number: a bigint, a decimal string, or a number that is exact. */
export type WholeNumber = bigint | string | number;

/** Options of a call that makes an Aptos transaction. */
export interface AptosTransactionOptions extends TransactionOptions {
  /** The most that its gas may cost, such as `500_000n` octas or `0.2 coins`. Default: the gateway's. */
  readonly maxFee?: bigint | string | undefined;
  /** In gas units. Default: twice what the simulation used, and up to 511 more, as the key decides. */
  readonly maxGasAmount?: WholeNumber | undefined;
  /** In octas. Default: the node's estimate. */
  readonly gasUnitPrice?: WholeNumber | undefined;
  /**
   * When it becomes invalid, in seconds of Unix time; it must leave time for an approval. Default: the approval
   * window and five minutes, from the ledger's time, and up to a quarter more, as the key decides.
   */
  readonly expireTimestamp?: WholeNumber | undefined;
  /**
   * Spends this number, rather than the account's next. One that is spent already, or that another key's transaction
   * has, is refused.
   */
  readonly accountSequenceNumber?: WholeNumber | undefined;
  /**
   * Has a node try the transaction before an approval is requested. Default `true`. Without a trial, a failing
   * transaction costs an approval and its gas.
   */
  readonly simulate?: boolean | undefined;
  /**
   * Goes without a sequence number (AIP-123), so that it waits for no other transaction and none waits for it.
   * The chain gives it a minute at most, so it is for approvals that take seconds: `approvalWindowSeconds` is 45
   * by default then, and at most. It can't be cancelled. A later attempt has another nonce, so nothing on the chain
   * excludes that both land: with one operator `newAttempt` then rests on its word alone that the first has expired.
   * While an attempt may still land, the next has its kind of number; another choice is refused.
   */
  readonly orderless?: boolean | undefined;
  /** Another vault account, which pays for the gas and signs too, in the same signing request. */
  readonly feePayerVaultAccountId?: string | undefined;
  /** Further vault accounts that sign, in the order of the function's signers. */
  readonly secondarySignerVaultAccountIds?: readonly string[] | undefined;
}

/** Options of `submit`, without those whose values the transaction already contains. */
export type AptosSubmitOptions = Omit<
  AptosTransactionOptions,
  'maxGasAmount' | 'gasUnitPrice' | 'expireTimestamp' | 'accountSequenceNumber' | 'orderless'
>;

/** Options of `submitBatch`, the same for all of its members. */
export interface AptosBatchOptions
  extends Omit<
    AptosTransactionOptions,
    | 'accountSequenceNumber'
    | 'orderless'
    | 'feePayerVaultAccountId'
    | 'secondarySignerVaultAccountIds'
  > {
  /**
   * Sends each transaction only when the one before it is confirmed, and none after one that failed
   * on the ledger, expired, or was replaced. Default `false`: they are sent one after another, and a
   * failure, which spends its number, stops nothing.
   */
  readonly stopOnFailure?: boolean | undefined;
}

/** The chain takes no orderless transaction that lives longer than a minute; part of that is needed to submit it. */
const MAX_ORDERLESS_APPROVAL_SECONDS = 45;

const ownOptions = z.object({
  maxFee: z.optional(maxFee),
  maxGasAmount: z.optional(wholeNumber(1n, ' of gas units')),
  gasUnitPrice: z.optional(wholeNumber(1n, ' of octas')),
  expireTimestamp: z.optional(wholeNumber(1n, ' of seconds')),
  accountSequenceNumber: z.optional(wholeNumber().check(z.lte(MAX_SEQUENCE_NUMBER))),
  simulate: z.optional(z.boolean()),
  orderless: z.optional(z.boolean()),
  feePayerVaultAccountId: z.optional(vaultId),
  secondarySignerVaultAccountIds: z.optional(z.array(vaultId).check(z.maxLength(32))),
  stopOnFailure: z.optional(z.boolean()),
});

/** The caller's choices for a transaction. */
export interface Wishes {
  readonly maxFee: bigint;
  readonly maxGasAmount?: bigint | undefined;
  readonly gasUnitPrice?: bigint | undefined;
  readonly expireTimestamp?: bigint | undefined;
  readonly simulate: boolean;
  readonly orderless: boolean;
}

/** A call's options, checked: the chain's own, and those that every transaction has. */
export interface CheckedOptions {
  readonly wishes: Wishes;
  readonly accountSequenceNumber?: bigint | undefined;
  readonly feePayerVaultAccountId?: string | undefined;
  readonly secondarySignerVaultAccountIds?: readonly string[] | undefined;
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
  given: AptosTransactionOptions & AptosBatchOptions,
  gateway: Pick<AptosGatewayOptions, 'defaults'> & { readonly maxFee: bigint },
  foreign: readonly (keyof typeof ownOptions.shape)[],
): CheckedOptions {
  return readInput('options', () => {
    const { own, common } = splitOptions(ownOptions, given, foreign);
    const {
      maxFee = gateway.maxFee,
      maxGasAmount,
      gasUnitPrice,
      expireTimestamp,
      simulate = true,
      orderless = false,
      stopOnFailure = false,
      ...rest
    } = own;
    const terms = orderless ? withShortApproval(common, own) : common;
    const options = resolveOptions(terms, gateway.defaults);
    const wishes = { maxFee, maxGasAmount, gasUnitPrice, expireTimestamp, simulate, orderless };
    return { ...rest, wishes, stopOnFailure, options };
  });
}

function withShortApproval(
  options: TransactionOptions,
  { accountSequenceNumber, expireTimestamp }: z.output<typeof ownOptions>,
): TransactionOptions {
  const { approvalWindowSeconds = MAX_ORDERLESS_APPROVAL_SECONDS } = options;
  if (accountSequenceNumber !== undefined) {
    throw new InvalidInputError('accountSequenceNumber', 'is not for an orderless transaction');
  }
  if (expireTimestamp !== undefined) {
    throw new InvalidInputError('expireTimestamp', 'is not for an orderless transaction');
  }
  if (approvalWindowSeconds > MAX_ORDERLESS_APPROVAL_SECONDS) {
    const reason = `must be ${MAX_ORDERLESS_APPROVAL_SECONDS} at most for an orderless transaction`;
    throw new InvalidInputError('approvalWindowSeconds', reason);
  }
  return { ...options, approvalWindowSeconds };
}
