// Shows that the simulation can fail: puts mistakes into the package, one at a time, and looks whether the fixed
// seeds, or else the tests of what was changed, notice them (docs/reliability.md).
//
//   npm run mutants                      all of them
//   npm run mutants -- --some 5          that many, others with each commit
//   npm run mutants -- --only lookup     those in whose kind (named, rule), file or name this is
//   npm run mutants -- --simulation      without the tests
//   npm run mutants -- --tests           without the simulation
//   npm run mutants -- --list            what they are, and nothing else
//   npm run mutants -- --goes-on FILE    writes there what is caught, and does not try it again
//
// The last line is `C of M mutants caught, E equivalent`; the exit code is 1 where one survives.
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { drawByRule } from './mutants/by-rule.mjs';
import { EQUIVALENT } from './mutants/equivalent.mjs';
import { applied } from './mutants/named.mjs';
import { TestRuns } from './mutants/test-runs.mjs';
import { Trial } from './mutants/trial.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { values } = parseArgs({
  options: {
    some: { type: 'string' },
    only: { type: 'string', multiple: true, default: [''] },
    seeds: { type: 'string', default: '60' },
    // So many of the seeds that reach what was changed come before the tests, and the others after them.
    tried: { type: 'string', default: '12' },
    simulation: { type: 'boolean', default: false },
    tests: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    'goes-on': { type: 'string' },
  },
});

/** Of the seeds that reach what was changed so many at the most: one that needs more is not caught by them. */
const MOST_TRIED = 40;

const BY_SIMULATION = 'caught by the simulation';

/** Which tests are about a file. */
const TESTS = {
  aptos: ['test/aptos/', 'test/transactions/'],
  fireblocks: ['test/fireblocks/', 'test/transactions/'],
  signer: ['test/signer/', 'test/transactions/'],
  stacks: ['test/stacks/', 'test/transactions/'],
  store: ['test/store/'],
  'transactions/life': ['test/transactions/'],
  transactions: ['test/transactions/', 'test/xrpl/', 'test/aptos/', 'test/stacks/'],
  xrpl: ['test/xrpl/', 'test/transactions/'],
};

const { mutants: drawn, sources } = await drawByRule(root);
const all = [...applied(root), ...drawn];
for (const { file, name } of EQUIVALENT) {
  const isThere = all.some((mutant) => mutant.file === file && mutant.name === name);
  if (!isThere) throw new Error(`what is called equivalent is not drawn: ${file} ${name}`);
}
const chosen = rotated(
  all.filter(({ kind, file, name }) =>
    values.only.some((part) => `${kind} ${file} ${name}`.includes(part)),
  ),
);
if (chosen.length === 0) throw new RangeError('there are no such mutants');
if (values.list) {
  for (const mutant of chosen) console.log(titleOf(mutant));
  process.exit();
}

const isCaught = ({ violation, test, before }) => (violation ?? test ?? before) !== undefined;
const isUnnoticed = (result) => !isCaught(result);
const record = values['goes-on'];
if (record !== undefined) appendFileSync(record, '');
const earlier = record === undefined ? [] : readFileSync(record, 'utf8').split('\n');
const results = chosen.map((mutant) => {
  const title = `${titleOf(mutant)}: `;
  const before = earlier.find((line) => line.startsWith(title))?.slice(title.length);
  return { mutant, why: equivalenceOf(mutant), before };
});
const live = results.filter(({ why }) => why === undefined);
for (const result of results.filter(({ why }) => why !== undefined)) tell(result);
const untried = live.filter(isUnnoticed);
const first = Number(values.tried);
const cores = Array.from({ length: availableParallelism() }, (_, at) => at);
const simulation = values.tests || untried.length === 0 ? undefined : await preparedSimulation();
if (simulation) await bySimulation(simulation, untried, [0, first]);
if (!values.simulation) await byTests(live.filter(isUnnoticed));
// Most are noticed by now; only the others are worth so many more schedules.
if (simulation) await bySimulation(simulation, live.filter(isUnnoticed), [first, MOST_TRIED]);
for (const trial of simulation?.trials ?? []) await trial.end();
for (const result of live.filter(isUnnoticed)) tell(result);

const caught = live.filter(isCaught);
const noticed = caught.filter((result) => told(result).startsWith(BY_SIMULATION));
const equivalent = results.length - live.length;
const survived = live.length - caught.length;
console.log(`${noticed.length} by the simulation, ${survived} survive`);
console.log(`${caught.length} of ${chosen.length} mutants caught, ${equivalent} equivalent`);
process.exit(survived > 0 ? 1 : 0);

/** The simulation with all that is drawn, for every core, and what its seeds are good for. */
async function preparedSimulation() {
  const trials = cores.map((at) => new Trial(root, `rule-${at}`));
  for (const trial of trials) await trial.prepare(sources);
  const seeds = await withoutMutant(trials[0]);
  console.log(
    `${seeds.clean.length} of ${values.seeds} seeds go well without a mutant, and are used`,
  );
  return { trials, ...seeds };
}

