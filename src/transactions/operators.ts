import { ConfigurationError } from '../core/errors.js';
import type { Chain, Snapshot } from './chain.js';
import type { Evidence } from './errors.js';

/** Somebody who runs nodes, and the chain as these alone show it. */
export interface Operator<T, R> {
  readonly name: string;
  readonly chain: Pick<Chain<never, Snapshot, T, R>, 'lookUp' | 'lookUpHash' | 'submit'>;
}

/** All who are asked what became of a transaction, and how many of them must say the same. */
export interface Operators<T, R> {
  readonly all: readonly Operator<T, R>[];
  readonly agree: number;
}

/** What everything final that is told rests on. */
export function evidenceOf({ agree }: Pick<Operators<unknown, unknown>, 'agree'>): Evidence {
  return agree > 1 ? 'agreed' : 'one-operator';
}

/** How many must say the same where several are given, unless the user says otherwise. */
const DEFAULT_AGREE = 2;

/**
 * How many of so many operators have to say the same.
 *
 * @throws ConfigurationError naming `agree`.
 */
export function agreeOf(operators: number, agree = Math.min(DEFAULT_AGREE, operators)): number {
  if (Number.isInteger(agree) && agree >= 1 && agree <= operators) return agree;
  const reason = `must be a whole number from 1 to ${operators}, the operators of the network's nodes`;
  throw new ConfigurationError('agree', reason);
}

/** @throws ConfigurationError naming `agree`. */
export function operatorsOf<T, R>(all: readonly Operator<T, R>[], agree?: number): Operators<T, R> {
  return { all, agree: agreeOf(all.length, agree) };
}
