import { offerKey } from '../ledger/keys.js';
import { deleteOffer } from '../ledger/offers.js';
import { OK, type TransactionRules } from './rules.js';

/** OfferCancel. An offer that is not there any more is no reason to fail. */
export const offerCancel: TransactionRules = {
  flags: 0,
  check: (tx) => (tx.number('OfferSequence') ? OK : 'temBAD_SEQUENCE'),
  claim: (tx, view) => {
    const next = view.account(tx.account)?.Sequence ?? 0;
    return next <= (tx.number('OfferSequence') ?? 0) ? 'temBAD_SEQUENCE' : OK;
  },
  apply: (tx, view) => {
    deleteOffer(view, offerKey(tx.account, tx.number('OfferSequence') ?? 0));
    return OK;
  },
};
