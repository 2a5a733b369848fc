import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { surfaceDocument } from './support/document.js';

test('docs/surface.md is what the types say: `npm run docs:surface`', { timeout: 60_000 }, () => {
  expect(readFileSync('docs/surface.md', 'utf8')).toBe(surfaceDocument(process.cwd()));
});
