import type { Clock } from '../core/clock.js';
import type { Nodes } from '../core/nodes.js';
import { transactionsOf } from '../gateway/parts.js';
import type { SigningKey } from '../signer/raw-signer.js';
import type { Transactions } from '../transactions/index.js';
import { type XrplCall, XrplChain } from './chain.js';
import { Ledger } from './node/ledger.js';
import type { XrplTransport } from './node/transport.js';
import type { XrplGatewayOptions } from './options.js';
import type { XrplTransactionResult } from './result.js';
import type { UnsignedTransaction } from './wire/codec.js';

/** What makes and follows transactions. */
export interface XrplParts {
  readonly ledger: Ledger;
  readonly transactions: Transactions<XrplCall, UnsignedTransaction, XrplTransactionResult>;
}

/** What the parts need beside the options. */
export interface XrplPartsSettings {
  /** Nodes, or the user's own way to reach one. */
  readonly source: Nodes | XrplTransport;
  /** How many operators must agree. */
  readonly agree: number;
  readonly networkId: number;
  readonly clock: Clock;
  readonly secondsPerLedger: number;
  readonly keyOf: (vaultAccountId: string) => SigningKey;
}

export function partsOf(
  options: XrplGatewayOptions & { readonly maxFee: bigint },
  { source, agree, networkId, clock, secondsPerLedger, keyOf }: XrplPartsSettings,
): XrplParts {
  const { random, retry, polling, otherKeys, trial = 'warn', maxFee } = options;
  const ledger = new Ledger(source, { networkId, retry, clock, random });
  const settings = { agree, networkId, otherKeys, secondsPerLedger, polling, maxFee, clock, trial };
  const transactions = transactionsOf(options, {
    chain: new XrplChain({ ...settings, ledger }),
    operators: ledger.byOperator().map(([name, own]) => {
      return { name, chain: new XrplChain({ ...settings, ledger: own }) };
    }),
    agree,
    keyOf,
    clock,
  });
  return { ledger, transactions };
}
