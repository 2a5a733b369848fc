import { Cl, deserializeTransaction } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { StacksClient } from '../support/stacks-client.js';

const KEY = `${'7c'.repeat(32)}01`;
const OTHER = `${'5a'.repeat(32)}01`;
const UNKNOWN = `0x${'11'.repeat(32)}`;

let sandbox: Sandbox;
let alice: StacksClient;
let bob: StacksClient;

beforeEach(async () => {
  sandbox = await startSandbox({ stacks: { blockMs: 0 } });
  alice = new StacksClient(sandbox.stacks.url, KEY);
  bob = new StacksClient(sandbox.stacks.url, OTHER);
  sandbox.stacks.fund(alice.address, 10_000_000n);
  sandbox.stacks.fund(bob.address, 10_000_000n);
});

afterEach(() => sandbox.stop());

const v3 = <Body = Record<string, unknown>>(path: string) =>
  alice.get<Body>(`/extended/v3/${path}`);

interface Page {
  readonly total: number;
  readonly cursor: Readonly<Record<'next' | 'previous' | 'current', string | null>>;
  readonly results: readonly Record<string, unknown>[];
}

/** Sends 1 microSTX with a nonce, from alice. */
async function send(nonce: bigint, amount = 1n, fee = 1_000n): Promise<string> {
  const tx = await alice.transfer(bob.address, amount, { nonce, fee, memo: 'rent' });
  expect(await alice.broadcast(tx)).toMatchObject({ status: 200 });
  return `0x${tx.txid()}`;
}

async function callToken(): Promise<string> {
  const { sbtc } = sandbox.stacks.contracts;
  sandbox.stacks.mintToken(sbtc, alice.address, 10n);
  const [contract = ''] = sbtc.split('::');
  const args = [Cl.uint(3), Cl.principal(alice.address), Cl.principal(bob.address), Cl.none()];
  const tx = await alice.call(contract, 'transfer', args, { mode: 'allow', nonce: 0n });
  await alice.broadcast(tx);
  return `0x${tx.txid()}`;
}

describe('a transaction of v3', () => {
  test('waits, then has its block, and shows its answer where that is asked for', async () => {
    const id = await send(0n);
    const waiting = await v3(`transactions/${id}`);
    expect(waiting.body).toMatchObject({
      tx_id: id,
      type: 'token_transfer',
      status: 'pending',
      sender: { address: alice.address, nonce: 0 },
      sponsor: null,
      fee_rate: '1000',
      receipt_time: expect.any(Number),
      replaced_by_tx_id: null,
      token_transfer: { recipient: bob.address, amount: '1', memo: { repr: 'rent' } },
    });
    expect(waiting.body).not.toHaveProperty('block');
    const { height } = await sandbox.stacks.mineBlock();
    const mined = await v3(`transactions/${id.slice(2)}?include=result,post_conditions`);
    expect(mined.body).toMatchObject({
      status: 'success',
      block: { height, tx_index: 0 },
      bitcoin_block: { height: sandbox.stacks.burnHeight },
      event_count: 1,
      vm_error: null,
      result: { hex: '0x0703', repr: '(ok true)' },
      post_conditions: [],
      post_condition_mode: 'deny',
    });
    sandbox.stacks.setApi({ release: '9.0.2' });
    const earlier = await v3(`transactions/${id}?include=post_conditions`);
    expect(earlier.body).toHaveProperty('post_conditions');
    expect(earlier.body).not.toHaveProperty('post_condition_mode');
    expect(JSON.stringify(earlier.body)).not.toContain('_iso');
    expect(JSON.stringify(mined.body)).toContain('"time_iso"');
    for (const name of ['receipt_time', 'canonical', 'events']) {
      expect(mined.body).not.toHaveProperty(name);
    }
    expect((await v3(`transactions/${id}`)).body).not.toHaveProperty('result');
    expect(await v3(`transactions/${id}?include=events`)).toMatchObject({ status: 400 });
  });

  test('has the arguments of a call where they are asked for, without their names', async () => {
    const id = await callToken();
    await sandbox.stacks.mineBlock();
    const { body } = await v3<{ contract_call: object }>(
      `transactions/${id}?include=function_args`,
    );
    expect(body.contract_call).toMatchObject({
      function_name: 'transfer',
      function_args: [{ hex: '0x0100000000000000000000000000000003', repr: 'u3' }, {}, {}, {}],
    });
    const events = await v3<Page>(`transactions/${id}/events`);
    expect(events.body).toMatchObject({
      total: 1,
      cursor: { current: '0', next: null },
      results: [
        {
          event_index: 0,
          type: 'ft_asset',
          ft_asset: { type: 'transfer', amount: '3', recipient: bob.address },
        },
      ],
    });
  });

  test('that is unknown, and one that was dropped, are told alike', async () => {
    const id = await send(0n);
    sandbox.stacks.dropPending('dropped_problematic');
    for (const missing of [id, UNKNOWN]) {
      expect(await v3(`transactions/${missing}`)).toEqual({
        status: 404,
        body: { statusCode: 404, error: 'Not Found', message: 'Transaction not found' },
      });
      expect(await v3(`transactions/${missing}/events`)).toMatchObject({ status: 400 });
    }
    // The older API knows that it was there.
    expect(await alice.transaction(id)).toMatchObject({ tx_status: 'dropped_problematic' });
  });
});

