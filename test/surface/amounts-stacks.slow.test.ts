import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpHandler, stacksHandler } from '../../src/handlers.js';
import { type Sandbox, type StacksOptions, startSandbox } from '../../src/sandbox/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { stacksApi } from '../../src/stacks/routes/index.js';
import { decode } from '../../src/stacks/wire/decode.js';
import { ask } from '../spec/support/http.js';
import { RefusingSigner, type Row, tableOf } from './support/unsigned.js';

/** A permission of a solo stacker is no transaction; the transaction needs it. */
const isPermission = (payload: unknown) => {
  return decode([payload].flat()[0]).transaction.kind !== 'transaction';
};
/** Whether all is signed, to prepare what the table builds on. */
let isPreparing = true;
const signer = new RefusingSigner((payload) => isPreparing || isPermission(payload));

interface World {
  readonly sandbox: Sandbox;
  readonly gateway: StacksGateway;
  readonly handler: HttpHandler;
}

async function worldOf(stacks: StacksOptions): Promise<World> {
  const sandbox = await startSandbox({ stacks });
  const polling = { firstMs: 10, factor: 1.2, maxMs: 50 };
  const gateway = new StacksGateway({ signer, network: sandbox.stacks, polling });
  for (const vault of ['0', '1', '2']) {
    sandbox.stacks.fund(await gateway.getAddress(vault), 5_000_000_000_000n);
  }
  return { sandbox, gateway, handler: stacksHandler(gateway, { onError: () => undefined }) };
}

let pox4: World;
let pox5: World;
/** Where no block is made: what is sent waits. */
let still: World;
let waiting: string;
let to: string;
let sbtc: string;

const STACKED = 200_000;
let signerManager: string;

beforeAll(async () => {
  [pox4, pox5, still] = await Promise.all([
    worldOf({ blockMs: 10, pox: 'pox-4' }),
    worldOf({ blockMs: 10, pox: 'pox-5' }),
    worldOf({ blockMs: 0 }),
  ]);
  to = await pox4.gateway.getAddress('9');
  ({ sbtc } = pox4.sandbox.stacks.contracts);
  pox4.sandbox.stacks.mintToken(sbtc, await pox4.gateway.getAddress('0'), 10n ** 12n);
  ({ signerManager = '' } = pox5.sandbox.stacks.contracts);
  await pox4.gateway.stackSolo('1', { amount: STACKED, lockPeriod: 2 });
  await pox5.gateway.stake('1', { signerManager, amount: STACKED, cycles: 2 });
  const sent = { fee: '0.0003 STX', confirmTimeoutMs: 100 };
  const answer = await still.gateway.createNativeTransaction('0', to, 1, sent);
  waiting = answer.txHash ?? '';
  isPreparing = false;
});
afterAll(() => Promise.all([pox4, pox5, still].map(({ sandbox }) => sandbox.stop())));

const signed = (payload: never) => Object(decode([payload].flat()[0]).transaction);
const sum = (payload: never) => signed(payload).content.amount;
/** An argument of a contract's call: `u5` and `(some u5)` are 5. */
const argument = (at: number) => (payload: never) =>
  /u(\d+)/.exec(signed(payload).content.functionArgs[at])?.[1];
const fee = (payload: never) => signed(payload).fee;

/** What a method that does not throw tells. */
async function thrown(call: Promise<unknown>): Promise<unknown> {
  throw await call;
}

async function post({ handler }: World, path: string, body: object, query = '') {
  throw (await ask(handler, `POST /api/${path}${query}`, body)).body;
}

const http = (name: string, call: Row['call'], units: Row['units'], one?: number): Row => {
  const row = { name: `POST /api/:vaultId/${name}`, call, units, isHttp: true };
  return one === undefined ? row : { ...row, one };
};

const ofCustom = () => {
  const [contract = '', tokenAssetName = ''] = sbtc.split('::');
  const [tokenContractAddress = '', tokenContractName = ''] = contract.split('.');
  const named = { tokenContractAddress, tokenContractName, tokenAssetName };
  return { recipientAddress: to, assetType: 'Custom' as const, ...named };
};

