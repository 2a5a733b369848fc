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
    /** Let no payment go through our account between this line and others that have it set too. */
    tfSetNoRipple: flag(0x0002_0000),
    /** The opposite of `tfSetNoRipple`. */
    tfClearNoRipple: flag(0x0004_0000),
    /** Freeze our token on this line: the holder can still receive it, but send it only to us. */
    tfSetFreeze: flag(0x0010_0000),
    /** The opposite of `tfSetFreeze`; a deep freeze has to end with it, or before. */
    tfClearFreeze: flag(0x0020_0000),
    /** Stops receiving too (XLS-77). */
    tfSetDeepFreeze: flag(0x0040_0000),
    /** The opposite of `tfSetDeepFreeze`. */
    tfClearDeepFreeze: flag(0x0080_0000),
  })
  .check(
    exclusive('tfSetNoRipple', 'tfClearNoRipple'),
    exclusive('tfSetFreeze', 'tfClearFreeze'),
    exclusive('tfSetDeepFreeze', 'tfClearDeepFreeze'),
    // No transaction freezes and thaws, to whatever depth (rippled, tecNO_PERMISSION).
    exclusive('tfSetFreeze', 'tfClearDeepFreeze'),
    exclusive('tfClearFreeze', 'tfSetDeepFreeze'),
  );

/** Flags of an MPTokenAuthorize. */
export const mptokenAuthorizeFlags = z.strictObject({
  /** The opposite: gives up an empty place for the token, or takes a holder's permission back. */
  tfMPTUnauthorize: flag(0x0000_0001),
});

/** Flags of an AccountSet: the older way to change three of its settings. */
export const accountSetFlags = z
  .strictObject({
    /** Sets `asfRequireDest`. */
    tfRequireDestTag: flag(0x0001_0000),
    /** Clears `asfRequireDest`. */
    tfOptionalDestTag: flag(0x0002_0000),
    /** Sets `asfRequireAuth`. */
    tfRequireAuth: flag(0x0004_0000),
    /** Clears `asfRequireAuth`. */
    tfOptionalAuth: flag(0x0008_0000),
    /** Sets `asfDisallowXRP`. */
    tfDisallowXRP: flag(0x0010_0000),
    /** Clears `asfDisallowXRP`. */
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
    /** Payments to the account need a destination tag. */
    asfRequireDest: flag(1),
    /** The same as `asfRequireDest`. */
    asfRequireDestTag: flag(1),
    /**
     * The account's tokens can be held only on lines that it has authorised. It can be set only while the account owns
     * no objects in the ledger.
     */
    asfRequireAuth: flag(2),
    /** Asks others to send no XRP; the ledger does not enforce it. */
    asfDisallowXRP: flag(3),
    /** The vault's own key can no longer sign; needs `allowDisableMaster`. */
    asfDisableMaster: flag(4),
    /** The ledger keeps the hash of the account's last transaction, for transactions with an `AccountTxnID`. */
    asfAccountTxnID: flag(5),
    /** For ever. */
    asfNoFreeze: flag(6),
    /** Freezes all tokens that the account has issued on trust lines: they move only to it and from it. */
    asfGlobalFreeze: flag(7),
    /** Trust lines that others open to the account let payments go through it; an issuer needs this. */
    asfDefaultRipple: flag(8),
    /**
     * Payments of others arrive only if the account has preauthorised their senders or credentials. Without its base
     * reserve it still gets a little XRP.
     */
    asfDepositAuth: flag(9),
    /** Needs `nfTokenMinter`. */
    asfAuthorizedNFTokenMinter: flag(10),
    /** No other account can make an NFT offer to this one. */
    asfDisallowIncomingNFTokenOffer: flag(12),
    /** No other account can write a check to this one. */
    asfDisallowIncomingCheck: flag(13),
    /** No other account can open a payment channel to this one. */
    asfDisallowIncomingPayChan: flag(14),
    /** No other account can open a trust line to this one. */
    asfDisallowIncomingTrustline: flag(15),
    /** For ever. */
    asfAllowTrustLineClawback: flag(16),
    /** Holders can put the account's tokens into escrow (XLS-85). */
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
