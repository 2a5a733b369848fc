import { beforeAll, expect, test } from 'vitest';
import { type Alteration, altering, renamed, retyped, without } from './altered.js';
import { aptosTable, callOfAptos } from './aptos.js';
import { runOnSandbox } from './aptos-sandbox.js';
import { type Finding, findingsOf } from './findings.js';
import type { Run } from './run.js';

const ACCOUNT = 'GET /accounts/:address';
const BALANCES = 'POST /graphql current_fungible_asset_balances';
const BY_HASH = 'GET /transactions/by_hash/:hash';
const HISTORY = 'POST /graphql account_transactions';
const INFO = 'GET /';
const MODULE = 'GET /accounts/:address/module/:name';
const PRICE = 'GET /estimate_gas_price';
const SENT = 'GET /accounts/:address/transactions';
const TRIAL = 'POST /transactions/simulate';

/** What of a network could change under us, and how each is told. */
const CHANGES: readonly (readonly [Alteration, Finding])[] = [
  [
    { call: ACCOUNT, to: renamed('sequence_number', 'next_number') },
    { kind: 'renamed', call: ACCOUNT, field: 'sequence_number', now: 'next_number' },
  ],
  [
    { call: HISTORY, to: renamed('entry_function_id_str', 'entry_function') },
    {
      kind: 'renamed',
      call: HISTORY,
      field: 'data.account_transactions[].user_transaction.entry_function_id_str',
      now: 'data.account_transactions[].user_transaction.entry_function',
    },
  ],
  [
    { call: PRICE, to: without('gas_estimate') },
    { kind: 'missing', call: PRICE, field: 'gas_estimate' },
  ],
  [
    { call: BALANCES, to: without('storage_id') },
    { kind: 'missing', call: BALANCES, field: 'data.current_fungible_asset_balances[].storage_id' },
  ],
  [
    { call: TRIAL, to: retyped('gas_used', Number) },
    {
      kind: 'retyped',
      call: TRIAL,
      field: '[].gas_used',
      was: 'string',
      now: 'number',
    },
  ],
  [
    { call: MODULE, to: retyped('params', (params) => [params]) },
    {
      kind: 'retyped',
      call: MODULE,
      field: 'abi.exposed_functions[].params[]',
      was: 'string',
      now: 'list',
    },
  ],
  [
    { call: INFO, to: (body) => ({ body: { ...Object(body), encryption_key: '0x00' } }) },
    { kind: 'new', call: INFO, field: 'encryption_key' },
  ],
  [
    { call: BY_HASH, of: 200, to: retyped('state_checkpoint_hash', () => undefined) },
    { kind: 'missing', call: BY_HASH, field: '<user_transaction>.state_checkpoint_hash' },
  ],
  [
    { call: SENT, to: retyped('public_key', () => undefined) },
    {
      kind: 'missing',
      call: SENT,
      field: '[]<user_transaction>.signature<ed25519_signature>.public_key',
    },
  ],
  [
    { call: SENT, to: retyped('type', (type) => `${type}`.replace(/^ed25519_/, 'falcon_')) },
    { kind: 'variant', call: SENT, field: '[]<user_transaction>.signature<falcon_signature>' },
  ],
  [
    {
      call: SENT,
      to: () => ({ status: 410, body: { error_code: 'version_pruned', message: 'It is gone' } }),
    },
    { kind: 'status', call: SENT, status: 410 },
  ],
  [
    { call: MODULE, of: 404, to: retyped('error_code', () => 'module_retired') },
    { kind: 'code', call: MODULE, code: 'module_retired' },
  ],
  [
    { call: INFO, to: () => ({ headers: { warning: '299 - "ends in June"' } }) },
    { kind: 'announced', call: INFO, header: 'warning: 299 - "ends in June"' },
  ],
  [
    { call: MODULE, to: retyped('bytecode', (code) => `${code}00`) },
    { kind: 'changed', of: '0x1::aptos_account' },
  ],
];

let before: Run;

beforeAll(async () => {
  before = await runOnSandbox();
});

test('the operations end as they should on the sandbox, and find nothing a second time', async () => {
  expect(before.failures).toEqual([]);
  const now = await runOnSandbox();
  expect(now.failures).toEqual([]);
  expect(findingsOf(aptosTable, now, before)).toEqual([]);
  expect(new Set(now.exchanges.map(({ call }) => call))).toEqual(new Set(aptosTable.calls));
});

test.each(CHANGES)('%o is told', async (alteration, told) => {
  const now = await runOnSandbox(altering(callOfAptos, alteration));
  expect(findingsOf(aptosTable, now, before)).toEqual([told]);
});