const off = { trial: 'off' } as const;
const inStx = () => ({ recipientAddress: to });
const inSbtc = () => ({ recipientAddress: to, assetType: 'sBTC' as const });

const transfers: readonly Row[] = [
  {
    name: 'transfer amount',
    call: (amount) => pox4.gateway.transfer('0', { to, amount }),
    units: sum,
  },
  {
    name: 'transferToken amount, sBTC',
    call: (amount) => pox4.gateway.transferToken('0', { token: 'sBTC', to, amount }, off),
    units: argument(0),
  },
  {
    name: 'transferToken amount, by contract',
    call: (amount) => pox4.gateway.transferToken('0', { token: sbtc as 'sBTC', to, amount }, off),
    units: argument(0),
  },
  {
    name: 'transfer amount, in the specification’s fields',
    call: (amount) => thrown(pox4.gateway.transfer('0', { ...inStx(), amount })),
    units: sum,
  },
  http('transfer amount', (amount) => post(pox4, '0/transfer', { ...inStx(), amount }), sum),
  {
    name: 'transfer amount, sBTC',
    call: (amount) => thrown(pox4.gateway.transfer('0', { ...inSbtc(), amount }, off)),
    units: argument(0),
  },
  http(
    'transfer amount, sBTC',
    (amount) => post(pox4, '0/transfer', { ...inSbtc(), amount }),
    argument(0),
  ),
  {
    name: 'transfer amount, Custom',
    call: (amount) => thrown(pox4.gateway.transfer('0', { ...ofCustom(), amount }, off)),
    units: argument(0),
  },
  http(
    'transfer amount, Custom',
    (amount) => post(pox4, '0/transfer', { ...ofCustom(), amount }),
    argument(0),
  ),
  {
    name: 'createNativeTransaction amount',
    call: (amount) => thrown(pox4.gateway.createNativeTransaction('0', to, amount)),
    units: sum,
  },
  {
    name: 'createFTTransaction amount',
    call: (amount) => thrown(pox4.gateway.createFTTransaction('0', to, amount, 'sBTC')),
    units: argument(0),
  },
  {
    name: 'submitBatch transfer amount',
    call: (amount) =>
      pox4.gateway.submitBatch('0', [
        { transactionType: 'transfer', params: { ...inStx(), amount } },
      ]),
    units: sum,
  },
  http(
    'transaction/submit-batch transfer amount',
    (amount) =>
      post(pox4, '0/transaction/submit-batch', {
        transactions: [{ transactionType: 'transfer', params: { ...inStx(), amount } }],
      }),
    sum,
  ),
  {
    name: 'option fee',
    call: (own) => pox4.gateway.transfer('0', { to, amount: 9n }, { fee: own }),
    units: fee,
  },
  http('transfer fee', (own) => post(pox4, '0/transfer', { ...inStx(), amount: 9, fee: own }), fee),
];

const replacements: readonly Row[] = [
  {
    name: 'replaceTransaction amount',
    call: (amount) => thrown(still.gateway.replaceTransaction('0', waiting, { amount })),
    units: sum,
  },
  http(
    'replace-transaction newAmount',
    (newAmount) => post(still, '0/replace-transaction', { originalTxId: waiting, newAmount }),
    sum,
  ),
  {
    name: 'replaceTransaction option fee',
    call: (own) => thrown(still.gateway.replaceTransaction('0', waiting, {}, { fee: own })),
    units: fee,
  },
  http(
    'replace-transaction newFee',
    (newFee) => post(still, '0/replace-transaction', { originalTxId: waiting, newFee }),
    fee,
  ),
];

