import { createHash } from 'node:crypto';
import {
  addressToString,
  type ClarityValue,
  deserializeTransaction,
  PayloadType,
  type PayloadWire,
  type PostCondition,
  type PostConditionModeName,
  type StacksTransactionWire,
  wireToPostCondition,
} from '@stacks/transactions';
import { addressOfHash, type NetworkKind } from './principals.js';

/** What a transaction does. */
export type Payload =
  | {
      readonly kind: 'token_transfer';
      readonly recipient: string;
      readonly amount: bigint;
      /** 34 bytes, hex. */
      readonly memo: string;
    }
  | {
      readonly kind: 'contract_call';
      readonly contract: string;
      readonly functionName: string;
      readonly args: readonly ClarityValue[];
    }
  | {
      readonly kind: 'smart_contract';
      readonly name: string;
      readonly source: string;
      readonly clarityVersion?: number;
    }
  /** These come from miners only, and are refused when submitted. */
  | { readonly kind: 'coinbase' }
  | { readonly kind: 'tenure_change' };

/** A transaction, decoded. */
export interface StacksTransaction {
  /** `0x` and 64 hex digits. */
  readonly txid: string;
  readonly bytes: Uint8Array;
  readonly network: NetworkKind;
  readonly chainId: number;
  readonly sender: string;
  readonly nonce: bigint;
  /** In microSTX. */
  readonly fee: bigint;
  readonly payload: Payload;
  readonly mode: PostConditionModeName;
  readonly postConditions: readonly PostCondition[];
}

/** Thrown for bytes that are no transaction this node understands. */
export class UndecodableError extends Error {}

const STANDARD_AUTH = 4;
const MEMO_BYTES = 34;
const MODES: Readonly<Record<number, PostConditionModeName>> = {
  1: 'allow',
  2: 'deny',
  3: 'originator',
};

/** Where the fields of a transaction with one signature of one key are. */
export const LAYOUT = {
  chainId: 1,
  authType: 5,
  hashMode: 6,
  signer: 7,
  nonce: 27,
  fee: 35,
  keyEncoding: 43,
  signature: 44,
  anchorMode: 109,
  postConditionMode: 110,
} as const;

/**
 * Decodes a transaction by the chain's own library. Authorization is read from the bytes, where the
 * signature check finds it too.
 *
 * @throws UndecodableError
 */
export function readTransaction(bytes: Uint8Array): StacksTransaction {
  const wire = decode(bytes);
  const buffer = Buffer.from(bytes);
  if (buffer.readUInt8(LAYOUT.authType) !== STANDARD_AUTH) {
    throw new UndecodableError('the sandbox takes no sponsored transactions');
  }
  const hashMode = buffer.readUInt8(LAYOUT.hashMode);
  if (hashMode !== 0) throw new UndecodableError('the sandbox takes single signatures only');
  const network = buffer.readUInt8(0) === 0 ? 'mainnet' : 'testnet';
  const signer = buffer.subarray(LAYOUT.signer, LAYOUT.nonce);
  return {
    txid: `0x${sha512Half256(bytes).toString('hex')}`,
    bytes,
    network,
    chainId: buffer.readUInt32BE(LAYOUT.chainId),
    sender: addressOfHash(signer, network),
    nonce: buffer.readBigUInt64BE(LAYOUT.nonce),
    fee: buffer.readBigUInt64BE(LAYOUT.fee),
    payload: readPayload(wire.payload, bytes),
    mode: modeOf(buffer.readUInt8(LAYOUT.postConditionMode)),
    postConditions: readConditions(wire),
  };
}

/** Decodes, and refuses what does not encode to the same bytes again: blanks at the end, above all. */
function decode(bytes: Uint8Array): StacksTransactionWire {
  try {
    const wire = deserializeTransaction(bytes);
    if (wire.serialize() === Buffer.from(bytes).toString('hex')) return wire;
  } catch (error) {
    throw new UndecodableError(error instanceof Error ? error.message : String(error));
  }
  throw new UndecodableError('the bytes are not the encoding of what they say');
}

function readConditions(wire: StacksTransactionWire): readonly PostCondition[] {
  return wire.postConditions.values.map((condition) => {
    if (!('conditionType' in condition)) throw new UndecodableError('no post-condition');
    return wireToPostCondition(condition);
  });
}

function modeOf(byte: number): PostConditionModeName {
  const mode = MODES[byte];
  if (mode === undefined) throw new UndecodableError(`${byte} is no post-condition mode`);
  return mode;
}

function readPayload(payload: PayloadWire, bytes: Uint8Array): Payload {
  switch (payload.payloadType) {
    case PayloadType.TokenTransfer:
      return {
        kind: 'token_transfer',
        recipient: payload.recipient.value,
        amount: payload.amount,
        // The library reads it as text, which it need not be. It ends the transaction.
        memo: Buffer.from(bytes.subarray(-MEMO_BYTES)).toString('hex'),
      };
    case PayloadType.ContractCall:
      return {
        kind: 'contract_call',
        contract: `${addressToString(payload.contractAddress)}.${payload.contractName.content}`,
        functionName: payload.functionName.content,
        args: payload.functionArgs,
      };
    case PayloadType.SmartContract:
    case PayloadType.VersionedSmartContract:
      return {
        kind: 'smart_contract',
        name: payload.contractName.content,
        source: payload.codeBody.content,
        ...('clarityVersion' in payload ? { clarityVersion: payload.clarityVersion } : {}),
      };
    case PayloadType.TenureChange:
      return { kind: 'tenure_change' };
    case PayloadType.Coinbase:
    case PayloadType.CoinbaseToAltRecipient:
    case PayloadType.NakamotoCoinbase:
      return { kind: 'coinbase' };
    default:
      throw new UndecodableError('the sandbox takes no such payload');
  }
}

/** SHA-512/256, which names transactions and is signed. */
export function sha512Half256(bytes: Uint8Array): Buffer {
  return createHash('sha512-256').update(bytes).digest();
}
