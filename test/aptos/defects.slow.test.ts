import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AptosGateway, type AptosNetwork } from '../../src/aptos/index.js';
import { errorResponse } from '../../src/http/error-response.js';
import { GatewayError } from '../../src/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import { rejectionOf } from '../support/world.js';
import { type AptosWorld, creationsAt, FUNDS, newAptosWorld } from './support/world.js';

/** Each defect of the reference gateway for Move chains, and why it can't happen here. */

let world: AptosWorld;
let friend: string;
beforeAll(async () => {
  world = await newAptosWorld();
  friend = world.addresses[2];
});
afterAll(() => world.stop());

const signer = new LocalRawSigner({ seed: 'defects', quiet: true, allowMainnet: true });

describe('B-D1: importing starts a server, or throws for want of a variable', () => {
  test('a gateway is made without a request, a file or a variable', async () => {
    const asked: string[] = [];
    const fetch = async (url: string) => {
      asked.push(url);
      throw new Error('nobody should be asked');
    };
    new AptosGateway({ signer, network: 'movement-mainnet', fetch });
    expect(asked).toEqual([]);
  });
});

describe('B-D2: a transaction expires before anybody can have approved it', () => {
  test('it outlives the approval window by five minutes, in the ledger’s own time', async () => {
    const params = { recipientAddress: friend, amount: 1 };
    const options = { approvalWindowSeconds: 3_600 };
    const result = await world.gateway.transferMove('0', params, options);
    const leftSeconds = Number(result.expiration_timestamp_secs) - Number(result.timestamp) / 1e6;
    expect(leftSeconds).toBeGreaterThan(3_600 + 240);
    // And up to a quarter more, as its key decides.
    expect(leftSeconds).toBeLessThan((3_600 + 300) * 1.25 + 60);
  });

  test('an expiration that an approval could outlast is refused, and so is one that is none', async () => {
    const params = { recipientAddress: friend, amount: 1 };
    const requests = creationsAt(world.sandbox);
    const soon = Math.floor(Date.now() / 1_000) + 20;
    const inMilliseconds = Date.now() + 86_400_000;
    for (const expireTimestamp of [soon, 0, -1, 1.5, 'tomorrow', inMilliseconds]) {
      const error = await rejectionOf(world.gateway.transferMove('0', params, { expireTimestamp }));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'expireTimestamp' });
    }
    expect(creationsAt(world.sandbox)).toBe(requests);
  });

  test('an approval that takes long is confirmed', async () => {
    const slow = await newAptosWorld({
      approvals: () => ({ decision: 'approve', afterMs: 60_000 }),
    });
    try {
      const params = { recipientAddress: slow.addresses[2], amount: 1 };
      const sent = slow.gateway.transferMove('0', params);
      const statuses = () => slow.sandbox.custody.transactions.map(({ status }) => status);
      await expect.poll(statuses, { timeout: 20_000 }).toEqual(['PENDING_AUTHORIZATION']);
      slow.sandbox.advanceTime(61_000);
      expect((await sent).success).toBe(true);
    } finally {
      await slow.stop();
    }
  });
});

describe('B-D3: a token that is called like the native coin counts as it', () => {
  test('a spoofed token with the native symbol changes no balance', async () => {
    const { aptos } = world.sandbox;
    const address = await world.gateway.getAddress('5');
    aptos.fund(address, 12_345n);
    for (const symbol of ['APT', 'MOVE']) {
      const spoof = aptos.createAsset({ name: 'Aptos Coin', symbol, decimals: 8 });
      aptos.mint(spoof, address, 10n ** 15n);
    }
    const { amount, value } = await world.gateway.getBalance('5');
    expect({ amount, value }).toEqual({ amount: '12345', value: '0.00012345' });
    const native = (await world.gateway.getBalances('5')).filter(({ isNative }) => isNative);
    expect(native.map((balance) => balance.amount)).toEqual(['12345']);
  });

  test.each(['unified', 'separate'] as const)(
    'the coin and the asset that it is paired with are one balance (%s rows)',
    async (rows) => {
      const { aptos } = world.sandbox;
      const vault = rows === 'unified' ? '6' : '7';
      const address = await world.gateway.getAddress(vault);
      aptos.fund(address, 1_000n);
      aptos.mint('0x1::aptos_coin::AptosCoin', address, 500n);
      aptos.showBalances(rows);
      expect((await world.gateway.getBalance(vault)).amount).toBe('1500');
      const native = (await world.gateway.getBalances(vault)).filter(({ isNative }) => isNative);
      const sum = native.reduce((total, { amount }) => total + BigInt(amount), 0n);
      expect(sum).toBe(1_500n);
      aptos.showBalances('unified');
    },
  );
});

