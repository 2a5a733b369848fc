import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortedError, TransactionUnconfirmedError, UnreachableError } from '../../src/index.js';
import { XrplNodeError, xrplClientTransport } from '../../src/xrpl/index.js';
import { rejectionOf } from '../support/world.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

let world: LedgerWorld;

afterEach(() => world.stop());

const commands = () => world.sandbox.xrpl.messages.map(({ command }) => command);
const count = (command: string) => commands().filter((one) => one === command).length;
const submitted = () =>
  expect.poll(() => world.events.some(({ type }) => type === 'submitted')).toBe(true);

const names = (value: object) => Object.keys(value).sort();

describe.each(TRANSPORTS)('the result over %s', (transport) => {
  beforeEach(async () => {
    world = await newLedgerWorld(transport);
  });

  it('is the specification’s, name by name', async () => {
    const { hash, status, receipt, ...outcome } = await world.gateway.offerCreate('0', {
      sellAmount: '1000000',
      buyAmount: { currency: 'USD', issuer: world.addressOf('1'), value: '2' },
      flags: { tfPassiveOffer: true, tfSellOffer: true },
    });
    expect(names(outcome)).toEqual(['api_version', 'id', 'result', 'type']);
    expect({ hash, status }).toEqual({ hash: outcome.result.hash, status: 'confirmed' });
    expect(receipt).toMatchObject({ hash });
    expect(names(outcome.result)).toEqual([
      'close_time_iso',
      'ctid',
      'hash',
      'ledger_hash',
      'ledger_index',
      'meta',
      'tx_json',
      'validated',
    ]);
    expect(names(outcome.result.tx_json)).toEqual([
      'Account',
      'Fee',
      'Flags',
      'LastLedgerSequence',
      'Sequence',
      'SigningPubKey',
      'TakerGets',
      'TakerPays',
      'TransactionType',
      'TxnSignature',
      'date',
      'ledger_index',
    ]);
    expect(names(outcome.result.meta)).toEqual([
      'AffectedNodes',
      'TransactionIndex',
      'TransactionResult',
    ]);
    for (const node of outcome.result.meta.AffectedNodes ?? []) {
      expect(names(node as object)[0]).toMatch(/^(?:Created|Modified)Node$/);
    }
    expect(outcome).toMatchObject({
      api_version: 2,
      id: expect.any(Number),
      type: 'response',
      result: {
        close_time_iso: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        ctid: expect.stringMatching(/^C[0-9A-F]{15}$/),
        hash: expect.stringMatching(/^[0-9A-F]{64}$/),
        ledger_hash: expect.stringMatching(/^[0-9A-F]{64}$/),
        ledger_index: outcome.result.tx_json.ledger_index,
        meta: { TransactionIndex: expect.any(Number), TransactionResult: 'tesSUCCESS' },
        tx_json: {
          Account: world.addressOf('0'),
          Flags: 589_824,
          TakerGets: '1000000',
          TakerPays: { currency: 'USD', issuer: world.addressOf('1'), value: '2' },
          TransactionType: 'OfferCreate',
        },
        validated: true,
      },
    });
  });

  it('names the ledger, the place in it and the network in its ctid', async () => {
    const { result } = await world.gateway.accountSet('0', { configs: { tickSize: 5 } });
    const { ctid = '', ledger_index, meta } = result;
    const parts = [ctid.slice(1, 8), ctid.slice(8, 12), ctid.slice(12)];
    expect(parts.map((hex) => Number.parseInt(hex, 16))).toEqual([
      ledger_index,
      meta.TransactionIndex,
      world.sandbox.xrpl.networkId,
    ]);
  });
});

