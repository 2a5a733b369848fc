import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  GatewayError,
  InvalidInputError,
  TransactionFailedError,
  TransactionRefusedError,
} from '../../src/index.js';
import { AccountNotFundedError, XrplGateway } from '../../src/xrpl/index.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf, sequencesOf } from '../support/world.js';
import { type LedgerWorld, newLedgerWorld } from './support/transports.js';

// Each test is named after a mistake that earlier gateways made.

let world: LedgerWorld;

beforeEach(async () => {
  world = await newLedgerWorld('the xrpl package’s Client');
});
afterEach(() => world.stop());

const settings = (tickSize: number) => ({ configs: { tickSize } });
const set = (tickSize: number, options = {}) =>
  world.gateway.accountSet('0', settings(tickSize), options);
const submissions = () =>
  world.sandbox.xrpl.messages.filter(({ command }) => command === 'submit').length;
const hash = expect.stringMatching(/^[0-9A-F]{64}$/);

describe('connections', () => {
  it('A-D1: what one operation ends, it doesn’t end for another of the same vault', async () => {
    const outcomes = await Promise.all([3, 4, 5, 6].map((tickSize) => set(tickSize)));
    expect(new Set(outcomes.map(({ result }) => result.hash)).size).toBe(4);
    expect(world.client.isConnected()).toBe(true);
    expect(world.sandbox.custody.transactions).toHaveLength(4);
  });

  it('A-D2: all operations of all vaults go over one connection', async () => {
    const { gateway } = world;
    await Promise.all(['0', '1'].map((vault) => gateway.accountSet(vault, settings(5))));
    await gateway.offerCreate('0', {
      sellAmount: '1000000',
      buyAmount: { currency: 'USD', issuer: world.addressOf('1'), value: '1' },
    });
    await rejectionOf(
      gateway.clawback('1', { holder: world.addressOf('0'), currency: 'USD', value: '1' }),
    );
    const opened = world.sandbox.xrpl.messages.filter(({ command }) => command === 'server_info');
    expect(opened).toHaveLength(1);
    expect(world.client.listenerCount('ledgerClosed')).toBe(0);
  });
});

describe('outcomes', () => {
  it('A-D5: a tec code is a failure, with the ledger’s result inside', async () => {
    const amount = { currency: 'USD', issuer: world.addressOf('1'), value: '5' };
    const params = { destination: world.addressOf('1'), amount };
    const error = await rejectionOf(world.gateway.tokenTransfer('0', params));
    expect(error).toBeInstanceOf(TransactionFailedError);
    const { result, resultCode, transaction } = error as TransactionFailedError<{
      result: { hash: string };
    }>;
    expect(resultCode).toBe('tecPATH_DRY');
    expect(result).toEqual({
      ...(await world.other.getTransaction(result.result.hash)),
      id: expect.any(Number),
    });
    expect(transaction).toMatchObject({ hash: result.result.hash });
  });

  it('A-D9: a fee is whole drops at any load, and capped', async () => {
    world.sandbox.xrpl.setFees({ loadFactor: 257 });
    const { result } = await set(5);
    expect(result.tx_json.Fee).toMatch(/^\d+$/);
    world.sandbox.xrpl.setFees({ loadFactor: 256 * 20_000 });
    await expect(set(6)).rejects.toMatchObject({ code: 'FEE_TOO_HIGH' });
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });

  it('A-D9: a load that rose while somebody approved is waited out, and nobody asked again', async () => {
    world.sandbox.inject({
      server: 'xrpl',
      command: 'submit',
      times: 3,
      effect: { kind: 'engine-result', result: 'telINSUF_FEE_P' },
    });
    await expect(set(5)).resolves.toHaveProperty('result.validated', true);
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });

  it('A-D21: what the node refuses for good is known at once, with its hash', async () => {
    world.sandbox.xrpl.pauseClosing();
    world.sandbox.inject({
      server: 'xrpl',
      command: 'submit',
      effect: { kind: 'engine-result', result: 'temMALFORMED' },
    });
    const error = await rejectionOf(set(5));
    expect(error).toBeInstanceOf(TransactionRefusedError);
    expect(error).toMatchObject({ resultCode: 'temMALFORMED', transaction: { hash } });
    world.sandbox.xrpl.resumeClosing();
  });

  it('A-D21: a lost answer is no refusal, and what is not known yet has a hash', async () => {
    world.sandbox.xrpl.pauseClosing();
    world.sandbox.inject({ server: 'xrpl', command: 'submit', effect: { kind: 'lose-answer' } });
    const error = await rejectionOf(set(5, { idempotencyKey: 'lost', confirmTimeoutMs: 300 }));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', transaction: { hash } });
    world.sandbox.xrpl.resumeClosing();
    const found = await world.gateway.resume('0', 'lost');
    expect(found).toMatchObject({ result: { hash: (error as GatewayError).transaction?.hash } });
  });
});

