import { afterAll, beforeAll, expect, test } from 'vitest';
import { AptosGateway } from '../../src/aptos/index.js';
import { aptosApi } from '../../src/aptos/routes/index.js';
import { decode } from '../../src/aptos/wire/decode.js';
import { aptosHandler, type HttpHandler } from '../../src/handlers.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { ask } from '../spec/support/http.js';
import { RefusingSigner, type Row, tableOf } from './support/unsigned.js';

const signer = new RefusingSigner();
let sandbox: Sandbox;
let gateway: AptosGateway;
let handler: HttpHandler;
let token: string;
const to = `0x${'ab'.repeat(32)}`;
const options = { simulate: false };

beforeAll(async () => {
  sandbox = await startSandbox({ aptosBlockMs: 5 });
  gateway = new AptosGateway({ signer, network: sandbox.aptos });
  handler = aptosHandler(gateway, { onError: () => undefined });
  sandbox.aptos.fund(await gateway.getAddress('0'), 10n ** 12n);
  token = sandbox.aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
});
afterAll(() => sandbox.stop());

const signed = (payload: never) => Object(decode(payload).transaction);
/** The last argument of each transfer is its amount. */
const sum = (payload: never): unknown => signed(payload).payload.functionArguments.at(-1);
const first = (payload: never): unknown => sum([payload].flat()[0] as never);
const ofSigned = (name: string) => (payload: never) => signed(payload)[name];

async function post(path: string, body: object, query = '?simulate=false'): Promise<unknown> {
  throw (await ask(handler, `POST /api/0/${path}${query}`, body)).body;
}

const http = (name: string, call: Row['call'], units: Row['units']): Row => {
  return { name: `POST /api/:vaultId/${name}`, call, units, isHttp: true };
};

const native = { recipientAddress: to };
const ofToken = () => ({ recipientAddress: to, tokenType: token });

const rows: readonly Row[] = [
  {
    name: 'transfer amount',
    call: (amount) => gateway.transfer('0', { to, amount }, options),
    units: sum,
  },
  {
    name: 'transferToken amount',
    call: (amount) => gateway.transferToken('0', { token, to, amount }, options),
    units: sum,
  },
  {
    name: 'transferMove amount',
    call: (amount) => gateway.transferMove('0', { ...native, amount }, options),
    units: sum,
  },
  http('transfer/move amount', (amount) => post('transfer/move', { ...native, amount }), sum),
  {
    name: 'transferMove amount, unit coins',
    call: (amount) => gateway.transferMove('0', { ...native, amount, unit: 'coins' }, options),
    units: sum,
  },
  http(
    'transfer/move amount, unit coins',
    (amount) => post('transfer/move', { ...native, amount, unit: 'coins' }),
    sum,
  ),
  {
    name: 'transferToken amount, in the specification’s fields',
    call: (amount) => gateway.transferToken('0', { ...ofToken(), amount }, options),
    units: sum,
  },
  http('transfer/token amount', (amount) => post('transfer/token', { ...ofToken(), amount }), sum),
  {
    name: 'transferToken amount, unit tokens',
    call: (amount) => gateway.transferToken('0', { ...ofToken(), amount, unit: 'tokens' }, options),
    units: sum,
  },
  http(
    'transfer/token amount, unit tokens',
    (amount) => post('transfer/token', { ...ofToken(), amount, unit: 'tokens' }),
    sum,
  ),
  {
    name: 'submitBatch transferMove amount',
    call: (amount) => {
      const params = { ...native, amount };
      return gateway.submitBatch('0', [{ transactionType: 'transferMove', params }], options);
    },
    units: first,
  },
  http(
    'transaction/submitBatch transferMove amount',
    (amount) => {
      const entry = { transactionType: 'transferMove', params: { ...native, amount } };
      return post('transaction/submitBatch', { transactions: [entry] }, '');
    },
    first,
  ),
  {
    name: 'option gasUnitPrice',
    call: (gasUnitPrice) =>
      gateway.transfer('0', { to, amount: 9n }, { ...options, gasUnitPrice, maxGasAmount: 9 }),
    units: ofSigned('gasUnitPrice'),
    one: 100,
  },
  http(
    'transfer/move gasUnitPrice',
    (gasUnitPrice) =>
      post('transfer/move', { ...native, amount: 9, gasUnitPrice, maxGasAmount: 9 }),
    ofSigned('gasUnitPrice'),
  ),
];

test('an amount means one number of units, however it is written, or is refused', async () => {
  const table = await tableOf(signer, rows, ['1.5 coins', '10 octas', '1.5 tokens', '15 units']);
  for (const [name, units] of table.units) expect([name, units.size <= 1]).toEqual([name, true]);
  expect(table.text).toMatchInlineSnapshot(`
    "                                                               | 1n  | '1'       | 1   | '1.5'     | '1.5 coins' | '10 octas' | '1.5 tokens' | '15 units' | refused as
    transfer amount                                                | 1   | x         | x   | x         | 150000000   | 10         | x            | x          | amount
    transferToken amount                                           | 1   | x         | x   | x         | x           | x          | 1500000      | 15         | amount
    transferMove amount                                            | 1   | 1         | 1   | x         | x           | x          | x            | x          | amount
    POST /api/:vaultId/transfer/move amount                        |     | 1         | 1   | x         | x           | x          | x            | x          | amount
    transferMove amount, unit coins                                | x   | 100000000 | x   | 150000000 | x           | x          | x            | x          | amount
    POST /api/:vaultId/transfer/move amount, unit coins            |     | 100000000 | x   | 150000000 | x           | x          | x            | x          | amount
    transferToken amount, in the specification’s fields            | 1   | 1         | 1   | x         | x           | x          | x            | x          | amount
    POST /api/:vaultId/transfer/token amount                       |     | 1         | 1   | x         | x           | x          | x            | x          | amount
    transferToken amount, unit tokens                              | x   | 1000000   | x   | 1500000   | x           | x          | x            | x          | amount
    POST /api/:vaultId/transfer/token amount, unit tokens          |     | 1000000   | x   | 1500000   | x           | x          | x            | x          | amount
    submitBatch transferMove amount                                | 1   | 1         | 1   | x         | x           | x          | x            | x          | transactions[0].params.amount
    POST /api/:vaultId/transaction/submitBatch transferMove amount |     | 1         | 1   | x         | x           | x          | x            | x          | transactions[0].params.amount
    option gasUnitPrice (of 100)                                   | 100 | 100       | 100 | x         | x           | x          | x            | x          | gasUnitPrice
    POST /api/:vaultId/transfer/move gasUnitPrice                  |     | 1         | 1   | x         | x           | x          | x            | x          | gasUnitPrice"
  `);
});

test('every route that makes a transaction is in the table', () => {
  const routes = aptosApi().routes.filter(({ kind }) => kind === 'write');
  const left = routes.filter(
    ({ path }) => !rows.some(({ name }) => name.startsWith(`POST ${path} `)),
  );
  // One that was built elsewhere has its amounts in its bytes.
  expect(left.map(({ operation }) => operation)).toEqual(['submit']);
});
