import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  ConfigurationError,
  InvalidInputError,
  RateLimitedError,
  UnreachableError,
} from '../../src/core/errors.js';
import { HttpError, type HttpFailure, netlinkServerHandler } from '../../src/handlers.js';
import {
  NETLINK_ERRORS,
  NETLINK_OPERATIONS,
  NetlinkError,
  type NetlinkRegistrationSettings,
  NetlinkUnconfirmedError,
  netlinkRegistration,
} from '../../src/netlink/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import { gate } from '../support/gate.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { runs } from '../support/runs.js';
import {
  API_KEY,
  answeringProvider,
  clientOn,
  handlerFor,
  REGISTRATION,
  SCHEME,
  SECRET,
  signer,
  WITHDRAWAL,
} from './support/netlink.js';

const ORIGIN = 'https://exchange.example';

interface Sending {
  readonly method?: string;
  readonly body?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
}

/** Sends what is signed as it should be, however little sense it makes. */
async function send(
  handler: (request: Request) => Promise<Response>,
  path: string,
  { method = 'GET', body, headers = {}, signal }: Sending = {},
) {
  const signed = await signer().headers({ method, path, body });
  const response = await handler(
    new Request(`${ORIGIN}/api${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...signed, ...headers },
      ...(body === undefined ? {} : { body }),
      ...(signal === undefined ? {} : { signal }),
    }),
  );
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), response };
}

const post = (
  handler: (request: Request) => Promise<Response>,
  path: string,
  fields: unknown,
  signal?: AbortSignal,
) => send(handler, path, { method: 'POST', body: JSON.stringify(fields), signal });

const withdrawal = {
  accountType: 'SPOT',
  toAddress: 'a',
  coinSymbol: 'BTC',
  network: 'Bitcoin',
  amount: '1',
  isGross: 'true',
  isSettlementTx: 'false',
};
const deposit = { accountType: 'SPOT', coinSymbol: 'BTC', network: 'Bitcoin' };
const history =
  '/v1/transactionHistory?fromDate=1&toDate=2&pageSize=10&coinSymbol=BTC&network=Bitcoin';

let failures: HttpFailure[] = [];
const handler = handlerFor(answeringProvider(), { onError: (failure) => failures.push(failure) });
beforeEach(() => {
  failures = [];
});

describe('the headers', () => {
  const path = '/v1/accounts';
  const valid = async () => ({ ...(await signer().headers({ method: 'GET', path })) });
  const ask = async (headers: Headers | Record<string, string>) => {
    const response = await handler(new Request(`${ORIGIN}/api${path}`, { headers }));
    const body = (await response.json()) as { error: string; errorCode: number | null };
    return { status: response.status, ...body };
  };
  const names = ['X-FBAPI-KEY', 'X-FBAPI-TIMESTAMP', 'X-FBAPI-NONCE', 'X-FBAPI-SIGNATURE'] as const;

  it.each(names)('are 400000 when %s is missing, empty or there twice', async (name) => {
    const headers = await valid();
    const { [name]: _, ...without } = headers;
    const twice = new Headers(headers);
    twice.append(name, headers[name]);
    for (const sent of [without, { ...headers, [name]: '' }, twice]) {
      expect(await ask(sent)).toMatchObject({ status: 400, errorCode: 400000 });
    }
    expect((await ask(without)).error).toContain(name);
  });

  it('are 400001 for a nonce that is none, or was used before', async () => {
    const headers = await valid();
    expect(await ask({ ...headers, 'X-FBAPI-NONCE': '1' })).toMatchObject({ errorCode: 400001 });
    expect((await ask(headers)).status).toBe(200);
    expect(await ask(headers)).toMatchObject({ status: 400, errorCode: 400001 });
  });

  it.each([
    ['no digits', 'now'],
    ['a digit too many', '17000000000000'],
    ['the past', String(Date.now() - 3_600_000)],
    ['the future', String(Date.now() + 3_600_000)],
  ])('are 400002 for a timestamp of %s', async (_, timestamp) => {
    const headers = { ...(await valid()), 'X-FBAPI-TIMESTAMP': timestamp };
    expect(await ask(headers)).toMatchObject({ status: 400, errorCode: 400002 });
  });

  it.each([
    ['that is no base64', () => '%%%'],
    ['that is cut off', (text: string) => text.slice(0, -4)],
    ['of something else', () => Buffer.alloc(64, 7).toString('base64')],
  ])('are 400003 for a signature %s', async (_, edit) => {
    const headers = await valid();
    const changed = { ...headers, 'X-FBAPI-SIGNATURE': edit(headers['X-FBAPI-SIGNATURE']) };
    expect(await ask(changed)).toMatchObject({ status: 400, errorCode: 400003 });
  });

  it('are 401 for an API key that nobody has, as HTTP has it', async () => {
    const headers = { ...(await valid()), 'X-FBAPI-KEY': 'somebody else' };
    expect(await ask(headers)).toMatchObject({ status: 401, errorCode: null });
  });

  it('are 400003 when path, query, method or body are not what was signed', async () => {
    const body = JSON.stringify(withdrawal);
    const signed = await signer().headers({ method: 'POST', path: '/v1/withdraw', body });
    const headers = { ...signed, 'content-type': 'application/json' };
    const sendOther = async (url: string, text: string) => {
      const request = new Request(`${ORIGIN}/api${url}`, { method: 'POST', headers, body: text });
      return ((await (await handler(request)).json()) as { errorCode: number }).errorCode;
    };
    expect(await sendOther('/v1/withdraw', body.replace('"1"', '"9"'))).toBe(400003);
    expect(await sendOther('/v1/withdraw', body.replace(',', ', '))).toBe(400003);
    expect(await sendOther('/v1/withdraw?a=b', body)).toBe(400003);
    expect(await sendOther('/v1/internalTransfer', body)).toBe(400003);
  });

  it('come before anything else is looked at', async () => {
    const asked: [string, unknown][] = [];
    const other = handlerFor(answeringProvider(asked));
    for (const { method, path: route } of Object.values(NETLINK_OPERATIONS)) {
      const body = method === 'POST' ? { body: 'no json' } : {};
      const response = await other(new Request(`${ORIGIN}/api${route}`, { method, ...body }));
      expect(await response.json()).toMatchObject({ errorCode: 400000 });
    }
    expect(asked).toEqual([]);
  });
});

describe('the routes', () => {
  it.each(Object.values(NETLINK_OPERATIONS).map(({ method, path }) => [method, path] as const))(
    'have %s %s, and no other method there',
    async (method, path) => {
      const other = method === 'GET' ? 'DELETE' : 'PUT';
      const missing = await send(handler, path, { method: other });
      expect(missing).toMatchObject({ status: 404, body: { errorCode: null } });
      expect(missing.body.error).toBe(`Cannot ${other} /api${path}`);
      expect((await send(handler, path, { method })).status).not.toBe(404);
    },
  );

  it.each(['/', '/v1', '/v1/transactionById', '/v1/subAccountsTransfer', '/v2/accounts'])(
    'have no %s',
    async (path) => {
      expect(await send(handler, path)).toMatchObject({ status: 404, body: { errorCode: null } });
    },
  );

  it('tell nobody what there is who is not authentic, or not from where the platform calls', async () => {
    const sourceNetworks = { others: ['192.0.2.1'] };
    const limited = handlerFor(answeringProvider(), { sourceNetworks });
    for (const [method, path] of [
      ['GET', '/nothing'],
      ['GET', '/v1/nothing'],
      ['DELETE', '/v1/accounts'],
    ] as const) {
      const unsigned = await handler(new Request(`${ORIGIN}/api${path}`, { method }));
      expect([unsigned.status, await unsigned.json()]).toMatchObject([400, { errorCode: 400000 }]);
      expect(await send(limited, path, { method })).toMatchObject({
        status: 400,
        body: { errorCode: 400017 },
      });
    }
  });

  it('begin where the base URL or the option says', async () => {
    const elsewhere = handlerFor(answeringProvider(), { basePath: '/other/' });
    const ask = async (url: string, path: string) => {
      const headers = { ...(await signer().headers({ method: 'GET', path })) };
      return elsewhere(new Request(`${ORIGIN}${url}`, { headers }));
    };
    expect((await ask('/api/v1/accounts', '/api/v1/accounts')).status).toBe(404);
    expect((await ask('/other/v1/accounts', '/v1/accounts')).status).toBe(200);
  });

  it('give each answer an id, and repeat the caller’s', async () => {
    const { response } = await send(handler, '/v1/accounts', {
      headers: { 'x-request-id': 'mine' },
    });
    expect(response.headers.get('x-request-id')).toBe('mine');
    expect(response.headers.get('content-type')).toContain('application/json');
  });

  it('tell the provider who asks', async () => {
    const calls: unknown[] = [];
    const other = handlerFor({
      ...answeringProvider(),
      listAccounts: async (call) => {
        calls.push(call);
        return [];
      },
    });
    await send(other, '/v1/accounts', { headers: { 'x-request-id': 'r-1' } });
    expect(calls).toEqual([
      {
        apiKey: API_KEY,
        operation: 'listAccounts',
        requestId: 'r-1',
        clientAddress: undefined,
        signal: expect.any(AbortSignal),
      },
    ]);
  });
});

describe('parameters', () => {
  it('are 400010 as a direction that there is not', async () => {
    const asking = (direction: string) =>
      send(handler, `${history}&isSubTransfer=false&direction=${direction}`);
    const { status, body } = await asking('UP');
    expect([status, body.errorCode]).toEqual([400, 400010]);
    expect(body.error).toContain('direction');
    expect(await asking('CRYPTO_WITHDRAWAL')).toMatchObject({ status: 200 });
  });

  it.each([
    ['amount', { amount: 1 }],
    ['amount', { amount: '-1' }],
    ['amount', { amount: '1e5' }],
    ['amount', { amount: '0' }],
    ['amount', { amount: ' 1' }],
    ['amount', { amount: '9'.repeat(200) }],
    ['maxFee', { maxFee: 'x' }],
    ['isGross', { isGross: 'yes' }],
    ['isGross', { isGross: undefined }],
    ['isSettlementTx', { isSettlementTx: undefined }],
    ['toAddress', { toAddress: {} }],
    ['accountType', { accountType: 7 }],
    ['network', { network: '' }],
    ['coinSymbol', { coinSymbol: '\ud800' }],
  ])('are 400010 and named: %s %o', async (field, changes) => {
    const { status, body } = await post(handler, '/v1/withdraw', { ...withdrawal, ...changes });
    expect([status, body.errorCode]).toEqual([400, 400010]);
    expect(body.error).toMatch(new RegExp(`^${field}: `));
  });

  it.each([
    [`${history}&isSubTransfer=perhaps`, 'isSubTransfer'],
    [history, 'isSubTransfer'],
    [`${history}&isSubTransfer=false`.replace('pageSize=10', 'pageSize=0'), 'pageSize'],
    [`${history}&isSubTransfer=false`.replace('pageSize=10', 'pageSize=1.5'), 'pageSize'],
    [`${history}&isSubTransfer=false`.replace('fromDate=1', 'fromDate=x'), 'fromDate'],
    [`${history}&isSubTransfer=false`.replace('fromDate=1', 'fromDate=3'), 'toDate'],
    [`${history}&isSubTransfer=false`.replace('network=Bitcoin', 'network='), 'network'],
    [`${history}&isSubTransfer=false&coinSymbol=ETH`, 'coinSymbol'],
    ['/v1/transactionByID', 'transactionID'],
    ['/v1/transactionByID?transactionID=', 'transactionID'],
    ['/v1/transactionByHash?txHash=a', 'network'],
    ['/v1/withdrawalFee?transferAmount=a&coinSymbol=b&network=c', 'transferAmount'],
    ['/v1/depositAddress?coinSymbol=b&network=c', 'accountType'],
  ])('in a query are too: %s', async (path, field) => {
    const { status, body } = await send(handler, path);
    expect([status, body.errorCode]).toEqual([400, 400010]);
    expect(body.error).toMatch(new RegExp(`^${field}: `));
  });

  it('may be what releases before and after have', async () => {
    const asked: [string, unknown][] = [];
    const other = handlerFor(answeringProvider(asked));
    const fields = { ...withdrawal, isGross: true, tag: null, maxFee: null, later: { a: 1 } };
    expect((await post(other, '/v1/withdraw', fields)).status).toBe(200);
    expect(asked[0]?.[1]).toMatchObject({ isGross: true, tag: undefined, maxFee: undefined });
    expect(asked[0]?.[1]).not.toHaveProperty('later');
  });

  it('are 400010, 413 or 415 as a body that is none, and never a 500', async () => {
    const sending = (body: string | Uint8Array, headers = {}) =>
      send(handler, '/v1/withdraw', { method: 'POST', body, headers });
    for (const body of ['', ' ', '{', 'null', '[]', '"a"', '7', '\ufeff', new Uint8Array([0xff])]) {
      const { status, body: answer } = await sending(body);
      expect([status, answer.errorCode]).toEqual([400, 400010]);
    }
    expect((await sending('{}', { 'content-type': 'text/plain' })).status).toBe(415);
    expect((await sending('{}', { 'content-encoding': 'gzip' })).status).toBe(415);
    const large = await sending(JSON.stringify({ a: 'x'.repeat(70_000) }));
    expect(large).toMatchObject({ status: 413, body: { errorCode: null } });
    expect((await sending('{"__proto__":{"amount":"1"},"constructor":1}')).status).toBe(400);
    expect((await sending(`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`)).status).toBe(400);
  });

  it('of any JSON at all never make a 500', async () => {
    const posts = Object.values(NETLINK_OPERATIONS).filter(({ method }) => method === 'POST');
    const fields = fc.dictionary(
      fc.constantFrom(...Object.keys(withdrawal), 'direction', 'subAccountID', 'fromAccountType'),
      fc.oneof(fc.jsonValue(), fc.constantFrom('1', 'SPOT', 'true', 'IN')),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...posts),
        fc.oneof(fields, fc.jsonValue()),
        async ({ path }, value) => {
          const { status, body } = await post(handler, path, value);
          expect([200, 400]).toContain(status);
          if (status === 400) expect(body.error).toEqual(expect.any(String));
        },
      ),
      runs(300),
    );
    expect(failures.every(({ error }) => error instanceof Error)).toBe(true);
  });
});

describe('what the registration says', () => {
  const registered = (changes: Partial<NetlinkRegistrationSettings>) =>
    handlerFor(answeringProvider(), { registration: { ...REGISTRATION, ...changes } });
  const fee = '/v1/withdrawalFee?transferAmount=1&coinSymbol=BTC&network=Bitcoin';
  const address = '/v1/depositAddress?accountType=SPOT&coinSymbol=BTC&network=Bitcoin';
  const subMain = { subAccountID: 'a', direction: 'IN', coinSymbol: 'BTC', amount: '1' };
  const subs = { srcSubAccountID: 'a', dstSubAccountID: 'b', coinSymbol: 'BTC', amount: '1' };
  const none = { supportsSubAccounts: false, supportsSubAccountTransfers: false };

  it.each([
    ['withdrawals', { supportsWithdrawals: false }, '/v1/withdraw', withdrawal],
    ['fees of withdrawals', { supportsWithdrawals: false }, fee, undefined],
    ['addresses', { supportsDeposits: false }, address, undefined],
    ['new addresses', { supportsDeposits: false }, '/v1/depositAddress', deposit],
    ['sub-accounts', none, '/v1/subMainTransfer', subMain],
    [
      'sub-account transfers',
      { supportsSubAccountTransfers: false },
      '/v1/subaccountsTransfer',
      subs,
    ],
    ['their history', none, `${history}&isSubTransfer=subMainTransfer`, undefined],
    ['any of their history', none, `${history}&isSubTransfer=true`, undefined],
    [
      'their transfers’ history',
      { supportsSubAccountTransfers: false },
      `${history}&isSubTransfer=subaccountTransfer`,
      undefined,
    ],
  ] as const)('%s that are not supported are 400008', async (_, changes, path, fields) => {
    const ask = (one: typeof handler) =>
      fields === undefined ? send(one, path) : post(one, path, fields);
    expect((await ask(handler)).status).toBe(200);
    expect(await ask(registered(changes))).toMatchObject({
      status: 400,
      body: { errorCode: NETLINK_ERRORS.UNSUPPORTED_OPERATION },
    });
  });

  it('addresses that are made by hand are 400013, and still can be read', async () => {
    const manual = registered({ manualDepositAddress: true });
    expect(await post(manual, '/v1/depositAddress', deposit)).toMatchObject({
      status: 400,
      body: { errorCode: 400013 },
    });
    expect((await send(manual, address)).status).toBe(200);
  });

  it('account types that are not there are 400007', async () => {
    const codeOf = async (one: typeof handler, path: string, fields: unknown) =>
      (await post(one, path, fields)).body.errorCode;
    const of = (accountType: string) => ({ ...withdrawal, accountType });
    expect(await codeOf(handler, '/v1/withdraw', of('FUTURES'))).toBe(400007);
    expect(await codeOf(handler, '/v1/withdraw', of('spot'))).toBe(400007);
    expect(await codeOf(handler, '/v1/withdraw', of('FUNDING'))).toBeUndefined();
    expect(await codeOf(registered(none), '/v1/withdraw', of('FUNDING'))).toBe(400007);
    const internal = {
      fromAccountType: 'SPOT',
      toAccountType: 'TRADING',
      coinSymbol: 'BTC',
      amount: '1',
    };
    expect(await codeOf(handler, '/v1/internalTransfer', internal)).toBe(400007);
    const same = registered({ subAccountFundableType: 'SPOT' });
    expect((await post(same, '/v1/withdraw', of('FUTURES'))).body.error).toBe(
      'accountType: must be one of SPOT',
    );
    const two = handlerFor(answeringProvider(), { accountTypes: ['SPOT', 'TRADING'] });
    expect(await codeOf(two, '/v1/internalTransfer', internal)).toBeUndefined();
  });

  it('what is moved or gets an address is of an asset that is listed, or it is 400009', async () => {
    const asked: [string, unknown][] = [];
    const one = handlerFor(answeringProvider(asked));
    const internal = { fromAccountType: 'SPOT', toAccountType: 'FUNDING', amount: '1' };
    for (const [path, fields] of [
      ['/v1/withdraw', { ...withdrawal, coinSymbol: 'DOGE', network: 'Dogecoin' }],
      ['/v1/withdraw', { ...withdrawal, network: 'Ethereum' }],
      ['/v1/withdraw', { ...withdrawal, coinSymbol: 'btc' }],
      ['/v1/depositAddress', { ...deposit, coinSymbol: 'DOGE' }],
      ['/v1/subMainTransfer', { ...subMain, coinSymbol: 'DOGE' }],
      ['/v1/subaccountsTransfer', { ...subs, coinSymbol: 'DOGE' }],
      ['/v1/internalTransfer', { ...internal, coinSymbol: 'DOGE' }],
    ] as const) {
      const { status, body } = await post(one, path, fields);
      expect([status, body.errorCode]).toEqual([400, NETLINK_ERRORS.UNSUPPORTED_ASSET]);
    }
    expect(asked).toEqual([]);
    expect(
      (await post(one, '/v1/internalTransfer', { ...internal, coinSymbol: 'USDC' })).status,
    ).toBe(200);
  });

  it('whose assets can not be listed moves nothing, and says why in its log only', async () => {
    const asked: [string, unknown][] = [];
    const heard: HttpFailure[] = [];
    const one = handlerFor(
      {
        ...answeringProvider(asked),
        listSupportedAssets: async () => {
          throw new Error('the database is away');
        },
      },
      { onError: (failure) => void heard.push(failure) },
    );
    const { status, body } = await post(one, '/v1/withdraw', withdrawal);
    expect([status, JSON.stringify(body)]).toEqual([500, expect.not.stringContaining('database')]);
    expect([String(heard[0]?.error), asked]).toEqual(['Error: the database is away', []]);
  });

  it('a sandbox lists base assets only', async () => {
    const symbols = async (one: typeof handler) =>
      (await send(one, '/v1/supportedAssets')).body.map(
        (asset: { coinSymbol: string }) => asset.coinSymbol,
      );
    expect(await symbols(handler)).toEqual(['BTC', 'USDC']);
    expect(await symbols(registered({ sandbox: true }))).toEqual(['BTC']);
  });
});

describe('what the provider does', () => {
  const failing = (error: unknown) =>
    handlerFor(
      {
        ...answeringProvider(),
        withdraw: async () => {
          throw error;
        },
      },
      { onError: (failure) => failures.push(failure) },
    );

  it.each(Object.entries(NETLINK_ERRORS))('refuses with %s', async (_, errorCode) => {
    const one = failing(new NetlinkError({ errorCode, error: 'because' }));
    const { status, body } = await post(one, '/v1/withdraw', withdrawal);
    expect([status, body]).toEqual([400, { error: 'because', errorCode }]);
  });

  it.each([
    ['another status', new NetlinkError({ status: 404, errorCode: 400018 }), 404, 400018],
    ['a status of success', new NetlinkError({ status: 200, error: 'x' }), 500, null],
    ['a rate limit of its own', new RateLimitedError('exchange', 1_500), 500, null],
    ['its own bad input', new InvalidInputError('row', SECRET), 500, null],
    ['an error of HTTP', new HttpError('UNAUTHORIZED', SECRET), 500, null],
    ['somebody unreachable', new UnreachableError('bank', SECRET), 500, null],
    ['a failure', new Error(`the database at ${SECRET}`), 500, null],
    ['a thing that is no error', 'thrown', 500, null],
  ])('answers with %s', async (_, error, status, errorCode) => {
    const answer = await post(failing(error), '/v1/withdraw', withdrawal);
    expect(answer).toMatchObject({ status, body: { errorCode } });
    expect(JSON.stringify(answer.body)).not.toContain(SECRET);
    expect(failures).toMatchObject([{ path: '/api/v1/withdraw', error }]);
  });

  it('throws at once, without a promise, is a 500 as well', async () => {
    const error = new InvalidInputError('row', SECRET);
    const withdraw = () => {
      throw error;
    };
    const onError = (failure: HttpFailure) => failures.push(failure);
    const one = handlerFor({ ...answeringProvider(), withdraw }, { onError });
    expect(await post(one, '/v1/withdraw', withdrawal)).toMatchObject({ status: 500 });
    expect(failures).toMatchObject([{ error }]);
  });

  it('throws is never a refusal of a move to the client', async () => {
    const errors = [new RateLimitedError('exchange', 1), new InvalidInputError('row', 'is bad')];
    for (const error of errors) {
      const client = clientOn((url, init) => failing(error)(new Request(url, init)));
      const seen = await rejectionOf(client.withdraw(WITHDRAWAL));
      expect(seen).toBeInstanceOf(NetlinkUnconfirmedError);
    }
  });

  it.each([
    ['withdraw', '/v1/withdraw', withdrawal, {}],
    ['withdraw', '/v1/withdraw', withdrawal, undefined],
    ['createDepositAddress', '/v1/depositAddress', deposit, { depositAddress: '' }],
    ['listAccounts', '/v1/accounts', undefined, [{ type: 'SPOT', balances: [{ totalAmount: 1 }] }]],
    ['listTransactions', `${history}&isSubTransfer=false`, undefined, { transactions: 'none' }],
  ])('is a 500 where %s gives what no client can read', async (name, path, fields, result) => {
    const one = handlerFor(
      { ...answeringProvider(), [name]: async () => result },
      { onError: (failure) => failures.push(failure) },
    );
    const answer = fields === undefined ? await send(one, path) : await post(one, path, fields);
    expect(answer).toMatchObject({ status: 500, body: { errorCode: null } });
    expect(failures).toHaveLength(1);
  });

  it.each([
    ['getDepositAddress', '/v1/depositAddress?accountType=SPOT&coinSymbol=BTC&network=Bitcoin'],
    ['getTransactionById', '/v1/transactionByID?transactionID=a'],
  ] as const)('may give nothing without a promise: %s', async (name, path) => {
    const one = handlerFor({ ...answeringProvider(), [name]: () => undefined });
    const { status, body } = await send(one, path);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('errorCode');
  });

  it('does is done once where it gives nothing: that is no unsupported operation', async () => {
    let done = 0;
    const withdraw = () => {
      done += 1;
    };
    const one = handlerFor({ ...answeringProvider(), withdraw: withdraw as never });
    const { status, body } = await post(one, '/v1/withdraw', withdrawal);
    expect({ status, code: body.errorCode, done }).toEqual({ status: 500, code: null, done: 1 });
  });

  it('may be missing where it is not registered, and only there', () => {
    const { withdraw: _, ...without } = answeringProvider();
    const error = thrownBy(() => handlerFor(without));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).message).toContain('withdraw');
    const registration = { ...REGISTRATION, supportsWithdrawals: false };
    expect(() => handlerFor(without, { registration })).not.toThrow();
  });

  it.each([
    ['maxBodyBytes', Number.NaN],
    ['maxBodyBytes', 0],
    ['accountTypes', 'SPOT,FUNDING'],
    ['basePath', 'api'],
    ['basePath', '/api?a=b'],
  ])('is not there with the setting %s as %j', (setting, value) => {
    const error = thrownBy(() => handlerFor(answeringProvider(), { [setting]: value }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting });
  });

  it('is not there without a verifier', () => {
    expect(
      thrownBy(() =>
        netlinkServerHandler(answeringProvider(), { registration: REGISTRATION } as never),
      ),
    ).toMatchObject({ setting: 'verifier' });
  });

  it('has account types that it does not transfer between as an unsupported operation', async () => {
    const { transferInternal: _, ...without } = answeringProvider();
    const internal = {
      fromAccountType: 'SPOT',
      toAccountType: 'FUNDING',
      coinSymbol: 'BTC',
      amount: '1',
    };
    const { body } = await post(handlerFor(without), '/v1/internalTransfer', internal);
    expect(body.errorCode).toBe(400008);
  });

  it('keeps what it is, methods of a class included', async () => {
    class Provider {
      readonly #accounts = [{ type: 'SPOT', balances: [] }];
      listAccounts = answeringProvider().listAccounts;
      async getTransactionById() {
        return undefined;
      }
      getTransactionByHash = this.getTransactionById;
      async listTransactions() {
        return { transactions: [], nextPageCursor: undefined };
      }
      async listSupportedAssets() {
        return this.#accounts.map(() => ({ coinSymbol: 'A', network: 'B', coinClass: 'BASE' }));
      }
    }
    const registration = {
      ...REGISTRATION,
      supportsWithdrawals: false,
      supportsDeposits: false,
      supportsSubAccounts: false,
      supportsSubAccountTransfers: false,
    };
    const one = handlerFor(new Provider(), { registration });
    expect((await send(one, '/v1/supportedAssets')).body).toHaveLength(1);
    const history = '/v1/transactionHistory?fromDate=1&toDate=2&pageSize=9&isSubTransfer=false';
    expect((await send(one, `${history}&coinSymbol=A&network=B`)).body).toEqual({
      transactions: [],
      nextPageCursor: null,
    });
    expect((await send(one, '/v1/transactionByID?transactionID=a')).body).toEqual({
      status: 'NOT_FOUND',
    });
  });
});

describe('a registration', () => {
  it('decides what was left open', () => {
    const { subAccountFundableType: _, supportsSubAccountTransfers: _1, ...rest } = REGISTRATION;
    expect(netlinkRegistration(rest)).toEqual({
      ...rest,
      version: 1,
      sandbox: false,
      subAccountFundableType: 'SPOT',
      supportsSubAccountTransfers: false,
      manualDepositAddress: false,
      masking: 'NONE',
    });
  });

  const svg = (attributes: string) => `<?xml version="1.0"?><svg ${attributes}><path d=""/></svg>`;
  it.each([
    svg('viewBox="0 0 32 32"'),
    svg('width="32px" height="32px"'),
    svg("height='32' width='32'"),
    `${svg('viewBox="0 0 32 32"')}<use href="#a"/><image href="data:image/png;base64,AA=="/>`,
  ])('takes the icon %s', (icon) => {
    expect(netlinkRegistration({ ...REGISTRATION, icon }).icon).toBe(icon);
  });

  it.each([
    ['displayName', { displayName: ' ' }],
    ['icon', { icon: 'https://exchange.example/icon.svg' }],
    ['icon', { icon: svg('width="64" height="64"') }],
    ['icon', { icon: svg('width="32"') }],
    ['icon', { icon: `${svg('width="32" height="32"')}<script/>` }],
    ['icon', { icon: svg('width="32" height="32" onload="x()"') }],
    ['icon', { icon: '<svg width="32" height="32"/onload="x()">' }],
    ['icon', { icon: `${svg('width="32" height="32"')}<a href="javascript:x()"/>` }],
    ['icon', { icon: `${svg('width="32" height="32"')}<a xlink:href=" &#106;avascript:x()"/>` }],
    ['apiKeyGuide', { apiKeyGuide: '' }],
    ['baseUrl', { baseUrl: 'http://exchange.example' }],
    ['baseUrl', { baseUrl: 'https://exchange.example/?a=b' }],
    ['version', { version: 2 }],
    ['mainAccountFundableType', { mainAccountFundableType: 'TRADING' }],
    ['subAccountFundableType', { subAccountFundableType: 'spot' }],
    ['sandbox', { sandbox: 'true' }],
    ['supportsWithdrawals', { supportsWithdrawals: undefined }],
    ['supportsDeposits', { supportsDeposits: 1 }],
    ['supportsSubAccounts', { supportsSubAccounts: null }],
    ['supportsSubAccountTransfers', { supportsSubAccounts: false }],
    ['manualDepositAddress', { manualDepositAddress: 'no' }],
    ['masking', { masking: 'MD5' }],
    ['authentication.algorithm', { authentication: { ...SCHEME, algorithm: 'ecdsa-sha512' } }],
    ['authentication.preEncoding', { authentication: { ...SCHEME, preEncoding: 'url-encoded' } }],
    ['authentication.postEncoding', { authentication: { ...SCHEME, postEncoding: 'none' } }],
    ['manual', { manual: true }],
  ])('names what is wrong: %s %o', (setting, changes) => {
    const error = thrownBy(() => netlinkRegistration({ ...REGISTRATION, ...changes } as never));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).setting).toBe(`registration.${setting}`);
    expect(() =>
      handlerFor(answeringProvider(), { registration: { ...REGISTRATION, ...changes } as never }),
    ).toThrow(ConfigurationError);
  });

  it('knows every algorithm that signs', () => {
    const algorithms = ['hmac-sha512', 'hmac-sha3-256', 'hmac-sha256'] as const;
    for (const algorithm of algorithms) {
      const authentication = { ...SCHEME, algorithm };
      expect(netlinkRegistration({ ...REGISTRATION, authentication }).authentication).toEqual(
        authentication,
      );
      expect(
        () => new RequestSigner({ ...authentication, apiKey: 'a', secret: 'b' }),
      ).not.toThrow();
    }
  });
});

describe('a transfer between account types', () => {
  const told = async (result: object) => {
    const handler = handlerFor({
      ...answeringProvider(),
      transferInternal: async () => result as never,
    });
    const request = {
      fromAccountType: 'SPOT',
      toAccountType: 'FUNDING',
      coinSymbol: 'BTC',
      amount: '1',
    };
    const { status, body } = await post(handler, '/v1/internalTransfer', request);
    return [status, body.completed];
  };

  it('is what its status says', async () => {
    expect(await told({ status: 'completed', completed: false })).toEqual([200, true]);
    expect(await told({ status: 'failed', completed: true })).toEqual([200, false]);
  });

  it('is what the protocol’s own field says where there is no status', async () => {
    expect(await told({ completed: true, transactionID: 't-1' })).toEqual([200, true]);
    expect(await told({ completed: false })).toEqual([200, false]);
  });

  it('is not told as failed for an answer that says neither', async () => {
    for (const result of [{}, { status: 'done' }, { status: null }]) {
      expect((await told(result))[0]).toBe(500);
    }
  });
});

describe('the time for a request', () => {
  const never = () => new Promise<never>(() => {});

  it.each(['/v1/accounts', '/v1/nowhere'])(
    'to %s is over where its body never ends',
    async (path) => {
      const limited = handlerFor(answeringProvider(), { timeoutMs: 50 });
      const init = { method: 'POST', body: new ReadableStream(), duplex: 'half' } as const;
      const response = await limited(new Request(`${ORIGIN}/api${path}`, init));
      expect([response.status, await response.json()]).toEqual([
        400,
        { error: 'body: must arrive in time', errorCode: NETLINK_ERRORS.INVALID_PARAMETER },
      ]);
    },
  );

  it.each([
    ['its provider', { listAccounts: never }, {}],
    ['its verification', {}, { verifier: { verify: never } }],
  ])('is over however long %s takes, and its outcome is open', async (_, methods, settings) => {
    const provider = { ...answeringProvider(), ...methods };
    const limited = handlerFor(provider, { timeoutMs: 50, ...settings });
    const { status, body } = await send(limited, '/v1/accounts');
    expect([status, body.errorCode]).toEqual([504, null]);
    expect(body.error).toContain('not known yet');
  });

  it('ends no call that moves money', async () => {
    const own = answeringProvider();
    const provider: typeof own = {
      ...own,
      withdraw: async (...given) => {
        await new Promise((resolve) => setTimeout(resolve, 100));
        return own.withdraw(...given);
      },
    };
    const limited = handlerFor(provider, { timeoutMs: 50 });
    expect((await post(limited, '/v1/withdraw', withdrawal)).status).toBe(200);
  });

  describe('of a call that moves money', () => {
    /** What it waits for before the provider is asked to move anything, and how often the provider is. */
    function heldBack(by: 'admit' | 'listSupportedAssets') {
      const [held, reached] = [gate(), gate()];
      const wait = () => {
        reached.open();
        return held.opened;
      };
      const own = answeringProvider();
      let moves = 0;
      const provider: typeof own = {
        ...own,
        listSupportedAssets: async (call) => {
          if (by === 'listSupportedAssets') await wait();
          return own.listSupportedAssets(call);
        },
        withdraw: async (...given) => {
          moves++;
          return own.withdraw(...given);
        },
      };
      const admit = by === 'admit' ? wait : () => {};
      const { opened: isReached } = reached;
      return { provider, admit, isReached, open: held.open, moves: () => moves };
    }

    it.each(['admit', 'listSupportedAssets'] as const)(
      'is over before it is begun, however long %s takes',
      async (by) => {
        const { provider, admit, isReached, open, moves } = heldBack(by);
        const limited = handlerFor(provider, { admit, timeoutMs: 500 });
        const late = await post(limited, '/v1/withdraw', withdrawal);
        await isReached;
        open();
        // Goes the same way, and overtakes none.
        await post(handlerFor(provider, { admit }), '/v1/withdraw', withdrawal);
        expect([late.status, late.body.errorCode, moves()]).toEqual([504, null, 1]);
      },
    );

    it.each(['admit', 'listSupportedAssets'] as const)(
      'is over when its caller goes while %s is waited for',
      async (by) => {
        const { provider, admit, isReached, open, moves } = heldBack(by);
        const handler = handlerFor(provider, { admit });
        const caller = new AbortController();
        const left = post(handler, '/v1/withdraw', withdrawal, caller.signal);
        await isReached;
        caller.abort();
        await left;
        open();
        await post(handler, '/v1/withdraw', withdrawal);
        expect(moves()).toBe(1);
      },
    );
  });

  it.each([0, -1, Number.NaN, 2 ** 31])('is no time of %s ms', (timeoutMs) => {
    const error = thrownBy(() => handlerFor(answeringProvider(), { timeoutMs }));
    expect(error).toMatchObject({ code: 'CONFIGURATION', setting: 'timeoutMs' });
  });
});
