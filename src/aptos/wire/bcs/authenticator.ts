import { BcsType, bcs } from '@mysten/bcs';
import type { RawTransaction } from '../transaction.js';
import { address, decode, encode, list, refused } from './codec.js';
import { rawTransaction } from './transaction.js';

/** An Ed25519 key, and its signature. */
export interface Ed25519Proof {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** The proof that one account agrees. */
export type AccountAuthenticator =
  | ({ readonly kind: 'ed25519' } & Ed25519Proof)
  /** The same for accounts of the unified kind, which have another address. */
  | ({ readonly kind: 'single-key' } & Ed25519Proof)
  /** In simulations only: no key is checked. */
  | { readonly kind: 'none' };

interface SeveralAuthenticators {
  readonly sender: AccountAuthenticator;
  readonly secondarySignerAddresses: readonly string[];
  readonly secondarySigners: readonly AccountAuthenticator[];
}

/** The proofs of all accounts that have to agree. */
export type TransactionAuthenticator =
  | ({ readonly kind: 'ed25519' } & Ed25519Proof)
  | ({ readonly kind: 'multi-agent' } & SeveralAuthenticators)
  | ({
      readonly kind: 'fee-payer';
      readonly feePayerAddress: string;
      readonly feePayer: AccountAuthenticator;
    } & SeveralAuthenticators)
  | { readonly kind: 'single-sender'; readonly sender: AccountAuthenticator };

export interface SignedTransaction {
  readonly transaction: RawTransaction;
  readonly authenticator: TransactionAuthenticator;
}

function fixedBytes(size: number): BcsType<Uint8Array> {
  return new BcsType<Uint8Array>({
    name: `${size} bytes`,
    read: (reader) => {
      const length = reader.readULEB();
      if (length !== size) throw new TypeError(`There should be ${size} bytes.`);
      return reader.readBytes(size);
    },
    write: (value, writer) => {
      if (value.length !== size) throw new TypeError(`There should be ${size} bytes.`);
      writer.writeULEB(size);
      writer.writeBytes(value);
    },
  });
}

const publicKey = fixedBytes(32);
const signature = fixedBytes(64);

const ed25519 = bcs.struct('Ed25519', { publicKey, signature });

const singleKey = bcs
  .struct('SingleKey', {
    publicKey: bcs.enum('AnyPublicKey', { Ed25519: publicKey }),
    signature: bcs.enum('AnySignature', { Ed25519: signature }),
  })
  .transform({
    input: (proof: Ed25519Proof) => ({
      publicKey: { Ed25519: proof.publicKey },
      signature: { Ed25519: proof.signature },
    }),
    output: (proof): Ed25519Proof => ({
      publicKey: proof.publicKey.Ed25519,
      signature: proof.signature.Ed25519,
    }),
  });

const accountAuthenticator: BcsType<AccountAuthenticator> = bcs
  .enum('AccountAuthenticator', {
    Ed25519: ed25519,
    MultiEd25519: refused<AccountAuthenticator>('MultiEd25519'),
    SingleKey: singleKey,
    MultiKey: refused<AccountAuthenticator>('MultiKey'),
    NoAccountAuthenticator: null,
  })
  .transform({
    input: (value: AccountAuthenticator) => {
      if (value.kind === 'ed25519') return { Ed25519: value };
      return value.kind === 'single-key' ? { SingleKey: value } : { NoAccountAuthenticator: true };
    },
    output: (value): AccountAuthenticator => {
      if (value.$kind === 'Ed25519') return { kind: 'ed25519', ...value.Ed25519 };
      if (value.$kind === 'SingleKey') return { kind: 'single-key', ...value.SingleKey };
      if (value.$kind === 'NoAccountAuthenticator') return { kind: 'none' };
      return value.$kind === 'MultiKey' ? value.MultiKey : value.MultiEd25519;
    },
  });

const several = {
  sender: accountAuthenticator,
  secondarySignerAddresses: list(address),
  secondarySigners: list(accountAuthenticator),
};

const transactionAuthenticator: BcsType<TransactionAuthenticator> = bcs
  .enum('TransactionAuthenticator', {
    Ed25519: ed25519,
    MultiEd25519: refused<TransactionAuthenticator>('MultiEd25519'),
    MultiAgent: bcs.struct('MultiAgent', several),
    FeePayer: bcs.struct('FeePayer', {
      ...several,
      feePayerAddress: address,
      feePayer: accountAuthenticator,
    }),
    SingleSender: bcs.struct('SingleSender', { sender: accountAuthenticator }),
  })
  .transform({
    input: (value: TransactionAuthenticator) => {
      if (value.kind === 'ed25519') return { Ed25519: value };
      if (value.kind === 'multi-agent') return { MultiAgent: value };
      return value.kind === 'fee-payer' ? { FeePayer: value } : { SingleSender: value };
    },
    output: (value): TransactionAuthenticator => {
      if (value.$kind === 'Ed25519') return { kind: 'ed25519', ...value.Ed25519 };
      if (value.$kind === 'MultiAgent') return { kind: 'multi-agent', ...value.MultiAgent };
      if (value.$kind === 'FeePayer') return { kind: 'fee-payer', ...value.FeePayer };
      return value.$kind === 'SingleSender'
        ? { kind: 'single-sender', ...value.SingleSender }
        : value.MultiEd25519;
    },
  });

export const signedTransaction: BcsType<SignedTransaction> = bcs.struct('SignedTransaction', {
  transaction: rawTransaction,
  authenticator: transactionAuthenticator,
});

/** A transaction as a node takes it. */
export function encodeSigned(signed: SignedTransaction): Uint8Array {
  return encode(signedTransaction, signed);
}

/** @throws InvalidInputError naming `field`. */
export function decodeSigned(bytes: Uint8Array, field = 'transaction'): SignedTransaction {
  return decode(signedTransaction, bytes, field);
}
