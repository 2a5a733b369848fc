import { fromHex } from '../../core/bytes.js';
import { InvalidInputError } from '../../core/errors.js';
import type { StacksNetworkKind } from '../network.js';
import { type Authorization, authorizationHex, readAuthorization } from './authorization.js';
import { ByteReader } from './byte-reader.js';
import { readEach } from './clarity-codec.js';
import {
  codeHex,
  encodePostCondition,
  MODES,
  type PostConditionModeName,
  readCode,
  readPostCondition,
} from './post-conditions.js';
import { uintHex } from './primitives.js';
import { payloadBytes, readPayload, type TransactionPayload } from './transaction-payload.js';

/** A transaction in its parts, in the order of its bytes (SIP-005). */
export interface WireTransaction {
  /** 0 is for mainnet, 128 for test networks. */
  readonly version: number;
  readonly chainId: number;
  readonly authorization: Authorization;
  /** Where in a block it may be: without effect by now, but a part of what is signed. */
  readonly anchorMode: number;
  readonly postConditionMode: PostConditionModeName;
  /** Each as its bytes, in hexadecimal. */
  readonly postConditions: readonly string[];
  readonly payload: TransactionPayload;
}

export const MAINNET_VERSION = 0x00;
const TESTNET_VERSION = 0x80;

export function versionOf(network: StacksNetworkKind): number {
  return network === 'mainnet' ? MAINNET_VERSION : TESTNET_VERSION;
}

/** No block holds more, and no node takes a longer one. */
export const MAX_TRANSACTION_BYTES = 2 * 1024 * 1024;

/** Anywhere. */
export const ANY_ANCHOR = 3;

export function encodeTransaction(transaction: WireTransaction): string {
  const { version, chainId, authorization, anchorMode, postConditionMode, payload } = transaction;
  const { postConditions } = transaction;
  return [
    uintHex(version, 1),
    uintHex(chainId, 4),
    authorizationHex(authorization),
    uintHex(anchorMode, 1),
    codeHex(MODES, postConditionMode),
    uintHex(postConditions.length, 4),
    ...postConditions,
    payloadBytes(payload),
  ].join('');
}

/** @throws InvalidInputError for what is not exactly one transaction, or one that only a miner makes. */
export function decodeTransaction(hex: string): WireTransaction {
  if (hex.length > 2 * MAX_TRANSACTION_BYTES) throw new InvalidInputError('', 'is too long');
  const reader = new ByteReader(fromHex(hex) ?? new Uint8Array());
  const transaction = readTransaction(reader);
  // A node hashes what it reads, and so the signature has to be over the one form that each part has.
  if (reader.isAtEnd && encodeTransaction(transaction) === hex) return transaction;
  throw new InvalidInputError('', 'must be exactly one transaction');
}

/** The next one. @throws InvalidInputError */
export function readTransaction(reader: ByteReader): WireTransaction {
  const version = reader.count(1);
  const chainId = reader.count(4);
  const authorization = readAuthorization(reader);
  const anchorMode = reader.count(1);
  if (![MAINNET_VERSION, TESTNET_VERSION].includes(version) || ![1, 2, 3].includes(anchorMode)) {
    throw new InvalidInputError('', 'has a version or an anchor mode that does not exist');
  }
  return {
    version,
    chainId,
    authorization,
    anchorMode,
    postConditionMode: readCode(reader, MODES),
    postConditions: readEach(reader, () => encodePostCondition(readPostCondition(reader))),
    payload: readPayload(reader),
  };
}
