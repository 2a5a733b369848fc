import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = process.env.MUTANT_SOURCES ?? '';

/** A mutant's sources in the place of the package's own. */
const inPlace = {
  name: 'sources',
  enforce: 'pre',
  load(id) {
    const path = join(sources, relative(root, id));
    return id.startsWith(join(root, 'src')) && existsSync(path) ? readFileSync(path, 'utf8') : null;
  },
};

export default defineConfig({
  root,
  plugins: [inPlace],
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    silent: true,
    reporters: ['dot'],
    pool: 'forks',
    isolate: false,
    maxWorkers: 2,
    env: { TEST_SCALE: 'sample' },
    include: ['test/**/*.test.ts'],
    exclude: ['test/**/*.process.test.ts', 'test/**/*.slow.test.ts', 'test/**/*.world.test.ts'],
  },
});
