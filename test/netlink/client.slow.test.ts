import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../../src/core/clock.js';
import {
  AbortedError,
  ConfigurationError,
  InvalidInputError,
  RateLimitedError,
  UnexpectedAnswerError,
  UnreachableError,
} from '../../src/core/errors.js';
import { happenedOf } from '../../src/core/known-error.js';
import {
  NETLINK_ERRORS,
  NETLINK_OPERATIONS,
  NetlinkClient,
  NetlinkError,
  NetlinkUnconfirmedError,
  netlinkErrorName,
} from '../../src/netlink/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { oracleVerifier } from '../support/request-verifier.js';
import {
  API_KEY,
  CALLS,
  clientOn,
  HISTORY,
  MOVES,
  READS,
  SCHEME,
  SECRET,
  signer,
  TRANSACTION,
  WITHDRAWAL,
} from './support/netlink.js';

/** An answer that each operation understands. */
const ANSWERS: Readonly<Record<keyof typeof CALLS, unknown>> = {
  listAccounts: [{ type: 'SPOT', balances: [] }],
  getDepositAddress: { depositAddress: 'addr' },
  createDepositAddress: { depositAddress: 'addr' },
  estimateWithdrawalFee: { feeAmount: '0.1' },
  withdraw: { transactionID: 'tx-1' },
  getTransactionById: TRANSACTION,
  getTransactionByHash: TRANSACTION,
  listTransactions: { transactions: [TRANSACTION] },
  listSupportedAssets: [{ coinSymbol: 'BTC', network: 'Bitcoin', coinClass: 'BASE' }],
  transferSubMain: { completed: true },
  transferSubAccounts: { completed: true },
  transferInternal: { completed: true },
};

const names = Object.keys(CALLS) as (keyof typeof CALLS)[];
const answering =
  (body: unknown, status = 200) =>
  () =>
    Response.json(body, { status });
const deposit = { accountType: 'SPOT', coinSymbol: 'BTC', network: 'Bitcoin' } as const;

interface Sent {
  readonly path: string;
  readonly init: RequestInit;
}

/** A client that keeps what it sends, answered by `answer`. */
function watched(answer: (sent: Sent, index: number) => Response | Promise<Response>) {
  const sent: Sent[] = [];
  const client = clientOn((url, init) => {
    const one = { path: url.replace('https://exchange.example/api', ''), init };
    return answer(one, sent.push(one) - 1);
  });
  return { client, sent };
}

