import type { Sighting } from '../chain.js';

/** What an operator's nodes say of a transaction. */
export interface Statement<Result> {
  readonly operator: string;
  readonly sighting: Sighting<Result>;
}

type Open<R> = Extract<Sighting<R>, { state: 'open' }>;

/**
 * What may be told of a transaction, after what operators have said of it so far: nothing yet while those
 * who have not answered may settle it.
 *
 * What is final takes `agree` of them that say the same. One who is behind makes the others wait, one who no
 * longer knows has no vote, and of what two say that can't both be true nothing is believed, unless enough
 * others say so too.
 */
export function verdictOn<R>(
  said: readonly Statement<R>[],
  agree: number,
  areAll: boolean,
): Sighting<R> | undefined {
  const finals = finalsIn(said);
  const [agreed, ...more] = finals.filter(({ length }) => length >= agree);
  if (agreed && more.length === 0) return together(agreed);
  const open = said.flatMap(({ sighting }) => (sighting.state === 'open' ? [sighting] : []));
  if (!agreed && !areAll && open.length < agree) return undefined;
  if (agreed || (finals.length > 1 && open.length < agree)) {
    return unknown('the operators contradict each other', said);
  }
  const [first] = open;
  if (!first) return unknown(`fewer than ${agree} operators say the same`, said);
  // What one shows already is on its way, for those who don't show it yet.
  if (said.some(hasLanded)) return { state: 'open', seen: true };
  return open.find(isThere) ?? first;
}

/** Whether some say what, if others are right, is not true. */
export function areAtOdds(said: readonly Statement<unknown>[]): boolean {
  return finalsIn(said).length > 1;
}

/** The final statements, those that say the same together. */
function finalsIn<R>(said: readonly Statement<R>[]): readonly (readonly Statement<R>[])[] {
  const groups = new Map<string, Statement<R>[]>();
  for (const statement of said) {
    const { state } = statement.sighting;
    if (state === 'open' || state === 'unknown') continue;
    const name = wordsOf(statement);
    groups.set(name, [...(groups.get(name) ?? []), statement]);
  }
  return [...groups.values()];
}

/** One for all. Who spent the number of what has expired is told only where all say so: the others may be behind. */
function together<R>(same: readonly Statement<R>[]): Sighting<R> | undefined {
  const sightings = same.map(({ sighting }) => sighting);
  return (
    sightings.find((each) => each.state === 'expired' && each.by === undefined) ?? sightings[0]
  );
}

function hasLanded({ sighting: { state } }: Statement<unknown>): boolean {
  return state === 'confirmed' || state === 'failed';
}

function isThere({ seen, dropped }: Open<unknown>): boolean {
  return seen && dropped === undefined;
}

function unknown(reason: string, said: readonly Statement<unknown>[]): Sighting<never> {
  const words = said.map(inWords).map(({ operator, says }) => `${operator}: ${says}`);
  return { state: 'unknown', reason: `${reason} (${words.join('; ')})` };
}

/** Longer than anything but the answer of a contract, or of a node that means no good. */
const LONGEST_SAID = 500;

/** A statement for people. */
export function inWords(statement: Statement<unknown>) {
  return { operator: statement.operator, says: wordsOf(statement).slice(0, LONGEST_SAID) };
}

function wordsOf({ sighting }: Statement<unknown>): string {
  switch (sighting.state) {
    case 'confirmed':
    case 'failed': {
      const { state, hash, particulars } = sighting;
      const code = state === 'failed' ? [sighting.code] : [];
      return [state, hash, ...code, ...(particulars === undefined ? [] : [particulars])].join(', ');
    }
    case 'replaced':
      return `replaced by ${sighting.by}`;
    case 'unknown':
      return sighting.reason;
    default:
      return sighting.state;
  }
}