describe('B-D4: amounts are floating-point numbers', () => {
  test('2^64 - 1 units and 2^53 + 1 octas survive exactly', async () => {
    const { aptos } = world.sandbox;
    const most = 2n ** 64n - 1n;
    const asset = aptos.createAsset({ name: 'Most', symbol: 'MOST', decimals: 8 });
    aptos.mint(asset, world.addresses[0], most);
    expect((await balanceOf('0', asset))?.amount).toBe(`${most}`);
    const params = { recipientAddress: friend, amount: most, tokenType: asset };
    await world.gateway.transferToken('0', params);
    expect(await balanceOf('2', asset)).toMatchObject({
      amount: '18446744073709551615',
      decimals: 8,
      value: '184467440737.09551615',
    });

    const odd = 2n ** 53n + 1n;
    aptos.fund(await world.gateway.getAddress('8'), odd);
    expect((await world.gateway.getBalance('8')).amount).toBe('9007199254740993');
    expect((await world.gateway.getBalance('8')).value).toBe('90071992.54740993');
  });

  test('2^64 - 1 octas are held, shown and sent exactly', async () => {
    const rich = await newAptosWorld();
    try {
      const { aptos } = rich.sandbox;
      const address = await rich.gateway.getAddress('3');
      aptos.fund(address, 2n ** 64n - 1n);
      expect((await rich.gateway.getBalance('3')).amount).toBe('18446744073709551615');
      const amount = 2n ** 63n + 1n;
      const params = { recipientAddress: rich.addresses[2], amount: `${amount}` };
      await rich.gateway.transferMove('3', params);
      expect(aptos.balanceOf(rich.addresses[2])).toBe(amount);
    } finally {
      await rich.stop();
    }
  });

  test('an asset of which nothing is known has no decimals, rather than wrong ones', async () => {
    const { aptos } = world.sandbox;
    const asset = aptos.createAsset({ name: 'Dark', symbol: 'DRK', decimals: 4, indexed: false });
    aptos.mint(asset, world.addresses[1], 5n);
    const balance = await balanceOf('1', asset);
    expect(balance).toMatchObject({ amount: '5', decimals: undefined, value: undefined });
  });

  const balanceOf = async (vault: string, asset: string) =>
    (await world.gateway.getBalances(vault)).find(({ assetType }) => assetType === asset);
});

describe('B-D5: nobody knows which unit an amount is in', () => {
  test.each([1.5, '1.5', '0.00000001', '15 MOVE', '', '0', 0, -1, '1e3', 2 ** 53, ' 1', '01'])(
    '%s is no number of octas, and is refused before anybody is asked',
    async (amount) => {
      world.sandbox.aptos.clearMessages();
      const requests = creationsAt(world.sandbox);
      const call = world.gateway.transferMove('0', { recipientAddress: friend, amount });
      const error = await rejectionOf(call);
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
      expect((error as Error).message).toContain('octas');
      expect(world.sandbox.aptos.messages).toEqual([]);
      expect(creationsAt(world.sandbox)).toBe(requests);
    },
  );

  test.each(['0.000000001', '1e3', '-1', '0', 1, 1n, '184467440737.09551616'])(
    '%s is no amount of coins',
    async (amount) => {
      const params = { recipientAddress: friend, amount, unit: 'coins' as const };
      expect(await rejectionOf(world.gateway.transferMove('0', params))).toMatchObject({
        code: 'INVALID_INPUT',
        field: 'amount',
      });
    },
  );
});

