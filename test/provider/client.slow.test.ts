import { createHmac, verify } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ConfigurationError,
  InvalidInputError,
  RateLimitedError,
  UnexpectedAnswerError,
  UnreachableError,
} from '../../src/core/errors.js';
import { happenedOf, isGatewayError } from '../../src/core/known-error.js';
import {
  type FiatWithdrawalRequest,
  goesBy,
  IdempotencyKeyReuseError,
  isSettlementRequired,
  PlatformCollateralClient,
  ProviderApiClient,
  ProviderApiError,
  type ProviderConnection,
  ProviderSignatureError,
  ProviderUnconfirmedError,
  type WithOptionalKey,
} from '../../src/provider/index.js';
import { quote } from '../../src/provider/schemas/liquidity.js';
import { prefundedBridge } from '../../src/provider/schemas/ramps.js';
import {
  blockchainWithdrawal,
  fiatWithdrawal,
  internalWithdrawal,
} from '../../src/provider/schemas/withdrawals.js';
import { RequestSigner, ResponseVerifier } from '../../src/requests/index.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { rsaKeys } from '../support/rsa-keys.js';
import { runs } from '../support/runs.js';
import { type Reply, startProvider, type TestProvider } from './support/provider.js';
import { sampleOf } from './support/samples.js';

const running: TestProvider[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((each) => each.stop()));
});

/** A client of a provider that gives these answers in turn, the last one for ever. */
async function clientOf(replies: readonly Reply[], options: Partial<ProviderConnection> = {}) {
  const provider = await startProvider(
    (_, count) => replies[Math.min(count, replies.length) - 1] ?? {},
  );
  running.push(provider);
  const connection = { ...provider.connection, ...options };
  return { client: new ProviderApiClient(connection), provider, connection };
}

const usd = { nationalCurrencyCode: 'USD' };
const withdrawal: WithOptionalKey<FiatWithdrawalRequest> = {
  balanceAsset: usd,
  balanceAmount: '100',
  destination: {
    transferMethod: 'Iban',
    asset: { nationalCurrencyCode: 'USD' },
    iban: 'GB82WEST12345698765432',
    accountHolder: { name: 'Ada Lovelace' },
    amount: '100',
  },
};
const made = { status: 201, body: sampleOf(fiatWithdrawal) };
const unavailable = { status: 503, body: { message: 'later', errorType: 'internal-error' } };

describe('an idempotency key', () => {
  test.each([
    ['a 5xx', unavailable],
    ['a 429', { status: 429, body: {} }],
    ['a lost answer', { lost: true } as const],
  ])('is kept after %s, with everything else signed anew', async (_, failure) => {
    const events: unknown[] = [];
    const { client, provider } = await clientOf([failure, failure, made], {
      onRequest: ({ idempotencyKey, attempt }) => events.push([idempotencyKey, attempt]),
    });
    const call = client.transfers.fiat.withdraw('main', withdrawal);
    const { data, idempotencyKey } = await call.withResponse();
    expect(data).toEqual(made.body);
    expect(idempotencyKey).toBe(call.idempotencyKey);
    expect(events).toEqual([1, 2, 3].map((attempt) => [idempotencyKey, attempt]));
    const bodies = provider.requests.map(({ rawBody }) => rawBody);
    expect(new Set(bodies).size).toBe(1);
    expect(JSON.parse(bodies[0] ?? '')).toEqual({ ...withdrawal, idempotencyKey });
    for (const header of ['x-fbapi-nonce', 'x-fbapi-signature']) {
      expect(new Set(provider.requests.map(({ headers }) => headers[header])).size).toBe(3);
    }
  });

  test('is the one given, and is named by the error when no try got through', async () => {
    const { client, provider } = await clientOf([unavailable]);
    const call = client.transfers.fiat.withdraw('main', { ...withdrawal, idempotencyKey: 'mine' });
    const error = await rejectionOf(call);
    expect(error).toMatchObject({ status: 503, transaction: { idempotencyKey: 'mine' } });
    expect(provider.requests).toHaveLength(4);
  });

  test('that was used for something else says so, and is not tried again', async () => {
    const body = { message: 'used', errorType: 'idempotency-key-reuse' };
    const { client, provider } = await clientOf([{ status: 400, body }]);
    const error = await rejectionOf(client.transfers.fiat.withdraw('main', withdrawal));
    expect(error).toBeInstanceOf(IdempotencyKeyReuseError);
    expect(error).toBeInstanceOf(ProviderApiError);
    expect(provider.requests).toHaveLength(1);
  });
});

