// What real nodes have answered, by its fields and words, held against what is read of it here.
import { describe, expect, test } from 'vitest';
import { XrplNodeError } from '../../src/xrpl/index.js';
import { submitBlob } from '../../src/xrpl/node/submission.js';
import { trustLinesOf } from '../../src/xrpl/node/trust-lines.js';
import {
  anAnswer,
  type RecordedAnswer,
  recordedAnswers,
  unaccounted,
  type Wanted,
} from '../support/recorded.js';
import { rejectionOf } from '../support/rejections.js';
import { answering } from './support/answering.js';
import { READERS } from './support/readers.js';

const answers = recordedAnswers('xrpl');
const failing = ({ words, status }: RecordedAnswer) =>
  answering({ ...words, status: 'error', error_message: 'What the node says.' }, status);

describe('an answer of a node', () => {
  test.each(answers.filter(({ words }) => words.error !== undefined))(
    'is an error: $call, $file $from',
    async (answer) => {
      expect([...answer.shape.fields.keys()]).toContain('error_message');
      const error = await rejectionOf(trustLinesOf(failing(answer), 'r', undefined, {}));
      expect(error).toBeInstanceOf(XrplNodeError);
      expect(error).toMatchObject({ error: answer.words.error });
      expect(String(error)).toContain('What the node says.');
    },
  );

  test('that it knows of no such transaction is no error of its own', async () => {
    const [unknown] = answers.filter(({ words }) => words.error === 'txnNotFound');
    if (!unknown) throw new Error('txnNotFound is not recorded');
    expect(await failing(unknown).transaction('AB', {})).toBeUndefined();
  });

  test.each([
    ['tesSUCCESS', { state: 'accepted', code: 'tesSUCCESS', asks: 10n }],
    ['temMALFORMED', { state: 'refused', code: 'temMALFORMED', message: 'It is so.' }],
  ])('to a submission says what it says: %s', async (code, submission) => {
    const answer = answers.find(
      ({ call, words }) => words.engine_result === code && call === 'submit',
    );
    if (!answer) throw new Error(`${code} is not recorded`);
    // Of these the fields are recorded, and the values are not.
    const values = { engine_result_message: 'It is so.', open_ledger_cost: '10' };
    const told = Object.entries(values).filter(([field]) => answer.shape.fields.has(field));
    const result = { ...answer.words, ...Object.fromEntries(told) };
    expect(await submitBlob(answering(result), '', {})).toEqual(submission);
  });
});

const kind = (item: string, isIn: Wanted['isIn']): Wanted => ({ item, isIn });
const has =
  (field: RegExp) =>
  ({ shape }: RecordedAnswer) =>
    [...shape.fields.keys()].some((path) => field.test(path));

/** Each call, each kind of answer that is told apart, and each error that has a meaning of its own. */
const WANTED: readonly Wanted[] = [
  ...[...Object.keys(READERS), 'submit'].map(anAnswer),
  kind(
    'account_tx as blobs',
    (answer) => answer.call === 'account_tx' && has(/\btx_blob$/)(answer),
  ),
  kind('account_objects of Tickets', has(/\bTicketSequence$/)),
  kind('account_objects of multi-purpose tokens', has(/\bMPTokenIssuanceID$/)),
  ...[
    'actNotFound',
    'entryNotFound',
    'txnNotFound',
    'invalidTransaction',
    'unknownCmd',
    'notImpl',
    'slowDown',
    'tooBusy',
    'noCurrent',
    'noClosed',
    'noNetwork',
    'notSynced',
    'notReady',
    'amendmentBlocked',
    'unlBlocked',
    'failedToForward',
    'internal',
  ].map((error) => kind(error, ({ words }) => words.error === error)),
  ...['tes', 'tem', 'tec', 'tef', 'tel', 'ter'].map((start) =>
    kind(
      `submit with a ${start}`,
      ({ call, words }) => call === 'submit' && String(words.engine_result).startsWith(start),
    ),
  ),
];

test('what is recorded and what is missing is all there is', () => {
  expect(unaccounted('xrpl', WANTED)).toEqual([]);
});