describe('what goes over the wire', () => {
  const wire: Readonly<Record<keyof typeof CALLS, readonly [string, string, string?]>> = {
    listAccounts: ['GET', '/v1/accounts'],
    getDepositAddress: [
      'GET',
      '/v1/depositAddress?accountType=SPOT&coinSymbol=BTC&network=Bitcoin',
    ],
    createDepositAddress: [
      'POST',
      '/v1/depositAddress',
      '{"accountType":"SPOT","coinSymbol":"BTC","network":"Bitcoin"}',
    ],
    estimateWithdrawalFee: [
      'GET',
      '/v1/withdrawalFee?transferAmount=1&coinSymbol=BTC&network=Bitcoin',
    ],
    withdraw: [
      'POST',
      '/v1/withdraw',
      '{"accountType":"SPOT","coinSymbol":"BTC","network":"Bitcoin","amount":"1.5","isGross":"true","isSettlementTx":"false","toAddress":"bc1qexample"}',
    ],
    getTransactionById: ['GET', '/v1/transactionByID?transactionID=tx%201'],
    getTransactionByHash: ['GET', '/v1/transactionByHash?txHash=0xabc&network=Bitcoin%20Cash'],
    listTransactions: [
      'GET',
      '/v1/transactionHistory?fromDate=1600000000000&toDate=4000000000000&pageSize=500&isSubTransfer=false&coinSymbol=BTC&network=Bitcoin',
    ],
    listSupportedAssets: ['GET', '/v1/supportedAssets'],
    transferSubMain: [
      'POST',
      '/v1/subMainTransfer',
      '{"subAccountID":"sub-1","direction":"OUT","coinSymbol":"BTC","amount":"0.1"}',
    ],
    transferSubAccounts: [
      'POST',
      '/v1/subaccountsTransfer',
      '{"srcSubAccountID":"sub-1","dstSubAccountID":"sub-2","coinSymbol":"BTC","amount":"0.05"}',
    ],
    transferInternal: [
      'POST',
      '/v1/internalTransfer',
      '{"fromAccountType":"SPOT","toAccountType":"FUNDING","coinSymbol":"BTC","amount":"2"}',
    ],
  };

  it('is all of the specification: eleven paths, twelve operations', () => {
    expect(Object.keys(NETLINK_OPERATIONS).sort()).toEqual([...names].sort());
    expect(new Set(Object.values(NETLINK_OPERATIONS).map(({ path }) => path)).size).toBe(11);
  });

  it.each(names)('is documented for %s, and signed as documented', async (name) => {
    const { client, sent } = watched(() => Response.json(ANSWERS[name]));
    await CALLS[name](client);
    const [one] = sent;
    const { method, body, redirect } = one!.init;
    const [expectedMethod, expectedPath, expectedBody] = wire[name];
    expect([method, one!.path, body]).toEqual([expectedMethod, expectedPath, expectedBody]);
    expect(redirect).toBe('manual');
    const headers = new Headers(one!.init.headers);
    expect(headers.get('content-type')).toBe(method === 'POST' ? 'application/json' : null);
    // Path and body as sent, from /v1 on, by a verifier that shares no code with the signer.
    const verify = oracleVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET } });
    const request = { method, url: one!.path, headers: Object.fromEntries(headers) };
    expect(verify(request, Buffer.from(String(body ?? '')))).toBe(API_KEY);
  });

  it('spells everything as the URL standard has it, so that what is signed is what is sent', async () => {
    const { client, sent } = watched(() => Response.json({ status: 'NOT_FOUND' }));
    const transactionID = `a+b&c=d#e/f?g'h"i<j>k é 漢 😀 %20 \\ | ^ {}`;
    await client.getTransactionById({ transactionID });
    const { search, searchParams } = new URL(`http://host${sent[0]!.path}`);
    expect(sent[0]!.path).toBe(`/v1/transactionByID${search}`);
    expect(searchParams.get('transactionID')).toBe(transactionID);
  });

  it.each([
    [{ isSubTransfer: true }, 'isSubTransfer=true'],
    [{ isSubTransfer: 'subMainTransfer' }, 'isSubTransfer=subMainTransfer'],
    [{ isSubTransfer: 'subaccountTransfer' }, 'isSubTransfer=subaccountTransfer'],
    [{ direction: 'CRYPTO_DEPOSIT' }, 'direction=CRYPTO_DEPOSIT'],
    [{ pageCursor: 'a/b' }, 'pageCursor=a%2Fb'],
    [{ pageCursor: 'c'.repeat(4_096) }, `pageCursor=${'c'.repeat(4_096)}`],
    [{ pageSize: 7 }, 'pageSize=7'],
    [{ isSubTransfer: true, network: null }, 'network='],
  ] as const)('asks for a history with %o as %s', async (changes, expected) => {
    const { client, sent } = watched(() => Response.json({ transactions: [] }));
    await client.listTransactions({ ...HISTORY, ...changes });
    expect(sent[0]!.path.split(/[?&]/)).toContain(expected);
  });

  it.each([
    ['empty', ''],
    ['null', 'null'],
    ['omit', null],
  ] as const)('sends no network as %s', async (nullNetwork, expected) => {
    let asked: URL | undefined;
    const answer = (url: string) => {
      asked = new URL(url);
      return Response.json({ transactions: [] });
    };
    const client = clientOn(answer, { nullNetwork });
    await client.listTransactions({ ...HISTORY, isSubTransfer: true, network: undefined });
    expect(asked?.searchParams.get('network')).toBe(expected);
  });
});

describe('an answer about another transaction', () => {
  it.each([
    ['another id', { transactionID: 'tx 2' }],
    ['another hash', { txHash: '0xabd' }],
  ])('is refused: %s', async (what, other) => {
    const client = clientOn(answering({ ...TRANSACTION, ...other }));
    const asked =
      what === 'another id'
        ? client.getTransactionById({ transactionID: 'tx 1' })
        : client.getTransactionByHash({ txHash: '0xabc', network: 'Bitcoin' });
    await expect(asked).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });

  it.each([
    ['a hash in capitals', { txHash: '0XABC' }],
    ['a hash without 0x', { txHash: 'abc' }],
    ['no hash', { txHash: null }],
    ['no id', { transactionID: null }],
  ])('is none where it has %s', async (_, said) => {
    const client = clientOn(answering({ ...TRANSACTION, ...said }));
    const { amount } = TRANSACTION;
    const network = 'Bitcoin';
    await expect(client.getTransactionById({ transactionID: 'tx 1' })).resolves.toMatchObject({
      amount,
    });
    await expect(client.getTransactionByHash({ txHash: '0xabc', network })).resolves.toMatchObject({
      amount,
    });
  });
});

