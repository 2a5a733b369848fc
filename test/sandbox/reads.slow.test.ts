import { decode, encode } from 'ripple-binary-codec';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, hashes, RippledError, Wallet } from 'xrpl';
import { type Sent, TestLedger, tokens } from './support/ledger.js';

let ledger: TestLedger;
let issuer: Wallet;
let alice: Wallet;
let paid: Sent;

beforeAll(async () => {
  ledger = await TestLedger.start();
  [issuer, alice] = [await ledger.wallet(), await ledger.wallet()];
  await ledger.send(alice, {
    TransactionType: 'TrustSet',
    LimitAmount: tokens(issuer, 'USD', '10'),
  });
  paid = await ledger.send(issuer, {
    TransactionType: 'Payment',
    Destination: alice.classicAddress,
    Amount: tokens(issuer, 'USD', '5'),
  });
});

afterAll(() => ledger.stop());

/** A command by JSON-RPC, as any HTTP client would send it. */
async function rpc(method: string, params: object = {}) {
  const response = await fetch(ledger.sandbox.xrpl.url, {
    method: 'POST',
    body: JSON.stringify({ method, params: [{ api_version: 2, ...params }] }),
  });
  expect(response.status).toBe(200);
  const { result } = (await response.json()) as { result: Record<string, unknown> };
  return result;
}

async function webSocketError(request: object) {
  const error: unknown = await ledger.client.request(request as never).catch((e: unknown) => e);
  if (!(error instanceof RippledError)) throw new Error('an error was expected');
  return error.data as Record<string, unknown>;
}

describe('both transports', () => {
  it('give the same answer', async () => {
    const asked = { account: alice.classicAddress, ledger_index: 'validated' };
    const { result } = await ledger.client.request({ command: 'account_info', ...asked } as never);
    expect(await rpc('account_info', asked)).toEqual({
      ...(result as object),
      status: 'success',
    });
  });

  it('word errors alike', async () => {
    const account = Wallet.generate().classicAddress;
    const expected = {
      account,
      error: 'actNotFound',
      error_code: 19,
      error_message: 'Account not found.',
      status: 'error',
    };
    expect(await rpc('account_info', { account })).toMatchObject({
      ...expected,
      request: { command: 'account_info', account },
    });
    expect(await webSocketError({ command: 'account_info', account })).toMatchObject({
      ...expected,
      type: 'response',
      request: { command: 'account_info', account },
    });
  });

  it('refuse what they do not know', async () => {
    expect(await rpc('wallet_propose')).toMatchObject({ error: 'unknownCmd', error_code: 32 });
    expect(await rpc('account_info')).toMatchObject({
      error: 'invalidParams',
      error_message: "Missing field 'account'.",
    });
    expect(await rpc('account_info', { account: 'nonsense' })).toMatchObject({
      error: 'actMalformed',
    });
    expect(await rpc('subscribe', { streams: ['ledger'] })).toMatchObject({ error: 'noEvents' });
    expect(await rpc('ledger', { ledger_index: 5 })).toMatchObject({ error: 'lgrNotFound' });
    const broken = await fetch(ledger.sandbox.xrpl.url, { method: 'POST', body: '{' });
    expect(broken.status).toBe(400);
  });

  it('insist on API version 2 where versions differ', async () => {
    const answer = await rpc('tx', { transaction: paid.hash, api_version: 1 });
    expect(answer).toMatchObject({ error: 'invalid_API_version' });
    expect(await rpc('ping', { api_version: 1 })).toMatchObject({ status: 'success' });
  });
});

