import { describe, expect, test } from 'vitest';
import { Wallet } from 'xrpl';
import { TransactionUnconfirmedError } from '../../src/index.js';
import type { LoopbackHandler } from '../../src/sandbox/loopback/peer.js';
import { rejectionOf } from '../support/rejections.js';
import { newSocketlessWorld } from '../support/socketless.js';

type Answer = Readonly<Record<string, unknown>>;

async function get(handle: LoopbackHandler, path: string): Promise<Answer & { status: number }> {
  const request = { method: 'GET', path, headers: {}, body: Buffer.alloc(0), json: undefined };
  const { status, json } = await handle(request);
  return { ...(json as object), status };
}

async function rpc(handle: LoopbackHandler, method: string, params: object): Promise<Answer> {
  const json = { method, params: [{ ...params, api_version: 2 }] };
  const request = { method: 'POST', path: '/', headers: {}, body: Buffer.alloc(0), json };
  const answer = (await handle(request)).json as { result: Answer };
  return answer.result;
}

describe('nodes of one XRP Ledger', () => {
  async function newWorld() {
    const world = await newSocketlessWorld();
    const account = world.custody.addressOf('0', 'XRP_TEST');
    await world.xrpl.fund(account, 1_000_000_000n);
    const set = async (handle?: LoopbackHandler, confirmTimeoutMs = 60_000) => {
      const configs = { tickSize: 9 };
      const done = await world
        .xrplGateway(handle)
        .accountSet('0', { configs }, { confirmTimeoutMs });
      return done.result.hash;
    };
    const sequenceAt = async (handle: LoopbackHandler, ledger_index = 'validated') => {
      const info = await rpc(handle, 'account_info', { account, ledger_index });
      return (info.account_data as { Sequence: number }).Sequence;
    };
    return { ...world, account, set, sequenceAt };
  }

  test('are behind, each by as much as it is told', async () => {
    const { xrpl, account, set, sequenceAt } = await newWorld();
    const { node, handle } = xrpl.addNode();
    const before = await sequenceAt(handle);
    node.lag = Number.POSITIVE_INFINITY;
    const knownLedger = xrpl.ledgerIndex;
    const hash = await set();
    expect(await sequenceAt(xrpl.handle)).toBe(before + 1);
    expect(await sequenceAt(handle)).toBe(before);
    expect(await sequenceAt(handle, 'current')).toBe(before);
    expect(await rpc(handle, 'tx', { transaction: hash })).toMatchObject({ error: 'txnNotFound' });
    const history = await rpc(handle, 'account_tx', { account });
    expect(history).toMatchObject({ ledger_index_max: knownLedger });
    expect(JSON.stringify(history)).not.toContain(hash);
    expect(await rpc(handle, 'server_state', {})).toMatchObject({
      state: { validated_ledger: { seq: knownLedger } },
    });
    expect(await rpc(handle, 'fee', {})).toMatchObject({ ledger_current_index: knownLedger + 1 });
    for (const command of ['account_objects', 'account_lines']) {
      const answer = await rpc(handle, command, { account, ledger_index: 'validated' });
      expect(answer).toMatchObject({ ledger_index: knownLedger });
    }
    const missing = { account_root: account, ledger_index: knownLedger + 2 };
    expect(await rpc(handle, 'ledger_entry', missing)).toMatchObject({ error: 'lgrNotFound' });

    node.lag = 1;
    xrpl.closeLedger();
    expect(node.ledgers.validated.index).toBe(xrpl.ledgerIndex - 1);
    expect(await sequenceAt(handle)).toBe(before + 1);
    expect(await rpc(handle, 'tx', { transaction: hash })).toMatchObject({ validated: true });
  });

  test('forget the past, each its own', async () => {
    const { xrpl, set } = await newWorld();
    const { node, handle } = xrpl.addNode();
    const hash = await set();
    xrpl.closeLedger();
    node.forget(xrpl.ledgerIndex);
    expect(await rpc(handle, 'tx', { transaction: hash })).toMatchObject({ error: 'txnNotFound' });
    expect(await rpc(handle, 'server_state', {})).toMatchObject({
      state: { complete_ledgers: `${xrpl.ledgerIndex}-${xrpl.ledgerIndex}` },
    });
    expect(await rpc(xrpl.handle, 'tx', { transaction: hash })).toMatchObject({ validated: true });
  });

  test('keep for themselves what they do not hand on, and lose it', async () => {
    const { xrpl, set, sequenceAt } = await newWorld();
    const held: Parameters<typeof xrpl.node.submit>[0][] = [];
    const { node, handle } = xrpl.addNode((tx) => void held.push(tx));
    const error = await rejectionOf(set(handle, 5_000));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    const hash = (error as TransactionUnconfirmedError).transaction?.hash ?? '';
    const ask = (of: LoopbackHandler) => rpc(of, 'tx', { transaction: hash });
    expect(await ask(handle)).toMatchObject({ hash, validated: false });
    expect(await ask(xrpl.handle)).toMatchObject({ error: 'txnNotFound' });
    expect((await sequenceAt(handle, 'current')) - (await sequenceAt(handle))).toBe(1);
    node.dropPending();
    expect(await ask(handle)).toMatchObject({ error: 'txnNotFound' });
    expect((await sequenceAt(handle, 'current')) - (await sequenceAt(handle))).toBe(0);
    const [late] = held;
    if (late) xrpl.node.submit(late);
    xrpl.closeLedger();
    expect(await ask(handle)).toMatchObject({ validated: true });
  });

  test('hand on what came too early for them, once it is its turn', async () => {
    const { xrpl } = await newWorld();
    const { handle } = xrpl.addNode();
    const wallet = Wallet.generate();
    const account = wallet.classicAddress;
    await xrpl.fund(account, 100_000_000n);
    const { account_data } = await rpc(handle, 'account_info', { account });
    const { Sequence } = account_data as { Sequence: number };
    const submit = async (to: LoopbackHandler, number: number) => {
      const unsigned = { TransactionType: 'AccountSet', Account: account, Fee: '10' } as const;
      const { tx_blob, hash } = wallet.sign({ ...unsigned, Sequence: number });
      const { engine_result } = await rpc(to, 'submit', { tx_blob });
      return { engine_result, hash };
    };
    const early = await submit(handle, Sequence + 1);
    expect(early).toMatchObject({ engine_result: 'terPRE_SEQ' });
    expect(await submit(xrpl.handle, Sequence)).toMatchObject({ engine_result: 'tesSUCCESS' });
    xrpl.closeLedger();
    xrpl.closeLedger();
    const found = await rpc(xrpl.handle, 'tx', { transaction: early.hash });
    expect(found).toMatchObject({ validated: true });
  });

  test('hand on what they take, and hold it no longer once it is validated', async () => {
    const { xrpl, set } = await newWorld();
    const { node, handle } = xrpl.addNode();
    const hash = await set(handle);
    expect(node.submission.pending(hash)).toBeUndefined();
    expect(await rpc(xrpl.handle, 'tx', { transaction: hash })).toMatchObject({ validated: true });
  });
});

