import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Deposit,
  type KeysetSource,
  keysetPage,
  type PageRequest,
  type Provider,
  ProviderRefusal,
  pageOf,
} from '../../../src/provider/index.js';
import { rejectionOf, thrownBy } from '../../support/rejections.js';
import { clientOf, send, serve } from './support/caller.js';
import { BODIES, exchange, USD } from './support/exchange.js';

interface Row {
  readonly id: string;
  readonly number: number;
  readonly createdAt: string;
}

const rowsOf = (count: number): readonly Row[] =>
  Array.from({ length: count }, (_, number) => ({
    id: `row-${number}`,
    number,
    createdAt: new Date(1_767_225_600_000 + Math.floor(number / 2) * 1_000).toISOString(),
  }));

/** A table with an index over its numbers, as SQL would read it. */
function tableOf(rows: readonly Row[]): KeysetSource<Row, number> {
  return {
    position: async (id) => rows.find((row) => row.id === id)?.number,
    rows: async ({ from, direction, limit }) => {
      const sorted = [...rows].sort((one, other) =>
        direction === 'asc' ? one.number - other.number : other.number - one.number,
      );
      const beyond = sorted.filter(
        ({ number }) => from === undefined || (direction === 'asc' ? number > from : number < from),
      );
      return beyond.slice(0, limit);
    },
  };
}

const asking = fc.record({
  count: fc.integer({ min: 0, max: 30 }),
  limit: fc.integer({ min: 1, max: 12 }),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  cursor: fc.integer({ min: 0, max: 31 }),
  side: fc.constantFrom('startingAfter' as const, 'endingBefore' as const, 'none' as const),
});

describe('pages', () => {
  it('are the same of an array and of a database', async () => {
    await fc.assert(
      fc.asyncProperty(asking, async ({ count, limit, order, cursor, side }) => {
        const rows = rowsOf(count);
        const asked = { limit, order, ...(side !== 'none' && { [side]: `row-${cursor}` }) };
        const paging = keysetPage(asked, tableOf(rows));
        if (side !== 'none' && cursor >= count) {
          const unknown = await rejectionOf(paging);
          expect(unknown).toBeInstanceOf(ProviderRefusal);
          expect(unknown).toEqual(thrownBy(() => pageOf(rows, asked)));
          return;
        }
        expect((await paging).page).toEqual(pageOf(rows, asked));
      }),
    );
  });

  it('put together forwards are the whole list, and backwards too', async () => {
    await fc.assert(
      fc.property(asking, ({ count, limit, order }) => {
        const rows = rowsOf(count);
        const whole = order === 'asc' ? rows : [...rows].reverse();
        const walk = (next: (seen: readonly Row[]) => object) => {
          let seen: readonly Row[] = [];
          for (;;) {
            const asked = { limit, order, ...next(seen) };
            const page = pageOf(rows, asked);
            if (page.length === 0) return seen;
            seen = 'endingBefore' in asked ? [...page, ...seen] : [...seen, ...page];
          }
        };
        const forwards = walk((seen) => (seen.length ? { startingAfter: seen.at(-1)?.id } : {}));
        expect(forwards).toEqual(whole);
        const last = whole.at(-1);
        if (last === undefined) return;
        const backwards = walk((seen) => ({ endingBefore: seen[0]?.id ?? last.id }));
        expect([...backwards, last]).toEqual(whole);
      }),
    );
  });

  it('go on from where a deleted row stood', async () => {
    const rows = rowsOf(6);
    const left = tableOf(rows.filter(({ id }) => id !== 'row-3'));
    const table = { ...left, position: async (id: string) => Number(id.replace('row-', '')) };
    const idsAt = async (cursor: object) =>
      (await keysetPage({ limit: 2, ...cursor }, table)).page.map(({ id }) => id);
    expect(await idsAt({ startingAfter: 'row-3' })).toEqual(['row-4', 'row-5']);
    expect(await idsAt({ endingBefore: 'row-3' })).toEqual(['row-1', 'row-2']);
  });

  it('do not depend on the order that an array comes in, nor on how its dates are written', () => {
    const made = [
      { id: 'second', createdAt: '2026-01-01T02:00:00+02:00' },
      { id: 'first', createdAt: '2025-12-31T23:59:59Z' },
      { id: 'third', createdAt: '2026-01-01T00:00:00.500Z' },
    ];
    const ids = (order: 'asc' | 'desc') => pageOf(made, { limit: 5, order }).map(({ id }) => id);
    expect(ids('asc')).toEqual(['first', 'second', 'third']);
    expect(ids('desc')).toEqual(['third', 'second', 'first']);
  });

  it('of lists without an order keep the one that they have', () => {
    const assets = [{ id: 'z' }, { id: 'a' }];
    expect(pageOf(assets, { limit: 5 })).toEqual(assets);
  });
});

