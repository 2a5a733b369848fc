import { fromHex } from '../../core/bytes.js';
import { UnexpectedAnswerError } from '../../core/errors.js';
import type { PoxAddress } from '../wire/bitcoin-address.js';
import { buffer, type ClarityValue, NONE, some, tuple } from '../wire/clarity-value.js';

/**
 * Reads a Clarity value, and names the place where it differs from what a contract promises. A contract's answer
 * is checked like that of any other peer.
 */
export class Reading {
  readonly #value: ClarityValue | undefined;
  readonly #where: string;

  constructor(value: ClarityValue | undefined, where: string) {
    this.#value = value;
    this.#where = where;
  }

  /** A member of a tuple. */
  at(name: string): Reading {
    const value = this.#value;
    const member = value?.type === 'tuple' ? value.value[name] : undefined;
    return new Reading(member, `${this.#where}.${name}`);
  }

  /** Whether a tuple has this member. */
  has(name: string): boolean {
    return this.#value?.type === 'tuple' && this.#value.value[name] !== undefined;
  }

  /** The value in an optional, or `undefined`. */
  optional(): Reading | undefined {
    const value = this.#value;
    if (value?.type === 'none') return undefined;
    if (value?.type === 'some') return new Reading(value.value, this.#where);
    throw this.#unexpected('an optional');
  }

  /** Whether a response is an `ok`. */
  isOk(): boolean {
    const value = this.#value;
    if (value?.type === 'ok') return true;
    if (value?.type === 'err') return false;
    throw this.#unexpected('a response');
  }

  uint(): bigint {
    const value = this.#value;
    if (value?.type === 'uint') return value.value;
    throw this.#unexpected('a uint');
  }

  /** A number of cycles or blocks, which is never large. */
  count(): number {
    const count = Number(this.uint());
    if (Number.isSafeInteger(count)) return count;
    throw this.#unexpected('a small uint');
  }

  bool(): boolean {
    const value = this.#value;
    if (value?.type === 'true') return true;
    if (value?.type === 'false') return false;
    throw this.#unexpected('a bool');
  }

  principal(): string {
    const value = this.#value;
    const isPrincipal = value?.type === 'address' || value?.type === 'contract';
    if (isPrincipal) return value.value;
    throw this.#unexpected('a principal');
  }

  buffer(): Uint8Array {
    const value = this.#value;
    const bytes = value?.type === 'buffer' ? fromHex(value.value) : undefined;
    if (bytes !== undefined) return bytes;
    throw this.#unexpected('a buffer');
  }

  poxAddress(): PoxAddress {
    const [version = 0] = this.at('version').buffer();
    return { version, hashbytes: this.at('hashbytes').buffer() };
  }

  /** The value as it was answered. */
  get value(): ClarityValue {
    if (this.#value === undefined) throw this.#unexpected('a value');
    return this.#value;
  }

  #unexpected(wanted: string): UnexpectedAnswerError {
    return new UnexpectedAnswerError('stacks', `${this.#where} is not ${wanted}`);
  }
}

/** `{version, hashbytes}`, as every stacking contract takes it. */
export function poxAddressValue({ version, hashbytes }: PoxAddress): ClarityValue {
  return tuple({ version: buffer(Uint8Array.of(version)), hashbytes: buffer(hashbytes) });
}

export function optionalValue(value: ClarityValue | undefined): ClarityValue {
  return value === undefined ? NONE : some(value);
}
