import { accountSet } from './account-set.js';
import { clawback } from './clawback.js';
import { credentialAccept, credentialCreate, credentialDelete } from './credentials.js';
import { depositPreauth } from './deposit-preauth.js';
import { setRegularKey, signerListSet } from './keys.js';
import { mptokenAuthorize, mptokenIssuanceCreate } from './mpt.js';
import { offerCancel } from './offer-cancel.js';
import { offerCreate } from './offer-create.js';
import { payment } from './payment.js';
import type { TransactionRules } from './rules.js';
import { ticketCreate } from './ticket-create.js';
import { trustSet } from './trust-set.js';

/** The types of transactions that are modelled. Any other is answered with `temUNKNOWN`. */
const RULES: ReadonlyMap<string, TransactionRules> = new Map([
  ['AccountSet', accountSet],
  ['Clawback', clawback],
  ['CredentialAccept', credentialAccept],
  ['CredentialCreate', credentialCreate],
  ['CredentialDelete', credentialDelete],
  ['DepositPreauth', depositPreauth],
  ['MPTokenAuthorize', mptokenAuthorize],
  ['MPTokenIssuanceCreate', mptokenIssuanceCreate],
  ['OfferCancel', offerCancel],
  ['OfferCreate', offerCreate],
  ['Payment', payment],
  ['SetRegularKey', setRegularKey],
  ['SignerListSet', signerListSet],
  ['TicketCreate', ticketCreate],
  ['TrustSet', trustSet],
]);

export function rulesFor(type: string): TransactionRules | undefined {
  return RULES.get(type);
}
