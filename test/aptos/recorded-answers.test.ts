// What real nodes and indexers have answered, by its fields and words, held against what is read of it here.
import { describe, expect, test } from 'vitest';
import { AptosNodeError } from '../../src/aptos/errors.js';
import { Indexer } from '../../src/aptos/node/indexer.js';
import { accountTransaction, balance } from '../../src/aptos/node/indexer-answers.js';
import { apiError } from '../../src/aptos/node/node-answers.js';
import { moduleStructs } from '../../src/aptos/node/struct-abi.js';
import { aptosTable } from '../live/aptos.js';
import {
  anAnswer,
  missingSamples,
  type RecordedAnswer,
  recordedAnswers,
  unaccounted,
  type Wanted,
} from '../support/recorded.js';
import { rejectionOf } from '../support/rejections.js';
import { schemaFields } from '../support/schema-fields.js';
import { joined, plainPath } from '../support/shapes.js';
import { answered, ask, HEADERS } from './support/answered.js';
import { indexedColumns } from './support/indexed-columns.js';
import { MODULE, READERS } from './support/readers.js';

const answers = recordedAnswers('aptos');
const ofNodes = answers.filter(({ call }) => !call.endsWith('/graphql'));
const successes = ofNodes.filter(({ status }) => status < 300);
const errors = ofNodes.filter(({ status, form }) => status >= 400 && form !== 'text');

describe('an answer of a node', () => {
  test('has the headers that are read of it', () => {
    const shown = answers.flatMap(({ headers = [] }) => headers);
    expect(shown).toEqual(expect.arrayContaining(Object.keys(HEADERS)));
  });

  test.each(errors)(
    'is an error: $status $words.error_code, $file $from',
    async ({ status, words }) => {
      const message = `What the node says, ${words.message ?? 'in other words'}`;
      const text = JSON.stringify({ ...words, message, vm_error_code: null });
      const error = await rejectionOf(ask(status, text, (node) => node.gasUnitPrice()));
      expect(error).toBeInstanceOf(AptosNodeError);
      const isPruned = words.message === 'pruned';
      expect(error).toMatchObject({ errorCode: words.error_code, status, isPruned });
      expect(String(error)).toContain(message);
    },
  );

  test.each([
    [401, { code: 'APTOS_NODE', details: { errorCode: 'http_401' }, retryable: false }],
    [429, { code: 'RATE_LIMITED', retryable: true }],
  ])('is one of a gateway in front of it: %i', async (status, as) => {
    const recorded = answers.find((one) => one.status === status);
    expect(recorded?.form).toBe('text');
    const asked = ask(status, 'In words for people.', (node) => node.gasUnitPrice());
    expect(await rejectionOf(asked)).toMatchObject(as);
  });

  test('has every field that is read of it', () => {
    const seen = (call: string, of: readonly RecordedAnswer[]) => {
      const own = of.filter((one) => one.call === call || call === 'any');
      return new Set([...joined(own.map(({ shape }) => shape)).fields.keys()].map(plainPath));
    };
    const unseen = [
      ...Object.entries(READERS).flatMap(([call, [, schema]]) => {
        const start = call === 'POST /transactions/simulate' ? '[].' : '';
        const fields = schema ? schemaFields(schema) : [];
        return [...fields].filter((field) => !seen(call, successes).has(`${start}${field}`));
      }),
      ...[...schemaFields(apiError)].filter((field) => !seen('any', errors).has(field)),
      ...[...schemaFields(moduleStructs)].filter(
        (field) => !seen(MODULE, successes).has(`abi.${field}`),
      ),
    ];
    // Of these there is no sample, as `MISSING.md` says.
    expect(unseen).toEqual([
      'archival_endpoint',
      'structs[].is_enum',
      'structs[].variants',
      'structs[].variants[].name',
      'structs[].variants[].fields',
      'structs[].variants[].fields[].name',
      'structs[].variants[].fields[].type',
    ]);
    const missing = missingSamples('aptos');
    expect(missing).toContain('an archive that is named');
    expect(missing).toContain(`${MODULE} with an enum`);
  });
});

