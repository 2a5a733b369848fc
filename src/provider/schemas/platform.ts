import * as z from 'zod/mini';
import { type Of, schema } from './schema.js';

// The platform publishes nothing about these: only fields that the specification names have a name here.
const text = () => z.optional(z.string());

export const openQuery = /* @__PURE__ */ schema(() => z.catchall(z.object({}), z.string()));

export const openRecord = /* @__PURE__ */ schema(() => z.looseObject({}));
/** JSON whose fields are not published. */
export type OpenRecord = Of<typeof openRecord>;

export const openAnswer = /* @__PURE__ */ schema(() => z.unknown());

export const platformTransaction = /* @__PURE__ */ schema(() =>
  z.looseObject({
    /** The transaction's id at the platform. Missing if the answer does not repeat it. */
    collateralTxId: text(),
    /** The platform's word for where the transaction stands; the possible ones are not published. */
    status: text(),
  }),
);
/** A collateral transaction, as the platform has it. */
export type PlatformTransaction = Of<typeof platformTransaction>;

export const platformSettlement = /* @__PURE__ */ schema(() =>
  z.looseObject({
    /** The settlement's id at the platform. Missing before there is one. */
    settlementId: text(),
    /** The version of the state that the settlement is for, from the provider's own instructions. */
    settlementVersion: text(),
    /** The platform's word for where the settlement stands; the possible ones are not published. */
    status: text(),
  }),
);
/** A settlement at the platform: the request for one, and its data. */
export type PlatformSettlement = Of<typeof platformSettlement>;

export const platformAddress = /* @__PURE__ */ schema(() =>
  z.looseObject({
    /** The address on the asset's blockchain. Missing if the platform has none, or another field for it. */
    address: text(),
  }),
);
/** A collateral address, as the platform has it. */
export type PlatformAddress = Of<typeof platformAddress>;

export const signerToken = /* @__PURE__ */ schema(() =>
  z.looseObject({
    /** The secret with which the co-signer pairs the signer user. Keep it out of logs. */
    token: text(),
  }),
);
/** The pairing token of the provider's co-signer. A secret. */
export type SignerToken = Of<typeof signerToken>;
