import type { ChainName, Payment } from '../evidence.js';

/** What makes a transaction the only one of its kind. */
export interface NumberRead {
  readonly kind: 'sequence' | 'ticket';
  readonly value: string;
}

/** When a transaction is over, and which number it spends. */
export interface TermsRead {
  readonly account: string;
  readonly number: NumberRead;
  /** The last ledger index, or the second from which on it is too late. */
  readonly expiry?: number;
}

/** What a signed transaction says, read from its bytes alone. */
export interface TransactionRead extends TermsRead {
  readonly chain: ChainName;
  /** Lower case, without `0x`. */
  readonly hash: string;
  /** What was signed: digests, and on Aptos messages. Lower case. */
  readonly messages: readonly string[];
  readonly payments: readonly Payment[];
  /** How many sequence numbers behind its own go with it, where it succeeds: those of the Tickets it creates. */
  readonly row?: number;
  /** The most it costs, in base units. */
  readonly fee: string;
}

export function plainHex(text: string): string {
  return text.replace(/^0x/, '').toLowerCase();
}
