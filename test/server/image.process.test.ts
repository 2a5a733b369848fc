import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { type Servers, serversOn, type Variables } from '../support/serve-process.js';

/** What the image sets, and runs, as its file says. No container runs here: its process does, with its variables. */
const image = (() => {
  const text = readFileSync(fileURLToPath(new URL('../../Dockerfile', import.meta.url)), 'utf8');
  const stage = text.split(/^FROM /m).at(-1) ?? '';
  const lineOf = (word: string) => new RegExp(`^${word} (.*)$`, 'm').exec(stage)?.[1] ?? '';
  const pairs = lineOf('ENV')
    .split(' ')
    .map((pair) => pair.split('='));
  return {
    variables: Object.fromEntries(pairs) as Variables,
    command: [...JSON.parse(lineOf('ENTRYPOINT')), ...JSON.parse(lineOf('CMD'))] as string[],
  };
})();

let sandbox: Sandbox;
let servers: Servers;
beforeAll(async () => {
  sandbox = await startSandbox();
  servers = serversOn(sandbox);
});
afterEach(() => servers.end());
afterAll(async () => {
  servers.remove();
  await sandbox.stop();
});

describe('the process of the image', () => {
  const [node, main, serve, ...args] = image.command;
  /** The file of the key is mounted; here it is where the test has put it. */
  const mounted = (): Variables => {
    const { CUSTODY_API_PATH_TO_SECRET: path, ...rest } = servers.xrpl;
    return { ...rest, ...image.variables, CUSTODY_API_SECRET: path ?? '' };
  };

  test('is that of the command line', () => {
    expect([node, main, serve]).toEqual(['node', 'dist/cli/main.js', 'serve']);
    expect(image.variables.CUSTODY_API_SECRET).toBe('/run/secrets/custody-key');
  });

  test('does not start without a token', async () => {
    expect(await servers.refusal(args, mounted())).toMatch(/^API_TOKEN is missing: every client/);
  });

  test('with one, answers nothing but its health to a caller who does not show it', async () => {
    const server = servers.start(args, { ...mounted(), API_TOKEN: 'a-token-of-ours' });
    const { port } = new URL(await server.url);
    const url = `http://127.0.0.1:${port}`;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    const path = `${url}/api/account/address/0`;
    expect((await fetch(path)).status).toBe(401);
    const headers = { authorization: 'Bearer a-token-of-ours' };
    expect((await fetch(path, { headers })).status).toBe(200);
  });
});