describe('an answer of an indexer', () => {
  test('has every column that is read of it', () => {
    const columns = (table: string, at: string) =>
      [...indexedColumns(table).fields.keys()].map((column) => `${at}${column}`);
    const known = new Set([
      ...columns('current_fungible_asset_balances', ''),
      ...columns('fungible_asset_metadata', 'metadata.'),
      ...columns('account_transactions', ''),
      ...columns('user_transactions', 'user_transaction.'),
      ...columns('fungible_asset_activities', 'fungible_asset_activities[].'),
    ]);
    const joined = ['metadata', 'user_transaction', 'fungible_asset_activities'];
    const read = [...schemaFields(balance), ...schemaFields(accountTransaction)];
    expect(read.filter((field) => !known.has(field) && !joined.includes(field))).toEqual([]);
  });

  test.each(answers.filter(({ call }) => call.endsWith('/graphql')))(
    'is an error: $file',
    async ({ status, shape }) => {
      expect([...shape.fields.keys()]).toContain('errors[].message');
      const page = { limit: 1, offset: 0 };
      const text = JSON.stringify({ errors: [{ message: 'the engine says so' }] });
      const asked = new Indexer(answered(status, text)).transactions('0x1', page, {});
      expect(await rejectionOf(asked)).toMatchObject({
        code: 'UNEXPECTED_ANSWER',
        message: expect.stringContaining('the engine says so'),
      });
    },
  );
});

const kind = (item: string, isIn: Wanted['isIn']): Wanted => ({ item, isIn });
const ofCode = (code: string): Wanted => kind(code, ({ words }) => words.error_code === code);
const ofStatus = (code: string): Wanted =>
  kind(`vm_error ${code}`, ({ words }) => words.message === code);
const kindsOf = ({ shape }: RecordedAnswer, path: string) => [...(shape.fields.get(path) ?? [])];
/** As `<user_transaction>` in the shape of an answer. */
const isOfType = ({ shape }: RecordedAnswer, type: RegExp) =>
  [...shape.objects.keys()].some((path) => type.test(path));

/** Each call, each kind of answer that is told apart, and each error that has a meaning of its own. */
const WANTED: readonly Wanted[] = [
  ...aptosTable.calls.map(anAnswer),
  kind(
    'a transaction on its way',
    (answer) =>
      answer.call.startsWith('GET /transactions/') && isOfType(answer, /^<pending_transaction>$/),
  ),
  kind('a transaction that failed', ({ words }) => words.success === false),
  kind('a transaction without a number', (answer) => {
    return kindsOf(answer, '<user_transaction>.replay_protection_nonce').includes('decimal');
  }),
  kind('a transaction that nobody has sent', (answer) => isOfType(answer, /^<block_\w+>$/)),
  kind(
    'GET /transactions/by_version/:version as BCS',
    ({ call, form }) => /by_version/.test(call) && form === 'text',
  ),
  kind(`${MODULE} with an enum`, (answer) => kindsOf(answer, 'abi.structs[].variants').length > 0),
  ...[
    'account_not_found',
    'resource_not_found',
    'module_not_found',
    'transaction_not_found',
    'version_pruned',
    'block_pruned',
    'invalid_transaction_update',
    'sequence_number_too_old',
    'rejected_by_filter',
    'mempool_is_full',
    'bcs_not_supported',
    'api_disabled',
    'overloaded',
  ].map(ofCode),
  kind(
    'internal_error of what is pruned',
    ({ status, words }) => status === 500 && words.message === 'pruned',
  ),
  ...[
    'INVALID_SIGNATURE',
    'SEQUENCE_NUMBER_TOO_OLD',
    'SEQUENCE_NUMBER_TOO_NEW',
    'TRANSACTION_EXPIRED',
    'TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE',
    'NONCE_ALREADY_USED',
  ].map(ofStatus),
  kind('an archive that is named', (answer) => kindsOf(answer, 'archival_endpoint').length > 0),
  kind('HTTP 429', ({ status }) => status === 429),
  kind('HTTP 401', ({ status }) => status === 401),
  kind('errors of GraphQL', (answer) => kindsOf(answer, 'errors').length > 0),
];

test('what has no sample stands in MISSING.md, and nothing else does', () => {
  expect(unaccounted('aptos', WANTED)).toEqual([]);
});