describe('tx', () => {
  it('shows a validated transaction', async () => {
    const { result } = await ledger.client.request({ command: 'tx', transaction: paid.hash });
    const { index, hash } = ledger.sandbox.xrpl.closeLedger();
    expect(result).toMatchObject({
      hash: paid.hash,
      validated: true,
      ledger_index: index - 1,
      meta: { TransactionResult: 'tesSUCCESS', TransactionIndex: 0 },
      tx_json: { DeliverMax: tokens(issuer, 'USD', '5'), ledger_index: index - 1 },
    });
    expect(result.close_time_iso).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(result).not.toMatchObject({ ledger_hash: hash });
    const { result: byId } = await ledger.client.request({
      command: 'tx',
      ctid: result.ctid ?? '',
    });
    expect(byId).toEqual(result);
  });

  it('has metadata that the codec can write and read again', async () => {
    const binary = await rpc('tx', { transaction: paid.hash, binary: true });
    expect(hashes.hashSignedTx(String(binary.tx_blob))).toBe(paid.hash);
    const read = decode(String(binary.meta_blob));
    expect(encode(read)).toBe(binary.meta_blob);
    expect(read.TransactionResult).toBe('tesSUCCESS');
    expect(read.AffectedNodes).toHaveLength(paid.meta?.AffectedNodes.length ?? 0);
  });

  it('says whether it looked everywhere', async () => {
    const transaction = 'AB'.repeat(32);
    const last = ledger.sandbox.xrpl.ledgerIndex;
    const search = (min_ledger: number, max_ledger: number) =>
      rpc('tx', { transaction, min_ledger, max_ledger });
    expect(await search(last - 2, last)).toMatchObject({
      error: 'txnNotFound',
      error_code: 29,
      searched_all: true,
    });
    expect(await search(last, last + 1)).toMatchObject({ searched_all: false });
    expect(await search(last - 2_000, last)).toMatchObject({ error: 'excessiveLgrRange' });
    expect(await search(last, last - 1)).toMatchObject({ error: 'invalidLgrRange' });
    expect(await rpc('tx', { transaction })).not.toHaveProperty('searched_all');
    expect(await rpc('tx', { transaction: 'xyz' })).toMatchObject({ error: 'notImpl' });
    expect(await rpc('tx', { ctid: 'C000000100010002' })).toMatchObject({ error: 'wrongNetwork' });
  });
});

describe('account_tx', () => {
  it('pages through the history of both sides', async () => {
    const all = await rpc('account_tx', { account: issuer.classicAddress });
    const found = all.transactions as { hash: string; meta: unknown; validated: boolean }[];
    expect(found.map(({ hash }) => hash)).toContain(paid.hash);
    const seen: string[] = [];
    let marker: unknown;
    do {
      const page = await rpc('account_tx', {
        account: issuer.classicAddress,
        limit: 1,
        forward: true,
        ...(marker === undefined ? {} : { marker }),
      });
      seen.push(...(page.transactions as { hash: string }[]).map(({ hash }) => hash));
      marker = page.marker;
    } while (marker !== undefined);
    expect(seen).toEqual(found.map(({ hash }) => hash).reverse());
    const binary = await rpc('account_tx', { account: issuer.classicAddress, binary: true });
    const blobs = binary.transactions as { tx_blob: string; hash: string }[];
    expect(blobs.map(({ tx_blob }) => hashes.hashSignedTx(tx_blob))).toEqual(
      found.map(({ hash }) => hash),
    );
  });

  it('looks through the ledgers it is told, and refuses those it has not', async () => {
    const { result } = await ledger.client.request({ command: 'tx', transaction: paid.hash });
    const at = result.ledger_index ?? 0;
    const within = (min: number, max: number) =>
      rpc('account_tx', {
        account: alice.classicAddress,
        ledger_index_min: min,
        ledger_index_max: max,
      });
    expect((await within(at, at)).transactions).toMatchObject([{ hash: paid.hash }]);
    expect((await within(at + 1, -1)).transactions).toEqual([]);
    const last = ledger.sandbox.xrpl.ledgerIndex;
    expect(await within(at, last + 1)).toMatchObject({ error: 'lgrIdxMalformed' });
    expect(await within(at, at - 1)).toMatchObject({ error: 'invalidLgrRange' });
  });
});

