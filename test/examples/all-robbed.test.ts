import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { EXAMPLES } from './support/example.js';

const HERE = new URL('.', import.meta.url);

test('every example that holds what is another’s is robbed by a test', () => {
  const providers = readdirSync(EXAMPLES).filter((file) =>
    /\b(?:providerServerHandler|netlinkServerHandler)\(/.test(
      readFileSync(`${EXAMPLES}/${file}`, 'utf8'),
    ),
  );
  const tests = readdirSync(HERE)
    .filter((file) => file.endsWith('-robbery.test.ts'))
    .map((file) => readFileSync(new URL(file, HERE), 'utf8'));
  expect(providers.length).toBeGreaterThan(1);
  const robbed = (file: string) => tests.some((text) => text.includes(`served('${file}'`));
  expect(providers.filter((file) => !robbed(file))).toEqual([]);
});
