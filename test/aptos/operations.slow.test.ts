import * as sdk from '@aptos-labs/ts-sdk';
import { Account, RawTransaction, SimpleTransaction } from '@aptos-labs/ts-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AptosGateway, FunctionArgument } from '../../src/aptos/index.js';
import { systemClock } from '../../src/core/clock.js';
import { readNote } from '../../src/transactions/records/note.js';
import { rejectionOf } from '../support/world.js';
import {
  type AptosWorld,
  creationsAt,
  FUNDS,
  newAptosWorld,
  sequencesOf,
} from './support/world.js';

let world: AptosWorld;
let gateway: AptosGateway;
let friend: string;

beforeAll(async () => {
  world = await newAptosWorld();
  gateway = world.gateway;
  friend = world.addresses[2];
});
afterAll(() => world.stop());

/** An account that nobody has heard of. */
const stranger = () => Account.generate().accountAddress.toStringLong();

const received = (address: string) => world.sandbox.aptos.balanceOf(address);

describe('a key', () => {
  test('gives the address that the chain gives it', async () => {
    const publicKey = await gateway.getPublicKey('0');
    expect(publicKey).toMatch(/^[0-9a-f]{64}$/);
    expect(await gateway.getAddress('0')).toBe(world.sandbox.aptos.addressOfKey(publicKey));
  });

  test('is found by another path where one is given', async () => {
    const other = world.another({ derivation: { coinType: 1, addressIndex: 7 } });
    const path = [44, 1, 3, 0, 7];
    const key = world.sandbox.custody.publicKeyOf({ path, algorithm: 'MPC_EDDSA_ED25519' });
    expect(await other.getPublicKey('3')).toBe(key);
  });
});

