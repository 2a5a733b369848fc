import { SCENARIOS, worldOf } from './scenarios.js';
import { search } from './search.js';

/** Goes through the scenarios whose names have a word in them, and says how far that went. */
export function main([wanted = '']: readonly string[], say: (line: string) => void): number {
  let broken = 0;
  let states = 0;
  for (const scenario of SCENARIOS.filter(({ name }) => name.includes(wanted))) {
    const found = search(worldOf(scenario), scenario.bounds);
    const { expected = [] } = scenario;
    const violations = found.violations.filter(({ what }) => !expected.includes(what));
    const missing = expected.filter((one) => !found.violations.some(({ what }) => what === one));
    const unheard = scenario.told.filter((told) => !found.told.has(told));
    states += found.states;
    say(`${scenario.name}: ${found.states} states, ${found.depth} steps deep`);
    for (const { what, way } of violations) say(`  VIOLATION: ${what}: ${way.join(', ')}`);
    for (const one of missing) say(`  never happens, though nothing keeps it from that: ${one}`);
    if (unheard.length > 0) say(`  never told: ${unheard.join(', ')}`);
    broken += violations.length + missing.length + unheard.length;
  }
  say(`${SCENARIOS.length} scenarios, ${states} states, ${broken} violations`);
  return broken;
}