describe('what the answers mean', () => {
  const page = (fields: object) => ({ transactions: [], ...fields });
  it.each([
    ['getDepositAddress', { depositAddress: '' }, undefined],
    [
      'getDepositAddress',
      { depositAddress: 'a', depositAddressTag: null },
      { depositAddress: 'a', depositAddressTag: null },
    ],
    ['getTransactionById', { status: 'NOT_FOUND' }, undefined],
    ['getTransactionByHash', { status: 'NOT_FOUND', more: 1 }, undefined],
    [
      'getTransactionById',
      { ...TRANSACTION, txHash: '', transactionID: '' },
      { ...TRANSACTION, txHash: undefined, transactionID: undefined },
    ],
    [
      'getTransactionById',
      { ...TRANSACTION, status: 'NEW_STATUS', network: 'New Net' },
      { ...TRANSACTION, status: 'NEW_STATUS', network: 'New Net' },
    ],
    ['listTransactions', page({}), page({ nextPageCursor: undefined })],
    ['listTransactions', page({ nextPageCursor: null }), page({ nextPageCursor: undefined })],
    ['listTransactions', page({ nextPageCursor: '' }), page({ nextPageCursor: undefined })],
    ['listTransactions', page({ nextPageCursor: '0' }), page({ nextPageCursor: '0' })],
    [
      'listTransactions',
      page({ transactions: [{ ...TRANSACTION, network: null }] }),
      page({ transactions: [{ ...TRANSACTION, network: null }], nextPageCursor: undefined }),
    ],
    [
      'transferSubMain',
      { completed: false, transactionID: 'a' },
      { status: 'pending', completed: false, transactionID: 'a' },
    ],
    [
      'transferSubAccounts',
      { completed: false },
      { status: 'pending', completed: false, transactionID: undefined },
    ],
    [
      'transferInternal',
      { completed: false, transactionID: null },
      { status: 'failed', completed: false, transactionID: undefined },
    ],
    [
      'transferInternal',
      { completed: true, transactionID: '' },
      { status: 'completed', completed: true, transactionID: undefined },
    ],
    [
      'withdraw',
      { transactionID: 'a', more: { kept: true } },
      { transactionID: 'a', more: { kept: true } },
    ],
    [
      'listAccounts',
      [{ type: 'NEW', uid: '7', balances: [], extra: 1 }],
      [{ type: 'NEW', uid: '7', balances: [], extra: 1 }],
    ],
  ] as const)('%s: %o', async (name, body, expected) => {
    expect(await CALLS[name](clientOn(answering(body)))).toEqual(expected);
  });

  it.each([
    ['listAccounts', { collateralLinks: [] }, 'the body'],
    [
      'listAccounts',
      [{ type: 'SPOT', balances: [{ coinSymbol: 'BTC', totalAmount: 1 }] }],
      '[0].balances[0].totalAmount',
    ],
    ['getTransactionById', { ...TRANSACTION, timestamp: '1' }, 'timestamp'],
    ['estimateWithdrawalFee', { feeAmount: 0.1 }, 'feeAmount'],
    ['estimateWithdrawalFee', { feeAmount: 'free' }, 'feeAmount'],
    [
      'listAccounts',
      [
        {
          type: 'SPOT',
          balances: [
            { coinSymbol: 'BTC', totalAmount: '-1', pendingAmount: '0', availableAmount: '1e400' },
          ],
        },
      ],
      '[0].balances[0].availableAmount',
    ],
    ['getTransactionById', { ...TRANSACTION, amount: 'NaN' }, 'amount'],
  ] as const)(
    'refuses what is not as documented, by its place: %s %o',
    async (name, body, place) => {
      const error = await rejectionOf(CALLS[name](clientOn(answering(body))));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect((error as Error).message).toContain(`${place} is not as documented`);
    },
  );

  it('asks for the address first, and makes one only where there is none', async () => {
    const there = watched(() => Response.json({ depositAddress: 'old' }));
    expect(await there.client.ensureDepositAddress(deposit)).toEqual({ depositAddress: 'old' });
    expect(there.sent).toHaveLength(1);
    const made = watched((_, index) => Response.json({ depositAddress: index === 0 ? '' : 'new' }));
    expect(await made.client.ensureDepositAddress(deposit)).toEqual({ depositAddress: 'new' });
    expect(made.sent.map(({ init }) => init.method)).toEqual(['GET', 'POST']);
  });

  it('takes the address that somebody else made meanwhile, and else tells the refusal', async () => {
    const refusal = { error: 'no', errorCode: NETLINK_ERRORS.REJECTED };
    const raced = watched(({ init }, index) =>
      init.method === 'POST'
        ? Response.json(refusal, { status: 400 })
        : Response.json({ depositAddress: index === 0 ? '' : 'theirs' }),
    );
    expect(await raced.client.ensureDepositAddress(deposit)).toEqual({ depositAddress: 'theirs' });
    const manual = watched(({ init }) =>
      init.method === 'POST'
        ? Response.json({ error: 'by hand', errorCode: 400013 }, { status: 400 })
        : Response.json({ depositAddress: '' }),
    );
    const error = await rejectionOf(manual.client.ensureDepositAddress(deposit));
    expect((error as NetlinkError).errorName).toBe('MANUAL_DEPOSIT_ADDRESS');
  });
});

