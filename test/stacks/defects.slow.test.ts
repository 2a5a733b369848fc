import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/core/clock.js';
import { ConfigurationError, TransactionFailedError } from '../../src/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { StacksGateway, type StacksGatewayOptions } from '../../src/stacks/index.js';
import { rejectionOf } from '../support/rejections.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from './support/world.js';

/**
 * Each defect of the reference gateway for Stacks that has nothing to do with stacking, and why it can't
 * happen here. Those of stacking are beside its tests.
 */

let world: StacksTestWorld;
let friend: string;
beforeAll(async () => {
  world = await newStacksWorld();
  friend = world.addresses[2];
});
afterAll(() => world.stop());

const signer = new LocalRawSigner({ seed: 'defects', quiet: true, allowMainnet: true });
const addressWith = (options: Omit<StacksGatewayOptions, 'signer'>) =>
  new StacksGateway({ signer, ...options }).getAddress('0');

const received = (to = friend) => world.sandbox.stacks.balanceOf(to).unlocked;

describe('C-D1: a configuration that says TESTNET runs on mainnet', () => {
  test('in whatever case, and by either name, it runs on the test network', async () => {
    const testnet = await addressWith({ network: 'testnet' });
    expect(testnet).toMatch(/^ST/);
    expect(await addressWith({ network: 'TESTNET' as never })).toBe(testnet);
    expect(await addressWith({ testnet: true })).toBe(testnet);
    expect(await addressWith({})).toMatch(/^SP/);
    expect(await addressWith({ testnet: false })).toMatch(/^SP/);
  });

  test.each([
    { network: 'mainnet', testnet: true },
    { network: 'testnet', testnet: false },
    { network: 'devnet' },
    { network: 1 },
    { testnet: 'true' },
    { network: { network: 'testnet' }, testnet: false },
  ])('what contradicts itself or means nothing is refused: %j', (options) => {
    expect(() => new StacksGateway({ signer, ...(options as object) })).toThrow(ConfigurationError);
  });

  test('nothing is signed for a node of another chain', async () => {
    const network = { network: 'mainnet', url: world.sandbox.stacks.url } as const;
    const mainnet = new StacksGateway({ signer: world.signer, network });
    const sp = 'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7';
    const before = creationsAt(world.sandbox);
    expect(await mainnet.createNativeTransaction('0', sp, 1)).toMatchObject({
      success: false,
    });
    expect(await mainnet.getTxStatusById('00'.repeat(32))).toMatchObject({ code: 'WRONG_NETWORK' });
    expect(creationsAt(world.sandbox)).toBe(before);
  });
});

describe('C-D4: replacing a token transfer loses its post-conditions, and a transfer its memo', () => {
  // In outcomes.slow.test.ts: 'a transaction that is to be another'.
  test('its bytes are those of the original but for the fee', async () => {
    const still = await newStacksWorld({ stacks: { blockMs: 0 } });
    try {
      const { gateway, sandbox, addresses } = still;
      const options = { confirmTimeoutMs: 100, memo: 'kept' };
      const first = await gateway.createNativeTransaction('0', addresses[2], 1, options);
      if (first.success || !first.txHash) throw new Error('it was to be pending');
      const second = gateway.replaceTransaction('0', first.txHash, {}, options as never);
      expect(await rejectionOf(second)).toMatchObject({ code: 'INVALID_INPUT' });
      await rejectionOf(
        gateway.replaceTransaction('0', first.txHash, {}, { confirmTimeoutMs: 100 }),
      );
      const shown = sandbox.custody.messages.flatMap(({ method, body }) => {
        type Request = { extraParameters: { unhashedTxPayload: { hex: string } } };
        if (method !== 'POST') return [];
        return [(body as unknown as Request).extraParameters.unhashedTxPayload.hex];
      });
      const [one = '', two = ''] = shown;
      // Behind 0x: version, chain, kind, mode, signer and nonce; then the fee; then everything else.
      expect([one.slice(0, 72), one.slice(88)]).toEqual([two.slice(0, 72), two.slice(88)]);
      expect(BigInt(`0x${two.slice(72, 88)}`)).toBeGreaterThan(BigInt(`0x${one.slice(72, 88)}`));
    } finally {
      await still.stop();
    }
  });
});