describe('a call with a key that may have been carried out', () => {
  test.each([
    ['400', { status: 400, body: { errorType: 'schema-error' } }, ProviderApiError],
    ['401', { status: 401, body: { errorType: 'unauthorized' } }, ProviderApiError],
    [
      'a used key',
      { status: 400, body: { errorType: 'idempotency-key-reuse' } },
      IdempotencyKeyReuseError,
    ],
  ])('is unconfirmed when only its repetition is refused: %s', async (_, refusal, cause) => {
    for (const failure of [{ lost: true } as const, unavailable, { status: 408 }]) {
      const { client, provider } = await clientOf([failure, refusal]);
      const call = client.transfers.fiat.withdraw('main', withdrawal);
      const error = await rejectionOf(call);
      expect(error).toBeInstanceOf(ProviderUnconfirmedError);
      expect(error).toMatchObject({
        operation: 'createFiatWithdrawal',
        transaction: { idempotencyKey: call.idempotencyKey },
      });
      expect((error as Error).cause).toBeInstanceOf(cause);
      expect(provider.requests).toHaveLength(2);
    }
  });

  test('is unconfirmed when only its repetition is put off', async () => {
    const slow = { status: 429, body: {}, headers: { 'retry-after': '99' } };
    for (const failure of [{ lost: true } as const, unavailable]) {
      const { client, provider } = await clientOf([failure, slow]);
      const call = client.transfers.fiat.withdraw('main', withdrawal);
      const error = await rejectionOf(call);
      expect(error).toBeInstanceOf(ProviderUnconfirmedError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: call.idempotencyKey } });
      expect((error as Error).cause).toBeInstanceOf(RateLimitedError);
      expect(provider.requests).toHaveLength(2);
    }
  });

  test('is unconfirmed when nobody signs its repetition', async () => {
    const { connection, provider } = await clientOf([{ lost: true }]);
    const { signer } = connection;
    const leaving = {
      headers: (...request: Parameters<typeof signer.headers>) =>
        provider.requests.length === 0
          ? signer.headers(...request)
          : Promise.reject(new UnreachableError('signer', 'gone')),
    };
    const client = new ProviderApiClient({ ...connection, signer: leaving });
    const error = await rejectionOf(client.transfers.fiat.withdraw('main', withdrawal));
    expect(error).toBeInstanceOf(ProviderUnconfirmedError);
    expect((error as Error).cause).toMatchObject({ peer: 'signer' });
    expect(provider.requests).toHaveLength(1);
  });

  test.each([
    ['a lost answer', { lost: true } as const],
    ['a 5xx', unavailable],
    ['a 408', { status: 408 }],
  ])('may have happened, whether it ended with %s or was given up', async (_, failure) => {
    for (const isGivenUp of [false, true]) {
      const controller = new AbortController();
      const { client } = await clientOf([failure], {
        retry: isGivenUp ? { baseMs: 60_000, maxMs: 60_000 } : { attempts: 2, baseMs: 1 },
        onResponse: () => isGivenUp && setTimeout(() => controller.abort(), 5),
      });
      const { signal } = controller;
      const error = await rejectionOf(
        client.transfers.fiat.withdraw('main', withdrawal, { signal }),
      );
      expect(isGatewayError(error) && happenedOf(error)).toBe('maybe');
    }
  });

  test.each([
    ['put off', { status: 429, body: {} }],
    ['refused', { status: 400, body: {} }],
  ])('did nothing where it was only %s', async (_, reply) => {
    const { client } = await clientOf([reply], { retry: { attempts: 2, baseMs: 1 } });
    const error = await rejectionOf(client.transfers.fiat.withdraw('main', withdrawal));
    expect(isGatewayError(error) && happenedOf(error)).toBe('nothing');
  });

  test('may be given up: its caller knows that the key is still good', async () => {
    const controller = new AbortController();
    const { client } = await clientOf([{ lost: true }], {
      retry: { baseMs: 60_000, maxMs: 60_000 },
      onResponse: () => setTimeout(() => controller.abort(), 5),
    });
    const { signal } = controller;
    const call = client.transfers.fiat.withdraw('main', withdrawal, { signal });
    const { idempotencyKey } = call;
    expect(await rejectionOf(call)).toMatchObject({
      code: 'ABORTED',
      transaction: { idempotencyKey },
    });
  });

  test('is refused when nothing was in doubt before', async () => {
    const refusal = { status: 400, body: { errorType: 'schema-error' } };
    const { client, provider } = await clientOf([{ status: 429, body: {} }, refusal]);
    const error = await rejectionOf(client.transfers.fiat.withdraw('main', withdrawal));
    expect(error).toMatchObject({ code: 'PROVIDER_API', errorType: 'schema-error' });
    expect(provider.requests).toHaveLength(2);
  });
});

describe('a write whose answer does not show what came of it', () => {
  const writes = [
    ['withdraw', (c: ProviderApiClient) => c.transfers.fiat.withdraw('main', withdrawal)],
    ['executeQuote', (c: ProviderApiClient) => c.liquidity.executeQuote('main', 'q')],
  ] as const;
  const answers: readonly Reply[] = [
    { text: 'null' },
    { text: '[]' },
    { text: '"ok"' },
    { text: '' },
    { text: '<html>' },
    { body: { errorType: 'internal-error' } },
    { body: { id: '' } },
    { status: 303, headers: { location: '/x' } },
    { status: 302, body: { message: 'sign in' } },
  ];
  test.each(writes)('%s is unconfirmed', async (name, call) => {
    for (const answer of answers) {
      const { client, provider } = await clientOf([answer]);
      const made = call(client);
      const error = await rejectionOf(made);
      expect(error, JSON.stringify(answer)).toBeInstanceOf(ProviderUnconfirmedError);
      const key = made.idempotencyKey;
      expect((error as ProviderUnconfirmedError).transaction?.idempotencyKey).toBe(key);
      expect(key === undefined).toBe(name === 'executeQuote');
      expect(provider.requests).toHaveLength(1);
    }
  });

  test('is unconfirmed when its redirect is opaque', async () => {
    const opaque = Response.error();
    const { client } = await clientOf([], { fetch: () => Promise.resolve(opaque) });
    for (const [, call] of writes) {
      expect(await rejectionOf(call(client))).toBeInstanceOf(ProviderUnconfirmedError);
    }
  });

  test('is unconfirmed when it is about another quote', async () => {
    const { client } = await clientOf([{ body: sampleOf(quote) }]);
    const error = await rejectionOf(client.liquidity.executeQuote('main', 'q'));
    expect(error).toBeInstanceOf(ProviderUnconfirmedError);
    expect(error).toMatchObject({ cause: expect.any(UnexpectedAnswerError) });
  });

  test('may be a deletion, which answers with nothing', async () => {
    const { client } = await clientOf([{ status: 204, text: '' }]);
    expect(await client.transfers.deposits.disableAddress('main', 'a')).toBeUndefined();
  });
});