describe('transferMove', () => {
  test('sends octas', async () => {
    const to = stranger();
    const confirmed = await gateway.transferMove('0', { recipientAddress: to, amount: '1500' });
    expect(confirmed.success).toBe(true);
    expect(confirmed.vm_status).toBe('Executed successfully');
    expect(confirmed.receipt.hash).toBe(confirmed.hash);
    expect(confirmed.receipt.custodyId).toBeTruthy();
    expect(received(to)).toBe(1_500n);
  });

  test.each([
    ['1.5', 150_000_000n],
    ['0.00000001', 1n],
  ])('sends %s coins', async (amount, octas) => {
    const to = stranger();
    await gateway.transferMove('1', { recipientAddress: to, amount, unit: 'coins' });
    expect(received(to)).toBe(octas);
  });

  test('calls any entry function, with arguments of every type', async () => {
    const { sampleModule, recordedCalls } = world.sandbox.aptos;
    const address = world.addresses[1];
    await gateway.transferMove('0', {
      function: `${sampleModule}::record_all`,
      typeArguments: ['0x1::fungible_asset::Metadata'],
      functionArguments: ofEveryType(address),
    });
    expect(world.sandbox.aptos.recordedCalls).toHaveLength(recordedCalls.length + 1);
    const [call] = world.sandbox.aptos.recordedCalls.slice(-1);
    expect(call?.arguments[0]).toBe(true);
    expect(String(call?.arguments[4])).toBe('18446744073709551615');
  });

  test.each([
    ['text', 8],
    ['an address', 7],
    ['a list of text', 21],
  ])('refuses bytes for %s, which would be other text', async (_, index) => {
    const functionArguments: FunctionArgument[] = ofEveryType(world.addresses[1]);
    const bytes = new TextEncoder().encode('ein Text');
    functionArguments[index] = index === 21 ? ['a', bytes] : bytes;
    const call = {
      function: `${world.sandbox.aptos.sampleModule}::record_all`,
      typeArguments: ['0x1::fungible_asset::Metadata'],
      functionArguments,
    };
    const requests = creationsAt(world.sandbox);
    const field = index === 21 ? 'functionArguments[21][1]' : `functionArguments[${index}]`;
    expect(await rejectionOf(gateway.transferMove('0', call))).toMatchObject({
      code: 'INVALID_INPUT',
      field,
    });
    expect(creationsAt(world.sandbox)).toBe(requests);
  });

  test('takes bytes and their hexadecimal for the same input of a key', async () => {
    const functionArguments = ofEveryType(world.addresses[1]);
    const call = {
      function: `${world.sandbox.aptos.sampleModule}::record_all`,
      typeArguments: ['0x1::fungible_asset::Metadata'],
      functionArguments,
    };
    const options = { idempotencyKey: 'bytes-or-hex' };
    const { hash } = await gateway.transferMove('0', call, options);
    const same = functionArguments.with(23, ['0x01', '0x02']);
    const again = await gateway.transferMove('0', { ...call, functionArguments: same }, options);
    expect(again.hash).toBe(hash);
  });

  test.each([
    ['function', { function: 'nothing', functionArguments: [] }],
    ['function', { function: '0x1::aptos_account::nothing', functionArguments: [] }],
    ['function', { function: '0x77::none::nothing', functionArguments: [] }],
    ['functionArguments', { function: '0x1::aptos_account::transfer', functionArguments: ['0x1'] }],
    [
      'functionArguments[1]',
      { function: '0x1::aptos_account::transfer', functionArguments: ['0x1', '1.5'] },
    ],
    ['typeArguments', { function: '0x1::coin::transfer', functionArguments: ['0x1', 1] }],
  ])('refuses a call whose %s does not fit', async (field, call) => {
    const requests = creationsAt(world.sandbox);
    const error = await rejectionOf(gateway.transferMove('0', call));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(creationsAt(world.sandbox)).toBe(requests);
  });

  test('says how a function of somebody else’s fails', async () => {
    const { sampleModule: sample } = world.sandbox.aptos;
    const call = { function: `${sample}::abort_explained`, functionArguments: [] };
    const tried = await rejectionOf(gateway.transferMove('0', call));
    expect(tried).toMatchObject({ code: 'SIMULATION_FAILED', resultCode: `${sample}::ENOT_TODAY` });
    const options = { simulate: false, maxGasAmount: 5_000 };
    const failed = await rejectionOf(gateway.transferMove('0', call, options));
    expect(failed).toMatchObject({
      code: 'TRANSACTION_FAILED',
      resultCode: `${sample}::ENOT_TODAY`,
    });
    const hungry = { function: `${sample}::use_gas`, functionArguments: [1_000_000] };
    const empty = await rejectionOf(gateway.transferMove('0', hungry, options));
    expect(empty).toMatchObject({ code: 'TRANSACTION_FAILED', resultCode: 'OUT_OF_GAS' });
  });

  test('has two vault accounts sign one transaction, with one custody request', async () => {
    const { sampleModule: sample } = world.sandbox.aptos;
    const requests = creationsAt(world.sandbox);
    const call = { function: `${sample}::record_two`, functionArguments: [5] };
    const options = { secondarySignerVaultAccountIds: ['1'] };
    await gateway.transferMove('0', call, options);
    expect(creationsAt(world.sandbox)).toBe(requests + 1);
    const [recorded] = world.sandbox.aptos.recordedCalls.slice(-1);
    expect(recorded?.signers).toEqual(world.addresses.slice(0, 2));
    for (const wrong of [['0'], ['1', '1']]) {
      const twice = { secondarySignerVaultAccountIds: wrong };
      expect(await rejectionOf(gateway.transferMove('0', call, twice))).toMatchObject({
        field: 'secondarySignerVaultAccountIds',
      });
    }
    const self = { feePayerVaultAccountId: '0' };
    expect(await rejectionOf(gateway.transferMove('0', call, self))).toMatchObject({
      field: 'feePayerVaultAccountId',
    });
  });

  test('goes without a sequence number where that is asked for', async () => {
    const to = stranger();
    const params = { recipientAddress: to, amount: 9 };
    const before = world.sandbox.aptos.sequenceNumberOf(world.addresses[1]);
    const confirmed = await gateway.transferMove('1', params, { orderless: true });
    expect(confirmed.replay_protection_nonce).toMatch(/^\d+$/);
    expect(received(to)).toBe(9n);
    expect(world.sandbox.aptos.sequenceNumberOf(world.addresses[1])).toBe(before);
  });

  test('lets orderless transactions overtake one that waits for its approval', async () => {
    const slow = await newAptosWorld({
      approvals: ({ note }) => (note?.includes('slow') ? 'wait' : 'approve'),
    });
    const { custody } = slow.sandbox;
    try {
      const params = { recipientAddress: slow.addresses[2], amount: 1 };
      const first = slow.gateway.transferMove('0', params, { note: 'slow', orderless: true });
      await expect.poll(() => custody.transactions.length).toBe(1);
      const [waiting] = custody.transactions;
      const second = await slow.gateway.transferMove('0', params, { orderless: true });
      custody.approve(waiting?.id ?? '');
      expect(BigInt((await first).version)).toBeGreaterThan(BigInt(second.version));
    } finally {
      await slow.stop();
    }
  });

  test('has another vault account pay for the gas, with one custody request', async () => {
    const aptos = world.sandbox.aptos;
    const [, payer] = world.addresses;
    const before = { sender: aptos.balanceOf(world.addresses[0]), payer: aptos.balanceOf(payer) };
    const requests = creationsAt(world.sandbox);
    const options = { feePayerVaultAccountId: '1', idempotencyKey: 'paid-for' };
    const params = { recipientAddress: friend, amount: 10 };
    const { gas_used: gas, gas_unit_price: price } = await gateway.transferMove(
      '0',
      params,
      options,
    );
    expect(creationsAt(world.sandbox) - requests).toBe(1);
    expect(aptos.balanceOf(world.addresses[0])).toBe(before.sender - 10n);
    expect(aptos.balanceOf(payer)).toBe(before.payer - BigInt(gas) * BigInt(price));
    // Another process needs nothing but the key.
    const again = await world.another().resume('0', 'paid-for');
    expect(again.receipt.hash).toBe((again as { hash?: string }).hash);
  });
});

