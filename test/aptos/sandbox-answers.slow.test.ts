// What the sandbox answers, held against what real nodes and indexers have answered to the same calls.
import { beforeAll, describe, expect, test } from 'vitest';
import { aptosTable } from '../live/aptos.js';
import { runOnSandbox } from '../live/aptos-sandbox.js';
import type { Run } from '../live/run.js';
import { fieldIn, missingSamples, recordedAnswers } from '../support/recorded.js';
import { shapeOf } from '../support/shapes.js';
import { indexedRows } from './support/indexed-rows.js';

const BY_HASH = 'GET /transactions/by_hash/:hash';
const GRAPHQL = /\/graphql/;

/** Of these `MISSING.md` says whose answers they have; the list of what was sent, in a list. */
const AS: Readonly<Record<string, string>> = {
  'GET /accounts/:address/transactions': BY_HASH,
  'GET /transactions/by_version/:version': BY_HASH,
  'GET /transactions/wait_by_hash/:hash': BY_HASH,
};

/** What the sandbox has and no recording, each with what it follows from. */
const UNRECORDED: Readonly<Record<string, string>> = {
  'POST /transactions replay_protection_nonce': 'AIP-123; it is recorded once one has landed',
  'POST /transactions payload<entry_function_payload>.type_arguments[]':
    'recorded empty; landed ones have some',
  'POST /transactions/simulate [].payload<entry_function_payload>.type_arguments[]': 'the same',
  'POST /view [] number': 'a u8 is a JSON number, as in the documents of the API',
};

/** What an indexer is asked for, and which tables it joins to that, by field. */
const TABLES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  account_transactions: {
    user_transaction: 'user_transactions',
    fungible_asset_activities: 'fungible_asset_activities',
  },
  current_fungible_asset_balances: { metadata: 'fungible_asset_metadata' },
};

const UNRECORDED_COLUMNS: Readonly<Record<string, string>> = {
  'user_transactions sequence_number null': 'what has a nonce has no number; its rows are older',
  'user_transactions gas_unit_price number': 'GraphQL has numbers where the rows have text',
  'user_transactions max_gas_amount number': 'the same',
  'fungible_asset_activities amount number': 'the same',
  'current_fungible_asset_balances amount number': 'the same',
};

const without = (joined: Readonly<Record<string, string>>) => (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !(field in joined)));

const answers = recordedAnswers('aptos');
let run: Run;

beforeAll(async () => {
  run = await runOnSandbox();
});

function recordedFor(call: string): readonly unknown[] {
  const bodies = (of: string) =>
    answers.filter((one) => one.call === of && one.status < 300).map(({ body }) => body);
  const own = bodies(call);
  const others = AS[call] === undefined ? [] : bodies(AS[call]);
  return [...own, ...(call.endsWith('/transactions') && own.length === 0 ? [others] : others)];
}

/** What of an answer of the sandbox is in no recording: a field, or a type of one. */
function unrecorded(call: string, ours: readonly unknown[], theirs: readonly unknown[]) {
  const [own, real] = [ours, theirs].map((bodies) => shapeOf(bodies, aptosTable.opaque).fields);
  return [...(own ?? [])].flatMap(([field, types]) => {
    const known = real?.get(field);
    if (!known) return [`${call} ${field}`];
    return [...types].filter((type) => !known.has(type)).map((type) => `${call} ${field} ${type}`);
  });
}

const bodiesOf = (isMeant: (one: Run['exchanges'][number]) => boolean) =>
  run.exchanges
    .filter((one) => isMeant(one) && typeof one.body === 'object')
    .map(({ body }) => body);

describe('the sandbox', () => {
  test('answers with fields that real nodes answer with, and of the same types', () => {
    const found = aptosTable.calls
      .filter((call) => !GRAPHQL.test(call))
      .flatMap((call) =>
        unrecorded(
          call,
          bodiesOf((one) => one.call === call && one.status < 300),
          recordedFor(call),
        ),
      );
    expect(found.sort()).toEqual(Object.keys(UNRECORDED).sort());
  });

  test('answers for an indexer with columns of its tables, and of the same types', () => {
    const found: string[] = [];
    for (const [asked, joined] of Object.entries(TABLES)) {
      const rows = bodiesOf(({ call }) => call.endsWith(`/graphql ${asked}`)).flatMap((body) => {
        const own = fieldIn(fieldIn(body, 'data'), asked);
        return Array.isArray(own) ? own : [];
      });
      for (const [field, table] of [['', asked], ...Object.entries(joined)] as const) {
        const ours =
          field === '' ? rows.map(without(joined)) : rows.flatMap((row) => row[field] ?? []);
        expect(ours).not.toEqual([]);
        found.push(...unrecorded(table, ours, indexedRows(table)));
      }
    }
    expect(found).toEqual(Object.keys(UNRECORDED_COLUMNS));
  });

  test('says in an error what real nodes say', () => {
    const real = answers.filter(({ status, call }) => status >= 400 && !GRAPHQL.test(call));
    const ours = bodiesOf((one) => one.status >= 400 && !GRAPHQL.test(one.call));
    expect(ours).not.toEqual([]);
    const theirs = real.map(({ body }) => body).filter((body) => typeof body === 'object');
    expect(unrecorded('any', ours, theirs)).toEqual([]);
  });

  test('is asked all that is recorded, and stands in for what is not', () => {
    const asked = new Set(run.exchanges.map(({ call }) => call));
    const unanswered = aptosTable.calls.filter((call) => recordedFor(call).length === 0);
    expect(unanswered.filter((call) => !missingSamples('aptos').includes(call))).toEqual([]);
    expect(aptosTable.calls.filter((call) => !asked.has(call))).toEqual([]);
  });
});
