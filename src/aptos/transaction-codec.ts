import { InvalidInputError } from '../core/errors.js';
import { canonicalJson, isObject } from '../core/json.js';
import type { DecodedTransaction, TransactionCodec } from '../signer/transaction-codec.js';
import { parseAddress } from './address.js';
import { bytesOfHex, hexOf } from './bcs/codec.js';
import {
  decodeRawTransaction,
  decodeRawTransactionWithData,
  encodeUnsigned,
} from './bcs/transaction.js';
import { type LegibleTransaction, legibleTransaction } from './legible.js';
import { signingMessage } from './signing.js';
import { concernsSeveral, signersOf, type UnsignedTransaction } from './transaction.js';

/** What travels beside a message to whoever approves it. */
export interface AptosPayload {
  /** What the bytes are; the two are signed behind different prefixes. */
  readonly type: 'RawTransaction' | 'RawTransactionWithData';
  /** Hexadecimal behind `0x`. */
  readonly bcs: string;
  /** Who signs here, where that is not the sender: a secondary signer, or who pays for the gas. */
  readonly signer?: string;
  /** Whose key that is at the custody: for whoever goes on with the request, and believed by nobody else. */
  readonly vaultAccountId?: string;
  /** What the bytes say. */
  readonly transaction: LegibleTransaction;
}

const FIELDS: ReadonlySet<string> = new Set([
  'type',
  'bcs',
  'signer',
  'vaultAccountId',
  'transaction',
]);

/** The payload for the request of one of a transaction's signers. */
export function payloadOf(
  transaction: UnsignedTransaction,
  signer = transaction.sender,
  vaultAccountId?: string,
): AptosPayload {
  return {
    type: concernsSeveral(transaction) ? 'RawTransactionWithData' : 'RawTransaction',
    bcs: hexOf(encodeUnsigned(transaction)),
    ...(signer !== transaction.sender && { signer }),
    ...(vaultAccountId !== undefined && { vaultAccountId }),
    transaction: legibleTransaction(transaction),
  };
}

/** The transaction of a payload's bytes, whatever else it says; `undefined` when it holds none. */
export function rebuild(payload: unknown): UnsignedTransaction | undefined {
  try {
    return isObject(payload) ? transactionIn(payload) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks Aptos and Movement transactions on their way through the custody, for `callbackHandler`. Only
 * the bytes are believed: the readable form is read from them anew, and one that says something else
 * is refused. Aptos signs whole messages, so `content` is what the custody shows in full; it is the
 * same for everybody who signs a transaction. A chain's id (`transaction.chainId`) says which
 * network it is for.
 *
 * The bytes do not name their signers' keys: give `callbackHandler` an `addressOf`, or compare
 * `signer` with the vault's address.
 *
 * @example
 * ```ts
 * import { aptosCodec } from 'custody-gateways/aptos';
 *
 * // Of a fund that only ever sends MOVE on Movement, and never more than 5 at once.
 * function isSmallTransfer(unhashedTxPayload: unknown): boolean {
 *   const { chainId, payload } = aptosCodec.decode(unhashedTxPayload).transaction;
 *   if (chainId !== 126 || payload.kind !== 'entry-function') return false;
 *   const [, octas] = payload.functionArguments ?? [];
 *   const isTransfer = payload.function === '0x1::aptos_account::transfer';
 *   return isTransfer && typeof octas === 'string' && BigInt(octas) <= 500_000_000n;
 * }
 *
 * aptosCodec.recognises({ type: 'RawTransaction', bcs: '0x00', transaction: {} }); // true
 * ```
 */
export const aptosCodec: TransactionCodec<'aptos', LegibleTransaction> = {
  chain: 'aptos',
  recognises: (payload) =>
    isObject(payload) &&
    typeof payload.bcs === 'string' &&
    (payload.type === 'RawTransaction' || payload.type === 'RawTransactionWithData'),
  decode: decodePayload,
};

function decodePayload(payload: unknown): DecodedTransaction<LegibleTransaction> {
  const given = isObject(payload) ? payload : {};
  if (!Object.keys(given).every((name) => FIELDS.has(name))) {
    throw new InvalidInputError('payload', 'has fields of its own');
  }
  const { signer: named, vaultAccountId: vault, transaction: shown } = given;
  if (vault !== undefined && (typeof vault !== 'string' || named === undefined)) {
    throw new InvalidInputError('vaultAccountId', 'must be text, beside a signer');
  }
  const unsigned = transactionIn(given);
  const { sender } = unsigned;
  const transaction = legibleTransaction(unsigned);
  checkShown(shown, transaction);
  const signer = named === undefined ? sender : parseAddress(named, 'signer');
  if (!signersOf(unsigned).includes(signer)) {
    throw new InvalidInputError('signer', 'is nobody who signs this transaction');
  }
  const kind = concernsSeveral(unsigned) ? 'multisign' : 'single';
  const content = signingMessage(unsigned);
  return { transaction, account: sender, signer, kind, content, algorithm: 'eddsa-ed25519' };
}

function transactionIn({ type, bcs }: Record<string, unknown>): UnsignedTransaction {
  if (typeof bcs !== 'string') throw new InvalidInputError('bcs', 'must be hexadecimal behind 0x');
  const bytes = bytesOfHex(bcs, 'bcs');
  if (type === 'RawTransaction') return decodeRawTransaction(bytes, 'bcs');
  if (type === 'RawTransactionWithData') return decodeRawTransactionWithData(bytes, 'bcs');
  throw new InvalidInputError('type', 'must be RawTransaction or RawTransactionWithData');
}

/**
 * Another version of this package may not know how to read a function's arguments; it shows their
 * bytes only. Nothing else may be missing or different: people may decide by what they are shown.
 */
function checkShown(shown: unknown, transaction: LegibleTransaction): void {
  const text = canonicalJson(shown);
  if (text === canonicalJson(transaction)) return;
  if (text === canonicalJson(withoutArguments(transaction))) return;
  throw new InvalidInputError('transaction', 'is not what the bytes say');
}

function withoutArguments(transaction: LegibleTransaction): unknown {
  return JSON.parse(
    JSON.stringify(transaction, (name, value: unknown) =>
      name === 'functionArguments' ? undefined : value,
    ),
  );
}
