import { beforeAll, expect, test } from 'vitest';
import { recordedAnswers } from '../support/recorded.js';
import { type Alteration, altering, renamed, retyped, without } from './altered.js';
import { callOfCustody, custodyTable } from './custody.js';
import { runOnCustodySandbox } from './custody-sandbox.js';
import { type Finding, findingsOf } from './findings.js';
import type { Run } from './run.js';

const KEY = 'GET /v1/vault/public_key_info';
const LIST = 'GET /v1/transactions';
const SENT = 'GET /v1/transactions/external_tx_id/:id';
const UNKNOWN = 'GET /v1/transactions/:id';
const VAULT = 'GET /v1/vault/accounts/:id';

/** What of the custody could change under us, and how each is told. */
const CHANGES: readonly (readonly [Alteration, Finding])[] = [
  [
    { call: KEY, to: renamed('publicKey', 'key') },
    { kind: 'renamed', call: KEY, field: 'publicKey', now: 'key' },
  ],
  [
    { call: SENT, to: without('signedMessages') },
    { kind: 'missing', call: SENT, field: 'signedMessages' },
  ],
  [
    { call: VAULT, to: retyped('id', Number) },
    { kind: 'retyped', call: VAULT, field: 'id', was: 'string', now: 'number' },
  ],
  [
    { call: LIST, to: () => ({ status: 410, body: { message: 'gone' } }) },
    { kind: 'status', call: LIST, status: 410 },
  ],
  [
    { call: UNKNOWN, of: 404, to: retyped('code', () => 4_711) },
    { kind: 'code', call: UNKNOWN, code: '4711' },
  ],
  [
    { call: VAULT, to: () => ({ headers: { sunset: 'Wed, 01 Dec 2027 00:00:00 GMT' } }) },
    { kind: 'announced', call: VAULT, header: 'sunset: Wed, 01 Dec 2027 00:00:00 GMT' },
  ],
];

let before: Run;

beforeAll(async () => {
  before = await runOnCustodySandbox();
});

test('the operations end as they should on the sandbox, and find nothing a second time', async () => {
  expect(before.failures).toEqual([]);
  const now = await runOnCustodySandbox();
  expect(now.failures).toEqual([]);
  expect(findingsOf(custodyTable, now, before, recordedAnswers('custody'))).toEqual([]);
});

test.each(CHANGES)('%o is told', async (alteration, told) => {
  const now = await runOnCustodySandbox(altering(callOfCustody, alteration));
  expect(findingsOf(custodyTable, now, before)).toEqual([told]);
});
