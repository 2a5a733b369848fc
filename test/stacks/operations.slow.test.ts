import { Cl, makeUnsignedSTXTokenTransfer, Pc } from '@stacks/transactions';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/index.js';
import {
  FeeTooHighError,
  InsufficientFundsError,
  type StacksAnswer,
  UnknownTransactionError,
} from '../../src/stacks/index.js';
import { rejectionOf } from '../support/rejections.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from './support/world.js';

let world: StacksTestWorld;

beforeAll(async () => {
  world = await newStacksWorld();
});
afterAll(() => world.stop());
beforeEach(() => world.sandbox.stacks.clearMessages());

/** What a method answered, when it has to have succeeded. */
function succeeded<T>(answer: StacksAnswer<T, false>): T {
  if (typeof answer === 'object' && answer !== null && 'success' in answer && !answer.success) {
    throw new Error(`${answer.code}: ${answer.error}`);
  }
  return answer as T;
}

describe('a vault account', () => {
  test('has an address, a public key and an address for rewards, and nothing is created', async () => {
    const { gateway, sandbox, addresses } = world;
    const publicKey = await gateway.getPublicKey('0');
    expect(publicKey).toBe(sandbox.custody.publicKeyOf({ path: [44, 1, 0, 0, 0] }));
    expect(addresses[0]).toBe(sandbox.stacks.addressOfKey(publicKey));
    expect(await gateway.getBtcRewardsAddress('0')).toMatch(/^tb1q[a-z0-9]{38}$/);
    expect(sandbox.custody.messages.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('has a balance that is total, locked and spendable', async () => {
    const { gateway, sandbox } = world;
    const address = await gateway.getAddress('8');
    const nothing = { balance: '0', locked: '0', spendable: '0', unlockHeight: 0 };
    expect(await gateway.getBalance('8')).toEqual({ success: true, ...nothing });
    sandbox.stacks.fund(address, 1_234_567n);
    expect(await gateway.getBalance('8')).toMatchObject({ balance: '1.234567', locked: '0' });
  });
});

describe('a transfer of STX', () => {
  test('is confirmed with its hash and the API’s own record', async () => {
    const { gateway, sandbox, addresses } = world;
    const before = sandbox.stacks.balanceOf(addresses[2]).unlocked;
    const answer = succeeded(
      await gateway.createNativeTransaction('0', addresses[2], '1.5', { memo: 'invoice 7' }),
    );
    expect(answer).toMatchObject({
      success: true,
      status: 'confirmed',
      data: {
        tx_status: 'success',
        tx_type: 'token_transfer',
        token_transfer: {
          amount: '1500000',
          memo: `0x${Buffer.from('invoice 7').toString('hex').padEnd(68, '0')}`,
        },
      },
    });
    expect(answer.txHash).toMatch(/^0x[0-9a-f]{64}$/);
    expect(sandbox.stacks.balanceOf(addresses[2]).unlocked - before).toBe(1_500_000n);
  });

  test.each([
    [0.1, 100_000n],
    [1e-6, 1n],
    ['0.000001', 1n],
    ['2500000 microSTX', 2_500_000n],
    ['0.25 STX', 250_000n],
  ])('of %s sends exactly that', async (amount, units) => {
    const { gateway, sandbox, addresses } = world;
    const before = sandbox.stacks.balanceOf(addresses[2]).unlocked;
    succeeded(await gateway.createNativeTransaction('0', addresses[2], amount));
    expect(sandbox.stacks.balanceOf(addresses[2]).unlocked - before).toBe(units);
  });

  test.each([
    0,
    -1,
    1e-7,
    1e21,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '1.0000009',
    '0x10',
    ' 5 ',
    '1e3',
    '-1',
    '',
    true,
    null,
    0.1 + 0.2,
  ])('of %s is refused before anybody is asked', async (amount) => {
    const { gateway, sandbox, addresses } = world;
    const before = creationsAt(sandbox);
    const answer = await gateway.createNativeTransaction('0', addresses[2], amount as string);
    expect(answer).toMatchObject({ success: false, code: 'INVALID_INPUT' });
    expect(answer).toMatchObject({ details: { field: 'amount' } });
    expect(creationsAt(sandbox)).toBe(before);
    expect(sandbox.stacks.messages).toEqual([]);
  });

  test('that is gross takes the fee out of it to the microSTX', async () => {
    const { gateway, sandbox, addresses } = world;
    const [from, to] = [addresses[0], addresses[2]];
    const before = [from, to].map((address) => sandbox.stacks.balanceOf(address).unlocked);
    const { data } = succeeded(
      await gateway.createNativeTransaction('0', to, '0.3', { grossTransaction: true }),
    );
    const after = [from, to].map((address) => sandbox.stacks.balanceOf(address).unlocked);
    expect((before[0] ?? 0n) - (after[0] ?? 0n)).toBe(300_000n);
    expect((after[1] ?? 0n) - (before[1] ?? 0n)).toBe(300_000n - BigInt(data.fee_rate));
  });

  test('can be gross of all that there is', async () => {
    const { gateway, sandbox, addresses } = world;
    const address = await gateway.getAddress('9');
    sandbox.stacks.fund(address, 1_000_000n);
    succeeded(
      await gateway.createNativeTransaction('9', addresses[2], 1, { grossTransaction: true }),
    );
    expect(sandbox.stacks.balanceOf(address).unlocked).toBe(0n);
  });

  test('pays the fee that it was told to, and none above the cap', async () => {
    const { gateway, strict, addresses } = world;
    const { data } = succeeded(
      await gateway.createNativeTransaction('0', addresses[2], 1, { fee: '0.005 STX' }),
    );
    expect(data.fee_rate).toBe('5000');
    const tooHigh = gateway.createNativeTransaction('0', addresses[2], 1, { fee: '3 STX' });
    expect(await tooHigh).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'fee' } });
    const capped = strict.createNativeTransaction('0', addresses[2], 1, { maxFee: '10 microSTX' });
    await expect(capped).rejects.toThrow(FeeTooHighError);
  });

  test('with a fee that no node takes is refused before anybody is asked, and frees its key', async () => {
    const { gateway, sandbox, addresses } = world;
    const before = creationsAt(sandbox);
    const pay = (fee: string) =>
      gateway.createNativeTransaction('0', addresses[2], 1, { fee, idempotencyKey: 'too-low' });
    const low = await pay('179 microSTX');
    expect(low).toMatchObject({
      code: 'INVALID_INPUT',
      retryable: false,
      details: { field: 'fee' },
      error: expect.stringContaining('must be at least 180 microSTX'),
    });
    expect(creationsAt(sandbox)).toBe(before);
    expect(succeeded(await pay('0.00018 STX')).data.fee_rate).toBe('180');
  });

  test.each([
    ['several signatures', 'SN3VMHXEN64ZZF71JQ5VESXDWTR301XTTXGF4J8F1'],
    ['a contract', 'ST000000000000000000002AMW42H.pox-5'],
  ])('goes to %s', async (_, recipient) => {
    const { gateway, sandbox } = world;
    const before = sandbox.stacks.balanceOf(recipient).unlocked;
    succeeded(await gateway.createNativeTransaction('0', recipient, 1));
    expect(sandbox.stacks.balanceOf(recipient).unlocked - before).toBe(1_000_000n);
  });

  test.each([
    'SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7',
    'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RR',
    'st2j6zy48gv1ez5v2v5rb9mp66sw86pykkqyac0rq',
    'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ.',
    'ST2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKQYAC0RQ.a.b',
    'invalid',
    '',
    undefined,
  ])('to %s is refused', async (recipient) => {
    const answer = await world.gateway.createNativeTransaction('0', recipient as string, 1);
    expect(answer).toMatchObject({
      success: false,
      code: 'INVALID_INPUT',
      details: { field: 'recipientAddress' },
    });
  });

  test('to oneself is refused', async () => {
    const answer = await world.gateway.createNativeTransaction('0', world.addresses[0], 1);
    expect(answer).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'recipientAddress' } });
  });

  test('of more than there is asks nobody to approve it', async () => {
    const { strict, sandbox, addresses } = world;
    const before = creationsAt(sandbox);
    const all = sandbox.stacks.balanceOf(addresses[1]).unlocked;
    await expect(
      strict.createNativeTransaction('1', addresses[2], `${all} microSTX`),
    ).rejects.toThrow(InsufficientFundsError);
    expect(creationsAt(sandbox)).toBe(before);
  });
});