describe('B-D6: the history is empty, of another network, or a request for each transaction', () => {
  test('the first call gives everything, newest first, in two requests, and pages', async () => {
    const { aptos } = world.sandbox;
    const entries = Array.from({ length: 12 }, (_, index) => ({
      transactionType: 'transferMove' as const,
      params: { recipientAddress: friend, amount: index + 1 },
    }));
    await world.gateway.submitBatch('1', entries);
    const fresh = world.another();
    await fresh.getAddress('1');
    aptos.clearMessages();
    const all = await fresh.getTransactions('1');
    expect(aptos.messages).toHaveLength(2);
    expect(aptos.indexerMessages).toHaveLength(0);
    const numbers = all.map(({ sequence_number: number }) => Number(number));
    expect(numbers).toEqual(Array.from({ length: 12 }, (_, index) => 11 - index));
    expect(all[0]).toMatchObject({ success: true, hash: expect.stringMatching(/^0x/) });
    const page = await fresh.getTransactions('1', { limit: 5, offset: 3 });
    expect(page.map(({ sequence_number: number }) => Number(number))).toEqual([8, 7, 6, 5, 4]);
    expect(await fresh.getTransactions('1', { offset: 12 })).toEqual([]);

    aptos.clearMessages();
    const indexed = await fresh.getTransactions('1', { direction: 'all', limit: 5 });
    expect(indexed).toHaveLength(5);
    expect(aptos.messages).toHaveLength(0);
    expect(aptos.indexerMessages).toHaveLength(1);
  });

  test.each([
    { limit: -1 },
    { limit: 0 },
    { limit: 201 },
    { limit: 1.5 },
    { offset: -1 },
    { page: 1 },
  ])('%j is refused', async (query) => {
    const error = await rejectionOf(world.gateway.getTransactions('0', query as object));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: Object.keys(query)[0] });
  });

  test('a transaction that arrives between two pages of an indexer is given in neither, and none twice', async () => {
    const { aptos } = world.sandbox;
    const address = await world.gateway.getAddress('3');
    for (let count = 0; count < 155; count++) aptos.fund(address, '1');
    let pages = 0;
    const arriving: typeof fetch = async (url, init) => {
      if (String(url).includes('graphql') && ++pages === 2) aptos.fund(address, '1');
      return fetch(url, init);
    };
    const gateway = world.another({ fetch: arriving });
    const query = { direction: 'all', limit: 150, offset: 2 } as const;
    const before = await world.gateway.getTransactions('3', { ...query, limit: 100 });
    const versions = (await gateway.getTransactions('3', query)).map(({ version }) => version);
    expect(pages).toBe(2);
    expect(versions.slice(0, 100)).toEqual(before.map(({ version }) => version));
    expect(versions).toHaveLength(150);
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => +other - +one));
    // The last page tells of the end.
    const rest = await world.gateway.getTransactions('3', { ...query, limit: 200 });
    expect(rest).toHaveLength(154);
  });

  test('an indexer that is behind disturbs no transaction', async () => {
    world.sandbox.aptos.lagIndexer(1_000);
    const params = { recipientAddress: friend, amount: 1 };
    expect((await world.gateway.transferMove('0', params)).success).toBe(true);
    expect(await world.gateway.getTransactions('0', { direction: 'all' })).toEqual([]);
    world.sandbox.aptos.lagIndexer(0);
  });
});

describe('B-D7: errors are HTML pages with a stack', () => {
  test('every error has a code, and a status of its own in JSON', async () => {
    const calls = [
      [undefined as never, 400],
      [{ recipientAddress: friend, amount: FUNDS * 9n }, 422],
    ] as const;
    for (const [params, status] of calls) {
      const error = await rejectionOf(world.gateway.transferMove('0', params));
      expect(error).toBeInstanceOf(GatewayError);
      const response = errorResponse(error);
      expect(response.status).toBe(status);
      const text = await response.text();
      expect(JSON.parse(text)).toMatchObject({ code: (error as GatewayError).code });
      expect(text).not.toContain('    at ');
    }
  });
});

describe('B-D8: settings have no effect, since there are two of everything', () => {
  test('two gateways share nothing, and each has the settings that it was given', async () => {
    const poor = world.another({ maxFee: 1n });
    const params = { recipientAddress: friend, amount: 1 };
    expect(await rejectionOf(poor.transferMove('0', params))).toMatchObject({
      code: 'FEE_TOO_HIGH',
      details: { cap: '1' },
    });
    expect((await world.gateway.transferMove('0', params)).success).toBe(true);
  });
});

describe('B-D9: a key is taken for a path, or a path for a key', () => {
  test('a gateway takes a signer, and says so when it gets anything else', () => {
    for (const wrong of [undefined, '/run/secrets/key.pem', {}]) {
      const make = () => new AptosGateway({ signer: wrong as never, network: 'aptos-mainnet' });
      expect(make).toThrow(/RawSigner/);
    }
  });
});

