import type { Random } from '../../core/random.js';
import type { CryptocurrencyReference } from '../../provider/schemas/assets.js';
import type { PublicBlockchainAddress } from '../../provider/schemas/transfer-methods.js';
import type { SandboxClock } from '../clock.js';
import { type Derive, derivedUuid } from '../seed.js';
import {
  checkForcing,
  checkMarking,
  checkReading,
  type ForceRules,
  markedOf,
} from './force-rules.js';
import { PlatformRefusal } from './platform-refusal.js';
import { legsOf, textIn } from './provider-answers.js';
import { type PlatformTarget, ProviderCaller } from './provider-caller.js';
import type { PlatformSettlement, SettlementTransaction } from './settlement.js';

/** A collateral transaction that the platform made. */
export interface CollateralTransaction {
  readonly collateralTxId: string;
  readonly type: 'add' | 'remove' | 'settle';
  readonly amount: string;
  readonly asset: CryptocurrencyReference;
}

interface Options {
  readonly clock: SandboxClock;
  readonly random: Random;
  readonly derive: Derive;
  readonly enforcementSlaMs: number;
  readonly target: () => PlatformTarget;
}

/** The platform's side of off-exchange: collateral accounts, and settlements that may be forced. */
export class CollateralPlatform {
  readonly transactions = new Map<string, CollateralTransaction>();
  readonly links = new Map<string, string>();
  readonly #options: Options;
  readonly #counts = new Map<string, number>();
  #settlements: readonly PlatformSettlement[] = [];

  constructor(options: Options) {
    this.#options = options;
  }

