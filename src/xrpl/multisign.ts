import * as z from 'zod/mini';
import { bytesToHex } from '../core/bytes.js';
import { InvalidInputError } from '../core/errors.js';
import { inField } from '../core/field-names.js';
import { knownOptions, type ShapesOf } from '../core/known-options.js';
import { readInput } from '../core/read-input.js';
import { parseInput } from '../core/schema.js';
import { InvalidSignatureError } from '../signer/errors.js';
import type { SigningMessage } from '../signer/raw-signer.js';
import { secp256k1In, type VerifiedSignature } from '../signer/verify.js';
import type { Account, Signed, TransactionOptions } from '../transactions/index.js';
import { resolveOptions, SUBMISSION_MARGIN_SECONDS } from '../transactions/options.js';
import { canonicalSubmission, modelled } from './given-transaction.js';
import { checkNetworkId, networkIdField } from './network.js';
import { expiryOf, readLedger } from './node/reading.js';
import { readReached } from './node/ticket-list.js';
import { spanOf } from './node/tickets.js';
import { inputOfTransaction } from './operations/index.js';
import { checkOptions, type XrplTransactionOptions } from './options.js';
import type { XrplTransactionResult } from './result.js';
import type { XrplSetup } from './setup.js';
import { accountIdOf, address } from './wire/address.js';
import {
  encodeSigned,
  multisigningBytes,
  sha512Half,
  type UnsignedTransaction,
} from './wire/codec.js';
import { checkFee, chooseFee } from './wire/fees.js';
import { hex } from './wire/fields.js';

/** One signer's part of a multi-signed transaction, in the ledger's own form. */
export interface XrplSigner {
  /** The part itself: in the ledger's lists, each entry is wrapped in its name. */
  readonly Signer: {
    /** The signer's own classic address, not that of the account it signs for. */
    readonly Account: string;
    /** The signer's public key: 66 hexadecimal characters. */
    readonly SigningPubKey: string;
    /** An ECDSA signature in DER, in hexadecimal; it holds only for this signer. */
    readonly TxnSignature: string;
  };
}

/** The most that a list of signers may have. */
const MAX_SIGNERS = 32;

const signersSchema = z
  .array(
    z.strictObject({
      Signer: z.strictObject({
        Account: address,
        SigningPubKey: hex({ bytes: 33 }),
        TxnSignature: hex({ min: 8, max: 72 }),
      }),
    }),
  )
  .check(z.minLength(1), z.maxLength(MAX_SIGNERS));

const none = (reason: string) => z.optional(z.undefined(reason));

const preparedSchema = z.looseObject({
  TransactionType: z.string(),
  Account: address,
  Fee: z.string().check(z.regex(/^\d{1,17}$/, 'must be drops')),
  Sequence: z.int().check(z.gte(1)),
  LastLedgerSequence: z.int().check(z.gte(1)),
  SigningPubKey: z.literal('', 'must be empty: several sign'),
  TicketSequence: none('is not supported: the number has to be a sequence number'),
  TxnSignature: none('must be left out: several sign'),
});

/**
 * Reads a transaction for several signers: complete, with an empty SigningPubKey, for this network.
 *
 * @throws InvalidInputError naming the field.
 */
async function checkPrepared(given: unknown, networkId: number): Promise<UnsignedTransaction> {
  const { Signers, TicketSequence, TxnSignature, ...unsigned } = await partOf('transaction', () =>
    parseInput(preparedSchema, given, ''),
  );
  checkNetworkId(modelled(unsigned).NetworkID, networkId);
  return unsigned;
}

/** Reads an argument that has parts; an error names the part within it. */
function partOf<T>(name: string, read: () => T): Promise<T> {
  const within = (field: string) => `${name}${/^(?:\[|$)/.test(field) ? '' : '.'}${field}`;
  return inField(within, () => readInput('', read));
}

/** The bytes that one of several signers signs; its own account is part of them. */
function multisigningMessage(transaction: UnsignedTransaction, signer: Account): SigningMessage {
  const preimage = multisigningBytes(transaction, signer.address);
  const digest = sha512Half(preimage);
  return { kind: 'digest', key: signer.key, digest, hash: 'sha512-half', preimage };
}

/** The transaction with its signer named. The name is part of what is signed, so an approver can check it. */
function multisigningPayload(transaction: UnsignedTransaction, signer: Account): unknown {
  const SigningPubKey = bytesToHex(signer.publicKey.bytes).toUpperCase();
  return { ...transaction, Signers: [{ Signer: { Account: signer.address, SigningPubKey } }] };
}

/** A signer's part, in the ledger's form. */
function signerField(signer: Account, signatures: readonly VerifiedSignature[]): XrplSigner {
  return {
    Signer: {
      Account: signer.address,
      SigningPubKey: bytesToHex(signer.publicKey.bytes).toUpperCase(),
      TxnSignature: bytesToHex(secp256k1In(signatures).der).toUpperCase(),
    },
  };
}

/**
 * Puts the signers' parts together, in the order that the ledger wants, after checking each of them.
 *
 * @throws InvalidSignatureError naming the signer whose signature is invalid.
 */
