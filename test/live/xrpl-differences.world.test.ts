import { beforeAll, expect, test } from 'vitest';
import { recordedAnswers } from '../support/recorded.js';
import { type Alteration, altering, renamed, retyped, without } from './altered.js';
import { type Finding, findingsOf } from './findings.js';
import type { Run } from './run.js';
import { callOfXrpl, xrplTable } from './xrpl.js';
import { runOnXrplSandbox } from './xrpl-sandbox.js';

/** What of a network could change under us, and how each is told. */
const CHANGES: readonly (readonly [Alteration, Finding])[] = [
  [
    { call: 'fee', to: renamed('open_ledger_fee', 'open_fee') },
    {
      kind: 'renamed',
      call: 'fee',
      field: 'drops.open_ledger_fee',
      now: 'drops.open_fee',
    },
  ],
  [
    { call: 'account_info', to: without('OwnerCount') },
    { kind: 'missing', call: 'account_info', field: 'account_data.OwnerCount' },
  ],
  [
    { call: 'account_objects ticket', to: retyped('TicketSequence', String) },
    {
      kind: 'retyped',
      call: 'account_objects ticket',
      field: 'account_objects[].TicketSequence',
      was: 'number',
      now: 'string',
    },
  ],
  [
    { call: 'account_tx', to: () => ({ status: 410, body: { result: { error: 'internal' } } }) },
    { kind: 'status', call: 'account_tx', status: 410 },
  ],
  [
    { call: 'submit', to: retyped('engine_result', () => 'tesNEARLY') },
    { kind: 'code', call: 'submit', code: 'tesNEARLY' },
  ],
  [
    { call: 'tx', to: retyped('error', () => 'txnUnheardOf') },
    { kind: 'code', call: 'tx', code: 'txnUnheardOf' },
  ],
  [
    {
      call: 'server_state',
      to: (body) => ({ body: { result: { ...Object(body).result, warnings: [] } } }),
    },
    { kind: 'new', call: 'server_state', field: 'warnings' },
  ],
  [
    { call: 'ripple_path_find', to: () => ({ headers: { warning: '299 - "ends in June"' } }) },
    { kind: 'announced', call: 'ripple_path_find', header: 'warning: 299 - "ends in June"' },
  ],
  [
    {
      call: 'feature',
      to: () => ({ body: { result: { features: { AB: { name: 'Batch', enabled: true } } } } }),
    },
    { kind: 'changed', of: 'amendment Batch' },
  ],
];

let before: Run;

beforeAll(async () => {
  const { exchanges, failures } = await runOnXrplSandbox();
  before = { exchanges, failures, pins: { 'amendment Batch': 'false' } };
});

test('the operations end as they should on the sandbox, and find nothing a second time', async () => {
  expect(before.failures).toEqual([]);
  const now = await runOnXrplSandbox();
  expect(now.failures).toEqual([]);
  expect(findingsOf(xrplTable, now, before, recordedAnswers('xrpl'))).toEqual([]);
  expect(new Set(now.exchanges.map(({ call }) => call))).toEqual(new Set(xrplTable.calls));
});

test.each(CHANGES)('%o is told', async (alteration, told) => {
  const now = await runOnXrplSandbox(altering(callOfXrpl, alteration));
  expect(findingsOf(xrplTable, now, before)).toEqual([told]);
});
