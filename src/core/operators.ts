import { ConfigurationError, UnexpectedAnswerError } from './errors.js';
import { excerpt } from './shown.js';

/** Names under which one operator serves more than one domain. */
const ALIASES: Readonly<Record<string, string>> = {
  'rippletest.net': 'ripple.com',
  'xrpl.ws': 'xrplcluster.com',
  'stacks.co': 'hiro.so',
  'movementlabs.xyz': 'movementnetwork.xyz',
};

const IP_ADDRESS = /^(?:[\d.]+|\[.*\])$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/**
 * The operator of an endpoint: the name that its user gives, or else the last two labels of its host's name. Under
 * some suffixes two different operators share these labels and count as one, which is safe: it only makes fewer of
 * them. One operator never counts as two.
 *
 * @throws ConfigurationError naming `setting`.
 */
export function operatorOf(url: string, given: unknown, setting: string): string {
  if (given !== undefined) {
    if (typeof given === 'string' && given.trim() !== '') return given;
    throw new ConfigurationError(`${setting}.operator`, 'must be a name');
  }
  const hostname = new URL(url).hostname.replace(/\.$/, '');
  if (LOOPBACK.test(hostname)) return 'localhost';
  if (IP_ADDRESS.test(hostname)) return hostname;
  const domain = hostname.split('.').slice(-2).join('.');
  return ALIASES[domain] ?? domain;
}

/** Groups by a name, in the order in which they were given. */
export function grouped<T>(
  all: readonly T[],
  nameOf: (each: T) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const each of all) {
    const name = nameOf(each);
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return groups;
}

/**
 * The value that `count` operators agree on, compared by the text that `wordsOf` makes of it. All are asked at once,
 * and the first `count` equal answers decide; slower operators are not waited for.
 *
 * @throws UnexpectedAnswerError where too few agree, or the first operator's failure where none answers.
 */
export async function agreed<T>(
  peer: string,
  count: number,
  all: readonly (readonly [operator: string, ask: () => Promise<T>])[],
  wordsOf: (value: T) => string = String,
): Promise<T> {
  const votes = new Map<string, readonly string[]>();
  const vote = async ([operator, ask]: (typeof all)[number]) => {
    const value = await ask();
    const words = wordsOf(value);
    const names = [...(votes.get(words) ?? []), operator];
    votes.set(words, names);
    if (names.length >= count) return value;
    throw new Error('not enough');
  };
  try {
    return await Promise.any(all.map(vote));
  } catch (failures) {
    if (votes.size === 0 && failures instanceof AggregateError) throw failures.errors[0];
    const said = [...votes].map(([words, names]) => `${excerpt(words)} (${names.join(', ')})`);
    const reason = `fewer than ${count} operators say the same: ${said.join(' and ')}`;
    throw new UnexpectedAnswerError(peer, reason, { retryable: true });
  }
}