describe('a transfer of a token', () => {
  test('of sBTC moves exactly that, under a post-condition', async () => {
    const { gateway, sandbox, addresses } = world;
    const { sbtc } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, addresses[0], 1_000_000n);
    const { data } = succeeded(
      await gateway.createFTTransaction('0', addresses[2], 1e-8, 'sBTC', 'a satoshi', {
        memo: 'thanks',
      }),
    );
    expect(sandbox.stacks.tokenBalanceOf(sbtc, addresses[2])).toBe(1n);
    expect(data).toMatchObject({
      post_condition_mode: 'deny',
      post_conditions: [{ type: 'fungible', condition_code: 'sent_equal_to', amount: '1' }],
    });
  });

  test('of USDCx and of any other by its contract', async () => {
    const { gateway, sandbox, addresses } = world;
    const { usdcx } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(usdcx, addresses[0], 5_000_000n);
    succeeded(await gateway.createFTTransaction('0', addresses[2], '1.25', 'USDCx'));
    expect(sandbox.stacks.tokenBalanceOf(usdcx, addresses[2])).toBe(1_250_000n);
    const asset = `${addresses[1]}.whole::unit`;
    sandbox.stacks.addToken(asset, 0);
    sandbox.stacks.mintToken(asset, addresses[0], 3n);
    const token = {
      tokenContractAddress: addresses[1],
      tokenContractName: 'whole',
      tokenAssetName: 'unit',
    };
    succeeded(await gateway.createFTTransaction('0', addresses[2], 2, token));
    expect(sandbox.stacks.tokenBalanceOf(asset, addresses[2])).toBe(2n);
    const half = await gateway.createFTTransaction('0', addresses[2], '0.5', token);
    expect(half).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'amount' } });
    const other = { ...token, tokenAssetName: 'other' };
    const wrong = await gateway.createFTTransaction('0', addresses[2], 1, other);
    expect(wrong).toMatchObject({ details: { field: 'tokenAssetName' } });
  });

  test('goes to the recipient and counts the amount beside the token, whatever the token says', async () => {
    const { gateway, sandbox, addresses } = world;
    const asset = `${addresses[1]}.beside::beside`;
    sandbox.stacks.addToken(asset, 0);
    sandbox.stacks.mintToken(asset, addresses[0], 9n);
    const token = {
      tokenContractAddress: addresses[1],
      tokenContractName: 'beside',
      tokenAssetName: 'beside',
    };
    const others = {
      amount: '9',
      recipientAddress: addresses[1],
      memo: 'another',
      assetType: 'Custom',
      grossTransaction: false,
      more: 1,
    };
    const before = creationsAt(sandbox);
    for (const [field, value] of Object.entries(others)) {
      const given = { ...token, [field]: value };
      const answer = await gateway.createFTTransaction('0', addresses[2], '1', given);
      expect(answer).toMatchObject({
        code: 'INVALID_INPUT',
        details: { field: `token.${field}` },
      });
    }
    for (const none of [null, undefined, 7, []]) {
      const answer = await gateway.createFTTransaction('0', addresses[2], '1', none as never);
      expect(answer).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'token' } });
    }
    expect(creationsAt(sandbox)).toBe(before);
    expect(sandbox.stacks.tokenBalanceOf(asset, addresses[0])).toBe(9n);
  });

  test('cannot be gross, and is refused when there is not enough of it', async () => {
    const { gateway, strict, addresses } = world;
    const params = { recipientAddress: addresses[2], amount: 1, assetType: 'sBTC' } as const;
    const gross = { ...params, grossTransaction: true } as never;
    expect(await gateway.transfer('0', gross)).toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'grossTransaction' },
    });
    await expect(strict.transfer('1', params)).rejects.toThrow(InsufficientFundsError);
  });
});

