// The recordings held against the answers that they are of, and what is read of these, with their values: out of
// clones of the repositories that the recordings name, in the folder that RECORDED_SOURCES names.
import { describe, expect, test } from 'vitest';
import { isObject } from '../../src/core/json.js';
import { submitBlob } from '../../src/xrpl/node/submission.js';
import { ask } from '../aptos/support/answered.js';
import { READERS as OF_APTOS } from '../aptos/support/readers.js';
import { STACKS_OBJECTS } from '../live/stacks.js';
import { nodeThatAnswers } from '../stacks/recorded/answering.js';
import { CALLS, type CallName } from '../stacks/recorded/calls.js';
import { OF_V1, READINGS } from '../stacks/recorded/readings.js';
import { type Peer, type RecordedAnswer, recorded, recordedAnswers } from '../support/recorded.js';
import { rejectionOf } from '../support/rejections.js';
import { isOfRepository, valueAt } from '../support/source-values.js';
import { answering } from '../xrpl/support/answering.js';
import { READERS as OF_XRPL } from '../xrpl/support/readers.js';

const { RECORDED_SOURCES: folder = '' } = process.env;

if (folder === '') {
  process.stderr.write(
    'SKIPPED: recordings at their sources, since RECORDED_SOURCES is not set.\n',
  );
}

/** Their sources have them in a form that is no JSON: in YAML, or as values of a test's own language. */
const IN_NO_JSON = [
  'index-off.json',
  'submit-undecodable.json',
  'submitted.json',
  'transfer-rate.json',
  'v1-balances.json',
  'v1-mempool.json',
  'v1-nonces.json',
  'v1-stx.json',
  'v1-transaction-waiting.json',
  'v1-transaction.json',
  'v3-history.json',
  'v3-stx-locked.json',
  'v3-tokens.json',
];

const sourceOf = (peer: Peer, { file }: RecordedAnswer) => recorded(peer, file).source;

/** What is recorded of a repository's file. */
const ofFiles = (peer: Peer) =>
  recordedAnswers(peer).filter((answer) => isOfRepository(sourceOf(peer, answer)));

const inJson = (peer: Peer) => ofFiles(peer).filter(({ file }) => !IN_NO_JSON.includes(file));

/** What the source has. */
function publishedAs(peer: Peer, answer: RecordedAnswer): Readonly<Record<string, unknown>> {
  const objects = peer === 'stacks' ? STACKS_OBJECTS : {};
  const value = valueAt(folder, sourceOf(peer, answer), answer, objects);
  if (isObject(value) || Array.isArray(value)) return Object(value);
  throw new Error(`${answer.file} ${answer.from}: the source has no answer with these fields`);
}

const NONE = folder === '';

describe.skipIf(NONE)('an answer of the XRP Ledger, at its source,', () => {
  test.each(inJson('xrpl'))('is read: $call, $file $from', async (answer) => {
    const { call, words } = answer;
    const value = publishedAs('xrpl', answer);
    const node = answering(value);
    if (call === 'submit') {
      const isGood = /^(tesSUCCESS|terQUEUED)$/.test(String(words.engine_result));
      const said = { state: isGood ? 'accepted' : 'refused', code: words.engine_result };
      expect(await submitBlob(node, '', {})).toMatchObject(said);
      return;
    }
    const read = await OF_XRPL[call]?.(node, value, 0);
    if (words.error === 'txnNotFound') expect(read).toBeUndefined();
    else expect(unknownIn(read, [value, ENVELOPE, JSON.stringify(value.marker)])).toEqual([]);
  });
});

/** A transaction's result has these around it, as a client's answer does. */
const ENVELOPE = { api_version: 2, id: 1, type: 'response' };

describe.skipIf(NONE)('an answer of Aptos, at its source,', () => {
  test.each(inJson('aptos'))('is read: $status $call, $file $from', async (answer) => {
    const { call, status, words } = answer;
    const value = publishedAs('aptos', answer);
    const text = JSON.stringify(value);
    if (status >= 400) {
      const asked = ask(status, text, (node) => node.gasUnitPrice());
      const said = {
        errorCode: words.error_code,
        status,
        message: expect.stringContaining(`${value.message}`),
      };
      expect(await rejectionOf(asked)).toMatchObject(said);
      return;
    }
    const [read] = OF_APTOS[call.replace('by_version/:version', 'by_hash/:hash')] ?? [];
    const answered = await ask(status, text, async (node) => read?.(node, value));
    expect(answered).toBeDefined();
    const isWithLedger = isObject(answered) && 'ledger' in answered;
    expect(unknownIn(isWithLedger ? answered.value : answered, value)).toEqual([]);
  });
});

/** What these are read as, since they are of other networks than a sandbox: the main one, and one of the first pox. */
const ELSEWHERE: Readonly<Partial<Record<CallName, object>>> = {
  info: { code: 'WRONG_NETWORK' },
  pox: {
    code: 'UNKNOWN_POX',
    message: expect.stringContaining('SP000000000000000000002Q6VF78.pox'),
  },
};

describe.skipIf(NONE)('an answer of Stacks, at its source,', () => {
  test.each(inJson('stacks'))('is read: $call, $file', async (answer) => {
    const name = names.find((one) => `${one}.json` === answer.file) ?? 'info';
    const value = publishedAs('stacks', answer);
    const { ledger, asked } = nodeThatAnswers(name, answer.status, JSON.stringify(value));
    const { asks, rejects = ELSEWHERE[name] } = READINGS[name] ?? {};
    const read = asks?.(ledger, `${value.tx_id ?? `0x${'11'.repeat(32)}`}`);
    if (rejects) expect(await rejectionOf(Promise.resolve(read))).toMatchObject(rejects);
    else expect(unknownIn(await read, [value, DERIVED[name]])).toEqual([]);
    expect(asked).toContain(name);
  });
});

const names = Object.keys(CALLS) as CallName[];

/** What follows from these answers: a value of Clarity, a version's number, the next question, what a refusal means. */
const DERIVED: Readonly<Partial<Record<CallName, readonly unknown[]>>> = {
  'call-read': ['uint', 1],
  'data-var': ['true'],
  'pox-4': [4],
  release: [OF_V1],
  'submit-bad-nonce': ['unclear'],
};

test.skipIf(NONE)('what is in no JSON is found in none', () => {
  const found = (['stacks', 'aptos', 'xrpl'] as const).flatMap((peer) =>
    ofFiles(peer)
      .filter((answer) => IN_NO_JSON.includes(answer.file))
      .map((answer) => [
        answer.file,
        valueAt(folder, sourceOf(peer, answer), answer, peer === 'stacks' ? STACKS_OBJECTS : {}),
      ]),
  );
  expect(found).toEqual(IN_NO_JSON.map((file) => [file, undefined]));
});

/** What has been read and is nowhere in the answer, however it is written there. */
function unknownIn(read: unknown, value: unknown): readonly string[] {
  const known = new Set(leavesOf(value).flatMap(spellingsOf));
  return leavesOf(read).filter((leaf) => !known.has(leaf));
}

function leavesOf(value: unknown): readonly string[] {
  if (value === undefined || value === null || typeof value === 'boolean') return [];
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (isObject(value)) return Object.values(value).flatMap(leavesOf);
  return [String(value)];
}

/** Hexadecimal is also a number, and microseconds are seconds. */
function spellingsOf(leaf: string): readonly string[] {
  if (/^0x[\da-f]+$/i.test(leaf)) return [leaf, String(BigInt(leaf))];
  return /^\d+$/.test(leaf) ? [leaf, String(BigInt(leaf) / 1_000_000n)] : [leaf];
}