describe('the history, entry by entry', () => {
  const pages = (cursors: readonly (string | null)[]) =>
    watched((_, index) =>
      Response.json({
        transactions: [{ ...TRANSACTION, transactionID: String(index) }],
        nextPageCursor: cursors[index],
      }),
    );
  const idsOf = async (client: NetlinkClient, query: object = {}) => {
    const ids: (string | undefined)[] = [];
    for await (const one of client.iterateTransactions({ ...HISTORY, ...query })) {
      ids.push(one.transactionID);
    }
    return ids;
  };

  it('goes from page to page, and begins where it is told', async () => {
    const { client, sent } = pages(['a', 'b', null]);
    expect(await idsOf(client, { pageCursor: 'start' })).toEqual(['0', '1', '2']);
    const cursors = sent.map(({ path }) =>
      new URL(`http://host${path}`).searchParams.get('pageCursor'),
    );
    expect(cursors).toEqual(['start', 'a', 'b']);
  });

  it('keeps what a later release adds to a page, except for what would hide its own', async () => {
    const { client } = watched(() => {
      const more = '"total": 7, "items": [], "next": "theirs", "__proto__": { "next": "theirs" }';
      return new Response(`{ "transactions": [], "nextPageCursor": "b", ${more} }`);
    });
    const page = await client.listTransactions(HISTORY);
    expect(page).toMatchObject({ total: 7, items: [], next: { ...HISTORY, pageCursor: 'b' } });
  });

  it.each([
    ['the same', ['a', 'a', 'a'], 2],
    ['an earlier one', ['a', 'b', 'a'], 3],
  ] as const)('stops with an error when a cursor is %s', async (_, cursors, requests) => {
    const { client, sent } = pages(cursors);
    expect(await rejectionOf(idsOf(client))).toBeInstanceOf(UnexpectedAnswerError);
    expect(sent).toHaveLength(requests);
  });

  it('stops when it is asked for the cursor that it began with', async () => {
    const { client } = pages(['start']);
    const error = await rejectionOf(idsOf(client, { pageCursor: 'start' }));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
  });

  it('asks for no page that nobody reads', async () => {
    const { client, sent } = pages(['a', 'b', null]);
    for await (const one of client.iterateTransactions(HISTORY)) {
      if (one.transactionID === '0') break;
    }
    expect(sent).toHaveLength(1);
  });
});