describe('an account of v3', () => {
  const of = (address: string, what: string) => `principals/${address}/${what}`;

  test('tells nonces with the gap that they have', async () => {
    const nonces = () => v3(of(alice.address, 'nonces'));
    await send(1n);
    expect((await nonces()).body).toEqual({
      next_nonce: 2,
      last_confirmed_nonce: null,
      mempool: { last_nonce: 1, pending_nonces: [], missing_nonces: [] },
    });
    await send(0n);
    await sandbox.stacks.mineBlock();
    for (const nonce of [3n, 5n]) await send(nonce);
    expect((await nonces()).body).toEqual({
      next_nonce: 6,
      last_confirmed_nonce: 1,
      mempool: { last_nonce: 5, pending_nonces: [3], missing_nonces: [4, 2] },
    });
    const [contract = ''] = sandbox.stacks.contracts.sbtc.split('::');
    expect(await v3(of(contract, 'nonces'))).toMatchObject({ status: 400 });
  });

  test('tells STX with what is locked and what waits', async () => {
    const { signerManager, pox5 } = sandbox.stacks.contracts;
    expect((await v3(of(bob.address, 'balances/stx'))).body).toEqual({
      balance: '10000000',
      available: '10000000',
      locked: null,
      mempool: null,
    });
    const stake = [
      Cl.principal(signerManager),
      Cl.uint(5_000_000),
      Cl.uint(1),
      Cl.uint(sandbox.stacks.burnHeight),
      Cl.none(),
    ];
    const tx = await alice.call(pox5, 'stake', stake, { mode: 'allow', nonce: 0n });
    await alice.broadcast(tx);
    const { height } = await sandbox.stacks.mineBlock();
    await send(1n);
    expect((await v3(of(alice.address, 'balances/stx'))).body).toMatchObject({
      balance: '9998000',
      available: '4998000',
      locked: {
        amount: '5000000',
        pox_version: 5,
        lock_tx_id: `0x${tx.txid()}`,
        stacks_lock_height: height,
      },
      mempool: { estimated_balance: '4996999', inbound: '0', outbound: '1001' },
    });
  });

  test('tells tokens page by page, of what there is most first', async () => {
    const { sbtc, usdcx } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, alice.address, 5n);
    sandbox.stacks.mintToken(usdcx, alice.address, 70n);
    const first = await v3<Page>(of(alice.address, 'balances/ft?limit=1'));
    expect(first.body).toEqual({
      limit: 1,
      total: 2,
      cursor: { next: `5:${sbtc}`, previous: null, current: `70:${usdcx}` },
      results: [{ asset_identifier: usdcx, balance: '70' }],
    });
    const next = encodeURIComponent(first.body.cursor.next ?? '');
    const second = await v3<Page>(of(alice.address, `balances/ft?limit=1&cursor=${next}`));
    expect(second.body).toMatchObject({ cursor: { next: null }, results: [{ balance: '5' }] });
    const none = await v3(of(bob.address, `balances/ft/${encodeURIComponent(sbtc)}`));
    expect(none.body).toEqual({ asset_identifier: sbtc, balance: '0' });
    expect(await v3(of(bob.address, 'balances/ft/sbtc'))).toMatchObject({ status: 400 });
  });

  test('lists what waits for it beside what it sends', async () => {
    await send(0n);
    await send(1n);
    const { body } = await v3<Page>(of(bob.address, 'mempool/transactions?limit=1'));
    expect(body).toMatchObject({
      total: 2,
      results: [{ sender: { address: alice.address }, status: 'pending' }],
    });
    const next = encodeURIComponent(body.cursor.next ?? '');
    const rest = await v3<Page>(of(alice.address, `mempool/transactions?limit=1&cursor=${next}`));
    expect(rest.body.results).toHaveLength(1);
    expect(rest.body.results[0]?.tx_id).not.toBe(body.results[0]?.tx_id);
  });

  test('lists what was confirmed from a cursor on, and from a height on', async () => {
    const ids: string[] = [];
    for (const nonce of [0n, 1n, 2n]) {
      ids.unshift(await send(nonce));
      await sandbox.stacks.mineBlock();
    }
    const path = of(alice.address, 'transactions');
    const first = await v3<Page>(`${path}?limit=2`);
    const idsIn = ({ results }: Page) =>
      results.map(({ transaction }) => (transaction as { tx_id: string }).tx_id);
    expect(first.body).toMatchObject({ total: 3, cursor: { previous: null } });
    expect(first.body.results[0]).toMatchObject({
      involvement: 'sender',
      balance_changes: { stx: { sent: '1001', received: '0', net: '-1001' } },
      affected_balances: { stx: true, ft: false, nft: false },
    });
    const { next } = first.body.cursor;
    const second = await v3<Page>(`${path}?limit=2&cursor=${next}`);
    expect([...idsIn(first.body), ...idsIn(second.body)]).toEqual(ids);
    expect(second.body.cursor).toEqual({
      next: null,
      previous: first.body.cursor.current,
      current: next,
    });
    const upTo = await v3<Page>(`${path}?cursor=${sandbox.stacks.blockHeight}:0:0`);
    expect(idsIn(upTo.body)).toEqual(ids.slice(1));
    const empty = await v3<Page>(`${path}?cursor=0:0:0`);
    expect(empty.body).toMatchObject({ total: 0, cursor: { next: null, current: null } });
    expect(await v3(`${path}?limit=51`)).toEqual({
      status: 400,
      body: {
        statusCode: 400,
        code: 'FST_ERR_VALIDATION',
        error: 'Bad Request',
        message: 'querystring/limit must be <= 50',
      },
    });
    expect((await v3(`${path}?cursor=3`)).status).toBe(400);
    // What it does not know, it ignores.
    expect((await v3<Page>(`${path}?offset=2`)).body.total).toBe(3);
    const asRecipient = await v3<Page>(of(bob.address, 'transactions?limit=1'));
    expect(asRecipient.body.results[0]).toMatchObject({ involvement: 'affected' });
  });
});