describe('numbers and keys', () => {
  it('X2: concurrent calls of one vault use different numbers, and none is wasted', async () => {
    await Promise.all([3, 4, 5, 6, 7].map((tickSize) => set(tickSize)));
    const [first = 0, ...others] = sequencesOf(world.sandbox, world.addressOf('0'));
    expect(others).toEqual([1, 2, 3, 4].map((step) => first + step));
    expect(submissions()).toBe(5);
  });

  it.each([true, false])(
    'X4: a call that is repeated after a timeout pays once (native: %s)',
    async (native) => {
      world.sandbox.xrpl.pauseClosing();
      const params = { destination: world.addressOf('1'), amount: '5' };
      const options = {
        native,
        idempotencyKey: 'rent',
        confirmTimeoutMs: 200,
        signatureTimeoutMs: 200,
      };
      const pay = (gateway: XrplGateway) => gateway.xrpTransfer('0', params, options);
      expect(await rejectionOf(pay(world.gateway))).toMatchObject({ retryable: true });
      expect(await rejectionOf(pay(world.other))).toMatchObject({ retryable: true });
      world.sandbox.xrpl.resumeClosing();
      await expect.poll(() => pay(world.gateway).then(Boolean, () => false)).toBe(true);
      await pay(world.another());
      expect(world.sandbox.custody.transactions).toHaveLength(1);
      expect(sequencesOf(world.sandbox, world.addressOf('0'))).toHaveLength(1);
    },
  );

  it('X6: any number of vaults act at once, and a gateway keeps no timer running', async () => {
    const timers = () =>
      process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length;
    const before = timers();
    for (let index = 0; index < 200; index++) {
      new XrplGateway({ signer: new RecordingSigner(), network: 'testnet' });
    }
    expect(timers()).toBe(before);
    const vaults = Array.from({ length: 12 }, (_, index) => String(index));
    for (const vault of vaults.slice(2)) {
      await world.sandbox.xrpl.fund(world.addressOf(vault), 50_000_000n);
    }
    const calls = vaults.map((vault) => world.gateway.accountSet(vault, settings(5)));
    const accounts = (await Promise.all(calls)).map(({ result }) => result.tx_json.Account);
    expect(accounts).toEqual(vaults.map(world.addressOf));
  });

  it('X7: a vault has one spelling, so that it has one lane', async () => {
    world.sandbox.custody.clearMessages();
    for (const vault of ['00', ' 0', '0.0', '+0', '1e0', '0x0']) {
      const error = await rejectionOf(world.gateway.accountSet(vault, settings(5)));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'vaultAccountId' });
    }
    expect(world.sandbox.custody.messages).toEqual([]);
  });

  it('X8: vault 0 acts like any other; the number 0 is refused by name', async () => {
    await expect(set(5)).resolves.toHaveProperty('result.validated', true);
    const error = await rejectionOf(world.gateway.accountSet(0 as never, settings(5)));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'vaultAccountId' });
  });
});

describe('errors', () => {
  const custody = (status: number, times = 1_000) =>
    world.sandbox.inject({
      server: 'custody',
      times,
      effect: { kind: 'answer', status, body: { message: 'no', code: -7 } },
    });

  it.each([401, 403, 404, 503])(
    'A-D18: the custody’s %i is not called bad input',
    async (status) => {
      custody(status);
      const error = await rejectionOf(world.another({ retry: { attempts: 1 } }).getAddress('3'));
      expect(error).toBeInstanceOf(GatewayError);
      expect(error).not.toBeInstanceOf(InvalidInputError);
    },
  );

  it('A-D18: an account that nobody funded is named at once', async () => {
    world.sandbox.xrpl.clearMessages();
    const error = await rejectionOf(world.gateway.accountSet('9', settings(5)));
    expect(error).toBeInstanceOf(AccountNotFundedError);
    expect(error).toMatchObject({ details: { address: world.addressOf('9') }, retryable: false });
    const reads = world.sandbox.xrpl.messages.filter(({ command }) => command === 'account_info');
    expect(reads).toHaveLength(1);
  });

  it.each(['-5', '0', '1e3', '0.0000001', 5, undefined])(
    'A-D19: %s XRP are refused before the custody is asked',
    async (amount) => {
      world.sandbox.custody.clearMessages();
      const params = { destination: world.addressOf('1'), amount } as never;
      const error = await rejectionOf(world.gateway.xrpTransfer('0', params));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
      expect(world.sandbox.custody.messages).toEqual([]);
    },
  );

  it('A-D19: a transfer that the custody answers badly shows neither body nor headers', async () => {
    await world.gateway.getAddress('0');
    world.sandbox.inject({
      server: 'custody',
      method: 'POST',
      times: 1_000,
      effect: {
        kind: 'answer',
        status: 400,
        body: { message: 'Amount is wrong', code: 1_405, internal: 'secret-of-the-custody' },
        headers: { 'x-internal': 'secret-of-the-custody' },
      },
    });
    const params = { destination: world.addressOf('1'), amount: '1' };
    const error = await rejectionOf(world.gateway.xrpTransfer('0', params));
    expect(error).toBeInstanceOf(GatewayError);
    const shown = JSON.stringify({ ...(error as object), message: String(error) });
    expect(shown).not.toMatch(/secret-of-the-custody|undefined|Bearer/);
  });

  it('X16: an error keeps its class and its words, whichever way it comes', async () => {
    const request = {
      vaultAccountId: '9',
      transactionType: 'accountSet',
      params: settings(5),
    } as const;
    const ways = [
      () => world.gateway.accountSet('9', settings(5)),
      () => world.gateway.executeTransaction(request),
      () => world.gateway.forVault('9').accountSet(settings(5)),
    ];
    for (const way of ways) {
      const error = await rejectionOf(way());
      expect(error).toBeInstanceOf(AccountNotFundedError);
      expect((error as Error).message).toBe(
        `The ledger has no account ${world.addressOf('9')}; fund it first.`,
      );
    }
  });
});
