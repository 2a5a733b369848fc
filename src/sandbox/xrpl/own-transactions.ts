import { derOf, type Secp256k1Key } from '../signing-key.js';
import { encode, encodeForSigning } from './ripple.js';
import { sha512Half } from './signature.js';
import { Transaction } from './transaction.js';

/** Signs a transaction with a key that the sandbox holds. */
export function signedTransaction(
  fields: Readonly<Record<string, unknown>>,
  key: Secp256k1Key,
  entropy: Uint8Array,
): Transaction {
  const unsigned = { ...fields, SigningPubKey: key.publicKey.toUpperCase() };
  const digest = sha512Half(Buffer.from(encodeForSigning(unsigned), 'hex'));
  const TxnSignature = derOf(key.sign(digest, entropy));
  return new Transaction(encode({ ...unsigned, TxnSignature }));
}
