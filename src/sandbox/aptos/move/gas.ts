import { OutOfGas } from './failures.js';

/**
 * What things cost, in gas units. A model: the chain's own schedule weighs every instruction. What
 * holds there holds here: a plain transfer costs about ten units, one that makes something new some hundred
 * more, and what fails costs as well.
 */
const PER_TRANSACTION = 3n;
const BYTES_PER_UNIT = 100;
const PER_WRITE = 2n;
const PER_NEW_ENTRY = 450n;

/** What a transaction costs before it does anything. */
export function intrinsicGas(size: number): bigint {
  return PER_TRANSACTION + BigInt(Math.floor(size / BYTES_PER_UNIT));
}

/** Counts what a transaction uses, and ends it when that is more than it may. */
export class GasMeter {
  readonly #limit: bigint;
  #execution = 0n;
  #storage = 0n;

  constructor(limit: bigint) {
    this.#limit = limit;
  }

  /** What was used, never more than the limit. */
  get used(): bigint {
    const sum = this.#execution + this.#storage;
    return sum < this.#limit ? sum : this.#limit;
  }

  get execution(): bigint {
    return this.#execution < this.#limit ? this.#execution : this.#limit;
  }

  charge(units: bigint): void {
    this.#execution += units;
    this.#check();
  }

  chargeWrite(): void {
    this.charge(PER_WRITE);
  }

  /** For what lies on the chain from now on. */
  chargeNewEntry(): void {
    this.#storage += PER_NEW_ENTRY;
    this.#check();
  }

  #check(): void {
    if (this.#execution + this.#storage > this.#limit) throw new OutOfGas();
  }
}
