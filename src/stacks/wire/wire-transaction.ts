import { InvalidInputError } from '../../core/errors.js';
import { type ByteReader, readWhole, uintHex } from '../../core/hex-codec.js';
import type { StacksNetworkKind } from '../network.js';
import { type Authorization, authorizationHex, readAuthorization } from './authorization.js';
import {
  encodePostCondition,
  MODES,
  type PostConditionModeName,
  readPostCondition,
} from './post-conditions.js';
import { codeHex, readCode, readEach } from './primitives.js';
import { payloadBytes, readPayload, type TransactionPayload } from './transaction-payload.js';

/** A transaction in its parts, in the order of its bytes (SIP-005). */
export interface WireTransaction {
  readonly network: StacksNetworkKind;
  readonly chainId: number;
  readonly authorization: Authorization;
  /** Where in a block it may be: without effect by now, but a part of what is signed. */
  readonly anchorMode: number;
  readonly postConditionMode: PostConditionModeName;
  /** Each as its bytes, in hexadecimal. */
  readonly postConditions: readonly string[];
  readonly payload: TransactionPayload;
}

const VERSIONS: Readonly<Record<StacksNetworkKind, number>> = { mainnet: 0x00, testnet: 0x80 };

/** No block holds more, and no node takes a longer one. */
export const MAX_TRANSACTION_BYTES = 2 * 1024 * 1024;

/** Anywhere. */
export const ANY_ANCHOR = 3;

export function encodeTransaction(transaction: WireTransaction): string {
  const { network, chainId, authorization, anchorMode, payload } = transaction;
  const { postConditionMode, postConditions } = transaction;
  return [
    uintHex(VERSIONS[network], 1),
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
  const transaction = readWhole(hex, readTransaction);
  // A node hashes what it reads, and so the signature has to be over the one form that each part has.
  if (encodeTransaction(transaction) === hex) return transaction;
  throw new InvalidInputError('', 'must be exactly one transaction');
}

/** The next one. @throws InvalidInputError */
export function readTransaction(reader: ByteReader): WireTransaction {
  return {
    network: readNetwork(reader),
    chainId: reader.count(4),
    authorization: readAuthorization(reader),
    anchorMode: readAnchor(reader),
    postConditionMode: readCode(reader, MODES),
    postConditions: readEach(reader, () => encodePostCondition(readPostCondition(reader))),
    payload: readPayload(reader),
  };
}

function readNetwork(reader: ByteReader): StacksNetworkKind {
  const version = reader.count(1);
  if (version === VERSIONS.mainnet) return 'mainnet';
  if (version === VERSIONS.testnet) return 'testnet';
  throw new InvalidInputError('', 'has a version that does not exist');
}

function readAnchor(reader: ByteReader): number {
  const mode = reader.count(1);
  if (mode >= 1 && mode <= ANY_ANCHOR) return mode;
  throw new InvalidInputError('', 'has an anchor mode that does not exist');
}