const stacking: readonly Row[] = [
  {
    name: 'stackSolo amount',
    call: (amount) => thrown(pox4.gateway.stackSolo('0', { amount, lockPeriod: 1 })),
    units: argument(0),
    one: STACKED,
  },
  http(
    'stacking/solo amount',
    (amount) => post(pox4, '0/stacking/solo', { amount, lockPeriod: 1 }),
    argument(0),
    STACKED,
  ),
  {
    name: 'stackSolo maxAmount',
    call: (maxAmount) =>
      thrown(pox4.gateway.stackSolo('0', { amount: STACKED, lockPeriod: 1, maxAmount })),
    units: argument(6),
    one: STACKED * 1e6,
  },
  http(
    'stacking/solo maxAmount',
    (maxAmount) => post(pox4, '0/stacking/solo', { amount: STACKED, lockPeriod: 1, maxAmount }),
    argument(6),
    STACKED * 1e6,
  ),
  {
    name: 'increaseStackedAmount increaseBy',
    call: (increaseBy) => thrown(pox4.gateway.increaseStackedAmount('1', { increaseBy })),
    units: argument(0),
  },
  http(
    'stacking/solo/increase increaseBy',
    (increaseBy) => post(pox4, '1/stacking/solo/increase', { increaseBy }),
    argument(0),
  ),
  {
    name: 'delegateToPool amount',
    call: (amount) => thrown(pox4.gateway.delegateToPool('0', to, 'my-pool', amount, 1)),
    units: argument(0),
  },
  http(
    'stacking/pool/delegate amount',
    (amount) => post(pox4, '0/stacking/pool/delegate', { amount, pool: `${to}.my-pool` }),
    argument(0),
  ),
  {
    name: 'stake amount',
    call: (amount) => thrown(pox5.gateway.stake('0', { signerManager, amount, cycles: 1 })),
    units: argument(1),
  },
  http(
    'stacking/stake amount',
    (amount) => post(pox5, '0/stacking/stake', { signerManager, amount, cycles: 1 }),
    argument(1),
  ),
  {
    name: 'updateStake increaseBy',
    call: (increaseBy) => thrown(pox5.gateway.updateStake('1', { increaseBy })),
    units: argument(3),
  },
  http(
    'stacking/stake/update increaseBy',
    (increaseBy) => post(pox5, '1/stacking/stake/update', { increaseBy }),
    argument(3),
  ),
];

const TEXTS = ['1.5 STX', '10 microSTX', '1.5 sBTC', '1.5 tokens', '15 units'];

const isOneUnit = ({ units }: Awaited<ReturnType<typeof tableOf>>) => {
  for (const [name, all] of units) expect([name, all.size <= 1]).toEqual([name, true]);
};

test('an amount of a transfer means one number of units, or is refused', async () => {
  const table = await tableOf(signer, [...transfers, ...replacements], TEXTS);
  isOneUnit(table);
  expect(table.text).toMatchInlineSnapshot(`
    "                                                            | 1n | '1'       | 1         | '1.5'     | '1.5 STX' | '10 microSTX' | '1.5 sBTC' | '1.5 tokens' | '15 units' | refused as
    transfer amount                                             | 1  | x         | x         | x         | 1500000   | 10            | x          | x            | x          | amount
    transferToken amount, sBTC                                  | 1  | x         | x         | x         | x         | x             | 150000000  | x            | 15         | amount
    transferToken amount, by contract                           | 1  | x         | x         | x         | x         | x             | x          | 150000000    | 15         | amount
    transfer amount, in the specification’s fields              | x  | 1000000   | 1000000   | 1500000   | 1500000   | 10            | x          | x            | x          | amount
    POST /api/:vaultId/transfer amount                          |    | 1000000   | 1000000   | 1500000   | 1500000   | 10            | x          | x            | x          | amount
    transfer amount, sBTC                                       | x  | 100000000 | 100000000 | 150000000 | x         | x             | x          | 150000000    | 15         | amount
    POST /api/:vaultId/transfer amount, sBTC                    |    | 100000000 | 100000000 | 150000000 | x         | x             | x          | 150000000    | 15         | amount
    transfer amount, Custom                                     | x  | 100000000 | 100000000 | 150000000 | x         | x             | x          | 150000000    | 15         | amount
    POST /api/:vaultId/transfer amount, Custom                  |    | 100000000 | 100000000 | 150000000 | x         | x             | x          | 150000000    | 15         | amount
    createNativeTransaction amount                              | x  | 1000000   | 1000000   | 1500000   | 1500000   | 10            | x          | x            | x          | amount
    createFTTransaction amount                                  | x  | 100000000 | 100000000 | 150000000 | x         | x             | x          | 150000000    | 15         | amount
    submitBatch transfer amount                                 | x  | 1000000   | 1000000   | 1500000   | 1500000   | 10            | x          | x            | x          | transactions[0].params.amount
    POST /api/:vaultId/transaction/submit-batch transfer amount |    | 1000000   | 1000000   | 1500000   | 1500000   | 10            | x          | x            | x          | transactions[0].params.amount
    option fee                                                  | x  | x         | x         | x         | 1500000   | x             | x          | x            | x          | fee
    POST /api/:vaultId/transfer fee                             |    | 1000000   | 1000000   | 1500000   | 1500000   | x             | x          | x            | x          | fee
    replaceTransaction amount                                   | x  | 1000000   | 1000000   | 1500000   | 1500000   | 10            | x          | x            | x          | amount
    POST /api/:vaultId/replace-transaction newAmount            |    | 1000000   | 1000000   | 1500000   | 1500000   | 10            | x          | x            | x          | newAmount
    replaceTransaction option fee                               | x  | x         | x         | x         | 1500000   | x             | x          | x            | x          | fee
    POST /api/:vaultId/replace-transaction newFee               |    | 1000000   | 1000000   | 1500000   | 1500000   | x             | x          | x            | x          | newFee"
  `);
});

