import { ACCOUNT_FLAGS, type AccountRoot, has } from '../ledger/entries.js';
import type { ReadView } from '../ledger/view.js';
import type { ResultCode } from '../result-codes.js';
import type { Signer, Transaction } from '../transaction.js';

/** Whether those who signed may act for the account. That they signed was verified before. */
export function checkSigners(tx: Transaction, account: AccountRoot, view: ReadView): ResultCode {
  const signer = tx.keyAccount;
  // What is submitted is signed; only a dry run may leave the signer open.
  if (signer === undefined && !tx.has('Signers')) return 'tesSUCCESS';
  if (signer === undefined) return checkMultiSigners(tx, view);
  if (signer === account.RegularKey) return 'tesSUCCESS';
  if (signer !== account.Account) return 'tefBAD_AUTH';
  return has(account.Flags, ACCOUNT_FLAGS.disableMasterKey) ? 'tefMASTER_DISABLED' : 'tesSUCCESS';
}

function checkMultiSigners(tx: Transaction, view: ReadView): ResultCode {
  const list = view.signerList(tx.account);
  if (list === undefined) return 'tefNOT_MULTI_SIGNING';
  const weights = new Map(
    list.SignerEntries.map(({ SignerEntry }) => [SignerEntry.Account, SignerEntry.SignerWeight]),
  );
  let weight = 0;
  for (const signer of tx.signers) {
    const own = weights.get(signer.account);
    if (own === undefined) return 'tefBAD_SIGNATURE';
    const result = checkMember(signer, view);
    if (result !== 'tesSUCCESS') return result;
    weight += own;
  }
  return weight < list.SignerQuorum ? 'tefBAD_QUORUM' : 'tesSUCCESS';
}

/** A signer need not exist on the ledger; one that does signs with a key that is valid for it. */
function checkMember(signer: Signer, view: ReadView): ResultCode {
  const account = view.account(signer.account);
  if (signer.keyAccount === signer.account) {
    const disabled = account !== undefined && has(account.Flags, ACCOUNT_FLAGS.disableMasterKey);
    return disabled ? 'tefMASTER_DISABLED' : 'tesSUCCESS';
  }
  return account?.RegularKey === signer.keyAccount ? 'tesSUCCESS' : 'tefBAD_SIGNATURE';
}
