import type { CallOptions } from '../../../src/core/clock.js';
import type { Explanation, PublicKey, SigningMessage } from '../../../src/signer/index.js';
import type { VerifiedSignature } from '../../../src/signer/verify.js';
import {
  type Account,
  AccountNotFundedError,
  type BuildRequest,
  type Chain,
  FeeTooHighError,
  type LookUpRequest,
  type ReadRequest,
  type RebuildRequest,
  type Signed,
  type Snapshot,
  type Terms,
  type TicketSource,
  type TransactionStatus,
} from '../../../src/transactions/index.js';
import type { FakeNode } from './node.js';
import type { Applied, Fees } from './questions.js';
import {
  type Action,
  addressOf,
  digestOf,
  type FakeTransaction,
  hashOf,
  isSame,
  readTransaction,
  signingBytes,
  spanOf,
  writeBlob,
} from './transaction.js';

export interface FakeSnapshot extends Snapshot {
  readonly ledgerTime: number;
  readonly fees: Fees;
}

export interface FakeChainSettings {
  readonly node: FakeNode;
  /** The most a transaction may cost. Default 1,000. */
  readonly maxFee?: bigint | undefined;
  /** The longest that a transaction stays valid, in seconds, whatever is asked for. */
  readonly longestLifeSeconds?: number | undefined;
  /** How many Tickets an account may have. Default 250. */
  readonly ticketLimit?: number | undefined;
  /** Has nothing of a key go into its transactions, as where callers settle all that could vary. */
  readonly fixed?: boolean | undefined;
  /** What nodes were asked for each transaction. */
  readonly askedOfNodes?: string | undefined;
  /** Changes what a transaction is said to do. */
  readonly retold?: ((explanation: Explanation) => Explanation) | undefined;
}

/** A fake ledger's part in the life of a transaction. */
export class FakeChain implements Chain<Action, FakeSnapshot, FakeTransaction, Applied> {
  readonly id: string;
  readonly expiries = { leastMs: 1_000, usualMs: 1_000 };
  readonly confirmPace = { firstMs: 1_000, factor: 1.3, maxMs: 4_000 };
  readonly resubmitAfterMs = 15_000;
  readonly noop: Action = { type: 'nothing' };
  readonly tickets: TicketSource<Action, Applied>;
  readonly #settings: FakeChainSettings;

  constructor(settings: FakeChainSettings) {
    this.#settings = settings;
    this.id = `fake:${settings.node.network}`;
    this.tickets = this.#ticketBooth(settings.ticketLimit ?? 250);
  }

  addressOf({ bytes }: PublicKey): string {
    return addressOf(bytes);
  }

  canonicalOf(input: Action): unknown {
    return input;
  }

  askedOfNodes(): string | undefined {
    return this.#settings.askedOfNodes;
  }

  async read(
    { account: { address }, inputs }: ReadRequest<Action>,
    options: CallOptions,
  ): Promise<readonly FakeSnapshot[]> {
    const [account, fees] = await Promise.all([
      this.#account(address, options),
      this.#settings.node.ask('fees', [], options),
    ]);
    if (!account) throw new AccountNotFundedError(address);
    const { nextOpen, ledgerTime } = account;
    const height = BigInt(ledgerTime);
    return inputs.map(() => ({ nextNumber: nextOpen, height, ledgerTime, fees }));
  }

  build(request: BuildRequest<Action, FakeSnapshot>): FakeTransaction {
    const { account, input, snapshot, number, lifetimeSeconds, salt } = request;
    const { maxFee = 1_000n, longestLifeSeconds = lifetimeSeconds, fixed } = this.#settings;
    const { minimum, open } = snapshot.fees;
    if (minimum > maxFee) throw new FeeTooHighError(minimum, maxFee);
    const fee = open > maxFee ? maxFee : open;
    const life = BigInt(Math.min(lifetimeSeconds, longestLifeSeconds));
    const expiry = BigInt(snapshot.ledgerTime) + (fixed ? life : salt.vary(life, life / 4n));
    return this.#complete(account, input, { number, fee, expiry });
  }

  rebuildFrom({ account, input, terms }: RebuildRequest<Action, FakeSnapshot>): FakeTransaction {
    return this.#complete(account, input, terms);
  }

