import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVitest } from 'vitest/node';

/** What has no answer for so long runs for ever. */
const PATIENCE_MS = 600_000;
/** What is said to have noticed a mutant then. */
export const NEVER_ENDS = 'tests that never end';

/** The quick tests, with some sources in the place of the package's own. */
export class QuickTests {
  #root;
  #sources;
  #folder;
  #vitest;
  /** In which order the files of this run come. */
  #order = [];

  constructor(root, name, sources) {
    this.#root = root;
    this.#sources = sources;
    this.#folder = join(root, `node_modules/.cache/mutants/${process.pid}-tests-${name}`);
  }

  /** Runs those of some folders without a mutant: which files of tests reach which mutant, the shortest first. */
  async reaching(folders) {
    const modules = await this.#run('', folders);
    const failed = modules?.find(hasFailed);
    if (!modules || failed) throw new Error(`without a mutant fails ${this.#nameOf(failed)}`);
    const took = (module) => module.diagnostic().duration;
    const reached = new Map();
    for (const module of modules.toSorted((one, other) => took(one) - took(other))) {
      const name = this.#nameOf(module);
      const ids = JSON.parse(readFileSync(this.#reachedBy(name), 'utf8'));
      for (const id of ids) reached.set(id, [...(reached.get(id) ?? []), name]);
    }
    return reached;
  }

  /** What notices a mutant: the first file that fails of some files or folders. */
  async noticing(active, files) {
    if (files.length === 0) return undefined;
    const modules = await this.#run(active, files);
    if (!modules) return NEVER_ENDS;
    const failed = modules.find(hasFailed);
    return failed && this.#nameOf(failed);
  }

  async end() {
    await this.#vitest?.close();
    this.#vitest = undefined;
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #run(active, files) {
    mkdirSync(join(this.#folder, 'reached'), { recursive: true });
    writeFileSync(join(this.#folder, 'active'), active);
    this.#order = files;
    this.#vitest ??= await this.#started();
    const { state } = this.#vitest;
    // It remembers what failed in the run before, and would end this one for it.
    state.filesMap.clear();
    state.idMap.clear();
    const specifications = await this.#vitest.globTestSpecifications(files);
    if (specifications.length === 0) throw new Error(`there are no tests ${files.join(', ')}`);
    let timer;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    const run = this.#vitest.runTestSpecifications(specifications, false);
    const told = await Promise.race([run, patience]);
    clearTimeout(timer);
    if (told === undefined) await this.end();
    return told?.testModules;
  }

  #started() {
    const sources = this.#sources;
    const root = this.#root;
    const placeOf = ({ moduleId }) => this.#order.indexOf(relative(root, moduleId));
    class InOrder {
      shard(files) {
        return files;
      }
      sort(files) {
        return files.toSorted((one, other) => placeOf(one) - placeOf(other));
      }
    }
    const inPlace = {
      name: 'sources',
      enforce: 'pre',
      load: (id) => sources.get(relative(root, id)) ?? null,
    };
    const options = {
      config: false,
      watch: false,
      root,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      silent: true,
      reporters: [{}],
      bail: 1,
      pool: 'forks',
      isolate: false,
      maxWorkers: 2,
      sequence: { sequencer: InOrder },
      env: { TEST_SCALE: 'sample', MUTANTS_FOLDER: this.#folder },
      setupFiles: [fileURLToPath(new URL('switch.mjs', import.meta.url))],
      include: ['test/**/*.test.ts'],
      exclude: ['test/**/*.process.test.ts', 'test/**/*.slow.test.ts', 'test/**/*.world.test.ts'],
    };
    return createVitest('test', options, { plugins: [inPlace] });
  }

  #nameOf(module) {
    return module && relative(this.#root, module.moduleId);
  }

  #reachedBy(name) {
    return join(this.#folder, 'reached', encodeURIComponent(name));
  }
}

/** Of a file that is left at its first failure nothing is said as a whole, now and then. */
function hasFailed(module) {
  return !module.ok() || !module.children.allTests('failed').next().done;
}