describe('ledgers', () => {
  it('are chained, and list what is in them', async () => {
    const { result: found } = await ledger.client.request({
      command: 'tx',
      transaction: paid.hash,
    });
    const at = found.ledger_index ?? 0;
    const shown = await rpc('ledger', { ledger_index: at, transactions: true });
    const next = await rpc('ledger', { ledger_index: at + 1 });
    expect(shown).toMatchObject({ validated: true, ledger: { transactions: [paid.hash] } });
    expect(next).toMatchObject({ ledger: { parent_hash: shown.ledger_hash } });
    const expanded = await rpc('ledger', {
      ledger_hash: shown.ledger_hash,
      transactions: true,
      expand: true,
    });
    expect(expanded).toMatchObject({ ledger: { transactions: [{ hash: paid.hash }] } });
  });

  it('keep states: validated lags behind current until it closes', async () => {
    const { hash } = await ledger.submit(alice, {
      TransactionType: 'Payment',
      Destination: issuer.classicAddress,
      Amount: '1000000',
    });
    const balance = async (ledger_index: string | number) => {
      const info = await rpc('account_info', { account: alice.classicAddress, ledger_index });
      return BigInt((info.account_data as { Balance: string }).Balance);
    };
    const before = ledger.sandbox.xrpl.ledgerIndex;
    expect((await balance('validated')) - (await balance('current'))).toBe(1_000_010n);
    expect((await rpc('tx', { transaction: hash })).validated).toBe(false);
    ledger.sandbox.xrpl.closeLedger();
    expect(await balance('validated')).toBe(await balance('current'));
    expect((await balance(before)) - (await balance(before + 1))).toBe(1_000_010n);
    expect((await rpc('ledger_current')).ledger_current_index).toBe(before + 2);
    expect((await rpc('ledger_closed')).ledger_index).toBe(before + 1);
  });

  it('lose XRP to fees and to nothing else', async () => {
    const total = async () => {
      const { ledger: header } = await rpc('ledger', { ledger_index: 'validated' });
      return BigInt((header as { total_coins: string }).total_coins);
    };
    const before = await total();
    await ledger.send(alice, { TransactionType: 'AccountSet', Fee: '123' });
    expect(before - (await total())).toBe(123n);
  });
});

describe('history that is forgotten', () => {
  it('is honestly not there', async () => {
    const own = await TestLedger.start();
    const wallet = await own.wallet();
    const sent = await own.send(wallet, { TransactionType: 'AccountSet' });
    const { result } = await own.client.request({ command: 'tx', transaction: sent.hash });
    const at = result.ledger_index ?? 0;
    for (let closed = 0; closed < 3; closed += 1) own.sandbox.xrpl.closeLedger();
    own.sandbox.xrpl.forget(at + 1);
    const { result: state } = await own.client.request({ command: 'server_state' });
    expect(state.state.complete_ledgers).toBe(`${at + 1}-${own.sandbox.xrpl.ledgerIndex}`);
    const search = { command: 'tx', transaction: sent.hash, min_ledger: at, max_ledger: at + 2 };
    await expect(own.client.request(search as never)).rejects.toMatchObject({
      data: { error: 'txnNotFound', searched_all: false },
    });
    const account = wallet.classicAddress;
    const { result: none } = await own.client.request({ command: 'account_tx', account });
    expect(none).toMatchObject({ ledger_index_min: at + 1, transactions: [] });
    await expect(
      own.client.request({ command: 'account_tx', account, ledger_index_min: at }),
    ).rejects.toMatchObject({ data: { error: 'lgrIdxMalformed' } });
    await expect(own.client.request({ command: 'ledger', ledger_index: at })).rejects.toMatchObject(
      { data: { error: 'lgrNotFound' } },
    );
    expect(await own.sequenceOf(wallet)).toBeGreaterThan(0);
    await own.stop();
  });
});

