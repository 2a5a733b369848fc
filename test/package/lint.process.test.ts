import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
let project: string;

/** A project with this one's rules, into which examples are planted. */
beforeAll(() => {
  project = mkdtempSync(join(tmpdir(), 'lint-'));
  cpSync(join(root, '.ci/lint'), join(project, '.ci/lint'), { recursive: true });
  const rules = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  const linted = { ...rules, vcs: { enabled: false } };
  writeFileSync(join(project, 'biome.json'), JSON.stringify(linted));
});

afterAll(() => rmSync(project, { recursive: true }));

function run(...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  return stdout + stderr;
}

function plant(folder: string, texts: readonly string[]): void {
  mkdirSync(join(project, folder), { recursive: true });
  for (const [index, text] of texts.entries()) {
    writeFileSync(join(project, folder, `planted-${index}.ts`), `${text}\n`);
  }
}

describe('time and chance', () => {
  const FORBIDDEN = [
    'export const f = () => Date.now();',
    'export const f = () => new Date();',
    'export const f = () => Date();',
    'export const clock = { now: Date.now };',
    'export const f = () => performance.now();',
    'export const f = () => Math.random();',
    'export const f = () => crypto.randomUUID();',
    'export const f = () => crypto.getRandomValues(new Uint8Array(8));',
    "import { randomUUID } from 'node:crypto';\nexport const f = () => randomUUID();",
    "import { randomBytes } from 'node:crypto';\nexport const f = () => randomBytes(8);",
    "import { randomBytes } from '@noble/hashes/utils.js';\nexport const f = () => randomBytes(8);",
    "import { setTimeout as sleep } from 'node:timers/promises';\nexport const f = () => sleep(5);",
    "import { performance } from 'node:perf_hooks';\nexport const f = () => performance.now();",
    'export const f = (g: () => void) => setTimeout(g, 5);',
    'export const f = (g: () => void) => globalThis.setTimeout(g, 5);',
    'export const f = (g: () => void) => setInterval(g, 5);',
    'export const f = (g: () => void) => setImmediate(g);',
    'export const f = (g: () => void) => queueMicrotask(g);',
    'export const f = (g: () => void) => process.nextTick(g);',
    'export const f = () => process.hrtime();',
    'export const f = () => AbortSignal.timeout(5);',
    'export const f = () => crypto.subtle;',
  ];
  const FINE = [
    'export const f = (text: string) => [Date.parse(text), new Date(text), new Date(0)];',
    "import { createHash } from 'node:crypto';\nexport const f = () => createHash('sha256');",
    'export const f = (clock: { now(): number; sleep(ms: number): unknown }) =>\n  clock.sleep(clock.now());',
  ];

  test('come from nowhere but their ports', () => {
    plant('src/xrpl', [...FORBIDDEN, ...FINE]);
    plant('src/core', []);
    const ports = ['clock', 'random'].map((name) => `src/core/${name}.ts`);
    for (const path of ports) {
      const text = 'export const f = () => [Date.now(), Math.random(), performance.now()];\n';
      writeFileSync(join(project, path), text);
    }
    const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
    const told = run(biome, 'lint', '--reporter=github', '--max-diagnostics=none', 'src');
    const found = (path: string) => told.includes(`file=${path}`) || told.includes(`${path},`);
    const missed = FORBIDDEN.filter((_, index) => !found(`src/xrpl/planted-${index}.ts`));
    expect(missed).toEqual([]);
    const blamed = FINE.filter((_, at) => found(`src/xrpl/planted-${FORBIDDEN.length + at}.ts`));
    expect(blamed).toEqual([]);
    expect(ports.filter(found)).toEqual([]);
  });
});

