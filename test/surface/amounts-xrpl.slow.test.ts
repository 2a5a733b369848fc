import { beforeAll, expect, test } from 'vitest';
import { type HttpHandler, xrplHandler } from '../../src/handlers.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { xrplApi } from '../../src/xrpl/routes/index.js';
import { decode } from '../../src/xrpl/wire/decode.js';
import { ask } from '../spec/support/http.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { rejectionOf } from '../support/rejections.js';
import { RefusingSigner, type Row, tableOf } from './support/unsigned.js';

const signer = new RefusingSigner();
const network = { url: 'https://xrpl.invalid', networkId: 1 };
const gateway = new XrplGateway({
  signer,
  network,
  transport: new FakeXrplNode(),
  secondsPerLedger: 3,
  trial: 'off',
});
let handler: HttpHandler;

const to = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const issuer = 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe';
const mptIssuanceId = `00000001${'8B653931A70BC6FB94765021E56DA57FE3C66017'}`;
const usd = (value: unknown) => ({ currency: 'USD', issuer, value });
const eur = { currency: 'EUR', issuer, value: '1' };

/** A field of the signed transaction, as the codec reads it from the payload. */
const field =
  (...path: readonly string[]) =>
  (payload: never) =>
    path.reduce<unknown>((at, name) => Object(at)[name], decode(payload).transaction);

const inToken = (name: string) => field(name, 'value');

type Call = Row['call'];
const row = (name: string, call: Call, units: Row['units'], one = 1): Row => ({
  name,
  call,
  units,
  one,
});
/** A method, and its route where it has one: both take the same parameters. */
const both = (
  name: keyof XrplGateway,
  place: string,
  section: string,
  params: (value: unknown) => object,
  units: Row['units'],
): readonly Row[] => {
  const method = Reflect.get(gateway, name) as (...call: unknown[]) => Promise<unknown>;
  const path = `/api/${section}/${name}`;
  return [
    row(`${name} ${place}`, (value) => method.call(gateway, '0', params(value)), units),
    {
      ...row(`POST ${path} ${place}`, (value) => post(`${path}/0`, params(value)), units),
      isHttp: true,
    },
  ];
};

async function post(path: string, body: unknown): Promise<unknown> {
  const answer = await ask(handler, `POST ${path}?trial=off`, body);
  throw answer.body;
}

const methods: readonly Row[] = [
  row('transfer amount', (amount) => gateway.transfer('0', { to, amount }), field('Amount')),
  row(
    'transferToken amount, issued',
    (amount) => gateway.transferToken('0', { token: { currency: 'USD', issuer }, to, amount }),
    inToken('Amount'),
  ),
  row(
    'transferToken amount, multi-purpose',
    (amount) => gateway.transferToken('0', { token: { mptIssuanceId }, to, amount }),
    inToken('Amount'),
  ),
  row(
    'submit Amount',
    (Amount) => gateway.submit('0', { TransactionType: 'Payment', Destination: to, Amount }),
    field('Amount'),
  ),
  row(
    'submit Fee',
    (Fee) => gateway.submit('0', { TransactionType: 'AccountSet', Fee }),
    field('Fee'),
    12,
  ),
  row(
    'submitBatch xrpTransfer amount',
    (amount) => {
      const params = { destination: to, amount };
      return gateway.submitBatch('0', [{ transactionType: 'xrpTransfer', params }]);
    },
    (payload) => field('Amount')([payload].flat()[0] as never),
  ),
];

