import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

// Each test is named after a mistake that earlier gateways made.

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
