import * as z from 'zod/mini';
import { cryptocurrencyReference, nationalCurrency } from './assets.js';
import * as bank from './bank-rails.js';
import * as local from './local-rails.js';
import { kinds, type Of, object, schema, type Unlisted } from './schema.js';
import {
  type InternalTransferAddress,
  type InternalTransferMethod,
  internalAddress,
  internalMethod,
  publicBlockchainCapability,
  type UnlistedTransfer,
  type UnlistedTransferMethod,
  unlistedMethod,
  unlistedTransfer,
} from './transfer-methods.js';

/** The bank's side of a ramp at its lowest level, discriminated by `transferMethod`. */
export type FiatCapability =
  | bank.IbanCapability
  | bank.AchCapability
  | bank.WireCapability
  | bank.SpeiCapability
  | bank.PixCapability
  | bank.EuropeanSEPACapability
  | bank.ChapsCapability
  | bank.FpsUkCapability
  | local.LocalBankTransferCapability
  | local.MobileMoneyCapability
  | local.PayIdCapability
  | local.InteracCapability
  | InternalTransferMethod
  | UnlistedTransferMethod;
export const fiatCapability = /* @__PURE__ */ schema(
  (): z.ZodMiniType<FiatCapability> =>
    kinds(
      'transferMethod',
      [
        bank.ibanCapability(),
        bank.achCapability(),
        bank.wireCapability(),
        bank.speiCapability(),
        bank.pixCapability(),
        bank.europeanSepaCapability(),
        bank.chapsCapability(),
        bank.fpsUkCapability(),
        local.localBankTransferCapability(),
        local.mobileMoneyCapability(),
        local.payIdCapability(),
        local.interacCapability(),
        internalMethod(),
      ],
      unlistedMethod,
      // A ramp's side without a bank.
      ['PublicBlockchain'],
    ),
);

/** The requested payment of an on-ramp, discriminated by `transferMethod`. */
export type OnRampSource =
  | Exclude<
      FiatCapability,
      {
        /** The methods that take more fields in a request, and those that this release does not know. */
        transferMethod: 'Lbt' | 'Momo' | Unlisted;
      }
    >
  | local.LocalBankTransferOnRamp
  | local.MobileMoneyOnRamp;
export const onRampSource = /* @__PURE__ */ schema(
  (): z.ZodMiniType<OnRampSource> =>
    z.discriminatedUnion('transferMethod', [
      bank.ibanCapability(),
      bank.achCapability(),
      bank.wireCapability(),
      bank.speiCapability(),
      bank.pixCapability(),
      bank.europeanSepaCapability(),
      bank.chapsCapability(),
      bank.fpsUkCapability(),
      local.localBankTransferOnRamp(),
      local.mobileMoneyOnRamp(),
      local.payIdCapability(),
      local.interacCapability(),
      internalMethod(),
    ]),
);

/** The requested payee of an off-ramp, discriminated by `transferMethod`. */
export type FiatAddress =
  | bank.IbanAddress
  | bank.AchAddress
  | bank.WireAddress
  | bank.SpeiAddress
  | bank.PixAddress
  | bank.EuropeanSEPAAddress
  | bank.ChapsAddress
  | bank.FpsUkAddress
  | local.LocalBankTransferAddress
  | local.MobileMoneyAddress
  | local.PayIdAddress
  | local.InteracAddress;
const fiatAddresses = () =>
  [
    bank.ibanAddress(),
    bank.achAddress(),
    bank.wireAddress(),
    bank.speiAddress(),
    bank.pixAddress(),
    bank.europeanSepaAddress(),
    bank.chapsAddress(),
    bank.fpsUkAddress(),
    local.localBankTransferAddress(),
    local.mobileMoneyAddress(),
    local.payIdAddress(),
    local.interacAddress(),
  ] as const;
export const fiatAddress = /* @__PURE__ */ schema(
  (): z.ZodMiniType<FiatAddress> => z.discriminatedUnion('transferMethod', fiatAddresses()),
);

/** The payee of an off-ramp, in the provider's answer. */
export type OffRampPayee = FiatAddress | UnlistedTransferMethod;
export const offRampPayee = /* @__PURE__ */ schema(
  (): z.ZodMiniType<OffRampPayee> => kinds('transferMethod', fiatAddresses(), unlistedMethod),
);