describe('refusals', () => {
  it('has the 21 codes of the specification by name', () => {
    const codes = Object.values(NETLINK_ERRORS);
    expect(codes).toEqual(Array.from({ length: 21 }, (_, index) => 400000 + index));
    expect(netlinkErrorName(400021)).toBeUndefined();
    expect(netlinkErrorName(undefined)).toBeUndefined();
  });

  it.each(Object.entries(NETLINK_ERRORS))('knows %s', async (errorName, errorCode) => {
    const client = clientOn(answering({ error: 'the words', errorCode }, 400), {
      retry: { attempts: 1 },
    });
    const error = await rejectionOf(client.listAccounts());
    expect(error).toBeInstanceOf(NetlinkError);
    expect(error).toMatchObject({
      code: 'NETLINK',
      status: 400,
      errorCode,
      errorName,
      error: 'the words',
      message: 'The provider refused: the words',
      body: JSON.stringify({ error: 'the words', errorCode }),
      retryable: errorName === 'WITHDRAWALS_LIMITED',
    });
  });

  it.each([
    [
      'a code of the provider',
      400,
      '{"error":"own","errorCode":99}',
      { errorCode: 99, errorName: undefined },
    ],
    ['no code', 401, '{"error":"wrong key"}', { errorCode: undefined, error: 'wrong key' }],
    [
      'null for a code',
      403,
      '{"error":"no","errorCode":null}',
      { errorCode: undefined, error: 'no' },
    ],
    [
      'a code as text',
      400,
      '{"error":"no","errorCode":"400005"}',
      { errorName: 'INSUFFICIENT_FUNDS' },
    ],
    ['another shape', 400, '{"message":"other"}', { error: 'other' }],
    ['HTML', 404, '<html>not here</html>', { error: 'HTTP 404', body: '<html>not here</html>' }],
    ['nothing', 500, '', { error: 'HTTP 500', body: '' }],
    ['a list', 400, '[1]', { error: 'HTTP 400' }],
    ['null', 400, 'null', { error: 'HTTP 400' }],
    ['a redirect', 302, '', { status: 302 }],
  ] as const)('makes a usable error of %s', async (_, status, text, expected) => {
    const client = clientOn(() => new Response(text, { status }), { retry: { attempts: 1 } });
    const error = await rejectionOf(client.listAccounts());
    expect(error).toBeInstanceOf(NetlinkError);
    expect(error).toMatchObject({ status, ...expected });
  });

  it.each([true, '', ' ', '0x1', [400_005], {}, null])('have no code as %j', async (errorCode) => {
    const client = clientOn(() => Response.json({ error: 'x', errorCode }, { status: 400 }));
    expect(await rejectionOf(client.listAccounts())).toMatchObject({ errorCode: undefined });
  });

  it('cuts what is endless', async () => {
    const long = 'x'.repeat(100_000);
    const error = await rejectionOf(clientOn(answering({ error: long }, 400)).listAccounts());
    expect((error as NetlinkError).message.length).toBeLessThan(400);
    expect((error as NetlinkError).body?.length).toBe(16_384);
  });

  it('waits as long as a provider that is asked too often says, and tells for how long', async () => {
    const clock = new FakeClock(Date.now());
    const limited = () =>
      Response.json({ error: 'slow' }, { status: 429, headers: { 'retry-after': '7' } });
    const signing = new RequestSigner({ ...SCHEME, apiKey: API_KEY, secret: SECRET, clock });
    const client = clientOn(limited, { clock, signer: signing });
    const error = await rejectionOf(client.listAccounts());
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfterMs: 7_000, details: { error: 'slow' } });
    expect(clock.pauses).toEqual([7_000, 7_000]);
    // Nothing was done, so that is clear even for a withdrawal.
    expect(await rejectionOf(client.withdraw(WITHDRAWAL))).toBeInstanceOf(RateLimitedError);
  });
});

