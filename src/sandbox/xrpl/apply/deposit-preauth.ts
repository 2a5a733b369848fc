import type { DepositPreauth } from '../ledger/entries.js';
import { accountReserve } from '../ledger/fees.js';
import { depositPreauthKey } from '../ledger/keys.js';
import { adjustOwnerCount, eraseOwned, insertOwned } from '../ledger/owned.js';
import { OK, type TransactionRules } from './rules.js';

/** DepositPreauth of accounts: who may pay an account that asks for authorisation. */
export const depositPreauth: TransactionRules = {
  flags: 0,
  check: (tx) => {
    const [added, removed] = [tx.text('Authorize'), tx.text('Unauthorize')];
    // Preauthorisation by credentials is not modelled.
    if ((added === undefined) === (removed === undefined)) return 'temMALFORMED';
    return added === tx.account || removed === tx.account ? 'temCANNOT_PREAUTH_SELF' : OK;
  },
  claim: (tx, view) => {
    const [added, removed] = [tx.text('Authorize'), tx.text('Unauthorize')];
    if (added !== undefined) {
      if (view.account(added) === undefined) return 'tecNO_TARGET';
      return view.depositPreauth(tx.account, added) === undefined ? OK : 'tecDUPLICATE';
    }
    return view.depositPreauth(tx.account, removed ?? '') === undefined ? 'tecNO_ENTRY' : OK;
  },
  apply: (tx, view, { priorBalance }) => {
    const [added, removed] = [tx.text('Authorize'), tx.text('Unauthorize')];
    if (added === undefined) {
      eraseOwned(view, depositPreauthKey(tx.account, removed ?? ''), tx.account);
      adjustOwnerCount(view, tx.account, -1);
      return OK;
    }
    const owned = view.account(tx.account)?.OwnerCount ?? 0;
    if (priorBalance < accountReserve(view.facts.fees, owned + 1)) {
      return 'tecINSUFFICIENT_RESERVE';
    }
    const entry: DepositPreauth = {
      LedgerEntryType: 'DepositPreauth',
      Account: tx.account,
      Authorize: added,
      Flags: 0,
      OwnerNode: '0',
    };
    insertOwned(view, depositPreauthKey(tx.account, added), entry, tx.account);
    adjustOwnerCount(view, tx.account, 1);
    return OK;
  },
};
