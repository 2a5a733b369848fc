import { defineConfig } from 'vitest/config';

const PROCESS = 'test/**/*.process.test.ts';
const WORLD = 'test/**/*.world.test.ts';
const SLOW = 'test/**/*.slow.test.ts';

export default defineConfig(({ mode }) => {
  // `vitest run --mode world` tries everything, else test/support/runs.ts takes a sample.
  const env = { TEST_SCALE: mode === 'world' ? 'whole' : 'sample' };
  return {
    test: {
      // Generous, because nothing here is about time: a slow machine must not fail a right answer.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 30_000 } },
      // What others' code prints is of interest only where a test fails.
      silent: 'passed-only',
      pool: 'forks',
      // One more than a small machine's cores, since half of them mostly wait.
      maxWorkers: 3,
      coverage: { include: ['src/**'], reporter: ['text-summary', 'json', 'json-summary'] },
      projects: [
        {
          extends: true,
          test: {
            name: 'quick',
            env,
            include: ['test/**/*.test.ts'],
            exclude: [PROCESS, SLOW, WORLD],
            // A third of the time would go into starting processes and importing the same again.
            isolate: false,
          },
        },
        // What takes seconds, because it waits as a caller does or tries each thing there is.
        { extends: true, test: { name: 'slow', env, include: [SLOW], isolate: false } },
        { extends: true, test: { name: 'process', env, include: [PROCESS] } },
        { extends: true, test: { name: 'world', env, include: [WORLD] } },
      ],
    },
  };
});
