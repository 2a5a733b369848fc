import { describe, expect, test } from 'vitest';
import type { Fetch } from '../../src/core/http.js';
import { NetlinkClient, ProviderCall, ProviderList } from '../../src/netlink/index.js';
import {
  ProviderApiClient,
  ProviderCall as ProviderCallOfV2,
  ProviderList as ProviderListOfV2,
} from '../../src/provider/index.js';
import { RequestSigner } from '../../src/requests/index.js';
import { CALLS, HISTORY, TRANSACTION } from '../netlink/support/netlink.js';
import { rejectionOf } from '../support/rejections.js';

const signer = new RequestSigner({
  apiKey: 'key-1',
  secret: 'a shared secret',
  algorithm: 'hmac-sha512',
  preEncoding: 'base64',
  postEncoding: 'base64',
});
const baseUrl = 'https://provider.example';

/** Both clients, and what is sent with them. */
function clientsOn(answer: (url: URL) => object) {
  const sent: URL[] = [];
  const fetch: Fetch = async (url) => {
    const asked = new URL(url);
    sent.push(asked);
    return Response.json(answer(asked), { headers: { 'x-request-id': 'r-1' } });
  };
  const connection = { baseUrl, signer, fetch, retry: { attempts: 1 } };
  return {
    v1: new NetlinkClient(connection),
    v2: new ProviderApiClient({ ...connection, requirements: 'none' }),
    sent,
  };
}

const entry = (transactionID: string) => ({ ...TRANSACTION, transactionID });
const account = (id: string) => ({ id, title: id, status: 'active' });

/** Two pages of two items, in the form of either protocol. */
function twoPages({ pathname, searchParams }: URL): object {
  if (pathname === '/accounts') {
    const isFirst = searchParams.get('startingAfter') === null;
    return { accounts: isFirst ? [account('a'), account('b')] : [account('c')] };
  }
  return searchParams.get('pageCursor') === null
    ? { transactions: [entry('a'), entry('b')], nextPageCursor: 'b', later: true }
    : { transactions: [entry('c')], nextPageCursor: null };
}

/** The same list of either client, by the ids of its items. */
const LISTS = {
  v1: () => {
    const { v1, sent } = clientsOn(twoPages);
    const idOf = ({ transactionID }: { readonly transactionID: string | undefined }) =>
      transactionID;
    return { list: v1.listTransactions({ ...HISTORY, pageSize: 2 }), idOf, sent };
  },
  v2: () => {
    const { v2, sent } = clientsOn(twoPages);
    return { list: v2.accounts.list({ limit: 2 }), idOf: ({ id }: { id: string }) => id, sent };
  },
};

test('the two clients have one call and one list', () => {
  expect(ProviderCall).toBe(ProviderCallOfV2);
  expect(ProviderList).toBe(ProviderListOfV2);
  expect(LISTS.v1().list).toBeInstanceOf(ProviderList);
  expect(LISTS.v2().list).toBeInstanceOf(ProviderList);
});

describe.each(['v1', 'v2'] as const)('a list of %s', (version) => {
  const made = () => {
    const { list, idOf, sent } = LISTS[version]();
    const ids = (items: readonly unknown[]) =>
      items.map((item) => Reflect.apply(idOf, null, [item]));
    return { list, ids, sent };
  };

  test('is its first page when it is awaited', async () => {
    const { list, ids, sent } = made();
    const { items, next } = await list;
    expect(ids(items)).toEqual(['a', 'b']);
    expect(next).toBeDefined();
    expect(sent).toHaveLength(1);
  });

  test('is all of its items, and all of its pages, when it is iterated', async () => {
    const { list, ids, sent } = made();
    const all: unknown[] = [];
    for await (const item of list) all.push(item);
    expect(ids(all)).toEqual(['a', 'b', 'c']);
    const pages: unknown[][] = [];
    for await (const { items } of list.pages()) pages.push(ids(items));
    expect(pages).toEqual([['a', 'b'], ['c']]);
    // The first page was there already.
    expect(sent).toHaveLength(3);
  });

  test('gives its raw response', async () => {
    const { data, response, idempotencyKey } = await made().list.withResponse();
    expect(data.items).toHaveLength(2);
    expect(response).toMatchObject({ status: 200, requestId: 'r-1' });
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(idempotencyKey).toBeUndefined();
  });
});

test('the next page of v1 is asked for with the query that the page gives', async () => {
  const { v1, sent } = clientsOn(twoPages);
  const { next } = await v1.listTransactions({ ...HISTORY, pageSize: 2 });
  expect(next).toMatchObject({ ...HISTORY, pageSize: 2, pageCursor: 'b' });
  expect((await v1.listTransactions(next ?? expect.unreachable())).next).toBeUndefined();
  expect(sent.map(({ searchParams }) => searchParams.get('pageSize'))).toEqual(['2', '2']);
});

test('a page of v1 is written with the fields of its protocol alone', async () => {
  const page = await clientsOn(twoPages).v1.listTransactions(HISTORY);
  expect(JSON.parse(JSON.stringify(page))).toEqual({
    transactions: [entry('a'), entry('b')],
    nextPageCursor: 'b',
    later: true,
  });
  expect(page.items).toBe(page.transactions);
});

test.each(Object.entries(CALLS))(
  '%s of v1 is a call: a promise with a response',
  async (_, call) => {
    const { v1 } = clientsOn(() => ({ error: 'not as documented' }));
    const under = call(v1);
    expect(under).toBeInstanceOf(ProviderCall);
    expect(under.idempotencyKey).toBeUndefined();
    const error = await rejectionOf(under);
    expect(await rejectionOf(under.withResponse())).toBe(error);
  },
);

test('an option that no call reads is refused by its name, and nothing is sent', async () => {
  const { v1, v2, sent } = clientsOn(twoPages);
  const asked = (call: (...given: never) => unknown, self: object, ...given: unknown[]) =>
    rejectionOf(Promise.resolve(Reflect.apply(call, self, given)));
  const unknown = { timeout: 1 };
  const calls = [
    asked(v1.listAccounts, v1, unknown),
    asked(v1.listTransactions, v1, HISTORY, unknown),
    asked(v2.accounts.list, v2.accounts, {}, unknown),
    asked(v2.accounts.get, v2.accounts, 'main', {}, unknown),
  ];
  for (const error of await Promise.all(calls)) {
    expect(error).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'timeout' } });
    expect(error).toMatchObject({ message: expect.stringContaining('did you mean timeoutMs?') });
  }
  // A key belongs to the request: here it would be none, and a repetition would pay twice.
  const { liquidity } = v2;
  const quote = { fromAsset: { assetId: 'A' }, toAsset: { assetId: 'B' }, fromAmount: '1' };
  const keyed = await asked(liquidity.createQuote, liquidity, 'main', quote, {
    idempotencyKey: 'key-1',
  });
  expect(keyed).toMatchObject({ details: { field: 'idempotencyKey' } });
  expect(sent).toEqual([]);
});