describe('trying again', () => {
  const failures: readonly (readonly [string, () => Response | Promise<Response>])[] = [
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
    ['502', answering({ error: 'x' }, 502)],
    ['503', answering({ error: 'x' }, 503)],
    ['504', () => new Response('<html>', { status: 504 })],
    ['408', answering({ error: 'x' }, 408)],
  ];

  it.each(failures)('reads once more after %s, signed anew each time', async (_, failure) => {
    for (const name of READS) {
      const { client, sent } = watched((_one, index) =>
        index < 2 ? failure() : Response.json(ANSWERS[name]),
      );
      await CALLS[name](client);
      expect(sent).toHaveLength(3);
      const verify = oracleVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET } });
      for (const { path, init } of sent) {
        const headers = Object.fromEntries(new Headers(init.headers));
        expect(verify({ method: init.method, url: path, headers })).toBe(API_KEY);
      }
      const header = (wanted: string) =>
        new Set(sent.map(({ init }) => new Headers(init.headers).get(wanted))).size;
      expect([header('x-fbapi-nonce'), header('x-fbapi-signature')]).toEqual([3, 3]);
    }
  });

  it('gives each try the time that it is made at', async () => {
    const clock = new FakeClock(Date.now());
    clock.onSleep = () => clock.pass(1_000);
    // Pauses of this clock are no whole milliseconds.
    const whole = { now: () => Math.floor(clock.now()) };
    const stamps: (string | null)[] = [];
    const client = clientOn(
      (_url, init) => {
        stamps.push(new Headers(init.headers).get('x-fbapi-timestamp'));
        return new Response('', { status: 503 });
      },
      {
        clock,
        signer: new RequestSigner({ ...SCHEME, apiKey: API_KEY, secret: SECRET, clock: whole }),
      },
    );
    await rejectionOf(client.listAccounts());
    expect(new Set(stamps).size).toBe(3);
  });

  it.each([
    ['500', answering({ error: 'parameter missing' }, 500)],
    ['400', answering({ error: 'x', errorCode: 400010 }, 400)],
    ['no JSON', () => new Response('<html>', { status: 200 })],
  ] as const)('does not read again after %s', async (_, answer) => {
    const { client, sent } = watched(answer);
    await rejectionOf(client.listAccounts());
    expect(sent).toHaveLength(1);
  });

  it('never makes an address twice', async () => {
    const odd = ['an odd answer', answering({ depositAddress: '' })] as const;
    for (const [, failure] of [...failures, odd]) {
      const { client, sent } = watched(failure);
      const error = await rejectionOf(client.createDepositAddress(deposit));
      expect(error).toMatchObject({ operation: 'createDepositAddress' });
      expect(error).toBeInstanceOf(NetlinkUnconfirmedError);
      expect(happenedOf(error as NetlinkUnconfirmedError)).toBe('maybe');
      expect(sent).toHaveLength(1);
    }
  });

  it('says where the answer about an address is not as documented', async () => {
    const error = await rejectionOf(
      clientOn(answering({ depositAddress: '' })).createDepositAddress(deposit),
    );
    const { cause } = error as NetlinkUnconfirmedError;
    expect(cause).toBeInstanceOf(UnexpectedAnswerError);
    expect((cause as Error).message).toContain('depositAddress is not as documented');
  });

  it('finds the address that was made, though the answer was lost', async () => {
    const { client, sent } = watched(({ init }, index) => {
      if (init.method === 'POST') throw new TypeError('connection reset');
      return Response.json({ depositAddress: index === 0 ? '' : 'made' });
    });
    expect(await client.ensureDepositAddress(deposit)).toEqual({ depositAddress: 'made' });
    expect(sent).toHaveLength(3);
  });

  it.each(['by its caller', 'by the provider'])(
    'says that an address may have been made, where looking for it is ended %s',
    async (by) => {
      const gone = new AbortController();
      const { client } = watched(({ init }, index) => {
        if (index === 0) return Response.json({ depositAddress: '' });
        if (init.method === 'POST') {
          if (by === 'by its caller') gone.abort();
          throw new TypeError('connection reset');
        }
        return new Response('', { status: 404 });
      });
      const { signal } = gone;
      const error = await rejectionOf(client.ensureDepositAddress(deposit, { signal }));
      expect(error).toBeInstanceOf(NetlinkUnconfirmedError);
      expect(happenedOf(error as NetlinkUnconfirmedError)).toBe('maybe');
    },
  );

  const unclear = [
    ...failures,
    ['500', answering({ error: 'x' }, 500)],
    ['a redirect', () => new Response('', { status: 302 })],
    ['200 that is no JSON', () => new Response('<html>')],
    ['200 of another shape', answering({ done: true })],
  ] as const;
  it.each(MOVES.flatMap((name) => unclear.map(([what, answer]) => ({ name, what, answer }))))(
    'never sends $name twice: after $what it is unconfirmed',
    async ({ name, answer }) => {
      const { client, sent } = watched(answer);
      const error = await rejectionOf(CALLS[name](client));
      expect(sent).toHaveLength(1);
      expect(error).toBeInstanceOf(NetlinkUnconfirmedError);
      expect(error).toMatchObject({ operation: name, retryable: false });
      expect((error as Error).cause).toBeInstanceOf(Error);
    },
  );

  it.each(MOVES)('takes a 4xx for a clear no to %s', async (name) => {
    for (const status of [400, 401, 403, 404, 415, 422]) {
      const { client, sent } = watched(answering({ error: 'no' }, status));
      expect(await rejectionOf(CALLS[name](client))).toMatchObject({
        name: 'NetlinkError',
        status,
      });
      expect(sent).toHaveLength(1);
    }
  });
});

