import type { NetworkFees } from '../ledger/fees.js';
import { minimumFee } from '../ledger/fees.js';
import { ticketKey } from '../ledger/keys.js';
import { creditDrops, eraseTicket } from '../ledger/owned.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import { isClaim, type ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import type { AmountJson } from '../values/amounts.js';
import type { MptJson } from '../values/mpt-amounts.js';
import { TokenOverflow } from '../values/token-value.js';
import { rulesFor } from './registry.js';
import { type ApplyContext, firstFailure, OK } from './rules.js';
import { checkSigners } from './signers.js';

/** What became of a transaction that was tried on an open ledger. */
export interface Applied {
  readonly result: ResultCode;
  /** What a payment delivered, where that is not its Amount. */
  readonly delivered?: AmountJson | MptJson;
}

/** Flags that any transaction may carry: that its signature is canonical. */
const UNIVERSAL_FLAGS = 0x80000000;
const NETWORK_ID_FROM = 1024;
const MAX_DROPS = 10n ** 17n;
const ACCOUNT_ZERO = 'rrrrrrrrrrrrrrrrrrrrrhoLvTp';

/** What can be told from the transaction alone, in the order in which a node looks. */
export function preflight(tx: Transaction, networkId: number): ResultCode {
  const rules = rulesFor(tx.type);
  if (rules === undefined) return 'temUNKNOWN';
  return firstFailure(
    () => checkNetwork(tx, networkId),
    () => (tx.account === ACCOUNT_ZERO ? 'temBAD_SRC_ACCOUNT' : OK),
    () => (tx.fee < 0n || tx.fee > MAX_DROPS ? 'temBAD_FEE' : OK),
    () => (tx.ticket !== undefined && tx.has('AccountTxnID') ? 'temINVALID' : OK),
    () => (hasUnknownFlag(tx, rules.flags) ? 'temINVALID_FLAG' : OK),
    () => rules.check(tx),
  );
}

/** Networks with small ids forbid the NetworkID, others insist on theirs. */
function checkNetwork(tx: Transaction, networkId: number): ResultCode {
  const given = tx.number('NetworkID');
  if (networkId <= NETWORK_ID_FROM) {
    return given === undefined ? OK : 'telNETWORK_ID_MAKES_TX_NON_CANONICAL';
  }
  if (given === undefined) return 'telREQUIRES_NETWORK_ID';
  return given === networkId ? OK : 'telWRONG_NETWORK';
}

function hasUnknownFlag(tx: Transaction, flags: number): boolean {
  return (tx.flags & ~(flags | UNIVERSAL_FLAGS)) !== 0;
}

/** What can be told from the ledger, in the order in which a node looks. */
export function preclaim(tx: Transaction, view: ReadView): ResultCode {
  const account = view.account(tx.account);
  if (account === undefined) return 'terNO_ACCOUNT';
  const { index, fees } = view.facts;
  return firstFailure(
    () => checkSequence(tx, view),
    () => {
      const prior = tx.text('AccountTxnID');
      return prior === undefined || prior === account.AccountTxnID ? OK : 'tefWRONG_PRIOR';
    },
    () => (tx.lastLedger !== undefined && index > tx.lastLedger ? 'tefMAX_LEDGER' : OK),
    () => (tx.fee < requiredFee(minimumFee(fees), fees, tx) ? 'telINSUF_FEE_P' : OK),
    () => (BigInt(account.Balance) < tx.fee ? 'terINSUF_FEE_B' : OK),
    () => checkSigners(tx, account, view),
    () => rulesFor(tx.type)?.claim?.(tx, view) ?? OK,
  );
}

export function checkSequence(tx: Transaction, view: ReadView): ResultCode {
  const account = view.account(tx.account);
  if (account === undefined) return 'terNO_ACCOUNT';
  if (tx.ticket !== undefined) {
    if (tx.sequence !== 0) return 'temSEQ_AND_TICKET';
    if (tx.ticket >= account.Sequence) return 'terPRE_TICKET';
    return view.ticket(ticketKey(tx.account, tx.ticket)) === undefined ? 'tefNO_TICKET' : OK;
  }
  if (tx.sequence > account.Sequence) return 'terPRE_SEQ';
  return tx.sequence < account.Sequence ? 'tefPAST_SEQ' : OK;
}

/** `forPlain` drops, scaled to this transaction: every signature of many costs one base fee more. */
export function requiredFee(forPlain: bigint, fees: NetworkFees, tx: Transaction): bigint {
  const units = BigInt(1 + tx.signers.length);
  return fees.baseFee === 0n ? 0n : forPlain * units;
}

/**
 * Applies a transaction that passed {@link preflight}. Into `view` goes all it did, or its fee and
 * its number alone when it failed on the ledger, or nothing when the ledger won't have it.
 */
export function applyTransaction(tx: Transaction, view: WorkView): Applied {
  const claimed = preclaim(tx, view);
  if (claimed !== OK && !isClaim(claimed)) return { result: claimed };
  const priorBalance = BigInt(view.account(tx.account)?.Balance ?? 0);
  const paid = view.nested();
  payFee(tx, paid);
  if (claimed !== OK) {
    paid.commit(view);
    return { result: claimed };
  }
  const done = paid.nested();
  const { result, delivered } = runRules(tx, done, priorBalance);
  if (result === OK) done.commit(paid);
  if (result === OK || isClaim(result)) paid.commit(view);
  return { result, ...(result === OK && delivered !== undefined ? { delivered } : {}) };
}

function runRules(tx: Transaction, view: WorkView, priorBalance: bigint): Applied {
  let delivered: AmountJson | MptJson | undefined;
  const context: ApplyContext = {
    priorBalance,
    deliver: (amount) => {
      delivered = amount;
    },
  };
  try {
    const result = rulesFor(tx.type)?.apply(tx, view, context) ?? 'temUNKNOWN';
    return { result, ...(delivered === undefined ? {} : { delivered }) };
  } catch (error) {
    if (error instanceof TokenOverflow) return { result: 'tecINTERNAL' };
    throw error;
  }
}

/** Uses up the number or the ticket, and takes the fee. */
function payFee(tx: Transaction, view: WorkView): void {
  creditDrops(view, tx.account, -tx.fee);
  if (tx.ticket !== undefined) eraseTicket(view, tx.account, tx.ticket);
  const account = view.account(tx.account);
  if (account === undefined) return;
  view.putAccount({
    ...account,
    Sequence: tx.ticket === undefined ? tx.sequence + 1 : account.Sequence,
    ...(account.AccountTxnID === undefined ? {} : { AccountTxnID: tx.hash }),
  });
}
