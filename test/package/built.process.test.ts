import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const manifest: {
  bin: Record<string, string>;
  exports: Record<string, { import?: { default: string } }>;
} = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));

const COMMAND = 'dist/cli/main.js';
const SANDBOX = 'dist/sandbox/index.js';
const entries = Object.values(manifest.exports).flatMap(({ import: module }) =>
  module ? [module.default.replace('./', '')] : [],
);

const bundling: BuildOptions = {
  absWorkingDir: ROOT,
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  logLevel: 'silent',
};

/** Refuses what waits at the top of a module. */
const withoutTopLevelAwait: BuildOptions = {
  ...bundling,
  packages: 'external',
  supported: { 'top-level-await': false },
};

type Kind = 'import-statement' | 'dynamic-import';

/** The files that are reached from one by imports of these kinds, itself among them. */
function reached(
  { inputs }: Metafile,
  from: string,
  kinds: readonly Kind[],
  found = new Set<string>(),
): Set<string> {
  if (found.has(from)) return found;
  found.add(from);
  const imports = inputs[from]?.imports ?? [];
  for (const { path, kind, external } of imports) {
    if (!external && kinds.some((each) => each === kind))
      reached({ inputs, outputs: {} }, path, kinds, found);
  }
  return found;
}

/** esbuild says above each part of a chunk which file it was. */
const isOfSandbox = (file: string) =>
  /^\/\/ (?:src\/sandbox|node_modules\/ws)\//m.test(readFileSync(join(ROOT, file), 'utf8'));

const ofSandbox = (files: Iterable<string>) => [...files].filter(isOfSandbox);

let graph: Metafile;
beforeAll(async () => {
  const { metafile } = await build({
    ...withoutTopLevelAwait,
    entryPoints: [...entries, COMMAND],
    outdir: 'nowhere',
    metafile: true,
  });
  if (!metafile) throw new Error('esbuild told nothing');
  graph = metafile;
});

describe('what is built', () => {
  // Node requires no module that does.
  test('waits for nothing at the top of a module', async () => {
    expect(Object.keys(graph.inputs)).toEqual(expect.arrayContaining(entries));
    const waiting = build({ ...withoutTopLevelAwait, stdin: { contents: 'await import("zod");' } });
    await expect(waiting).rejects.toThrow('Top-level await');
  });

  test.each(entries.filter((entry) => entry !== SANDBOX))('%s reaches no sandbox', (entry) => {
    const files = reached(graph, entry, ['import-statement', 'dynamic-import']);
    expect(ofSandbox(files)).toEqual([]);
  });

  test('is searched where the sandbox is', () => {
    expect(ofSandbox(reached(graph, SANDBOX, ['import-statement']))).not.toEqual([]);
  });

  test('loads the sandbox on demand for the commands that have one', () => {
    expect(ofSandbox(reached(graph, COMMAND, ['import-statement']))).toEqual([]);
    const commands = graph.inputs[COMMAND]?.imports.map(({ path }) => path) ?? [];
    const serve = commands.find((path) => path.startsWith('dist/serve-')) ?? '';
    expect(ofSandbox(reached(graph, serve, ['import-statement']))).toEqual([]);
    const loaded = graph.inputs[serve]?.imports.filter(({ kind }) => kind === 'dynamic-import');
    expect(loaded?.map(({ path }) => path)).toContain(SANDBOX);
  });
});

describe('a bundle', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'bundle-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** What a handler answers from one file, in a folder where there is nothing else. */
  async function answers(name: string, options: BuildOptions): Promise<string[]> {
    const contents = `
      import { aptosHandler } from './dist/handlers.js';
      const handler = aptosHandler({});
      const paths = ['/api-docs.json', '/api-docs/swagger-ui.css', '/api-docs/swagger-ui-bundle.js', '/type-docs/index.html'];
      (async () => {
        for (const path of paths) {
          const answer = await handler(new Request('http://localhost' + path));
          console.log(answer.status, (await answer.text()).length > 5_000 ? 'whole' : 'short');
        }
      })();`;
    const outfile = join(folder, name);
    await build({
      ...bundling,
      ...options,
      stdin: { contents, resolveDir: ROOT },
      outfile,
      write: true,
    });
    const { stdout } = await promisify(execFile)(process.execPath, [outfile], { cwd: folder });
    return stdout.trim().split('\n');
  }

  // What is optional isn't there, and needn't be.
  const external = ['@opentelemetry/api'];

  test.each([
    ['modules', 'esm', 'mjs'],
    ['CommonJS', 'cjs', 'cjs'],
  ] as const)('of one file has the documents with it, as %s', async (_, format, ending) => {
    const answered = await answers(`bundle.${ending}`, { format, external });
    expect(answered).toEqual(Array(4).fill('200 whole'));
  });

  test('may leave the pages out, and keeps the document', async () => {
    const answered = await answers('without.mjs', { external: [...external, '#assets/*'] });
    expect(answered).toEqual(['200 whole', ...Array(3).fill('404 short')]);
  });
});
