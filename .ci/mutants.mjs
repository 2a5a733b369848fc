// Shows that the simulation can fail: puts mistakes into the package, one at a time, and looks whether the fixed
// seeds, or else the quick tests of what was changed, notice them (docs/reliability.md).
//
//   npm run mutants                      all of them
//   npm run mutants -- --some 5          that many, others with each commit
//   npm run mutants -- --only lookup     those in whose kind (named, rule), file or name this is
//   npm run mutants -- --simulation      without the tests
//
// The last line is `C of M mutants caught, E equivalent`; the exit code is 1 where one survives.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawByRule } from './mutants/by-rule.mjs';
import { EQUIVALENT } from './mutants/equivalent.mjs';
import { applied } from './mutants/named.mjs';
import { Trial } from './mutants/trial.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    some: { type: 'string' },
    only: { type: 'string', default: '' },
    seeds: { type: 'string', default: '60' },
    // Of the seeds that reach what was changed so many: one that needs more is not caught by them.
    tried: { type: 'string', default: '40' },
    simulation: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

/** Which tests are about a file. */
const TESTS = {
  aptos: ['test/aptos/', 'test/transactions/'],
  custody: ['test/custody/', 'test/transactions/'],
  signer: ['test/signer/', 'test/transactions/'],
  stacks: ['test/stacks/', 'test/transactions/'],
  store: ['test/store/'],
  transactions: ['test/transactions/'],
  xrpl: ['test/xrpl/', 'test/transactions/'],
};

const { mutants: drawn, sources } = await drawByRule(root);
const all = [...applied(root), ...drawn];
for (const { file, name } of EQUIVALENT) {
  const isThere = all.some((mutant) => mutant.file === file && mutant.name === name);
  if (!isThere) throw new Error(`what is called equivalent is not drawn: ${file} ${name}`);
}
const chosen = rotated(
  all.filter(({ kind, file, name }) => `${kind} ${file} ${name}`.includes(values.only)),
);
if (values.list) {
  for (const mutant of chosen) console.log(titleOf(mutant));
  process.exit();
}

const byRule = new Trial(root, 'rule');
await byRule.prepare(sources);
const { clean, reached } = await withoutMutant();
console.log(`${clean.length} of ${values.seeds} seeds go well without a mutant, and are used`);

const counts = { caught: 0, bySimulation: 0, equivalent: 0, survived: 0 };
for (const mutant of chosen) {
  const told = await tried(mutant);
  console.log(`${titleOf(mutant)}: ${told}`);
}
await byRule.end();
console.log(`${counts.bySimulation} by the simulation, ${counts.survived} survive`);
console.log(`${counts.caught} of ${chosen.length} mutants caught, ${counts.equivalent} equivalent`);
if (counts.survived > 0) process.exitCode = 1;

/** The seeds that are fit to show a mutant, and which places in the sources each of them reaches. */
async function withoutMutant() {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => `${index + 1}`);
  const reached = new Map();
  const clean = [];
  for (const seed of seeds) {
    const told = await byRule.run({ active: undefined, seeds: [seed], isStrict: false });
    if (told.violation !== undefined) continue;
    clean.push(seed);
    for (const id of told.covered[seed] ?? []) reached.set(id, [...(reached.get(id) ?? []), seed]);
  }
  return { clean, reached };
}

async function tried(mutant) {
  const why = EQUIVALENT.find(
    ({ file, name }) => mutant.file === file && mutant.name === name,
  )?.why;
  if (why !== undefined) {
    counts.equivalent += 1;
    return `equivalent: ${why}`;
  }
  const isNamed = mutant.kind === 'named';
  const trial = isNamed ? new Trial(root, `named-${all.indexOf(mutant)}`) : byRule;
  if (isNamed) await trial.prepare(mutant.sources);
  const told = await notices(trial, mutant);
  if (isNamed) await trial.end();
  if (told === undefined) counts.survived += 1;
  else counts.caught += 1;
  return told ?? `SURVIVES ${mutant.reachedBy} seeds that reach it`;
}

async function notices(trial, mutant) {
  const { kind, id, file, strict = false } = mutant;
  const active = kind === 'named' ? undefined : id;
  const seeds = (kind === 'named' ? clean : (reached.get(id) ?? [])).slice(0, Number(values.tried));
  const { seed, violation } = await trial.run({ active, seeds, isStrict: strict });
  if (violation !== undefined) {
    counts.bySimulation += 1;
    return `caught by the simulation: ${violation}, seed ${seed}`;
  }
  mutant.reachedBy = seeds.length;
  if (values.simulation) return undefined;
  const [, folder] = file.split('/');
  const test = await trial.test(active, TESTS[folder] ?? []);
  return test && `caught by ${test}, and by none of ${seeds.length} seeds that reach it`;
}

/** As many as are wanted, from a place that follows from the commit. */
function rotated(mutants) {
  if (values.some === undefined) return mutants;
  const commit = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  const from = Number.parseInt(commit.slice(0, 8), 16) % mutants.length;
  return [...mutants.slice(from), ...mutants.slice(0, from)].slice(0, Number(values.some));
}

function titleOf({ kind, file, line, name }) {
  return kind === 'named' ? `${file}: ${name}` : `${file}:${line} ${name}`;
}
