import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { variablesOf } from '../../src/cli/env-file.js';
import { parseFlags } from '../../src/cli/flags.js';
import { Mistakes } from '../../src/cli/mistakes.js';
import { readableLine } from '../../src/cli/serve/readable-line.js';
import { didYouMean } from '../../src/core/nearest.js';
import { run } from '../support/cli.js';
import { thrownBy } from '../support/rejections.js';

describe('custody-gateways', () => {
  test.each(['--version', '-v'])('%s says a version', async (flag) => {
    const { code, out } = await run([flag]);
    expect(code).toBe(0);
    expect(out).toMatch(/^\S+\n$/);
  });

  test.each([[['--help']], [['-h']], [['help']]])('%j lists the commands', async (args) => {
    const { code, out, err } = await run(args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/^Usage: custody-gateways <command>/);
  });

  test('without a command is a mistake', async () => {
    const { code, out, err } = await run([]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/^Usage: /);
  });

  test.each(['serve', 'sandbox', 'demo'])('%s --help shows its own flags', async (name) => {
    for (const args of [
      [name, '--help'],
      [name, '-h'],
      ['help', name],
    ]) {
      const { code, out } = await run(args);
      expect(code).toBe(0);
      expect(out).toMatch(new RegExp(`^Usage: custody-gateways ${name}`));
    }
  });

  test.each([
    ['a command', ['serv'], 'There is no command serv; did you mean serve?'],
    ['a command like none', ['bitcoin'], 'There is no command bitcoin; --help lists them.'],
    ['a flag', ['sandbox', '--sed', 'x'], 'There is no --sed; did you mean --seed?'],
    ['a server', ['serve', 'xrp'], /^serve takes one of: .*; did you mean xrpl\?\n$/],
    ['a flag without its value', ['sandbox', '--seed'], /^--seed needs a value/],
    ['a flag in place of a value', ['sandbox', '--seed', '--approvals'], /^--seed needs a value/],
    ['a value too many', ['sandbox', '--provider-for-validation=1'], /takes no value/],
    ['a flag twice', ['sandbox', '--seed', 'a', '--seed', 'b'], '--seed must be given once.'],
    ['a number', ['sandbox', '--xrpl-port', 'x'], '--xrpl-port must be a whole number.'],
    ['a port', ['sandbox', '--xrpl-port', '70000'], '--xrpl-port must be a port, 0 to 65535.'],
    ['a choice', ['sandbox', '--approvals', 'no'], '--approvals must be auto or manual.'],
    [
      'a chain',
      ['demo', '--chain', 'bitcoin'],
      '--chain must be one of: xrpl, aptos, stacks, provider.',
    ],
    ['a word too many', ['demo', 'xrpl'], 'xrpl is too much: see --help.'],
    [
      'a file',
      ['serve', 'xrpl', '--env-file', '/no/such'],
      /^--env-file: \/no\/such can't be read/,
    ],
  ])('refuses %s that is wrong, by its name', async (_, args, message) => {
    const { code, out, err } = await run(args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    if (typeof message === 'string') expect(err).toBe(`${message}\n`);
    else expect(err).toMatch(message);
  });
});

describe('flags', () => {
  const FLAGS = { to: { type: 'string' }, all: { type: 'boolean' } } as const;

  test('name every problem at once', () => {
    const refused = () => parseFlags(['--too', 'x', '--al', '--to'], FLAGS);
    expect(refused).toThrow(Mistakes);
    expect(refused).toThrow(/--too.*\n.*--al.*\n--to needs/);
  });

  test('may have a value that begins with a dash, with an equals sign', () => {
    expect(parseFlags(['--to=-5'], FLAGS).text('to')).toBe('-5');
  });

  test.each(['constructor', '__proto__', 'toString'])('are not those of objects: %s', (name) => {
    expect(() => parseFlags([`--${name}`], FLAGS)).toThrow(`There is no --${name}`);
  });
});

test.each([
  ['transfre', 'transfer'],
  ['amount', 'amount-xrp'],
  ['transfer', 'xrp-transfer'],
  ['zzzz', undefined],
])('the nearest to %s is %s', (given, nearest) => {
  const known = ['amount-xrp', given === 'transfer' ? 'xrp-transfer' : 'transfer', 'pending'];
  const question = nearest === undefined ? '' : `; did you mean ${nearest}?`;
  expect(didYouMean(given, known)).toBe(question);
});

describe('the file of variables', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'env-file-'));
    writeFileSync(join(folder, '.env'), 'ONE=file\nTWO=file\n');
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is read only by its flag, after the variables of the process', () => {
    const own = { ONE: 'process', TWO: ' ' };
    expect(variablesOf(undefined, own)).toBe(own);
    expect(variablesOf(join(folder, '.env'), own)).toEqual({ ONE: 'process', TWO: 'file' });
  });

  test('is named with its flag where it can’t be read', () => {
    expect(() => variablesOf(folder)).toThrow(`--env-file: ${folder} can't be read (EISDIR).`);
  });

  /** Those of a file. */
  const variablesIn = (text: string) => {
    const path = join(folder, 'other.env');
    writeFileSync(path, text);
    return variablesOf(path, {});
  };

  test.each([
    ['', {}],
    ['A=1\nB=2', { A: '1', B: '2' }],
    ['\uFEFFA=1', { A: '1' }],
    ['# no variable\n\n  \nA = two words # no part of it\n', { A: 'two words' }],
    ['A=\r\nB= # nothing\r\n', { A: '', B: '' }],
    ['export A="two\nlines" # and\nB="a\\nb"', { A: 'two\nlines', B: 'a\nb' }],
    ["A='a # b'\nB=`\"it's\"`\nC=it's", { A: 'a # b', B: `"it's"`, C: "it's" }],
  ])('has its variables in lines: %j', (text, expected) => {
    expect(variablesIn(text)).toEqual(expected);
  });

  test.each([
    ['LEVEL warn\nTOKEN=t', 1],
    ['A=1\nTOKEN: secret', 2],
    ['A="1\n2"\nTOKEN=#secret', 3],
    ['TOKEN=secret#more', 1],
    ['TOKEN="secret', 1],
    ['TOKEN="a"secret', 1],
    ['=secret', 1],
  ])('is refused where a line is none, since its token might be lost: %j', (text, line) => {
    const refused = thrownBy(() => variablesIn(text));
    expect(refused).toBeInstanceOf(Mistakes);
    expect(String(refused)).toContain(`line ${line} of`);
    expect(String(refused)).not.toContain('secret');
  });
});

test('a log at a terminal is a line for a person', () => {
  const transaction = { hash: 'AB', attempt: 1, drops: 12n };
  const fields = { url: 'http://x', transaction, none: null, words: 'two words' };
  const time = new Date('2026-01-02T03:04:05.678Z');
  expect(readableLine({ level: 'info', time, fields, message: 'listening' })).toBe(
    '03:04:05 info  listening  url=http://x transaction.hash=AB transaction.attempt=1 transaction.drops=12 words="two words"\n',
  );
});
