import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// `npm ci` refuses a lockfile that lacks a binary of any platform, and npm writes such a lockfile
// without a word where the registry lacks the binary.

interface Locked {
  readonly version: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

type Packages = Readonly<Record<string, Locked>>;

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const packagesOf = (file: string): Packages => JSON.parse(file).packages;

/** What a package gets when it asks for another: the nearest in the folders above it, as in Node. */
function lockedFor(packages: Packages, path: string, name: string): Locked | undefined {
  const holders = path.split(/(?:^|\/)node_modules\//).slice(1);
  for (let depth = holders.length; depth >= 0; depth -= 1) {
    const place = [...holders.slice(0, depth), name].map((part) => `node_modules/${part}`);
    const locked = packages[place.join('/')];
    if (locked) return locked;
  }
  return undefined;
}

/** Whatever a package asks for that is not locked, or locked in another version than exactly asked for. */
function missing(packages: Packages, of: 'dependencies' | 'optionalDependencies'): string[] {
  return Object.entries(packages).flatMap(([path, locked]) =>
    Object.entries(locked[of] ?? {})
      .filter(([name, range]) => {
        const version = lockedFor(packages, path, name)?.version;
        return version === undefined || (/^\d+\.\d+\.\d+$/.test(range) && version !== range);
      })
      .map(([name, range]) => `${path}: ${name}@${range}`),
  );
}

describe.each(['package-lock.json', '.ci/sdks/package-lock.json'])('%s', (path) => {
  const file = read(path);
  const packages = packagesOf(file);

  test('holds whatever any package asks for, on any platform', () => {
    expect(missing(packages, 'optionalDependencies')).toEqual([]);
    expect(missing(packages, 'dependencies')).toEqual([]);
  });

  test('knows the content of each package, and no host that it would come from', () => {
    for (const [place, { integrity, resolved }] of Object.entries(packages)) {
      if (place === '') continue;
      expect([place, integrity]).toEqual([place, expect.stringMatching(/^sha512-[\w+/]{86}==$/)]);
      expect([place, resolved]).toEqual([place, undefined]);
    }
    expect(file).not.toContain('.tgz');
  });
});

test.each(['linux', 'darwin', 'win32'])('there are binaries for %s', (os) => {
  const packages = Object.values(packagesOf(read('package-lock.json')));
  expect(packages.filter((locked) => locked.os?.includes(os)).length).toBeGreaterThan(10);
});