describe('nodes of one Aptos chain', () => {
  async function newWorld() {
    const world = await newSocketlessWorld();
    const gateway = world.aptosGateway();
    const [payer, payee] = [await gateway.getAddress('0'), await gateway.getAddress('1')];
    world.aptos.fund(payer, 100_000_000n);
    const pay = async (handle?: LoopbackHandler, confirmTimeoutMs = 60_000) => {
      const params = { recipientAddress: payee, amount: 5n };
      const done = await world.aptosGateway(handle).transferMove('0', params, { confirmTimeoutMs });
      return done.hash;
    };
    const numberAt = async (handle: LoopbackHandler) =>
      Number((await get(handle, `/v1/accounts/${payer}`)).sequence_number);
    return { ...world, payer, pay, numberAt };
  }

  test('are behind, each by as much as it is told', async () => {
    const { aptos, payer, pay, numberAt } = await newWorld();
    const { node, handle } = aptos.addNode();
    node.lag = Number.POSITIVE_INFINITY;
    const known = (await get(handle, '/v1')).ledger_version;
    const hash = await pay();
    expect([await numberAt(aptos.handle), await numberAt(handle)]).toEqual([1, 0]);
    expect((await get(handle, `/v1/transactions/by_hash/${hash}`)).status).toBe(404);
    const sent = await get(handle, `/v1/accounts/${payer}/transactions`);
    expect(JSON.stringify(sent)).not.toContain(hash);
    expect((await get(handle, '/v1')).ledger_version).toBe(known);
    expect((await get(handle, `/v1/transactions/by_version/${Number(known) + 1}`)).status).toBe(
      404,
    );
    node.lag = 2;
    aptos.produceBlock();
    expect(await numberAt(handle)).toBe(1);
    const newest = Number((await get(aptos.handle, '/v1')).ledger_version);
    expect(Number((await get(handle, '/v1')).ledger_version)).toBeLessThanOrEqual(newest - 2);
    expect(await get(handle, `/v1/transactions/by_hash/${hash}`)).toMatchObject({ success: true });
  });

  test('forget the past, each its own', async () => {
    const { aptos, pay, numberAt } = await newWorld();
    const { node, handle } = aptos.addNode();
    const hash = await pay();
    aptos.produceBlock();
    node.forget();
    expect((await get(handle, `/v1/transactions/by_hash/${hash}`)).status).toBe(404);
    expect((await get(aptos.handle, `/v1/transactions/by_hash/${hash}`)).status).toBe(200);
    expect(await numberAt(handle)).toBe(1);
    const { oldest_ledger_version: oldest } = await get(handle, '/v1');
    expect((await get(handle, `/v1/transactions/by_version/${Number(oldest) - 1}`)).status).toBe(
      410,
    );
  });

  test('keep for themselves what they do not hand on, and lose it', async () => {
    const { aptos, pay } = await newWorld();
    let handedOn = 0;
    const { node, handle } = aptos.addNode(() => {
      handedOn += 1;
    });
    const error = await rejectionOf(pay(handle, 3_000));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(handedOn).toBeGreaterThan(0);
    const path = `/v1/transactions/by_hash/${(error as TransactionUnconfirmedError).transaction?.hash}`;
    expect(await get(handle, path)).toMatchObject({ type: 'pending_transaction' });
    expect((await get(aptos.handle, path)).status).toBe(404);
    node.dropPending();
    expect((await get(handle, path)).status).toBe(404);
  });

  test('hand on what they take, and hold it no longer once it is on the chain', async () => {
    const { aptos, pay } = await newWorld();
    const { node, handle } = aptos.addNode();
    const hash = await pay(handle);
    expect(node.mempool.all).toEqual([]);
    expect(await get(aptos.handle, `/v1/transactions/by_hash/${hash}`)).toMatchObject({
      success: true,
    });
  });
});

