import * as z from 'zod/mini';

/** JSON has no bigints; what is too large for its numbers is digits as text. */
const integer = z.union([z.string(), z.int()], 'must be a whole number, or its digits as text');

/** Where the reference gateway has a transaction's options: in the body. */
const gas = {
  maxGasAmount: z.optional(integer),
  gasUnitPrice: z.optional(integer),
  expireTimestamp: z.optional(integer),
  accountSequenceNumber: z.optional(integer),
};

const transfer = {
  recipientAddress: z.string(),
  amount: integer,
  unit: z.exactOptional(z.enum(['octas', 'coins'])),
};

type Argument = string | number | boolean | null | readonly Argument[];

const argument: z.ZodMiniType<Argument, Argument> = z.union([
  z.string(),
  z.int(),
  z.boolean(),
  z.null(),
  z.lazy(() => z.array(argument)),
]);

const functionCall = {
  function: z.string(),
  typeArguments: z.optional(z.array(z.string())),
  functionArguments: z.optional(z.array(argument)),
};

const tokenTransfer = { recipientAddress: z.string(), amount: integer, tokenType: z.string() };

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
