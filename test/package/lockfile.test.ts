import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// `npm ci` refuses a lockfile that lacks a binary of any platform, and npm writes such a lockfile
// without a word where the registry lacks the binary.

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const file = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8');
const packages: Readonly<Record<string, Locked>> = JSON.parse(file).packages;
const entries = Object.entries(packages).filter(([path]) => path !== '');

/** What a package gets when it asks for another: the nearest in the folders above it, as in Node. */
function lockedFor(path: string, name: string): Locked | undefined {
  const holders = path.split(/(?:^|\/)node_modules\//).slice(1);
  for (let depth = holders.length; depth >= 0; depth -= 1) {
    const place = [...holders.slice(0, depth), name].map((part) => `node_modules/${part}`);
    const locked = packages[place.join('/')];
    if (locked) return locked;
  }
  return undefined;
}

/** Whatever a package asks for that is not locked, or locked in another version than exactly asked for. */
function missing(of: 'dependencies' | 'optionalDependencies'): string[] {
  return entries.flatMap(([path, locked]) =>
    Object.entries(locked[of] ?? {})
      .filter(([name, range]) => {
        const version = lockedFor(path, name)?.version;
        return version === undefined || (/^\d+\.\d+\.\d+$/.test(range) && version !== range);
      })
      .map(([name, range]) => `${path}: ${name}@${range}`),
  );
}

describe('the lockfile', () => {
  test('holds the optional binaries of every platform', () => {
    expect(missing('optionalDependencies')).toEqual([]);
    const binaries = entries.filter(([, locked]) => 'os' in locked).map(([path]) => path);
    for (const platform of ['linux-x64', 'linux-arm64', 'darwin', 'win32-x64', 'win32-arm64']) {
      expect(binaries).toContainEqual(expect.stringContaining(platform));
    }
  });

  test('holds what those need in turn', () => {
    expect(missing('dependencies')).toEqual([]);
  });

  test('knows the content of each package, and no host that it would come from', () => {
    for (const [path, { integrity, resolved }] of entries) {
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-[\w+/]{86}==$/)]);
      expect([path, resolved]).toEqual([path, undefined]);
    }
    expect(file).not.toContain('.tgz');
  });
});
