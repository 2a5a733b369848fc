import type { CredentialJson, DepositPreauth } from '../ledger/entries.js';
import { accountReserve } from '../ledger/fees.js';
import { credentialsPreauthKey, depositPreauthKey } from '../ledger/keys.js';
import { adjustOwnerCount, eraseOwned, insertOwned } from '../ledger/owned.js';
import type { ReadView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { OK, type TransactionRules } from './rules.js';

const MAX_CREDENTIALS = 8;

/** DepositPreauth: which accounts, or who with which credentials, may pay one that asks for authorisation. */
export const depositPreauth: TransactionRules = {
  flags: 0,
  check: (tx) => {
    const named = ['Authorize', 'Unauthorize', 'AuthorizeCredentials', 'UnauthorizeCredentials'];
    if (named.filter((name) => tx.has(name)).length !== 1) return 'temMALFORMED';
    const account = tx.text('Authorize') ?? tx.text('Unauthorize');
    if (account !== undefined) return account === tx.account ? 'temCANNOT_PREAUTH_SELF' : OK;
    return checkCredentials(credentialsIn(tx));
  },
  claim: (tx, view) => {
    const isThere = view.get(keyIn(tx)) !== undefined;
    if (isRemoval(tx)) return isThere ? OK : 'tecNO_ENTRY';
    const account = tx.text('Authorize');
    if (account !== undefined && view.account(account) === undefined) return 'tecNO_TARGET';
    const issuers = credentialsIn(tx).map(({ Credential }) => Credential.Issuer);
    if (issuers.some((issuer) => view.account(issuer) === undefined)) return 'tecNO_ISSUER';
    return isThere ? 'tecDUPLICATE' : OK;
  },
  apply: (tx, view, { priorBalance }) => {
    if (isRemoval(tx)) {
      eraseOwned(view, keyIn(tx), tx.account);
      adjustOwnerCount(view, tx.account, -1);
      return OK;
    }
    const owned = view.account(tx.account)?.OwnerCount ?? 0;
    if (priorBalance < accountReserve(view.facts.fees, owned + 1)) {
      return 'tecINSUFFICIENT_RESERVE';
    }
    const account = tx.text('Authorize');
    const entry: DepositPreauth = {
      LedgerEntryType: 'DepositPreauth',
      Account: tx.account,
      ...(account === undefined
        ? { AuthorizeCredentials: credentialsIn(tx) }
        : { Authorize: account }),
      Flags: 0,
      OwnerNode: '0',
    };
    insertOwned(view, keyIn(tx), entry, tx.account);
    adjustOwnerCount(view, tx.account, 1);
    return OK;
  },
};

/** Whether an account may pay another: it is named, or has exactly the credentials that are. */
export function isPreauthorized(
  view: ReadView,
  owner: string,
  sender: string,
  credentialIds: readonly string[],
): boolean {
  if (view.get(depositPreauthKey(owner, sender)) !== undefined) return true;
  if (credentialIds.length === 0) return false;
  const credentials = credentialIds.flatMap((id) => {
    const entry = view.get(id);
    if (entry?.LedgerEntryType !== 'Credential') return [];
    const { CredentialType, Issuer } = entry;
    return [{ Credential: { CredentialType, Issuer } }];
  });
  return view.get(credentialsPreauthKey(owner, credentials)) !== undefined;
}

function isRemoval(tx: Transaction): boolean {
  return tx.has('Unauthorize') || tx.has('UnauthorizeCredentials');
}

function keyIn(tx: Transaction): string {
  const account = tx.text('Authorize') ?? tx.text('Unauthorize');
  return account === undefined
    ? credentialsPreauthKey(tx.account, credentialsIn(tx))
    : depositPreauthKey(tx.account, account);
}

function credentialsIn(tx: Transaction): readonly CredentialJson[] {
  const field = tx.has('AuthorizeCredentials') ? 'AuthorizeCredentials' : 'UnauthorizeCredentials';
  return tx.objects(field, 'Credential').map(({ CredentialType, Issuer }) => ({
    Credential: { CredentialType: String(CredentialType), Issuer: String(Issuer) },
  }));
}

function checkCredentials(credentials: readonly CredentialJson[]): ResultCode {
  if (credentials.length === 0) return 'temARRAY_EMPTY';
  if (credentials.length > MAX_CREDENTIALS) return 'temARRAY_TOO_LARGE';
  const names = credentials.map(({ Credential }) => JSON.stringify(Credential));
  return new Set(names).size < names.length ? 'temMALFORMED' : OK;
}
