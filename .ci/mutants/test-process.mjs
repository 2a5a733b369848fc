// The process of the tests: runs the files that it is sent, again and again.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

/** What is said to have failed where it is not known which file it was. */
const UNNAMED = 'a test that nothing was heard of but its failure';

const [, , root, sourcesAt] = process.argv;
const sources = new Map(JSON.parse(readFileSync(sourcesAt, 'utf8')));
/** In which order the files of this run come. */
let order = [];

class InOrder {
  shard(files) {
    return files;
  }
  sort(files) {
    return files.toSorted((one, other) => placeOf(one) - placeOf(other));
  }
}

const vitest = await createVitest('test', optionsOf(), {
  plugins: [
    {
      name: 'sources',
      enforce: 'pre',
      load: (id) => sources.get(relative(root, id)) ?? null,
    },
  ],
});
process.on('message', ({ files }) => {
  run(files).then(
    (ended) => process.send({ files: ended }),
    (error) => process.send({ error: String(error?.stack ?? error) }),
  );
});
process.on('disconnect', () => process.kill(-process.pid, 'SIGKILL'));

async function run(files) {
  order = files;
  const { state } = vitest;
  // It remembers what failed in the run before, and would end this one for it.
  state.filesMap.clear();
  state.idMap.clear();
  const specifications = await vitest.globTestSpecifications(files);
  if (specifications.length === 0) throw new Error(`there are no tests ${files.join(', ')}`);
  const { testModules } = await vitest.runTestSpecifications(specifications, false);
  const ended = testModules.map((module) => ({
    name: relative(root, module.moduleId),
    durationMs: module.diagnostic().duration,
    hasFailed: hasFailed(module),
  }));
  // Left at its first failure, of which a busy machine has not heard.
  const isUnnamed = vitest.isCancelling && !ended.some(({ hasFailed }) => hasFailed);
  return isUnnamed ? [{ name: UNNAMED, durationMs: 0, hasFailed: true }] : ended;
}

/** Of a file that is left at its first failure nothing is said as a whole, now and then. */
function hasFailed(module) {
  return !module.ok() || !module.children.allTests('failed').next().done;
}

function placeOf({ moduleId }) {
  return order.indexOf(relative(root, moduleId));
}

function optionsOf() {
  return {
    config: false,
    watch: false,
    root,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    silent: true,
    reporters: [{ onTestModuleEnd: () => process.send({}) }],
    bail: 1,
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: InOrder },
    env: { TEST_SCALE: 'sample', MUTANTS_FOLDER: process.env.MUTANTS_FOLDER },
    setupFiles: [fileURLToPath(new URL('switch.mjs', import.meta.url))],
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.process.test.ts', 'test/**/*.world.test.ts'],
  };
}
