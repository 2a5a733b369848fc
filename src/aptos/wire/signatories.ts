import type { KeyPath, PublicKey, SigningKey } from '../../signer/raw-signer.js';
import type { UnsignedTransaction } from './transaction.js';

/** A signer of a transaction, with a key that the custody platform holds. */
export interface Signatory {
  readonly vaultAccountId: string;
  readonly address: string;
  readonly publicKey: Uint8Array;
}

/** A transaction, and the accounts whose keys sign it, in the order of `signersOf`. */
export interface AptosTransaction {
  readonly unsigned: UnsignedTransaction;
  readonly signatories: readonly Signatory[];
}

/** The key that signs for a vault account. */
export function keyOf(id: string, path: KeyPath): SigningKey {
  return { algorithm: 'eddsa-ed25519', id, path };
}

export function signatoryOf(account: {
  readonly vaultAccountId: string;
  readonly address: string;
  readonly publicKey: PublicKey;
}): Signatory {
  const { vaultAccountId, address, publicKey } = account;
  return { vaultAccountId, address, publicKey: publicKey.bytes };
}
