import { bytesToHex } from '../core/bytes.js';
import type { CallOptions } from '../core/clock.js';
import type { ForeignSighting, Sighting } from '../transactions/index.js';
import { encodeSigned, sha512Half, signingBytes, type UnsignedTransaction } from './codec.js';
import type { LedgerTransaction, XrplNode } from './node.js';
import { resultOf, type XrplTransactionResult } from './result.js';
import { decode } from './ripple.js';

/** How far back a spent number is searched for: pages of 200 transactions. */
const MAX_HISTORY_PAGES = 25;

type XrplSighting = Sighting<XrplTransactionResult>;

/**
 * What the ledger knows of a transaction. Its hash is tried first, since that is one request; but a
 * second signature of the same transaction has another hash, so only the account and the number
 * decide, and the signing digest says whose it is.
 */
export async function lookUp(
  node: XrplNode,
  networkId: number,
  transaction: UnsignedTransaction,
  hash: string | undefined,
  options: CallOptions,
): Promise<XrplSighting> {
  const [known, standing] = await Promise.all([
    hash === undefined ? undefined : node.transaction(hash, options),
    standingOf(node, transaction, options),
  ]);
  if (known && !isAbout(known, transaction)) {
    return { state: 'unknown', reason: 'the node shows another transaction under this hash' };
  }
  const result = known && resultOf(known, networkId);
  if (result) return outcomeOf(result);
  if (standing.state === 'unknown') return standing;
  if (standing.state === 'spent') return whoSpent(node, networkId, transaction, options);
  const expired = standing.ledgerIndex > transaction.LastLedgerSequence;
  return expired ? { state: 'expired' } : { state: 'open', seen: known !== undefined };
}

type Standing =
  | { readonly state: 'unspent'; readonly ledgerIndex: number }
  | { readonly state: 'spent' }
  | { readonly state: 'unknown'; readonly reason: string };

/**
 * Whether a transaction's number is spent. One answer of one node says both: how far it is
 * validated, and whether the number, or the Ticket, is still there.
 */
async function standingOf(
  node: XrplNode,
  { Account, Sequence, TicketSequence }: UnsignedTransaction,
  options: CallOptions,
): Promise<Standing> {
  if (TicketSequence !== undefined) {
    const ticket = await node.ticket(Account, Number(TicketSequence), options);
    if (!ticket) return { state: 'spent' };
    if (ticket.validated === true && ticket.ledger_index !== undefined) {
      return { state: 'unspent', ledgerIndex: ticket.ledger_index };
    }
    return { state: 'unknown', reason: 'the node has no validated ledger with this Ticket' };
  }
  const account = await node.accountInfo(Account, 'validated', options);
  if (account?.validated !== true || account.ledger_index === undefined) {
    return { state: 'unknown', reason: 'the node has no validated ledger with this account' };
  }
  if (account.account_data.Sequence > Sequence) return { state: 'spent' };
  return { state: 'unspent', ledgerIndex: account.ledger_index };
}

async function whoSpent(
  node: XrplNode,
  networkId: number,
  transaction: UnsignedTransaction,
  options: CallOptions,
): Promise<XrplSighting> {
  const spender = await findSpender(node, transaction, options);
  if (!spender) return { state: 'unknown', reason: 'the node no longer has who spent it' };
  const { hash } = encodeSigned(spender);
  if (digestOf(spender) !== digestOf(transaction)) return { state: 'replaced', by: hash };
  const ours = await node.transaction(hash, options);
  const result = ours && resultOf(ours, networkId);
  return result ? outcomeOf(result) : { state: 'unknown', reason: 'the node lost sight of it' };
}

/** The transaction of an account that spent the same sequence number, or the same Ticket. */
async function findSpender(
  node: XrplNode,
  { Account: account, Sequence, TicketSequence }: UnsignedTransaction,
  options: CallOptions,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const wanted = Number(TicketSequence ?? Sequence);
  let marker: unknown;
  for (let page = 0; page < MAX_HISTORY_PAGES; page++) {
    const history = await node.history(account, marker, options);
    for (const { tx_blob, validated } of history.transactions) {
      const sent = decode(tx_blob);
      if (validated === false || sent.Account !== account) continue;
      const number = Number(sent.Sequence);
      const spent = TicketSequence === undefined ? number : Number(sent.TicketSequence);
      if (spent === wanted) return sent;
      // Newest first: past a smaller number there is only what came before, also before a Ticket was
      // made. What spends a Ticket has no number.
      if (number > 0 && number < wanted) return undefined;
    }
    marker = history.marker;
    if (marker === undefined || marker === null) return undefined;
  }
  return undefined;
}

/** Whether a node's answer is about a transaction at all; a confused one has answers of others. */
function isAbout({ tx_json }: LedgerTransaction, wanted: UnsignedTransaction): boolean {
  return (
    tx_json.Account === wanted.Account &&
    tx_json.TransactionType === wanted.TransactionType &&
    tx_json.Sequence === wanted.Sequence &&
    tx_json.TicketSequence === wanted.TicketSequence
  );
}

/** What the ledger knows of a transaction that was not built here. */
export async function lookUpHash(
  node: XrplNode,
  networkId: number,
  hash: string,
  options: CallOptions,
): Promise<ForeignSighting<XrplTransactionResult> | undefined> {
  const known = await node.transaction(hash.toUpperCase(), options);
  const result = known && resultOf(known, networkId);
  return known && { number: numberIn(known), outcome: result && outcomeOf(result) };
}

function outcomeOf(result: XrplTransactionResult) {
  const { hash, meta } = result.result;
  const code = meta.TransactionResult;
  if (code === 'tesSUCCESS') return { state: 'confirmed', hash, result } as const;
  return { state: 'failed', hash, code, result } as const;
}

/** What identifies a transaction whoever signed it: its fields, without any signature. */
function digestOf(transaction: object): string {
  return bytesToHex(sha512Half(signingBytes(transaction)));
}

/** A transaction's own number, once the node knows it. */
function numberIn({ tx_json }: LedgerTransaction): bigint | undefined {
  const sequence = tx_json.Sequence;
  return typeof sequence === 'number' && sequence > 0 ? BigInt(sequence) : undefined;
}
