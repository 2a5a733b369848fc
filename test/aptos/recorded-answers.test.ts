// What real nodes and indexers have answered, held against what is read of it here.
import { describe, expect, test } from 'vitest';
import { moduleAbi } from '../../src/aptos/abi.js';
import { AptosNodeError } from '../../src/aptos/errors.js';
import { type Fullnode, Ledger } from '../../src/aptos/fullnode.js';
import { Indexer } from '../../src/aptos/indexer.js';
import { accountTransaction, balance } from '../../src/aptos/indexer-answers.js';
import {
  account,
  apiError,
  block,
  gasEstimate,
  simulated,
  submitted,
} from '../../src/aptos/node-answers.js';
import { nodeTransaction } from '../../src/aptos/result.js';
import { moduleStructs } from '../../src/aptos/struct-abi.js';
import { parseAnswer } from '../../src/core/schema.js';
import { aptosTable } from '../live/aptos.js';
import { answeringNodes } from '../support/answering-nodes.js';
import {
  anAnswer,
  fieldIn,
  missingSamples,
  type RecordedAnswer,
  recorded,
  recordedAnswers,
  unaccounted,
  type Wanted,
} from '../support/recorded.js';
import { rejectionOf } from '../support/rejections.js';
import { schemaFields } from '../support/schema-fields.js';
import { plainPath, shapeOf } from '../support/shapes.js';

const answers = recordedAnswers('aptos');
const ofNodes = answers.filter(({ call }) => !call.endsWith('/graphql'));
const MODULE = 'GET /accounts/:address/module/:name';

/** Most are published without: these are of the one that is published whole. */
const HEADERS = answers.find(({ headers }) => headers)?.headers ?? {};
const CHAIN_ID = Number(HEADERS['x-aptos-chain-id']);

function answered({ status, headers = HEADERS, body }: RecordedAnswer) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return answeringNodes('aptos', () => new Response(text, { status, headers }));
}

const ask = <T>(answer: RecordedAnswer, work: (node: Fullnode) => Promise<T>) =>
  new Ledger(answered(answer), CHAIN_ID).once({}, work);

const hashIn = ({ body }: RecordedAnswer) => String(fieldIn(body, 'hash'));
const BYTES = Uint8Array.of(0);
const VIEW = { function: '0x1::coin::balance', type_arguments: [], arguments: [] };

/** How each call's answer is read; of what has fields, by which schema. */
const READERS: Readonly<
  Record<string, readonly [(node: Fullnode, answer: RecordedAnswer) => Promise<unknown>, unknown?]>
> = {
  'GET /': [(node) => node.ledger()],
  'GET /accounts/:address': [(node) => node.account('0x1'), account],
  [MODULE]: [(node) => node.module('0x1', 'coin'), moduleAbi],
  'GET /accounts/:address/transactions': [(node) => node.sentBy('0x1', 0n, 1)],
  'GET /blocks/by_height/:height': [
    (node, { body }) => node.blockTime(BigInt(String(fieldIn(body, 'block_height')))),
    block,
  ],
  'GET /estimate_gas_price': [(node) => node.gasUnitPrice(), gasEstimate],
  'GET /transactions/by_hash/:hash': [
    (node, answer) => node.transaction(hashIn(answer)),
    nodeTransaction,
  ],
  'GET /transactions/by_version/:version': [(node) => node.encodedTransaction('1')],
  'POST /transactions': [(node) => node.submit(BYTES), submitted],
  'POST /transactions/simulate': [
    (node) => node.simulate(BYTES, { price: true, gas: true }),
    simulated,
  ],
  'POST /view': [(node) => node.view(VIEW)],
};

const successes = ofNodes.filter(({ status }) => status < 300);
const errors = ofNodes.filter(({ status, body }) => status >= 400 && typeof body !== 'string');