describe('state of a module', () => {
  const FORBIDDEN = [
    'let count = 0;\nexport const f = () => count++;',
    'export let last: string | undefined;',
    'export var last = 0;',
    "const cache = new Map<string, number>();\nexport const f = () => cache.set('a', 1);",
    'const seen = new WeakSet<object>();\nexport const f = (key: object) => seen.add(key);',
    'const list: string[] = [];\nexport const f = (text: string) => list.push(text);',
    'const known: Record<string, number> = {};\nexport const f = (key: string) => {\n  known[key] = 1;\n};',
    'const counter = { value: 0 };\nexport const f = () => ++counter.value;',
    'const one = { a: 1 };\nexport const f = () => Object.assign(one, { a: 2 });',
    'const table = { a: 1 } as { a?: number };\nexport const f = () => delete table.a;',
    'export const events = new EventTarget();',
    'const next = (() => {\n  let n = 0;\n  return () => ++n;\n})();\nexport const f = () => next();',
    'function once<T>(make: () => T) {\n  let made: T | undefined;\n  return () => (made ??= make());\n}\nexport const f = once(() => 1);',
    'const WORD = /a/g;\nexport const f = (text: string) => WORD.test(text);',
    'export class Known {\n  static count = 0;\n}',
    'export class Known {\n  static readonly all = new Set<string>();\n  f() {\n    Known.all.add(this.toString());\n  }\n}',
    "import { table } from './table.js';\nexport const f = () => {\n  table.a = 1;\n};",
  ];
  const FINE = [
    'export const table: Record<string, number> = {};',
    "const NAMES = new Map([['a', 1]]);\nexport const f = (name: string) => NAMES.get(name);",
    'const WORD = /a/;\nexport const f = (text: string) => WORD.test(text);',
    'const WORDS = /a/g;\nexport const f = (text: string) => text.match(WORDS);',
    'export class Counter {\n  #count = 0;\n  up() {\n    return ++this.#count;\n  }\n}',
    'export function f() {\n  const own = new Map<string, number>();\n  let n = 0;\n  own.set(String(n++), n);\n  return own;\n}',
    'export const f = (list: string[]) => list.push();',
  ];

  test('is none', () => {
    const script = join(root, '.ci/lint/module-state.mjs');
    plant('forbidden', FORBIDDEN);
    plant('fine', FINE);
    // What one module has and another changes.
    writeFileSync(join(project, 'forbidden/table.ts'), `${FINE[0]}\n`);
    const told = run(script, join(project, 'forbidden'));
    const isFound = (index: number) => told.includes(`planted-${index}.ts:`);
    const elsewhere = FORBIDDEN.length - 1;
    const missed = FORBIDDEN.filter((_, index) => !isFound(index) && index !== elsewhere);
    expect(missed).toEqual([]);
    expect(told).toContain('table.ts:1 table is changed');
    expect(run(script, join(project, 'fine'))).toBe('');
  });
});

describe('what a transaction’s driver does next', () => {
  const FORBIDDEN = [
    'export const f = (facts: Facts) => {\n  if (facts.request.pauses > 0) return;\n};',
    'export function f(moment: Moment) {\n  return moment.attempt.place ? 1 : 2;\n}',
    'export function f({ attempt }: Moment) {\n  while (attempt.place) attempt.next();\n}',
    'export function f(known: RequestFacts) {\n  switch (known.wanted.purpose) {\n  }\n}',
    'export function f({ members }: Facts) {\n  const [first] = members;\n  const { sent } = first;\n  return sent && 1;\n}',
    'export class Call {\n  #facts: Facts;\n  f() {\n    const { request } = this.#facts;\n    return request.pause ?? 1;\n  }\n}',
    'export class Call {\n  #facts: Facts;\n  get #isCancelled() {\n    return this.#facts.request.isCancelled;\n  }\n  f() {\n    if (this.#isCancelled) this.end();\n  }\n}',
    'export function f(facts: Facts, actions: readonly Action[]) {\n  return actions.filter(({ attempt }) => facts.isOver(attempt));\n}',
    'export function f(action: Action) {\n  if (action.attempt > 1) return;\n}',
    'export function f({ waits }: Extract<Action, { kind: 1 }>) {\n  return waits ? 1 : 2;\n}',
  ];
  const FINE = [
    "export function f(action: Action) {\n  return action.kind === 'wait' ? action.pause : action.attempt;\n}",
    'export function f({ kind }: Action) {\n  switch (kind) {\n  }\n}',
    "export function f({ request, members }: Facts) {\n  const actions = decide(request, members);\n  const [first] = actions;\n  if (first?.kind === 'tell') return first;\n}",
    'export function f(moment: Moment, peer: string | undefined) {\n  if (!peer) return go(moment);\n}',
    "import * as signer from './at-signer.js';\nexport function f(moment: Moment) {\n  return signer.find(moment);\n}",
  ];

  test('is decided by the kind of an action alone', () => {
    const script = join(root, '.ci/lint/driver-conditions.mjs');
    plant('asking', FORBIDDEN);
    plant('doing', FINE);
    const all = (folder: string, texts: readonly string[]) =>
      texts.map((_, index) => join(project, folder, `planted-${index}.ts`));
    const told = run(script, ...all('asking', FORBIDDEN));
    const missed = FORBIDDEN.filter((_, index) => !told.includes(`planted-${index}.ts:`));
    expect(missed).toEqual([]);
    expect(run(script, ...all('doing', FINE))).toBe('');
    expect(run(script)).toBe('');
  });
});