describe('any call of a contract', () => {
  test('is signed with its arguments and its post-conditions', async () => {
    const { gateway, sandbox, addresses } = world;
    const { sbtc } = sandbox.stacks.contracts;
    const [contract = '', asset = ''] = sbtc.split('::');
    sandbox.stacks.mintToken(sbtc, addresses[1], 10n);
    const functionArgs = [
      Cl.uint(3),
      Cl.principal(addresses[1]),
      Cl.principal(addresses[0]),
      Cl.none(),
    ];
    const call = { contract, functionName: 'transfer', functionArgs };
    const exactly = Pc.principal(addresses[1])
      .willSendEq(3)
      .ft(contract as `${string}.${string}`, asset);
    await gateway.callContract('1', { ...call, postConditions: [exactly] });
    expect(sandbox.stacks.tokenBalanceOf(sbtc, addresses[1])).toBe(7n);
    const without = await rejectionOf(gateway.callContract('1', call, { trial: 'off' }));
    expect(without).toMatchObject({
      code: 'TRANSACTION_FAILED',
      details: { resultCode: 'abort_by_post_condition' },
    });
  });

  test('must be of a contract, with Clarity values', async () => {
    const contract = world.sandbox.stacks.contracts.pox5;
    const calls = [
      [{ contract: world.addresses[1], functionName: 'f' }, 'contract'],
      [{ contract, functionName: '1f' }, 'functionName'],
      [{ contract, functionName: 'f', functionArgs: ['00'] }, 'functionArgs[0]'],
      [{ contract, functionName: 'f', functionArgs: [{ type: 'uint' }] }, 'functionArgs[0]'],
      [{ contract, functionName: 'f', postConditions: ['ff'] }, 'postConditions[0]'],
    ] as const;
    for (const [params, field] of calls) {
      const answer = await rejectionOf(world.gateway.callContract('0', params as never));
      expect(answer).toMatchObject({ code: 'INVALID_INPUT', details: { field } });
    }
  });
});

