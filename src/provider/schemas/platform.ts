import * as z from 'zod/mini';
import { type Of, schema } from './schema.js';

// The platform publishes nothing about these: only what the specification names has a name here.
const text = () => z.optional(z.string());

export const openQuery = /* @__PURE__ */ schema(() => z.record(z.string(), z.string()));

export const openRecord = /* @__PURE__ */ schema(() => z.record(z.string(), z.unknown()));
/** JSON whose fields are published nowhere. */
export type OpenRecord = Of<typeof openRecord>;

export const openAnswer = /* @__PURE__ */ schema(() => z.unknown());

export const platformTransaction = /* @__PURE__ */ schema(() =>
  z.looseObject({ collateralTxId: text(), status: text() }),
);
/** A collateral transaction, as the platform knows it. */
export type PlatformTransaction = Of<typeof platformTransaction>;

export const platformSettlement = /* @__PURE__ */ schema(() =>
  z.looseObject({ settlementId: text(), settlementVersion: text(), status: text() }),
);
/** A settlement at the platform: what starts one, and what is known of it. */
export type PlatformSettlement = Of<typeof platformSettlement>;

export const platformAddress = /* @__PURE__ */ schema(() => z.looseObject({ address: text() }));
/** A collateral address, as the platform knows it. */
export type PlatformAddress = Of<typeof platformAddress>;

export const signerToken = /* @__PURE__ */ schema(() => z.looseObject({ token: text() }));
/** What the provider's co-signer pairs with. A secret. */
export type SignerToken = Of<typeof signerToken>;
