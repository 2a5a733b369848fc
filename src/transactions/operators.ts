import type { CallOptions } from '../core/clock.js';
import { ConfigurationError } from '../core/errors.js';
import { once } from '../core/once.js';
import type {
  Chain,
  ForeignSighting,
  LookUpRequest,
  Sighting,
  Signed,
  Snapshot,
  Submission,
} from './chain.js';
import type { Evidence } from './errors.js';

/** Somebody who runs nodes, and the chain as these alone show it. */
export interface Operator<T, R> {
  readonly name: string;
  readonly chain: Pick<Chain<never, Snapshot, T, R>, 'lookUp' | 'lookUpHash' | 'submit'>;
}

/** Is told when operators say what can't all be true. */
export type OnOdds = (
  said: readonly { readonly operator: string; readonly says: string }[],
) => void;

/** Everybody who is asked what became of a transaction, as one. */
export interface Operators<T, R> {
  /** What everything final that is told rests on. */
  readonly evidence: Evidence;
  /** Has everything at hand that is needed once a transaction is signed. */
  prepare(): Promise<unknown>;
  lookUp(request: LookUpRequest<T>, options: CallOptions, onOdds: OnOdds): Promise<Sighting<R>>;
  /** The same for what somebody else has built; nothing while no node has it. */
  lookUpHash(
    hash: string,
    options: CallOptions,
    onOdds: OnOdds,
  ): Promise<ForeignSighting<R> | undefined>;
  submit(signed: Signed, options: CallOptions): Promise<Submission>;
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

/**
 * An only operator's word is told as it is; of several, what `agree` of them say.
 *
 * @throws ConfigurationError naming `agree`.
 */
export function operatorsOf<T, R>(all: readonly Operator<T, R>[], given?: number): Operators<T, R> {
  const agree = agreeOf(all.length, given);
  const [only] = all.length === 1 ? all : [];
  const asked = once(async () => {
    return only?.chain ?? new (await import('./agreement.js')).Agreement(all, agree);
  });
  return {
    evidence: agree > 1 ? 'agreed' : 'one-operator',
    prepare: asked,
    lookUp: async (...given) => (await asked()).lookUp(...given),
    lookUpHash: async (...given) => (await asked()).lookUpHash(...given),
    submit: async (...given) => (await asked()).submit(...given),
  };
}
