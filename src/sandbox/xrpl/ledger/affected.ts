import { isObject } from '../../../core/json.js';
import { isValidClassicAddress } from '../ripple.js';
import type { Transaction } from '../transaction.js';
import type { TransactionMetadata } from './metadata.js';

/** Every account that a transaction or the entries it changed name: in whose history it is found. */
export function affectedEverywhere(
  tx: Transaction,
  metadata: TransactionMetadata,
): ReadonlySet<string> {
  const accounts = new Set<string>([tx.account]);
  const destination = tx.text('Destination');
  if (destination !== undefined) accounts.add(destination);
  for (const node of metadata.AffectedNodes) collectAddresses(node, accounts);
  return accounts;
}

function collectAddresses(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    if (value.startsWith('r') && isValidClassicAddress(value)) into.add(value);
  } else if (Array.isArray(value)) {
    for (const member of value) collectAddresses(member, into);
  } else if (isObject(value)) {
    for (const member of Object.values(value)) collectAddresses(member, into);
  }
}
