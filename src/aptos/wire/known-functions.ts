import type { FunctionAbi } from './arguments.js';

/**
 * The framework's own transfers, which never change (a published entry function can't). They are built without
 * asking a node, and shown with readable arguments to approvers.
 */
const KNOWN: Readonly<Record<string, FunctionAbi>> = {
  '0x1::aptos_account::transfer': {
    typeParameters: 0,
    parameters: ['&signer', 'address', 'u64'],
  },
  '0x1::aptos_account::batch_transfer': {
    typeParameters: 0,
    parameters: ['&signer', 'vector<address>', 'vector<u64>'],
  },
  '0x1::aptos_account::transfer_coins': {
    typeParameters: 1,
    parameters: ['&signer', 'address', 'u64'],
  },
  '0x1::aptos_account::batch_transfer_coins': {
    typeParameters: 1,
    parameters: ['&signer', 'vector<address>', 'vector<u64>'],
  },
  '0x1::coin::transfer': {
    typeParameters: 1,
    parameters: ['&signer', 'address', 'u64'],
  },
  '0x1::primary_fungible_store::transfer': {
    typeParameters: 1,
    parameters: ['&signer', '0x1::object::Object<T0>', 'address', 'u64'],
  },
};

/** The parameters of a function of the framework, if it is one of those listed here. */
export function knownFunction(name: string): FunctionAbi | undefined {
  return Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined;
}
