import { ConfigurationError } from '../core/errors.js';
import type { Chain, Snapshot } from './chain.js';
import type { Evidence } from './errors.js';

/** An operator of nodes, and the chain as only its nodes show it. */
export interface Operator<T, R> {
  readonly name: string;
  readonly chain: Pick<Chain<never, Snapshot, T, R>, 'lookUp' | 'lookUpHash' | 'submit'>;
}

/** All operators that are asked for the outcome of a transaction, and how many of them must agree. */
export interface Operators<T, R> {
  readonly all: readonly Operator<T, R>[];
  readonly agree: number;
}

/** What asks the nodes of one operator alone; of all without a name. */
export function ofOperator<L extends { byOperator(): readonly (readonly [string, L])[] }>(
  all: L,
  operator: string | undefined,
): L {
  return (operator && new Map(all.byOperator()).get(operator)) || all;
}

/** The basis of every final outcome. */
export function evidenceOf({ agree }: Pick<Operators<unknown, unknown>, 'agree'>): Evidence {
  return agree > 1 ? 'agreed' : 'one-operator';
}

/** How many must agree where several are given, unless the user says otherwise. */
const DEFAULT_AGREE = 2;

/**
 * How many of the operators have to agree.
 *
 * @throws ConfigurationError naming `agree`.
 */
export function agreeOf(operators: number, agree = Math.min(DEFAULT_AGREE, operators)): number {
  if (Number.isInteger(agree) && agree >= 1 && agree <= operators) return agree;
  const reason = `must be a whole number up to ${operators}, the network's operators`;
  throw new ConfigurationError('agree', reason);
}