describe('transferToken', () => {
  test('sends a fungible asset and a coin of the older standard', async () => {
    const { aptos } = world.sandbox;
    const [sender] = world.addresses;
    const asset = aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
    aptos.mint(asset, sender, 5_000_000n);
    const to = stranger();
    const params = { recipientAddress: to, amount: '2500000', tokenType: asset };
    await gateway.transferToken('0', params);
    expect(aptos.balanceOf(to, asset)).toBe(2_500_000n);

    const coinType = `${sender}::legacy::Coin`;
    aptos.createCoin({ coinType, name: 'Legacy', symbol: 'OLD', decimals: 3 });
    aptos.mint(coinType, sender, 900n);
    await gateway.transferToken('0', { recipientAddress: to, amount: 400n, tokenType: coinType });
    expect(aptos.balanceOf(to, coinType)).toBe(400n);
  });
});

describe('submit', () => {
  test('signs a transaction that the chain’s own library has built', async () => {
    const { aptos } = world.sandbox;
    const [sender] = world.addresses;
    const client = new sdk.Aptos(
      new sdk.AptosConfig({ network: sdk.Network.CUSTOM, fullnode: aptos.fullnodeUrl }),
    );
    const to = stranger();
    const transaction = await client.transaction.build.simple({
      sender,
      data: { function: '0x1::aptos_account::transfer', functionArguments: [to, 321] },
      options: { expireTimestamp: Math.floor(Date.now() / 1_000) + 20_000 },
    });
    expect(transaction).toBeInstanceOf(SimpleTransaction);
    expect(transaction.rawTransaction).toBeInstanceOf(RawTransaction);
    const confirmed = await gateway.submit('0', transaction);
    expect(received(to)).toBe(321n);
    expect(confirmed.sequence_number).toBe(`${transaction.rawTransaction.sequence_number}`);
    // Its number is spent now.
    expect(await rejectionOf(gateway.submit('0', transaction))).toMatchObject({
      code: 'INVALID_INPUT',
      field: 'transaction',
    });
  });

  test('takes its payer from the options', async () => {
    const { aptos } = world.sandbox;
    const client = new sdk.Aptos(
      new sdk.AptosConfig({ network: sdk.Network.CUSTOM, fullnode: aptos.fullnodeUrl }),
    );
    const transaction = await client.transaction.build.simple({
      sender: world.addresses[0],
      withFeePayer: true,
      data: { function: '0x1::aptos_account::transfer', functionArguments: [friend, 1] },
      options: { expireTimestamp: Math.floor(Date.now() / 1_000) + 20_000 },
    });
    expect(await rejectionOf(gateway.submit('0', transaction))).toMatchObject({
      field: 'feePayerVaultAccountId',
    });
    const confirmed = await gateway.submit('0', transaction, { feePayerVaultAccountId: '1' });
    expect(confirmed.signature).toMatchObject({ fee_payer_address: world.addresses[1] });
  });

  /** A payment of 5 octas by vault account 0, and whatever is otherwise in it. */
  function paymentTo(to: string, given: { sender?: string; chainId?: number; life?: number } = {}) {
    const { aptos } = world.sandbox;
    const { sender = world.addresses[0], chainId = aptos.chainId, life = 20_000 } = given;
    const call = sdk.EntryFunction.build(
      '0x1::aptos_account',
      'transfer',
      [],
      [sdk.AccountAddress.from(to), new sdk.U64(5)],
    );
    return new RawTransaction(
      sdk.AccountAddress.from(sender),
      aptos.sequenceNumberOf(world.addresses[0]),
      new sdk.TransactionPayloadEntryFunction(call),
      2_000n,
      100n,
      BigInt(Math.floor(Date.now() / 1_000) + life),
      new sdk.ChainId(chainId),
    );
  }

  test.each(['sender', 'chainId', 'expiration'])('refuses one with another %s', async (what) => {
    const other = stranger();
    const raw = paymentTo(other, {
      ...(what === 'sender' && { sender: other }),
      ...(what === 'chainId' && { chainId: 77 }),
      ...(what === 'expiration' && { life: 60 }),
    });
    const requests = creationsAt(world.sandbox);
    const error = await rejectionOf(gateway.submit('0', raw));
    expect(error).toMatchObject({ code: 'INVALID_INPUT' });
    expect((error as { field: string }).field.toLowerCase()).toContain(what.toLowerCase());
    expect(creationsAt(world.sandbox)).toBe(requests);
  });

  test('signs what it was given, whatever its owner makes of that afterwards', async () => {
    const [to, other] = [stranger(), stranger()];
    const bytes = paymentTo(to).bcsToBytes();
    const submitted = gateway.submit('0', bytes);
    bytes.set(paymentTo(other).bcsToBytes());
    await submitted;
    expect([received(to), received(other)]).toEqual([5n, 0n]);
    let raw = paymentTo(to);
    const written = gateway.submit('0', { bcsToBytes: () => raw.bcsToBytes() });
    raw = paymentTo(other);
    await written;
    expect([received(to), received(other)]).toEqual([10n, 0n]);
  });
});

