import type { Clock } from '../../../src/core/clock.js';
import { transactionsOf } from '../../../src/gateway/parts.js';
import type { GatewayBasics } from '../../../src/gateway/settings.js';
import type { Signed, TransactionOptions, Transactions } from '../../../src/transactions/index.js';
import type { Operator } from '../../../src/transactions/operators.js';
import { agreeOf } from '../../../src/transactions/operators.js';
import { FakeChain, type FakeChainSettings, type FakeSnapshot } from './chain.js';
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
  readonly #transactions: Transactions<Action, FakeSnapshot, FakeTransaction, Applied>;
  readonly #useTickets: boolean;

  constructor(options: FakeGatewayOptions) {
    const chain = new FakeChain(options);
    const { clock } = options;
    const { operators = [{ name: 'one', chain }] } = options;
    const agree = agreeOf(operators.length, options.agree);
    this.#transactions = transactionsOf(options, { chain, operators, agree, keyOf, clock });
    this.#useTickets = options.lanes?.mode === 'tickets';
  }

  async address(vault: string): Promise<string> {
    return (await this.#transactions.account(vault)).address;
  }

  execute(vaultAccountId: string, input: Action, options: PayOptions = {}) {
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
    const call = { vaultAccountId, input, options: rest, native: transfer, useTickets };
    return this.#transactions.execute({ ...call, number: chosen });
  }

  batch(
    vaultAccountId: string,
    inputs: readonly Action[],
    { stopOnFailure = false, ...options }: TransactionOptions & { stopOnFailure?: boolean } = {},
  ) {
    return this.#transactions.executeBatch({ vaultAccountId, inputs, options, stopOnFailure });
  }

  resume(vaultAccountId: string, idempotencyKey: string, options: TransactionOptions = {}) {
    return this.#transactions.resume(vaultAccountId, idempotencyKey, options);
  }

  pending(vaultAccountId: string) {
    return this.#transactions.pending(vaultAccountId, {});
  }

  /** What was signed elsewhere. */
  deliver(transaction: FakeTransaction, signed: Signed, options: TransactionOptions = {}) {
    return this.#transactions.deliver(transaction.account, { transaction, signed }, options);
  }

  cancel(vaultAccountId: string, idempotencyKey: string, options: TransactionOptions = {}) {
    return this.#transactions.cancel(vaultAccountId, idempotencyKey, options);
  }
}

function keyOf(id: string) {
  return { algorithm: 'ecdsa-secp256k1', id, assetId: 'FAKE' } as const;
}
