import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CustodyTransaction } from '../../src/fireblocks/index.js';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import type { SigningKey } from '../../src/signer/index.js';
import {
  byAsset,
  byPath,
  eddsa,
  FakeCustody,
  freshRequest,
  signerOn,
  signerWith,
} from '../support/custody.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ ledgerCloseMs: 0, seed: 'list', approvals: 'manual' });
});
afterAll(() => sandbox.stop());
beforeEach(() => sandbox.custody.clearMessages());

async function open(...keys: SigningKey[]): Promise<string> {
  const request = freshRequest(...keys);
  await rejectionOf(signerOn(sandbox).sign(request, { timeoutMs: 0 }));
  return request.idempotencyKey;
}

const names = async (key: SigningKey) =>
  (await signerOn(sandbox).list(key)).map(({ idempotencyKey }) => idempotencyKey);

describe('list', () => {
  it("gives a key's requests, oldest first, and nobody else's", async () => {
    const first = await open(byAsset('10'));
    await open(byAsset('11'));
    await open({ ...byAsset('10'), assetId: 'XRP' });
    await open(byPath('10', 144));
    const second = await open(byAsset('10'));
    expect(await names(byAsset('10'))).toEqual([first, second]);
  });

  it('finds the requests of a key by path among those of all', async () => {
    const first = await open(byPath('12'));
    const both = await open(byPath('12'), byPath('13'));
    await open(byPath('12', 144));
    await open(eddsa('12'));
    await open(byAsset('12'));
    expect(await names(byPath('12'))).toEqual([first, both]);
    expect(await names(byPath('13'))).toEqual([both]);
  });

  it('gives every state, native transfers included', async () => {
    const key = byAsset('14');
    const waiting = await open(key);
    const signed = await open(key);
    const refused = await open(key);
    const transfer = `transfer-${waiting}`;
    await rejectionOf(
      signerOn(sandbox).transfer(
        {
          idempotencyKey: transfer,
          from: { ...key, assetId: 'XRP_TEST' },
          to: { type: 'account', accountType: 'VAULT_ACCOUNT', id: '1' },
          amount: '1',
        },
        { timeoutMs: 0 },
      ),
    );
    sandbox.custody.approve(signed);
    sandbox.custody.reject(refused);
    const records = await signerOn(sandbox).list(key);
    expect(records.map(({ idempotencyKey, kind, state }) => [idempotencyKey, kind, state])).toEqual(
      [
        [waiting, 'raw', 'pending'],
        [signed, 'raw', 'signed'],
        [refused, 'raw', 'rejected'],
        [transfer, 'native-transfer', 'pending'],
      ],
    );
    expect(records[1]?.signatures).toHaveLength(1);
  });

  it('lets what it listed be picked up without being made again', async () => {
    const key = byAsset('15');
    const request = freshRequest(key);
    await rejectionOf(signerOn(sandbox).sign(request, { timeoutMs: 0 }));
    sandbox.custody.approve(request.idempotencyKey);
    const signer = signerOn(sandbox);
    await signer.list(key);
    sandbox.custody.clearMessages();
    await signer.sign(request);
    expect(sandbox.custody.messages.map(({ method }) => method)).toEqual(['GET']);
  });

  it('asks for the last 25 hours, newest first, and for one vault where it can', async () => {
    const clock = new FakeClock();
    const client = new FakeCustody();
    const signer = signerWith(client, { clock });
    await signer.list(byAsset('3'));
    await signer.list(byPath('3'));
    const after = clock.now() - 25 * 3_600_000;
    expect(client.queries).toEqual([
      { after, sourceId: '3', limit: 500 },
      { after, limit: 500 },
    ]);
    await signerOn(sandbox).list(byAsset('3'));
    const [message] = sandbox.custody.messages;
    expect(message?.path).toMatch(
      /orderBy=createdAt&sort=DESC&sourceType=VAULT_ACCOUNT&sourceId=3/,
    );
  });
});