describe('submitBatch', () => {
  test('of 100 transfers is one custody request, and each is confirmed in its order', async () => {
    const big = await newAptosWorld();
    try {
      const recipients = Array.from({ length: 100 }, stranger);
      const entries = recipients.map((recipientAddress, index) => ({
        transactionType: 'transferMove' as const,
        params: { recipientAddress, amount: index + 1 },
      }));
      const { members } = await big.gateway.submitBatch('0', entries, { idempotencyKey: 'many' });
      expect(members.map(({ state }) => state)).toEqual(recipients.map(() => 'confirmed'));
      expect(creationsAt(big.sandbox)).toBe(1);
      expect(sequencesOf(big.sandbox, big.addresses[0])).toEqual(recipients.map((_, at) => at));
      const got = recipients.map((address) => big.sandbox.aptos.balanceOf(address));
      expect(got).toEqual(recipients.map((_, index) => BigInt(index + 1)));
      const again = await big.another().resume('0', 'many');
      expect('members' in again && again.members).toHaveLength(100);
    } finally {
      await big.stop();
    }
  });

  test('says which of its transactions would fail', async () => {
    const entries = [1n, FUNDS * 2n].map((amount) => ({
      transactionType: 'transferMove' as const,
      params: { recipientAddress: friend, amount },
    }));
    const error = await rejectionOf(gateway.submitBatch('0', entries));
    expect(error).toMatchObject({ code: 'SIMULATION_FAILED', details: { index: 1 } });
  });
});

