import * as z from 'zod/mini';
import { integer } from '../../server/bodies.js';

/** A transaction's options, which the reference gateway takes in the body. */
const gas = {
  maxGasAmount: z.optional(integer()),
  gasUnitPrice: z.optional(integer()),
  expireTimestamp: z.optional(integer()),
  accountSequenceNumber: z.optional(integer()),
};

/** The names of those options. */
export const GAS = [
  'maxGasAmount',
  'gasUnitPrice',
  'expireTimestamp',
  'accountSequenceNumber',
] as const satisfies readonly (keyof typeof gas)[];

const transfer = {
  recipientAddress: z.string(),
  amount: z.union(
    [z.string(), z.int()],
    'must be a whole number of octas, or text: with `unit` `coins`, such as "1.5"',
  ),
  unit: z.exactOptional(z.enum(['octas', 'coins'])),
};

type Argument =
  | string
  | number
  | boolean
  | null
  | readonly Argument[]
  | { readonly [field: string]: Argument };

const argument: z.ZodMiniType<Argument, Argument> = z.union([
  z.string(),
  z.int(),
  z.boolean(),
  z.null(),
  z.lazy(() => z.array(argument)),
  z.lazy(() => z.catchall(z.object({}), argument)),
]);

const fields = z.array(z.strictObject({ name: z.string(), type: z.string() }));
const variants = z.array(z.strictObject({ name: z.string(), fields }));
const struct = z.union([
  z.strictObject({ typeParameters: z.int(), fields }),
  z.strictObject({ typeParameters: z.int(), variants }),
]);

const functionCall = {
  function: z.string(),
  typeArguments: z.optional(z.array(z.string())),
  functionArguments: z.optional(z.array(argument)),
  abi: z.optional(
    z.strictObject({
      typeParameters: z.int(),
      parameters: z.array(z.string()),
      structs: z.exactOptional(z.catchall(z.object({}), struct)),
    }),
  ),
};

const tokenTransfer = {
  recipientAddress: z.string(),
  amount: z.union(
    [z.string(), z.int()],
    'must be a whole number of base units, or text: with `unit` `tokens`, such as "1.5"',
  ),
  unit: z.exactOptional(z.enum(['base', 'tokens'])),
  tokenDecimals: z.exactOptional(z.int()),
  tokenType: z.string(),
};

export const moveBody = z.union([
  z.strictObject({ ...transfer, ...gas }),
  z.strictObject({ ...functionCall, ...gas }),
]);

export const tokenBody = z.strictObject({ ...tokenTransfer, ...gas });

/** The BCS of a RawTransaction, in hexadecimal. */
export const givenBody = z.strictObject({ transaction: z.string() });

export const batchBody = z.strictObject({
  transactions: z.array(
    z.discriminatedUnion('transactionType', [
      z.strictObject({
        transactionType: z.literal('transferMove'),
        params: z.union([z.strictObject(transfer), z.strictObject(functionCall)]),
      }),
      z.strictObject({
        transactionType: z.literal('transferToken'),
        params: z.strictObject(tokenTransfer),
      }),
    ]),
  ),
});
