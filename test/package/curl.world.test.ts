import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServeProcess, serve } from '../support/serve-process.js';

const GUIDE = readFileSync(
  fileURLToPath(new URL('../../docs/guides/serving.md', import.meta.url)),
  'utf8',
);

/** What people are told to type, without its remarks, one command each. */
const commands = [...GUIDE.matchAll(/^```bash\n(.*?)^```/gms)]
  .flatMap(([, block = '']) =>
    block
      .replace(/^#.*\n/gm, '')
      .replaceAll('\\\n', ' ')
      .split('\n'),
  )
  .filter((line) => line.startsWith('curl '));

describe('the curl commands of the guide', () => {
  let server: ServeProcess;
  beforeAll(async () => {
    server = serve(['xrpl', '--sandbox']);
    await server.url;
  });
  afterAll(async () => {
    server.signal('SIGKILL');
    await server.ended;
  });

  test('are there', () => expect(commands.length).toBeGreaterThan(5));

  test.each(commands)('%s', async (command) => {
    // Only the port is another one, since 3000 may be taken.
    const run = command.replaceAll('localhost:3000', new URL(await server.url).host);
    const { stdout } = await promisify(execFile)('bash', ['-c', run]);
    expect(stdout).not.toBe('');
    expect(stdout).not.toContain('"error":');
  });
});
