import { isObject } from '../../core/json.js';
import type { ExplainingCodec } from '../../signer/transaction-codec.js';
import type { UnsignedTransaction } from './codec.js';

const words = () => import('./explanation.js');

/**
 * Checks XRP Ledger transactions on their way through the custody platform, for `callbackHandler`. A transaction
 * must be signed with the account's own (master) key; a multi-signature names its one signer in `Signers`, as the
 * gateway's requests do.
 *
 * @example
 * ```ts
 * import { xrplCodec } from 'custody-gateways/xrpl';
 *
 * const { transaction, content } = await xrplCodec.decode({
 *   TransactionType: 'AccountSet',
 *   Account: 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh',
 *   Fee: '12',
 *   Sequence: 1,
 *   LastLedgerSequence: 100,
 *   SigningPubKey: '0330E7FC9D56BB25D6893BA3F317AE5BCF33B3291BD63DB32654A313222F7FD020',
 * });
 * transaction.TransactionType; // 'AccountSet'
 * content.length; // 32: the digest that the custody platform signs
 * ```
 *
 * @example
 * ```ts
 * import { xrplCodec } from 'custody-gateways/xrpl';
 *
 * // For a log, or a rule of yours: what a payload says, in words.
 * async function inWords(unhashedTxPayload: unknown): Promise<string> {
 *   const { summary } = await xrplCodec.explain(unhashedTxPayload, { now: Date.now() });
 *   return summary; // 'Pay 25 XRP to rHb9..., tag 7; fee 0.000012 XRP; expires after ledger 98765'
 * }
 * ```
 */
export const xrplCodec: ExplainingCodec<'xrpl', UnsignedTransaction> = {
  chain: 'xrpl',
  recognises: (payload) =>
    isObject(payload) &&
    typeof payload.TransactionType === 'string' &&
    typeof payload.Account === 'string',
  decode: async (payload) => (await words()).decode(payload),
  explain: async (payload, options) => (await words()).explain(payload, options),
};
