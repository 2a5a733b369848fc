// What the sandbox answers, held against the fields that real nodes and indexers have answered with.
import { beforeAll, describe, expect, test } from 'vitest';
import { Ledger } from '../../src/aptos/node/fullnode.js';
import { accountTransaction, balance } from '../../src/aptos/node/indexer-answers.js';
import { parseAnswer } from '../../src/core/schema.js';
import { aptosTable } from '../live/aptos.js';
import { runOnSandbox } from '../live/aptos-sandbox.js';
import type { Run } from '../live/run.js';
import { answeringNodes } from '../support/answering-nodes.js';
import { fieldIn, missingSamples, recordedAnswers } from '../support/recorded.js';
import { cutTo, joined, type Shape, shapeOf, unlike } from '../support/shapes.js';
import { indexedColumns } from './support/indexed-columns.js';
import { READERS } from './support/readers.js';

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
  'fungible_asset_activities asset_type hexadecimal': 'its rows are of coins; balances have both',
  'current_fungible_asset_balances amount number': 'the same',
};

const without = (joined: Readonly<Record<string, string>>) => (row: object) =>
  Object.fromEntries(Object.entries(row).filter(([field]) => !(field in joined)));

/** What is recorded and the sandbox does without. */
const ABSENT: Readonly<Record<string, string>> = {
  'GET /accounts/:address/module/:name abi.exposed_functions[].return[]':
    'none is asked for that returns something',
  'GET /accounts/:address/module/:name abi.friends[]': 'none has a friend',
  'GET /accounts/:address/module/:name abi.structs[]': 'none that is asked for has a struct',
  'GET /blocks/by_height/:height transactions list': 'it is not asked with its transactions',
  'GET /transactions/by_hash/:hash <user_transaction>.payload<entry_function_payload>.type_arguments[]':
    'what is looked up has none',
  'GET /transactions/by_hash/:hash <user_transaction>.replay_protection_nonce':
    'null where there is a number, in newer nodes',
};

const answers = recordedAnswers('aptos');
const successes = answers.filter(({ status, call }) => status < 300 && !GRAPHQL.test(call));
let run: Run;

beforeAll(async () => {
  run = await runOnSandbox();
});

function recordedFor(call: string): readonly Shape[] {
  const shapes = (of: string) =>
    answers.filter((one) => one.call === of && one.status < 300).map(({ shape }) => shape);
  const own = shapes(call);
  const others = AS[call] === undefined ? [] : shapes(AS[call]);
  return [
    ...own,
    ...(call.endsWith('/transactions') && own.length === 0 ? listsOf(others) : others),
  ];
}

/** Of lists whose entries are of these shapes. */
const listsOf = (entries: readonly Shape[]) =>
  entries.map(({ fields }): Shape => {
    const inner = [...fields].map(
      ([path, kinds]) =>
        [path === '' || path.startsWith('<') ? `[]${path}` : `[].${path}`, kinds] as const,
    );
    return { fields: new Map([['', new Set(['list'] as const)], ...inner]), objects: new Map() };
  });

/** What of an answer of the sandbox is in no recording: a field, or a kind of one. */
function unrecorded(call: string, ours: readonly unknown[], theirs: readonly Shape[]) {
  const own = shapeOf(ours, aptosTable.opaque);
  return unlike(own, joined(theirs)).map((field) => `${call} ${field}`);
}

const bodiesOf = (isMeant: (one: Run['exchanges'][number]) => boolean) =>
  run.exchanges
    .filter((one) => isMeant(one) && typeof one.body === 'object')
    .map(({ body }) => body);

function rowsOf(asked: string): readonly Readonly<Record<string, unknown>>[] {
  return bodiesOf(({ call }) => call.endsWith(`/graphql ${asked}`)).flatMap((body) => {
    const own = fieldIn(fieldIn(body, 'data'), asked);
    return Array.isArray(own) ? own : [];
  });
}

/** What the sandbox answers to a call with one of its own kind. */
function answersTo(call: string): readonly unknown[] {
  return bodiesOf((one) => one.call === call && one.status < 300);
}

const cutAll = (columns: Shape, joined: unknown) =>
  Array.isArray(joined) ? joined.map((row) => cutTo(columns, row)) : cutTo(columns, joined);

