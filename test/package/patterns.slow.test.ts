import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { analyse } from 'scslre';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { patternOf } from '../../src/provider/answers.js';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** Why a pattern takes more than linear time for some text, if it does. */
function slowness(pattern: string): readonly string[] {
  const end = pattern.lastIndexOf('/');
  const { reports } = analyse({ source: pattern.slice(1, end), flags: pattern.slice(end + 1) });
  return reports.map(({ type }) => `${pattern} (${type})`);
}

const files = readdirSync(sources, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

function nodesIn(file: string): readonly ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (node: ts.Node) => {
    found.push(node);
    ts.forEachChild(node, visit);
  };
  const text = readFileSync(join(sources, file), 'utf8');
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest));
  return found;
}

/** Whether it makes a pattern that is not written down. */
function makesPattern(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  return ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}

test.each(['/0+$/', '/^(?:a+)+b/', '/a*a*$/'])('%s is called slow', (pattern) => {
  expect(slowness(pattern)).not.toEqual([]);
});

test('no pattern of the sources takes more than linear time, whatever the text', () => {
  const literals = files.flatMap(nodesIn).filter(ts.isRegularExpressionLiteral);
  const patterns = new Set(literals.map(({ text }) => text));
  expect(patterns.size).toBeGreaterThan(200);
  expect([...patterns].flatMap(slowness)).toEqual([]);
});

test('patterns are made while running only of secrets, and of a pattern that the user gives', () => {
  const makers = files.filter((file) => nodesIn(file).some(makesPattern));
  expect(makers.filter((file) => !file.startsWith('sandbox/'))).toEqual([
    'provider/answers.ts',
    'requests/verifier.ts',
  ]);
});

test.each(['secret', '\\\\\\', 'a/b+c==', '\u0041\u202e', '....', '\n\r\t "quoted"', 'é漢🔑'])(
  'the pattern that hides %j takes linear time',
  (secret) => {
    expect(slowness(String(patternOf(secret)))).toEqual([]);
  },
);