describe('time and aborting', () => {
  const silent = (_url: string, { signal }: RequestInit) =>
    new Promise<Response>((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('gone')));
    });

  it('gives a read up, and says of a move that nobody knows', async () => {
    const client = clientOn(silent, { timeoutMs: 10, retry: { attempts: 1 } });
    expect(await rejectionOf(client.listAccounts())).toBeInstanceOf(UnreachableError);
    const error = await rejectionOf(client.withdraw(WITHDRAWAL));
    expect(error).toBeInstanceOf(NetlinkUnconfirmedError);
    expect((error as Error).cause).toBeInstanceOf(UnreachableError);
  });

  it('knows an abort before from one after the sending', async () => {
    const { client, sent } = watched(() => Response.json({ transactionID: 'a' }));
    const signal = AbortSignal.abort();
    const early = client.withdraw(WITHDRAWAL, { signal });
    expect(await rejectionOf(early)).toBeInstanceOf(AbortedError);
    expect(await rejectionOf(client.listAccounts({ signal }))).toBeInstanceOf(AbortedError);
    expect(sent).toHaveLength(0);

    const controller = new AbortController();
    const late = clientOn((url, init) => {
      queueMicrotask(() => controller.abort());
      return silent(url, init);
    });
    const error = await rejectionOf(late.withdraw(WITHDRAWAL, { signal: controller.signal }));
    expect(error).toBeInstanceOf(NetlinkUnconfirmedError);
    expect((error as Error).cause).toBeInstanceOf(AbortedError);
  });

  it('covers a signer that never signs: nothing was sent, so nothing is unconfirmed', async () => {
    const client = clientOn(() => expect.fail('something was sent'), {
      signer: { headers: () => new Promise(() => undefined) },
      retry: { attempts: 1 },
    });
    for (const call of [
      (options: CallOptions) => client.listAccounts(options),
      (options: CallOptions) => client.withdraw(WITHDRAWAL, options),
    ]) {
      const late = await rejectionOf(call({ timeoutMs: 10 }));
      expect(late).toBeInstanceOf(UnreachableError);
      expect(late).toMatchObject({ peer: 'signer' });
      const controller = new AbortController();
      const given = call({ signal: controller.signal });
      controller.abort();
      expect(await rejectionOf(given)).toBeInstanceOf(AbortedError);
    }
  });

  it('tells the signer how long it may take, and sends in what it leaves', async () => {
    const clock = new FakeClock();
    let limits: CallOptions | undefined;
    let isSent = false;
    const own = signer();
    const sending = (signMs: number) => {
      const send = (url: string, init: RequestInit) => {
        isSent = true;
        const answer = silent(url, init);
        clock.pass(20_000 - signMs);
        return answer;
      };
      const client = clientOn(send, {
        clock,
        retry: { attempts: 1 },
        signer: {
          headers: (request, options) => {
            limits = options;
            clock.pass(signMs);
            return own.headers(request, options);
          },
        },
      });
      return rejectionOf(client.listAccounts({ timeoutMs: 20_000 }));
    };
    expect(await sending(19_999)).toMatchObject({ code: 'UNREACHABLE', peer: 'provider' });
    expect(limits?.timeoutMs).toBe(20_000);
    expect(limits?.signal).toBeInstanceOf(AbortSignal);
    isSent = false;
    expect(await sending(20_000)).toMatchObject({ code: 'UNREACHABLE', peer: 'signer' });
    expect(isSent).toBe(false);
  });
});

describe('masking', () => {
  const sentBy = async (options: object, changes: object = {}) => {
    let body = '';
    const client = clientOn((_url, init) => {
      body = String(init.body);
      return Response.json({ transactionID: 'a' });
    }, options);
    await client.withdraw({ ...WITHDRAWAL, toAddress: 'rAddress é', tag: '42', ...changes });
    return JSON.parse(body) as Record<string, unknown>;
  };

  it.each([
    ['SHA512', 'sha512'],
    ['SHA3_256', 'sha3-256'],
    ['SHA256', 'sha256'],
  ] as const)('hides address and tag with %s', async (masking, algorithm) => {
    const hash = (text: string) => createHash(algorithm).update(text).digest('hex');
    expect(await sentBy({ masking })).toMatchObject({
      toAddress: hash('rAddress é'),
      tag: hash('42'),
    });
    expect(await sentBy({ masking }, { tag: null })).not.toHaveProperty('tag');
  });

  it('hides nothing by default, and otherwise as a function says', async () => {
    expect(await sentBy({})).toMatchObject({ toAddress: 'rAddress é', tag: '42' });
    const masking = async (text: string) => `<${text}>`;
    expect(await sentBy({ masking })).toMatchObject({ toAddress: '<rAddress é>', tag: '<42>' });
    expect(thrownBy(() => clientOn(silentAnswer, { masking: 'MD5' as never }))).toMatchObject({
      setting: 'masking',
    });
  });

  it.each([undefined, null, '', 7, {}])('sends nothing where it gives %j', async (nothing) => {
    for (const [field, hidden] of [
      ['toAddress', 'rAddress'],
      ['tag', '42'],
    ]) {
      const client = clientOn(() => expect.fail('something was sent'), {
        masking: ((text: string) => (text === hidden ? nothing : text)) as never,
      });
      const call = client.withdraw({ ...WITHDRAWAL, toAddress: 'rAddress', tag: '42' });
      expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_INPUT', field });
    }
  });
  const silentAnswer = () => Response.json([]);
});

