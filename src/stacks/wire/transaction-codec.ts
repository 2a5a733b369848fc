import { InvalidInputError } from '../../core/errors.js';
import { canonicalJson, isObject } from '../../core/json.js';
import type { DecodedTransaction, ExplainingCodec } from '../../signer/transaction-codec.js';
import { type LegibleStacksTransaction, legible, TYPE, transactionIn } from './payload.js';
import { decodeStructuredData, isStructuredData, type StructuredData } from './structured-data.js';
import { digestOf, type UnsignedTransaction } from './transaction.js';

const FIELDS: ReadonlySet<string> = new Set(['type', 'hex', 'transaction']);

/**
 * Checks Stacks transactions on their way through the custody platform, for `callbackHandler`, and the structured
 * data (SIP-018) of signer signatures. Only the bytes are trusted: the readable form is read from them again, and
 * a payload with a different one is refused.
 *
 * @example
 * ```ts
 * import { stacksCodec } from 'custody-gateways/stacks';
 *
 * // For a fund that only sends STX on mainnet, at most 100 at once.
 * function isSmallTransfer(unhashedTxPayload: unknown): boolean {
 *   const { transaction } = stacksCodec.decode(unhashedTxPayload);
 *   if (transaction.kind !== 'transaction' || transaction.network !== 'mainnet') return false;
 *   const { content } = transaction;
 *   return content.kind === 'transfer' && BigInt(content.amount) <= 100_000_000n;
 * }
 *
 * stacksCodec.recognises({ type: 'StacksTransaction', hex: '0x00', transaction: {} }); // true
 * ```
 */
export const stacksCodec: ExplainingCodec<'stacks', LegibleStacksTransaction | StructuredData> = {
  chain: 'stacks',
  recognises: (payload) =>
    isStructuredData(payload) ||
    (isObject(payload) && payload.type === TYPE && typeof payload.hex === 'string'),
  decode: (payload) =>
    isStructuredData(payload) ? decodeStructuredData(payload) : decodePayload(payload).decoded,
  explain: async (payload, options) => {
    const { explain, explainData } = await import('./explanation.js');
    if (isStructuredData(payload)) return explainData(decodeStructuredData(payload), options);
    const { decoded, unsigned } = decodePayload(payload);
    return explain(decoded, unsigned.hex, options);
  },
};

/** A transaction whose readable form is what its bytes say. */
interface Decoded {
  readonly decoded: DecodedTransaction<LegibleStacksTransaction>;
  readonly unsigned: UnsignedTransaction;
}

function decodePayload(payload: unknown): Decoded {
  const given = isObject(payload) ? payload : {};
  if (!Object.keys(given).every((name) => FIELDS.has(name))) {
    throw new InvalidInputError('payload', 'has fields of its own');
  }
  const unsigned = transactionIn(given);
  const transaction = legible(unsigned);
  if (canonicalJson(given.transaction) !== canonicalJson(transaction)) {
    throw new InvalidInputError('transaction', 'is not what the bytes say');
  }
  const { sender } = unsigned;
  const decoded = {
    transaction,
    account: sender,
    signer: sender,
    kind: 'single',
    content: digestOf(unsigned).digest,
    algorithm: 'ecdsa-secp256k1',
  } as const;
  return { decoded, unsigned };
}
