import { beforeAll, expect, test } from 'vitest';
import { recordedAnswers } from '../support/recorded.js';
import { type Alteration, altering, renamed, retyped, without } from './altered.js';
import { type Finding, findingsOf } from './findings.js';
import type { Run } from './run.js';
import { callOfStacks, stacksTable } from './stacks.js';
import { bothOnStacksSandbox, runOnStacksSandbox } from './stacks-sandbox.js';

const ACCOUNT = 'GET /v2/accounts/:principal';
const HISTORY = 'GET /extended/v3/principals/:principal/transactions';
const INFO = 'GET /v2/info';
const NONCES = 'GET /extended/v3/principals/:principal/nonces';
const SENT = 'POST /v2/transactions';
const SOURCE = 'GET /v2/contracts/source/:address/:name';

/** What of a network could change under us, and how each is told. */
const CHANGES: readonly (readonly [Alteration, Finding])[] = [
  [
    { call: ACCOUNT, to: renamed('balance', 'unlocked') },
    { kind: 'renamed', call: ACCOUNT, field: 'balance', now: 'unlocked' },
  ],
  [
    { call: INFO, to: without('network_id') },
    { kind: 'missing', call: INFO, field: 'network_id' },
  ],
  [
    { call: HISTORY, to: retyped('total', String) },
    { kind: 'retyped', call: HISTORY, field: 'total', was: 'number', now: 'string' },
  ],
  [
    { call: SOURCE, to: () => ({ status: 410, body: { error: 'Gone' } }) },
    { kind: 'status', call: SOURCE, status: 410 },
  ],
  [
    {
      call: SENT,
      to: (txid) => ({
        status: 400,
        body: { error: 'no', reason: 'NotToday', reason_data: { actual: 1, expected: 2 }, txid },
      }),
    },
    { kind: 'code', call: SENT, code: 'NotToday' },
  ],
  [
    { call: NONCES, to: () => ({ headers: { warning: '299 - "ends in June"' } }) },
    { kind: 'announced', call: NONCES, header: 'warning: 299 - "ends in June"' },
  ],
  [
    { call: SOURCE, to: retyped('source', (text) => `${text} ;; and more`) },
    { kind: 'changed', of: 'the pox contract' },
  ],
];

let before: Run;

beforeAll(async () => {
  before = await bothOnStacksSandbox();
});

test('the operations end as they should on the sandbox, and find nothing a second time', async () => {
  expect(before.failures).toEqual([]);
  const now = await runOnStacksSandbox();
  expect(now.failures).toEqual([]);
  expect(findingsOf(stacksTable, now, before, recordedAnswers('stacks'))).toEqual([]);
});

test.each(CHANGES)('%o is told', async (alteration, told) => {
  const now = await runOnStacksSandbox(altering(callOfStacks, alteration));
  expect(findingsOf(stacksTable, now, before, recordedAnswers('stacks'))).toEqual([told]);
});