describe('a transaction that was built elsewhere', () => {
  test('is signed as it is', async () => {
    const { gateway, strict, addresses } = world;
    const nonces = succeeded(await gateway.getAccountNonce('0'));
    const transaction = await makeUnsignedSTXTokenTransfer({
      recipient: addresses[2],
      amount: 1_000n,
      fee: 777n,
      nonce: BigInt(nonces.nextAvailable),
      publicKey: await gateway.getPublicKey('0'),
      network: 'testnet',
    });
    const { data } = await gateway.submit('0', transaction);
    expect(data).toMatchObject({ fee_rate: '777', nonce: Number(nonces.nextAvailable) });
    await expect(strict.submit('1', transaction)).rejects.toThrow(InvalidInputError);
    const hex = `${transaction.serialize()}00`;
    await expect(gateway.submit('0', hex)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    await expect(gateway.submit('0', transaction)).rejects.toMatchObject({
      field: 'transaction',
      reason: expect.stringContaining('has a nonce that was spent already'),
    });
  });

  test('offers what a node takes, or nobody is asked to sign it', async () => {
    const { gateway, sandbox, addresses } = world;
    const before = creationsAt(sandbox);
    const { nextAvailable } = succeeded(await gateway.getAccountNonce('0'));
    const transaction = await makeUnsignedSTXTokenTransfer({
      recipient: addresses[2],
      amount: 1_000n,
      fee: 179n,
      nonce: BigInt(nextAvailable),
      publicKey: await gateway.getPublicKey('0'),
      network: 'testnet',
    });
    expect(await rejectionOf(gateway.submit('0', transaction))).toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'transaction' },
    });
    expect(creationsAt(sandbox)).toBe(before);
  });
});