describe('C-D6: what is pending is shown as failed', () => {
  test('and what a post-condition stopped shows no contract’s answer as its error', async () => {
    const { gateway, sandbox } = world;
    const { sbtc } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, world.addresses[0], 100n);
    const { Cl } = await import('@stacks/transactions');
    const [own, other] = [Cl.principal(world.addresses[0]), Cl.principal(friend)];
    const call = {
      contract: sbtc.split('::')[0] ?? '',
      functionName: 'transfer',
      functionArgs: [Cl.uint(1), own, other, Cl.none()],
    };
    const failed = await rejectionOf(gateway.callContract('0', call, { trial: 'off' }));
    if (!(failed instanceof TransactionFailedError)) throw failed;
    const status = await gateway.getTxStatusById(failed.transaction?.hash ?? '');
    expect(status).toMatchObject({
      data: {
        tx_status: 'abort_by_post_condition',
        outcome: 'failed',
        tx_error: expect.stringContaining('post-condition'),
        tx_result: { repr: '(ok true)' },
      },
    });
  });
});

describe('C-D7: a token that is not held is sent', () => {
  test('and another token of the same deployer does not count for it', async () => {
    const { gateway, sandbox, addresses } = world;
    const before = creationsAt(sandbox);
    const mine = await gateway.getAddress('6');
    for (const name of ['one', 'two']) sandbox.stacks.addToken(`${mine}.${name}::${name}`, 2);
    sandbox.stacks.mintToken(`${mine}.one::one`, addresses[0], 1_000n);
    const token = {
      tokenContractAddress: mine,
      tokenContractName: 'two',
      tokenAssetName: 'two',
    };
    const answer = await gateway.createFTTransaction('0', friend, 1, token);
    expect(answer).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { asset: `${mine}.two::two`, required: '100', available: '0' },
    });
    expect(creationsAt(sandbox)).toBe(before);
  });
});

describe('C-D8: what is locked counts as spendable', () => {
  test('the fee counts, and an empty account is told what it lacks', async () => {
    const { gateway, sandbox } = world;
    const address = await gateway.getAddress('5');
    const empty = await gateway.createNativeTransaction('5', friend, 1);
    expect(empty).toMatchObject({ code: 'INSUFFICIENT_FUNDS', details: { available: '0' } });
    sandbox.stacks.fund(address, 1_000_000n);
    const options = { fee: '0.5 STX' };
    const dear = await gateway.createNativeTransaction('5', friend, '0.6', options);
    expect(dear).toMatchObject({
      code: 'INSUFFICIENT_FUNDS',
      details: { required: '1100000', available: '1000000' },
    });
  });
});

describe('C-D9: a gross transfer is inexact', () => {
  test('what leaves the account is the amount, to the microSTX, at any fee', async () => {
    const { gateway, sandbox, addresses } = world;
    for (const fee of [undefined, '0.000777 STX', 1_001n]) {
      const before = sandbox.stacks.balanceOf(addresses[0]).unlocked;
      const options = { grossTransaction: true, fee };
      const answer = await gateway.createNativeTransaction('0', friend, 0.3, options);
      expect(answer).toMatchObject({ success: true });
      expect(before - sandbox.stacks.balanceOf(addresses[0]).unlocked).toBe(300_000n);
    }
    const tiny = await gateway.createNativeTransaction('0', friend, '10 microSTX', {
      grossTransaction: true,
    });
    expect(tiny).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'amount' } });
  });
});

describe('C-D10: amounts are floats', () => {
  test('a satoshi of sBTC can be sent, as a number and as text', async () => {
    const { gateway, sandbox, addresses } = world;
    const { sbtc } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, addresses[0], 100n);
    const before = sandbox.stacks.tokenBalanceOf(sbtc, friend);
    for (const amount of [1e-8, '0.00000001', '1 units']) {
      const answer = await gateway.createFTTransaction('0', friend, amount, 'sBTC');
      expect(answer).toMatchObject({ success: true });
    }
    expect(sandbox.stacks.tokenBalanceOf(sbtc, friend) - before).toBe(3n);
    for (const amount of [
      '0.000000001',
      1.5e-8,
      1e21,
      '0x10',
      ' 5 ',
      -1.5,
      '1.5 units',
      '1  units',
      '1 sats',
    ]) {
      const answer = await gateway.createFTTransaction('0', friend, amount, 'sBTC');
      expect(answer).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'amount' } });
    }
  });
});