describe('what a provider gives for a list', () => {
  const deposit = (id: string, createdAt: string): Deposit => ({
    id,
    balanceAsset: USD,
    balanceAmount: '1',
    source: { transferMethod: 'OtherFiat', asset: USD, amount: '1', description: 'cash' },
    status: 'succeeded',
    createdAt,
  });

  it('is walked page by page by a client, whole or in pages', async () => {
    const all = rowsOf(25).map(({ id, createdAt }) => deposit(id, createdAt));
    const requests: PageRequest[] = [];
    const { provider } = exchange();
    const { transfers } = provider;
    if (transfers === undefined) throw new Error('it has one');
    const inPages: Provider = {
      ...provider,
      transfers: {
        ...transfers,
        listDeposits: async (_, request) => {
          requests.push(request);
          return { page: pageOf(all, request) };
        },
      },
    };
    const whole = {
      ...provider,
      transfers: { ...transfers, listDeposits: async () => all },
    };
    for (const each of [inPages, whole]) {
      const ids: string[] = [];
      const list = clientOf(serve(each)).transfers.deposits.list('main', { limit: 7 });
      for await (const { id } of list) ids.push(id);
      expect(ids).toEqual([...all].reverse().map(({ id }) => id));
    }
    expect(requests.map(({ limit, startingAfter }) => [limit, startingAfter])).toEqual([
      [7, undefined],
      [7, 'row-18'],
      [7, 'row-11'],
      [7, 'row-4'],
    ]);
  });

  it('is 10 items unless more are asked for, and never more than that', async () => {
    const all = rowsOf(250).map(({ id, createdAt }) => deposit(id, createdAt));
    const { provider } = exchange();
    const { transfers } = provider;
    if (transfers === undefined) throw new Error('it has one');
    // A provider that doesn't look at the limit.
    const listDeposits = async () => ({ page: all });
    const handler = serve({ ...provider, transfers: { ...transfers, listDeposits } });
    const count = async (query: string) =>
      (await send(handler, `/accounts/main/transfers/deposits${query}`)).body.deposits?.length;
    expect(await count('')).toBe(10);
    expect(await count('?limit=200')).toBe(200);
  });

  it('is looked through to its end for what the rules ask', async () => {
    const { provider } = exchange();
    const { capabilities } = provider;
    const methods = await capabilities?.listWithdrawalMethods?.('main', { limit: 1 }, {} as never);
    if (!Array.isArray(methods)) throw new Error('it gives all of them');
    const many = Array.from({ length: 450 }, (_, index) => ({ ...methods[1], id: `m-${index}` }));
    const all = [...many, ...methods];
    const handler = serve({
      ...provider,
      capabilities: {
        ...capabilities,
        listWithdrawalMethods: async (_, request) => ({ page: pageOf(all, request) }),
      },
    });
    const answer = await send(handler, '/accounts/main/transfers/withdrawals/fiat', {
      method: 'POST',
      body: BODIES.createFiatWithdrawal,
    });
    expect(answer.status).toBe(201);
  });
});

describe('a page that is longer than was asked for', () => {
  it('is cut where it is farthest from the cursor', async () => {
    const { provider } = exchange();
    const page = ['a', 'b', 'c'].map((id) => ({ id, title: id, status: 'active' }));
    const accounts = { ...provider.accounts, list: async () => ({ page }) };
    const handler = serve({ ...provider, accounts });
    const idsAt = async (query: string) =>
      (await send(handler, `/accounts?${query}`)).body.accounts?.map(({ id }) => id);
    expect(await idsAt('limit=2')).toEqual(['a', 'b']);
    expect(await idsAt('limit=2&endingBefore=d')).toEqual(['b', 'c']);
    expect(await idsAt('limit=5&endingBefore=d')).toEqual(['a', 'b', 'c']);
  });
});

describe('a method that returns no list', () => {
  it.each([null, '', {}, { page: null }])('gives none: %o', async (answer) => {
    const { provider } = exchange();
    const accounts = { ...provider.accounts, list: async () => answer as never };
    expect((await send(serve({ ...provider, accounts }), '/accounts')).status).toBe(500);
  });
});