describe('what is read', () => {
  test('of tokens: a broken one spoils no other', async () => {
    const { gateway, sandbox } = world;
    const address = await gateway.getAddress('7');
    const { sbtc } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, address, 150_000_000n);
    sandbox.stacks.addToken(`${address}.spam::spam`);
    sandbox.stacks.mintToken(`${address}.spam::spam`, address, 5n);
    const { data } = succeeded(await gateway.getFtBalances('7'));
    const [contract = ''] = sbtc.split('::');
    const [tokenContractAddress, tokenContractName] = contract.split('.');
    expect(data).toContainEqual({
      token: 'sbtc-token',
      tokenContractAddress,
      tokenContractName,
      balance: '1.5',
      units: '150000000',
      decimals: 8,
    });
    expect(data).toContainEqual({
      token: 'spam',
      tokenContractAddress: address,
      tokenContractName: 'spam',
      balance: undefined,
      units: '5',
      decimals: undefined,
    });
  });

  test('of tokens: whoever sends hundreds has no more than 200 contracts asked', async () => {
    const { gateway, sandbox } = world;
    const address = await gateway.getAddress('8');
    for (let n = 0; n < 230; n++) {
      sandbox.stacks.mintToken(`${address}.spam-${n}::spam`, address, 5n);
    }
    const before = sandbox.stacks.messages.length;
    const { data } = succeeded(await gateway.getFtBalances('8'));
    expect(data).toHaveLength(230);
    expect(data.every(({ units }) => units === '5')).toBe(true);
    expect(sandbox.stacks.messages.length - before).toBeLessThanOrEqual(202);
  });

  test('of a transaction: status, outcome and result', async () => {
    const { gateway, strict, addresses } = world;
    const { txHash } = succeeded(await gateway.createNativeTransaction('0', addresses[2], 1));
    const { data } = succeeded(await gateway.getTxStatusById(txHash.slice(2).toUpperCase()));
    expect(data).toMatchObject({
      tx_id: txHash,
      tx_status: 'success',
      outcome: 'success',
      tx_result: { repr: '(ok true)' },
    });
    expect(data).not.toHaveProperty('tx_error');
    await expect(strict.getTxStatusById('00'.repeat(32))).rejects.toThrow(UnknownTransactionError);
    await expect(strict.getTxStatusById('zz')).rejects.toThrow(InvalidInputError);
  });

  test('of history: both ways, a page again from the cache', async () => {
    const { gateway, sandbox, addresses } = world;
    const all = succeeded(await gateway.getTransactionHistory('0', false, 200, 0)).data;
    expect(all.length).toBeGreaterThan(5);
    expect(all[0]).toMatchObject({ tx_type: 'token_transfer', sender: addresses[0] });
    const forwards = await gateway.getTransactionHistory('0', false, 3, 1, { order: 'asc' });
    expect(succeeded(forwards).data).toEqual([...all].reverse().slice(1, 4));
    sandbox.stacks.clearMessages();
    expect(await gateway.getTransactionHistory('0', true, 200, 0)).toEqual({
      success: true,
      data: all,
      nextCursor: null,
    });
    expect(sandbox.stacks.messages).toEqual([]);
    for (const [limit, offset] of [
      [0, 0],
      [201, 0],
      [1, -1],
      [1.5, 0],
    ] as const) {
      const answer = await gateway.getTransactionHistory('0', false, limit, offset);
      expect(answer).toMatchObject({ code: 'INVALID_INPUT' });
    }
  });
});