  /** Links an account's collateral account; gives the collateral id that the provider has for it. */
  async link(accountId: string): Promise<string> {
    const answer = await this.#provider.call('POST', `/accounts/${accountId}/collateral/link`, {
      collateralId: [1, 2, 3].map(() => this.newId('collateral id')).join('.'),
      collateralSigners: [this.newId('signer')],
      env: 'sandbox',
    });
    const collateralId = textIn(answer, 'collateralId');
    this.links.set(accountId, collateralId);
    return collateralId;
  }

  /** Asks, registers the address and the transaction; gives the transaction's id. */
  async add(accountId: string, asset: CryptocurrencyReference, amount: string): Promise<string> {
    this.#checkUnmarked();
    const path = this.#pathOf(accountId);
    const address = { address: this.addressOf(asset), recoveryAccountId: '0' };
    await this.#provider.call('POST', `${path}/addresses`, address);
    const sent = { asset, amount, intentApprovalRequest: this.#intent() };
    const intent = await this.#provider.call('POST', `${path}/intents/deposits`, sent);
    return this.#register(`${path}/deposits`, intent, { type: 'add', asset, amount });
  }

  async remove(accountId: string, to: PublicBlockchainAddress, amount: string): Promise<string> {
    this.#checkUnmarked();
    const path = this.#pathOf(accountId);
    const sent = { amount, destinationAddress: to, intentApprovalRequest: this.#intent() };
    const intent = await this.#provider.call('POST', `${path}/intents/withdrawals`, sent);
    return this.#register(`${path}/withdrawals`, intent, {
      type: 'remove',
      asset: to.asset,
      amount,
    });
  }

  /** Starts a settlement with whatever the provider says has to move. */
  async startSettlement(accountId: string): Promise<PlatformSettlement> {
    this.#checkUnmarked();
    const path = `${this.#pathOf(accountId)}/settlement`;
    const current = await this.#provider.call('GET', path);
    const settlementId = this.newId('settlement');
    const settlementVersion = textIn(current, 'settlementVersion');
    const started = await this.#provider.call('POST', path, { settlementId, settlementVersion });
    const settlement: PlatformSettlement = {
      settlementId,
      settlementVersion,
      accountId,
      collateralId: this.#collateralOf(accountId),
      createdAt: this.#options.clock.now(),
      transactions: legsOf(started).map((leg) => ({
        ...leg,
        settlementTxId: this.newId('settlement transaction'),
        status: leg.direction === 'to-exchange' ? 'PENDING_MANUAL_APPROVAL' : 'PROCESSING',
      })),
      forcing: { state: 'not-marked' },
    };
    this.#settlements = [...this.#settlements, settlement];
    return settlement;
  }

  /** With what has become of its transactions. */
  async settlement(settlementId: string): Promise<PlatformSettlement> {
    const settlement = this.#known(settlementId);
    const path = `${this.#pathOf(settlement.accountId)}/settlements/${settlement.settlementVersion}`;
    const legs = legsOf(await this.#provider.call('GET', path));
    const transactions = settlement.transactions.map((each) => {
      if (each.status === 'CANCELLED' || each.status === 'PENDING_MANUAL_APPROVAL') return each;
      const leg = legs.find(
        ({ direction, amount, address }) =>
          direction === each.direction &&
          amount === each.amount &&
          address.address === each.address.address,
      );
      return { ...each, status: leg?.status ?? each.status };
    });
    return this.#put({ ...settlement, transactions });
  }

  /** The customer signs what goes to the exchange. */
  async sign(settlementTxId: string): Promise<void> {
    const { settlement, transaction } = this.#waiting(settlementTxId);
    const { amount, address } = transaction;
    const path = this.#pathOf(settlement.accountId);
    const sent = { amount, destinationAddress: address, intentApprovalRequest: this.#intent() };
    const intent = await this.#provider.call('POST', `${path}/intents/withdrawals`, sent);
    const { settlementId } = settlement;
    const about = { type: 'settle', asset: address.asset, amount } as const;
    const details = { settlementDetails: { settlementId, settlementTxId } };
    await this.#register(`${path}/withdrawals`, intent, about, details);
    this.#change(settlement.settlementId, settlementTxId, 'PROCESSING');
  }

  /** The customer denies what goes to the exchange. */
  cancel(settlementTxId: string): void {
    const { settlement } = this.#waiting(settlementTxId);
    this.#change(settlement.settlementId, settlementTxId, 'CANCELLED');
  }

  mark(settlementId: string): PlatformSettlement {
    const settlement = this.#known(settlementId);
    checkMarking(settlement, this.#rules);
    return this.#put({ ...settlement, forcing: { state: 'marked', markedAt: this.#rules.now } });
  }

  marked(): PlatformSettlement {
    const marked = this.#marked();
    checkReading(marked, this.#rules);
    return marked;
  }

  unmark(): PlatformSettlement {
    return this.#put({ ...this.#marked(), forcing: { state: 'not-marked' } });
  }

  /**
   * Asks the provider whether it approves, then has its signer sign what is left, as another settlement
   * with transactions of its own.
   */
  async force(): Promise<PlatformSettlement> {
    checkForcing(this.#marked(), this.#rules);
    const marked = await this.settlement(this.#marked().settlementId);
    const { settlementId, accountId, collateralId } = marked;
    const left = marked.transactions.filter(({ status }) => status !== 'COMPLETED');
    if (left.length === 0) throw new PlatformRefusal(409, 'nothing-to-force');
    const path = this.#provider.forced(accountId, collateralId);
    await this.#provider.call('POST', path, { settlementId, transactions: left });
    const now = this.#options.clock.now();
    const forcing = { state: 'forced', forcedAt: now } as const;
    this.#put({ ...marked, forcing });
    const forced: PlatformSettlement = {
      ...marked,
      settlementId: this.newId('settlement'),
      createdAt: now,
      forcing,
      transactions: left.map((each) => ({
        ...each,
        settlementTxId: this.newId('settlement transaction'),
      })),
    };
    this.#settlements = [...this.#settlements, forced];
    for (const { settlementTxId, status } of forced.transactions) {
      if (status === 'PENDING_MANUAL_APPROVAL') await this.sign(settlementTxId);
    }
    return this.#known(forced.settlementId);
  }

  /** Where the collateral account takes an asset. */
  addressOf(asset: CryptocurrencyReference): PublicBlockchainAddress {
    const text = this.#options.derive(`platform address ${JSON.stringify(asset)}`).toString('hex');
    return { transferMethod: 'PublicBlockchain', asset, address: `vault-${text.slice(0, 32)}` };
  }

  newId(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return derivedUuid(this.#options.derive, `platform ${kind} ${count}`);
  }

  get #provider(): ProviderCaller {
    const { clock, random, target } = this.#options;
    return new ProviderCaller(target(), { time: clock.source, random });
  }

  get #rules(): ForceRules {
    const { clock, enforcementSlaMs } = this.#options;
    return { settlements: this.#settlements, enforcementSlaMs, now: clock.now() };
  }

  #marked(): PlatformSettlement {
    const marked = markedOf(this.#settlements);
    if (marked === undefined) throw new PlatformRefusal(404, 'not-marked');
    return marked;
  }

  /** What a mark stops for the customer. */
  #checkUnmarked(): void {
    if (markedOf(this.#settlements)) throw new PlatformRefusal(409, 'settlement-is-marked');
  }

  #pathOf(accountId: string): string {
    return `/accounts/${accountId}/collateral/${this.#collateralOf(accountId)}`;
  }

  #collateralOf(accountId: string): string {
    const collateralId = this.links.get(accountId);
    if (collateralId === undefined) throw new PlatformRefusal(404, 'not-linked');
    return collateralId;
  }

  #intent() {
    return { fireblocksIntentId: this.newId('intent') };
  }

  async #register(
    path: string,
    intent: Readonly<Record<string, unknown>>,
    about: Omit<CollateralTransaction, 'collateralTxId'>,
    details: object = {},
  ): Promise<string> {
    if (intent.status !== 'Approved') throw new PlatformRefusal(409, 'provider-rejected');
    const collateralTxId = this.newId('collateral transaction');
    const { approvalRequest } = intent;
    await this.#provider.call('POST', path, { collateralTxId, approvalRequest, ...details });
    this.transactions.set(collateralTxId, { ...about, collateralTxId });
    return collateralTxId;
  }

  #known(settlementId: string): PlatformSettlement {
    const found = this.#settlements.find((each) => each.settlementId === settlementId);
    if (found === undefined) throw new PlatformRefusal(404, 'no-such-settlement');
    return found;
  }

  #put(settlement: PlatformSettlement): PlatformSettlement {
    const { settlementId } = settlement;
    this.#settlements = this.#settlements.map((each) =>
      each.settlementId === settlementId ? settlement : each,
    );
    return settlement;
  }

  #waiting(settlementTxId: string): {
    readonly settlement: PlatformSettlement;
    readonly transaction: SettlementTransaction;
  } {
    for (const settlement of this.#settlements) {
      const transaction = settlement.transactions.find(
        (each) =>
          each.settlementTxId === settlementTxId && each.status === 'PENDING_MANUAL_APPROVAL',
      );
      if (transaction !== undefined) return { settlement, transaction };
    }
    throw new PlatformRefusal(404, 'nothing-to-sign');
  }

  #change(settlementId: string, settlementTxId: string, status: string): void {
    const settlement = this.#known(settlementId);
    const transactions = settlement.transactions.map((each) =>
      each.settlementTxId === settlementTxId ? { ...each, status } : each,
    );
    this.#put({ ...settlement, transactions });
  }
}
