import { sha512_256 } from '@noble/hashes/sha2.js';
import {
  AddressHashMode,
  AuthType,
  createContractCallPayload,
  createLPList,
  createMessageSignature,
  createSingleSigSpendingCondition,
  createStandardAuth,
  createTokenTransferPayload,
  deserializeCV,
  deserializeTransaction,
  type PayloadInput,
  type PostConditionMode,
  type PostConditionWire,
  PubKeyEncoding,
  StacksTransactionWire,
  serializePayload,
} from '@stacks/transactions';
import { bytesToHex, concatBytes, fromHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import type { NetworkFacts, StacksNetworkKind } from '../network.js';
import { encodeAddress } from './c32.js';
import { decodePostCondition, MODES, type PostConditionModeName } from './post-conditions.js';
import { singleSigVersion } from './principals.js';

/** A call of a contract's function, as it goes into a transaction. */
export interface ContractCall {
  /** `address.name`. */
  readonly contract: string;
  readonly functionName: string;
  /** Each a serialized Clarity value, in hexadecimal. */
  readonly functionArgs: readonly string[];
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

/** Stands where a signature will be. */
const NO_SIGNATURE = '00'.repeat(65);

interface Composition extends NetworkFacts {
  /** Compressed. */
  readonly publicKey: Uint8Array;
  readonly nonce: bigint;
  readonly fee: bigint;
  readonly content: Content;
}

/** Builds a transaction that one key signs. */
export function compose(composition: Composition): UnsignedTransaction {
  const { kind, chainId, publicKey, nonce, fee, content } = composition;
  const key = bytesToHex(publicKey);
  const condition = createSingleSigSpendingCondition(AddressHashMode.P2PKH, key, nonce, fee);
  const wire = new StacksTransactionWire({
    network: kind,
    chainId,
    auth: createStandardAuth(condition),
    payload: payloadOf(content),
    ...conditionsOf(content),
  });
  const composed = unsignedOf(wire);
  // It is read again for its digest and for its signature, and has to be the same then.
  wireOf(composed.hex, 'params');
  return composed;
}

/** The bytes of a transaction's payload, in hexadecimal: the input of fee estimates. */
export function payloadHex(content: Content): string {
  return serializePayload(payloadOf(content));
}

function payloadOf(content: Content): PayloadInput {
  if (content.kind === 'transfer') {
    return createTokenTransferPayload(content.recipient, content.amount, content.memo);
  }
  const [address = '', name = ''] = content.contract.split('.');
  const args = content.functionArgs.map((arg) => deserializeCV(arg));
  return createContractCallPayload(address, name, content.functionName, args);
}

function conditionsOf(content: Content): {
  readonly postConditionMode: PostConditionMode;
  readonly postConditions: ReturnType<typeof createLPList<PostConditionWire>>;
} {
  const { postConditionMode: mode, postConditions } =
    content.kind === 'transfer'
      ? { postConditionMode: 'deny' as const, postConditions: [] }
      : content;
  return {
    postConditionMode: MODES[mode],
    postConditions: createLPList(postConditions.map(decodePostCondition)),
  };
}

/**
 * Reads the bytes of a transaction that one key signs and pays for, whether it is signed or not.
 *
 * @throws InvalidInputError naming `field`.
 */
export function parseTransaction(hex: string, field: string): UnsignedTransaction {
  const wire = wireOf(hex, field);
  const { condition } = singleSigOf(wire, field);
  condition.signature = createMessageSignature(NO_SIGNATURE);
  return unsignedOf(wire);
}

/** The same transaction at another price. */
export function withFee({ hex }: UnsignedTransaction, fee: bigint): UnsignedTransaction {
  const wire = deserializeTransaction(hex);
  wire.setFee(fee);
  return unsignedOf(wire);
}

/** The same transaction with other content. */
export function withTransfer(
  { hex }: UnsignedTransaction,
  transfer: Partial<Pick<Transfer, 'recipient' | 'amount'>>,
): UnsignedTransaction {
  const wire = deserializeTransaction(hex);
  const { payload } = wire;
  if (!('amount' in payload)) throw new InvalidInputError('transfer', 'is for transfers of STX');
  const { recipient = payload.recipient, amount = payload.amount } = transfer;
  wire.payload = createTokenTransferPayload(recipient, amount, payload.memo);
  return unsignedOf(wire);
}

/** A transaction of the library, from the bytes of one of ours. */
function wireOf(hex: string, field: string): StacksTransactionWire {
  try {
    const wire = deserializeTransaction(hex);
    // The library ignores bytes behind a transaction.
    if (wire.serialize() === hex) return wire;
  } catch {
    // The error is thrown below.
  }
  throw new InvalidInputError(field, 'must be exactly one Stacks transaction');
}

function singleSigOf(wire: StacksTransactionWire, field: string) {
  const { auth } = wire;
  if (auth.authType !== AuthType.Standard) {
    throw new InvalidInputError(field, 'must not be sponsored');
  }
  const condition = auth.spendingCondition;
  if (
    !('signature' in condition) ||
    condition.hashMode !== AddressHashMode.P2PKH ||
    condition.keyEncoding !== PubKeyEncoding.Compressed
  ) {
    throw new InvalidInputError(field, 'must be for one signature of one compressed key (P2PKH)');
  }
  return { condition };
}

function unsignedOf(wire: StacksTransactionWire): UnsignedTransaction {
  const { signer, nonce, fee } = wire.auth.spendingCondition;
  const network = wire.transactionVersion === 0 ? 'mainnet' : 'testnet';
  return {
    hex: wire.serialize(),
    network,
    chainId: wire.chainId,
    sender: encodeAddress({ version: singleSigVersion(network), hash160: signer }),
    nonce: BigInt(nonce),
    fee: BigInt(fee),
  };
}

/** The signed digest: the hash of the transaction without authorization, followed by kind, fee and nonce. */
export function digestOf({ hex, fee, nonce }: UnsignedTransaction): {
  readonly preimage: Uint8Array;
  readonly digest: Uint8Array;
} {
  const cleared = fromHex(deserializeTransaction(hex).signBegin()) ?? new Uint8Array();
  const tail = new DataView(new ArrayBuffer(17));
  tail.setUint8(0, AuthType.Standard);
  tail.setBigUint64(1, fee);
  tail.setBigUint64(9, nonce);
  const preimage = concatBytes(cleared, new Uint8Array(tail.buffer));
  return { preimage, digest: sha512_256(preimage) };
}

/** The bytes with the signature in them, and the id that follows from them, behind `0x`. */
export function signedWith(
  { hex }: UnsignedTransaction,
  { compact, recoveryId }: { readonly compact: Uint8Array; readonly recoveryId: number },
): { readonly hash: string; readonly blob: string } {
  const wire = deserializeTransaction(hex);
  const { condition } = singleSigOf(wire, 'transaction');
  const signature = bytesToHex(concatBytes(Uint8Array.of(recoveryId), compact));
  condition.signature = createMessageSignature(signature);
  const bytes = wire.serializeBytes();
  return { hash: `0x${bytesToHex(sha512_256(bytes))}`, blob: bytesToHex(bytes) };
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
