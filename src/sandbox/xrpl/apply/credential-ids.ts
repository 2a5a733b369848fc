import { CREDENTIAL_ACCEPTED, has } from '../ledger/entries.js';
import { hasExpired } from '../ledger/offers.js';
import type { ReadView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { OK } from './rules.js';

const MAX_IDS = 8;

/** The credentials that a transaction shows: what can be told of them by itself. */
export function checkCredentialIds(tx: Transaction): ResultCode {
  if (!tx.has('CredentialIDs')) return OK;
  const ids = tx.texts('CredentialIDs');
  const isMalformed = ids.length === 0 || ids.length > MAX_IDS || new Set(ids).size < ids.length;
  return isMalformed ? 'temMALFORMED' : OK;
}

/** Each is the sender's own, accepted and still valid, whether or not it is needed. */
export function claimCredentialIds(tx: Transaction, view: ReadView): ResultCode {
  return tx.texts('CredentialIDs').every((id) => isGood(view, id, tx.account))
    ? OK
    : 'tecBAD_CREDENTIALS';
}

export function isGood(view: ReadView, id: string, subject: string): boolean {
  const entry = view.get(id);
  return (
    entry?.LedgerEntryType === 'Credential' &&
    entry.Subject === subject &&
    has(entry.Flags, CREDENTIAL_ACCEPTED) &&
    !hasExpired(view, entry.Expiration)
  );
}
