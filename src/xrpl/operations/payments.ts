import * as z from 'zod/mini';
import { InvalidInputError } from '../../core/errors.js';
import { address } from '../wire/address.js';
import {
  amount,
  amountField,
  anyAmount,
  anyToken,
  isMpt,
  mptIssuer,
  sameAsset,
  sizeOf,
} from '../wire/amounts.js';
import { currency } from '../wire/currencies.js';
import { credentialIds, hash256, uint32 } from '../wire/fields.js';
import { flagMask, paymentFlags } from '../wire/flags.js';
import { memos, memosField } from '../wire/memos.js';
import { destination, oneTag, withClassicAddress } from '../wire/x-address.js';
import { operation, transaction } from './operation.js';

const pathStep = z
  .strictObject({
    /** Goes through this account's trust lines: a classic address. */
    account: z.optional(address),
    /** Exchanges for this currency: `XRP`, three characters, 4 to 20 such as `RLUSD`, or 40 hexadecimal ones. */
    currency: z.optional(z.union([z.literal('XRP'), currency])),
    /** Exchanges for this issuer's token, a classic address; left out, the step before decides. Never with `XRP`. */
    issuer: z.optional(address),
  })
  .check(
    z.refine(
      ({ account, currency: code, issuer }) =>
        code === 'XRP' ? !account && !issuer : !account !== !(code || issuer),
      'must have an account, or else a currency, an issuer or both; XRP has no issuer',
    ),
  );

/** The ledger takes 6 paths of 8 steps. */
const paths = z
  .array(z.array(pathStep).check(z.minLength(1), z.maxLength(8)))
  .check(z.minLength(1), z.maxLength(6));

const common = {
  /** Where it goes: a classic address, or an X-address with its tag in it. */
  destination,
  /** 0 to 4,294,967,295. Required by many exchanges, to tell their customers apart. */
  destinationTag: z.optional(uint32),
  /**
   * The most to spend, transfer fees included. Of the token that arrives, no less than `amount`, unless there are
   * `paths` or a part is enough.
   */
  sendMax: z.optional(anyAmount),
  /** With `tfPartialPayment`: the least to deliver, `amount` at most. */
  deliverMin: z.optional(anyAmount),
  /** Payment paths, as `ripple_path_find` gives them. */
  paths: z.optional(paths),
  /** Default: none. The whole `amount` is delivered, or nothing. */
  flags: z.optional(paymentFlags),
  /** 64 hexadecimal characters that mean something to both sides. */
  invoiceId: z.optional(hash256),
  /** Credentials of the vault's that the destination has authorised (XLS-70): ids in the ledger, 1 to 8. */
  credentialIds: z.optional(credentialIds),
  /** Written into the ledger, where all can read them; 1,024 bytes at most, all together. */
  memos: z.optional(memos),
};

interface PaymentShape {
  readonly amount: z.output<typeof anyAmount>;
  readonly sendMax?: z.output<typeof anyAmount> | undefined;
  readonly deliverMin?: z.output<typeof anyAmount> | undefined;
  readonly flags?: z.output<typeof paymentFlags> | undefined;
  readonly paths?: z.output<typeof paths> | undefined;
}

/** A partial payment without a floor may deliver next to nothing, and still succeed. */
const partialNeedsFloor = z.refine<PaymentShape>(
  (params) => !params.flags?.tfPartialPayment === !params.deliverMin,
  { message: 'goes with tfPartialPayment, and tfPartialPayment with it', path: ['deliverMin'] },
);

const floorMatchesAmount = z.refine<PaymentShape>(
  ({ amount: most, deliverMin: least = most }) => sameAsset(least, most),
  { message: 'must be of the same asset as amount', path: ['deliverMin'] },
);

/** The flag removes the default path, so without given paths there is none at all. */
const noDirectNeedsPaths = z.refine<PaymentShape>(
  (params) => !params.flags?.tfNoRippleDirect || params.paths,
  { message: 'is required by tfNoRippleDirect', path: ['paths'] },
);

/**
 * A multi-purpose token goes straight from one account to the other, and its transfer fee is paid in the token
 * itself.
 */
const mptGoesStraight = [
  z.refine<PaymentShape>((params) => !isMpt(params.amount) || !params.paths, {
    message: 'are not for a multi-purpose token',
    path: ['paths'],
  }),
  z.refine<PaymentShape>(
    ({ amount: arrives, flags }) =>
      !isMpt(arrives) || !(flags?.tfNoRippleDirect || flags?.tfLimitQuality),
    { message: 'must be none but tfPartialPayment for a multi-purpose token', path: ['flags'] },
  ),
  z.refine<PaymentShape>(
    ({ amount: arrives, sendMax: leaves }) =>
      leaves === undefined || (!isMpt(arrives) && !isMpt(leaves)) || sameAsset(arrives, leaves),
    { message: 'must be of the same asset as amount', path: ['sendMax'] },
  ),
];