test('so does an amount that is stacked', async () => {
  const table = await tableOf(signer, stacking, TEXTS.slice(0, 2));
  isOneUnit(table);
  expect(table.text).toMatchInlineSnapshot(`
    "                                                             | 1n           | '1'          | 1            | '1.5'        | '1.5 STX'    | '10 microSTX' | refused as
    stackSolo amount (of 200000)                                 | x            | 200000000000 | 200000000000 | 200000500000 | 200000500000 | x             | amount, STACKING_REFUSED
    POST /api/:vaultId/stacking/solo amount (of 200000)          |              | 200000000000 | 200000000000 | 200000500000 | 200000500000 | x             | STACKING_REFUSED
    stackSolo maxAmount (of 200000000000)                        | 200000000000 | 200000000000 | 200000000000 | x            | x            | x             | maxAmount
    POST /api/:vaultId/stacking/solo maxAmount (of 200000000000) |              | 200000000000 | 200000000000 | x            | x            | x             | maxAmount
    increaseStackedAmount increaseBy                             | x            | 1000000      | 1000000      | 1500000      | 1500000      | 10            | increaseBy
    POST /api/:vaultId/stacking/solo/increase increaseBy         |              | 1000000      | 1000000      | 1500000      | 1500000      | 10            |
    delegateToPool amount                                        | x            | 1000000      | 1000000      | 1500000      | 1500000      | 10            | amount
    POST /api/:vaultId/stacking/pool/delegate amount             |              | 1000000      | 1000000      | 1500000      | 1500000      | 10            |
    stake amount                                                 | x            | 1000000      | 1000000      | 1500000      | 1500000      | 10            | amount
    POST /api/:vaultId/stacking/stake amount                     |              | 1000000      | 1000000      | 1500000      | 1500000      | 10            |
    updateStake increaseBy                                       | x            | 1000000      | 1000000      | 1500000      | 1500000      | 10            | increaseBy
    POST /api/:vaultId/stacking/stake/update increaseBy          |              | 1000000      | 1000000      | 1500000      | 1500000      | 10            |"
  `);
});

/** Routes without an amount of their own, and those that take any transaction. */
const OTHERS = [
  'allowContractCaller',
  'callContract',
  'claimRewards',
  'extendStackingPeriod',
  'revokeDelegation',
  'submit',
  'unstake',
];

test('every route that makes a transaction is in a table', () => {
  const routes = stacksApi().routes.filter(({ kind }) => kind === 'write');
  const names = [...transfers, ...replacements, ...stacking].map(({ name }) => name);
  const left = routes.filter(({ path }) => !names.some((name) => name.startsWith(`POST ${path} `)));
  expect(left.map(({ operation }) => operation).sort()).toEqual(OTHERS);
});
