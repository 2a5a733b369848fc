import {
  ACCOUNT_FLAGS,
  has,
  SIGNER_LIST_ONE_OWNER,
  type SignerEntry,
  type SignerList,
} from '../ledger/entries.js';
import { accountReserve } from '../ledger/fees.js';
import { compareAccounts, signerListKey } from '../ledger/keys.js';
import { adjustOwnerCount, eraseOwned, insertOwned } from '../ledger/owned.js';
import type { ReadView, WorkView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Transaction } from '../transaction.js';
import { type ApplyContext, firstFailure, OK, type TransactionRules } from './rules.js';

const MAX_SIGNERS = 32;

/** SetRegularKey: sets the key that may sign beside the master key, or removes it. */
export const setRegularKey: TransactionRules = {
  flags: 0,
  check: (tx) => (tx.text('RegularKey') === tx.account ? 'temBAD_REGKEY' : OK),
  apply: (tx, view) => {
    const account = view.account(tx.account);
    if (account === undefined) return 'terNO_ACCOUNT';
    const { RegularKey: _removed, ...rest } = account;
    const key = tx.text('RegularKey');
    if (key !== undefined) {
      view.putAccount({ ...rest, RegularKey: key });
      return OK;
    }
    const masterOff = has(account.Flags, ACCOUNT_FLAGS.disableMasterKey);
    if (masterOff && view.signerList(tx.account) === undefined) return 'tecNO_ALTERNATIVE_KEY';
    view.putAccount(rest);
    return OK;
  },
};

/** SignerListSet: who may sign together for the account, or nobody any more. */
export const signerListSet: TransactionRules = { flags: 0, check: checkList, apply: applyList };

function entriesOf(tx: Transaction): readonly SignerEntry[] {
  return tx
    .objects('SignerEntries', 'SignerEntry')
    .map((entry) => ({
      SignerEntry: {
        Account: String(entry.Account),
        SignerWeight: Number(entry.SignerWeight),
        ...(typeof entry.WalletLocator === 'string' ? { WalletLocator: entry.WalletLocator } : {}),
      },
    }))
    .sort((a, b) => compareAccounts(a.SignerEntry.Account, b.SignerEntry.Account));
}

function checkList(tx: Transaction): ResultCode {
  const quorum = tx.number('SignerQuorum') ?? 0;
  const entries = entriesOf(tx).map(({ SignerEntry }) => SignerEntry);
  if (quorum === 0) return entries.length === 0 ? OK : 'temMALFORMED';
  const names = entries.map(({ Account }) => Account);
  const total = entries.reduce((sum, { SignerWeight }) => sum + SignerWeight, 0);
  return firstFailure(
    () => (entries.length < 1 || entries.length > MAX_SIGNERS ? 'temMALFORMED' : OK),
    () => (new Set(names).size < names.length || names.includes(tx.account) ? 'temBAD_SIGNER' : OK),
    () => (entries.some(({ SignerWeight }) => SignerWeight <= 0) ? 'temBAD_WEIGHT' : OK),
    () => (total < quorum ? 'temBAD_QUORUM' : OK),
  );
}

function applyList(tx: Transaction, view: WorkView, context: ApplyContext): ResultCode {
  const quorum = tx.number('SignerQuorum') ?? 0;
  if (quorum === 0 && !canSignOtherwise(view, tx.account)) return 'tecNO_ALTERNATIVE_KEY';
  removeList(view, tx.account);
  if (quorum === 0) return OK;
  const owned = view.account(tx.account)?.OwnerCount ?? 0;
  if (context.priorBalance < accountReserve(view.facts.fees, owned + 1)) {
    return 'tecINSUFFICIENT_RESERVE';
  }
  const list: SignerList = {
    LedgerEntryType: 'SignerList',
    Flags: SIGNER_LIST_ONE_OWNER,
    OwnerNode: '0',
    SignerEntries: entriesOf(tx),
    SignerListID: 0,
    SignerQuorum: quorum,
  };
  insertOwned(view, signerListKey(tx.account), list, tx.account);
  adjustOwnerCount(view, tx.account, 1);
  return OK;
}

function canSignOtherwise(view: ReadView, address: string): boolean {
  const account = view.account(address);
  const masterOff = has(account?.Flags ?? 0, ACCOUNT_FLAGS.disableMasterKey);
  return !masterOff || account?.RegularKey !== undefined;
}

function removeList(view: WorkView, address: string): void {
  if (view.signerList(address) === undefined) return;
  eraseOwned(view, signerListKey(address), address);
  adjustOwnerCount(view, address, -1);
}