const crossCurrencySchema = z
  .strictObject({
    ...common,
    /** What arrives: drops of XRP as text, or a token amount. */
    amount,
    /** The most to spend, transfer fees included: drops of XRP as text, or a token amount. */
    sendMax: amount,
    /** With `tfPartialPayment`: the least to deliver, of the same asset as `amount` and no more than it. */
    deliverMin: z.optional(amount),
    /** A permissioned domain's id (XLS-81): only its offers are taken, and both sides must be members. */
    domainId: z.optional(hash256),
  })
  .check(
    partialNeedsFloor,
    floorMatchesAmount,
    noDirectNeedsPaths,
    oneTag,
    z.refine((params) => isToken(params.amount) || isToken(params.sendMax), {
      message: 'XRP to XRP is no cross-currency payment; use xrpTransfer',
      path: ['sendMax'],
    }),
  );
const checkedCrossCurrency = z.pipe(crossCurrencySchema, z.transform(withClassicAddress));

function isToken(value: unknown): boolean {
  return typeof value === 'object';
}

/** Pays in one currency what arrives in another. */
export interface CrossCurrencyPaymentParams extends z.input<typeof crossCurrencySchema> {}

export const crossCurrencyPayment = operation({
  schema: checkedCrossCurrency,
  build: (params, account) => {
    checkNotOwn(params, account);
    return payment(params.destination, params);
  },
});

const tokenTransferSchema = z
  .strictObject({
    ...common,
    /**
     * What arrives: an issued token, or a multi-purpose one. With a transfer fee it needs a `sendMax` that
     * covers it.
     */
    amount: anyToken,
  })
  .check(partialNeedsFloor, floorMatchesAmount, noDirectNeedsPaths, oneTag, ...mptGoesStraight);
const checkedTokenTransfer = z.pipe(tokenTransferSchema, z.transform(withClassicAddress));

/** Sends an issued token, or a multi-purpose one. */
export interface TokenTransferParams extends z.input<typeof tokenTransferSchema> {}

export const tokenTransfer = operation({
  schema: checkedTokenTransfer,
  build: (params, account) => {
    checkNotOwn(params, account);
    return payment(params.destination, params);
  },
});

const { destination: _, ...withoutDestination } = common;

const burnTokenSchema = z
  .strictObject({
    ...withoutDestination,
    /** The amount to burn: it goes back to its issuer, which destroys it. */
    amount: anyToken,
  })
  .check(partialNeedsFloor, floorMatchesAmount, noDirectNeedsPaths, ...mptGoesStraight);

/** Burns a token that the vault holds, by paying it to its issuer. */
export interface BurnTokenParams extends z.input<typeof burnTokenSchema> {}

export const burnToken = operation({
  schema: burnTokenSchema,
  build: (params, account) => {
    const [issuer, field] =
      'mptIssuanceId' in params.amount
        ? [mptIssuer(params.amount.mptIssuanceId), 'amount.mptIssuanceId']
        : [params.amount.issuer, 'amount.issuer'];
    if (issuer === account) {
      throw new InvalidInputError(field, 'is this account; an issuer holds no own token');
    }
    return payment(issuer, params);
  },
});

/** An account can pay itself only by exchanging one asset for another (rippled, temREDUNDANT). */
function checkNotOwn(params: PaymentShape & { readonly destination: string }, account: string) {
  const { destination, amount: arrives, sendMax: leaves = arrives } = params;
  const exchanges = params.paths !== undefined || currencyOf(leaves) !== currencyOf(arrives);
  if (destination === account && !exchanges) {
    throw new InvalidInputError('destination', 'is this account');
  }
}

function currencyOf(value: z.output<typeof anyAmount>): string {
  if (typeof value !== 'object') return 'XRP';
  return 'currency' in value ? value.currency : value.mptIssuanceId;
}

/**
 * A path may lead through offers from which more comes back. Without one, the only issuer that passes on more than it
 * takes is one that values what this account owes it above par (QualityIn); `submit` takes a payment for that.
 */
function checkLimits(params: PaymentShape): void {
  const { amount: arrives, sendMax: leaves = arrives, deliverMin: least = arrives } = params;
  const size = sizeOf(arrives);
  if (sizeOf(least) > size) throw new InvalidInputError('deliverMin', 'must be amount at most');
  if (params.paths || params.flags?.tfPartialPayment || !sameAsset(arrives, leaves)) return;
  if (sizeOf(leaves) < size) throw new InvalidInputError('sendMax', 'must be amount at least');
}

interface PaymentFields extends PaymentShape {
  readonly destinationTag?: number | undefined;
  readonly invoiceId?: string | undefined;
  readonly credentialIds?: readonly string[] | undefined;
  readonly domainId?: string | undefined;
  readonly memos?: z.output<typeof memos> | undefined;
}

function payment(destination: string, params: PaymentFields) {
  checkLimits(params);
  return transaction('Payment', {
    Destination: destination,
    Amount: amountField(params.amount),
    DestinationTag: params.destinationTag,
    SendMax: params.sendMax && amountField(params.sendMax),
    DeliverMin: params.deliverMin && amountField(params.deliverMin),
    Paths: params.paths,
    Flags: flagMask(paymentFlags, params.flags),
    InvoiceID: params.invoiceId,
    CredentialIDs: params.credentialIds,
    DomainID: params.domainId,
    Memos: memosField(params.memos),
  });
}