  #complete(account: Account, action: Action, { number, fee, expiry }: Terms): FakeTransaction {
    return {
      network: this.#settings.node.network,
      account: account.address,
      publicKey: Buffer.from(account.publicKey.bytes).toString('hex'),
      number: { kind: number.kind, value: `${number.value}` },
      fee: `${fee}`,
      expiry: `${expiry}`,
      action,
    };
  }

  termsOf({ number: { kind, value }, fee, expiry, action }: FakeTransaction): Terms {
    return {
      number: { kind, value: BigInt(value) },
      fee: BigInt(fee),
      expiry: BigInt(expiry),
      span: spanOf(action),
    };
  }

  spanOf(input: Action): number {
    return spanOf(input);
  }

  messagesOf(transaction: FakeTransaction, { key }: Account): readonly SigningMessage[] {
    const preimage = signingBytes(transaction);
    return [{ kind: 'digest', key, digest: digestOf(transaction), hash: 'sha256', preimage }];
  }

  payloadOf(transaction: FakeTransaction): unknown {
    return transaction;
  }

  async explain(payload: unknown): Promise<Explanation> {
    const transaction = readTransaction(payload);
    if (!transaction) throw new Error('There is nothing to explain.');
    const { account, fee, expiry, action } = transaction;
    const explanation = {
      transaction,
      account,
      signer: account,
      kind: 'single',
      content: digestOf(transaction),
      action: action.type === 'pay' ? `Pay ${action.amount} to ${action.to}` : action.type,
      fee: { units: BigInt(fee), decimals: 0, symbol: 'FAKE', isLimit: false },
      expiry: { kind: 'time', seconds: BigInt(expiry) },
    } as const;
    const told = { ...explanation, summary: explanation.action };
    return this.#settings.retold?.(told) ?? told;
  }

  rebuild(payload: unknown): FakeTransaction | undefined {
    return readTransaction(payload);
  }

  assemble(transaction: FakeTransaction, [signature]: readonly VerifiedSignature[]): Signed {
    if (!signature) throw new Error('A transaction has one signature.');
    const blob = writeBlob(transaction, signature.compact);
    return { blob, hash: hashOf(blob) };
  }

  submit({ blob }: Signed, options: CallOptions) {
    return this.#settings.node.ask('submit', [blob], options);
  }

  async lookUp(
    { transaction, hash }: LookUpRequest<FakeTransaction>,
    options: CallOptions,
  ): Promise<TransactionStatus<Applied>> {
    const { node } = this.#settings;
    const { account: address, number, expiry } = transaction;
    const [known, account] = await Promise.all([
      hash === undefined ? undefined : node.ask('transaction', [hash], options),
      this.#account(address, options),
    ]);
    if (known?.applied) return outcomeOf(known.applied);
    if (!account) return { state: 'unknown', reason: 'the node does not show the account' };
    const value = BigInt(number.value);
    const isUnspent =
      number.kind === 'ticket' ? account.tickets.includes(value) : value >= account.next;
    if (isUnspent) {
      if (BigInt(account.ledgerTime) > BigInt(expiry)) return { state: 'expired' };
      if (known?.dropped) return { state: 'open', seen: false, dropped: known.dropped };
      return { state: 'open', seen: known !== undefined };
    }
    const spender = await node.ask('spender', [address, number], options);
    if (!spender)
      return { state: 'unknown', reason: 'the node no longer has the transaction that spent it' };
    if (isSame(spender.transaction, transaction)) return outcomeOf(spender);
    const isLate = BigInt(spender.ledgerTime) > BigInt(expiry);
    return { state: isLate ? 'expired' : 'replaced', by: spender.hash };
  }

  async nextNumber({ address }: Account, options: CallOptions): Promise<bigint> {
    return (await this.#account(address, options))?.next ?? 0n;
  }

  async lookUpHash(hash: string, { address }: Pick<Account, 'address'>, options: CallOptions) {
    const known = await this.#settings.node.ask('transaction', [hash], options);
    if (known?.transaction.account !== address) return undefined;
    const { kind, value } = known.transaction.number;
    const outcome = known.applied && outcomeOf(known.applied);
    return { number: kind === 'sequence' ? BigInt(value) : undefined, outcome };
  }

  #ticketBooth(limit: number): TicketSource<Action, Applied> {
    return {
      limit,
      list: async ({ address }, options) => {
        const account = await this.#account(address, options);
        return { numbers: account?.tickets ?? [], height: account && BigInt(account.ledgerIndex) };
      },
      creation: (count) => ({ type: 'create-tickets', count }),
      createdBy: ({ transaction: { action, number }, ledgerIndex }) => {
        const length = spanOf(action) - 1;
        const numbers = Array.from({ length }, (_, at) => BigInt(number.value) + BigInt(at + 1));
        return { numbers, height: BigInt(ledgerIndex) };
      },
    };
  }

  #account(address: string, options: CallOptions) {
    return this.#settings.node.ask('account', [address], options);
  }
}

function outcomeOf(applied: Applied) {
  const { hash, result: code } = applied;
  if (code === 'DONE') return { state: 'confirmed', hash, result: applied } as const;
  return { state: 'failed', hash, code, result: applied } as const;
}
