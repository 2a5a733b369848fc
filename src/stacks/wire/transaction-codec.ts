import type { ExplainingCodec } from '../../signer/transaction-codec.js';
import type { LegibleStacksTransaction } from './payload.js';
import { isStructuredData, isTransaction } from './payload-kinds.js';
import type { StructuredData } from './structured-data.js';

const words = () => import('./explanation.js');

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
 * async function isSmallTransfer(unhashedTxPayload: unknown): Promise<boolean> {
 *   const { transaction } = await stacksCodec.decode(unhashedTxPayload);
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
  recognises: (payload) => isStructuredData(payload) || isTransaction(payload),
  decode: async (payload) => (await words()).decode(payload),
  explain: async (payload, options) => (await words()).explain(payload, options),
};
