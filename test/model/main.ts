import { SCENARIOS, worldOf } from './scenarios.js';
import { search } from './search.js';

/** Moves of the simulation that the model has none of, with the reason. */
const BEYOND: ReadonlySet<string> = new Set([
  // That another call has sent a number is known to a lane that remembers what it has seen.
  'carry: reserve <- asked conflict',
  // One process finds what another has asked for as a second attempt, in its second life: more states than can be gone
  // through at once.
  'carry: find + leave <- found record',
  'carry: find + look <- found record',
  'finish: reads <- found record',
  'carry: reads <- left',
  // A signer's answer that comes once a lane has been entered anew, or after its list has shown the same.
  'carry: adopt <- found record',
  'carry: enter <- found none',
  // A later attempt without a sequence number takes another nonce, and one operator's word on the first comes after it.
  'carry: reserve <- said open',
]);

/**
 * Goes through the scenarios whose names have a word in them, and says how far that went; then whether it has met
 * all that was seen elsewhere.
 */
export function main(wanted: string, seen: readonly string[], say: (line: string) => void): number {
  const chosen = SCENARIOS.filter(({ name }) => name.includes(wanted));
  if (chosen.length === 0) throw new RangeError(`${wanted} is in the name of no scenario`);
  const moves = new Set<string>();
  let [broken, states] = [0, 0];
  for (const scenario of chosen) {
    const found = search(worldOf(scenario), scenario.bounds);
    const { expected = [] } = scenario;
    const violations = found.violations.filter(({ what }) => !expected.includes(what));
    const missing = expected.filter((one) => !found.violations.some(({ what }) => what === one));
    const unheard = scenario.told.filter((told) => !found.told.has(told));
    states += found.states;
    for (const move of found.moves) moves.add(move);
    say(`${scenario.name}: ${found.states} states, ${found.depth} steps deep`);
    for (const { what, way } of violations) say(`  VIOLATION: ${what}: ${way.join(', ')}`);
    for (const one of missing) say(`  never happens, though nothing keeps it from that: ${one}`);
    if (unheard.length > 0) say(`  never told: ${unheard.join(', ')}`);
    broken += violations.length + missing.length + unheard.length;
  }
  const unknown = seen.filter((move) => !moves.has(move) && !BEYOND.has(move));
  for (const move of unknown) say(`no move of the model: ${move}`);
  if (seen.length > 0)
    say(`${seen.length - unknown.length} of ${seen.length} moves that were seen are the model's`);
  say(`${chosen.length} scenarios, ${states} states, ${broken} violations`);
  return broken + unknown.length;
}
