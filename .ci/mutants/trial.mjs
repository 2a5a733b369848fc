import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { bundleSimulation } from '../simulation-bundle.mjs';

/** A schedule that has no end after so much work of a core, or so much time in which it has nothing to do, has none. */
const PATIENCE_MS = 60_000;
const LOOK_EVERY_MS = 250;
/** And one that is so many times as long as without a mutant, if that is not short anyway. */
const TIMES = 15;
const SHORT_MS = 5_000;

/** The simulation, with some sources in the place of the package's own. */
export class Trial {
  #folder;
  #worker;

  constructor(root, name) {
    this.#folder = join(root, `node_modules/.cache/mutants/${process.pid}-${name}`);
  }

  async prepare(sources) {
    await bundleSimulation('mutant.ts', this.#bundle, sources);
  }

  get #bundle() {
    return join(this.#folder, 'bundle.mjs');
  }

  /**
   * Runs schedules; resolves with the first violation, or with how often each of them reached what. `took` says how
   * long they took without a mutant, in milliseconds.
   */
  run({ took, ...task }) {
    this.#worker ??= new Worker(new URL('./worker.mjs', import.meta.url), {
      workerData: { bundle: this.#bundle },
    });
    const worker = this.#worker;
    return new Promise((resolve) => {
      let at = 0;
      const end = (told) => {
        clearInterval(timer);
        worker.off('message', hear);
        worker.off('error', fail);
        resolve(told);
      };
      let timer;
      const wait = () => {
        clearInterval(timer);
        const usualMs = took?.get(task.seeds[at]);
        const ms = usualMs === undefined ? PATIENCE_MS : Math.max(SHORT_MS, TIMES * usualMs);
        const spent = spentBy(worker);
        const look = () => spent() > ms && broken('it never ends');
        timer = setInterval(look, LOOK_EVERY_MS);
      };
      const hear = (told) => {
        if (told.survived === undefined) return end(told);
        at += 1;
        wait();
      };
      const broken = (violation) => {
        this.#worker = undefined;
        end({ seed: task.seeds[at], violation });
        worker.on('error', () => undefined);
        void worker.terminate();
      };
      const fail = ({ message }) => broken(`it broke: ${message}`);
      wait();
      worker.on('message', hear);
      worker.on('error', fail);
      worker.postMessage(task);
    });
  }

  async end() {
    await this.#worker?.terminate();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/**
 * What a worker takes from now on, in milliseconds: no clock tells on a busy machine, so its share of what this
 * process works counts, or else how long it waits for what never comes.
 */
function spentBy(worker) {
  const cpu = process.cpuUsage();
  const loop = worker.performance.eventLoopUtilization();
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    const { idle } = worker.performance.eventLoopUtilization(
      worker.performance.eventLoopUtilization(),
      loop,
    );
    return Math.max((user + system) / 1_000 / availableParallelism(), idle);
  };
}
