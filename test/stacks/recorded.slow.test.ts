// What others' nodes have answered, by the fields that public sources show of it. The sandbox has to answer
// in these fields, and the gateway has to read no others.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { STACKS_OBJECTS } from '../live/stacks.js';
import { type RecordedAnswer, recordedAnswers, unaccounted } from '../support/recorded.js';
import { cutTo, type Shape, shapeOf, unlike } from '../support/shapes.js';
import { nodeThatAnswers } from './recorded/answering.js';
import { CALLS, type CallName } from './recorded/calls.js';
import { READINGS } from './recorded/readings.js';
import { type Answer, SANDBOX, Scene } from './recorded/sandbox-answers.js';

/** What is recorded of others' publications, by name: a file has one answer. */
const recorded = new Map(
  recordedAnswers('stacks')
    .filter(({ file }) => !file.startsWith('live-'))
    .map((one) => [one.file.replace(/\.json$/, ''), one] as const),
);
const names = Object.keys(CALLS) as CallName[];
const held = names.filter((name) => recorded.has(name));

/** Fields that are read, and that the sources of these leave out. */
const LEFT_OUT: Readonly<Partial<Record<CallName, string>>> = {
  'v3-history': 'cursor',
  'v3-tokens': 'limit',
};

/** A type of Clarity is a word or an object. */
const CLARITY_TYPE = /^(?:functions\[\]\.(?:args\[\]|outputs)|variables\[\])\.type$/;

describe('every call, and every error that is understood,', () => {
  test('is recorded, or is said to have no public sample', () => {
    expect([...recorded.keys()].sort()).toEqual([...held].sort());
    const wanted = names.map((item) => ({
      item,
      isIn: ({ file }: RecordedAnswer) => file === `${item}.json`,
    }));
    expect(unaccounted('stacks', wanted)).toEqual([]);
    const counted = { recorded: held.length, missing: names.length - held.length };
    expect(counted).toEqual({ recorded: 39, missing: 19 });
  });

  test('is listed, whatever path is asked', () => {
    const known = Object.values(CALLS).map((call) =>
      (call.split(' ')[1] ?? '').replaceAll(/:\w+/g, '{}'),
    );
    const unlisted = askedPaths().filter((path) => !known.some((call) => call.startsWith(path)));
    expect(unlisted).toEqual([]);
  });

  test('is listed, whatever reason is told apart', () => {
    const source = readFileSync('src/stacks/operations/submission.ts', 'utf8');
    const found = source.matchAll(/'((?:[A-Z][a-z]+){2,})'/g);
    const reasons = [...found].map(([, reason = '']) => reason);
    expect(reasons).toContain('BadNonce');
    const asName = (reason: string) =>
      `submit${reason.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    expect(reasons.filter((reason) => !(asName(reason) in CALLS))).toEqual([]);
  });
});

/** Every path in the sources, with `{}` for what varies. */
function askedPaths(): string[] {
  return readdirSync('src/stacks/node').flatMap((file) => {
    const source = readFileSync(`src/stacks/node/${file}`, 'utf8')
      .replaceAll(/\$\{pathOf\(\w+\)\}/g, '/extended/v3/principals/{}')
      .replaceAll(/\$\{contract\.replace[^}]*\}/g, '{}/{}')
      .replaceAll(/\$\{[^}]*\}/g, '{}');
    const paths = source.matchAll(/['`](\/(?:v2|v3|extended)[^'`?]*)/g);
    return [...paths].map(([, path = '']) => path);
  });
}

describe.each(held)('what is recorded of %s', (name) => {
  const { call, status, form, shape, words } = recordingOf(name);
  let sandbox: Sandbox;
  let scene: Scene;

  beforeEach(async () => {
    sandbox = await startSandbox({ stacks: { blockMs: 0 }, ledgerCloseMs: 0 });
    scene = new Scene(sandbox);
  });

  afterEach(() => sandbox.stop());

  async function sandboxed(): Promise<Answer> {
    const situation = SANDBOX[name];
    if (!situation) throw new Error(`no situation is known in which the sandbox answers ${name}`);
    return situation(scene);
  }

  test('was answered where it is asked for', () => {
    expect(call).toBe(CALLS[name]);
  });

  test('has no field that the sandbox’s answer lacks, or has otherwise', async () => {
    const { body, isJson, ...answered } = await sandboxed();
    expect([answered.status, isJson]).toEqual([status, form !== 'text']);
    const ours = shapeOf([body], [CLARITY_TYPE], STACKS_OBJECTS);
    const lacking = unlike(shape, ours).filter((field) => !isSilent(field, ours));
    expect(lacking).toEqual([]);
    expect(Object(body)).toMatchObject(words);
  });

  test('is enough to read all of it that the gateway reads', async () => {
    const { path, body, isJson } = await sandboxed();
    const cut = cutTo(withLeftOut(shape, LEFT_OUT[name]), body, STACKS_OBJECTS);
    const { ledger, asked } = nodeThatAnswers(
      name,
      status,
      isJson ? JSON.stringify(cut) : `${body}`,
    );
    const reading = READINGS[name];
    if (!reading) throw new Error(`nothing says how ${name} is read`);
    const read = reading.asks(ledger, path);
    if (reading.rejects) await expect(read).rejects.toMatchObject(reading.rejects);
    else expect(await read).toEqual(partly(reading.reads));
    expect(asked).toContain(name);
  });
});

function recordingOf(name: CallName): RecordedAnswer {
  const found = recorded.get(name);
  if (!found) throw new Error(`${name} is not recorded`);
  return found;
}

/** What is nothing on either side says nothing of what may be there; a type of Clarity has any form. */
function isSilent(told: string, { fields }: Shape): boolean {
  const [path = '', kind] = told.split(' ');
  const isNothing = [...(fields.get(path) ?? [])].every((one) => one === 'null' || one === 'empty');
  return CLARITY_TYPE.test(path) || kind === 'null' || (fields.has(path) && isNothing);
}

/** With a field of which anything may be so. */
function withLeftOut(shape: Shape, field: string | undefined): Shape {
  if (field === undefined) return shape;
  return { ...shape, fields: new Map([...shape.fields, [field, new Set(['null'] as const)]]) };
}

/** What has at least these members, at any depth; lists may be longer. */
function partly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
  if (Array.isArray(value)) return expect.arrayContaining(value.map(partly));
  const members = Object.entries(value).map(([member, inner]) => [member, partly(inner)]);
  return expect.objectContaining(Object.fromEntries(members));
}
