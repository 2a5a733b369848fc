import * as z from 'zod/mini';
import { assetReference, blockchain, cryptocurrencyReference } from './assets.js';
import {
  type IbanAddress,
  type IbanCapability,
  type IbanTransfer,
  ibanAddress,
  ibanCapability,
  ibanTransfer,
  type WireTransfer,
  wireTransfer,
} from './bank-rails.js';
import { type OtherFiatTransfer, otherFiatTransfer } from './local-rails.js';
import { kinds, type Of, object, open, schema, type Unlisted } from './schema.js';
import { id, positiveAmount } from './values.js';

export const publicBlockchainCapability = /* @__PURE__ */ schema(() =>
  object({
    /** The asset as it moves, and its blockchain. The account's balance may be in another asset. */
    asset: cryptocurrencyReference(),
    /** Over a blockchain. It discriminates the members of unions. */
    transferMethod: z.literal('PublicBlockchain'),
    /** Some providers repeat the asset's blockchain here. */
    blockchain: z.optional(blockchain()),
  }),
);
/** Transfers over a blockchain are possible. */
export interface PublicBlockchainCapability extends Of<typeof publicBlockchainCapability> {}

export const publicBlockchainAddress = /* @__PURE__ */ schema(() =>
  object({
    ...publicBlockchainCapability().shape,
    /** In the blockchain's own form, which is not checked. Its memo or tag is `addressTag`. */
    address: id(),
    /** Memo or destination tag. */
    addressTag: z.optional(z.string()),
  }),
);
/** An address on a blockchain. */
export interface PublicBlockchainAddress extends Of<typeof publicBlockchainAddress> {}

export const publicBlockchainDestination = /* @__PURE__ */ schema(() =>
  object({
    ...publicBlockchainAddress().shape,
    /** How much moves, in whole units of `asset`: a decimal string such as `12.5`. */
    amount: positiveAmount(),
  }),
);
/** An amount to an address on a blockchain. */
export interface PublicBlockchainTransactionDestination
  extends Of<typeof publicBlockchainDestination> {}

export const publicBlockchainTransaction = /* @__PURE__ */ schema(() =>
  object({
    ...publicBlockchainDestination().shape,
    /** Given once there is one. */
    blockchainTxId: z.optional(z.string()),
  }),
);
/** A transfer over a blockchain. */
export interface PublicBlockchainTransaction extends Of<typeof publicBlockchainTransaction> {}

export const peerAccountCapability = /* @__PURE__ */ schema(() =>
  object({
    /** The asset as it moves. The account's balance may be in another. */
    asset: assetReference(),
    /** Between accounts of two customers. It discriminates the members of unions. */
    transferMethod: z.literal('PeerAccountTransfer'),
  }),
);
/** Transfers to other customers' accounts are possible. */
export interface PeerAccountTransferCapability extends Of<typeof peerAccountCapability> {}

export const peerAccountAddress = /* @__PURE__ */ schema(() =>
  object({
    ...peerAccountCapability().shape,
    /** The other customer's account, by its id at the provider. */
    accountId: id(),
  }),
);
/** Another customer's account. */
export interface PeerAccountTransferAddress extends Of<typeof peerAccountAddress> {}

export const peerAccountDestination = /* @__PURE__ */ schema(() =>
  object({
    ...peerAccountAddress().shape,
    /** How much moves, in whole units of `asset`: a decimal string such as `12.5`. */
    amount: positiveAmount(),
  }),
);
/** An amount to another customer's account. */
export interface PeerAccountTransferDestination extends Of<typeof peerAccountDestination> {}

export const peerAccountTransfer = /* @__PURE__ */ schema(() =>
  object({
    ...peerAccountDestination().shape,
    /** The transfer's reference. Missing until there is one. */
    referenceId: z.optional(z.string()),
  }),
);
/** A transfer to another customer's account. */
export interface PeerAccountTransfer extends Of<typeof peerAccountTransfer> {}

export const internalMethod = /* @__PURE__ */ schema(() =>
  object({
    /** The asset as it moves. The account's balance may be in another. */
    asset: assetReference(),
    /** Between a customer's own accounts. It discriminates the members of unions. */
    transferMethod: z.literal('InternalTransfer'),
  }),
);
/** Transfers between a customer's own accounts. */
export interface InternalTransferMethod extends Of<typeof internalMethod> {}