describe('what carries no key', () => {
  const calls = [
    [
      'createQuote',
      (c: ProviderApiClient) =>
        c.liquidity.createQuote('main', {
          fromAsset: usd,
          toAsset: { assetId: 'a' },
          fromAmount: '1',
        }),
    ],
    ['executeQuote', (c: ProviderApiClient) => c.liquidity.executeQuote('main', 'q')],
    [
      'disableDepositAddress',
      (c: ProviderApiClient) => c.transfers.deposits.disableAddress('main', 'a'),
    ],
    [
      'initiateSettlement',
      (c: ProviderApiClient) =>
        c.collateral.startSettlement('main', 'c', {
          settlementId: 's',
          settlementVersion: '1',
        }),
    ],
  ] as const;

  test.each(calls)(
    '%s is sent once, and unconfirmed after a 5xx or a lost answer',
    async (name, call) => {
      for (const failure of [unavailable, { lost: true } as const, { text: '<html>' }]) {
        const { client, provider } = await clientOf([failure]);
        const error = await rejectionOf(call(client));
        expect(error).toBeInstanceOf(ProviderUnconfirmedError);
        expect(error).toMatchObject({ operation: name, retryable: false });
        expect(provider.requests).toHaveLength(1);
      }
    },
  );

  test.each(calls)('%s that is refused did nothing', async (_, call) => {
    const { client } = await clientOf([{ status: 400, body: { errorType: 'quote-not-ready' } }]);
    expect(await rejectionOf(call(client))).toMatchObject({ errorType: 'quote-not-ready' });
    const slow = await clientOf([{ status: 429, headers: { 'retry-after': '7' } }]);
    const error = await rejectionOf(call(slow.client));
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfterMs: 7_000 });
    expect(slow.provider.requests).toHaveLength(1);
  });
});

describe('a list', () => {
  const items = Array.from({ length: 7 }, (_, index) => ({
    ...(sampleOf(quote) as object),
    id: `q${index}`,
  }));

  /** Pages as the specification has them. */
  const paging = async (all = items) => {
    const provider = await startProvider(({ path }) => {
      const query = new URL(path, 'http://h').searchParams;
      const limit = Number(query.get('limit') ?? 10);
      const ids = all.map(({ id }) => id);
      const before = query.get('endingBefore');
      const after = query.get('startingAfter');
      const end = before === null ? ids.length : ids.indexOf(before);
      const start = before === null ? ids.indexOf(after ?? '') + 1 : Math.max(0, end - limit);
      return { body: { quotes: all.slice(start, Math.min(end, start + limit)) } };
    });
    running.push(provider);
    return { provider, client: new ProviderApiClient(provider.connection) };
  };
  const idsOf = async (list: AsyncIterable<{ id: string }>) => {
    const ids: string[] = [];
    for await (const { id } of list) ids.push(id);
    return ids;
  };

  test('gives its first page, and all of its items, at any page size', async () => {
    const { client, provider } = await paging();
    const page = await client.liquidity.listQuotes('main', { limit: 2 });
    expect(page.items.map(({ id }) => id)).toEqual(['q0', 'q1']);
    expect(page.next).toEqual({ limit: 2, startingAfter: 'q1' });
    for (const limit of [1, 2, 3, 7, 8, 200]) {
      const before = provider.requests.length;
      const ids = await idsOf(client.liquidity.listQuotes('main', { limit }));
      expect(ids).toEqual(items.map(({ id }) => id));
      expect(provider.requests.length - before).toBe(Math.floor(items.length / limit) + 1);
    }
    expect(await idsOf(client.liquidity.listQuotes('main'))).toHaveLength(7);
  });

  test('goes backwards from endingBefore', async () => {
    const { client } = await paging();
    const list = client.liquidity.listQuotes('main', { limit: 2, endingBefore: 'q5' });
    expect(await idsOf(list)).toEqual(['q3', 'q4', 'q1', 'q2', 'q0']);
  });

  test('of a provider that ignores cursors ends with an error, not never', async () => {
    const { client } = await clientOf([{ body: { quotes: items.slice(0, 2) } }]);
    const error = await rejectionOf(idsOf(client.liquidity.listQuotes('main', { limit: 2 })));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
  });

  test('that goes on behind an item without id gives what there is, and then an error', async () => {
    const nameless = { ...items[1], id: '' };
    const { client } = await clientOf([{ body: { quotes: [items[0], nameless] } }]);
    const list = client.liquidity.listQuotes('main', { limit: 2 });
    const page = await list;
    expect(page.items).toEqual([items[0], nameless]);
    expect(thrownBy(() => page.next)).toBeInstanceOf(UnexpectedAnswerError);
    const seen: unknown[] = [];
    const walk = async () => {
      for await (const item of list) seen.push(item);
    };
    expect(await rejectionOf(walk())).toBeInstanceOf(UnexpectedAnswerError);
    expect(seen).toHaveLength(2);
    // Nobody has to go on behind the last page.
    expect((await client.liquidity.listQuotes('main', { limit: 3 })).next).toBeUndefined();
  });

  test('whose property is not there is none', async () => {
    const { client } = await clientOf([{ body: {} }]);
    expect(await rejectionOf(client.liquidity.listQuotes('main'))).toBeInstanceOf(
      UnexpectedAnswerError,
    );
  });

  test.each([
    [{ startingAfter: 'a', endingBefore: 'b' }, 'endingBefore'],
    [{ limit: 0 }, 'limit'],
    [{ limit: 201 }, 'limit'],
    [{ limit: 1.5 }, 'limit'],
    [{ startingAfter: '' }, 'startingAfter'],
    [{ page: 2 }, 'page'],
  ])('asked for with %j is refused before anybody is asked', async (query, field) => {
    const { client, provider } = await clientOf([{}]);
    const error = await rejectionOf(client.liquidity.listQuotes('main', query as object));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field });
    expect(provider.requests).toHaveLength(0);
  });
});

