import * as z from 'zod/mini';

const numbers = z.registry<{ readonly number: number }>();

/** A boolean field that stands for a number: a bit of `Flags`, or the value of an `asf` setting. */
function flag(number: number) {
  return z.optional(z.boolean()).register(numbers, { number });
}

type FlagSchema = z.ZodMiniObject<Record<string, ReturnType<typeof flag>>>;
type FlagValues = Readonly<Record<string, boolean | undefined>>;

/** Flags of an OfferCreate. */
export const offerCreateFlags = z
  .strictObject({
    /** Don't cross offers that match it exactly. */
    tfPassiveOffer: flag(0x0001_0000),
    /** Take what is available now; leave nothing on the book. */
    tfImmediateOrCancelOffer: flag(0x0002_0000),
    /** All of it now, or nothing. */
    tfFillOrKillOffer: flag(0x0004_0000),
    /** Sell all of `sellAmount`, even for more than `buyAmount`. */
    tfSellOffer: flag(0x0008_0000),
    /** In a domain's book and in the open one (XLS-81); needs `domainId`. */
    tfHybridOffer: flag(0x0010_0000),
  })
  .check(exclusive('tfImmediateOrCancelOffer', 'tfFillOrKillOffer'));

/** Flags of a Payment. */
export const paymentFlags = z.strictObject({
  /** Don't use the default path, only those given. */
  tfNoRippleDirect: flag(0x0001_0000),
  /** Deliver what can be delivered; needs `deliverMin`. */
  tfPartialPayment: flag(0x0002_0000),
  /** Only take paths as good as `amount` to `sendMax`, or better. */
  tfLimitQuality: flag(0x0004_0000),
});

/** Flags of a TrustSet. */
export const trustSetFlags = z
  .strictObject({
    /** Authorise the other side to hold our token. */
    tfSetfAuth: flag(0x0001_0000),
    tfSetNoRipple: flag(0x0002_0000),
    tfClearNoRipple: flag(0x0004_0000),
    tfSetFreeze: flag(0x0010_0000),
    tfClearFreeze: flag(0x0020_0000),
    /** Stops receiving too (XLS-77). */
    tfSetDeepFreeze: flag(0x0040_0000),
    tfClearDeepFreeze: flag(0x0080_0000),
  })
  .check(
    exclusive('tfSetNoRipple', 'tfClearNoRipple'),
    exclusive('tfSetFreeze', 'tfClearFreeze'),
    exclusive('tfSetDeepFreeze', 'tfClearDeepFreeze'),
  );

/** Flags of an MPTokenAuthorize. */
export const mptokenAuthorizeFlags = z.strictObject({
  /** The opposite: gives up an empty place for the token, or takes a holder's permission back. */
  tfMPTUnauthorize: flag(0x0000_0001),
});

/** Flags of an AccountSet: the older way to change three of its settings. */
export const accountSetFlags = z
  .strictObject({
    tfRequireDestTag: flag(0x0001_0000),
    tfOptionalDestTag: flag(0x0002_0000),
    tfRequireAuth: flag(0x0004_0000),
    tfOptionalAuth: flag(0x0008_0000),
    tfDisallowXRP: flag(0x0010_0000),
    tfAllowXRP: flag(0x0020_0000),
  })
  .check(
    exclusive('tfRequireDestTag', 'tfOptionalDestTag'),
    exclusive('tfRequireAuth', 'tfOptionalAuth'),
    exclusive('tfDisallowXRP', 'tfAllowXRP'),
  );

/** What AccountSet's SetFlag and ClearFlag can name. A transaction changes one at a time. */
export const accountSettings = z
  .strictObject({
    asfRequireDest: flag(1),
    /** The same as `asfRequireDest`. */
    asfRequireDestTag: flag(1),
    asfRequireAuth: flag(2),
    asfDisallowXRP: flag(3),
    /** The vault's own key can no longer sign; needs `allowDisableMaster`. */
    asfDisableMaster: flag(4),
    asfAccountTxnID: flag(5),
    /** For ever. */
    asfNoFreeze: flag(6),
    asfGlobalFreeze: flag(7),
    asfDefaultRipple: flag(8),
    asfDepositAuth: flag(9),
    /** Needs `nfTokenMinter`. */
    asfAuthorizedNFTokenMinter: flag(10),
    asfDisallowIncomingNFTokenOffer: flag(12),
    asfDisallowIncomingCheck: flag(13),
    asfDisallowIncomingPayChan: flag(14),
    asfDisallowIncomingTrustline: flag(15),
    /** For ever. */
    asfAllowTrustLineClawback: flag(16),
    asfAllowTrustLineLocking: flag(17),
  })
  .check(z.refine(atMostOne, 'one setting a transaction: exactly one may be true'));

/** The sum of the flags that are set, or `undefined` when none is: no transaction needs a zero. */
export function flagMask(schema: FlagSchema, flags: FlagValues | undefined): number | undefined {
  const set = numbersOf(schema, flags);
  return set.length === 0 ? undefined : set.reduce((mask, bit) => mask + bit, 0);
}

/** The number of the one setting that is true, if one is. */
export function settingOf(schema: FlagSchema, flags: FlagValues | undefined): number | undefined {
  return numbersOf(schema, flags)[0];
}

/** The names of the flags that are set, and what is left of them as a number. */
export function flagNames(schema: FlagSchema, flags: unknown): readonly string[] {
  if (typeof flags !== 'number') return [];
  // Set by all transactions of an older version of the ledger's library; it has no effect.
  let left = BigInt(flags) & ~0x8000_0000n;
  const names = Object.entries(schema.shape).flatMap(([name, field]) => {
    const bit = BigInt(numbers.get(field)?.number ?? 0);
    if ((left & bit) === 0n) return [];
    left &= ~bit;
    return [name];
  });
  return left === 0n ? names : [...names, `flags 0x${left.toString(16)}`];
}

/** The first name of a setting with this number, or the number. */
export function settingName(schema: FlagSchema, setting: unknown): string | undefined {
  const named = Object.entries(schema.shape).find(
    ([, field]) => numbers.get(field)?.number === setting,
  );
  return setting === undefined ? undefined : (named?.[0] ?? `${setting}`);
}

function numbersOf(schema: FlagSchema, flags: FlagValues = {}): number[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const number = numbers.get(field)?.number;
    return flags[name] && number !== undefined ? [number] : [];
  });
}

function exclusive(one: string, other: string) {
  return z.refine<FlagValues>((flags) => !(flags[one] && flags[other]), {
    message: `can't be set together with ${one}`,
    path: [other],
  });
}

function atMostOne(flags: FlagValues): boolean {
  return Object.values(flags).filter(Boolean).length <= 1;
}