describe('the node itself', () => {
  test('has the bytes of what waits, and of what is mined where that is to be had', async () => {
    const tx = await alice.transfer(bob.address, 1n, { nonce: 0n });
    await alice.broadcast(tx);
    const id = tx.txid();
    const raw = async (path: string) => {
      const answer = await fetch(`${sandbox.stacks.url}${path}/${id}`);
      return { status: answer.status, text: await answer.text() };
    };
    const waiting = await raw('/v2/transactions/unconfirmed');
    expect(JSON.parse(waiting.text)).toEqual({ status: 'Mempool', tx: tx.serialize() });
    await sandbox.stacks.mineBlock();
    expect(await raw('/v2/transactions/unconfirmed')).toMatchObject({
      status: 404,
      text: expect.stringMatching(/not found in mempool/),
    });
    expect(await raw('/v3/transaction')).toMatchObject({
      status: 404,
      text: expect.stringContaining(`Route GET:/v3/transaction/${id} not found`),
    });
    sandbox.stacks.setApi({ nodeV3: 'unindexed' });
    expect(await raw('/v3/transaction')).toMatchObject({ status: 501 });
    sandbox.stacks.setApi({ nodeV3: 'served' });
    const mined = JSON.parse((await raw('/v3/transaction')).text);
    expect(mined).toMatchObject({ result: '(ok true)', is_canonical: true });
    expect(deserializeTransaction(mined.tx).txid()).toBe(id);
    const block = await fetch(`${sandbox.stacks.url}/v3/blocks/${mined.index_block_hash}`);
    const bytes = Buffer.from(await block.arrayBuffer()).toString('hex');
    expect(bytes).toContain(tx.serialize());
  });

  test('says in a way of its own that it estimates nothing', async () => {
    sandbox.stacks.setFees({ estimates: 'unsupported' });
    const body = { transaction_payload: '00' };
    expect(await alice.post('/v2/fees/transaction', body)).toEqual({
      status: 400,
      body: 'Fee estimation not supported on this node',
    });
  });
});

