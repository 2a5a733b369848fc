import { InvalidInputError } from '../../core/errors.js';
import { canonicalJson, isObject } from '../../core/json.js';
import type { DecodedTransaction, ExplainingCodec } from '../../signer/transaction-codec.js';
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

/** The payload that goes to the approvers together with a message. */
export interface AptosPayload {
  /** The type of the bytes; the two are signed with different prefixes. */
  readonly type: 'RawTransaction' | 'RawTransactionWithData';
  /** Hexadecimal behind `0x`. */
  readonly bcs: string;
  /** The signer of this request, if it is not the sender: a secondary signer, or the payer of the gas. */
  readonly signer?: string;
  /**
   * The vault account of that key at the custody platform. Only a process that resumes the request uses it;
   * nothing else trusts it.
   */
  readonly vaultAccountId?: string;
  /** The readable form of the bytes. */
  readonly transaction: LegibleTransaction;
}

const FIELDS: ReadonlySet<string> = new Set([
  'type',
  'bcs',
  'signer',
  'vaultAccountId',
  'transaction',
]);

/** The payload for the signing request of one of a transaction's signers. */
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

/** The transaction in a payload's bytes, whatever its other fields say; `undefined` when it holds none. */
export function rebuild(payload: unknown): UnsignedTransaction | undefined {
  try {
    return isObject(payload) ? transactionIn(payload) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Checks Aptos and Movement transactions on their way through the custody platform, for `callbackHandler`. Only
 * the bytes are trusted: the readable form is read from them again, and a payload with a different one is
 * refused. Aptos signs whole messages, so `content` is what the custody platform shows in full; it is the same
 * for all signers of a transaction. The chain id (`transaction.chainId`) says which network it is for.
 *
 * The bytes do not name their signers' keys: give `callbackHandler` an `addressOf`, or compare
 * `signer` with the vault's address.
 *
 * @example
 * ```ts
 * import { aptosCodec } from 'custody-gateways/aptos';
 *
 * // For a fund that only sends MOVE on Movement, at most 5 at once.
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
export const aptosCodec: ExplainingCodec<'aptos', LegibleTransaction> = {
  chain: 'aptos',
  recognises: (payload) =>
    isObject(payload) &&
    typeof payload.bcs === 'string' &&
    (payload.type === 'RawTransaction' || payload.type === 'RawTransactionWithData'),
  decode: decodePayload,
  explain: async (payload, options) => {
    const { explain } = await import('./explanation.js');
    return explain(payload, options);
  },
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
    throw new InvalidInputError('signer', 'is not a signer of this transaction');
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
 * Another version of this package may not know how to read a function's arguments; it shows only their bytes.
 * Nothing else may be missing or different, since people decide by what they are shown.
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