describe('what is checked before anything is sent', () => {
  const client = clientOn(() => expect.fail('something was sent'));

  it.each([
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['timeoutMs', { timeoutMs: -1 }],
    ['timeoutMs', { timeoutMs: '5s' }],
    ['signal', { signal: 5 }],
    ['options', null],
  ])('is each option, such as %s: %j', async (field, options) => {
    for (const call of [
      client.withdraw(WITHDRAWAL, options as never),
      client.listAccounts(options as never),
    ]) {
      expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_INPUT', field });
    }
  });

  it.each([
    ['amount', () => client.withdraw({ ...WITHDRAWAL, amount: '1e3' })],
    ['amount', () => client.withdraw({ ...WITHDRAWAL, amount: '-1' })],
    ['amount', () => client.withdraw({ ...WITHDRAWAL, amount: '0.00' })],
    ['amount', () => client.withdraw({ ...WITHDRAWAL, amount: 1.5 as never })],
    ['maxFee', () => client.withdraw({ ...WITHDRAWAL, maxFee: '1.' })],
    ['isGross', () => client.withdraw({ ...WITHDRAWAL, isGross: 'yes' as never })],
    ['toAddress', () => client.withdraw({ ...WITHDRAWAL, toAddress: '' })],
    ['toAddress', () => client.withdraw({ ...WITHDRAWAL, toAddress: 'a'.repeat(2_000) })],
    ['toAddress', () => client.withdraw({ ...WITHDRAWAL, toAddress: '\ud800' })],
    ['maxfee', () => client.withdraw({ ...WITHDRAWAL, maxfee: '1' } as never)],
    ['coinSymbol', () => client.getDepositAddress({ accountType: 'SPOT', network: 'x' } as never)],
    ['params', () => client.getTransactionById('tx' as never)],
    ['network', () => client.listTransactions({ ...HISTORY, network: null })],
    ['toDate', () => client.listTransactions({ ...HISTORY, toDate: 1 })],
    ['fromDate', () => client.listTransactions({ ...HISTORY, fromDate: new Date('x') })],
    ['pageSize', () => client.listTransactions({ ...HISTORY, pageSize: 0 })],
    ['pageSize', () => client.listTransactions({ ...HISTORY, pageSize: 1.5 })],
    [
      'direction',
      () =>
        client.transferSubMain({
          subAccountID: 'a',
          direction: 'UP' as never,
          coinSymbol: 'b',
          amount: '1',
        }),
    ],
  ] as const)('%s', async (field, call) => {
    const error = await rejectionOf(call());
    expect(error).toBeInstanceOf(InvalidInputError);
    expect((error as InvalidInputError).field).toBe(field);
  });

  it.each([
    ['baseUrl', { baseUrl: 'http://exchange.example' }],
    ['baseUrl', { baseUrl: 'https://user:password@exchange.example' }],
    ['baseUrl', { baseUrl: 'exchange' }],
    ['signer', { signer: undefined }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['nullNetwork', { nullNetwork: 'nil' }],
  ] as const)('the setting %s', (setting, changes) => {
    const options = { baseUrl: 'https://exchange.example', signer: signer(), ...changes };
    const error = thrownBy(() => new NetlinkClient(options as never));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as ConfigurationError).setting).toBe(setting);
  });
});

describe('hooks', () => {
  it('tell every try, without headers and bodies, and break nothing', async () => {
    const told: unknown[] = [];
    const replies = [new Response('', { status: 503 }), Response.json([])];
    const client = clientOn(() => replies.shift() ?? Promise.reject(new TypeError('gone')), {
      onRequest: (event) => {
        told.push(event);
        throw new Error('a listener that fails');
      },
      onResponse: ({ durationMs, ...event }) => {
        expect(durationMs).toBeGreaterThanOrEqual(0);
        told.push(event);
      },
      retry: { attempts: 2, baseMs: 1 },
    });
    await client.listAccounts();
    const asked = { operation: 'listAccounts', method: 'GET', path: '/v1/accounts' };
    expect(told).toEqual([
      { ...asked, attempt: 1 },
      { ...asked, attempt: 1, status: 503 },
      { ...asked, attempt: 2 },
      { ...asked, attempt: 2, status: 200 },
    ]);
    told.length = 0;
    await rejectionOf(client.withdraw(WITHDRAWAL));
    const moved = { operation: 'withdraw', method: 'POST', path: '/v1/withdraw', attempt: 1 };
    expect(told).toEqual([moved, { ...moved, status: undefined }]);
  });
});
