import { NETLINK_ERRORS } from '../../netlink/error-codes.js';
import { NetlinkError } from '../../netlink/errors.js';

/** An account of the exchange: the main one or a sub-account, and which of its types. */
export interface Place {
  readonly holder: string;
  readonly accountType: string;
}

/** What every account holds, in base units. Nothing is ever below zero. */
export class Books {
  readonly #held = new Map<string, Map<string, bigint>>();

  balance(place: Place, coinSymbol: string): bigint {
    return this.#held.get(nameOf(place))?.get(coinSymbol) ?? 0n;
  }

  coinsOf(place: Place): readonly string[] {
    return [...(this.#held.get(nameOf(place))?.keys() ?? [])];
  }

  add(place: Place, coinSymbol: string, units: bigint): void {
    const name = nameOf(place);
    const coins = this.#held.get(name) ?? new Map<string, bigint>();
    coins.set(coinSymbol, (coins.get(coinSymbol) ?? 0n) + units);
    this.#held.set(name, coins);
  }

  /** @throws NetlinkError 400005, and nothing is taken. */
  take(place: Place, coinSymbol: string, units: bigint): void {
    if (this.balance(place, coinSymbol) < units) {
      throw new NetlinkError({
        errorCode: NETLINK_ERRORS.INSUFFICIENT_FUNDS,
        error: 'The account does not hold that much.',
      });
    }
    this.add(place, coinSymbol, -units);
  }

  move(from: Place, to: Place, coinSymbol: string, units: bigint): void {
    this.take(from, coinSymbol, units);
    this.add(to, coinSymbol, units);
  }
}

function nameOf({ holder, accountType }: Place): string {
  return JSON.stringify([holder, accountType]);
}