describe('reads', () => {
  test('give the balance of an account that does not exist as nothing', async () => {
    expect(await gateway.getBalance('50')).toMatchObject({ amount: '0', decimals: 8, value: '0' });
  });

  test('give every asset once, with what it is', async () => {
    const { aptos } = world.sandbox;
    const asset = aptos.createAsset({ name: 'Tiny', symbol: 'TNY', decimals: 0 });
    aptos.mint(asset, await gateway.getAddress('4'), 3n);
    expect(await gateway.getBalances('4')).toEqual([
      expect.objectContaining({
        assetType: asset,
        amount: '3',
        decimals: 0,
        value: '3',
        symbol: 'TNY',
        isNative: false,
        isFrozen: false,
      }),
    ]);
    expect(await gateway.getCoinsData('4')).toEqual([
      expect.objectContaining({ assetType: asset, name: 'Tiny', decimals: 0 }),
    ]);
    aptos.freeze(asset, await gateway.getAddress('4'));
    expect(await gateway.getBalances('4')).toMatchObject([{ isFrozen: true }]);
  });

  test('give each of many assets once, though others come while they are read', async () => {
    const { aptos } = world.sandbox;
    const address = await gateway.getAddress('8');
    const add = (name: string) =>
      aptos.mint(aptos.createAsset({ name, symbol: name, decimals: 0 }), address, 1n);
    for (let index = 0; index < 150; index++) add(`many-${index}`);
    const reading = world.another({
      fetch: async (url, init) => {
        const answer = await fetch(url, init);
        if (!url.includes('graphql')) return answer;
        const text = await answer.text();
        for (let index = 0; index < 10; index++) add(`more-${text.length}-${index}`);
        return new Response(text, answer);
      },
    });
    const balances = await reading.getBalances('8');
    expect(new Set(balances.map(({ storageId }) => storageId)).size).toBe(balances.length);
    const names = balances.map(({ name }) => name).filter((name) => name?.startsWith('many-'));
    expect(names).toHaveLength(150);
    const types = balances.map(({ assetType }) => assetType);
    expect(types).toEqual([...types].sort());
  });

  test('find a transaction by its hash, and nothing where there is none', async () => {
    const params = { recipientAddress: friend, amount: 1 };
    const { hash, version } = await gateway.transferMove('0', params);
    expect(await gateway.getTransaction(hash)).toMatchObject({ hash, version, success: true });
    expect(await gateway.getTransaction(`0x${'0'.repeat(64)}`)).toBeUndefined();
  });

  test('give what a vault account received, too', async () => {
    const all = await gateway.getTransactions('2', { direction: 'all' });
    expect(all.length).toBeGreaterThan(0);
    expect(all.some(({ sender }) => sender === world.addresses[0])).toBe(true);
    expect(await gateway.getTransactions('2')).toEqual([]);
    const versions = all.map(({ version }) => BigInt(version));
    expect(versions).toEqual([...versions].sort((a, b) => (a > b ? -1 : 1)));
  });
});

describe('pending', () => {
  test('lists a signed orderless transaction until its time is over', async () => {
    const own = await newAptosWorld();
    const at = (ms: number) =>
      own.another({ clock: { ...systemClock, now: () => ms } }).pending('0');
    try {
      own.sandbox.aptos.pauseBlocks();
      const params = { recipientAddress: own.addresses[2], amount: 7 };
      const options = { idempotencyKey: 'at-once', orderless: true, confirmTimeoutMs: 300 };
      expect(await rejectionOf(own.gateway.transferMove('0', params, options))).toMatchObject({
        code: 'TRANSACTION_UNCONFIRMED',
        status: 'pending',
      });
      const listed = { idempotencyKey: 'at-once', state: 'signed' };
      expect(await at(systemClock.now())).toMatchObject([listed]);
      const { note } = own.sandbox.custody.transactions[0]?.json ?? {};
      const { built, terms } = readNote(String(note)) ?? {};
      if (!built || terms?.expiry === undefined) throw new Error(`The note says no time: ${note}`);
      // The note leaves out what the second in which it was built had of milliseconds.
      const lastSecond = built.time + Number(terms.expiry - built.height) * 1_000;
      expect(await at(lastSecond + 999)).toMatchObject([listed]);
      expect(await at(lastSecond + 1_001)).toEqual([]);
    } finally {
      await own.stop();
    }
  });
});

