import type { CallOptions, Clock } from '../../../src/core/clock.js';
import { transactionsOf } from '../../../src/gateway/parts.js';
import type { GatewayBasics } from '../../../src/gateway/settings.js';
import type { Signed, TransactionOptions, Transactions } from '../../../src/transactions/index.js';
import type { Operator } from '../../../src/transactions/operators.js';
import { agreeOf } from '../../../src/transactions/operators.js';
import {
  type ResolvedOptions,
  resolveOptions,
  type TransactionDefaults,
} from '../../../src/transactions/options.js';
import { FakeChain, type FakeChainSettings } from './chain.js';
import type { Applied } from './questions.js';
import type { Action, FakeTransaction } from './transaction.js';

export interface FakeGatewayOptions extends GatewayBasics, FakeChainSettings {
  readonly clock: Clock;
  /** Those who show the chain, where they are several. */
  readonly operators?: readonly Operator<FakeTransaction, Applied>[];
}

export interface PayOptions extends TransactionOptions {
  /** The custody's own transfer. Default `false`. */
  readonly native?: boolean;
  readonly useTickets?: boolean;
  /** The number to spend, where it is the caller's choice. */
  readonly number?: bigint;
}

/** As little of a gateway as a chain's own can be: calls go on to `Transactions` as they are. */
export class FakeGateway {
  readonly #transactions: Transactions<Action, FakeTransaction, Applied>;
  readonly #useTickets: boolean;
  readonly #defaults: TransactionDefaults;

  constructor(options: FakeGatewayOptions) {
    const chain = new FakeChain(options);
    const { clock } = options;
    const { operators = [{ name: 'one', chain }] } = options;
    const agree = agreeOf(operators.length, options.agree);
    this.#transactions = transactionsOf(options, { chain, operators, agree, keyOf, clock });
    this.#useTickets = options.lanes?.mode === 'tickets';
    this.#defaults = options.defaults ?? {};
  }

  #resolved(options: TransactionOptions): ResolvedOptions {
    return resolveOptions(options, this.#defaults);
  }

  async address(vault: string): Promise<string> {
    return (await this.#transactions.account(vault)).address;
  }

  async execute(vaultAccountId: string, input: Action, options: PayOptions = {}) {
    const { native = false, useTickets = this.#useTickets && !native, number, ...rest } = options;
    const transfer =
      native && input.type === 'pay'
        ? {
            from: keyOf(vaultAccountId),
            to: { type: 'address', address: input.to } as const,
            amount: input.amount,
          }
        : undefined;
    const chosen =
      number === undefined ? undefined : ({ kind: 'sequence', value: number } as const);
    const resolved = this.#resolved(rest);
    const call = { vaultAccountId, input, options: resolved, native: transfer, useTickets };
    return this.#transactions.execute({ ...call, number: chosen });
  }

  async batch(
    vaultAccountId: string,
    inputs: readonly Action[],
    { stopOnFailure = false, ...options }: TransactionOptions & { stopOnFailure?: boolean } = {},
  ) {
    const call = { vaultAccountId, inputs, options: this.#resolved(options), stopOnFailure };
    return this.#transactions.executeBatch(call);
  }

  async resume(vaultAccountId: string, idempotencyKey: string, options: TransactionOptions = {}) {
    const own = this.#resolved({ ...options, idempotencyKey });
    return this.#transactions.resume(vaultAccountId, idempotencyKey, own);
  }

  pending(vaultAccountId: string, options: CallOptions = {}) {
    return this.#transactions.pending(vaultAccountId, options);
  }

  /** What was signed elsewhere. */
  async deliver(transaction: FakeTransaction, signed: Signed, options: TransactionOptions = {}) {
    const own = this.#resolved(options);
    return this.#transactions.deliver(transaction.account, { transaction, signed }, own);
  }

  async cancel(vaultAccountId: string, idempotencyKey: string, options: TransactionOptions = {}) {
    return this.#transactions.cancel(vaultAccountId, idempotencyKey, this.#resolved(options));
  }
}

function keyOf(id: string) {
  return { algorithm: 'ecdsa-secp256k1', id, assetId: 'FAKE' } as const;
}
