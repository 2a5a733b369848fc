import * as z from 'zod/mini';
import { fiatCapability, prefundedCrypto, prefundedFiat } from './ramp-sides.js';
import { type Of, object, schema } from './schema.js';
import { publicBlockchainCapability } from './transfer-methods.js';
import { id } from './values.js';

// A capability doesn't name its kind; it follows from its two sides.
const onRampMethod = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the ramp, a `rampsPairId` of rates. */
    id: id(),
    /** How it is paid for: a transfer method and its asset. */
    from: fiatCapability(),
    /** How it pays out: a coin or token, and so its blockchain. */
    to: publicBlockchainCapability(),
  }),
);
const prefundedOnRampMethod = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the ramp, a `rampsPairId` of rates. */
    id: id(),
    /** The national currency of the balance that pays. */
    from: prefundedFiat(),
    /** How it pays out: a coin or token, and so its blockchain. */
    to: publicBlockchainCapability(),
  }),
);
const offRampMethod = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the ramp, a `rampsPairId` of rates. */
    id: id(),
    /** How it is paid for: a coin or token, and so its blockchain. */
    from: publicBlockchainCapability(),
    /** How it pays out: a transfer method and its asset. */
    to: fiatCapability(),
  }),
);
const prefundedOffRampMethod = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the ramp, a `rampsPairId` of rates. */
    id: id(),
    /** The coin or token of the balance that pays. */
    from: prefundedCrypto(),
    /** How it pays out: a transfer method and its asset. */
    to: fiatCapability(),
  }),
);
const bridgeMethod = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the ramp, a `rampsPairId` of rates. */
    id: id(),
    /** How it is paid for: a coin or token, and so its blockchain. */
    from: publicBlockchainCapability(),
    /** How it pays out: a coin or token, and so its blockchain. */
    to: publicBlockchainCapability(),
  }),
);
const prefundedBridgeMethod = /* @__PURE__ */ schema(() =>
  object({
    /** The provider's id of the ramp, a `rampsPairId` of rates. */
    id: id(),
    /** The coin or token of the balance that pays. */
    from: prefundedCrypto(),
    /** How it pays out: a coin or token, and so its blockchain. */
    to: publicBlockchainCapability(),
  }),
);

/** From a bank to a blockchain. */
export interface OnRampMethod extends Of<typeof onRampMethod> {}
/** From a balance of a national currency to a blockchain. */
export interface PrefundedOnRampMethod extends Of<typeof prefundedOnRampMethod> {}
/** From a blockchain to a bank. */
export interface OffRampMethod extends Of<typeof offRampMethod> {}
/** From a balance of a cryptocurrency to a bank. */
export interface PrefundedOffRampMethod extends Of<typeof prefundedOffRampMethod> {}
/** From one blockchain to another. */
export interface BridgeMethod extends Of<typeof bridgeMethod> {}
/** From a balance of a cryptocurrency to a blockchain. */
export interface PrefundedBridgeMethod extends Of<typeof prefundedBridgeMethod> {}

/** A ramp that is possible. Its `id` is a `rampsPairId` of rates. */
export type RampMethod =
  | OnRampMethod
  | PrefundedOnRampMethod
  | OffRampMethod
  | PrefundedOffRampMethod
  | BridgeMethod
  | PrefundedBridgeMethod;
export const rampMethod = /* @__PURE__ */ schema(
  (): z.ZodMiniType<RampMethod> =>
    z.union([
      onRampMethod(),
      prefundedOnRampMethod(),
      offRampMethod(),
      prefundedOffRampMethod(),
      bridgeMethod(),
      prefundedBridgeMethod(),
    ]),
);
