import { Cl, Pc, serializePayload } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.js';
import { StacksClient } from '../support/stacks-client.js';

const KEY = `${'7c'.repeat(32)}01`;
const OTHER = `${'5a'.repeat(32)}01`;
const DEPLOYER = 'ST2CY5V39NHDPWSXMW9QDT3HC3GD6Q6XX4CFRK9AG';
const SPAM = `${DEPLOYER}.spam::spam`;
const CARDS = `${DEPLOYER}.cards::card` as const;

let sandbox: Sandbox;
let alice: StacksClient;
let bob: string;

beforeEach(async () => {
  sandbox = await startSandbox({ stacks: { blockMs: 0 }, ledgerCloseMs: 0 });
  alice = new StacksClient(sandbox.stacks.url, KEY);
  bob = new StacksClient('', OTHER).address;
  sandbox.stacks.fund(alice.address, 10_000_000n);
});

afterEach(() => sandbox.stop());

const contractOf = (asset: string) => asset.split('::')[0] ?? '';

async function done(tx: Awaited<ReturnType<StacksClient['call']>>) {
  expect(await alice.broadcast(tx)).toEqual({ status: 200, body: tx.txid() });
  await sandbox.stacks.mineBlock();
  return alice.transaction(tx.txid());
}

describe('tokens', () => {
  test('sBTC and USDCx are there, with their decimals', async () => {
    const { sbtc, usdcx } = sandbox.stacks.contracts;
    expect(await alice.read(contractOf(sbtc), 'get-decimals', [])).toEqual(Cl.ok(Cl.uint(8)));
    expect(await alice.read(contractOf(usdcx), 'get-decimals', [])).toEqual(Cl.ok(Cl.uint(6)));
    const pox = await alice.get('/v2/pox');
    expect(pox.body).toMatchObject({ pox_5_sbtc_contract: contractOf(sbtc) });
  });

  test('a transfer shows in the balances, in its events and in its post-conditions', async () => {
    const { sbtc } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, alice.address, 500n);
    const args = [Cl.uint(30), Cl.principal(alice.address), Cl.principal(bob), Cl.none()];
    const tx = await alice.call(contractOf(sbtc), 'transfer', args, {
      postConditions: [
        Pc.origin()
          .willSendEq(30n)
          .ft(contractOf(sbtc) as `${string}.${string}`, 'sbtc-token'),
      ],
    });
    expect(await done(tx)).toMatchObject({
      tx_status: 'success',
      contract_call: {
        contract_id: contractOf(sbtc),
        function_name: 'transfer',
        function_args: [
          { name: 'amount', repr: 'u30', hex: '0x010000000000000000000000000000001e' },
          {},
          {},
          {},
        ],
      },
      post_condition_mode: 'deny',
      post_conditions: [
        {
          type: 'fungible',
          condition_code: 'sent_equal_to',
          amount: '30',
          principal: { type_id: 'principal_origin' },
          asset: { asset_name: 'sbtc-token', contract_name: 'sbtc-token' },
        },
      ],
      events: [
        {
          event_type: 'fungible_token_asset',
          asset: { asset_id: sbtc, amount: '30', sender: alice.address, recipient: bob },
        },
      ],
    });
    const mine = await alice.get(`/extended/v1/address/${alice.address}/balances`);
    expect(mine.body).toMatchObject({
      stx: { balance: '9998000', locked: '0', total_fees_sent: '2000' },
      fungible_tokens: { [sbtc]: { balance: '470', total_sent: '30', total_received: '0' } },
    });
  });

  test('a token without decimals is held like any other', async () => {
    sandbox.stacks.addToken(SPAM);
    sandbox.stacks.mintToken(SPAM, alice.address, 1n);
    await expect(alice.read(contractOf(SPAM), 'get-decimals', [])).rejects.toThrow(
      'Unchecked(UndefinedFunction("get-decimals"))',
    );
    await expect(alice.read(`${DEPLOYER}.nowhere`, 'get-decimals', [])).rejects.toThrow(
      'NoSuchContract',
    );
    const { body } = await alice.get(`/extended/v1/address/${alice.address}/balances`);
    expect(body).toMatchObject({ fungible_tokens: { [SPAM]: { balance: '1' } } });
    const path = `/v2/contracts/interface/${contractOf(SPAM).replace('.', '/')}`;
    const shown = await alice.get<{ functions: { name: string }[] }>(path);
    expect(shown.body.functions.map(({ name }) => name)).not.toContain('get-decimals');
  });

  test('a collectible moves under a post-condition of its own', async () => {
    sandbox.stacks.addCollection(CARDS, alice.address, [1, 2]);
    const give = (id: number, conditions: Parameters<typeof alice.call>[3]) =>
      alice.call(
        contractOf(CARDS),
        'transfer',
        [Cl.uint(id), Cl.principal(alice.address), Cl.principal(bob)],
        conditions,
      );
    const nft = (id: number) => Pc.origin().willSendAsset().nft(CARDS, Cl.uint(id));
    expect(await done(await give(1, {}))).toMatchObject({ tx_status: 'abort_by_post_condition' });
    expect(await done(await give(1, { postConditions: [nft(2)] }))).toMatchObject({
      tx_status: 'abort_by_post_condition',
      tx_result: { repr: '(ok true)' },
    });
    expect((await done(await give(1, { postConditions: [nft(1)] }))).tx_status).toBe('success');
    const { body } = await alice.get(`/extended/v1/address/${bob}/balances`);
    expect(body).toMatchObject({ non_fungible_tokens: { [CARDS]: { count: '1' } } });
  });
});

