import { InvalidInputError } from '../../core/errors.js';
import { canonicalJson, isObject } from '../../core/json.js';
import type { DecodedTransaction, ExplainingCodec } from '../../signer/transaction-codec.js';
import { parseAddress } from './address.js';
import { type LegibleTransaction, legibleTransaction } from './legible.js';
import { transactionIn } from './payload.js';
import { signingMessage } from './signing.js';
import { concernsSeveral, signersOf } from './transaction.js';

const FIELDS: ReadonlySet<string> = new Set([
  'type',
  'bcs',
  'signer',
  'vaultAccountId',
  'transaction',
]);

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
    return explain(decodePayload(payload), options);
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
