import { assertOwnFields, snapshotOf } from '../../core/own-fields.js';
import type { TransactionFields } from '../wire/codec.js';
import { checkNetworkOf } from '../wire/x-address.js';
import type { CheckedParams } from './operation.js';
import { submit } from './submit.js';
import { xrpTransfer } from './xrp-transfer.js';

/** Every operation there is, by its name: the one list of them. Most are loaded when they are first called. */
const operations = {
  offerCreate: async () => (await import('./offers.js')).offerCreate,
  offerCancel: async () => (await import('./offers.js')).offerCancel,
  crossCurrencyPayment: async () => (await import('./payments.js')).crossCurrencyPayment,
  tokenTransfer: async () => (await import('./payments.js')).tokenTransfer,
  accountSet: async () => (await import('./account-set.js')).accountSet,
  burnToken: async () => (await import('./payments.js')).burnToken,
  clawback: async () => (await import('./trust-lines.js')).clawback,
  freezeToken: async () => (await import('./trust-lines.js')).freezeToken,
  trustSet: async () => (await import('./trust-lines.js')).trustSet,
  mptokenAuthorize: async () => (await import('./mptokens.js')).mptokenAuthorize,
  xrpTransfer: async () => xrpTransfer,
  credentialCreate: async () => (await import('./credentials.js')).credentialCreate,
  credentialAccept: async () => (await import('./credentials.js')).credentialAccept,
  credentialDelete: async () => (await import('./credentials.js')).credentialDelete,
  submit: async () => submit,
};

/** The names of the operations. */
export type OperationName = keyof typeof operations;

/** A checked operation. An idempotency key is bound to its name and its parameters. */
export interface XrplInput extends CheckedParams {
  readonly operation: OperationName;
}

/** Whether there is an operation of this name; `constructor` is not one. */
export function isOperationName(name: unknown): name is OperationName {
  return typeof name === 'string' && Object.hasOwn(operations, name);
}

export function operationNames(): readonly OperationName[] {
  return Object.keys(operations).filter(isOperationName);
}

/** @throws InvalidInputError naming the field. */
export async function checkedInput(
  operation: OperationName,
  params: unknown,
  networkId: number,
): Promise<XrplInput> {
  assertOwnFields(params, 'params');
  const given = snapshotOf(params, 'params');
  const { check } = await operations[operation]();
  const checked = check(given);
  checkNetworkOf(given, networkId);
  return { operation, ...checked };
}

/** The input for a transaction in the ledger's own form. */
export function inputOfTransaction(transaction: TransactionFields): XrplInput {
  return { operation: 'submit', ...submit.check({ transaction }) };
}