describe('B-D10: a failure on the ledger loses the transaction’s hash', () => {
  test('it rejects with the code, the hash, and what the ledger says', async () => {
    const { aptos } = world.sandbox;
    const amount = FUNDS * 9n;
    const params = { recipientAddress: friend, amount };
    const options = { simulate: false, idempotencyKey: 'fails' };
    const error = await rejectionOf(world.gateway.transferMove('0', params, options));
    expect(error).toMatchObject({ code: 'TRANSACTION_FAILED', transaction: { attempt: 1 } });
    const { transaction, resultCode, result } = error as GatewayError & {
      resultCode: string;
      result: { vm_status: string; hash: string };
    };
    expect(resultCode).toMatch(/^0x1::\w+::EINSUFFICIENT_BALANCE$/);
    expect(result.hash).toBe(transaction?.hash);
    expect(aptos.transactionsOf(world.addresses[0]).at(-1)).toMatchObject({
      hash: transaction?.hash,
      success: false,
    });
    const again = await rejectionOf(world.another().resume('0', 'fails'));
    expect(again).toMatchObject({ code: 'TRANSACTION_FAILED', resultCode });
  });
});

describe('B-D11: anything is signed for anybody', () => {
  const bad: readonly (readonly [string, unknown])[] = [
    ['the chain’s own address', '0x1'],
    ['the chain’s own address, in full', `0x${'1'.padStart(64, '0')}`],
    ['nobody', '0x0'],
    ['an address that lacks a digit', `0x${'a'.repeat(63)}`],
    ['an address without 0x', 'a'.repeat(64)],
    ['no text', 7],
  ];
  test.each(bad)('%s can’t be paid', async (_, recipientAddress) => {
    const params = { recipientAddress: recipientAddress as string, amount: 1 };
    expect(await rejectionOf(world.gateway.transferMove('0', params))).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'recipientAddress',
    });
  });

  test('nor can the vault account itself', async () => {
    const params = {
      recipientAddress: world.addresses[0].toUpperCase().replace('0X', '0x'),
      amount: 1,
    };
    expect(await rejectionOf(world.gateway.transferMove('0', params))).toMatchObject({
      field: 'recipientAddress',
    });
  });

  test('a node of another chain signs nothing and is believed nothing', async () => {
    const { fullnodeUrl, indexerUrl } = world.sandbox.aptos;
    const network: AptosNetwork = { fullnodeUrl, indexerUrl, chainId: 126 };
    const wrong = world.another({ network });
    const requests = creationsAt(world.sandbox);
    const params = { recipientAddress: friend, amount: 1 };
    const expected = {
      code: 'WRONG_NETWORK',
      details: { expected: 126, actual: world.sandbox.aptos.chainId },
    };
    expect(await rejectionOf(wrong.transferMove('0', params))).toMatchObject(expected);
    expect(await rejectionOf(wrong.getBalance('0'))).toMatchObject(expected);
    expect(creationsAt(world.sandbox)).toBe(requests);
  });

  test('a chain that is not named is what the first answer says, and stays that', async () => {
    const { fullnodeUrl, indexerUrl } = world.sandbox.aptos;
    const open = world.another({ network: { fullnodeUrl, indexerUrl } });
    const params = { recipientAddress: friend, amount: 1 };
    expect((await open.transferMove('0', params)).success).toBe(true);
  });

  test('what would fail costs no approval and no gas', async () => {
    const { aptos } = world.sandbox;
    const requests = creationsAt(world.sandbox);
    const before = aptos.balanceOf(world.addresses[0]);
    const params = { recipientAddress: friend, amount: FUNDS * 9n };
    const error = await rejectionOf(world.gateway.transferMove('0', params));
    expect(error).toMatchObject({ code: 'SIMULATION_FAILED' });
    expect((error as { resultCode: string }).resultCode).toMatch(/EINSUFFICIENT_BALANCE/);
    expect(creationsAt(world.sandbox)).toBe(requests);
    expect(aptos.balanceOf(world.addresses[0])).toBe(before);
  });

  test('gas is bounded by what it takes, and by a cap', async () => {
    const params = { recipientAddress: friend, amount: 1 };
    const { max_gas_amount: most, gas_used: used } = await world.gateway.transferMove('0', params);
    expect(Number(most)).toBeGreaterThanOrEqual(2 * Number(used));
    expect(Number(most)).toBeLessThanOrEqual(2 * Number(used) + 511);
    const options = { maxGasAmount: 200_000, gasUnitPrice: 150, maxFee: 1_000_000n };
    expect(await rejectionOf(world.gateway.transferMove('0', params, options))).toMatchObject({
      code: 'FEE_TOO_HIGH',
      details: { required: '30000000', cap: '1000000' },
    });
  });
});
