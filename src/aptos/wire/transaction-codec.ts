import { isObject } from '../../core/json.js';
import type { ExplainingCodec } from '../../signer/transaction-codec.js';
import type { LegibleTransaction } from './legible.js';

const words = () => import('./explanation.js');

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
 * async function isSmallTransfer(unhashedTxPayload: unknown): Promise<boolean> {
 *   const { transaction } = await aptosCodec.decode(unhashedTxPayload);
 *   const { chainId, payload } = transaction;
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
  decode: async (payload) => (await words()).decode(payload),
  explain: async (payload, options) => (await words()).explain(payload, options),
};
