import { expect } from 'vitest';
import { InvalidInputError } from '../../../src/index.js';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, providerWorld } from '../support/provider.js';
import { CALLS } from '../support/provider-calls.js';
import { answerOf } from '../support/provider-lines.js';
import { type Documented, PROVIDER } from '../support/provider-operations.js';
import { RECORDS } from '../support/provider-records.js';

const AT = 'provider-api.md / Pagination query parameters';
const LISTS = PROVIDER.filter(({ list }) => list !== undefined);

/** The method behind the server kit that gives a list, by the operation. */
const PARTS: Readonly<Record<string, string>> = {
  'list additional assets': 'capabilities.listAssets',
  'list possible asset conversions': 'capabilities.listConversions',
  getWithdrawalMethods: 'capabilities.listWithdrawalMethods',
  getDepositMethods: 'capabilities.listDepositMethods',
  'list ramp methods': 'capabilities.listRampMethods',
  'list sub-accounts': 'accounts.list',
  'get current balances': 'balances.list',
  'list quotes': 'liquidity.listQuotes',
  'list withdrawals': 'transfers.listWithdrawals',
  'list deposits': 'transfers.listDeposits',
  'list blockchain withdrawals': 'transfersBlockchain.listWithdrawals',
  getDepositAddresses: 'depositAddresses.list',
  'list fiat withdrawals': 'transfersFiat.listWithdrawals',
  'list withdrawals to peer accounts': 'transfersPeerAccounts.listWithdrawals',
  'list withdrawals to sub-accounts': 'transfersInternal.listWithdrawals',
  'list ramps': 'ramps.list',
  'list collateral deposit addresses': 'collateral.listAddresses',
  'list deposit transactions': 'collateral.listDeposits',
  'list withdrawal transactions': 'collateral.listWithdrawals',
};

/** Three hundred records with ids of their own; `i-0` was created first, where records have such a time. */
const many = ({ record }: Documented): Json[] =>
  Array.from({ length: 300 }, (_, index) => ({
    ...RECORDS[record],
    id: `i-${index}`,
    ...('createdAt' in RECORDS[record]
      ? { createdAt: new Date(1_767_225_600_000 + 1_000 * index).toISOString() }
      : {}),
  }));

/** The ids of a page that the server kit answers with. */
async function page(operation: Documented, query: string, items = many(operation)) {
  const { raw } = providerWorld({ [PARTS[operation.title] ?? '']: items });
  const { status, body, text } = await raw(`${operation.method} ${operation.path}${query}`);
  expect(status, text).toBe(200);
  return body[operation.list ?? ''].map(({ id }: Json) => id);
}

async function refused(operation: Documented, query: string): Promise<Json> {
  const { status, body } = await providerWorld().raw(
    `${operation.method} ${operation.path}${query}`,
  );
  expect(status).toBe(400);
  return body;
}

/** The query that the library sends. */
async function sentBy(operation: Documented, query: Json) {
  const { client, sent } = answeredWith(answerOf(operation));
  await CALLS[operation.title]?.(client, query);
  return sent[0]?.query;
}

const call = (operation: Documented, query: Json) => {
  const { client, sent } = answeredWith(answerOf(operation));
  return { called: (async () => CALLS[operation.title]?.(client, query))(), sent };
};

