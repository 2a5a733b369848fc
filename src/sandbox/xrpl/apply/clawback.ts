import { ACCOUNT_FLAGS, has } from '../ledger/entries.js';
import { moveTokens } from '../ledger/line-changes.js';
import { balanceWith } from '../ledger/lines.js';
import { compare } from '../values/token-value.js';
import { OK, type TransactionRules } from './rules.js';

/** Clawback: an issuer takes its tokens back. The Amount names the holder where an issuer would be. */
export const clawback: TransactionRules = {
  flags: 0,
  check: (tx) => {
    const amount = tx.amount('Amount');
    if (amount?.kind !== 'token' || amount.value.mantissa <= 0n) return 'temBAD_AMOUNT';
    return amount.issuer === tx.account || amount.currency === 'XRP' ? 'temBAD_AMOUNT' : OK;
  },
  claim: (tx, view) => {
    const amount = tx.amount('Amount');
    const flags = view.account(tx.account)?.Flags ?? 0;
    if (amount?.kind !== 'token' || view.account(amount.issuer) === undefined) {
      return 'terNO_ACCOUNT';
    }
    const allowed =
      has(flags, ACCOUNT_FLAGS.allowTrustLineClawback) && !has(flags, ACCOUNT_FLAGS.noFreeze);
    if (!allowed) return 'tecNO_PERMISSION';
    if (view.line(tx.account, amount.issuer, amount.currency) === undefined) return 'tecNO_LINE';
    const held = balanceWith(view, amount.issuer, tx.account, amount.currency).mantissa;
    if (held < 0n) return 'tecNO_PERMISSION';
    return held === 0n ? 'tecINSUFFICIENT_FUNDS' : OK;
  },
  apply: (tx, view) => {
    const amount = tx.amount('Amount');
    if (amount?.kind !== 'token') return 'temBAD_AMOUNT';
    const { issuer: holder, currency, value } = amount;
    const held = balanceWith(view, holder, tx.account, currency);
    const taken = compare(value, held) < 0 ? value : held;
    moveTokens(view, holder, tx.account, currency, taken);
    return OK;
  },
};