describe('over the xrpl package’s Client', () => {
  beforeEach(async () => {
    world = await newLedgerWorld('the xrpl package’s Client');
  });

  it('a ledger tells by itself when to look, so nothing is asked in between', async () => {
    world.sandbox.xrpl.pauseClosing();
    const call = world.gateway.accountSet('0', { configs: { tickSize: 5 } });
    await submitted();
    // One look at once, in case it is in already.
    await expect.poll(() => commands().slice(-3)).toEqual(['subscribe', 'tx', 'account_info']);
    const { length } = commands();
    for (let reads = 0; reads < 20; reads++) await world.ask('ledger_current');
    expect(new Set(commands().slice(length))).toEqual(new Set(['ledger_current']));
    world.sandbox.xrpl.closeLedger();
    await expect(call).resolves.toHaveProperty('result.validated', true);
    expect(count('tx')).toBe(2);
    world.sandbox.xrpl.resumeClosing();
  });

  it('the application’s Client stays connected, and keeps no listener of ours', async () => {
    await world.gateway.accountSet('0', { configs: { tickSize: 5 } });
    await world.gateway.accountSet('0', { configs: { tickSize: 6 } });
    expect(world.client.isConnected()).toBe(true);
    expect(world.client.listenerCount('ledgerClosed')).toBe(0);
    expect(world.client.listenerCount('connected')).toBe(0);
  });

  it('however many wait, the stream is asked for once', async () => {
    world.sandbox.xrpl.pauseClosing();
    const calls = ['0', '1'].map((id) =>
      world.gateway.accountSet(id, { configs: { tickSize: 5 } }),
    );
    const taken = () => world.events.filter(({ type }) => type === 'submitted').length;
    await expect.poll(taken).toBe(2);
    await expect.poll(() => count('tx')).toBe(2);
    expect(count('subscribe')).toBe(1);
    world.sandbox.xrpl.closeLedger();
    await expect(Promise.all(calls)).resolves.toHaveLength(2);
    world.sandbox.xrpl.resumeClosing();
  });

  it('a stream that ended with its connection is asked for again, and what closed meanwhile found', async () => {
    world.sandbox.xrpl.pauseClosing();
    const call = world.gateway.accountSet('0', { configs: { tickSize: 5 } });
    await submitted();
    await expect.poll(() => count('tx')).toBe(1);
    world.sandbox.inject({ server: 'xrpl', command: 'ping', effect: { kind: 'drop' } });
    await rejectionOf(world.client.request({ command: 'ping' }));
    // Nobody is told of this one.
    world.sandbox.xrpl.closeLedger();
    await expect(call).resolves.toHaveProperty('result.validated', true);
    expect(count('subscribe')).toBe(2);
    world.sandbox.xrpl.resumeClosing();
  });

  it('a ledger of which only the stream tells proves nothing', async () => {
    world.sandbox.xrpl.pauseClosing();
    let isOver = false;
    const call = world.gateway.accountSet('0', { configs: { tickSize: 5 } }).finally(() => {
      isOver = true;
    });
    await submitted();
    await expect.poll(() => count('tx')).toBe(1);
    for (const looks of [2, 3, 4]) {
      const told = { type: 'ledgerClosed', ledger_index: 99_999_999, txn_count: 1 };
      world.client.emit('ledgerClosed', told);
      await expect.poll(() => count('tx')).toBe(looks);
    }
    expect(isOver).toBe(false);
    world.sandbox.xrpl.closeLedger();
    const { result } = await call;
    expect(result.ledger_index).toBe(world.sandbox.xrpl.ledgerIndex);
    world.sandbox.xrpl.resumeClosing();
  });

  it('a Client that lost its connection is connected again, once for all', async () => {
    await world.gateway.getAccount('0');
    await world.client.disconnect();
    world.sandbox.xrpl.clearMessages();
    const reads = ['0', '1'].map((id) => world.gateway.getAccount(id));
    await expect(Promise.all(reads)).resolves.toHaveLength(2);
    // The first thing that the Client asks on each connection.
    expect(count('server_info')).toBe(1);
  });

  it.each(['drop', 'lose-answer'] as const)(
    'a connection that breaks at submission (%s) is no failure',
    async (kind) => {
      world.sandbox.inject({ server: 'xrpl', command: 'submit', effect: { kind } });
      const call = world.gateway.accountSet('0', { configs: { tickSize: 5 } });
      await expect(call).resolves.toHaveProperty('result.validated', true);
      expect(world.sandbox.custody.transactions).toHaveLength(1);
    },
  );

  it('a node’s own error is that error, whichever way it came', async () => {
    const refused = { server: 'xrpl', command: 'account_lines' } as const;
    for (const gateway of [world.gateway, world.other]) {
      world.sandbox.inject({ ...refused, effect: { kind: 'rpc-error', error: 'lgrNotFound' } });
      const error = await rejectionOf(gateway.getTrustLines('0'));
      expect(error).toBeInstanceOf(XrplNodeError);
      expect(error).toMatchObject({ error: 'lgrNotFound', code: 'XRPL_NODE', retryable: false });
    }
  });

  it('a node that is busy is asked again', async () => {
    world.sandbox.inject({
      server: 'xrpl',
      command: 'account_info',
      times: 2,
      effect: { kind: 'rpc-error', error: 'slowDown' },
    });
    await expect(world.gateway.getAccount('0')).resolves.toHaveProperty('address');
  });

  it('a Client that can’t connect is a node out of reach', async () => {
    await world.client.disconnect();
    world.sandbox.inject({
      server: 'xrpl',
      command: 'connect',
      times: 1_000,
      effect: { kind: 'answer', status: 503 },
    });
    expect(await rejectionOf(world.gateway.getAccount('0'))).toBeInstanceOf(UnreachableError);
  });

  it('an abort ends the waiting for an answer', async () => {
    const controller = new AbortController();
    world.sandbox.inject({ server: 'xrpl', command: 'account_info', effect: { kind: 'hang' } });
    await world.gateway.getAddress('0');
    const call = world.gateway.getAccount('0', { signal: controller.signal });
    await expect.poll(() => count('account_info')).toBeGreaterThan(0);
    controller.abort();
    expect(await rejectionOf(call)).toBeInstanceOf(AbortedError);
  });

  it('a stream that falls silent leaves the outcome open, and it can be asked for', async () => {
    world.sandbox.xrpl.pauseClosing();
    const options = { idempotencyKey: 'silent', confirmTimeoutMs: 200 };
    const call = world.gateway.accountSet('0', { configs: { tickSize: 5 } }, options);
    expect(await rejectionOf(call)).toBeInstanceOf(TransactionUnconfirmedError);
    world.sandbox.xrpl.closeLedger();
    await expect(world.gateway.resume('0', 'silent')).resolves.toHaveProperty('result.validated');
    world.sandbox.xrpl.resumeClosing();
  });

  it('a Client that answers nonsense is said to', async () => {
    const nonsense = {
      isConnected: () => true,
      connect: async () => undefined,
      request: async () => ({ status: 'success' }),
      on: () => undefined,
      removeListener: () => undefined,
    };
    const gateway = world.another({ transport: xrplClientTransport(nonsense) });
    await expect(gateway.getAccount('0')).rejects.toMatchObject({ code: 'UNEXPECTED_ANSWER' });
  });
});
