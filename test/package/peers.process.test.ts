import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const run = promisify(execFile);
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const { name, version, peerDependencies, peerDependenciesMeta, devDependencies } = JSON.parse(
  read('package.json'),
);
const older = Object.values<string>(JSON.parse(read('.ci/sdks/package.json')).dependencies);

/** The versions of a peer that the tests are run with, the oldest first. */
function versionsRun(peer: string): string[] {
  const prefix = `npm:${peer}@`;
  const others = older
    .filter((one) => one.startsWith(prefix))
    .map((one) => one.slice(prefix.length));
  return [...others, devDependencies[peer]].sort((one, another) =>
    one.localeCompare(another, 'en', { numeric: true }),
  );
}

const peers = Object.keys(peerDependencies);
const ACCEPTED = [
  ...peers.flatMap((peer) => versionsRun(peer).map((one) => [peer, one] as const)),
  ['xrpl', '4.2.0'],
  ['xrpl', '4.2.5'],
  ['@fireblocks/ts-sdk', '19.0.0'],
  ['fireblocks-sdk', '6.0.0'],
] as const;
const REFUSED = [
  ['xrpl', '3.1.0'],
  // Their publisher's rights had been stolen: they send away the keys that they see.
  ['xrpl', '4.2.1'],
  ['xrpl', '4.2.2'],
  ['xrpl', '4.2.3'],
  ['xrpl', '4.2.4'],
  ['@fireblocks/ts-sdk', '13.0.0'],
  ['fireblocks-sdk', '2.5.4'],
] as const;

/** Whose versions npm finds wrong, as `xrpl@4.2.1`, where each is installed beside this package. */
async function foundWrong(folder: string): Promise<string[]> {
  const write = (path: string, manifest: object) => {
    mkdirSync(join(folder, dirname(path)), { recursive: true });
    writeFileSync(join(folder, path), JSON.stringify(manifest));
  };
  const users = [...ACCEPTED, ...REFUSED].map(([peer, brought], index) => {
    const user = `user-${index}`;
    const installed = `node_modules/${user}/node_modules`;
    const dependencies = { [name]: version, [peer]: brought };
    write(`node_modules/${user}/package.json`, { name: user, version, dependencies });
    write(`${installed}/${name}/package.json`, {
      ...{ name, version, peerDependencies, peerDependenciesMeta },
    });
    write(`${installed}/${peer}/package.json`, { name: peer, version: brought });
    return user;
  });
  const dependencies = Object.fromEntries(users.map((user) => [user, version]));
  write('package.json', { name: 'users', version, dependencies });
  const { stdout } = await run('npm', ['ls', '--all', '--json'], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  const { problems = [] }: { problems?: string[] } = JSON.parse(stdout);
  return problems.map((problem) => problem.replace(/^invalid: (\S+) .*$/s, '$1'));
}

describe('the packages that a user may bring', () => {
  let folder: string;
  let wrong: string[];
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'peers-'));
    wrong = await foundWrong(folder);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('are refused where they are too old, or were tampered with, and not otherwise', () => {
    expect(wrong.sort()).toEqual(REFUSED.map((one) => one.join('@')).sort());
  });

  test.each(peers)('%s: the guide says with which versions the tests were run', (peer) => {
    const row = read('docs/guides/bring-your-own.md')
      .split('\n')
      .find((line) => line.startsWith(`| \`${peer}\``));
    expect(row?.split('|').at(-2)?.trim()).toBe(versionsRun(peer).join(', '));
  });
});
