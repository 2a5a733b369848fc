/** Chance that follows from a seed and from nothing else. */
export class Chance {
  #state: number;

  constructor(seed: string) {
    this.#state = hashOf(seed);
  }

  /** A number from 0 (inclusive) to 1 (exclusive): mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  happens(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  /** As likely short as long: each order of magnitude has the same weight. */
  spread(least: number, most: number): number {
    return Math.round(least * (most / least) ** this.fraction());
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.between(0, choices.length - 1)] ?? choices[0];
  }

  /** Each of them with the same probability, in their order. */
  some<T>(choices: readonly T[], probability: number): readonly T[] {
    return choices.filter(() => this.happens(probability));
  }

  bytes(length: number): Uint8Array {
    return Uint8Array.from({ length }, () => this.between(0, 255));
  }
}

/** 32 bits of FNV-1a over the text, mixed once more so that similar seeds are far apart. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return hash ^ (hash >>> 13);
}
