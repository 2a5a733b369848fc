import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, BOB, TestAptos } from './support/aptos.js';

let aptos: TestAptos;

beforeAll(async () => {
  aptos = await TestAptos.start({ aptosBlockMs: 0 });
});

afterAll(() => aptos.stop());

const produceBlock = () => aptos.sandbox.aptos.produceBlock();
const submission = { server: 'aptos', method: 'POST', path: '/v1/transactions' } as const;

async function signedTransfer() {
  const alice = aptos.account(1);
  const { json } = await aptos.ask('');
  const expireTimestamp = Math.floor(Number(json.ledger_timestamp) / 1_000_000) + 60;
  const transaction = await aptos.transfer(alice, BOB, 1n, { expireTimestamp });
  return { alice, bytes: aptos.signed(alice, transaction) };
}

describe('faults of the node', () => {
  it('answer in its place', async () => {
    aptos.sandbox.inject({
      server: 'aptos',
      path: /^\/v1\/estimate_gas_price/,
      effect: { kind: 'answer', status: 429, body: { message: 'slow down' } },
    });
    expect(await aptos.ask('/estimate_gas_price')).toMatchObject({
      status: 429,
      json: { message: 'slow down' },
    });
    expect((await aptos.ask('/estimate_gas_price')).json).toEqual({
      deprioritized_gas_estimate: 100,
      gas_estimate: 100,
      prioritized_gas_estimate: 150,
    });
  });

  it('lose the answer to a submission that counts', async () => {
    const { alice, bytes } = await signedTransfer();
    aptos.sandbox.inject({ ...submission, effect: { kind: 'lose-answer' } });
    await expect(aptos.submit(bytes)).rejects.toThrow();
    produceBlock();
    expect(aptos.sandbox.aptos.transactionsOf(addressOf(alice))).toHaveLength(1);
  });

  it('lose a submission behind an answer that says it counts', async () => {
    const { alice, bytes } = await signedTransfer();
    aptos.sandbox.inject({ ...submission, effect: { kind: 'lose-submission' } });
    const { status, json } = await aptos.submit(bytes);
    expect(status).toBe(202);
    produceBlock();
    expect((await aptos.ask(`/transactions/by_hash/${json.hash}`)).status).toBe(404);
    expect(aptos.sandbox.aptos.sequenceNumberOf(addressOf(alice))).toBe(0n);
    expect((await aptos.submit(bytes)).status).toBe(202);
    produceBlock();
    expect(aptos.sandbox.aptos.sequenceNumberOf(addressOf(alice))).toBe(1n);
  });

  it('answer as a node that is behind', async () => {
    const { alice, bytes } = await signedTransfer();
    const { json } = await aptos.submit(bytes);
    const { lastVersion, firstVersion } = produceBlock();
    const stale = { kind: 'stale', versions: lastVersion - firstVersion + 1 } as const;
    const path = new RegExp(`${addressOf(alice)}|by_hash`);
    aptos.sandbox.inject({ server: 'aptos', path, times: 2, effect: stale });
    const account = await aptos.ask(`/accounts/${addressOf(alice)}`);
    expect(account.json).toMatchObject({ sequence_number: '0' });
    expect(account.headers.get('x-aptos-ledger-version')).toBe(`${firstVersion - 1}`);
    expect((await aptos.ask(`/transactions/by_hash/${json.hash}`)).status).toBe(404);
    expect((await aptos.ask(`/accounts/${addressOf(alice)}`)).json).toMatchObject({
      sequence_number: '1',
    });
    // Behind by more than there is.
    aptos.sandbox.inject({ server: 'aptos', path, effect: { ...stale, versions: 1_000_000 } });
    const oldest = await aptos.ask(`/transactions/by_hash/${json.hash}`);
    expect([oldest.status, oldest.headers.get('x-aptos-ledger-version')]).toEqual([404, '0']);
  });

  it('hit the indexer apart from the node', async () => {
    aptos.sandbox.inject({ server: 'aptos-indexer', effect: { kind: 'drop' } });
    expect((await aptos.ask('')).status).toBe(200);
    await expect(aptos.query('{ ledger_infos { chain_id } }')).rejects.toThrow();
    expect((await aptos.query('{ ledger_infos { chain_id } }')).json).toEqual({
      data: { ledger_infos: [{ chain_id: 4 }] },
    });
    expect(aptos.sandbox.aptos.indexerMessages.length).toBeGreaterThanOrEqual(2);
  });
});

