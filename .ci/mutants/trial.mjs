import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundleSimulation } from '../simulation-bundle.mjs';

/** What has no answer for so long runs for ever. */
const PATIENCE_MS = 120_000;

/** The simulation, and the tests, with some sources in the place of the package's own. */
export class Trial {
  #root;
  #folder;
  #worker;

  constructor(root, name) {
    this.#root = root;
    this.#folder = join(root, `node_modules/.cache/mutants/${process.pid}-${name}`);
  }

  async prepare(sources) {
    for (const [file, content] of sources) {
      const path = join(this.#folder, 'sources', file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, content);
    }
    const inPlace = {
      name: 'sources',
      setup: ({ onLoad }) =>
        onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
          const contents = sources.get(relative(this.#root, path));
          return contents === undefined ? undefined : { contents, loader: 'ts' };
        }),
    };
    await bundleSimulation('mutant.ts', this.#bundle, [inPlace]);
  }

  get #bundle() {
    return join(this.#folder, 'bundle.mjs');
  }

  /** Runs schedules; resolves with the first violation, or with what each of them reached. */
  run(task) {
    this.#worker ??= new Worker(new URL('./worker.mjs', import.meta.url), {
      workerData: { bundle: this.#bundle },
    });
    const worker = this.#worker;
    return new Promise((resolve) => {
      const end = (told) => {
        clearTimeout(timer);
        worker.off('message', end);
        worker.off('error', fail);
        resolve(told);
      };
      const broken = (violation) => {
        this.#worker = undefined;
        end({ seed: '', violation });
        worker.on('error', () => undefined);
        void worker.terminate();
      };
      const fail = ({ message }) => broken(`it broke: ${message}`);
      const timer = setTimeout(() => broken('it never ends'), PATIENCE_MS);
      worker.on('message', end);
      worker.on('error', fail);
      worker.postMessage(task);
    });
  }

  /** Whether the quick tests of some folders notice it. */
  test(active, folders) {
    const args = ['vitest', 'run', '--config', '.ci/mutants/vitest.config.mjs', '--bail', '1'];
    const env = {
      ...process.env,
      MUTANT_SOURCES: join(this.#folder, 'sources'),
      __STRYKER_ACTIVE_MUTANT__: active ?? '',
    };
    return new Promise((resolve) => {
      const child = spawn('npx', [...args, ...folders], { cwd: this.#root, env });
      const lines = [];
      child.stdout.on('data', (text) => lines.push(`${text}`));
      child.on('close', (code) => {
        const failed = /FAIL\S*\s+(?:\S+\s+)*?(test\/\S+)/.exec(lines.join(''))?.[1];
        resolve(code === 0 ? undefined : (failed ?? 'the tests'));
      });
    });
  }

  async end() {
    await this.#worker?.terminate();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
