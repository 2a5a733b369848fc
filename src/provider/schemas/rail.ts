import * as z from 'zod/mini';
import { nationalCurrency } from './assets.js';
import { object, type Schema, schema } from './schema.js';
import { positiveAmount } from './values.js';

/** The fields that every level of a national currency's transfer method has. */
function capabilityShape<const Method extends string>(method: Method) {
  return {
    /** The national currency that moves. */
    asset: nationalCurrency(),
    /** Names the rail. It discriminates the members of unions. */
    transferMethod: z.literal(method),
  };
}

/** The lowest level: the method is possible for an asset. */
export function railCapability<const Method extends string>(method: Method) {
  return schema(() => object(capabilityShape(method)));
}

/** The second level: with the address. */
export function railAddress<const Method extends string, Shape extends z.core.$ZodShape>(
  method: Method,
  shape: () => Shape,
) {
  return schema(() => object({ ...capabilityShape(method), ...shape() }));
}

type Addressed<Shape extends z.core.$ZodShape> = Schema<z.ZodMiniObject<Shape, z.core.$strip>>;

/** The third level: with the amount. */
export function railDestination<Shape extends z.core.$ZodShape>(address: Addressed<Shape>) {
  return schema(() =>
    object({
      ...address().shape,
      /** How much moves, in whole units of `asset`: a decimal string such as `12.5`. */
      amount: positiveAmount(),
    }),
  );
}

/** The fourth level: the transfer was made, and may have a reference. */
export function railTransfer<Shape extends z.core.$ZodShape>(address: Addressed<Shape>) {
  return schema(() =>
    object({
      ...address().shape,
      /** How much moves, in whole units of `asset`: a decimal string such as `12.5`. */
      amount: positiveAmount(),
      /** The transfer's reference. Missing until there is one. */
      referenceId: z.optional(z.string()),
    }),
  );
}
