// What others' nodes have answered, by the fields that public sources show of it. The sandbox has to answer
// in these fields, and the gateway has to read no others.
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { Ledger } from '../../src/stacks/ledger.js';
import { answeringNodes } from '../support/answering-nodes.js';
import { CALLS, type CallName, isAskedAt } from './recorded/calls.js';
import { type Fields, fieldsOf, onlyWith, unlike } from './recorded/fields.js';
import { OF_V1, READINGS } from './recorded/readings.js';
import { missing, type Recording, recordings } from './recorded/recorded.js';
import { ALICE, type Answer, SANDBOX, Scene } from './recorded/sandbox-answers.js';
import { answer } from './support/api-node.js';

const recorded = recordings();
const names = Object.keys(CALLS) as CallName[];
const held = names.filter((name) => recorded.has(name));

describe('every call, and every error that is understood,', () => {
  test('is recorded, or is said to have no public sample', () => {
    expect([...recorded.keys()].sort()).toEqual([...held].sort());
    const others = names.filter((name) => !recorded.has(name));
    expect(missing().toSorted()).toEqual(others.toSorted());
    expect({ recorded: held.length, missing: others.length }).toEqual({
      recorded: 39,
      missing: 19,
    });
  });

  test('is listed, whatever path is asked', () => {
    const known = Object.values(CALLS).map((call) => call.split(' ')[1] ?? '');
    const unlisted = askedPaths().filter((path) => !known.some((call) => call.startsWith(path)));
    expect(unlisted).toEqual([]);
  });

  test('is listed, whatever reason is told apart', () => {
    const source = readFileSync('src/stacks/submission.ts', 'utf8');
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
  const { request, status, form, fields, words = {}, omits = [] } = recordingOf(name);
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
    const [method = '', path = ''] = request.split(' ');
    expect(isAskedAt(CALLS[name], method, path)).toBe(true);
  });

  test('has no field that the sandbox’s answer lacks, or has otherwise', async () => {
    const { body, isJson, ...answered } = await sandboxed();
    expect([answered.status, isJson]).toEqual([status, form !== 'text']);
    expect(unlike(fields, fieldsOf(body, fields))).toEqual([]);
    expect(Object(body)).toMatchObject(words);
  });

  test('is enough to read all of it that the gateway reads', async () => {
    const { path, body, isJson } = await sandboxed();
    const cut = onlyWith(withOmitted(fields, omits), body);
    const { ledger, asked } = nodeThatAnswers(isJson ? JSON.stringify(cut) : `${body}`);
    const reading = READINGS[name];
    if (!reading) throw new Error(`nothing says how ${name} is read`);
    const read = reading.asks(ledger, path);
    if (reading.rejects) await expect(read).rejects.toMatchObject(reading.rejects);
    else expect(await read).toEqual(partly(reading.reads));
    expect(asked).toContain(name);
  });

  /** A node that answers this one call so, and whatever else it is asked as any would. */
  function nodeThatAnswers(text: string) {
    const versionOf = (path: string) => {
      if (name === 'release') return path.startsWith('/extended/v3') ? 'v3' : 'v1';
      return name.startsWith('v1') ? 'v1' : 'v3';
    };
    const asked: string[] = [];
    const nodes = answeringNodes('stacks', (url, { method = 'GET' }) => {
      const isFirstPage = !url.searchParams.has('cursor');
      if (!isFirstPage || !isAskedAt(CALLS[name], method, url.pathname)) {
        const version = versionOf(url.pathname);
        return answer(version, version === 'v1' ? { waiting: [OF_V1] } : {}, url);
      }
      asked.push(name);
      return new Response(text, { status });
    });
    return { ledger: new Ledger(nodes, 0x80000000), asked };
  }
});

function recordingOf(name: CallName): Recording {
  const found = recorded.get(name);
  if (!found) throw new Error(`${name} is not recorded`);
  return found;
}

/** With members that their source leaves out, of which anything may be so. */
function withOmitted(fields: Fields, omits: readonly string[]): Fields {
  return new Map([...fields, ...omits.map((at) => [at, new Set(['anything'])] as const)]);
}

describe('the fields of an answer', () => {
  const ANSWER = {
    balance: '0x2a',
    nonce: 1,
    tx: { memo: null },
    list: [{ id: 'a' }, { at: 1 }],
  };

  test.each<[string, object, string[]]>([
    ['are the same', ANSWER, []],
    ['are fewer', { nonce: 5 }, []],
    ['are nothing where there may be something', { balance: null, list: [] }, []],
    ['are something where there was nothing', { tx: { memo: '0x00' } }, []],
    ['are more', { ...ANSWER, locked: '0x' }, ['locked is unknown']],
    ['have another name', { tx: { memos: null } }, ['tx.memos is unknown']],
    ['have another kind', { nonce: '1' }, ['nonce is text, not number']],
    ['are written otherwise', { balance: '42' }, ['balance is text, not hexadecimal']],
    ['are in a list', { list: [{ id: 'a' }, { by: 1 }] }, ['list[].by is unknown']],
  ])('%s', (_, bent, told) => {
    expect(unlike(fieldsOf(bent), fieldsOf(ANSWER))).toEqual(told);
  });

  test('are all that stays of another answer', () => {
    const like = fieldsOf({ nonce: 1, list: [{ id: 'a' }], tx: {} });
    expect(onlyWith(like, ANSWER)).toEqual({ nonce: 1, tx: {}, list: [{ id: 'a' }, {}] });
  });

  test('of a map are those of each member', () => {
    const like: Fields = new Map([
      ['tokens', new Set(['object'])],
      ['tokens{}', new Set(['object'])],
      ['tokens{}.balance', new Set(['text'])],
    ]);
    const tokens = { tokens: { [`${ALICE}.a::b`]: { balance: '1', at: 1 } } };
    expect(unlike(fieldsOf(tokens, like), like)).toEqual(['tokens{}.at is unknown']);
    expect(onlyWith(like, tokens)).toEqual({ tokens: { [`${ALICE}.a::b`]: { balance: '1' } } });
  });
});

/** What has at least these members, at any depth; lists may be longer. */
function partly(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || 'asymmetricMatch' in value) return value;
  if (Array.isArray(value)) return expect.arrayContaining(value.map(partly));
  const members = Object.entries(value).map(([member, inner]) => [member, partly(inner)]);
  return expect.objectContaining(Object.fromEntries(members));
}