describe('history', () => {
  test('comes in pages of at most 50, the latest first, with every kind of transaction', async () => {
    const { stacks } = sandbox;
    await done(await alice.transfer(bob, 5n));
    await done(
      await alice.call(contractOf(stacks.contracts.sbtc), 'transfer', [
        Cl.uint(1),
        Cl.principal(alice.address),
        Cl.principal(bob),
        Cl.none(),
      ]),
    );
    await stacks.mineAs(alice.address);
    const v1 = `/extended/v1/address/${alice.address}/transactions`;
    const { body } = await alice.get<{ total: number; results: { tx_type: string }[] }>(
      `${v1}?limit=3&offset=0`,
    );
    expect(body).toMatchObject({ limit: 3, offset: 0, total: 4 });
    expect(body.results.map(({ tx_type }) => tx_type)).toEqual([
      'coinbase',
      'tenure_change',
      'contract_call',
    ]);
    const v2 = await alice.get(
      `/extended/v2/addresses/${alice.address}/transactions?limit=1&offset=3`,
    );
    expect(v2.body).toMatchObject({
      limit: 1,
      offset: 3,
      total: 4,
      results: [
        {
          tx: { tx_type: 'token_transfer', tx_status: 'success' },
          stx_sent: '1005',
          stx_received: '0',
          events: { stx: { transfer: 1, mint: 0, burn: 0 } },
        },
      ],
    });
    expect(await alice.get(`${v1}?limit=51`)).toMatchObject({
      status: 400,
      body: { message: 'querystring/limit must be <= 50' },
    });
    expect((await alice.get('/extended/v1/address/nonsense/transactions')).status).toBe(400);
  });

  test('an unknown id is not found, and several can be asked for at once', async () => {
    const tx = await alice.transfer(bob, 5n);
    await alice.broadcast(tx);
    const unknown = `0x${'ab'.repeat(32)}`;
    expect(await alice.get(`/extended/v1/tx/${unknown}`)).toMatchObject({
      status: 404,
      body: { message: 'could not find transaction by ID' },
    });
    const { body } = await alice.get(
      `/extended/v1/tx/multiple?tx_id=0x${tx.txid()}&tx_id=${unknown}`,
    );
    expect(body).toMatchObject({
      [`0x${tx.txid()}`]: { found: true, result: { tx_status: 'pending' } },
      [unknown]: { found: false, result: { tx_id: unknown } },
    });
  });
});

describe('fees', () => {
  test('are estimated by size, or not at all', async () => {
    const tx = await alice.transfer(bob, 5n);
    const payload = serializePayload(tx.payload);
    const ask = (body: object) => alice.post('/v2/fees/transaction', body);
    const body = { transaction_payload: payload, estimated_len: 180 };
    expect(await ask(body)).toMatchObject({
      status: 200,
      body: { estimations: [{ fee: 180 }, { fee: 360 }, { fee: 720 }] },
    });
    sandbox.stacks.setFees({ transferRate: 3, estimates: 'none' });
    expect(await ask(body)).toMatchObject({
      status: 400,
      body: { reason: 'NoEstimateAvailable' },
    });
    expect((await ask({})).status).toBe(400);
    expect((await alice.get<number>('/v2/fees/transfer')).body).toBe(3);
  });
});

describe('the node', () => {
  test('tells of itself, of variables, and of routes that it has not', async () => {
    expect((await alice.get('/v2/info')).body).toMatchObject({
      network_id: 0x80000000,
      burn_block_height: sandbox.stacks.burnHeight,
      stacks_tip_height: sandbox.stacks.blockHeight,
    });
    const pox5 = sandbox.stacks.contracts.pox5.replace('.', '/');
    expect((await alice.get(`/v2/data_var/${pox5}/rewards-paused`)).body).toEqual({ data: '0x04' });
    sandbox.stacks.pauseRewards();
    expect((await alice.get(`/v2/data_var/${pox5}/rewards-paused`)).body).toEqual({ data: '0x03' });
    expect((await alice.get('/v2/nothing')).status).toBe(404);
  });

  test('on the main network, everything has its mainnet name', async () => {
    const main = await startSandbox({
      stacks: { blockMs: 0, network: 'mainnet', pox: 'pox-4' },
      ledgerCloseMs: 0,
    });
    const client = new StacksClient(main.stacks.url, KEY, 'mainnet');
    const { body } = await client.get('/v2/pox');
    expect(body).toMatchObject({
      contract_id: 'SP000000000000000000002Q6VF78.pox-4',
      first_burnchain_block_height: 666_050,
      reward_cycle_id: 143,
    });
    expect(main.stacks.contracts.fastPool).toBe(
      'SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP.pox4-fast-pool-v3',
    );
    main.stacks.fund(client.address, 10_000n);
    const tx = await client.transfer('SP21YTSM60CAY6D011EZVEVNKXVW8FVZE198XEFFP', 1n);
    expect((await client.broadcast(tx)).status).toBe(200);
    await main.stop();
  });
});
