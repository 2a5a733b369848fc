// What a page pays for an entry: bundled for a browser and split, each chunk minified and gzipped.
import { builtinModules } from 'node:module';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { root } from './root.mjs';

/** Node's own modules cost nothing where they exist; the others are loaded only where somebody counts, or traces. */
const ELSEWHERE = [...builtinModules, 'node:*', '@opentelemetry/api'];

/** In KB of 1,000 bytes: what is loaded at once, and with all that is loaded on use. */
export async function bundled(contents) {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    outdir: 'nowhere',
    write: false,
    bundle: true,
    splitting: true,
    format: 'esm',
    minify: true,
    metafile: true,
    external: ELSEWHERE,
    logLevel: 'error',
  });
  const sizes = new Map(
    outputFiles.map(({ path, contents: bytes }) => [path, gzipSync(bytes).length / 1_000]),
  );
  const sizeOf = (name) => sizes.get(`${root}/${name}`) ?? 0;
  const [entry] = Object.keys(metafile.outputs).filter(
    (name) => metafile.outputs[name].entryPoint !== undefined && name.endsWith('stdin.js'),
  );
  const sum = (kinds) =>
    [...reached(metafile.outputs, entry, kinds)].reduce((total, name) => total + sizeOf(name), 0);
  return { atOnce: sum(['import-statement']), all: sum(['import-statement', 'dynamic-import']) };
}

/** The chunks that are reached by imports of these kinds: esbuild also makes some that nothing imports. */
function reached(outputs, name, kinds, found = new Set()) {
  if (found.has(name)) return found;
  found.add(name);
  for (const { path, kind, external } of outputs[name].imports) {
    if (!external && kinds.includes(kind)) reached(outputs, path, kinds, found);
  }
  return found;
}
