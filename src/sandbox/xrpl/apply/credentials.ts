import { CREDENTIAL_ACCEPTED, type Credential, has } from '../ledger/entries.js';
import { accountReserve } from '../ledger/fees.js';
import { credentialKey } from '../ledger/keys.js';
import { hasExpired } from '../ledger/offers.js';
import { adjustOwnerCount, eraseOwned, insertOwned } from '../ledger/owned.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { type ApplyContext, OK, type TransactionRules } from './rules.js';

const MAX_TYPE_DIGITS = 128;
const MAX_URI_DIGITS = 512;

function typeOf(tx: Transaction): string {
  return tx.text('CredentialType') ?? '';
}

function hasBadType(tx: Transaction): boolean {
  const type = typeOf(tx);
  return type === '' || type.length > MAX_TYPE_DIGITS;
}

function affordsOneMore(view: ReadView, address: string, { priorBalance }: ApplyContext): boolean {
  const owned = view.account(address)?.OwnerCount ?? 0;
  return priorBalance >= accountReserve(view.facts.fees, owned + 1);
}

/** CredentialCreate: an issuer says something of a subject. It counts for nothing until accepted. */
export const credentialCreate: TransactionRules = {
  flags: 0,
  check: (tx) => {
    const uri = tx.text('URI');
    const badUri = uri !== undefined && (uri === '' || uri.length > MAX_URI_DIGITS);
    return hasBadType(tx) || badUri || !tx.has('Subject') ? 'temMALFORMED' : OK;
  },
  claim: (tx, view) => {
    const subject = tx.text('Subject') ?? '';
    if (view.account(subject) === undefined) return 'tecNO_TARGET';
    return view.credential(subject, tx.account, typeOf(tx)) === undefined ? OK : 'tecDUPLICATE';
  },
  apply: (tx, view, context) => {
    const Subject = tx.text('Subject') ?? '';
    const [Expiration, URI] = [tx.number('Expiration'), tx.text('URI')];
    if (hasExpired(view, Expiration)) return 'tecEXPIRED';
    if (!affordsOneMore(view, tx.account, context)) return 'tecINSUFFICIENT_RESERVE';
    const own = Subject === tx.account;
    const credential: Credential = {
      LedgerEntryType: 'Credential',
      CredentialType: typeOf(tx),
      ...(Expiration === undefined ? {} : { Expiration }),
      Flags: own ? CREDENTIAL_ACCEPTED : 0,
      Issuer: tx.account,
      IssuerNode: '0',
      Subject,
      SubjectNode: '0',
      ...(URI === undefined ? {} : { URI }),
    };
    const owners = own ? [tx.account] : [tx.account, Subject];
    insertOwned(view, credentialKey(Subject, tx.account, typeOf(tx)), credential, ...owners);
    adjustOwnerCount(view, tx.account, 1);
    return OK;
  },
};

/** CredentialAccept: the subject takes it, and its reserve with it. */
export const credentialAccept: TransactionRules = {
  flags: 0,
  check: (tx) => (hasBadType(tx) || !tx.has('Issuer') ? 'temMALFORMED' : OK),
  claim: (tx, view) => {
    const issuer = tx.text('Issuer') ?? '';
    if (view.account(issuer) === undefined) return 'tecNO_ISSUER';
    const credential = view.credential(tx.account, issuer, typeOf(tx));
    if (credential === undefined) return 'tecNO_ENTRY';
    return has(credential.Flags, CREDENTIAL_ACCEPTED) ? 'tecDUPLICATE' : OK;
  },
  apply: (tx, view, context) => {
    const issuer = tx.text('Issuer') ?? '';
    const credential = view.credential(tx.account, issuer, typeOf(tx));
    if (credential === undefined) return 'tecNO_ENTRY';
    if (!affordsOneMore(view, tx.account, context)) return 'tecINSUFFICIENT_RESERVE';
    if (hasExpired(view, credential.Expiration)) return 'tecEXPIRED';
    const key = credentialKey(tx.account, issuer, typeOf(tx));
    view.put(key, { ...credential, Flags: CREDENTIAL_ACCEPTED });
    adjustOwnerCount(view, issuer, -1);
    adjustOwnerCount(view, tx.account, 1);
    return OK;
  },
};

/** CredentialDelete: by its issuer or its subject, or by anyone once it has expired. */
export const credentialDelete: TransactionRules = {
  flags: 0,
  check: (tx) => (hasBadType(tx) || !(tx.has('Subject') || tx.has('Issuer')) ? 'temMALFORMED' : OK),
  claim: (tx, view) => (namedBy(tx, view) === undefined ? 'tecNO_ENTRY' : OK),
  apply: (tx, view) => {
    const credential = namedBy(tx, view);
    if (credential === undefined) return 'tecNO_ENTRY';
    const concerned = [credential.Subject, credential.Issuer].includes(tx.account);
    if (!concerned && !hasExpired(view, credential.Expiration)) return 'tecNO_PERMISSION';
    return remove(view, credential);
  },
};

function namedBy(tx: Transaction, view: ReadView): Credential | undefined {
  const subject = tx.text('Subject') ?? tx.account;
  const issuer = tx.text('Issuer') ?? tx.account;
  return view.credential(subject, issuer, typeOf(tx));
}

function remove(
  view: WorkView,
  { Subject, Issuer, CredentialType, Flags }: Credential,
): ResultCode {
  const owners = Subject === Issuer ? [Issuer] : [Issuer, Subject];
  eraseOwned(view, credentialKey(Subject, Issuer, CredentialType), ...owners);
  adjustOwnerCount(view, has(Flags, CREDENTIAL_ACCEPTED) ? Subject : Issuer, -1);
  return OK;
}