const parentOf = (lack: string) => {
  const [path = ''] = lack.split(' ');
  return path.slice(0, Math.max(0, path.lastIndexOf('.')));
};

const NOT_OF_USERS = /^<(?:block_\w+|state_checkpoint_transaction|genesis_transaction)>$/;

const isOfKind = (shape: Shape, body: unknown) =>
  [...shapeOf([body]).objects.keys()].some((own) => shape.objects.has(own)) || Array.isArray(body);

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

  test('has every field that is recorded of what it answers with', () => {
    const absent = successes.flatMap(({ call, shape }) => {
      const ours = shapeOf(answersTo(call), aptosTable.opaque);
      return unlike(shape, ours)
        .filter((lack) => ours.objects.has(parentOf(lack)) && !lack.endsWith(' null'))
        .map((lack) => `${call} ${lack}`);
    });
    expect([...new Set(absent)].sort()).toEqual(Object.keys(ABSENT).sort());
  });

  test.each(successes.filter(({ call }) => READERS[call]))(
    'answers with more than what is read of what is recorded: $call, $file $from',
    async ({ call, shape }) => {
      const [read] = READERS[call] ?? [];
      const bodies = answersTo(call).filter((body) => isOfKind(shape, body));
      // The sandbox has no blocks' own transactions to show.
      const isOfUsers = ![...shape.objects.keys()].some((own) => NOT_OF_USERS.test(own));
      expect(bodies.length > 0).toBe(isOfUsers);
      for (const body of bodies) {
        const cut = cutTo(shape, body);
        const headers = run.exchanges.find((one) => one.body === body)?.headers ?? {};
        const nodes = answeringNodes('aptos', () => Response.json(cut, { headers }));
        const chainId = Number(headers['x-aptos-chain-id']);
        const asked = new Ledger(nodes, chainId).once({}, async (node) => read?.(node, cut));
        expect(await asked).toBeDefined();
      }
    },
  );

  test('answers for an indexer with more columns than are read', () => {
    const schemas: Readonly<Record<string, typeof accountTransaction | typeof balance>> = {
      account_transactions: accountTransaction,
      current_fungible_asset_balances: balance,
    };
    for (const [asked, schema] of Object.entries(schemas)) {
      const rows = rowsOf(asked);
      expect(rows).not.toEqual([]);
      const joins = Object.entries(TABLES[asked] ?? {});
      for (const row of rows) {
        const own = Object(cutTo(indexedColumns(asked), without(TABLES[asked] ?? {})(row)));
        const others = joins.map(([field, table]) => [
          field,
          cutAll(indexedColumns(table), row[field]),
        ]);
        const cut = { ...own, ...Object.fromEntries(others) };
        expect(parseAnswer(schema, cut, 'aptos-indexer', {})).toBeDefined();
      }
    }
  });

  test('answers for an indexer with columns of its tables, and of the same kinds', () => {
    const found: string[] = [];
    for (const [asked, joins] of Object.entries(TABLES)) {
      const rows = rowsOf(asked);
      for (const [field, table] of [['', asked], ...Object.entries(joins)] as const) {
        const ours =
          field === ''
            ? rows.map(without(joins))
            : rows.flatMap((row): unknown => row[field] ?? []);
        expect(ours).not.toEqual([]);
        found.push(...unrecorded(table, ours, [indexedColumns(table)]));
      }
    }
    expect(found).toEqual(Object.keys(UNRECORDED_COLUMNS));
  });

  test('says in an error what real nodes say', () => {
    const real = answers.filter(({ status, call }) => status >= 400 && !GRAPHQL.test(call));
    const ours = bodiesOf((one) => one.status >= 400 && !GRAPHQL.test(one.call));
    expect(ours).not.toEqual([]);
    const theirs = real.filter(({ form }) => form !== 'text').map(({ shape }) => shape);
    expect(unrecorded('any', ours, theirs)).toEqual([]);
  });

  test('is asked all that is recorded, and stands in for what is not', () => {
    const asked = new Set(run.exchanges.map(({ call }) => call));
    const unanswered = aptosTable.calls.filter((call) => recordedFor(call).length === 0);
    expect(unanswered.filter((call) => !missingSamples('aptos').includes(call))).toEqual([]);
    expect(aptosTable.calls.filter((call) => !asked.has(call))).toEqual([]);
  });
});
