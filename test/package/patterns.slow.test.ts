import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, test } from 'vitest';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Why a pattern takes more than linear time for some text, if it does. */
function slowness(pattern: string): readonly string[] {
  const end = pattern.lastIndexOf('/');
  const { reports } = analyse({ source: pattern.slice(1, end), flags: pattern.slice(end + 1) });
  return reports.map(({ type }) => `${pattern} (${type})`);
}

function patternsIn(file: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

test.each(['/0+$/', '/^(?:a+)+b/', '/a*a*$/'])('%s is called slow', (pattern) => {
  expect(slowness(pattern)).not.toEqual([]);
});

test('no pattern of the sources takes more than linear time, whatever the text', () => {
  const files = readdirSync(sources, { recursive: true, encoding: 'utf8' });
  const patterns = files
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => patternsIn(join(sources, file)));
  expect(patterns.length).toBeGreaterThan(200);
  expect([...new Set(patterns)].flatMap(slowness)).toEqual([]);
});