describe('an id', () => {
  test.each(['', '.', '..', '\ud800', 'x'.repeat(1_025)])('may not be %j', async (id) => {
    const { client, provider } = await clientOf([{}]);
    const error = await rejectionOf(client.liquidity.getQuote('main', id));
    expect(error).toMatchObject({ field: 'id' });
    expect(provider.requests).toHaveLength(0);
  });

  test.each(['', 'a b', 'a/b', '../x', 'ä', 'a.b'])('of an account may not be %j', async (id) => {
    const { client } = await clientOf([{}]);
    expect(await rejectionOf(client.accounts.get(id))).toMatchObject({ field: 'accountId' });
  });

  test('of any other kind stays one part of the path, and is signed as it is sent', async () => {
    const { client, provider } = await clientOf([{ body: {} }]);
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), async (id) => {
        fc.pre(id !== '.' && id !== '..' && !/\p{Surrogate}/u.test(id));
        await client.liquidity.getQuote('main', id);
        const parts = provider.requests.at(-1)?.path.split('/') ?? [];
        expect(parts).toHaveLength(6);
        expect(decodeURIComponent(parts[5] ?? '')).toBe(id);
      }),
      runs(60),
    );
  });
});

describe('an answer about something else than was asked about', () => {
  const paid = { ...(sampleOf(fiatWithdrawal) as object), status: 'succeeded' };

  test('is refused in any reading, naming the id', async () => {
    const { client } = await clientOf([{ body: { ...paid, id: 'another' } }]);
    for (const answers of ['lenient', 'strict'] as const) {
      const error = await rejectionOf(client.transfers.withdrawals.get('main', 'w', { answers }));
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ message: expect.stringContaining('"id" is another') });
    }
  });

  test('is told by its digits, where the id is a number', async () => {
    const id = '9007199254740993';
    const text = JSON.stringify({ ...paid, id: '#' }).replace('"#"', id);
    const { client } = await clientOf([{ text }]);
    expect(await client.transfers.withdrawals.get('main', id)).toMatchObject({ id });
    const error = await rejectionOf(client.transfers.withdrawals.get('main', '9007199254740992'));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
  });
});

const STRICT = { answers: 'strict' } as const;

describe('an answer that is not as documented', () => {
  const odd = {
    ...(sampleOf(quote) as object),
    id: 'q',
    status: 'paused',
    toAmount: 12,
    extra: { a: 1 },
  };

  test('is taken as it is, and told of', async () => {
    const onDeviation: unknown[] = [];
    const { client } = await clientOf([{ body: odd }], {
      onDeviation: (event) => onDeviation.push(event),
    });
    expect(await client.liquidity.getQuote('main', 'q')).toEqual({ ...odd, toAmount: '12' });
    expect(onDeviation).toMatchObject([{ operation: 'getQuoteDetails', field: 'toAmount' }]);
  });

  test('has the digits that were sent, and no floats, where amounts are numbers', async () => {
    const digits = '10000000000000000.10';
    const numbered = (record: unknown) =>
      JSON.stringify(record, (name, value: unknown) =>
        name === 'amount' || name.endsWith('Amount') ? `#${digits}#` : value,
      ).replaceAll(/"#|#"/g, '');
    const onDeviation: { field: string }[] = [];
    const withdrawals = [
      sampleOf(blockchainWithdrawal),
      sampleOf(fiatWithdrawal),
      { ...(sampleOf(internalWithdrawal) as object), extra: [0.5, 1, { aAmount: 1 }] },
    ];
    const { client } = await clientOf([{ text: `{"withdrawals":${numbered(withdrawals)}}` }], {
      onDeviation: (event) => onDeviation.push(event),
    });
    const { items } = await client.transfers.withdrawals.list('main');
    for (const item of items) {
      expect([item.balanceAmount, item.destination.amount]).toEqual([digits, digits]);
    }
    expect(items[2]).toMatchObject({ extra: [0.5, 1, { aAmount: digits }] });
    const strict = await rejectionOf(client.transfers.withdrawals.list('main', {}, STRICT));
    expect((strict as Error).message).toContain('withdrawals[0].balanceAmount must be a string');
    expect(onDeviation.map(({ field }) => field)).toContain('withdrawals[0].balanceAmount');
  });

  test.each([
    ['FIXED', '1.10', '1.10'],
    ['BASIS_POINTS', '1.5', 1.5],
    ['PER_MILLE', '1.5', 1.5],
  ])('keeps the numbers that are documented as such: a fee in %s', async (type, sent, given) => {
    const fee = `{"feeType":"ORDER","feeAsset":{"assetId":12345678901234567890},
      "fee":{"amountType":"${type}","amount":${sent}}}`;
    const ramp = JSON.stringify(sampleOf(prefundedBridge));
    const { client } = await clientOf([
      { text: `${ramp.slice(0, -1)},"estimatedFees":[${fee}],"updatedAt":5}` },
    ]);
    const { id } = Object(sampleOf(prefundedBridge));
    expect(await client.ramps.get('main', id)).toMatchObject({
      updatedAt: '5',
      estimatedFees: [{ feeAsset: { assetId: '12345678901234567890' }, fee: { amount: given } }],
    });
  });

  test('is refused when it is nested beyond any sense', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const text = `${JSON.stringify(odd).slice(0, -1)},"deep":${deep}}`;
    const { client } = await clientOf([{ text }]);
    const error = await rejectionOf(client.liquidity.getQuote('main', 'q'));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
  });

  test('is refused in a strict reading, but for what is merely new', async () => {
    const { client } = await clientOf([{ body: odd }]);
    const error = await rejectionOf(client.liquidity.getQuote('main', 'q', { answers: 'strict' }));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    const fresh = { ...odd, toAmount: '12' };
    const other = await clientOf([{ body: fresh }], { answers: 'strict' });
    expect(await other.client.liquidity.getQuote('main', 'q')).toEqual(fresh);
  });

  test.each([
    ['decimalPlaces', { type: 'SuiToken', coinType: '0x2::sui::SUI', decimalPlaces: '9' }],
    ['contractAddress', { type: 'Erc20Token', blockchain: 'Ethereum', decimalPlaces: 6 }],
  ])('is told of by its %s, be its kind listed or not', async (field, odd) => {
    const asset = { id: 'a', name: 'A', symbol: 'A', type: 'SuiToken', decimalPlaces: 2 };
    const assets = [asset, { ...asset, ...odd }];
    const deviations: unknown[] = [];
    const { client } = await clientOf([{ body: { assets } }], {
      onDeviation: (event) => deviations.push(event),
    });
    expect((await client.capabilities.listAssets()).items).toEqual(assets);
    expect(deviations).toMatchObject([{ field: `assets[1].${field}` }]);
  });

  test.each([
    ['HTML', { status: 502, text: '<html>Bad Gateway</html>' }],
    ['other JSON', { status: 502, text: '{"error":"no"}' }],
    ['nothing', { status: 502, text: '' }],
    ['a list', { status: 502, text: '[]' }],
  ])('as an error: %s', async (_, reply) => {
    const { client } = await clientOf([reply]);
    const error = await rejectionOf(client.capabilities.get());
    expect(error).toBeInstanceOf(ProviderApiError);
    expect(error).toMatchObject({ status: 502, errorType: undefined, body: reply.text });
  });
});

