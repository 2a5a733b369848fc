import { bcs } from '@mysten/bcs';
import { bytesToHex, equalBytes, fromHex } from '../../core/bytes.js';
import { verifiesEd25519 } from '../../signer/ed25519.js';
import type { TransactionStatus } from '../../transactions/index.js';
import { isPinned, type OtherKeys } from '../../transactions/records/other-keys.js';
import { type AptosTransactionResult, outcomeOf, resultOf } from '../result.js';
import { addressOfKey } from '../wire/address.js';
import {
  type AccountAuthenticator,
  type SignedTransaction,
  signedTransaction,
} from '../wire/bcs/authenticator.js';
import { decodeStart } from '../wire/bcs/codec.js';
import { hashOf, signingMessage } from '../wire/signing.js';
import type { UnsignedTransaction } from '../wire/transaction.js';
import type { Fullnode } from './fullnode.js';
import { Gone, goneIn } from './pruned.js';

/** Stands for a fee payer that the earlier signers don't know yet. */
const NOBODY_YET = `0x${'0'.repeat(64)}`;

/** A transaction on the ledger as a node writes it: after its version, and before its effects. */
const onLedger = bcs.struct('TransactionOnChainData', {
  version: bcs.u64(),
  transaction: bcs.enum('Transaction', { UserTransaction: signedTransaction }),
});

const GONE = 'the node no longer has the transaction that spent it';

/**
 * Finds the transaction that spent another one's number. A node's claim is not enough: the bytes must be signed
 * by every account that they name, with its own key or with one that the caller pinned.
 */
export async function whoSpent(
  node: Fullnode,
  unsigned: UnsignedTransaction,
  otherKeys: OtherKeys | undefined,
): Promise<TransactionStatus<AptosTransactionResult> | Gone> {
  try {
    return await spenderOf(node, unsigned, otherKeys);
  } catch (error) {
    const gone = goneIn(error, GONE);
    if (gone) return gone;
    throw error;
  }
}

async function spenderOf(
  node: Fullnode,
  unsigned: UnsignedTransaction,
  otherKeys: OtherKeys | undefined,
): Promise<TransactionStatus<AptosTransactionResult> | Gone> {
  const { sender, sequenceNumber } = unsigned;
  const sent = await node.sentBy(sender, sequenceNumber, 1);
  const result = sent
    .map(resultOf)
    .find((one) => one?.sequence_number === sequenceNumber.toString());
  if (!result) return new Gone(GONE);
  const bytes = fromHex(await node.encodedTransaction(result.version)) ?? new Uint8Array();
  const spender = signedIn(bytes);
  if (!spender || hashOf(spender) !== result.hash) {
    return {
      state: 'unknown',
      reason: 'the node does not have the bytes of the transaction that spent it',
    };
  }
  const { transaction, authenticator } = spender;
  const isAbout =
    transaction.sender === sender &&
    transaction.sequenceNumber === sequenceNumber &&
    transaction.chainId === unsigned.chainId;
  if (!isAbout || !areSigned(spender, otherKeys)) {
    return {
      state: 'unknown',
      reason: 'the transaction that spent it is not signed with known keys',
    };
  }
  const message = signingMessage({ ...transaction, ...othersIn(authenticator) });
  if (equalBytes(message, signingMessage(unsigned))) return outcomeOf(result);
  // A transaction that had expired before stays expired.
  const isLate = BigInt(result.timestamp) > unsigned.expirationTimestampSecs * 1_000_000n;
  return { state: isLate ? 'expired' : 'replaced', by: result.hash };
}

/** `undefined` if it isn't a user's transaction, or is authenticated in a way that is not supported here. */
function signedIn(bytes: Uint8Array): SignedTransaction | undefined {
  try {
    return decodeStart(onLedger, bytes, 'transaction').transaction.UserTransaction;
  } catch {
    return undefined;
  }
}

type Authenticator = SignedTransaction['authenticator'];

/** The signers that a transaction names beside its sender. */
function othersIn(authenticator: Authenticator) {
  if (!('secondarySigners' in authenticator)) return {};
  const { secondarySignerAddresses } = authenticator;
  if (authenticator.kind === 'multi-agent') return { secondarySignerAddresses };
  return { secondarySignerAddresses, feePayerAddress: authenticator.feePayerAddress };
}

function areSigned(
  { transaction, authenticator }: SignedTransaction,
  otherKeys: OtherKeys | undefined,
): boolean {
  const others = othersIn(authenticator);
  const message = signingMessage({ ...transaction, ...others });
  const messages = [message];
  const isPaidFor = authenticator.kind === 'fee-payer';
  if (isPaidFor) {
    messages.push(signingMessage({ ...transaction, ...others, feePayerAddress: NOBODY_YET }));
  }
  const signers = signersIn(transaction.sender, authenticator);
  return signers.every(([address, by], index) => {
    const isPayer = isPaidFor && index === signers.length - 1;
    return (isPayer ? [message] : messages).some((one) => isSigned(one, address, by, otherKeys));
  });
}

/** All signers, each with its proof. */
function signersIn(
  sender: string,
  authenticator: Authenticator,
): readonly (readonly [string, AccountAuthenticator | undefined])[] {
  if (authenticator.kind === 'ed25519') return [[sender, authenticator]];
  if (authenticator.kind === 'single-sender') return [[sender, authenticator.sender]];
  const { secondarySignerAddresses, secondarySigners } = authenticator;
  return [
    [sender, authenticator.sender],
    ...secondarySignerAddresses.map((one, index) => [one, secondarySigners[index]] as const),
    ...(authenticator.kind === 'fee-payer'
      ? [[authenticator.feePayerAddress, authenticator.feePayer] as const]
      : []),
  ];
}

/** An account whose key was rotated, or one of another kind, counts only with a key that is pinned. */
function isSigned(
  message: Uint8Array,
  address: string,
  by: AccountAuthenticator | undefined,
  otherKeys: OtherKeys | undefined,
): boolean {
  if (!by || by.kind === 'none') return false;
  const isOwn = by.kind === 'ed25519' && addressOfKey(by.publicKey) === address;
  if (!isOwn && !isPinned(otherKeys, address, bytesToHex(by.publicKey))) return false;
  try {
    return verifiesEd25519(by.signature, message, by.publicKey);
  } catch {
    // The key is no point of the curve.
    return false;
  }
}
