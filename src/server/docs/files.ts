import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The package's own folder. It asks for itself by name, as Node lets every package do, so that it is the
 * same from a source, from a chunk of either build, and from an application's bundle beside it.
 */
const require = createRequire(import.meta.url);

/** The package's version. */
export async function packageVersion(): Promise<string> {
  const text = await readFile(require.resolve('custody-gateways/package.json'), 'utf8');
  const { version }: { version: string } = JSON.parse(text);
  return version;
}

/** A file that the build put beside the code; `undefined` where it was not built. */
async function shippedFile(name: string): Promise<Bytes | undefined> {
  const manifest = require.resolve('custody-gateways/package.json');
  try {
    return new Uint8Array(await readFile(join(dirname(manifest), 'dist/assets', name)));
  } catch {
    return undefined;
  }
}

/** A file of the interactive page: gzipped, or as it is for those who can't read that. */
export async function pageFile(name: string, isGzip: boolean): Promise<Bytes | undefined> {
  const packed = await shippedFile(`${name}.gz`);
  return packed && !isGzip ? new Uint8Array(await promisify(gunzip)(packed)) : packed;
}

/** The pages of the reference by their paths. Together they pack to a fraction of what each would. */
export type Reference = ReadonlyMap<string, string>;

export async function reference(): Promise<Reference | undefined> {
  const packed = await shippedFile('type-docs.json.br');
  if (!packed) return undefined;
  const pages: Record<string, string> = JSON.parse(
    String(await promisify(brotliDecompress)(packed)),
  );
  return new Map(Object.entries(pages));
}
