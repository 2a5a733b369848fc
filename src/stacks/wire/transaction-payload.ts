import { bytesToHex, hexToBytes, utf8ToBytes, withoutPadding } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import { type ByteReader, uintHex } from '../../core/hex-codec.js';
import { bytesToUtf8 } from '../../core/utf8.js';
import { encodeValue, readValue } from './clarity-codec.js';
import { principal } from './clarity-value.js';
import {
  contractHex,
  contractNameHex,
  nameHex,
  readContract,
  readContractName,
  readEach,
  readName,
  textHex,
} from './primitives.js';

/** A call of a contract's function. */
export interface FunctionCall {
  /** `address.name`. */
  readonly contract: string;
  readonly functionName: string;
  /** Each a serialized Clarity value, in hexadecimal. */
  readonly functionArgs: readonly string[];
}

/** What a transaction does, as it is in its bytes (SIP-005). What only miners make is not among it. */
export type TransactionPayload =
  | {
      readonly kind: 'transfer';
      readonly recipient: string;
      readonly amount: bigint;
      /** 34 bytes, in hexadecimal. */
      readonly memo: string;
    }
  | ({ readonly kind: 'contract-call' } & FunctionCall)
  | {
      readonly kind: 'deployment';
      /** The version of Clarity; `undefined`: the chain's latest. */
      readonly version: number | undefined;
      readonly name: string;
      readonly code: string;
    };

const TRANSFER = 0;
const DEPLOYMENT = 1;
const CONTRACT_CALL = 2;
const VERSIONED_DEPLOYMENT = 6;

const MEMO_BYTES = 34;
const LATEST_CLARITY = 6;

/** @throws InvalidInputError for what has no such bytes. */
export function payloadBytes(payload: TransactionPayload): string {
  switch (payload.kind) {
    case 'transfer': {
      const { recipient, amount, memo } = payload;
      const to = encodeValue(principal(recipient));
      return `${uintHex(TRANSFER, 1)}${to}${uintHex(amount, 8)}${memo}`;
    }
    case 'contract-call': {
      const { contract, functionName, functionArgs: args } = payload;
      const what = `${contractHex(contract)}${nameHex(functionName)}`;
      return `${uintHex(CONTRACT_CALL, 1)}${what}${uintHex(args.length, 4)}${args.join('')}`;
    }
    case 'deployment': {
      const { version, name, code } = payload;
      const what = `${contractNameHex(name)}${textHex(code, 4)}`;
      if (version === undefined) return `${uintHex(DEPLOYMENT, 1)}${what}`;
      return `${uintHex(VERSIONED_DEPLOYMENT, 1)}${uintHex(version, 1)}${what}`;
    }
  }
}

/** @throws InvalidInputError */
export function readPayload(reader: ByteReader): TransactionPayload {
  const type = reader.count(1);
  switch (type) {
    case TRANSFER: {
      const recipient = readValue(reader);
      if (recipient.type !== 'address' && recipient.type !== 'contract') {
        throw new InvalidInputError('', 'pays to what is no account');
      }
      const { value } = recipient;
      const amount = reader.uint(8);
      return { kind: 'transfer', recipient: value, amount, memo: reader.hex(MEMO_BYTES) };
    }
    case CONTRACT_CALL: {
      const contract = readContract(reader);
      const functionName = readName(reader);
      const functionArgs = readEach(reader, () => encodeValue(readValue(reader)));
      return { kind: 'contract-call', contract, functionName, functionArgs };
    }
    case DEPLOYMENT:
    case VERSIONED_DEPLOYMENT: {
      const version = type === VERSIONED_DEPLOYMENT ? readVersion(reader) : undefined;
      const name = readContractName(reader);
      return { kind: 'deployment', version, name, code: reader.text(reader.count(4)) };
    }
    default:
      throw new InvalidInputError('', 'has an unknown payload');
  }
}

/** Of Clarity. A node does not read a transaction with another one. */
function readVersion(reader: ByteReader): number {
  const version = reader.count(1);
  if (version >= 1 && version <= LATEST_CLARITY) return version;
  throw new InvalidInputError('', 'is for a version of Clarity that does not exist');
}

/** @throws InvalidInputError for more than 34 bytes. */
export function memoBytes(text: string): string {
  const hex = bytesToHex(utf8ToBytes(text));
  if (hex.length <= 2 * MEMO_BYTES) return hex.padEnd(2 * MEMO_BYTES, '0');
  throw new InvalidInputError('memo', `must be no longer than ${MEMO_BYTES} bytes`);
}

/** Without the zeros at its end. @throws InvalidInputError for what is no text. */
export function memoText(hex: string): string {
  try {
    return bytesToUtf8(withoutPadding(hexToBytes(hex)));
  } catch {
    throw new InvalidInputError('memo', 'must be text');
  }
}
