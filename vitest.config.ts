import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Generous, because nothing here is about time: a slow machine must not fail a right answer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    // Servers write their failures to the log, and of these tests make many.
    silent: 'passed-only',
    pool: 'forks',
    maxWorkers: 2,
  },
});