claims('pages of every list', [
  ...each(LISTS, (operation): Claim[] => {
    const where = `${AT} / ${operation.title}`;
    return [
      {
        where: `${where} / limit / default 10, the first page`,
        holds: async () => {
          const all = await page(operation, '?limit=200');
          expect(all).toHaveLength(200);
          expect(await page(operation, '')).toEqual(all.slice(0, 10));
        },
      },
      ...each([1, 7, 200], (limit) => ({
        where: `${where} / limit / ${limit}`,
        holds: async () => expect(await page(operation, `?limit=${limit}`)).toHaveLength(limit),
      })),
      ...each(['0', '201', '-1', '1.5', 'ten'], (limit): Claim[] => [
        {
          where: `${where} / limit / an integer from 1 to 200: not ${limit}, over HTTP`,
          holds: async () => {
            const body = await refused(operation, `?limit=${limit}`);
            expect(JSON.stringify(body)).toContain('limit');
          },
        },
        {
          where: `${where} / limit / an integer from 1 to 200: not ${limit}, in the library`,
          holds: async () => {
            const { called, sent } = call(operation, { limit: Number(limit) });
            await expect(called).rejects.toThrow(InvalidInputError);
            expect(sent).toEqual([]);
          },
        },
      ]),
      {
        where: `${where} / startingAfter / the items right after it, without it`,
        holds: async () => {
          const all = await page(operation, '?limit=200');
          const cursor = `?limit=3&startingAfter=${all[4]}`;
          expect(await page(operation, cursor)).toEqual(all.slice(5, 8));
        },
      },
      {
        where: `${where} / endingBefore / the items right before it, without it`,
        holds: async () => {
          const all = await page(operation, '?limit=200');
          const cursor = `?limit=3&endingBefore=${all[9]}`;
          expect(await page(operation, cursor)).toEqual(all.slice(6, 9));
        },
      },
      {
        where: `${where} / startingAfter and endingBefore / exclude each other, over HTTP`,
        holds: async () => {
          const body = await refused(operation, '?startingAfter=i-1&endingBefore=i-2');
          expect(body).toMatchObject({
            errorType: 'invalid-query-parameters',
            propertyName: 'startingAfter',
            requestPart: 'query',
          });
          expect(body.message).toMatch(/only one|not both|either/i);
        },
      },
      {
        where: `${where} / startingAfter and endingBefore / exclude each other, in the library`,
        holds: async () => {
          const { called, sent } = call(operation, { startingAfter: 'a', endingBefore: 'b' });
          await expect(called).rejects.toThrow(InvalidInputError);
          expect(sent).toEqual([]);
        },
      },
      {
        where: `${where} / an empty result is an empty array, over HTTP`,
        holds: async () => expect(await page(operation, '', [])).toEqual([]),
      },
      {
        where: `${where} / an empty result is an empty array, in the library`,
        holds: async () => {
          const { client } = answeredWith({ [operation.list ?? '']: [] });
          const answer = await CALLS[operation.title]?.(client, {});
          expect(answer?.items).toEqual([]);
        },
      },
      ...each(
        [
          ['limit', 25],
          ['startingAfter', 'i-1'],
          ['endingBefore', 'i-1'],
        ] as const,
        ([name, value]) => ({
          where: `${where} / ${name} / sent by the library`,
          holds: async () => {
            const query = await sentBy(operation, { [name]: value });
            expect(query?.get(name)).toBe(String(value));
          },
        }),
      ),
    ];
  }),
]);

const BY_TIME = [...LISTS.filter(({ ordered }) => ordered)];

claims('the order of lists', [
  ...each(BY_TIME, (operation): Claim[] => [
    {
      where: `provider-api.md / Operations / ${operation.title} / order / default desc`,
      holds: async () => {
        expect(await page(operation, '?limit=2')).toEqual(['i-299', 'i-298']);
      },
    },
    {
      where: `provider-api.md / Operations / ${operation.title} / order / desc`,
      holds: async () => {
        expect(await page(operation, '?limit=2&order=desc')).toEqual(['i-299', 'i-298']);
      },
    },
    {
      where: `provider-api.md / Operations / ${operation.title} / order / asc`,
      holds: async () => {
        expect(await page(operation, '?limit=2&order=asc')).toEqual(['i-0', 'i-1']);
      },
    },
    ...each(['asc', 'desc'], (order) => ({
      where: `provider-api.md / Operations / ${operation.title} / order / ${order}, sent by the library`,
      holds: async () => expect((await sentBy(operation, { order }))?.get('order')).toBe(order),
    })),
    {
      where: `provider-api.md / Operations / ${operation.title} / order / none but these`,
      holds: async () => {
        expect(JSON.stringify(await refused(operation, '?order=newest'))).toContain('order');
        await expect(call(operation, { order: 'newest' }).called).rejects.toThrow('order');
      },
    },
  ]),
  {
    where: 'provider-api.md / Operations / list deposits / descending creation time',
    holds: async () => {
      const [deposits] = LISTS.filter(({ title }) => title === 'list deposits');
      if (deposits === undefined) throw new Error('no deposits');
      expect(await page(deposits, '?limit=2')).toEqual(['i-299', 'i-298']);
    },
  },
]);
