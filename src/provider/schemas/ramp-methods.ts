import * as z from 'zod/mini';
import { fiatCapability, prefundedCrypto, prefundedFiat } from './ramp-sides.js';
import { type Of, object, schema } from './schema.js';
import { publicBlockchainCapability } from './transfer-methods.js';
import { id } from './values.js';

// A capability doesn't name its kind; it follows from its two sides.
const onRampMethod = /* @__PURE__ */ schema(() =>
  object({ id: id(), from: fiatCapability(), to: publicBlockchainCapability() }),
);
const prefundedOnRampMethod = /* @__PURE__ */ schema(() =>
  object({ id: id(), from: prefundedFiat(), to: publicBlockchainCapability() }),
);
const offRampMethod = /* @__PURE__ */ schema(() =>
  object({ id: id(), from: publicBlockchainCapability(), to: fiatCapability() }),
);
const prefundedOffRampMethod = /* @__PURE__ */ schema(() =>
  object({ id: id(), from: prefundedCrypto(), to: fiatCapability() }),
);
const bridgeMethod = /* @__PURE__ */ schema(() =>
  object({ id: id(), from: publicBlockchainCapability(), to: publicBlockchainCapability() }),
);
const prefundedBridgeMethod = /* @__PURE__ */ schema(() =>
  object({ id: id(), from: prefundedCrypto(), to: publicBlockchainCapability() }),
);

interface OnRampMethod extends Of<typeof onRampMethod> {}
interface PrefundedOnRampMethod extends Of<typeof prefundedOnRampMethod> {}
interface OffRampMethod extends Of<typeof offRampMethod> {}
interface PrefundedOffRampMethod extends Of<typeof prefundedOffRampMethod> {}
interface BridgeMethod extends Of<typeof bridgeMethod> {}
interface PrefundedBridgeMethod extends Of<typeof prefundedBridgeMethod> {}

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
