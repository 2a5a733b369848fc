import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where no file ends for so many times as long as the longest takes without a mutant, none will. */
const TIMES = 10;
const SHORTEST_MS = 60_000;
/** What is said to have noticed a mutant then. */
const NEVER_ENDS = 'tests that never end';

/** The tests, with some sources in the place of the package's own. */
export class TestRuns {
  #root;
  #sources;
  #folder;
  #child;

  constructor(root, name, sources) {
    this.#root = root;
    this.#sources = sources;
    this.#folder = join(root, `node_modules/.cache/mutants/${process.pid}-tests-${name}`);
  }

  /**
   * Runs those of some folders without a mutant: which files of tests reach which mutant, the shortest first, and how
   * long the longest takes.
   */
  async reaching(folders) {
    const files = await this.#run('', folders, Number.POSITIVE_INFINITY);
    const failed = files.find(({ hasFailed }) => hasFailed);
    if (failed) throw new Error(`without a mutant fails ${failed.name}`);
    const sorted = files.toSorted((one, other) => one.durationMs - other.durationMs);
    const reached = new Map();
    for (const { name } of sorted) {
      const ids = JSON.parse(readFileSync(this.#reachedBy(name), 'utf8'));
      for (const id of ids) reached.set(id, [...(reached.get(id) ?? []), name]);
    }
    return { reached, longestMs: sorted.at(-1)?.durationMs ?? 0 };
  }

  /** What notices a mutant: the first file that fails of some files or folders. */
  async noticing(active, files, longestMs = 0) {
    if (files.length === 0) return undefined;
    const patienceMs = Math.max(SHORTEST_MS, TIMES * longestMs);
    const ended = await this.#run(active, files, patienceMs);
    if (!ended) return NEVER_ENDS;
    return ended.find(({ hasFailed }) => hasFailed)?.name;
  }

  async end() {
    this.#kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** How each file of tests ended; `undefined` where one never ends. */
  async #run(active, files, patienceMs) {
    mkdirSync(join(this.#folder, 'reached'), { recursive: true });
    writeFileSync(join(this.#folder, 'active'), active);
    this.#child ??= this.#start();
    const child = this.#child;
    const answer = new Promise((resolve, reject) => {
      let timer;
      const wait = () => {
        clearTimeout(timer);
        if (patienceMs !== Number.POSITIVE_INFINITY) timer = setTimeout(resolve, patienceMs);
      };
      child.removeAllListeners('message');
      child.on('message', ({ files: ended, error }) => {
        wait();
        if (error) reject(new Error(error));
        else if (ended) resolve(ended);
        if (error || ended) clearTimeout(timer);
      });
      child.once('exit', () => reject(new Error('the process of the tests ended')));
      wait();
    });
    child.send({ files });
    const ended = await answer;
    if (ended === undefined) {
      this.#kill();
      await once(child, 'exit');
    }
    return ended;
  }

  /**
   * In a process of its own, and a group of its own: where a test spins, nothing but the end of all these processes
   * ends it.
   */
  #start() {
    const at = join(this.#folder, 'sources.json');
    writeFileSync(at, JSON.stringify([...this.#sources]));
    const child = fork(new URL('test-process.mjs', import.meta.url), [this.#root, at], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: { ...process.env, MUTANTS_FOLDER: this.#folder },
    });
    child.setMaxListeners(0);
    groups.add(child.pid);
    return child;
  }

  #kill() {
    const child = this.#child;
    this.#child = undefined;
    if (!child) return;
    child.removeAllListeners('exit');
    killGroup(child.pid);
  }

  #reachedBy(name) {
    return join(this.#folder, 'reached', encodeURIComponent(name));
  }
}

const groups = new Set();

function killGroup(pid) {
  groups.delete(pid);
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

process.on('exit', () => {
  for (const pid of groups) killGroup(pid);
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
