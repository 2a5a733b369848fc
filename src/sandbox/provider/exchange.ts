import type { Rate } from '../../provider/schemas/liquidity.js';
import type { RateQuery } from '../../provider/schemas/queries.js';
import type { SandboxClock } from '../clock.js';
import type { Derive } from '../seed.js';
import { Accounts, MAIN } from './accounts.js';
import { EXCHANGE_ASSETS } from './assets.js';
import { Collateral } from './collateral.js';
import { Credit } from './credit.js';
import { Deposits } from './deposits.js';
import { conversionPair, Quotes } from './quotes.js';
import { rampRoute } from './ramp-methods.js';
import { Ramps } from './ramps.js';
import { Settlements } from './settlements.js';
import { Withdrawals } from './withdrawals.js';
import { World } from './world.js';

/** An exchange in memory, with one customer. */
export class Exchange {
  readonly world: World;
  readonly credit: Credit;
  readonly accounts: Accounts;
  readonly quotes: Quotes;
  readonly deposits: Deposits;
  readonly withdrawals: Withdrawals;
  readonly ramps: Ramps;
  readonly settlements: Settlements;
  readonly collateral: Collateral;

  constructor(clock: SandboxClock, derive: Derive, settleMs: number) {
    this.world = new World(clock, derive, settleMs);
    const { book } = this.world;
    this.credit = new Credit(book);
    this.accounts = new Accounts(book, this.credit);
    const owns = (accountId: string) => this.accounts.find(accountId) !== undefined;
    this.quotes = new Quotes(this.world, this.credit);
    this.deposits = new Deposits(this.world);
    this.withdrawals = new Withdrawals(this.world, this.deposits, owns);
    this.ramps = new Ramps(this.world, this.quotes, owns);
    this.settlements = new Settlements(this.world, this.credit);
    this.collateral = new Collateral(this.world, this.credit, this.settlements);
    for (const { key: asset, initial: units } of EXCHANGE_ASSETS) {
      book.post({ from: 'outside', to: `${MAIN}/available`, asset, units });
    }
  }

  /** Of a conversion or a ramp; the order books trade what can be converted. */
  rate({ conversionPairId, rampsPairId, orderBookPairId }: RateQuery): Rate | undefined {
    const id = conversionPairId ?? orderBookPairId;
    const pair = id === undefined ? rampRoute(rampsPairId ?? '') : conversionPair(id);
    if (pair === undefined) return undefined;
    const { from, to } = pair;
    return {
      rate: this.world.prices.rate(from, to),
      timestamp: this.world.clock.now(),
      baseAsset: from.reference,
      quoteAsset: to.reference,
    };
  }
}
