import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Client, type Wallet } from 'xrpl';
import { startSandbox } from '../../src/sandbox/index.js';
import { rawRequest, TestCustody } from './support/custody.js';
import { TestLedger } from './support/ledger.js';

let custody: TestCustody;
let ledger: TestLedger;

beforeAll(async () => {
  custody = await TestCustody.start();
  ledger = await TestLedger.start();
});

beforeEach(() => custody.sandbox.custody.clearMessages());

afterAll(() => Promise.all([custody.stop(), ledger.stop()]));

const create = { server: 'custody', method: 'POST', path: '/v1/transactions' } as const;
const transactions = () => custody.sandbox.custody.transactions.length;
const send = (externalTxId: string) =>
  custody.post('/v1/transactions', rawRequest({ externalTxId }));

describe('faults of the custody', () => {
  it('answer in its place', async () => {
    custody.sandbox.inject({
      ...create,
      effect: {
        kind: 'answer',
        status: 429,
        body: { message: 'Too many requests', code: 0 },
        headers: { 'Retry-After': '7' },
      },
    });
    const before = transactions();
    const answer = await send('limited');
    expect(answer).toMatchObject({ status: 429, json: { message: 'Too many requests' } });
    expect(answer.headers.get('retry-after')).toBe('7');
    expect(transactions()).toBe(before);
    expect((await send('limited')).status).toBe(200);
  });

  it('answer with what is no JSON', async () => {
    custody.sandbox.inject({
      server: 'custody',
      path: /external_tx_id/,
      effect: {
        kind: 'answer',
        status: 502,
        body: '<html>Bad Gateway</html>',
        headers: { 'content-type': 'text/html' },
      },
    });
    const response = await fetch(`${custody.sandbox.custody.url}/v1/transactions/external_tx_id/a`);
    expect(response.status).toBe(502);
    expect(response.headers.get('content-type')).toBe('text/html');
    expect(await response.text()).toBe('<html>Bad Gateway</html>');
  });

  it('break the connection before anything is done, or after', async () => {
    const before = transactions();
    custody.sandbox.inject({ ...create, effect: { kind: 'drop' } });
    await expect(send('dropped')).rejects.toThrow();
    expect(transactions()).toBe(before);
    custody.sandbox.inject({ ...create, effect: { kind: 'lose-answer' } });
    await expect(send('lost')).rejects.toThrow();
    expect(transactions()).toBe(before + 1);
    const { status } = await custody.call({ path: '/v1/transactions/external_tx_id/lost' });
    expect(status).toBe(200);
  });

  it('hang, for as long as anyone waits', async () => {
    custody.sandbox.inject({ ...create, effect: { kind: 'hang' } });
    const controller = new AbortController();
    const waiting = fetch(`${custody.sandbox.custody.url}/v1/transactions`, {
      method: 'POST',
      body: '{}',
      signal: controller.signal,
    });
    while (custody.sandbox.custody.messages.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    controller.abort();
    await expect(waiting).rejects.toThrow();
  });

  it('come late, in number, and after some that went well', async () => {
    custody.sandbox.inject({
      ...create,
      skip: 1,
      times: 2,
      effect: { kind: 'answer', status: 503 },
    });
    custody.sandbox.inject({ ...create, skip: 3, effect: { kind: 'delay', ms: 1 } });
    const statuses = [];
    for (const name of ['f1', 'f2', 'f3', 'f4']) {
      const { url } = custody.sandbox.custody;
      const body = JSON.stringify(rawRequest({ externalTxId: name }));
      const response = await fetch(`${url}/v1/transactions`, { method: 'POST', body });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([401, 503, 503, 401]);
  });

  it('hit only what they name', async () => {
    custody.sandbox.inject({
      server: 'custody',
      path: '/v1/transactions/external_tx_id/x',
      effect: { kind: 'answer', status: 500 },
    });
    expect((await custody.call({ path: '/v1/transactions' })).status).toBe(200);
    expect((await send('unharmed')).status).toBe(200);
  });
});

describe('faults of the ledger', () => {
  const blob = async (wallet: Wallet) =>
    (await ledger.signed(wallet, { TransactionType: 'AccountSet' })).tx_blob;
  const rpc = async (method: string, params: object) => {
    const body = JSON.stringify({ method, params: [{ api_version: 2, ...params }] });
    const response = await fetch(ledger.sandbox.xrpl.url, { method: 'POST', body });
    return (await response.json()) as { result: Record<string, unknown> };
  };

  it('refuse a submission without trying it, by either transport', async () => {
    const wallet = await ledger.wallet();
    const tx_blob = await blob(wallet);
    for (const result of ['telCAN_NOT_QUEUE', 'tefPAST_SEQ', 'terPRE_SEQ']) {
      const effect = { kind: 'engine-result', result } as const;
      ledger.sandbox.inject({ server: 'xrpl', command: 'submit', times: 2, effect });
      const expected = { engine_result: result, accepted: false, applied: false };
      const { result: answer } = await ledger.client.request({ command: 'submit', tx_blob });
      expect(answer).toMatchObject(expected);
      expect((await rpc('submit', { tx_blob })).result).toMatchObject(expected);
    }
    const { result } = await ledger.client.request({ command: 'submit', tx_blob });
    expect(result.engine_result).toBe('tesSUCCESS');
  });

  it('answer with an error', async () => {
    const effect = { kind: 'rpc-error', error: 'slowDown' } as const;
    ledger.sandbox.inject({ server: 'xrpl', command: 'fee', times: 2, effect });
    await expect(ledger.client.request({ command: 'fee' })).rejects.toMatchObject({
      data: { error: 'slowDown', error_code: 10 },
    });
    expect((await rpc('fee', {})).result).toMatchObject({ error: 'slowDown', status: 'error' });
  });

  it('break a WebSocket before a submission is processed, or after', async () => {
    const wallet = await ledger.wallet();
    const tx_blob = await blob(wallet);
    for (const [kind, applied] of [
      ['drop', false],
      ['lose-answer', true],
    ] as const) {
      const client = new Client(ledger.sandbox.xrpl.webSocketUrl);
      client.on('error', () => {});
      await client.connect();
      ledger.sandbox.inject({ server: 'xrpl', command: 'submit', effect: { kind } });
      await expect(client.request({ command: 'submit', tx_blob })).rejects.toThrow();
      await client.disconnect();
      expect(ledger.sandbox.xrpl.closeLedger().transactions).toHaveLength(applied ? 1 : 0);
    }
  });

  it('keep a WebSocket from opening', async () => {
    for (const effect of [{ kind: 'answer', status: 503 }, { kind: 'drop' }] as const) {
      ledger.sandbox.inject({ server: 'xrpl', command: 'connect', effect });
      const client = new Client(ledger.sandbox.xrpl.webSocketUrl);
      await expect(client.connect()).rejects.toThrow();
    }
    const client = new Client(ledger.sandbox.xrpl.webSocketUrl);
    await client.connect();
    await client.disconnect();
  });

  it('do not play a whole HTTP answer on a WebSocket', async () => {
    const effect = { kind: 'answer', status: 503 } as const;
    ledger.sandbox.inject({ server: 'xrpl', command: 'ping', effect });
    expect((await ledger.client.request({ command: 'ping' })).status).toBeUndefined();
    const body = JSON.stringify({ method: 'ping' });
    const response = await fetch(ledger.sandbox.xrpl.url, { method: 'POST', body });
    expect(response.status).toBe(503);
  });
});

describe('messages', () => {
  it('are kept by each server, without headers', async () => {
    const { xrpl } = ledger.sandbox;
    xrpl.clearMessages();
    await ledger.client.request({ command: 'fee' });
    await fetch(xrpl.url, { method: 'POST', body: JSON.stringify({ method: 'ping' }) });
    expect(xrpl.messages).toMatchObject([
      { transport: 'websocket', command: 'fee' },
      { transport: 'http', method: 'POST', path: '/', command: 'ping' },
    ]);
    await send('counted');
    expect(custody.sandbox.custody.messages).toMatchObject([
      {
        transport: 'http',
        method: 'POST',
        path: '/v1/transactions',
        body: { externalTxId: 'counted' },
      },
    ]);
    expect(JSON.stringify(custody.sandbox.custody.messages)).not.toContain('Bearer');
    custody.sandbox.custody.clearMessages();
    expect(custody.sandbox.custody.messages).toEqual([]);
  });
});

describe('stopping', () => {
  it('breaks what is open and frees the ports', async () => {
    const sandbox = await startSandbox();
    const client = new Client(sandbox.xrpl.webSocketUrl, { connectionTimeout: 500 });
    client.on('error', () => {});
    await client.connect();
    sandbox.inject({ server: 'custody', effect: { kind: 'hang' } });
    const hanging = fetch(sandbox.custody.url).catch(() => 'broken');
    while (sandbox.custody.messages.length === 0) await client.request({ command: 'ping' });
    const disconnected = new Promise((resolve) => client.once('disconnected', resolve));
    await sandbox.stop();
    await disconnected;
    await client.disconnect();
    expect(await hanging).toBe('broken');
    const ports = [sandbox.custody.url, sandbox.xrpl.url].map((url) => Number(new URL(url).port));
    const [custodyPort = 0, xrplPort = 0] = ports;
    const again = await startSandbox({ custodyPort, xrplPort });
    expect(again.custody.url).toBe(`http://127.0.0.1:${custodyPort}`);
    await again.stop();
  });
});

describe('time', () => {
  it('closes ledgers by itself, unless told to pause', async () => {
    const sandbox = await startSandbox({ ledgerCloseMs: 3_600_000 });
    const start = sandbox.xrpl.ledgerIndex;
    sandbox.advanceTime(3_600_000);
    expect(sandbox.xrpl.ledgerIndex).toBe(start + 1);
    sandbox.xrpl.pauseClosing();
    sandbox.advanceTime(3_600_000);
    expect(sandbox.xrpl.ledgerIndex).toBe(start + 1);
    sandbox.xrpl.resumeClosing();
    sandbox.advanceTime(3_600_000);
    expect(sandbox.xrpl.ledgerIndex).toBe(start + 2);
    await sandbox.stop();
  });
});
