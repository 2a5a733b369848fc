import { sha3_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import {
  type AccountAuthenticator,
  type Ed25519Proof,
  encodeSigned,
  type SignedTransaction,
  type TransactionAuthenticator,
} from './bcs/authenticator.js';
import { hexOf } from './bcs/codec.js';
import { encodeUnsigned } from './bcs/transaction.js';
import { concernsSeveral, signersOf, type UnsignedTransaction } from './transaction.js';

/** The node's kind of transaction that a hash is made for. */
const USER_TRANSACTION = Uint8Array.of(0);

/** A simulation must have no valid signature: anyone that saw it could submit it. */
const NO_SIGNATURE = new Uint8Array(64);

/** A transaction as a node takes it: the BCS of a SignedTransaction, and its hash. */
export interface SignedBytes {
  readonly bytes: Uint8Array;
  /** `0x` and 64 hexadecimal characters. */
  readonly hash: string;
}

/** The bytes that every signer of a transaction signs, the same for all: the whole message, not a digest. */
export function signingMessage(transaction: UnsignedTransaction): Uint8Array {
  const type = concernsSeveral(transaction) ? 'RawTransactionWithData' : 'RawTransaction';
  return concatBytes(domain(type), encodeUnsigned(transaction));
}

/**
 * A signed transaction, and its hash. The proofs are in the order of {@link signersOf}.
 *
 * @throws InvalidInputError when there are not as many as signers.
 */
export function signedTransaction(
  transaction: UnsignedTransaction,
  proofs: readonly Ed25519Proof[],
): SignedBytes {
  const authenticators = proofs.map((proof) => ({ kind: 'ed25519' as const, ...proof }));
  const authenticator = authenticatorOf(transaction, authenticators);
  const bytes = encodeSigned({ transaction, authenticator });
  return { bytes, hash: transactionHash(bytes) };
}

/**
 * A transaction to be simulated: with the keys that will sign it, in the order of {@link signersOf}, and no
 * signatures. A signer without a key here is assumed to agree.
 */
export function simulatedTransaction(
  transaction: UnsignedTransaction,
  publicKeys: readonly (Uint8Array | undefined)[],
): Uint8Array {
  const authenticators = publicKeys.map(
    (publicKey): AccountAuthenticator =>
      publicKey ? { kind: 'ed25519', publicKey, signature: NO_SIGNATURE } : { kind: 'none' },
  );
  return encodeSigned({ transaction, authenticator: authenticatorOf(transaction, authenticators) });
}

/** The hash that a node gives a signed transaction. */
export function hashOf(signed: SignedTransaction): string {
  return transactionHash(encodeSigned(signed));
}

/** The hash that a node gives the BCS of a SignedTransaction. */
function transactionHash(signed: Uint8Array): string {
  return hexOf(sha3_256(concatBytes(domain('Transaction'), USER_TRANSACTION, signed)));
}

function authenticatorOf(
  transaction: UnsignedTransaction,
  authenticators: readonly AccountAuthenticator[],
): TransactionAuthenticator {
  const [sender, ...others] = authenticators;
  const expected = signersOf(transaction).length;
  if (sender === undefined || authenticators.length !== expected) {
    throw new InvalidInputError('signatures', `must be ${expected}, one for each signer`);
  }
  if (!concernsSeveral(transaction)) {
    return sender.kind === 'ed25519' ? sender : { kind: 'single-sender', sender };
  }
  const { secondarySignerAddresses = [], feePayerAddress } = transaction;
  const secondarySigners = others.slice(0, secondarySignerAddresses.length);
  const several = { sender, secondarySignerAddresses, secondarySigners };
  const feePayer = others[secondarySignerAddresses.length];
  return feePayerAddress === undefined || feePayer === undefined
    ? { kind: 'multi-agent', ...several }
    : { kind: 'fee-payer', ...several, feePayerAddress, feePayer };
}

function domain(type: string): Uint8Array {
  return sha3_256(utf8ToBytes(`APTOS::${type}`));
}
