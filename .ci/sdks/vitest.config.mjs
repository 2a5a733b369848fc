// The project's tests with an older version of an SDK, which is installed here under an alias.
import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import project from '../../vitest.config.ts';

const { OLDER_SDK, OLDER_SDK_ALIAS } = process.env;
const here = fileURLToPath(import.meta.url);

const olderSdk = {
  name: 'older-sdk',
  enforce: 'pre',
  async resolveId(id) {
    if (id !== OLDER_SDK) return null;
    const found = await this.resolve(OLDER_SDK_ALIAS, here, { skipSelf: true });
    if (!found) throw new Error(`${OLDER_SDK_ALIAS} is not installed.`);
    // Not a variable: vitest may load this file once for each of its projects.
    process.env.OLDER_SDK_USED = 'yes';
    return found;
  },
};

/** Tests that never asked for the SDK say nothing about it. */
const reporter = {
  onTestRunEnd() {
    if (process.env.OLDER_SDK_USED) return;
    console.error(`No test imported ${OLDER_SDK}.`);
    process.exitCode = 1;
  },
};

export default (environment) =>
  mergeConfig(typeof project === 'function' ? project(environment) : project, {
    plugins: [olderSdk],
    test: { reporters: ['dot', reporter] },
  });