describe('waiting for a hash', () => {
  it('ends with the block', async () => {
    const { bytes } = await signedTransfer();
    const { json } = await aptos.submit(bytes);
    const waiting = aptos.ask(`/transactions/wait_by_hash/${json.hash}`);
    while (aptos.sandbox.aptos.requests['GET /v1/transactions/wait_by_hash/:hash'] === undefined) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    const { lastVersion } = produceBlock();
    const { json: found, headers } = await waiting;
    expect(found).toMatchObject({ hash: json.hash, type: 'user_transaction', success: true });
    expect(headers.get('x-aptos-ledger-version')).toBe(`${lastVersion}`);
  });

  it('gives what is known when nothing comes', async () => {
    const { bytes } = await signedTransfer();
    const { json } = await aptos.submit(bytes);
    const pending = await afterTheWait(aptos.ask(`/transactions/wait_by_hash/${json.hash}`));
    expect(pending).toMatchObject({ status: 200, json: { type: 'pending_transaction' } });
    const nothing = `/transactions/wait_by_hash/0x${'7'.repeat(64)}`;
    expect((await afterTheWait(aptos.ask(nothing))).status).toBe(404);
    aptos.sandbox.aptos.dropPending();
  });
});

/** Lets the sandbox's time pass until the answer is there. */
async function afterTheWait<T>(answer: Promise<T>): Promise<T> {
  let done = false;
  const mark = () => {
    done = true;
  };
  answer.then(mark, mark);
  while (!done) {
    aptos.sandbox.advanceTime(250);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  return answer;
}

describe('the ledger’s time', () => {
  it('is that of the last block, and stands still where none is made', async () => {
    const time = async () => BigInt(`${(await aptos.ask('')).json.ledger_timestamp}`);
    const before = await time();
    aptos.sandbox.advanceTime(3_600_000);
    expect(await time()).toBe(before);
    produceBlock();
    expect(await time()).toBeGreaterThanOrEqual(before + 3_600_000_000n);
  });

  it('goes on by itself where blocks are made by themselves', async () => {
    const other = await TestAptos.start({ aptosBlockMs: 5 });
    const time = async () => BigInt(`${(await other.ask('')).json.ledger_timestamp}`);
    const before = await time();
    other.sandbox.advanceTime(60_000);
    expect(await time()).toBeGreaterThanOrEqual(before + 60_000_000n);
    other.sandbox.aptos.pauseBlocks();
    const paused = await time();
    other.sandbox.advanceTime(60_000);
    expect(await time()).toBe(paused);
    other.sandbox.aptos.resumeBlocks();
    expect(await time()).toBeGreaterThanOrEqual(paused + 60_000_000n);
    await other.stop();
  });

  it('does not expire what would have been in a block before', async () => {
    const other = await TestAptos.start({ aptosBlockMs: 60_000 });
    const alice = other.account(1);
    const { json } = await other.ask('');
    const expireTimestamp = Math.floor(Number(json.ledger_timestamp) / 1_000_000) + 90;
    const transaction = await other.transfer(alice, BOB, 1n, { expireTimestamp });
    const { json: pending } = await other.submit(other.signed(alice, transaction));
    other.sandbox.advanceTime(24 * 3_600_000);
    const { json: found } = await other.ask(`/transactions/by_hash/${pending.hash}`);
    expect(found).toMatchObject({ type: 'user_transaction', success: true });
    await other.stop();
  });
});
