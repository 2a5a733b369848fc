import type * as z from 'zod/mini';
import { parseInput } from '../../core/schema.js';
import type { TransactionFields } from '../wire/codec.js';
import { defined } from '../wire/fields.js';

/** Facts of the ledger that an operation may need before it can be built. */
export interface LedgerFacts {
  /** The limit on our side of the requested line; `"0"` if there is none. */
  readonly lineLimit: string;
}

/** A trust line whose limit on our side has to be kept. */
export interface NeededLine {
  readonly peer: string;
  readonly currency: string;
}

/** What defines an operation: the parameters that it takes, and the transaction that it makes. */
interface Definition<Input, Output> {
  readonly schema: z.ZodMiniType<Output, Input>;
  /** Pure. The account's own fields (Account, Sequence, Fee, ...) are filled in later. */
  build(params: Output, account: string, facts: LedgerFacts): TransactionFields;
  needsLine?(params: Output): NeededLine | undefined;
}

/** An operation whose parameters are checked. */
export interface CheckedParams {
  readonly params: object;
  /** The trust line that has to be read before it can be built. */
  readonly line: NeededLine | undefined;
  /** The transaction that it makes, without the account's own fields. */
  build(account: string, facts: LedgerFacts): TransactionFields;
}

/** One operation. */
export interface Operation<Input> {
  readonly schema: z.ZodMiniType<unknown, Input>;
  /** @throws InvalidInputError naming the field. */
  check(params: unknown): CheckedParams;
}

export function operation<Input, Output extends object>(
  definition: Definition<Input, Output>,
): Operation<Input> {
  const { schema } = definition;
  const check = (given: unknown): CheckedParams => {
    const params = parseInput(schema, given);
    return {
      params,
      line: definition.needsLine?.(params),
      build: (account, facts) => definition.build(params, account, facts),
    };
  };
  return { schema, check };
}

/** A transaction of a type, without the fields that are not given. */
export function transaction(
  TransactionType: string,
  fields: Readonly<Record<string, unknown>>,
): TransactionFields {
  return { TransactionType, ...defined(fields) };
}
