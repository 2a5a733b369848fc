import { formatAmount } from '../../core/amount.js';
import type { NetlinkTransaction } from '../../netlink/answers.js';
import { NETLINK_ERRORS } from '../../netlink/error-codes.js';
import { NetlinkError } from '../../netlink/errors.js';
import type { SubTransferKind } from '../../netlink/values.js';
import type { SandboxClock } from '../clock.js';
import { type Derive, derivedUuid } from '../seed.js';
import { EXCHANGE_ASSETS, type ExchangeAsset } from './assets.js';
import { Books, type Place } from './books.js';
import { History } from './history.js';

/** The account that the API key belongs to. */
export const MAIN = 'main';
/** The types that it has. */
export const EXCHANGE_TYPES = ['SPOT', 'FUNDING', 'FUTURES'] as const;
/** Its sub-accounts. */
const SUB_ACCOUNTS: readonly string[] = ['sub-1', 'sub-2'];

interface NewTransaction {
  readonly asset: ExchangeAsset;
  readonly units: bigint;
  readonly direction: 'CRYPTO_DEPOSIT' | 'CRYPTO_WITHDRAWAL';
  readonly kind?: SubTransferKind;
  readonly fee?: bigint;
  readonly txHash?: string | undefined;
  /** What ends it later; without it, it is completed at once. */
  readonly end?: ((completed: boolean) => void) | undefined;
}

/** A small exchange in memory that really moves balances. */
export class Exchange {
  readonly books = new Books();
  readonly history = new History();
  /** Withdrawals and sub transfers stay under way until `settle`; internal transfers fail. */
  holding = false;
  /** Where withdrawals may go; `undefined` for anywhere. */
  whitelist: ReadonlySet<string> | undefined;
  readonly #clock: SandboxClock;
  readonly #derive: Derive;
  #count = 0;

  constructor(clock: SandboxClock, derive: Derive, fundedType: string) {
    this.#clock = clock;
    this.#derive = derive;
    for (const { coinSymbol, initial } of EXCHANGE_ASSETS) {
      this.books.add({ holder: MAIN, accountType: fundedType }, coinSymbol, initial);
    }
  }

  /** Writes a transaction down; resolves with its id. */
  record({ asset, units, direction, kind, fee = 0n, txHash, end }: NewTransaction): string {
    const transactionID = this.newId();
    this.history.add({
      kind,
      end,
      transaction: {
        transactionID,
        status: end === undefined ? 'COMPLETED' : 'PROCESSING',
        txHash:
          txHash ??
          (end === undefined && kind === undefined ? this.#hash(transactionID) : undefined),
        amount: formatAmount(units, asset.scale),
        serviceFee: formatAmount(fee, asset.scale),
        coinSymbol: asset.coinSymbol,
        network: kind === undefined ? asset.network : null,
        direction,
        timestamp: this.#clock.now(),
      },
    });
    return transactionID;
  }

  /** Of what is in no history, too: transfers between account types. */
  newId(): string {
    this.#count += 1;
    return derivedUuid(this.#derive, `netlink transaction ${this.#count}`);
  }

  /** Ends what is under way. */
  settle(transactionID: string, status: NetlinkTransaction['status']): void {
    const entry = this.history.find((transaction) => transaction.transactionID === transactionID);
    if (entry?.end === undefined) throw new Error(`Nothing is under way as ${transactionID}.`);
    const completed = status === 'COMPLETED';
    entry.end(completed);
    entry.end = undefined;
    const onChain = completed && entry.kind === undefined;
    entry.transaction = {
      ...entry.transaction,
      status,
      txHash: onChain ? this.#hash(transactionID) : entry.transaction.txHash,
    };
  }

  depositAddress(asset: ExchangeAsset, { holder, accountType }: Place): string {
    const label = `netlink address ${asset.network} ${holder} ${accountType}`;
    return `sandbox-${this.#derive(label).toString('hex').slice(0, 32)}`;
  }

  #hash(transactionID: string): string {
    return this.#derive(`netlink hash ${transactionID}`).toString('hex').slice(0, 64);
  }
}

/** @throws NetlinkError 400018 */
export function subAccount(id: string): string {
  if (SUB_ACCOUNTS.includes(id)) return id;
  throw new NetlinkError({
    status: 404,
    errorCode: NETLINK_ERRORS.ACCOUNT_NOT_FOUND,
    error: 'There is no such sub-account.',
  });
}
