// A setup file of Vitest: what fast-check draws in a sample is the same each time, so that a change fails only for what
// it changes. Where everything is tried, each run draws anew.
import fc from 'fast-check';

if (process.env.TEST_SCALE === 'sample') fc.configureGlobal({ seed: 1 });
