import { refusal } from './refusals.js';

/**
 * Where money can be. `outside` is the rest of the world: what it lacks is what the exchange holds.
 * `house` is the exchange's own trading, which may be short. An account's `owed` is what it has spent
 * on credit, as a debt: below zero, or nothing.
 */
export type Place = 'outside' | 'house' | 'fees' | `${string}/${'available' | 'locked' | 'owed'}`;

/** Something moves from one place to another. */
export interface Posting {
  readonly from: Place;
  readonly to: Place;
  /** An asset's key. */
  readonly asset: string;
  readonly units: bigint;
}

const mayBeBelowZero = (place: Place): boolean =>
  place === 'outside' || place === 'house' || place.endsWith('/owed');

/**
 * The exchange's book, by double entry: whatever arrives somewhere has left somewhere else, so of each
 * asset all places together hold nothing, always.
 */
export class Book {
  readonly #held = new Map<string, bigint>();

  holding(place: Place, asset: string): bigint {
    return this.#held.get(nameOf(place, asset)) ?? 0n;
  }

  /**
   * Enters all of it, or nothing.
   *
   * @throws ProviderRefusal `bad-request` where a place has not that much.
   */
  post(...postings: readonly Posting[]): void {
    const after = new Map<string, bigint>();
    const change = (place: Place, asset: string, units: bigint) => {
      const name = nameOf(place, asset);
      const held = (after.get(name) ?? this.holding(place, asset)) + units;
      after.set(name, held);
      return held;
    };
    for (const { from, to, asset, units } of postings) {
      if (units < 0n) throw new Error('Nothing moves backwards.');
      if (change(from, asset, -units) < 0n && !mayBeBelowZero(from)) {
        throw refusal('bad-request', `Insufficient balance of ${asset}.`);
      }
      change(to, asset, units);
    }
    for (const [name, held] of after) this.#held.set(name, held);
  }

  /** What every place holds of each asset; empty places are left out. */
  *holdings(): Generator<{
    readonly place: string;
    readonly asset: string;
    readonly units: bigint;
  }> {
    for (const [name, units] of this.#held) {
      const [asset = '', place = ''] = name.split(' ');
      if (units !== 0n) yield { place, asset, units };
    }
  }
}

function nameOf(place: Place, asset: string): string {
  return `${asset} ${place}`;
}
