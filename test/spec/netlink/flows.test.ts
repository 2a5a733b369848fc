import { expect } from 'vitest';
import { type Claim, claims, each } from '../support/claims.js';
import type { Json } from '../support/http.js';
import { answeredWith, netlinkWorld } from '../support/netlink.js';

const DEPOSIT = { accountType: 'SPOT', coinSymbol: 'ETH', network: 'Ethereum' };
const RANGE = { fromDate: 1, toDate: 2, coinSymbol: 'ETH', network: 'Ethereum' };

const entry = (transactionID: string) => ({
  transactionID,
  status: 'COMPLETED',
  txHash: '0xhash',
  amount: '1',
  serviceFee: '0',
  coinSymbol: 'ETH',
  network: 'Ethereum',
  direction: 'CRYPTO_DEPOSIT',
  timestamp: 1,
});

const PAGES: Readonly<Record<string, Json>> = {
  first: { nextPageCursor: 'c-2', transactions: [entry('1'), entry('2')] },
  'c-2': { nextPageCursor: 'c-3', transactions: [] },
  'c-3': { nextPageCursor: null, transactions: [entry('3')] },
};

const paged = () =>
  answeredWith((_: number, { url }: Json) => PAGES[url.searchParams.get('pageCursor') ?? 'first']);

/** The transfers, and what `completed` false comes to: only the internal one has failed then. */
const TRANSFERS: Readonly<Record<string, Json>> = {
  transferSubMain: { subAccountID: 's', direction: 'IN', coinSymbol: 'ETH', amount: '1' },
  transferSubAccounts: {
    srcSubAccountID: 's',
    dstSubAccountID: 't',
    coinSymbol: 'ETH',
    amount: '1',
  },
  transferInternal: {
    fromAccountType: 'SPOT',
    toAccountType: 'FUNDING',
    coinSymbol: 'ETH',
    amount: '1',
  },
};

claims('what several requests come to', [
  {
    where: 'network-link.md / fetch deposit address / tried first, and none is created',
    holds: async () => {
      const { client, sent } = answeredWith({ depositAddress: '0xada' });
      expect(await client.ensureDepositAddress(DEPOSIT)).toMatchObject({ depositAddress: '0xada' });
      expect(sent.map(({ method }) => method)).toEqual(['GET']);
    },
  },
  {
    where: 'network-link.md / fetch deposit address / created when none exists',
    holds: async () => {
      const { client, sent } = answeredWith((count: number) => ({
        depositAddress: count === 1 ? '' : '0xnew',
      }));
      expect(await client.ensureDepositAddress(DEPOSIT)).toMatchObject({ depositAddress: '0xnew' });
      const lines = sent.map(({ method, url }) => `${method} ${url.pathname}`);
      expect(lines).toEqual(['GET /v1/depositAddress', 'POST /v1/depositAddress']);
      expect(JSON.parse(sent[1]?.text ?? '')).toEqual(DEPOSIT);
    },
  },
  {
    where: 'network-link.md / History page / nextPageCursor / leads to the next, null ends',
    holds: async () => {
      const { client, sent } = paged();
      const found: unknown[] = [];
      for await (const { transactionID } of client.iterateTransactions(RANGE)) {
        found.push(transactionID);
      }
      expect(found).toEqual(['1', '2', '3']);
      const cursors = sent.map(({ url }) => url.searchParams.get('pageCursor'));
      expect(cursors).toEqual([null, 'c-2', 'c-3']);
    },
  },
  {
    where: 'network-link.md / History page / pageCursor / the first page when absent',
    holds: async () => {
      const { client } = paged();
      const { transactions, nextPageCursor } = await client.listTransactions(RANGE);
      expect({ count: transactions.length, nextPageCursor }).toEqual({
        count: 2,
        nextPageCursor: 'c-2',
      });
    },
  },
  {
    where: 'network-link.md / History page / nextPageCursor / null over HTTP for the last page',
    holds: async () => {
      const query = 'fromDate=1&toDate=2&pageSize=1&isSubTransfer=false&coinSymbol=ETH';
      const world = netlinkWorld({}, {}, {}, { listTransactions: { transactions: [] } });
      const { body } = await world.raw(`GET /v1/transactionHistory?${query}&network=Ethereum`);
      expect(body).toEqual({ nextPageCursor: null, transactions: [] });
    },
  },
  ...each(Object.entries(TRANSFERS), ([name, inputs]): Claim[] => [
    ...each([true, false], (completed): Claim[] => [
      {
        where: `network-link.md / Transfer result / ${name} / completed ${completed}`,
        holds: async () => {
          const { client } = answeredWith({ completed, transactionID: 't-1' });
          const call: Json = Reflect.get(client, name).bind(client);
          expect(await call(inputs)).toMatchObject({ completed, transactionID: 't-1' });
        },
      },
    ]),
  ]),
  ...each(['listAccounts', 'listSupportedAssets'], (name) => ({
    where: `network-link.md / ${name} / an empty array`,
    holds: async () => {
      const { client } = answeredWith([]);
      expect(await Reflect.get(client, name).bind(client)()).toEqual([]);
    },
  })),
  {
    where: 'network-link.md / Account / balances / an empty array where it holds no balance',
    holds: async () => {
      const { body } = await netlinkWorld().raw('GET /v1/accounts');
      expect(body[0].balances).toEqual([]);
    },
  },
]);
