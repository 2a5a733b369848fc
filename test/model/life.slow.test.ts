import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SCENARIOS, worldOf } from './scenarios.js';
import { search } from './search.js';

/** The others take minutes: `npm run model`. */
const SMALL = [
  'a call, and nothing goes wrong',
  'a creation that is refused, lost or hidden',
  'an attempt that may follow once time is over',
  'a liar, and nobody else',
];

test.each(SCENARIOS.filter(({ name }) => SMALL.includes(name)))('$name', (scenario) => {
  const { bounds, expected = [], told } = scenario;
  const found = search(worldOf(scenario), bounds);
  expect(found.violations.map(({ what }) => what).sort()).toEqual([...expected].sort());
  expect([...found.told]).toEqual(expect.arrayContaining([...told]));
});

test('what is searched is what docs/reliability.md lists', () => {
  const [, section = ''] =
    /## Searched to the end\n(.*?)\n## /s.exec(readFileSync('docs/reliability.md', 'utf8')) ?? [];
  const listed = [...section.matchAll(/^- (.*)$/gm)].map(([, name]) => name);
  expect(listed).toEqual(SCENARIOS.map(({ name }) => name));
});

test('the diagram of a life is what the function makes of one', () => {
  const [plain] = SCENARIOS;
  if (!plain) throw new Error('There is a scenario in which nothing goes wrong.');
  const { edges } = search(worldOf(plain), plain.bounds);
  const document = readFileSync('docs/life.md', 'utf8');
  expect(/```mermaid\n(.*?)```/s.exec(document)?.[1]).toBe(diagramOf(edges));
});

/** As Mermaid draws it: what is wanted next, by what was heard. */
function diagramOf(edges: ReadonlySet<string>): string {
  const lines = [...edges].map((edge) => {
    const [, from = '', to = '', heard = ''] = /^(.*) --> (.*): (.*)$/.exec(edge) ?? [];
    return `  ${nameOf(from)} --> ${nameOf(to)}: ${heard}`;
  });
  const names = new Set([...edges].flatMap((edge) => edge.replace(/: [^:]*$/, '').split(' --> ')));
  const states = [...names].map((name) => `  state "${name}" as ${nameOf(name)}`);
  return ['stateDiagram-v2', ...states.sort(), ...lines.sort(), ''].join('\n');
}

function nameOf(actions: string): string {
  return actions.replaceAll(/[^a-z]+/g, '_');
}