describe('the release of the API', () => {
  const headersOf = async (path: string) => (await fetch(`${sandbox.stacks.url}${path}`)).headers;
  const old = () => `/extended/v1/address/${alice.address}/nonces`;

  test('is told, and what it calls deprecated warns of it', async () => {
    expect((await alice.get('/extended')).body).toMatchObject({
      server_version: expect.stringMatching(/^stacks-blockchain-api v9\.7\.1 \(/),
      status: 'ready',
      chain_tip: { block_height: sandbox.stacks.blockHeight },
    });
    expect((await headersOf(old())).get('warning')).toMatch(/^299 - "Deprecated/);
    const ofV3 = await headersOf(`/extended/v3/principals/${alice.address}/nonces`);
    expect(ofV3.get('warning')).toBeNull();
    expect(ofV3.get('x-api-version')).toMatch(/^v9\.7\.1 /);
    sandbox.stacks.setApi({ tellsRelease: false });
    expect(JSON.stringify((await alice.get('/extended')).body)).not.toContain('9.7.1');
  });

  test('may have retired what it calls deprecated', async () => {
    sandbox.stacks.setApi({ deprecated: 'gone' });
    const paths = [old(), `/extended/v2/addresses/${alice.address}/transactions`];
    for (const path of paths) {
      expect(await alice.get(path)).toEqual({
        status: 410,
        body: { error: 'Gone', message: expect.stringContaining('has been disabled') },
      });
    }
    expect((await alice.get('/v2/info')).status).toBe(200);
    expect((await v3(`principals/${alice.address}/nonces`)).status).toBe(200);
  });

  test('may be one that has no v3', async () => {
    sandbox.stacks.setApi({ release: '8.13.0', deprecated: 'gone' });
    const path = `/extended/v3/principals/${alice.address}/nonces`;
    expect(await alice.get(path)).toEqual({
      status: 404,
      body: { statusCode: 404, error: 'Not Found', message: `Route GET:${path} not found` },
    });
    expect((await alice.get(old())).status).toBe(200);
    expect((await headersOf(old())).get('warning')).toBeNull();
  });
});
