import type { CallOptions, Clock } from '../core/clock.js';
import type { Nodes } from '../core/nodes.js';
import { transactionsOf } from '../gateway/parts.js';
import type { SigningKey } from '../signer/raw-signer.js';
import type { Transactions } from '../transactions/index.js';
import { StacksChain } from './chain.js';
import type { NetworkFacts } from './network.js';
import { type Agreed, Ledger } from './node/ledger.js';
import { Contracts } from './operations/contracts.js';
import type { CallGuard } from './operations/guard.js';
import type { StacksCall } from './operations/input.js';
import { Tokens } from './operations/tokens.js';
import type { StacksGatewayOptions } from './options.js';
import type { StacksTransactionResult } from './result.js';
import type { UnsignedTransaction } from './wire/transaction.js';

/** What makes and follows transactions. */
export interface StacksParts {
  readonly ledger: Ledger;
  readonly tokens: Tokens;
  /** For what is signed and comes from nodes. */
  agreed(options: CallOptions): Agreed;
  readonly transactions: Transactions<StacksCall, UnsignedTransaction, StacksTransactionResult>;
}

/** What the parts need beside the options. */
export interface StacksPartsSettings {
  readonly network: NetworkFacts;
  readonly nodes: Nodes;
  /** How many operators must agree. */
  readonly agree: number;
  readonly clock: Clock;
  /** In microSTX. */
  readonly maxFee: bigint;
  readonly keyOf: (vaultAccountId: string) => SigningKey;
}

export function partsOf(
  options: StacksGatewayOptions,
  { nodes, keyOf, clock, ...common }: StacksPartsSettings,
): StacksParts {
  const { polling, otherKeys } = options;
  const ledger = new Ledger(nodes, common.network.chainId);
  const contracts = new Contracts();
  const settings = { ...common, contracts, otherKeys, polling, guards: [guardStacking] };
  const transactions = transactionsOf(options, {
    chain: new StacksChain({ ...settings, ledger }),
    operators: ledger.byOperator().map(([name, own]) => {
      return { name, chain: new StacksChain({ ...settings, ledger: own }) };
    }),
    agree: common.agree,
    keyOf,
    clock,
  });
  const { agree, network } = common;
  return {
    ledger,
    tokens: new Tokens(network, contracts),
    transactions,
    agreed: (called) => ledger.agreed(agree, called),
  };
}

/**
 * The rules of stacking are loaded with the first call of a contract, before anything is signed; and so is what the
 * numbers mean with which contracts fail, since a signed call has to be told about whatever can be loaded then.
 */
const guardStacking: CallGuard = async (call, node) => {
  const [{ guardStacking: guard }] = await Promise.all([
    import('./stacking/guards.js'),
    import('./stacking/error-codes.js'),
  ]);
  return guard(call, node);
};