describe('cancel', () => {
  test('takes a request back that nobody has approved yet', async () => {
    const waiting = await newAptosWorld({ approvals: () => ({ decision: 'wait' }) as never });
    try {
      const params = { recipientAddress: waiting.addresses[2], amount: 1 };
      const options = { idempotencyKey: 'never', signatureTimeoutMs: 200 };
      const pending = await rejectionOf(waiting.gateway.transferMove('0', params, options));
      expect(pending).toMatchObject({ code: 'SIGNATURE_PENDING' });
      expect(await waiting.gateway.pending('0')).toMatchObject([
        { idempotencyKey: 'never', number: '0' },
      ]);
      await waiting.another().cancel('0', 'never');
      expect(await waiting.gateway.pending('0')).toEqual([]);
    } finally {
      await waiting.stop();
    }
  });

  test('spends the number of one that is signed on nothing', async () => {
    const { aptos } = world.sandbox;
    const [, sender] = world.addresses;
    world.sandbox.inject({
      server: 'aptos',
      method: 'POST',
      path: '/v1/transactions',
      times: 1,
      effect: {
        kind: 'answer',
        status: 400,
        body: {
          error_code: 'vm_error',
          message: 'Invalid transaction: Type: Validation Code: INVALID_SIGNATURE',
          vm_error_code: 1,
        },
      },
    });
    const params = { recipientAddress: friend, amount: 77 };
    const options = { idempotencyKey: 'replaced' };
    const refused = await rejectionOf(gateway.transferMove('1', params, options));
    expect(refused).toMatchObject({ code: 'TRANSACTION_REFUSED', resultCode: 'INVALID_SIGNATURE' });
    const number = aptos.sequenceNumberOf(sender);
    const before = received(friend);
    await gateway.cancel('1', 'replaced').catch(() => gateway.cancel('1', 'replaced'));
    expect(aptos.sequenceNumberOf(sender)).toBe(number + 1n);
    expect(await rejectionOf(gateway.resume('1', 'replaced'))).toMatchObject({
      code: 'TRANSACTION_REPLACED',
    });
    expect(received(friend)).toBe(before);
  });

  test('of one that waits at a node holds up no later payment, though the node refuses it', async () => {
    const own = await newAptosWorld();
    const { aptos } = own.sandbox;
    const pay = (idempotencyKey: string, by = own.gateway) =>
      by.transferMove(
        '0',
        { recipientAddress: own.addresses[2], amount: 7 },
        { idempotencyKey, confirmTimeoutMs: 300, laneTimeoutMs: 10_000 },
      );
    const pending = { code: 'TRANSACTION_UNCONFIRMED', status: 'pending' };
    try {
      aptos.pauseBlocks();
      expect(await rejectionOf(pay('first'))).toMatchObject(pending);
      const cancelled = own.another().cancel('0', 'first', { confirmTimeoutMs: 300 });
      expect(await rejectionOf(cancelled)).toMatchObject({
        code: 'TRANSACTION_UNCONFIRMED',
        status: 'unknown',
        cause: { status: 'unknown' },
      });
      expect(await rejectionOf(pay('second'))).toMatchObject(pending);
      expect(await rejectionOf(pay('third', own.another()))).toMatchObject(pending);
      aptos.resumeBlocks();
      for (const key of ['first', 'second', 'third']) {
        expect(await own.gateway.resume('0', key)).toMatchObject({ status: 'confirmed' });
      }
      expect(aptos.balanceOf(own.addresses[2])).toBe(21n);
    } finally {
      await own.stop();
    }
  });
});

/** What `record_all` of the sandbox's module takes. */
function ofEveryType(address: string): FunctionArgument[] {
  return [
    true,
    255,
    65_535,
    4_294_967_295,
    2n ** 64n - 1n,
    `${2n ** 128n - 1n}`,
    2n ** 256n - 1n,
    address,
    'ein Text',
    '0xa',
    7,
    null,
    address,
    [true, false],
    '0x00ff',
    [1, 2],
    [],
    [2n ** 63n],
    ['1'],
    [0n],
    [address, '0x1'],
    ['a', 'b'],
    ['0xa'],
    ['0x01', new Uint8Array([2])],
    [[1], []],
    [null, 5],
  ];
}