async function assembleMultisigned(
  transaction: UnsignedTransaction,
  signers: unknown,
): Promise<Signed> {
  const parts = await partOf('signers', () => parseInput(signersSchema, signers, ''));
  const { isSignature } = await import('./wire/signature.js');
  const sorted = [...parts].sort((one, other) => compare(idOf(one), idOf(other)));
  for (const [index, part] of sorted.entries()) {
    const { Account } = part.Signer;
    if (Account === transaction.Account || Account === sorted[index + 1]?.Signer.Account) {
      throw new InvalidInputError('signers', `${Account} is the account itself, or signs twice`);
    }
    const { SigningPubKey, TxnSignature } = part.Signer;
    if (!isSignature(multisigningBytes(transaction, Account), SigningPubKey, TxnSignature)) {
      throw new InvalidSignatureError(`that of ${Account} does not verify, or is high-S`);
    }
  }
  return encodeSigned({ ...transaction, Signers: sorted });
}

function idOf(part: XrplSigner): string {
  return bytesToHex(accountIdOf(part.Signer.Account) ?? new Uint8Array());
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Options that a transaction of several signers has no use for. */
const NOT_FOR_SEVERAL = ['native', 'useTickets', 'stopOnFailure', 'trial'] as const;

/**
 * Options of {@link XrplGateway.prepareMultisigned}. It takes no idempotency key, since each preparation is another
 * transaction: keep what was prepared.
 */
export type XrplPreparingOptions = Pick<
  XrplTransactionOptions,
  'maxFee' | 'approvalWindowSeconds' | 'signal'
>;

const OF_PREPARING: ShapesOf<XrplPreparingOptions> = {
  maxFee: 'any',
  approvalWindowSeconds: 'number',
  signal: 'object',
};

/** Options of {@link XrplGateway.submitMultisigned}. It takes no idempotency key: the transaction itself is one. */
export type XrplDeliveryOptions = Pick<TransactionOptions, 'confirmTimeoutMs' | 'signal'>;

const OF_DELIVERY: ShapesOf<XrplDeliveryOptions> = {
  confirmTimeoutMs: 'number',
  signal: 'object',
};

/** See {@link XrplGateway.prepareMultisigned}. */
export async function prepareMultisigned(
  { network, clock, secondsPerLedger, options: gateway, parts }: XrplSetup,
  given: unknown,
  signerCount: number,
  options: XrplPreparingOptions,
): Promise<UnsignedTransaction> {
  knownOptions(options, OF_PREPARING, InvalidInputError);
  parseInput(z.int().check(z.gte(1), z.lte(MAX_SIGNERS)), signerCount, 'signerCount');
  const { networkId } = network;
  const { transaction } = canonicalSubmission(given, networkId);
  const owner = parseInput(address, transaction.Account, 'transaction.Account');
  const { maxFee, options: checked } = checkOptions(options, gateway, []);
  const drafts = [{ fields: transaction, input: inputOfTransaction(transaction) }];
  const call = { signal: checked.signal };
  const { ledger } = await parts();
  const [snapshot] = await ledger.ask(call, (node) =>
    readLedger({ node, address: owner, drafts }, call),
  );
  if (!snapshot) throw new Error('Each draft has its snapshot.');
  const isRow = spanOf(transaction) > 1;
  const next = isRow
    ? await readReached({ ledger, agree: 1, clock }, owner, call)
    : snapshot.nextNumber;
  const seconds = checked.approvalWindowSeconds + SUBMISSION_MARGIN_SECONDS;
  const usual = Math.ceil(seconds / secondsPerLedger);
  return {
    ...transaction,
    Account: owner,
    Fee: chooseFee(transaction, snapshot.levels, maxFee, { signers: signerCount }).toString(),
    Sequence: Number(next),
    LastLedgerSequence: expiryOf(transaction, snapshot, { least: 0, usual }),
    ...networkIdField(networkId),
    SigningPubKey: '',
  };
}

/** See {@link XrplGateway.signMultisigned}. */
export async function signMultisigned(
  { network, options: gateway, parts }: XrplSetup,
  vaultAccountId: string,
  given: unknown,
  options: XrplTransactionOptions,
): Promise<XrplSigner> {
  const transaction = await checkPrepared(given, network.networkId);
  const { maxFee, options: rest } = checkOptions(options, gateway, NOT_FOR_SEVERAL);
  // The fee comes with the prepared transaction; what this vault signs must stay within its own cap.
  checkFee(BigInt(transaction.Fee), maxFee);
  const { transactions } = await parts();
  const { account, signatures } = await transactions.sign(
    vaultAccountId,
    (signer) => {
      if (signer.address === transaction.Account) {
        throw new InvalidInputError('transaction.Account', 'is the signer itself');
      }
      return {
        messages: [multisigningMessage(transaction, signer)],
        payload: multisigningPayload(transaction, signer),
      };
    },
    rest,
  );
  return signerField(account, signatures);
}

/** See {@link XrplGateway.submitMultisigned}. */
export async function submitMultisigned(
  { network, parts, options: gateway }: XrplSetup,
  given: unknown,
  signers: unknown,
  options: XrplDeliveryOptions,
): Promise<XrplTransactionResult> {
  knownOptions(options, OF_DELIVERY, InvalidInputError);
  const checked = resolveOptions(options, gateway.defaults);
  const transaction = await checkPrepared(given, network.networkId);
  const signed = await assembleMultisigned(transaction, signers);
  const { transactions } = await parts();
  return transactions.deliver(transaction.Account, { transaction, signed }, checked);
}