describe('entries', () => {
  it('are found by what names them', async () => {
    const line = hashes.hashTrustline(alice.classicAddress, issuer.classicAddress, 'USD');
    const accounts = [alice.classicAddress, issuer.classicAddress];
    const byName = await rpc('ledger_entry', { ripple_state: { accounts, currency: 'USD' } });
    expect(byName).toMatchObject({ index: line, node: { LedgerEntryType: 'RippleState' } });
    expect(await rpc('ledger_entry', { index: line })).toEqual(byName);
    const root = await rpc('ledger_entry', { account_root: alice.classicAddress });
    expect(root).toMatchObject({ index: hashes.hashAccountRoot(alice.classicAddress) });
    const missing = { offer: { account: alice.classicAddress, seq: 1 } };
    expect(await rpc('ledger_entry', missing)).toMatchObject({ error: 'entryNotFound' });
    expect(await rpc('ledger_entry', { offer: { seq: 1 } })).toMatchObject({
      error: 'malformedRequest',
    });
  });

  it('of an account are listed, narrowed and paged', async () => {
    for (const currency of ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'III', 'JJJ']) {
      const LimitAmount = tokens(issuer, currency, '10');
      await ledger.send(alice, { TransactionType: 'TrustSet', LimitAmount });
    }
    const objects = async (fields: object = {}) => {
      const result = await rpc('account_objects', { account: alice.classicAddress, ...fields });
      return result as { account_objects: { index: string }[]; marker?: string };
    };
    const all = await objects();
    expect(all.account_objects).toHaveLength(11);
    const first = await objects({ limit: 10 });
    const second = await objects({ limit: 10, marker: first.marker });
    expect([...first.account_objects, ...second.account_objects]).toEqual(all.account_objects);
    expect((await objects({ type: 'offer' })).account_objects).toEqual([]);
    expect(await objects({ type: 'nonsense' })).toMatchObject({ error: 'invalidParams' });
    const currencies = await rpc('account_currencies', { account: alice.classicAddress });
    expect(currencies).toMatchObject({ send_currencies: ['USD'] });
    expect(currencies.receive_currencies).toHaveLength(11);
  });
});

describe('streams', () => {
  it('tell of ledgers, of accounts, and of what is proposed', async () => {
    const watcher = new Client(ledger.sandbox.xrpl.webSocketUrl);
    await watcher.connect();
    const heard: Record<string, unknown>[] = [];
    watcher.on('ledgerClosed', (message) => heard.push({ ...message }));
    watcher.on('transaction', (message) => heard.push({ ...message }));
    const { result } = await watcher.request({
      command: 'subscribe',
      streams: ['ledger'],
      accounts: [issuer.classicAddress],
      accounts_proposed: [issuer.classicAddress],
    });
    expect(result).toMatchObject({ ledger_index: ledger.sandbox.xrpl.ledgerIndex });
    const sent = await ledger.send(alice, {
      TransactionType: 'Payment',
      Destination: issuer.classicAddress,
      Amount: '1000000',
    });
    await ledger.send(alice, { TransactionType: 'AccountSet' });
    await watcher.request({ command: 'ping' });
    expect(heard).toMatchObject([
      { type: 'transaction', validated: false, hash: sent.hash, engine_result: 'tesSUCCESS' },
      { type: 'ledgerClosed', txn_count: 1 },
      { type: 'transaction', validated: true, hash: sent.hash, meta: { TransactionIndex: 0 } },
      { type: 'ledgerClosed', txn_count: 1 },
    ]);
    await watcher.request({ command: 'unsubscribe', streams: ['ledger'] });
    await watcher.request({ command: 'subscribe', streams: ['transactions'] });
    const another = await ledger.send(alice, { TransactionType: 'AccountSet' });
    await watcher.request({ command: 'ping' });
    expect(heard.splice(4)).toMatchObject([{ type: 'transaction', hash: another.hash }]);
    await watcher.request({ command: 'unsubscribe', streams: ['transactions'] });
    ledger.sandbox.xrpl.closeLedger();
    await watcher.request({ command: 'ping' });
    expect(heard).toHaveLength(4);
    await expect(
      watcher.request({ command: 'subscribe', streams: ['nonsense' as never] }),
    ).rejects.toMatchObject({ data: { error: 'malformedStream' } });
    await watcher.disconnect();
  });

  it('let the real client wait for its own transaction', async () => {
    const own = await TestLedger.start({ ledgerCloseMs: 150 });
    const wallet = await own.wallet();
    const { result } = await own.client.submitAndWait(
      { TransactionType: 'AccountSet', Account: wallet.classicAddress },
      { wallet },
    );
    expect(result).toMatchObject({ validated: true, meta: { TransactionResult: 'tesSUCCESS' } });
    await own.stop();
  });
});