describe('a refusal', () => {
  test.each(['querystring', 'query'])(
    'has all that the provider said (%s)',
    async (requestPart) => {
      const body = {
        message: 'only one of them',
        errorType: 'invalid-query-parameters',
        propertyName: 'startingAfter',
        requestPart,
      };
      const { client } = await clientOf([
        { status: 400, body, headers: { 'x-request-id': 'r-1' } },
      ]);
      const error = await rejectionOf(client.accounts.list());
      expect(error).toMatchObject({
        ...body,
        message: `Refused: ${body.message}`,
        requestId: 'r-1',
      });
    },
  );

  test('may mean that a settlement is required', () => {
    const error = new ProviderApiError({ status: 409, errorType: 'settlement-required' });
    expect(isSettlementRequired(error)).toBe(true);
    expect(isSettlementRequired(error, ['other'])).toBe(false);
    expect(isSettlementRequired(new ProviderApiError({ status: 409 }))).toBe(false);
    expect(isSettlementRequired(new Error('settlement-required'))).toBe(false);
  });

  test('is understood whole, however long it is', async () => {
    const body = { pad: 'x'.repeat(40_000), message: 'used', errorType: 'idempotency-key-reuse' };
    const { client } = await clientOf([{ status: 400, body }]);
    const error = await rejectionOf(client.capabilities.get());
    expect(error).toBeInstanceOf(IdempotencyKeyReuseError);
    expect((error as ProviderApiError).body?.length).toBeLessThan(20_000);
  });

  test('is understood however many escapes it is made of', async () => {
    const { client } = await clientOf([{ status: 400, text: '\\'.repeat(60_000) }]);
    expect(await rejectionOf(client.capabilities.get())).toMatchObject({ status: 400 });
  });

  const SIGNATURE = 'ab/cd+ef==';
  const escapedAll = Array.from(SIGNATURE, (each) => {
    const code = each.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code.toUpperCase()}`;
  }).join('');
  test.each([
    ['plain', SIGNATURE],
    ['with escaped slashes', 'ab\\/cd+ef=='],
    ['as PHP and .NET write it', 'ab\\/cd\\u002Bef\\u003d\\u003D'],
    ['escaped throughout', escapedAll],
    ['inside other JSON', 'ab\\\\/cd\\\\u002bef=='],
  ])('shows no credentials that are written %s', async (_, written) => {
    const headers = {
      'X-FBAPI-KEY': 'k-key',
      'X-FBAPI-TIMESTAMP': '1700000000000',
      'X-FBAPI-NONCE': 'n-nonce',
      'X-FBAPI-SIGNATURE': SIGNATURE,
    };
    const text = `{"message":"bad ${written} sent","propertyName":"${written}"}`;
    const { client } = await clientOf([], {
      signer: { headers: () => Promise.resolve(headers) },
      fetch: async () =>
        new Response(text, { status: 401, headers: { 'x-request-id': `r-${SIGNATURE}` } }),
    });
    const error = await rejectionOf(client.capabilities.get());
    expect(error).toMatchObject({
      message: 'Refused: bad [hidden] sent',
      propertyName: '[hidden]',
      requestId: 'r-[hidden]',
      body: '{"message":"bad [hidden] sent","propertyName":"[hidden]"}',
    });
  });

  test('shows no credentials, whoever repeats them', async () => {
    const { client } = await clientOf([]);
    const provider = await startProvider(({ headers }) => ({
      status: 400,
      body: { message: `no: ${JSON.stringify(headers)}` },
    }));
    running.push(provider);
    const echoing = new ProviderApiClient(provider.connection);
    const error = await rejectionOf(echoing.capabilities.get());
    const shown = inspect([error, (error as ProviderApiError).body, echoing, client], {
      depth: 20,
      showHidden: true,
    });
    const sent = provider.requests[0]?.headers ?? {};
    for (const secret of [sent['x-fbapi-key'], sent['x-fbapi-signature'], 'the shared secret']) {
      expect(shown).not.toContain(secret);
    }
  });
});

test.each([
  ['timeoutMs', { timeoutMs: Number.NaN }],
  ['timeoutMs', { timeoutMs: -1 }],
  ['timeoutMs', { timeoutMs: '5s' }],
  ['signal', { signal: 5 }],
  ['answers', { answers: 'Strict' }],
  ['initiatedBy', { initiatedBy: {} }],
  ['options', null],
])(
  'an option of a call that can’t be, such as %s, is refused before anything is sent: %j',
  async (field, options) => {
    const { client, provider } = await clientOf([{ body: {} }]);
    for (const call of [
      client.transfers.fiat.withdraw('main', withdrawal, options as never),
      client.accounts.list({}, options as never),
    ]) {
      expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_INPUT', field });
    }
    expect(provider.requests).toEqual([]);
  },
);

test('an account that is answered with another’s id is refused', async () => {
  const account = { id: 'main', title: 'Main', balances: [], status: 'active' };
  const { client } = await clientOf([{ body: account }, { body: { ...account, id: 'theirs' } }]);
  await expect(client.accounts.get('main')).resolves.toMatchObject({ id: 'main' });
  const error = await rejectionOf(client.accounts.get('main'));
  expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
});

describe('who is behind a call', () => {
  const identity = { initiatedBy: 'ada' };
  const capabilities = (requirements: object) => ({
    body: { version: '0.5.1', components: { accounts: '*', balances: '*' }, requirements },
  });

  test('is told where the capabilities ask for it, which are read once', async () => {
    const provider = await startProvider(({ path }) =>
      path === '/capabilities'
        ? capabilities({ accounts: { userIdentification: {} } })
        : {
            body: path.startsWith('/accounts/main/balances') ? { balances: [] } : { accounts: [] },
          },
    );
    running.push(provider);
    const client = new ProviderApiClient({ ...provider.connection, ...identity });
    await Promise.all([client.accounts.list(), client.balances.list('main')]);
    await client.accounts.list({}, { initiatedBy: 'grace' });
    const told = provider.requests.map(({ path, headers }) => [
      path,
      headers['x-fbapi-initiated-by'],
    ]);
    expect(told.sort()).toEqual([
      ['/accounts', 'ada'],
      ['/accounts', 'grace'],
      ['/accounts/main/balances', undefined],
      ['/capabilities', undefined],
    ]);
  });

  test('is asked of a provider no longer than the call may take, and under its key', async () => {
    const provider = await startProvider(() => new Promise(() => undefined));
    running.push(provider);
    const client = new ProviderApiClient({ ...provider.connection, ...identity });
    for (const limit of ['timeoutMs', 'signal']) {
      const options = limit === 'signal' ? { signal: AbortSignal.timeout(50) } : { timeoutMs: 50 };
      const call = client.transfers.fiat.withdraw('main', withdrawal, options);
      const { idempotencyKey } = call;
      const code = limit === 'signal' ? 'ABORTED' : 'UNREACHABLE';
      expect(await rejectionOf(call)).toMatchObject({ code, transaction: { idempotencyKey } });
    }
    expect(provider.requests.every(({ path }) => path === '/capabilities')).toBe(true);
  });

  test('is asked together, but every call fails with an error that has its own key', async () => {
    const { client } = await clientOf([{ status: 401, body: {} }], identity);
    const calls = [1, 2, 3].map(() => client.transfers.fiat.withdraw('main', withdrawal));
    const errors = await Promise.all(calls.map((call) => rejectionOf(call)));
    expect(errors).toMatchObject(
      calls.map(({ idempotencyKey }) => ({ status: 401, transaction: { idempotencyKey } })),
    );
  });

  test.each(['null', '[]', '7'])(
    'is not told to a provider whose capabilities are %s',
    async (text) => {
      const { client } = await clientOf([{ text }], identity);
      const call = client.transfers.fiat.withdraw('main', withdrawal);
      const error = await rejectionOf(call);
      expect(error).toBeInstanceOf(UnexpectedAnswerError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: call.idempotencyKey } });
    },
  );

  test('is nobody’s business where nobody is named, or the connection says so', async () => {
    const { client, provider } = await clientOf([{ body: { accounts: [] } }]);
    await client.accounts.list();
    expect(provider.requests).toHaveLength(1);
    expect(await rejectionOf(client.accounts.list({}, { initiatedBy: 'a\r\nX: y' }))).toMatchObject(
      { field: 'initiatedBy' },
    );
  });
});

describe('an off-exchange call', () => {
  const rsa = rsaKeys('own');
  const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const list = { body: { collateralLinks: [] } };
  const scheme = {
    algorithm: 'hmac-sha256',
    preEncoding: 'base64',
    postEncoding: 'base64',
  } as const;

  test('is signed for the platform by a second signer, over the same message', async () => {
    const platformSigner = new RequestSigner({
      apiKey: 'platform',
      secret: pem,
      algorithm: 'rsa-sha512',
      preEncoding: 'plain',
      postEncoding: 'base64',
    });
    const { client, provider } = await clientOf([list], { platformSigner });
    await client.collateral.listLinks('main');
    const [sent] = provider.requests;
    if (!sent) throw new Error('Nothing came.');
    const { method, path, headers } = sent;
    const message = `${headers['x-fbapi-timestamp']}${headers['x-fbapi-nonce']}${method}${path}`;
    const signature = Buffer.from(String(headers['x-fb-platform-signature']), 'base64');
    expect(verify('sha512', Buffer.from(message), rsa.publicKey, signature)).toBe(true);
  });

  test('that nobody can sign for the platform is not made', async () => {
    const { client, provider, connection } = await clientOf([list]);
    const { platformSigner: _, ...rest } = connection;
    const error = await rejectionOf(new ProviderApiClient(rest).collateral.listLinks('main'));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(provider.requests).toHaveLength(0);
    await client.capabilities.get().catch(() => undefined);
    expect(provider.requests[0]?.headers['x-fb-platform-signature']).toBeUndefined();
  });

  test('has an answer that is verified where a key is given, and shown anyway', async () => {
    const text = '{"collateralLinks":[]}';
    const answering = (key: string) =>
      startProvider(({ method, path, headers }) => {
        const head = `${headers['x-fbapi-timestamp']}${headers['x-fbapi-nonce']}${method}${path}`;
        const encoded = Buffer.from(head + text).toString('base64');
        const signature = createHmac('sha256', key).update(encoded).digest('base64');
        return { text, headers: { 'x-provider-signature': signature } };
      });
    const answerVerifier = new ResponseVerifier({ ...scheme, key: 'theirs' });
    for (const key of ['theirs', 'another']) {
      const provider = await answering(key);
      running.push(provider);
      const client = new ProviderApiClient({ ...provider.connection, answerVerifier });
      const call = client.collateral.listLinks('main');
      if (key === 'theirs') {
        const { response } = await call.withResponse();
        expect(response.providerSignature).toMatch(/=$/);
      } else {
        expect(await rejectionOf(call)).toBeInstanceOf(ProviderSignatureError);
      }
    }
  });

  test('that changes something is unconfirmed when its answer is not signed', async () => {
    const answerVerifier = new ResponseVerifier({ ...scheme, key: 'theirs' });
    const body = { settlementVersion: '1', withdrawInstructions: [], depositInstructions: [] };
    const { client, provider } = await clientOf([{ body }], { answerVerifier });
    const request = { settlementId: 's', settlementVersion: '1' };
    const error = await rejectionOf(client.collateral.startSettlement('main', 'c', request));
    expect(error).toBeInstanceOf(ProviderUnconfirmedError);
    expect((error as Error).cause).toBeInstanceOf(ProviderSignatureError);
    expect(provider.requests).toHaveLength(1);
  });
});

describe('the platform', () => {
  test('is waited for while it forces a settlement, longer than for anything else', async () => {
    const provider = await startProvider(async () => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return { body: { settlementId: 's-2' } };
    });
    running.push(provider);
    const platform = new PlatformCollateralClient({ ...provider.connection, timeoutMs: 50 });
    const body = { settlementId: 's-1' };
    expect(await platform.force(body)).toEqual({ settlementId: 's-2' });
    expect(await rejectionOf(platform.notify(body))).toBeInstanceOf(ProviderUnconfirmedError);
  });

  test.each([0, -1, Number.NaN, 290_001, Infinity])(
    'is not waited for as long as Node’s fetch does not: %d ms',
    async (slowTimeoutMs) => {
      const { connection } = await clientOf([{ body: {} }]);
      const error = thrownBy(() => new PlatformCollateralClient({ ...connection, slowTimeoutMs }));
      expect(error).toMatchObject({ code: 'CONFIGURATION', setting: 'slowTimeoutMs' });
    },
  );

  test('may be waited for longer with a fetch that does', async () => {
    const { connection } = await clientOf([{ body: { settlementId: 's' } }]);
    const patient = { ...connection, slowTimeoutMs: 3_600_000, fetch: globalThis.fetch };
    const platform = new PlatformCollateralClient(patient);
    expect(await platform.force({ settlementId: 's' })).toEqual({ settlementId: 's' });
  });

  test('is read without losing a digit, though its bodies are documented nowhere', async () => {
    const text = '{"status":"Approved","amount":123456789012345678.5,"dust":1e-400,"count":3}';
    const { connection } = await clientOf([{ text }]);
    const platform = new PlatformCollateralClient(connection);
    expect(await platform.getTransaction('t')).toEqual({
      status: 'Approved',
      amount: '123456789012345678.5',
      dust: '1e-400',
      count: 3,
    });
  });

  test('is asked with any query, each name and value one part of it', async () => {
    const { provider, connection } = await clientOf([{ body: {} }]);
    const platform = new PlatformCollateralClient(connection);
    await platform.getWorkspaces({ 'a&b=#?': 'c d&e=', "it's": '+' });
    expect(provider.requests[0]?.path).toBe(
      '/v1/collateral/workspaces?a%26b%3D%23%3F=c%20d%26e%3D&it%27s=%2B',
    );
    for (const [query, field] of [
      [{ cursor: '\ud800' }, 'cursor'],
      [{ '\ud800': 'a' }, 'query'],
    ] as const) {
      const error = await rejectionOf(platform.getWorkspaces(query));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({ field });
    }
    expect(provider.requests).toHaveLength(1);
  });

  test('is called at its twelve operations, nothing but reads repeated', async () => {
    const { provider, connection } = await clientOf([{ body: { settlementId: 's' } }]);
    const platform = new PlatformCollateralClient(connection);
    const body = { settlementId: 's', somethingElse: 1 };
    await platform.getTransaction('t/1');
    await platform.startSettlement(body);
    await platform.getSettlementTransactions('s');
    await platform.getAddress('BTC');
    await platform.markForForcing(body);
    await platform.getMarked();
    await platform.unmark();
    await platform.force(body);
    await platform.createSignerToken({});
    await platform.getWorkspaces();
    await platform.getSignerData();
    await platform.notify({ type: 'anything' });
    expect(provider.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      'GET /v1/collateral/transactions/t%2F1',
      'POST /v1/collateral/settlements',
      'GET /v1/collateral/settlements/s/transactions',
      'GET /v1/collateral/address/BTC',
      'PUT /v1/collateral/settlements/force',
      'GET /v1/collateral/settlements/force',
      'DELETE /v1/collateral/settlements/force',
      'POST /v1/collateral/settlements/force',
      'POST /v1/collateral/signers/token',
      'GET /v1/collateral/workspaces',
      'GET /v1/collateral/signers/data',
      'POST /v1/collateral/notify',
    ]);
    expect(provider.requests[1]?.rawBody).toBe(JSON.stringify(body));
    const lost = await clientOf([{ lost: true }]);
    const failing = new PlatformCollateralClient(lost.connection);
    expect(await rejectionOf(failing.force(body))).toBeInstanceOf(ProviderUnconfirmedError);
    expect(lost.provider.requests).toHaveLength(1);
  });
});

describe('a call', () => {
  test('can be given up, which is no retry', async () => {
    const { client, provider } = await clientOf([unavailable]);
    const controller = new AbortController();
    controller.abort();
    const error = await rejectionOf(client.capabilities.get({ signal: controller.signal }));
    expect(error).toMatchObject({ code: 'ABORTED' });
    expect(provider.requests).toHaveLength(0);
  });

  test('whose signer never signs ends in time, is given up, and sends nothing', async () => {
    const { client, provider } = await clientOf([made], {
      signer: { headers: () => new Promise(() => undefined) },
      retry: { attempts: 1 },
    });
    for (const call of [
      (options: object) => client.capabilities.get(options),
      (options: object) => client.liquidity.executeQuote('main', 'q', options),
    ]) {
      const late = await rejectionOf(call({ timeoutMs: 10 }));
      expect(late).toMatchObject({ code: 'UNREACHABLE', peer: 'signer' });
      const controller = new AbortController();
      const given = rejectionOf(call({ signal: controller.signal }));
      controller.abort();
      expect(await given).toMatchObject({ code: 'ABORTED' });
    }
    expect(provider.requests).toHaveLength(0);
  });

  test('whose listeners fail goes on, and tells them of lost answers too', async () => {
    const statuses: unknown[] = [];
    const { client } = await clientOf([{ lost: true }, { body: { accounts: [] } }], {
      onRequest: () => {
        throw new Error('the listener’s own');
      },
      onResponse: ({ status }) => statuses.push(status),
    });
    await client.accounts.list();
    expect(statuses).toEqual([undefined, 200]);
  });

  test.each([
    [{ ...withdrawal, balanceAmount: 100 }, 'balanceAmount'],
    [{ ...withdrawal, balanceAmount: 10n }, 'body'],
    [{ ...withdrawal, destination: { ...withdrawal.destination, iban: 'no' } }, 'destination.iban'],
    [{ ...withdrawal, idempotencyKey: '' }, 'idempotencyKey'],
    [{ ...withdrawal, idempotencyKey: null }, 'idempotencyKey'],
    [undefined, 'body'],
    [[], 'body'],
  ])('with a bad body is refused before anybody is asked', async (body, field) => {
    const { client, provider } = await clientOf([made]);
    const error = await rejectionOf(client.transfers.fiat.withdraw('main', body as never));
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field });
    expect(provider.requests).toHaveLength(0);
  });

  test('over plain http to another machine is not made', () => {
    const { signer } = { signer: { headers: () => Promise.reject(new Error('never')) } };
    const baseUrl = 'http://provider.example';
    expect(thrownBy(() => new ProviderApiClient({ baseUrl, signer }))).toBeInstanceOf(
      ConfigurationError,
    );
  });

  test.each([
    ['signer', {}],
    ['platformSigner', 'none'],
    ['platformSigner', {}],
    ['platformSigner', null],
    ['answerVerifier', {}],
    ['answerVerifier', null],
    ['answers', 'strickt'],
    ['requirements', 'some'],
    ['timeoutMs', 0],
  ])('of a connection whose %s is %j is not made', async (setting, value) => {
    const { connection } = await clientOf([{}]);
    const error = thrownBy(() => new ProviderApiClient({ ...connection, [setting]: value }));
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toMatchObject({ setting });
  });

  test('that reaches nobody says so', async () => {
    const { client } = await clientOf([], { fetch: () => Promise.reject(new TypeError('no')) });
    expect(await rejectionOf(client.capabilities.get())).toBeInstanceOf(UnreachableError);
  });

  test('narrows by method', async () => {
    const { client } = await clientOf([made]);
    const { id } = Object(made.body);
    const data = await client.transfers.withdrawals.get('main', id);
    expect(goesBy(data, 'PublicBlockchain')).toBe(false);
  });
});
