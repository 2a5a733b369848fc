import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const SOURCES = ['src/core', 'src/gateway', 'src/signer', 'src/transactions'];

test('what the core loads on use is there before virtual time begins', () => {
  const loaded = SOURCES.flatMap((folder) =>
    sourcesIn(folder).flatMap((file) => {
      const path = join(folder, file);
      const found = readFileSync(path, 'utf8').matchAll(/\bimport\('(\.[^']+)'\)/g);
      return [...found].map(([, name = '']) => relative('src', join(dirname(path), name)));
    }),
  );
  const text = readFileSync('test/support/virtual-time.ts', 'utf8');
  const preloaded = [...text.matchAll(/^import '..\/..\/src\/([^']+)';$/gm)].map(([, at]) => at);
  expect(loaded).toContain('signer/verify-ecdsa.js');
  expect([...new Set(loaded)].sort()).toEqual(preloaded.sort());
});

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
}
