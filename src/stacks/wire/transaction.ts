import { sha512_256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, fromHex, hexToBytes } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import type { NetworkFacts, StacksNetworkKind } from '../network.js';
import { NO_SIGNATURE, P2PKH, singleCondition } from './authorization.js';
import { encodeAddress } from './c32.js';
import type { PostConditionModeName } from './post-conditions.js';
import { hashOfKey, singleSigVersion } from './principals.js';
import { initialHash, signedPreimage } from './sighash.js';
import {
  type FunctionCall,
  memoBytes,
  memoText,
  payloadBytes,
  type TransactionPayload,
} from './transaction-payload.js';
import {
  ANY_ANCHOR,
  decodeTransaction,
  encodeTransaction,
  type WireTransaction,
} from './wire-transaction.js';

/** A call of a contract's function, and what it may move, as they go into a transaction. */
export interface ContractCall extends FunctionCall {
  /** Each as its bytes, in hexadecimal. */
  readonly postConditions: readonly string[];
  readonly postConditionMode: PostConditionModeName;
}

/** A transfer of STX. */
export interface Transfer {
  readonly recipient: string;
  /** In microSTX. */
  readonly amount: bigint;
  /** Up to 34 bytes. */
  readonly memo: string;
}

export type Content =
  | ({ readonly kind: 'transfer' } & Transfer)
  | ({ readonly kind: 'contract-call' } & ContractCall);

/** A complete transaction without its signature: its bytes, and the fields of them that are often needed. */
export interface UnsignedTransaction {
  /** Serialized with an empty signature, in hexadecimal. */
  readonly hex: string;
  readonly network: StacksNetworkKind;
  readonly chainId: number;
  readonly sender: string;
  readonly nonce: bigint;
  /** In microSTX. */
  readonly fee: bigint;
}

interface Composition extends NetworkFacts {
  /** Compressed. */
  readonly publicKey: Uint8Array;
  readonly nonce: bigint;
  readonly fee: bigint;
  readonly content: Content;
}

/** Builds a transaction that one key signs. @throws InvalidInputError for what no transaction can hold. */
export function compose(composition: Composition): UnsignedTransaction {
  const { kind, chainId, publicKey, nonce, fee, content } = composition;
  const { postConditionMode, postConditions } =
    content.kind === 'transfer' ? NO_CONDITIONS : content;
  const hex = encodeTransaction({
    network: kind,
    chainId,
    authorization: {
      origin: singleCondition(hashOfKey(publicKey), { nonce, fee }),
      sponsor: undefined,
    },
    anchorMode: ANY_ANCHOR,
    postConditionMode,
    postConditions,
    payload: payloadOf(content),
  });
  // It is read again for its digest and for its signature, and has to be the same then.
  return parseTransaction(hex, 'params');
}

const NO_CONDITIONS = { postConditionMode: 'deny', postConditions: [] } as const;

/** The bytes of a transaction's payload, in hexadecimal: the input of fee estimates. */
export function payloadHex(content: Content): string {
  return payloadBytes(payloadOf(content));
}

function payloadOf(content: Content): TransactionPayload {
  return content.kind === 'transfer' ? { ...content, memo: memoBytes(content.memo) } : content;
}

/**
 * Reads the bytes of a transaction that one key signs and pays for, whether it is signed or not.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseTransaction(hex: string, field: string): UnsignedTransaction {
  const wire = wireOf(hex, field);
  return unsignedOf(withSignature(wire, NO_SIGNATURE, field));
}

/** The same transaction at another price. */
export function withFee({ hex }: UnsignedTransaction, fee: bigint): UnsignedTransaction {
  const wire = decodeTransaction(hex);
  const { origin, sponsor } = wire.authorization;
  return unsignedOf({ ...wire, authorization: { origin: { ...origin, fee }, sponsor } });
}

/** The same transaction with other content. */
export function withTransfer(
  { hex }: UnsignedTransaction,
  transfer: Partial<Pick<Transfer, 'recipient' | 'amount'>>,
): UnsignedTransaction {
  const wire = decodeTransaction(hex);
  const { payload } = wire;
  if (payload.kind !== 'transfer') {
    throw new InvalidInputError('transfer', 'is for transfers of STX');
  }
  return unsignedOf({ ...wire, payload: { ...payload, ...transfer } });
}

/** A transaction in its parts. Its approvers read the memo, which has to be text. */
function wireOf(hex: string, field: string): WireTransaction {
  try {
    const wire = decodeTransaction(hex);
    if (wire.payload.kind === 'transfer') memoText(wire.payload.memo);
    return wire;
  } catch {
    throw new InvalidInputError(field, 'must be exactly one Stacks transaction');
  }
}

function withSignature(wire: WireTransaction, signature: string, field: string): WireTransaction {
  const { origin, sponsor } = wire.authorization;
  if (sponsor) throw new InvalidInputError(field, 'must not be sponsored');
  if (origin.kind !== 'single' || origin.hashMode !== P2PKH || !origin.isCompressed) {
    throw new InvalidInputError(field, 'must be for one signature of one compressed key (P2PKH)');
  }
  return { ...wire, authorization: { origin: { ...origin, signature }, sponsor } };
}

function unsignedOf(wire: WireTransaction): UnsignedTransaction {
  const { network, chainId, authorization } = wire;
  const { signer, nonce, fee } = authorization.origin;
  return {
    hex: encodeTransaction(wire),
    network,
    chainId,
    sender: encodeAddress({ version: singleSigVersion(network), hash160: signer }),
    nonce,
    fee,
  };
}

/** The signed digest: the hash of the transaction without authorization, followed by kind, fee and nonce. */
export function digestOf(transaction: UnsignedTransaction): {
  readonly preimage: Uint8Array;
  readonly digest: Uint8Array;
} {
  const cleared = initialHash(decodeTransaction(transaction.hex));
  const preimage = signedPreimage(cleared, 'origin', transaction);
  return { preimage, digest: sha512_256(preimage) };
}

/** The bytes with the signature in them, and the id that follows from them, behind `0x`. */
export function signedWith(
  { hex }: UnsignedTransaction,
  { compact, recoveryId }: { readonly compact: Uint8Array; readonly recoveryId: number },
): { readonly hash: string; readonly blob: string } {
  const signature = bytesToHex(concatBytes(Uint8Array.of(recoveryId), compact));
  const blob = encodeTransaction(withSignature(decodeTransaction(hex), signature, 'transaction'));
  return { hash: `0x${bytesToHex(sha512_256(hexToBytes(blob)))}`, blob };
}

/** Whether there are bytes, and they have this id; no answer of a node is needed for that. */
export function hasId(hex: string | undefined, txid: string): boolean {
  const bytes = fromHex(hex ?? '');
  return bytes !== undefined && `0x${bytesToHex(sha512_256(bytes))}` === txid;
}

/** How long a transaction is, in bytes. */
export function lengthOf({ hex }: UnsignedTransaction): number {
  return hex.length / 2;
}