describe('an answer of a node', () => {
  test.each(successes)('is read: $call, $file $from', async (answer) => {
    const [read] = READERS[answer.call] ?? [];
    if (!read) throw new Error(`${answer.call} is asked by nobody`);
    expect(await ask(answer, (node) => read(node, answer))).toBeDefined();
  });

  test.each(errors)('is an error: $status $body.error_code, $file $from', async (answer) => {
    const error = await rejectionOf(ask(answer, (node) => node.gasUnitPrice()));
    expect(error).toBeInstanceOf(AptosNodeError);
    const { error_code: errorCode, message } = Object(answer.body);
    const isPruned = /\bpruned\b/.test(message);
    expect(error).toMatchObject({ errorCode, status: answer.status, isPruned });
    expect(String(error)).toContain(message);
  });

  test.each([
    [401, { code: 'APTOS_NODE', details: { errorCode: 'http_401' }, retryable: false }],
    [429, { code: 'RATE_LIMITED', retryable: true }],
  ])('is one of a gateway in front of it: %i', async (status, as) => {
    const answer = answers.find((one) => one.status === status);
    if (!answer) throw new Error(`${status} is not recorded`);
    expect(await rejectionOf(ask(answer, (node) => node.gasUnitPrice()))).toMatchObject(as);
  });

  test('has every field that is read of it', () => {
    const seen = (call: string, of: readonly RecordedAnswer[]) => {
      const bodies = of
        .filter((one) => one.call === call || call === 'any')
        .map(({ body }) => body);
      return new Set([...shapeOf(bodies).fields.keys()].map(plainPath));
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

interface Table {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const { tables } = recorded('aptos', 'indexer-rows.json');
const rowsOf = (name: string) => {
  const found = Array.isArray(tables) ? tables.find(({ table }: Table) => table === name) : {};
  const { rows }: Table = found;
  // As the column is called; the code that wrote these has a word for it that is reserved in its language.
  return rows.map(({ type_: type, ...row }) => (type === undefined ? row : { ...row, type }));
};

describe('an answer of an indexer', () => {
  test('is read of rows as indexers keep them', () => {
    for (const row of rowsOf('current_fungible_asset_balances')) {
      for (const metadata of [null, ...rowsOf('fungible_asset_metadata')]) {
        const read = parseAnswer(balance, { ...row, metadata }, 'aptos-indexer', {});
        expect(read.amount).toBe(row.amount);
      }
    }
    for (const [at, row] of rowsOf('account_transactions').entries()) {
      const answer = {
        ...row,
        user_transaction: rowsOf('user_transactions')[at] ?? null,
        fungible_asset_activities: rowsOf('fungible_asset_activities'),
      };
      const read = parseAnswer(accountTransaction, answer, 'aptos-indexer', {});
      expect(read.transaction_version).toBe(String(row.transaction_version));
    }
  });

  test('has every column that is read of it', () => {
    const columns = (name: string, at: string) => {
      const keys = rowsOf(name).flatMap((row) => Object.keys(row));
      return keys.map((key) => `${at}${key}`);
    };
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
    async (answer) => {
      const page = { limit: 1, offset: 0 };
      const asked = new Indexer(answered(answer)).transactions('0x1', page, {});
      const [first] = Object(answer.body).errors;
      expect(await rejectionOf(asked)).toMatchObject({
        code: 'UNEXPECTED_ANSWER',
        message: expect.stringContaining(first.message),
      });
    },
  );
});

const kind = (item: string, isIn: Wanted['isIn']): Wanted => ({ item, isIn });
const ofCode = (code: string): Wanted =>
  kind(code, ({ body }) => fieldIn(body, 'error_code') === code);
const ofStatus = (code: string): Wanted =>
  kind(`vm_error ${code}`, ({ body }) => String(fieldIn(body, 'message')).endsWith(` ${code}`));

/** Each call, each kind of answer that is told apart, and each error that has a meaning of its own. */
const WANTED: readonly Wanted[] = [
  ...aptosTable.calls.map(anAnswer),
  kind(
    'a transaction on its way',
    ({ call, body }) =>
      call.startsWith('GET /transactions/') && fieldIn(body, 'type') === 'pending_transaction',
  ),
  kind('a transaction that failed', ({ body }) => fieldIn(body, 'success') === false),
  kind('a transaction without a number', ({ body }) => {
    const nonce = fieldIn(body, 'replay_protection_nonce');
    return typeof nonce === 'string';
  }),
  kind('a transaction that nobody has sent', ({ body }) =>
    /^block_/.test(String(fieldIn(body, 'type'))),
  ),
  kind(
    'GET /transactions/by_version/:version as BCS',
    ({ call, body }) => /by_version/.test(call) && typeof body === 'string',
  ),
  kind(`${MODULE} with an enum`, ({ body }) => JSON.stringify(body).includes('"variants"')),
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
    ({ status, body }) => status === 500 && /pruned/.test(String(fieldIn(body, 'message'))),
  ),
  ...[
    'INVALID_SIGNATURE',
    'SEQUENCE_NUMBER_TOO_OLD',
    'SEQUENCE_NUMBER_TOO_NEW',
    'TRANSACTION_EXPIRED',
    'TRANSACTION_EXPIRATION_TOO_FAR_IN_FUTURE',
    'NONCE_ALREADY_USED',
  ].map(ofStatus),
  kind('an archive that is named', ({ body }) => fieldIn(body, 'archival_endpoint') !== undefined),
  kind('HTTP 429', ({ status }) => status === 429),
  kind('HTTP 401', ({ status }) => status === 401),
  kind('errors of GraphQL', ({ body }) => fieldIn(body, 'errors') !== undefined),
];

test('what has no sample stands in MISSING.md, and nothing else does', () => {
  expect(unaccounted('aptos', WANTED)).toEqual([]);
});
