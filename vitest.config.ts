import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

const QUICK = 'test/**/+([!.]).test.ts';
const PROCESS = 'test/**/*.process.test.ts';
const WORLD = 'test/**/*.world.test.ts';
const SLOW = 'test/**/*.slow.test.ts';
/** Of what takes seconds, what decides whether money moves twice: `npm test` leaves out the rest. */
const SLOW_ABOUT_MONEY = 'test/{transactions,signer,fireblocks}/**/*.slow.test.ts';
/** For files that share a process. */
const SHARED = ['test/support/draws.ts', 'test/support/left-timers.ts'];

/**
 * What starts processes, or tries everything, takes as long as a busy machine needs; only what hangs runs into this.
 */
const PATIENT = { testTimeout: 3_600_000, hookTimeout: 3_600_000 };

/**
 * The least that tests run of the sources, in percent: a little below what they do. What another process
 * runs, such as the command, is not counted.
 */
const FLOORS = {
  lines: 94.5,
  branches: 88,
  functions: 94.5,
  statements: 93,
  'src/transactions/**': { lines: 98.3, branches: 94, functions: 99.5, statements: 97.5 },
  'src/signer/**': { lines: 99.5, branches: 97.3, functions: 99.5, statements: 99.5 },
  'src/fireblocks/**': { lines: 99.5, branches: 97.1, functions: 99.5, statements: 99.5 },
  'src/requests/**': { lines: 99.5, branches: 96.6, functions: 99.5, statements: 99.5 },
};

/** What starts processes waits for them, and others can work meanwhile: so it begins first. */
class ProcessesFirst extends BaseSequencer {
  override async sort(...given: Parameters<BaseSequencer['sort']>) {
    const files = await super.sort(...given);
    const isProcess = ({ moduleId }: (typeof files)[number]) =>
      moduleId.endsWith('.process.test.ts');
    return [...files.filter(isProcess), ...files.filter((file) => !isProcess(file))];
  }
}

export default defineConfig(({ mode }) => {
  // `vitest run --mode world` tries everything, else test/support/runs.ts takes a sample.
  const env = { TEST_SCALE: mode === 'world' ? 'whole' : 'sample' };
  // Generous, because nothing here is about time: a slow machine must not fail a right answer. Given to each project,
  // which inherits what this file says of another mode.
  const limits = mode === 'world' ? PATIENT : { testTimeout: 60_000, hookTimeout: 60_000 };
  return {
    test: {
      expect: { poll: { timeout: 30_000 } },
      // What others' code prints is of interest only where a test fails.
      silent: 'passed-only',
      pool: 'forks',
      // One more than a small machine's cores, since half of them mostly wait.
      maxWorkers: 3,
      coverage: {
        include: ['src/**'],
        reporter: ['text-summary', 'json', 'json-summary'],
        // Of the whole alone: a part of the tests runs a part of the sources.
        ...(mode === 'world' ? { thresholds: FLOORS } : {}),
      },
      sequence: { sequencer: ProcessesFirst },
      // In one project, since each transforms and imports the sources anew.
      projects:
        mode === 'sample' || mode === 'slow'
          ? [
              {
                extends: true,
                test: {
                  name: mode,
                  env,
                  ...(mode === 'sample'
                    ? { include: [QUICK, PROCESS, SLOW_ABOUT_MONEY] }
                    : { include: [SLOW], exclude: [SLOW_ABOUT_MONEY] }),
                  isolate: false,
                  setupFiles: SHARED,
                  ...PATIENT,
                },
              },
            ]
          : [
              {
                extends: true,
                test: {
                  name: 'quick',
                  env,
                  include: [QUICK],
                  // A third of the time would go into starting processes and importing the same again.
                  isolate: false,
                  setupFiles: SHARED,
                  ...limits,
                },
              },
              // What takes seconds, because it waits as a caller does or tries each thing there is.
              {
                extends: true,
                test: {
                  name: 'slow',
                  env,
                  include: [SLOW],
                  isolate: false,
                  setupFiles: SHARED,
                  ...limits,
                },
              },
              {
                extends: true,
                test: { name: 'process', env, include: [PROCESS], isolate: false, ...PATIENT },
              },
              { extends: true, test: { name: 'world', env, include: [WORLD], ...PATIENT } },
            ],
    },
  };
});
