import type { CallOptions, Clock } from '../core/clock.js';
import type { NetlinkAccount, NetlinkTransaction } from './answers.js';
import type { NetlinkClient } from './client.js';
import type {
  InternalTransferRequest,
  SubAccountsTransferRequest,
  SubMainTransferRequest,
  WithdrawalRequest,
} from './requests.js';

/** The request that was sent, with the name of the client's method. */
export type UnconfirmedMove =
  | {
      /** The method that was called. */
      readonly operation: 'withdraw';
      /** What it was called with. */
      readonly request: WithdrawalRequest;
    }
  | {
      /** The method that was called. */
      readonly operation: 'transferSubMain';
      /** What it was called with. */
      readonly request: SubMainTransferRequest;
    }
  | {
      /** The method that was called. */
      readonly operation: 'transferSubAccounts';
      /** What it was called with. */
      readonly request: SubAccountsTransferRequest;
    }
  | {
      /** The method that was called. */
      readonly operation: 'transferInternal';
      /** What it was called with. */
      readonly request: InternalTransferRequest;
    };

/** Further facts about the request. */
export interface UnconfirmedFacts {
  /** Milliseconds since the epoch, just before it was sent. */
  readonly sentAt: number;
  /** The result of `listAccounts` just before that. Without it, a missing move can't be recognised. */
  readonly accountsBefore?: readonly NetlinkAccount[] | undefined;
  /** Ids of transactions that belong to other moves; a caller that moves the same amount several times knows them. */
  readonly otherTransactionIDs?: readonly string[] | undefined;
  /** How far the provider's clock may be from ours, in milliseconds. Default one minute. */
  readonly clockSkewMs?: number | undefined;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
}

/** The reason why the outcome is unknown. */
export type UnconfirmedDoubt =
  /** Several transactions fit. */
  | 'several-fit'
  /** The balance has changed by something else, or by more than this move. */
  | 'balance-moved'
  /** There is no earlier balance, or the account shows none. */
  | 'no-balance';

/** The outcome of a move without an answer, by history and balances. */
export type UnconfirmedOutcome =
  /**
   * It was carried out, or accepted: the transaction's `status` says which. A transfer between account types has
   * no transaction.
   */
  | {
      /** The history shows it, or the balances do. */
      readonly outcome: 'found';
      /** The only one that fits; `undefined` for a transfer between account types. */
      readonly transaction: NetlinkTransaction | undefined;
    }
  /**
   * Neither shows it at that time. A provider may still be working on it: before you send it again, look once
   * more, after the longest time that the provider takes.
   */
  | {
      /** Nothing fits, and no balance has changed. */
      readonly outcome: 'not-found';
      /** When the balances had been read, in milliseconds since the epoch. */
      readonly asOf: number;
    }
  | {
      /** History and balances leave it open: ask the provider. */
      readonly outcome: 'unknown';
      /** What leaves it open. */
      readonly doubt: UnconfirmedDoubt;
    };

/**
 * Finds the outcome of a move that ended in a `NetlinkUnconfirmedError`, from history and balances. It only
 * reads.
 *
 * The history names no address: a transaction of the same coin, network, amount and time is taken as the move's,
 * if there is only one. On `unknown`, a person has to ask the provider; it is no reason to send again.
 *
 * @throws InvalidInputError for a request that is no move, and the errors of the client's reads.
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