/** How to pay for an on-ramp, discriminated by `transferMethod`; name `referenceId` in the payment. */
export type FiatPaymentInstruction = {
  /** What the payment has to name, so that the provider knows its ramp. Missing if it needs nothing. */
  referenceId?: string | undefined;
} & (
  | bank.IbanAddress
  | bank.AchAddress
  | bank.WireAddress
  | bank.SpeiAddress
  | bank.PixPaymentInstruction
  | bank.EuropeanSEPAAddress
  | bank.ChapsAddress
  | bank.FpsUkAddress
  | local.LocalBankTransferPaymentInstruction
  | local.MobileMoneyPaymentInstruction
  | local.PayIdPaymentInstruction
  | local.InteracPaymentInstruction
  | InternalTransferAddress
  | UnlistedTransferMethod
);
const reference = () => ({ referenceId: z.optional(z.string()) });
export const fiatPaymentInstruction = /* @__PURE__ */ schema(
  (): z.ZodMiniType<FiatPaymentInstruction> =>
    kinds(
      'transferMethod',
      [
        z.extend(bank.ibanAddress(), reference()),
        z.extend(bank.achAddress(), reference()),
        z.extend(bank.wireAddress(), reference()),
        z.extend(bank.speiAddress(), reference()),
        bank.pixPaymentInstruction(),
        z.extend(bank.europeanSepaAddress(), reference()),
        z.extend(bank.chapsAddress(), reference()),
        z.extend(bank.fpsUkAddress(), reference()),
        local.localBankTransferPaymentInstruction(),
        local.mobileMoneyPaymentInstruction(),
        z.extend(local.payIdPaymentInstruction(), reference()),
        local.interacPaymentInstruction(),
        z.extend(internalAddress(), reference()),
      ],
      (method) => z.extend(unlistedMethod(method), reference()),
    ),
);

/** The payment of an off-ramp, discriminated by `transferMethod`. */
export type RampFiatTransfer =
  | bank.IbanTransfer
  | bank.AchTransfer
  | bank.WireTransfer
  | bank.SpeiTransfer
  | bank.PixTransfer
  | bank.EuropeanSEPATransfer
  | bank.ChapsTransfer
  | bank.FpsUkTransfer
  | local.LocalBankTransfer
  | local.MobileMoneyTransfer
  | local.PayIdTransfer
  | local.InteracTransfer
  | UnlistedTransfer;
export const rampFiatTransfer = /* @__PURE__ */ schema(
  (): z.ZodMiniType<RampFiatTransfer> =>
    kinds(
      'transferMethod',
      [
        bank.ibanTransfer(),
        bank.achTransfer(),
        bank.wireTransfer(),
        bank.speiTransfer(),
        bank.pixTransfer(),
        bank.europeanSepaTransfer(),
        bank.chapsTransfer(),
        bank.fpsUkTransfer(),
        local.localBankTransfer(),
        local.mobileMoneyTransfer(),
        local.payIdTransfer(),
        local.interacTransfer(),
      ],
      unlistedTransfer,
    ),
);

const prefunded = () => ({
  /** Paid out of a balance, and not by a transfer method. */
  type: z.literal('Prefunded'),
  /** Never there: `type` stands in its place. */
  transferMethod: z.optional(z.never('a prefunded side has none')),
});

export const prefundedFiat = /* @__PURE__ */ schema(() =>
  object({
    ...prefunded(),
    /** The national currency of the balance that pays. */
    asset: nationalCurrency(),
  }),
);
/** Payment with a national currency that the account has. */
export interface PrefundedFiatCapability extends Of<typeof prefundedFiat> {}

export const prefundedCrypto = /* @__PURE__ */ schema(() =>
  object({
    ...prefunded(),
    /** The coin or token of the balance that pays. */
    asset: cryptocurrencyReference(),
  }),
);
/** Payment with a cryptocurrency that the account has. */
export interface PrefundedBlockchainCapability extends Of<typeof prefundedCrypto> {}

export const prefundedFiatSource = /* @__PURE__ */ schema(() =>
  object({
    ...prefundedFiat().shape,
    /** The account that pays. Default: the ramp's own. */
    takeFrom: z.optional(z.string()),
  }),
);
/** A ramp that is paid with a national currency that the account has. */
export interface PrefundedFiatSource extends Of<typeof prefundedFiatSource> {}

export const prefundedCryptoSource = /* @__PURE__ */ schema(() =>
  object({
    ...prefundedCrypto().shape,
    /** The account that pays. Default: the ramp's own. */
    takeFrom: z.optional(z.string()),
  }),
);
/** A ramp that is paid with a cryptocurrency that the account has. */
export interface PrefundedCryptoSource extends Of<typeof prefundedCryptoSource> {}

export const blockchainSource = /* @__PURE__ */ schema(() =>
  object({
    ...publicBlockchainCapability().shape,
    /** The address that will pay, in the form of its blockchain. Missing if it is not known. */
    address: z.optional(z.string()),
  }),
);
/** A ramp that is paid over a blockchain, with the paying address if it is known. */
export interface BlockchainSource extends Of<typeof blockchainSource> {}
