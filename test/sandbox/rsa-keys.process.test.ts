import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

/** So many that the first collection of new objects falls into one of them. */
const PROGRAM = `
import { createPublicKey } from 'node:crypto';
import { rsaKey } from './rsa-keys.js';
for (let index = 0; index < 3000; index += 1) {
  createPublicKey(rsaKey('webhooks v2 0')).export({ format: 'jwk' });
}
console.log('ended');
`;

// What hangs in a call of Node's own hears no time limit of this process's.
it('a new key of the sandbox can be published while what generated it is collected', async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: PROGRAM,
      resolveDir: fileURLToPath(new URL('../../src/sandbox', import.meta.url)),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const program = outputFiles[0]?.text ?? '';
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program],
    { timeout: 60_000, killSignal: 'SIGKILL' },
  );
  expect(stdout).toBe('ended\n');
});
