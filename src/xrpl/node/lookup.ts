import type { CallOptions } from '../../core/clock.js';
import type { LookUpRequest, TransactionStatus } from '../../transactions/index.js';
import type { OtherKeys } from '../../transactions/records/other-keys.js';
import { outcomeOf, resultOf, type XrplTransactionResult } from '../result.js';
import type { UnsignedTransaction } from '../wire/codec.js';
import { asSigned } from './as-signed.js';
import type { LedgerTransaction, XrplNode } from './node.js';

export type XrplStatus = TransactionStatus<XrplTransactionResult>;

/** The ledger as one node shows it, and what its answers are checked against. */
export interface LedgerView {
  readonly node: XrplNode;
  readonly networkId: number;
  readonly otherKeys: OtherKeys | undefined;
}

/**
 * What the ledger shows of a transaction. Its hash is tried first, since that is one request; but a second
 * signature of the same transaction has another hash, so only the account and the number decide, and the signing
 * digest shows whether it is the same transaction.
 */
export async function lookUp(
  ledger: LedgerView,
  { transaction, hash }: LookUpRequest<UnsignedTransaction>,
  options: CallOptions,
): Promise<XrplStatus> {
  const { node, networkId } = ledger;
  const [known, standing] = await Promise.all([
    hash === undefined ? undefined : node.transaction(hash, options),
    standingOf(node, transaction, options),
  ]);
  if (known && !isAbout(known, transaction)) {
    return { state: 'unknown', reason: 'the node shows another transaction under this hash' };
  }
  const result = known && resultOf(asSigned(known, transaction), networkId);
  if (result) return outcomeOf(result);
  if (standing.state === 'unknown') return standing;
  if (standing.state === 'spent') {
    // The curves are needed only if another transaction may have spent the number.
    const { whoSpent } = await import('./spender.js');
    return whoSpent(ledger, transaction, standing.ledgerIndex, options);
  }
  const expired = standing.ledgerIndex > transaction.LastLedgerSequence;
  return expired ? { state: 'expired' } : { state: 'open', seen: known !== undefined };
}

type Standing =
  | { readonly state: 'unspent'; readonly ledgerIndex: number }
  /** How far it is validated is not in an answer that says that there is no such account, or Ticket. */
  | { readonly state: 'spent'; readonly ledgerIndex: number | undefined }
  | { readonly state: 'unknown'; readonly reason: string };

/**
 * Whether a transaction's number is spent. One answer of one node shows both: how far it is validated, and
 * whether the number, or the Ticket, is still there.
 */
async function standingOf(
  node: XrplNode,
  { Account, Sequence, TicketSequence }: UnsignedTransaction,
  options: CallOptions,
): Promise<Standing> {
  if (TicketSequence !== undefined) {
    const ticket = await node.ticket(Account, Number(TicketSequence), options);
    if (!ticket) return { state: 'spent', ledgerIndex: undefined };
    if (ticket.validated === true && ticket.ledger_index !== undefined) {
      return { state: 'unspent', ledgerIndex: ticket.ledger_index };
    }
    return { state: 'unknown', reason: 'the node has no validated ledger with this Ticket' };
  }
  const account = await node.accountInfo(Account, 'validated', options);
  // It is deleted, its numbers with it; or the node doesn't know it yet, and then no transaction that spent them.
  if (!account) return { state: 'spent', ledgerIndex: undefined };
  if (account.validated !== true || account.ledger_index === undefined) {
    return { state: 'unknown', reason: 'the node has no validated ledger with this account' };
  }
  const { account_data, ledger_index: ledgerIndex } = account;
  return { state: account_data.Sequence > Sequence ? 'spent' : 'unspent', ledgerIndex };
}

/** Whether a node's answer is about a transaction at all; a faulty node may answer about another. */
function isAbout({ tx_json }: LedgerTransaction, wanted: UnsignedTransaction): boolean {
  return (
    tx_json.Account === wanted.Account &&
    tx_json.TransactionType === wanted.TransactionType &&
    tx_json.Sequence === wanted.Sequence &&
    tx_json.TicketSequence === wanted.TicketSequence
  );
}
