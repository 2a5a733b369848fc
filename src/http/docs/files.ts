import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

type Bytes = Uint8Array<ArrayBuffer>;
type Module = Promise<{ default: string | undefined }>;

/**
 * An asset of the build; `undefined` where the build left it out. These are modules, not files: every bundler
 * includes a module, but none knows where a file will be.
 */
async function shipped(module: () => Module): Promise<string | undefined> {
  try {
    return (await module()).default;
  } catch {
    return undefined;
  }
}

async function shippedBytes(module: () => Module): Promise<Bytes | undefined> {
  const text = await shipped(module);
  return text === undefined ? undefined : Buffer.from(text, 'base64');
}

/** The package's version. */
export async function packageVersion(): Promise<string> {
  return (await shipped(() => import('#assets/version'))) ?? 'unknown';
}

// Written out, since no bundler follows a computed path.
const PAGE_FILES = {
  'swagger-ui.css': () => import('#assets/swagger-ui-style'),
  'swagger-ui-bundle.js': () => import('#assets/swagger-ui-script'),
};

export type PageFile = keyof typeof PAGE_FILES;

const unpacked = promisify(brotliDecompress);

/** A file of the interactive page: by brotli, or plain for clients that can't read it. */
export async function pageFile(name: PageFile, isPacked: boolean): Promise<Bytes | undefined> {
  const packed = await shippedBytes(PAGE_FILES[name]);
  return packed && !isPacked ? new Uint8Array(await unpacked(packed)) : packed;
}

/** The pages of the reference by their paths, packed together: that takes a fraction of the space of single pages. */
export type Reference = ReadonlyMap<string, string>;

export async function reference(): Promise<Reference | undefined> {
  const packed = await shippedBytes(() => import('#assets/type-docs'));
  if (!packed) return undefined;
  const pages: Record<string, string> = JSON.parse(String(await unpacked(packed)));
  return new Map(Object.entries(pages));
}