describe('list, page by page', () => {
  const transaction = (index: number, createdAt: number): CustodyTransaction => ({
    id: `id-${index}`,
    status: 'COMPLETED',
    operation: 'RAW',
    externalTxId: `key-${index}`,
    assetId: 'XRP_TEST',
    createdAt,
  });

  /** A custody of so many transactions, `each` of them in every millisecond, that keeps its limits. */
  function custodyOf(count: number, each: number): FakeCustody {
    const all = Array.from({ length: count }, (_, index) =>
      transaction(index, 1_000_000 + Math.floor(index / each)),
    ).reverse();
    const client = new FakeCustody();
    client.listTransactions = async (query) => {
      client.queries.push(query);
      const { before = Number.POSITIVE_INFINITY, limit } = query;
      return all.filter(({ createdAt }) => (createdAt ?? 0) < before).slice(0, limit);
    };
    return client;
  }

  it.each([
    [0, 1, 1],
    [499, 1, 1],
    [500, 1, 2],
    [501, 1, 2],
    [1_700, 1, 4],
    // Made in the same millisecond, on both sides of a page's end.
    [501, 7, 2],
    [1_700, 100, 5],
  ])('gives all of %i, with %i in a millisecond', async (count, each, pages) => {
    const client = custodyOf(count, each);
    const records = await signerWith(client, { clock: new FakeClock(2_000_000) }).list(byAsset());
    expect(records.map(({ idempotencyKey }) => idempotencyKey)).toEqual(
      Array.from({ length: count }, (_, index) => `key-${index}`),
    );
    expect(client.queries.length).toBeLessThanOrEqual(pages);
  });

  it.each([
    ['one page of what is asked for', 1_700, 200, 200, [200]],
    ['two pages', 1_700, 1_000, 1_000, [500, 500]],
    ['what there is', 700, 1_000, undefined, [500, 500]],
    ['10,000, unless it is told otherwise', 10_700, undefined, 10_000, Array(20).fill(500)],
    ['10,000 at the most', 10_700, 20_000, 10_000, Array(20).fill(500)],
  ])('looks at %s, and says where that may not be all', async (_, count, atMost, cut, pages) => {
    const client = custodyOf(count, 1);
    const cuts: number[] = [];
    const onCut = (lookedAt: number) => cuts.push(lookedAt);
    const signer = signerWith(client, { clock: new FakeClock(2_000_000) });
    const records = await signer.list(byAsset(), { onCut, ...(atMost && { atMost }) });
    // One that is on two pages, at their ends, is counted once.
    expect(cuts).toEqual(cut === undefined ? [] : [cut - (pages.length - 1)]);
    expect(client.queries.map(({ limit }) => limit)).toEqual(pages);
    expect(records.at(-1)?.idempotencyKey).toBe(`key-${count - 1}`);
  });

  it.each([0, -1, Number.NaN])('can not look at %s', async (atMost) => {
    const client = custodyOf(3, 1);
    expect(await rejectionOf(signerWith(client).list(byAsset(), { atMost }))).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'atMost',
    });
    expect(client.queries).toEqual([]);
  });

  it('goes on where a listener of its throws', async () => {
    const onCut = () => {
      throw new Error('listener');
    };
    const signer = signerWith(custodyOf(600, 1), { clock: new FakeClock(2_000_000) });
    expect(await signer.list(byAsset(), { atMost: 500, onCut })).toHaveLength(500);
  });

  it('ends, whatever the custody does', async () => {
    const full = Array.from({ length: 500 }, (_, index) => transaction(index, 5));
    const stuck = new FakeCustody();
    stuck.listTransactions = async (query) => {
      stuck.queries.push(query);
      return full;
    };
    expect(await signerWith(stuck).list(byAsset())).toHaveLength(500);
    expect(stuck.queries.length).toBeLessThanOrEqual(3);
    let next = 0;
    const endless = new FakeCustody();
    endless.listTransactions = async (query) => {
      endless.queries.push(query);
      return full.map((each) => ({ ...each, id: `id-${next++}` }));
    };
    await signerWith(endless).list(byAsset());
    expect(endless.queries.length).toBe(20);
  });

  it('leaves out what is not of this package, or of another wallet', async () => {
    const client = new FakeCustody();
    client.pages = [
      [
        transaction(1, 9),
        { ...transaction(2, 8), externalTxId: null },
        { ...transaction(3, 7), assetId: 'BTC' },
        { ...transaction(4, 6), source: { type: 'VAULT_ACCOUNT', id: '7' } },
        { ...transaction(5, 5), operation: 'CONTRACT_CALL' },
        { ...transaction(6, 4), assetId: undefined, source: { id: '0' } },
      ],
    ];
    const records = await signerWith(client).list(byAsset('0'));
    expect(records.map(({ idempotencyKey }) => idempotencyKey)).toEqual(['key-6', 'key-1']);
  });
});