export const internalCapability = /* @__PURE__ */ schema(() =>
  object({
    ...internalMethod().shape,
    /** To which accounts: any of the same customer, or only the parent of a sub-account. */
    destinationPolicy: open(['AnyAccount', 'DirectParentAccount']),
  }),
);
/** Transfers between a customer's own accounts are possible, and the allowed destinations. */
export interface InternalTransferCapability extends Of<typeof internalCapability> {}

export const internalAddress = /* @__PURE__ */ schema(() =>
  object({
    ...internalMethod().shape,
    /** Another account of the same customer, by its id at the provider. */
    accountId: id(),
  }),
);
/** Another of the customer's accounts. */
export interface InternalTransferAddress extends Of<typeof internalAddress> {}

export const internalDestination = /* @__PURE__ */ schema(() =>
  object({
    ...internalAddress().shape,
    /** How much moves, in whole units of `asset`: a decimal string such as `12.5`. */
    amount: positiveAmount(),
  }),
);
/** An amount to another of the customer's accounts. */
export interface InternalTransferDestination extends Of<typeof internalDestination> {}

/** A transfer to another of the customer's accounts: only its destination. */
export interface InternalTransfer extends InternalTransferDestination {}

export const unlistedMethod = (transferMethod: z.ZodMiniType<Unlisted>) =>
  object({
    /** None of the methods that this release knows. */
    transferMethod,
    /** The asset as it moves. The account's balance may be in another. */
    asset: assetReference(),
  });
/** A transfer method that is newer than this release, or an address for it. */
export interface UnlistedTransferMethod extends z.output<ReturnType<typeof unlistedMethod>> {}

export const unlistedTransfer = (transferMethod: z.ZodMiniType<Unlisted>) =>
  object({
    /** None of the methods that this release knows. */
    transferMethod,
    /** The asset as it moves. The account's balance may be in another. */
    asset: assetReference(),
    /** How much moves, in whole units of `asset`: a decimal string such as `12.5`. */
    amount: positiveAmount(),
    /** The transfer's reference. Missing until there is one. */
    referenceId: z.optional(z.string()),
  });
/** A transfer by a method that is newer than this release. */
export interface UnlistedTransfer extends z.output<ReturnType<typeof unlistedTransfer>> {}

/** A declared method of deposits and withdrawals, discriminated by `transferMethod`. */
export type TransferCapability =
  | PeerAccountTransferCapability
  | InternalTransferCapability
  | PublicBlockchainCapability
  | IbanCapability
  | UnlistedTransferMethod;
export const transferCapability = /* @__PURE__ */ schema(
  (): z.ZodMiniType<TransferCapability> =>
    kinds(
      'transferMethod',
      [
        peerAccountCapability(),
        internalCapability(),
        publicBlockchainCapability(),
        ibanCapability(),
      ],
      unlistedMethod,
    ),
);

/** The destination of a deposit, discriminated by `transferMethod`. */
export type DepositDestination =
  | PublicBlockchainAddress
  | IbanAddress
  | PeerAccountTransferAddress
  | InternalTransferAddress
  | UnlistedTransferMethod;
export const depositDestination = /* @__PURE__ */ schema(
  (): z.ZodMiniType<DepositDestination> =>
    kinds(
      'transferMethod',
      [publicBlockchainAddress(), ibanAddress(), peerAccountAddress(), internalAddress()],
      unlistedMethod,
    ),
);

/** A transfer of a national currency out of an account. */
export type FiatTransfer = IbanTransfer | OtherFiatTransfer | UnlistedTransfer;
export const fiatTransfer = /* @__PURE__ */ schema(
  (): z.ZodMiniType<FiatTransfer> =>
    kinds('transferMethod', [ibanTransfer(), otherFiatTransfer()], unlistedTransfer, [
      'PeerAccountTransfer',
      'InternalTransfer',
      'PublicBlockchain',
    ]),
);

/** A transfer by any method of deposits and withdrawals, discriminated by `transferMethod`. */
export type Transfer =
  | PeerAccountTransfer
  | InternalTransfer
  | PublicBlockchainTransaction
  | IbanTransfer
  | WireTransfer
  | OtherFiatTransfer
  | UnlistedTransfer;
export const transfer = /* @__PURE__ */ schema(
  (): z.ZodMiniType<Transfer> =>
    kinds(
      'transferMethod',
      [
        peerAccountTransfer(),
        internalDestination(),
        publicBlockchainTransaction(),
        ibanTransfer(),
        wireTransfer(),
        otherFiatTransfer(),
      ],
      unlistedTransfer,
    ),
);
