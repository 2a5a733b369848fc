import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from '../../src/core/error-codes.js';

const GUIDE = readFileSync('docs/guides/troubleshooting.md', 'utf8');
const REFERENCE = readFileSync('docs/errors.md', 'utf8');

/** The rows of the tables: what is seen, and the codes in the cell beside it. */
const rows = [...GUIDE.matchAll(/^\| ([^|]+) \| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)]
  .map(([, symptom = '', cell = '']) => ({
    symptom,
    codes: [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code),
  }))
  .filter(({ symptom }) => symptom !== 'what you see');

describe('troubleshooting', () => {
  test('has every symptom in a row of four cells', () => {
    const lines = GUIDE.split('\n').filter((line) => /^\| (?!what you see)/.test(line));
    expect(rows.map(({ symptom }) => symptom)).toEqual(
      lines.map((line) => line.split(' | ')[0]?.slice(2)),
    );
    expect(rows.length).toBeGreaterThanOrEqual(20);
  });

  test.each(rows)('$symptom: its codes exist, and the reference has them', ({ codes }) => {
    expect(codes).not.toEqual([]);
    expect(codes.filter((code) => !Object.hasOwn(ERROR_CODES, code))).toEqual([]);
    expect(codes.filter((code) => !REFERENCE.includes(`| \`${code}\` |`))).toEqual([]);
  });
});