const rows: readonly Row[] = [
  ...methods,
  ...both(
    'xrpTransfer',
    'amount',
    'token',
    (amount) => ({ destination: to, amount }),
    field('Amount'),
  ),
  ...both(
    'offerCreate',
    'sellAmount',
    'dex',
    (sellAmount) => ({ sellAmount, buyAmount: eur }),
    field('TakerGets'),
  ),
  ...both(
    'offerCreate',
    'buyAmount',
    'dex',
    (buyAmount) => ({ sellAmount: eur, buyAmount }),
    field('TakerPays'),
  ),
  ...both(
    'offerCreate',
    'buyAmount.value',
    'dex',
    (value) => ({ sellAmount: '9', buyAmount: usd(value) }),
    inToken('TakerPays'),
  ),
  ...both(
    'crossCurrencyPayment',
    'amount',
    'dex',
    (amount) => ({ destination: to, amount, sendMax: eur }),
    field('Amount'),
  ),
  ...both(
    'crossCurrencyPayment',
    'sendMax',
    'dex',
    (sendMax) => ({ destination: to, amount: eur, sendMax }),
    field('SendMax'),
  ),
  ...both(
    'crossCurrencyPayment',
    'deliverMin',
    'dex',
    (deliverMin) => ({
      destination: to,
      amount: '9',
      sendMax: eur,
      deliverMin,
      flags: { tfPartialPayment: true },
    }),
    field('DeliverMin'),
  ),
  ...both(
    'tokenTransfer',
    'amount.value',
    'token',
    (value) => ({ destination: to, amount: usd(value) }),
    inToken('Amount'),
  ),
  ...both(
    'tokenTransfer',
    'sendMax',
    'token',
    (sendMax) => ({ destination: to, amount: eur, sendMax }),
    field('SendMax'),
  ),
  ...both(
    'tokenTransfer',
    'amount.value, multi-purpose',
    'token',
    (value) => ({ destination: to, amount: { mptIssuanceId, value } }),
    inToken('Amount'),
  ),
  ...both(
    'burnToken',
    'amount.value',
    'token',
    (value) => ({ amount: usd(value) }),
    inToken('Amount'),
  ),
  ...both(
    'clawback',
    'value',
    'token',
    (value) => ({ holder: to, currency: 'USD', value }),
    inToken('Amount'),
  ),
  ...both(
    'trustSet',
    'limitAmount.value',
    'token',
    (value) => ({ limitAmount: usd(value) }),
    inToken('LimitAmount'),
  ),
];

beforeAll(() => {
  handler = xrplHandler(gateway, { onError: () => undefined });
});

