/** The ledger's numbers, copied by hand from its documentation. */
type Numbers = Readonly<Record<string, number>>;

export const OFFER_FLAGS = {
  tfPassiveOffer: 65_536,
  tfImmediateOrCancelOffer: 131_072,
  tfFillOrKillOffer: 262_144,
  tfSellOffer: 524_288,
  tfHybridOffer: 1_048_576,
} satisfies Numbers;

export const PAYMENT_FLAGS = {
  tfNoRippleDirect: 65_536,
  tfPartialPayment: 131_072,
  tfLimitQuality: 262_144,
} satisfies Numbers;

export const LINE_FLAGS = {
  tfSetfAuth: 65_536,
  tfSetNoRipple: 131_072,
  tfClearNoRipple: 262_144,
  tfSetFreeze: 1_048_576,
  tfClearFreeze: 2_097_152,
  tfSetDeepFreeze: 4_194_304,
  tfClearDeepFreeze: 8_388_608,
} satisfies Numbers;

export const ACCOUNT_FLAGS = {
  tfRequireDestTag: 65_536,
  tfOptionalDestTag: 131_072,
  tfRequireAuth: 262_144,
  tfOptionalAuth: 524_288,
  tfDisallowXRP: 1_048_576,
  tfAllowXRP: 2_097_152,
} satisfies Numbers;

export const ACCOUNT_SETTINGS = {
  asfRequireDest: 1,
  asfRequireDestTag: 1,
  asfRequireAuth: 2,
  asfDisallowXRP: 3,
  asfDisableMaster: 4,
  asfAccountTxnID: 5,
  asfNoFreeze: 6,
  asfGlobalFreeze: 7,
  asfDefaultRipple: 8,
  asfDepositAuth: 9,
  asfAuthorizedNFTokenMinter: 10,
  asfDisallowIncomingNFTokenOffer: 12,
  asfDisallowIncomingCheck: 13,
  asfDisallowIncomingPayChan: 14,
  asfDisallowIncomingTrustline: 15,
  asfAllowTrustLineClawback: 16,
  asfAllowTrustLineLocking: 17,
} satisfies Numbers;

/** What AccountSet can set and never clear again. */
export const FOR_EVER: readonly string[] = ['asfNoFreeze', 'asfAllowTrustLineClawback'];