describe('C-D11: one spam token blocks all others, and decimals are asked for again and again', () => {
  test('a token is asked for its decimals once', async () => {
    const { gateway, sandbox, addresses } = world;
    const spam = `${addresses[1]}.spam::spam`;
    sandbox.stacks.addToken(spam);
    sandbox.stacks.mintToken(spam, addresses[0], 1n);
    const { sbtc } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, addresses[0], 100n);
    await gateway.createFTTransaction('0', friend, '1 units', 'sBTC');
    sandbox.stacks.clearMessages();
    expect(await gateway.createFTTransaction('0', friend, '1 units', 'sBTC')).toMatchObject({
      success: true,
    });
    const asked = sandbox.stacks.messages.map(({ path }) => path ?? '');
    expect(asked.filter((path) => path.includes('get-decimals'))).toEqual([]);
  });

  test('an NFT in the history spoils nothing, and is no token', async () => {
    const { gateway, sandbox, addresses } = world;
    const address = await gateway.getAddress('4');
    sandbox.stacks.fund(address, 10_000_000n);
    const collection = `${addresses[1]}.art::piece`;
    sandbox.stacks.addCollection(collection, address, [7]);
    const { Cl, Pc } = await import('@stacks/transactions');
    const contract = `${addresses[1]}.art` as const;
    const moves = Pc.principal(address).willSendAsset().nft(contract, 'piece', Cl.uint(7));
    const sent = await gateway.callContract('4', {
      contract,
      functionName: 'transfer',
      functionArgs: [Cl.uint(7), Cl.principal(address), Cl.principal(friend)],
      postConditions: [moves],
    });
    expect(sent).toMatchObject({ status: 'confirmed' });
    expect(await gateway.getTransactionHistory('4')).toMatchObject({
      data: [{ tx_type: 'contract_call', tx_status: 'success', functionName: 'transfer' }],
    });
    expect(await gateway.getFtBalances('4')).toEqual({ success: true, data: [] });
  });
});

describe('C-D12: reading creates wallets at the custody', () => {
  test('no read asks the custody for more than a key and its vault account, and some for nothing', async () => {
    const { sandbox, another } = world;
    const fresh = another();
    sandbox.custody.clearMessages();
    await fresh.getTxStatusById('00'.repeat(32)).catch(() => undefined);
    expect(sandbox.custody.messages).toEqual([]);
    await fresh.getBtcRewardsAddress('3');
    await fresh.getBalance('3');
    await fresh.getFtBalances('3');
    await fresh.getTransactionHistory('3');
    const asked = sandbox.custody.messages.map(({ method, path }) => `${method} ${path}`);
    expect(asked.sort()).toEqual([
      'GET /v1/vault/accounts/3',
      expect.stringMatching(/^GET \/v1\/vault\/public_key_info/),
    ]);
  });
});

describe('C-D13: some failures are thrown, others told, and some are neither', () => {
  test('all are told, with a code, or all are thrown', async () => {
    const { gateway, strict } = world;
    const bad = [
      [friend, 1e21],
      ['constructor', 1],
      [undefined, undefined],
    ] as const;
    for (const [recipient, amount] of bad) {
      const call = [recipient as string, amount as number] as const;
      expect(await gateway.createNativeTransaction('0', ...call)).toMatchObject({
        success: false,
        code: 'INVALID_INPUT',
        retryable: false,
      });
      await expect(strict.createNativeTransaction('0', ...call)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      });
    }
    const params = { recipientAddress: friend, amount: 1, assetType: 'constructor' };
    expect(await gateway.transfer('0', params as never)).toMatchObject({
      details: { field: 'assetType' },
    });
  });
});

describe('C-D14: a nonce that is none becomes another', () => {
  test.each([null, true, '', '1e2', '0x10', [], {}, 1.5, -1, 2 ** 53])(
    'it is refused, and nothing is asked of anybody: %j',
    async (nonce) => {
      const before = creationsAt(world.sandbox);
      const options = { nonce } as object;
      const answer = await world.gateway.createNativeTransaction('0', friend, 1, options);
      expect(answer).toMatchObject({ success: false, code: 'INVALID_INPUT' });
      expect(JSON.stringify(answer)).toContain('nonce');
      expect(creationsAt(world.sandbox)).toBe(before);
    },
  );
});

describe('C-D15: a new amount is read as if it were a fee', () => {
  test('more than ten STX can be the amount of a replacement', async () => {
    // In outcomes.slow.test.ts a replacement sends 25 STX; here is that its fee has a cap of its own.
    const still = await newStacksWorld({ stacks: { blockMs: 0 } });
    try {
      const { gateway, addresses } = still;
      const first = await gateway.createNativeTransaction('0', addresses[2], 1, {
        confirmTimeoutMs: 100,
      });
      if (first.success || !first.txHash) throw new Error('it was to be pending');
      const dear = await rejectionOf(
        gateway.replaceTransaction('0', first.txHash, { amount: 20 }, { fee: '3 STX' }),
      );
      expect(dear).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'fee' } });
    } finally {
      await still.stop();
    }
  });
});