describe('nodes of one Stacks chain', () => {
  async function newWorld() {
    const world = await newSocketlessWorld();
    const gateway = world.stacksGateway();
    const [payer, payee] = [await gateway.getAddress('0'), await gateway.getAddress('1')];
    world.stacks.fund(payer, 1_000_000_000n);
    await world.stacks.mineBlock();
    const pay = async (handle?: LoopbackHandler, confirmTimeoutMs = 120_000) => {
      const options = { confirmTimeoutMs };
      const gateway = world.stacksGateway(handle);
      const { txHash } = await gateway.createNativeTransaction('0', payee, '1.5', options);
      return txHash;
    };
    const accountAt = async (handle: LoopbackHandler, principal = payer) => {
      const { nonce, balance } = await get(handle, `/v2/accounts/${principal}?proof=0`);
      return { nonce, balance: BigInt(String(balance)) };
    };
    return { ...world, payer, payee, pay, accountAt };
  }

  test('are behind, each by as much as it is told', async () => {
    const { stacks, payer, payee, pay, accountAt } = await newWorld();
    const { node, handle } = stacks.addNode();
    node.lag = Number.POSITIVE_INFINITY;
    const height = stacks.blockHeight;
    const id = await pay();
    expect(await accountAt(stacks.handle)).toMatchObject({ nonce: 1 });
    expect(await accountAt(handle)).toEqual({ nonce: 0, balance: 1_000_000_000n });
    expect(await accountAt(handle, payee)).toEqual({ nonce: 0, balance: 0n });
    expect((await accountAt(stacks.handle, payee)).balance).toBe(1_500_000n);
    expect((await get(handle, `/extended/v1/tx/${id}`)).status).toBe(404);
    expect(await get(handle, `/extended/v1/address/${payer}/transactions`)).toMatchObject({
      total: 0,
    });
    expect(await get(handle, `/extended/v1/address/${payer}/nonces`)).toMatchObject({
      possible_next_nonce: 0,
    });
    expect(await get(handle, '/v2/info')).toMatchObject({ stacks_tip_height: height });
    node.lag = 1;
    await stacks.mineBlock();
    expect(await accountAt(handle)).toMatchObject({ nonce: 1 });
    expect(await get(handle, `/extended/v1/tx/${id}`)).toMatchObject({ tx_status: 'success' });
    // What others were shown meanwhile has changed nothing.
    expect(await accountAt(stacks.handle)).toMatchObject({ nonce: 1 });
  });

  test('forget the past, each its own', async () => {
    const { stacks, pay } = await newWorld();
    const { node, handle } = stacks.addNode();
    const id = await pay();
    await stacks.mineBlock();
    node.forget(stacks.blockHeight);
    expect((await get(handle, `/extended/v1/tx/${id}`)).status).toBe(404);
    expect((await get(stacks.handle, `/extended/v1/tx/${id}`)).status).toBe(200);
  });

  test('keep for themselves what they do not hand on, and lose it', async () => {
    const { stacks, payer, pay } = await newWorld();
    const held: Uint8Array[] = [];
    const { node, handle } = stacks.addNode((bytes) => void held.push(bytes));
    const error = await rejectionOf(pay(handle, 30_000));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    const path = `/extended/v1/tx/${(error as TransactionUnconfirmedError).transaction?.hash}`;
    expect(await get(handle, path)).toMatchObject({ tx_status: 'pending' });
    expect((await get(stacks.handle, path)).status).toBe(404);
    expect(await get(handle, `/extended/v1/tx/mempool?sender_address=${payer}`)).toMatchObject({
      total: 1,
    });
    node.dropPending();
    expect((await get(handle, path)).status).toBe(404);
    expect(held.length).toBeGreaterThan(0);
  });

  test('hand on what they take, and hold it no longer once it is mined', async () => {
    const { stacks, pay } = await newWorld();
    const { node, handle } = stacks.addNode();
    const id = await pay(handle);
    expect(node.mempool.all).toEqual([]);
    expect(await get(stacks.handle, `/extended/v1/tx/${id}`)).toMatchObject({
      tx_status: 'success',
    });
  });
});
