import type { CallOptions, Clock } from '../core/clock.js';
import type { NetlinkAccount, NetlinkTransaction } from './answers.js';
import type { NetlinkClient } from './client.js';
import type {
  InternalTransferRequest,
  SubAccountsTransferRequest,
  SubMainTransferRequest,
  WithdrawalRequest,
} from './requests.js';

/** What was sent, by the name of the client's method. */
export type UnconfirmedMove =
  | { readonly operation: 'withdraw'; readonly request: WithdrawalRequest }
  | { readonly operation: 'transferSubMain'; readonly request: SubMainTransferRequest }
  | { readonly operation: 'transferSubAccounts'; readonly request: SubAccountsTransferRequest }
  | { readonly operation: 'transferInternal'; readonly request: InternalTransferRequest };

/** What is known of it besides. */
export interface UnconfirmedFacts {
  /** Milliseconds since the epoch, just before it was sent. */
  readonly sentAt: number;
  /** What `listAccounts` gave just before that. Without it, nothing can be told to be missing. */
  readonly accountsBefore?: readonly NetlinkAccount[] | undefined;
  /** Transactions that are other moves': whoever moves the same amount again has their ids. */
  readonly otherTransactionIDs?: readonly string[] | undefined;
  /** How far the provider's clock may be from ours, in milliseconds. Default one minute. */
  readonly clockSkewMs?: number | undefined;
  /** Default: the machine's. */
  readonly clock?: Clock | undefined;
}

/** Why nobody can know. */
export type UnconfirmedDoubt =
  /** Several transactions fit. */
  | 'several-fit'
  /** The balance has changed by something else than this, or by more. */
  | 'balance-moved'
  /** There is no balance from before, or the account shows none. */
  | 'no-balance';

/** What history and balances say of a move that had no answer. */
export type UnconfirmedOutcome =
  /** It was carried out, or taken on: the transaction's `status` says which. Between account types there is none. */
  | { readonly outcome: 'found'; readonly transaction: NetlinkTransaction | undefined }
  /**
   * Neither shows it by then. A provider may still be at it: look again before you send it again, later
   * than it takes the provider to do anything.
   */
  | { readonly outcome: 'not-found'; readonly asOf: number }
  | { readonly outcome: 'unknown'; readonly doubt: UnconfirmedDoubt };

/**
 * What became of a move that ended in a `NetlinkUnconfirmedError`, from history and balances. It only reads.
 *
 * The history names no address: a transaction of the same coin, network, amount and time is taken to be
 * the one, if there is just one. `unknown` is for a person to ask the provider, and no reason to send again.
 *
 * @throws InvalidInputError for what is no move, and what the client's reads throw.
 *
 * @example
 * ```ts
 * import { NetlinkClient, NetlinkUnconfirmedError, settleUnconfirmed } from 'custody-gateways/netlink';
 * import type { InternalTransferRequest, UnconfirmedOutcome } from 'custody-gateways/netlink';
 *
 * async function move(
 *   client: NetlinkClient,
 *   request: InternalTransferRequest,
 * ): Promise<UnconfirmedOutcome | undefined> {
 *   const accountsBefore = await client.listAccounts();
 *   const sentAt = Date.now();
 *   try {
 *     await client.transferInternal(request);
 *   } catch (error) {
 *     if (!(error instanceof NetlinkUnconfirmedError)) throw error;
 *     const sent = { operation: 'transferInternal', request } as const;
 *     return settleUnconfirmed(client, sent, { sentAt, accountsBefore });
 *   }
 *   return undefined;
 * }
 * ```
 */
export async function settleUnconfirmed(
  client: Pick<NetlinkClient, 'listAccounts' | 'iterateTransactions'>,
  sent: UnconfirmedMove,
  facts: UnconfirmedFacts,
  options?: CallOptions,
): Promise<UnconfirmedOutcome> {
  const { settled } = await import('./settle-unconfirmed.js');
  return settled(client, sent, facts, options);
}