describe('C-D18: a network without estimates takes no transaction, and fees have no limit', () => {
  test('there is always a rate, and always a cap', async () => {
    const quiet = await newStacksWorld();
    try {
      const { gateway, sandbox, addresses } = quiet;
      sandbox.stacks.setFees({ estimates: 'none', transferRate: 3 });
      const answer = await gateway.createNativeTransaction('0', addresses[2], 1);
      if (!answer.success) throw new Error(answer.error);
      // And up to 1,023 more, as its key decides.
      expect(Number(answer.data.fee_rate)).toBeGreaterThanOrEqual(540);
      expect(Number(answer.data.fee_rate)).toBeLessThanOrEqual(540 + 1_023);
      sandbox.stacks.setFees({ estimates: [1e6, 1e6, 1e6] });
      const dear = await gateway.createNativeTransaction('0', addresses[2], 1);
      expect(dear).toMatchObject({ code: 'FEE_TOO_HIGH' });
      sandbox.stacks.clearMessages();
      await gateway.createNativeTransaction('0', addresses[2], 1, { fee: '500 microSTX' });
      const asked = sandbox.stacks.messages.map(({ path }) => path ?? '');
      expect(asked.filter((path) => path.includes('/fees/'))).toEqual([]);
      const token = await gateway.createFTTransaction(
        '0',
        addresses[2],
        '1 units',
        'sBTC',
        undefined,
        {
          fee: '5000 microSTX',
        },
      );
      expect(token).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    } finally {
      await quiet.stop();
    }
  });
});

describe('C-D21: no API key, and nothing for a node that asks to slow down', () => {
  test('a key goes to every request, and a 429 is waited out', async () => {
    const keys: (string | null)[] = [];
    const network = { network: 'testnet', url: world.sandbox.stacks.url } as const;
    const fetchIt = (url: string, init: RequestInit) => {
      keys.push(new Headers(init.headers).get('x-api-key'));
      return fetch(url, init);
    };
    const gateway = world.another({ network, apiKey: 'hiro-key', fetch: fetchIt });
    world.sandbox.inject({
      server: 'stacks',
      times: 2,
      effect: { kind: 'answer', status: 429, headers: { 'retry-after': '0' } },
    });
    const before = received();
    await gateway.createNativeTransaction('0', friend, '1 microSTX');
    expect(received() - before).toBe(1n);
    expect(new Set(keys)).toEqual(new Set(['hiro-key']));
  });

  test('of several endpoints the next is asked when one fails', async () => {
    const url = ['http://127.0.0.1:1', world.sandbox.stacks.url];
    const gateway = world.another({ network: { network: 'testnet', url } });
    expect(await gateway.getBalance('0')).toMatchObject({ success: true });
  });
});

describe('C-D22: the Stacks key is the Bitcoin key, and cannot be another', () => {
  test('its place is the custody’s own by default, and any other by choice', async () => {
    const { sandbox, another } = world;
    const own = another({ derivation: { coinType: 5757, addressIndex: 1 } });
    expect(await own.getPublicKey('0')).toBe(
      sandbox.custody.publicKeyOf({ path: [44, 5757, 0, 0, 1] }),
    );
    expect(await own.getAddress('0')).not.toBe(world.addresses[0]);
    expect(() => another({ derivation: { coinType: -1 } })).toThrow(ConfigurationError);
  });
});

describe('C-D23: the history’s cache grows for ever, and never changes', () => {
  test('a page is kept by itself, and not beyond its time', async () => {
    let skippedMs = 0;
    const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + skippedMs };
    const gateway = world.another({ clock });
    const first = await gateway.getTransactionHistory('0', true, 2, 0);
    await world.gateway.createNativeTransaction('0', friend, '1 microSTX');
    expect(await gateway.getTransactionHistory('0', true, 2, 0)).toEqual(first);
    const other = await gateway.getTransactionHistory('0', true, 1, 0);
    expect(other.data[0]).not.toEqual(first.data[0]);
    skippedMs = 31_000;
    const later = await gateway.getTransactionHistory('0', true, 2, 0);
    expect(later.data[1]).toEqual(first.data[0]);
  });

  test('a page is its caller’s: what one does to it, no other sees', async () => {
    const gateway = world.another();
    const first = await gateway.getTransactionHistory('0', true, 2, 0);
    const whole = structuredClone(first);
    (first.data as unknown[]).length = 0;
    const second = await gateway.getTransactionHistory('0', true, 2, 0);
    expect(second).toEqual(whole);
    (second.data as unknown[]).length = 0;
    expect(await gateway.getTransactionHistory('0', true, 2, 0)).toEqual(whole);
  });
});
