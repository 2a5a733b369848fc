// The command line of the simulation, where a person replays what it found.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);

async function simulate(...args: readonly string[]): Promise<string> {
  const { stdout } = await run(process.execPath, ['.ci/simulate.mjs', ...args], { maxBuffer: 1e8 });
  return stdout;
}

function faultsIn(told: string): readonly string[] {
  return [...told.matchAll(/^fault \d+: (.*)$/gm)].map(([, fault = '']) => fault);
}

test('a run with deviations is told by their names, and is the same each time', async () => {
  const world = ['--systematic', '--chain', 'aptos', '--store', 'shared'];
  const named = [...world, '--deviations', '4:lost,9:killed-between', '--trace'];
  const told = await simulate(...named);
  const effects = [...told.matchAll(/^effect \d+: (.*)$/gm)].map(([, id = '']) => id);
  expect(faultsIn(told)[0]).toMatch(`${effects[3]} `);
  expect(faultsIn(told)[0]).toMatch(/lost$/);
  expect(faultsIn(told)[1]).toBe(`${effects[8]} kill after-effect`);
  expect(told.trim().split('\n').at(-1)).toMatch(/ 2 faults, 1 processes killed, \d+ violations$/);
  expect(await simulate(...named)).toBe(told);
});

test('a key is paid with again only where it has no end', async () => {
  const plain = ['--systematic', '--chain', 'xrpl', '--store', 'apart', '--trace', '--deviations'];
  const paid = async (deviations: string) =>
    (await simulate(...plain, deviations)).match(/ begins to pay \(raw\) key-\d$/gm);
  expect(await paid('none')).toEqual([0, 1].map((key) => ` begins to pay (raw) key-${key}`));
  expect((await paid('1:killed-before'))?.length).toBeGreaterThan(2);
});

test('of a seed some faults alone can happen, or none', async () => {
  const seed = ['--seed', '3', '--chain', 'xrpl', '--trace'];
  const all = faultsIn(await simulate(...seed));
  expect(all.length).toBeGreaterThan(2);
  // What comes before them is as it was, and so they are still met.
  expect(faultsIn(await simulate(...seed, '--faults', '1,2'))).toEqual(all.slice(0, 2));
  expect(await simulate(...seed, '--faults', 'none')).toContain(' 0 faults, ');
});

test('half of the processes run the package as of another commit', async () => {
  const told = await simulate('--first', '1', '--schedules', '4', '--beside', 'HEAD', '--trace');
  const processes = told.match(/ runs the other version$/gm) ?? [];
  expect(processes.length).toBeGreaterThan(4);
  expect(told).toContain(`\n${processes.length} processes ran the other version\n`);
  expect(told.trim()).toMatch(/ 0 violations$/);
});

test('the first step is shown in which a run is not as it was', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'simulation-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const seed = ['--seed', '3', '--chain', 'stacks'];
  const kept = join(folder, 'kept');
  const trace = await simulate(...seed, '--trace');
  writeFileSync(kept, trace);
  expect(await simulate(...seed, '--against', kept)).toContain(`the same as ${kept}\n`);
  const lines = trace.split('\n');
  const step = lines[8] ?? '';
  writeFileSync(kept, [...lines.slice(0, 8), 'something else', ...lines.slice(9)].join('\n'));
  const { stdout, code } = await run(
    process.execPath,
    ['.ci/simulate.mjs', ...seed, '--against', kept],
    { maxBuffer: 1e8 },
  ).then(
    () => ({ stdout: '', code: 0 }),
    (error: { stdout: string; code: number }) => error,
  );
  expect(stdout).toContain(`step 9 is something else in the one, and ${step} in the other\n`);
  expect(code).toBe(1);
});
