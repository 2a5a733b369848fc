// What real nodes have answered, held against what is read of it here.
import { describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { isObject } from '../../src/core/json.js';
import { authorization } from '../../src/xrpl/destination.js';
import { readHistory } from '../../src/xrpl/history.js';
import { jsonRpcTransport, XrplNodeError } from '../../src/xrpl/index.js';
import { XrplNode } from '../../src/xrpl/node.js';
import { resultOf } from '../../src/xrpl/result.js';
import { submitBlob } from '../../src/xrpl/submission.js';
import { simulation } from '../../src/xrpl/trial.js';
import {
  anAnswer,
  fieldIn,
  type RecordedAnswer,
  recordedAnswers,
  unaccounted,
  type Wanted,
} from '../support/recorded.js';
import { rejectionOf } from '../support/rejections.js';

const answers = recordedAnswers('xrpl');
const resultIn = ({ body }: RecordedAnswer) => {
  const result = fieldIn(body, 'result');
  return isObject(result) ? result : {};
};
const errorIn = (answer: RecordedAnswer) => resultIn(answer).error;
const state = answers.find(({ call }) => call === 'server_state');
const MAINNET = 0;

/** A node that answers that, whatever it is asked; it is of the main network, as the recorded ones are. */
function answering(answer: RecordedAnswer): XrplNode {
  const fetch = async (_: unknown, request?: RequestInit) => {
    const isState = JSON.parse(String(request?.body)).method === 'server_state';
    return Response.json(isState ? state?.body : answer.body, { status: answer.status });
  };
  const transport = jsonRpcTransport('https://node.example', { fetch });
  const retry = { attempts: 1 };
  const clock = systemClock;
  return new XrplNode({ transport, networkId: MAINNET, retry, clock, random: undefined });
}

/** How each call's answer is read, and what of it is of consequence. */
const READERS: Readonly<
  Record<string, (node: XrplNode, answer: RecordedAnswer) => Promise<unknown>>
> = {
  account_info: (node, answer) => {
    const { Account } = Object(resultIn(answer).account_data);
    return node.accountInfo(Account, 'validated', {});
  },
  account_lines: (node) => node.trustLines('r', undefined, {}),
  account_offers: (node) => node.offers('r', {}),
  account_tx: (node, answer) =>
    readHistory(
      { node, networkId: MAINNET },
      String(resultIn(answer).account),
      { limit: 10, marker: undefined },
      {},
    ),
  deposit_authorized: (node) => node.read('deposit_authorized', {}, authorization, {}),
  fee: (node) => node.fee({}),
  ledger_entry: (node) => node.ticket('r', 1, {}),
  server_state: (node) => node.serverState({}),
  simulate: (node) => node.once('simulate', {}, simulation, {}),
  submit: (node) => node.submit('', {}),
  tx: async (node, answer) => {
    const found = await node.transaction(String(resultIn(answer).hash), {});
    return found && resultOf(found, MAINNET);
  },
};

describe('an answer of a node', () => {
  test.each(answers.filter((answer) => errorIn(answer) === undefined))(
    'is read: $call, $file $from',
    async (answer) => {
      const read = READERS[answer.call];
      if (!read) throw new Error(`${answer.call} is asked by nobody`);
      expect(await read(answering(answer), answer)).toBeDefined();
    },
  );

  test.each(answers.filter((answer) => errorIn(answer) !== undefined))(
    'is an error: $call, $file $from',
    async (answer) => {
      const error = await rejectionOf(answering(answer).offers('r', {}));
      expect(error).toBeInstanceOf(XrplNodeError);
      expect(error).toMatchObject({ error: errorIn(answer) });
      expect(String(error)).toContain(resultIn(answer).error_message);
    },
  );

  test('that it knows of no such transaction is no error of its own', async () => {
    const [unknown] = answers.filter((answer) => errorIn(answer) === 'txnNotFound');
    if (!unknown) throw new Error('txnNotFound is not recorded');
    expect(await answering(unknown).transaction('AB', {})).toBeUndefined();
  });

  test.each([
    ['tesSUCCESS', { state: 'accepted', code: 'tesSUCCESS', asks: 10n }],
    ['temMALFORMED', { state: 'refused', code: 'temMALFORMED', message: 'Malformed transaction.' }],
  ])('to a submission says what it says: %s', async (code, submission) => {
    const answer = answers.find(
      (one) => resultIn(one).engine_result === code && one.call === 'submit',
    );
    if (!answer) throw new Error(`${code} is not recorded`);
    expect(await submitBlob(answering(answer), '', {})).toEqual(submission);
  });
});

const kind = (item: string, isIn: Wanted['isIn']): Wanted => ({ item, isIn });
const has = (text: string) => (answer: RecordedAnswer) =>
  JSON.stringify(answer.body).includes(text);

/** Each call, each kind of answer that is told apart, and each error that has a meaning of its own. */
const WANTED: readonly Wanted[] = [
  ...Object.keys(READERS).map(anAnswer),
  kind('account_tx as blobs', (answer) => answer.call === 'account_tx' && has('tx_blob')(answer)),
  kind('account_objects of Tickets', has('"TicketSequence"')),
  kind('account_objects of multi-purpose tokens', has('"MPTokenIssuanceID"')),
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
    'failedToForward',
    'internal',
  ].map((error) => kind(error, (answer) => errorIn(answer) === error)),
  ...['tes', 'tem', 'tec', 'tef', 'tel', 'ter'].map((start) =>
    kind(
      `submit with a ${start}`,
      (answer) =>
        answer.call === 'submit' && String(resultIn(answer).engine_result).startsWith(start),
    ),
  ),
];

test('what is recorded and what is missing is all there is', () => {
  expect(unaccounted('xrpl', WANTED)).toEqual([]);
});
