import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const SOURCES = join(ROOT, 'src');

/** What is loaded on use, by its importer: each `import()` of one of the package's own sources. */
const ON_USE = /\bimport\('(\.[^']+)\.js'\)/g;

/** The sources of the package as one module, whose `import()`s are told of, and can be made to fail. */
export interface WatchedPackage {
  readonly gateways: typeof import('../../../src/index.js');
  readonly loads: {
    /** Is told what is to be loaded, as a path in `src`. It is not, where this throws. */
    onLoad(source: string): void;
  };
}

/** Makes one; only a bundle can have another `import()`. */
export async function watchedPackage(): Promise<WatchedPackage> {
  const outfile = join(ROOT, `node_modules/.cache/on-use/${process.pid}.mjs`);
  mkdirSync(dirname(outfile), { recursive: true });
  const contents = `export * as gateways from './src/index.ts'; export { loads } from 'on-use';`;
  await build({
    stdin: { contents, resolveDir: ROOT },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    plugins: [watching],
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile);
  }
}

/** A name that no source has for anything of its own. */
const LOAD = 'loadTellingOfIt';

const watching: Plugin = {
  name: 'watching',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^on-use$/ }, ({ path }) => ({ path, namespace: 'on-use' }));
    onLoad({ filter: /./, namespace: 'on-use' }, () => ({
      contents: `
        export const loads = { onLoad() {} };
        export async function load(source, loadIt) {
          loads.onLoad(source);
          return loadIt();
        }`,
    }));
    onLoad({ filter: /\/src\/.*\.ts$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8');
      const watched = text.replace(
        ON_USE,
        (found, name) => `${LOAD}('${sourceOf(path, name)}', () => ${found})`,
      );
      const contents =
        watched === text ? text : `import { load as ${LOAD} } from 'on-use';${watched}`;
      return { contents, loader: 'ts' };
    });
  },
};

/** What a source loads on use. */
export function loadedBy(source: string): readonly string[] {
  const path = join(SOURCES, source);
  return [...readFileSync(path, 'utf8').matchAll(ON_USE)].map(([, name = '']) =>
    sourceOf(path, name),
  );
}

function sourceOf(importer: string, name: string): string {
  return `${relative(SOURCES, join(dirname(importer), name)).replaceAll('\\', '/')}.ts`;
}
