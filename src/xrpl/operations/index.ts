import type * as z from 'zod/mini';
import { legible } from '../../core/legible.js';
import { assertOwnFields } from '../../core/own-fields.js';
import { parseInput } from '../../core/schema.js';
import type { TransactionFields } from '../codec.js';
import { checkNetworkOf } from '../x-address.js';
import { accountSet } from './account-set.js';
import { credentialAccept, credentialCreate, credentialDelete } from './credentials.js';
import { offerCancel, offerCreate } from './offers.js';
import type { LedgerFacts, Operation } from './operation.js';
import { burnToken, crossCurrencyPayment, tokenTransfer } from './payments.js';
import { submit } from './submit.js';
import { clawback, freezeToken, trustSet } from './trust-lines.js';
import { xrpTransfer } from './xrp-transfer.js';

/** Every operation there is, by its name: the one list of them. */
export const operations = {
  offerCreate,
  offerCancel,
  crossCurrencyPayment,
  tokenTransfer,
  accountSet,
  burnToken,
  clawback,
  freezeToken,
  trustSet,
  xrpTransfer,
  credentialCreate,
  credentialAccept,
  credentialDelete,
  submit,
};

/** The names of the operations. */
export type OperationName = keyof typeof operations;

type InputOf<O> = O extends Operation<infer Input, infer _> ? Input : never;
type OutputOf<O> = O extends Operation<infer _, infer Output> ? Output : never;

/** What each operation takes. */
type OperationInputs = { [K in OperationName]: InputOf<(typeof operations)[K]> };
/** What each operation's parameters are once they are checked. */
type OperationOutputs = { [K in OperationName]: OutputOf<(typeof operations)[K]> };

/** The same list, in the form that lets one name stand for both its operation and its parameters. */
const table: { readonly [K in OperationName]: Operation<OperationInputs[K], OperationOutputs[K]> } =
  operations;

/** A checked operation: what an idempotency key is bound to. */
export interface XrplInput<K extends OperationName = OperationName> {
  readonly operation: K;
  readonly params: OperationOutputs[K];
}

/** Whether there is an operation of this name; `constructor` is none. */
export function isOperationName(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}

/** @throws InvalidInputError naming the field. */
export function checkedInput<K extends OperationName>(
  operation: K,
  params: unknown,
  networkId: number,
): XrplInput<K> {
  const schema: z.ZodMiniType<OperationOutputs[K]> = table[operation].schema;
  const checked = () => {
    assertOwnFields(params, 'params');
    const output = parseInput(schema, params);
    checkNetworkOf(params, networkId);
    return output;
  };
  return { operation, params: legible('params', checked) };
}

/** The transaction that an input stands for, but for the account's own fields. */
export function buildOperation<K extends OperationName>(
  input: XrplInput<K>,
  account: string,
  facts: LedgerFacts,
): TransactionFields {
  return table[input.operation].build(input.params, account, facts);
}

/** The trust line that an input needs to know before it can be built. */
export function lineNeededBy<K extends OperationName>(
  input: XrplInput<K>,
): { readonly peer: string; readonly currency: string } | undefined {
  return table[input.operation].needsLine?.(input.params);
}
