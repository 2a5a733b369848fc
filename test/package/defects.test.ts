import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// Each test is named after a defect of `docs/defects.md`.

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json'));
const lock = JSON.parse(read('package-lock.json'));

describe('starting', () => {
  test('X14: the command that is installed runs as it is, and nothing builds it first', () => {
    expect(manifest.bin['custody-gateways']).toMatch(/^\.\/dist\/.*\.js$/);
    for (const name of ['start', 'prestart', 'preinstall', 'install', 'postinstall']) {
      expect(manifest.scripts).not.toHaveProperty(name);
    }
    const builders = ['typescript', 'tsup', 'vitest'];
    expect(Object.keys(manifest.dependencies).filter((name) => builders.includes(name))).toEqual(
      [],
    );
  });
});

describe('installing', () => {
  test('X15: the lock file is kept, and says what the manifest says', () => {
    expect(read('.gitignore')).not.toContain('lock');
    const { dependencies, devDependencies } = lock.packages[''];
    expect({ dependencies, devDependencies }).toEqual({
      dependencies: manifest.dependencies,
      devDependencies: manifest.devDependencies,
    });
  });

  test('X15: what users install is pinned, so that no release of others breaks it', () => {
    for (const [name, version] of Object.entries<string>(manifest.dependencies)) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      expect(lock.packages[`node_modules/${name}`].version).toBe(version);
    }
  });
});

describe('a package that others are to use', () => {
  test('B-D12: has a licence', () => {
    expect(manifest.license).toBe('MIT');
    expect(read('LICENSE')).toContain('Permission is hereby granted');
  });
});

describe('docs/defects.md', () => {
  const ID = '(?:[ABC]-D|X)\\d{1,2}';

  test('has a line for each defect that a test is named after, and names the very tests', () => {
    const named = new Map<string, string[]>();
    for (const name of readdirSync(new URL('..', import.meta.url), { recursive: true }).map(
      String,
    )) {
      if (!name.endsWith('.test.ts')) continue;
      const path = `test/${name.replaceAll('\\', '/')}`;
      for (const id of new Set(read(path).match(new RegExp(`\\b${ID}\\b`, 'g')))) {
        named.set(id, [...(named.get(id) ?? []), path].sort());
      }
    }
    const lines = read('docs/defects.md').matchAll(
      new RegExp(`^\\| (${ID}) \\| .+? \\| (.+) \\|$`, 'gm'),
    );
    const told = [...lines].map(([, id = '', tests = '']) => {
      const links = [...tests.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path);
      return [id, links.sort()] as const;
    });
    expect(told.length).toBe(new Map(told).size);
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(named));
  });
});
