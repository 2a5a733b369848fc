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
  z.looseObject({ collateralTxId: text(), status: text() }),
);
/** A collateral transaction, as the platform has it. */
export type PlatformTransaction = Of<typeof platformTransaction>;

export const platformSettlement = /* @__PURE__ */ schema(() =>
  z.looseObject({ settlementId: text(), settlementVersion: text(), status: text() }),
);
/** A settlement at the platform: the request for one, and its data. */
export type PlatformSettlement = Of<typeof platformSettlement>;

export const platformAddress = /* @__PURE__ */ schema(() => z.looseObject({ address: text() }));
/** A collateral address, as the platform has it. */
export type PlatformAddress = Of<typeof platformAddress>;

export const signerToken = /* @__PURE__ */ schema(() => z.looseObject({ token: text() }));
/** The pairing token of the provider's co-signer. A secret. */
export type SignerToken = Of<typeof signerToken>;