test('an amount means one number of units, however it is written, or is refused', async () => {
  const table = await tableOf(signer, rows, ['1.5 XRP', '10 drops', '1.5 USD', '15 units']);
  for (const [name, units] of table.units) expect([name, units.size <= 1]).toEqual([name, true]);
  expect(table.text).toMatchInlineSnapshot(`
    "                                                          | 1n | '1'     | 1 | '1.5'   | '1.5 XRP' | '10 drops' | '1.5 USD' | '15 units' | refused as
    transfer amount                                           | 1  | x       | x | x       | 1500000   | 10         | x         | x          | amount
    transferToken amount, issued                              | x  | x       | x | x       | x         | x          | 1.5       | x          | amount
    transferToken amount, multi-purpose                       | 1  | x       | x | x       | x         | x          | x         | 15         | amount
    submit Amount                                             | x  | 1       | x | x       | x         | x          | x         | x          | transaction.Amount
    submit Fee (of 12)                                        | x  | 12      | x | x       | x         | x          | x         | x          | transaction.Fee
    submitBatch xrpTransfer amount                            | x  | 1000000 | x | 1500000 | x         | x          | x         | x          | transactions[0].params.amount
    xrpTransfer amount                                        | x  | 1000000 | x | 1500000 | x         | x          | x         | x          | amount
    POST /api/token/xrpTransfer amount                        |    | 1000000 | x | 1500000 | x         | x          | x         | x          | amount
    offerCreate sellAmount                                    | 1  | 1       | x | x       | x         | x          | x         | x          | sellAmount
    POST /api/dex/offerCreate sellAmount                      |    | 1       | x | x       | x         | x          | x         | x          | sellAmount
    offerCreate buyAmount                                     | 1  | 1       | x | x       | x         | x          | x         | x          | buyAmount
    POST /api/dex/offerCreate buyAmount                       |    | 1       | x | x       | x         | x          | x         | x          | buyAmount
    offerCreate buyAmount.value                               | x  | 1       | x | 1.5     | x         | x          | x         | x          | buyAmount.value
    POST /api/dex/offerCreate buyAmount.value                 |    | 1       | x | 1.5     | x         | x          | x         | x          | buyAmount.value
    crossCurrencyPayment amount                               | 1  | 1       | x | x       | x         | x          | x         | x          | amount
    POST /api/dex/crossCurrencyPayment amount                 |    | 1       | x | x       | x         | x          | x         | x          | amount
    crossCurrencyPayment sendMax                              | 1  | 1       | x | x       | x         | x          | x         | x          | sendMax
    POST /api/dex/crossCurrencyPayment sendMax                |    | 1       | x | x       | x         | x          | x         | x          | sendMax
    crossCurrencyPayment deliverMin                           | 1  | 1       | x | x       | x         | x          | x         | x          | deliverMin
    POST /api/dex/crossCurrencyPayment deliverMin             |    | 1       | x | x       | x         | x          | x         | x          | deliverMin
    tokenTransfer amount.value                                | x  | 1       | x | 1.5     | x         | x          | x         | x          | amount.value
    POST /api/token/tokenTransfer amount.value                |    | 1       | x | 1.5     | x         | x          | x         | x          | amount.value
    tokenTransfer sendMax                                     | 1  | 1       | x | x       | x         | x          | x         | x          | sendMax
    POST /api/token/tokenTransfer sendMax                     |    | 1       | x | x       | x         | x          | x         | x          | sendMax
    tokenTransfer amount.value, multi-purpose                 | x  | 1       | x | x       | x         | x          | x         | x          | amount.value
    POST /api/token/tokenTransfer amount.value, multi-purpose |    | 1       | x | x       | x         | x          | x         | x          | amount.value
    burnToken amount.value                                    | x  | 1       | x | 1.5     | x         | x          | x         | x          | amount.value
    POST /api/token/burnToken amount.value                    |    | 1       | x | 1.5     | x         | x          | x         | x          | amount.value
    clawback value                                            | x  | 1       | x | 1.5     | x         | x          | x         | x          | value
    POST /api/token/clawback value                            |    | 1       | x | 1.5     | x         | x          | x         | x          | value
    trustSet limitAmount.value                                | x  | 1       | x | 1.5     | x         | x          | x         | x          | limitAmount.value
    POST /api/token/trustSet limitAmount.value                |    | 1       | x | 1.5     | x         | x          | x         | x          | limitAmount.value"
  `);
});

/** Routes whose bodies have no amount, and those that take any transaction, as the methods in the table do. */
const OTHERS = [
  'offerCancel',
  'accountSet',
  'freezeToken',
  'mptokenAuthorize',
  'credentialCreate',
  'credentialAccept',
  'credentialDelete',
  'submit',
  'submitBatch',
];

test('every route that makes a transaction is in the table', () => {
  const routes = xrplApi().routes.filter(({ kind }) => kind === 'write');
  const shown = routes.filter(({ path }) =>
    rows.some(({ name }) => name.startsWith(`POST ${path.replace('/:vaultAccountId', '')} `)),
  );
  const left = routes.filter((route) => !shown.includes(route));
  expect(left.map(({ operation }) => operation).sort()).toEqual([...OTHERS].sort());
});

test.each(['a\nb', 'x'.repeat(100_000), 'US', ''])(
  'a currency that can be none is refused as one, and not repeated: %j',
  async (currency) => {
    const params = { to, amount: '1.5 EUR', token: { currency, issuer } } as const;
    const error = await rejectionOf(gateway.transferToken('0', params));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'token.currency' });
    expect(String(error)).toMatch(/^.{0,80}$/);
  },
);