/** Has some of the seeds look for mutants, on every core. */
async function bySimulation({ trials, clean, reached, took }, wanted, range) {
  await forEach(wanted, async (result, at) => {
    const { id, kind, strict: isStrict = false, sources: own } = result.mutant;
    const isNamed = kind === 'named';
    const seeds = (isNamed ? clean : seedsOf(reached, id)).slice(...range);
    result.reachedBy = (result.reachedBy ?? 0) + seeds.length;
    if (seeds.length === 0) return;
    const trial = isNamed ? new Trial(root, `named-${at}`) : trials[at];
    if (isNamed) await trial.prepare(own);
    const active = isNamed ? undefined : id;
    const task = { active, seeds, isStrict, ...(isStrict ? {} : { took }) };
    Object.assign(result, await trial.run(task));
    if (isNamed) await trial.end();
  });
}

/** The seeds that are fit to show a mutant, how long they take, and how often each of them reaches which place. */
async function withoutMutant(trial) {
  const reached = new Map();
  const took = new Map();
  const clean = [];
  for (let number = 1; number <= Number(values.seeds); number++) {
    const seed = `${number}`;
    const startedAt = performance.now();
    const { violation, hits } = await trial.run({
      active: undefined,
      seeds: [seed],
      isStrict: false,
    });
    if (violation !== undefined) continue;
    clean.push(seed);
    took.set(seed, performance.now() - startedAt);
    for (const [id, count] of Object.entries(hits[seed])) {
      reached.set(id, [...(reached.get(id) ?? []), { seed, count }]);
    }
  }
  return { clean, reached, took };
}

/** Those that reach it most often come first. */
function seedsOf(reached, id) {
  const seeds = reached.get(id) ?? [];
  return seeds.toSorted((one, other) => other.count - one.count).map(({ seed }) => seed);
}

/** Has the tests look for those that no seed has noticed, on every core. */
async function byTests(wanted) {
  const drawnOnes = wanted.filter(({ mutant }) => mutant.kind === 'rule');
  if (drawnOnes.length > 0) {
    const tests = cores.map((at) => new TestRuns(root, `rule-${at}`, sources));
    const folders = drawnOnes.flatMap(({ mutant }) => testsOf(mutant));
    const { reached, longestMs } = await tests[0].reaching([...new Set(folders)]);
    await forEach(drawnOnes, async (result, at) => {
      const { id } = result.mutant;
      result.test = await tests[at].noticing(id, reached.get(id) ?? [], longestMs);
    });
    for (const own of tests) await own.end();
  }
  const namedOnes = wanted.filter(({ mutant }) => mutant.kind === 'named');
  await forEach(namedOnes, async (result, at) => {
    const tests = new TestRuns(root, `named-${at}`, result.mutant.sources);
    result.test = await tests.noticing('', testsOf(result.mutant));
    await tests.end();
  });
  await withoutMutants(namedOnes.flatMap(({ test }) => test ?? []));
}

/** Each core takes the next result that is left, and tells of it once it is noticed. */
async function forEach(results, work) {
  const left = [...results];
  await Promise.all(
    cores.map(async (at) => {
      for (let result = left.shift(); result; result = left.shift()) {
        await work(result, at);
        if (!isUnnoticed(result)) tell(result);
      }
    }),
  );
}

/** What fails anyway has noticed nothing: then this rejects. */
async function withoutMutants(files) {
  const failed = [...new Set(files)].filter((file) => file.startsWith('test/'));
  if (failed.length === 0) return;
  const tests = new TestRuns(root, 'none', new Map());
  await tests.reaching(failed);
  await tests.end();
}

function testsOf({ file, tests }) {
  const [, folder, room] = file.split('/');
  return tests ?? TESTS[`${folder}/${room}`] ?? TESTS[folder] ?? [];
}

function equivalenceOf(mutant) {
  return EQUIVALENT.find(({ file, name }) => mutant.file === file && mutant.name === name)?.why;
}

function tell(result) {
  const line = `${titleOf(result.mutant)}: ${told(result)}`;
  console.log(line);
  if (record !== undefined && isCaught(result)) appendFileSync(record, `${line}\n`);
}

function told({ why, before, violation, seed, test, reachedBy }) {
  if (why !== undefined) return `equivalent: ${why}`;
  if (before !== undefined) return before;
  if (violation !== undefined) return `${BY_SIMULATION}: ${violation}, seed ${seed}`;
  if (test === undefined) return `SURVIVES ${reachedBy ?? 'no'} seeds that reach it`;
  const seeds = reachedBy === undefined ? '' : `, and by none of ${reachedBy} seeds that reach it`;
  return `caught by ${test}${seeds}`;
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
