import { afterEach, describe, expect, test } from 'vitest';
import type { GatewayError } from '../../src/index.js';
import { LocalRawSigner } from '../../src/signer/index.js';
import {
  type StacksFailure,
  StacksGateway,
  TransactionRefusedError,
  TransactionReplacedError,
} from '../../src/stacks/index.js';
import { rejectionOf } from '../support/rejections.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from './support/world.js';

let world: StacksTestWorld;

afterEach(() => world.stop());

/** Blocks come only when a test says so. */
const STILL = { stacks: { blockMs: 0 } } as const;

/** Sends a transfer that stays in the mempool, and gives what is told of it. */
async function pendingTransfer(
  { gateway, addresses }: StacksTestWorld,
  options: object = {},
): Promise<StacksFailure & { txHash: string }> {
  const answer = await gateway.createNativeTransaction('0', addresses[2], 1, {
    confirmTimeoutMs: 100,
    ...options,
  });
  if (answer.success || answer.txHash === undefined) throw new Error('it was to be pending');
  return { ...answer, txHash: answer.txHash };
}

test('that may have been requested is unknown, and one that was not has no status', async () => {
  world = await newStacksWorld({ ...STILL, approvals: 'manual' });
  const { gateway, sandbox, addresses } = world;
  const asked = new AbortController();
  sandbox.inject({ server: 'custody', method: 'POST', effect: { kind: 'hang' } });
  const call = gateway.createNativeTransaction('0', addresses[2], 1, { signal: asked.signal });
  await expect.poll(() => creationsAt(sandbox)).toBeGreaterThan(0);
  asked.abort();
  expect(await call).toMatchObject({ success: false, code: 'ABORTED', status: 'unknown' });
  const early = { idempotencyKey: 'early', maxFee: '0.000001 STX' } as const;
  const refused = await gateway.createNativeTransaction('1', addresses[2], 1, early);
  expect(refused).toMatchObject({ success: false, code: 'FEE_TOO_HIGH' });
  expect(refused).not.toHaveProperty('status');
  sandbox.inject({ server: 'stacks', times: 100, effect: { kind: 'answer', status: 503 } });
  const unread = await gateway.createNativeTransaction('1', addresses[2], 1);
  expect(unread).toMatchObject({ success: false, code: 'STACKS_NODE' });
  expect(unread).not.toHaveProperty('status');
});

describe('a transaction in no block yet', () => {
  test('is no success: it is pending, and its key gives the final answer later', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox } = world;
    const answer = await pendingTransfer(world, { idempotencyKey: 'one' });
    expect(answer).toMatchObject({
      success: false,
      status: 'pending',
      code: 'TRANSACTION_UNCONFIRMED',
      transaction: { idempotencyKey: 'one', hash: answer.txHash },
    });
    expect(await gateway.getTxStatusById(answer.txHash)).toMatchObject({
      data: { tx_status: 'pending', outcome: 'pending', tx_error: 'not confirmed yet' },
    });
    await sandbox.stacks.mineBlock();
    const resumed = await gateway.resume('0', 'one');
    expect(resumed).toMatchObject({ success: true, txHash: answer.txHash });
    expect(creationsAt(sandbox)).toBe(1);
  });

  test.each([
    'dropped_stale_garbage_collect',
    'dropped_problematic',
    'dropped_too_expensive',
    'dropped_replace_across_fork',
  ] as const)('and %s is unknown, and can be sent again', async (status) => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox, addresses } = world;
    const call = gateway.createNativeTransaction('0', addresses[2], 1, {
      idempotencyKey: 'one',
      confirmTimeoutMs: 600,
    });
    await expect.poll(() => sandbox.stacks.pending.length).toBe(1);
    const [txid = ''] = sandbox.stacks.pending;
    sandbox.stacks.dropPending(status);
    expect(await call).toMatchObject({ success: false, status: 'unknown', txHash: txid });
    // An API of before tells that it was dropped; today's shows no more than of what never was.
    expect(await gateway.getTxStatusById(txid)).toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
    sandbox.stacks.setApi({ release: '8.13.1' });
    expect(await gateway.getTxStatusById(txid)).toMatchObject({
      data: { tx_status: status, outcome: 'unknown' },
    });
    const resumed = gateway.resume('0', 'one');
    await expect.poll(() => sandbox.stacks.pending).toEqual([txid]);
    await sandbox.stacks.mineBlock();
    expect(await resumed).toMatchObject({ success: true, txHash: txid });
    expect(creationsAt(sandbox)).toBe(1);
  });

  test('and skipped as problematic has failed: fee and nonce are gone', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox } = world;
    const { txHash } = await pendingTransfer(world, { idempotencyKey: 'one' });
    sandbox.stacks.skip(txHash);
    await sandbox.stacks.mineBlock();
    await expect(gateway.resume('0', 'one')).rejects.toMatchObject({
      code: 'TRANSACTION_FAILED',
      details: { resultCode: 'problematic_skipped' },
    });
    expect(await gateway.getTxStatusById(txHash)).toMatchObject({ data: { outcome: 'failed' } });
  });

  test('is dead once another transaction has spent its nonce, and not before', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, strict, sandbox, addresses } = world;
    const { txHash } = await pendingTransfer(world, { idempotencyKey: 'one', fee: '0.0003 STX' });
    const other = await rejectionOf(
      gateway.replaceTransaction(
        '0',
        txHash,
        { recipientAddress: addresses[1] },
        { confirmTimeoutMs: 100 },
      ),
    );
    expect(other).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'pending' });
    await expect(gateway.resume('0', 'one', { confirmTimeoutMs: 50 })).rejects.toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
    });
    await sandbox.stacks.mineBlock();
    const error = await strict.resume('0', 'one').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(TransactionReplacedError);
    expect(error).toMatchObject({ details: { by: (other as GatewayError).transaction?.hash } });
    expect(await strict.pending('0')).toEqual([]);
  });
});

describe('what the node says to a transaction', () => {
  test('too little for fee and amount is refused, and its nonce goes to the next', async () => {
    world = await newStacksWorld();
    const { gateway, sandbox, addresses } = world;
    // As a node that is behind shows it, when the money has just left.
    const richer = world.another({
      fetch: async (input, init) => {
        const answer = await fetch(input, init);
        if (!String(input).includes('/v2/accounts/')) return answer;
        const shown = (await answer.json()) as object;
        return Response.json({ ...shown, balance: `0x${(10n ** 15n).toString(16)}` });
      },
    });
    const recipientAddress = addresses[2];
    const amount = sandbox.stacks.balanceOf(addresses[0]).unlocked + 1n;
    const fails = richer.transfer('0', { recipientAddress, amount: `${amount} microSTX` });
    const error = await fails.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(TransactionRefusedError);
    expect(error).toMatchObject({ resultCode: 'NotEnoughFunds' });
    const next = await gateway.createNativeTransaction('0', addresses[2], 1);
    expect(next).toMatchObject({ success: true, data: { nonce: 0 } });
    expect(creationsAt(sandbox)).toBe(2);
  });

  test('too little for a transfer that was built elsewhere is seen before it is approved', async () => {
    world = await newStacksWorld();
    const { strict, sandbox } = world;
    const error = await rejectionOf(strict.submit('0', await drainingTransfer(world)));
    expect(error).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
    expect(creationsAt(sandbox)).toBe(0);
  });

  test('the nonce is spent is looked into: it may be ours that has spent it', async () => {
    world = await newStacksWorld();
    const { gateway, another, sandbox, addresses } = world;
    const options = { idempotencyKey: 'one' };
    const sent = await gateway.createNativeTransaction('0', addresses[2], 1, options);
    // Another process that has signed and not heard: it sends the same bytes again.
    const again = await another().resume('0', 'one');
    expect(sent).toMatchObject({ success: true });
    expect(again).toMatchObject({ txHash: (sent as { txHash: string }).txHash });
    expect(creationsAt(sandbox)).toBe(1);
  });
});

/** An unsigned transfer of more than the account has, built by Stacks.js. */
async function drainingTransfer({ gateway, sandbox, addresses }: StacksTestWorld) {
  const { makeUnsignedSTXTokenTransfer } = await import('@stacks/transactions');
  return makeUnsignedSTXTokenTransfer({
    recipient: addresses[2],
    amount: sandbox.stacks.balanceOf(addresses[0]).unlocked + 1n,
    fee: 1_000n,
    nonce: 0n,
    publicKey: await gateway.getPublicKey('0'),
    network: 'testnet',
  });
}

/** A gateway of another process whose keys are its own business: it knows of no other's requests. */
function walletOn({ sandbox }: StacksTestWorld): StacksGateway {
  const signer = new LocalRawSigner({ seed: 'wallet', quiet: true });
  return new StacksGateway({ signer, network: sandbox.stacks });
}

/** Leaves transactions with these nonces in the mempool. */
async function sendFrom(
  wallet: StacksGateway,
  recipient: string,
  nonces: readonly (number | undefined)[],
): Promise<void> {
  world.sandbox.stacks.fund(await wallet.getAddress('0'), 1_000_000_000n);
  for (const nonce of nonces) {
    const options = { nonce, confirmTimeoutMs: 20 };
    const answer = await wallet.createNativeTransaction('0', recipient, '1 microSTX', options);
    expect(answer).toMatchObject({ success: false, status: 'pending' });
  }
}

describe('nonces', () => {
  test('go around what others have waiting, and fill gaps', async () => {
    world = await newStacksWorld(STILL);
    const { addresses } = world;
    const gateway = walletOn(world);
    // The same key elsewhere has 0, 1 and 4 waiting.
    await sendFrom(walletOn(world), addresses[2], [0, 1, 4]);
    expect(await gateway.getAccountNonce('0')).toEqual({
      success: true,
      confirmedNonce: '0',
      pendingTxCount: 3,
      pendingNonces: ['0', '1', '4'],
      nextAvailable: '2',
    });
    await sendFrom(gateway, addresses[2], [undefined, undefined, undefined]);
    const nonces = await gateway.getAccountNonce('0');
    expect(nonces).toMatchObject({ pendingNonces: ['0', '1', '2', '3', '4', '5'] });
    const taken = await gateway.createNativeTransaction('0', addresses[2], 1, { nonce: 4 });
    expect(taken).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'nonce' } });
  });

  test.each([null, true, [], '1e2', '0x10', -1, 1.5, 2 ** 60, ''])(
    '%j is no nonce',
    async (nonce) => {
      world = await newStacksWorld();
      const { gateway, addresses, sandbox } = world;
      const options = { nonce: nonce as never };
      const answer = await gateway.createNativeTransaction('0', addresses[2], 1, options);
      expect(answer).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'nonce' } });
      expect(creationsAt(sandbox)).toBe(0);
    },
  );

  test('C-D19: beyond one page of the mempool are counted', async () => {
    world = await newStacksWorld(STILL);
    const gateway = walletOn(world);
    const nonces = Array.from({ length: 26 }, (_, nonce) => nonce);
    await sendFrom(walletOn(world), world.addresses[2], nonces);
    expect(await gateway.getAccountNonce('0')).toMatchObject({
      pendingTxCount: 26,
      nextAvailable: '26',
    });
  });
});

describe('a transaction that is to be another', () => {
  test('keeps nonce, memo and the rest, and pays more', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox, addresses } = world;
    const first = await pendingTransfer(world, { memo: 'invoice 7', fee: '0.0004 STX' });
    const replacing = gateway.replaceTransaction('0', first.txHash);
    await expect.poll(() => sandbox.stacks.pending).not.toContain(first.txHash);
    await sandbox.stacks.mineBlock();
    expect(await replacing).toMatchObject({
      success: true,
      data: {
        nonce: 0,
        // A quarter more than 400, and up to 1,023 more, as its key decides.
        fee_rate: expect.toSatisfy((fee: string) => Number(fee) >= 500 && Number(fee) <= 1_523),
        token_transfer: {
          amount: '1000000',
          recipient_address: addresses[2],
          memo: `0x${Buffer.from('invoice 7').toString('hex').padEnd(68, '0')}`,
        },
      },
    });
  });

  test('keeps the post-conditions of a token', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox, addresses } = world;
    const { sbtc } = sandbox.stacks.contracts;
    sandbox.stacks.mintToken(sbtc, addresses[0], 10n);
    const first = await gateway.createFTTransaction(
      '0',
      addresses[2],
      '7 units',
      'sBTC',
      undefined,
      {
        confirmTimeoutMs: 100,
      },
    );
    const { txHash = '' } = first as StacksFailure;
    const replacing = gateway.replaceTransaction('0', txHash, {}, { fee: '0.01 STX' });
    await expect.poll(() => sandbox.stacks.pending).not.toContain(txHash);
    await sandbox.stacks.mineBlock();
    expect(await replacing).toMatchObject({
      success: true,
      data: { fee_rate: '10000', post_conditions: [{ type: 'fungible', amount: '7' }] },
    });
    expect(sandbox.stacks.tokenBalanceOf(sbtc, addresses[2])).toBe(7n);
  });

  test('is not what the key has come to for another', async () => {
    world = await newStacksWorld();
    const { gateway, addresses } = world;
    const options = { idempotencyKey: 'payout-1' };
    const paid = await gateway.createNativeTransaction('0', addresses[2], '1.5', options);
    expect(paid).toMatchObject({ success: true });
    for (const txid of [`${paid.txHash}`, '11'.repeat(32)]) {
      const changes = { recipientAddress: addresses[1], amount: '7' };
      const error = await rejectionOf(gateway.replaceTransaction('0', txid, changes, options));
      expect(error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    }
  });

  test('is refused at less than a node takes for what is longer than the original', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox, addresses } = world;
    const { txHash } = await pendingTransfer(world, { fee: '180 microSTX' });
    const recipientAddress = `${addresses[1]}.a-name-of-30-letters-and-digits`;
    const replace = (fee: string) =>
      gateway.replaceTransaction('0', txHash, { recipientAddress }, { fee });
    expect(await rejectionOf(replace('200 microSTX'))).toMatchObject({
      code: 'INVALID_INPUT',
      details: { field: 'fee' },
      message: expect.stringContaining('must be at least 212 microSTX'),
    });
    expect(creationsAt(sandbox)).toBe(1);
  });

  test('is refused at no more, of others, on the chain, or with other than a transfer', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox, addresses } = world;
    const { txHash } = await pendingTransfer(world, { fee: '0.0004 STX' });
    const refused = (...call: Parameters<typeof gateway.replaceTransaction>) =>
      rejectionOf(gateway.replaceTransaction(...call));
    const same = await refused('0', txHash, {}, { fee: '0.0004 STX' });
    expect(same).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'fee' } });
    expect(await refused('1', txHash)).toMatchObject({ code: 'NOT_REPLACEABLE' });
    const asked = sandbox.custody.messages.filter(({ method }) => method === 'POST').length;
    const own = await refused('0', txHash, { recipientAddress: addresses[0] });
    expect(own).toMatchObject({ code: 'INVALID_INPUT', details: { field: 'recipientAddress' } });
    expect(sandbox.custody.messages.filter(({ method }) => method === 'POST')).toHaveLength(asked);
    const unknown = await refused('0', '11'.repeat(32));
    expect(unknown).toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
    await sandbox.stacks.mineBlock();
    expect(await refused('0', txHash, { amount: 25 })).toMatchObject({ code: 'NOT_REPLACEABLE' });
    expect(creationsAt(sandbox)).toBe(1);
    expect(await refused('0', txHash, { recipientAddress: addresses[0] })).toHaveProperty('code');
  });

  test('gives the same answer to the same key, also when the first is forgotten', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox } = world;
    const { txHash } = await pendingTransfer(world);
    const options = { idempotencyKey: 'faster' };
    const replacing = gateway.replaceTransaction('0', txHash, { amount: 25 }, options);
    await expect.poll(() => sandbox.stacks.pending).not.toContain(txHash);
    await sandbox.stacks.mineBlock();
    const answer = await replacing;
    expect(answer).toMatchObject({ data: { token_transfer: { amount: '25000000' } } });
    const again = await gateway.replaceTransaction('0', txHash, { amount: 25 }, options);
    expect(again).toMatchObject({ success: true, txHash: (answer as { txHash: string }).txHash });
    expect(creationsAt(sandbox)).toBe(2);
  });
});

describe('cancelling', () => {
  test('what waits in the mempool replaces it with nothing', async () => {
    world = await newStacksWorld(STILL);
    const { gateway, sandbox, addresses } = world;
    const { txHash } = await pendingTransfer(world, { idempotencyKey: 'one', fee: '0.01 STX' });
    const cancelling = gateway.cancel('0', 'one');
    await expect.poll(() => sandbox.stacks.pending).not.toContain(txHash);
    await sandbox.stacks.mineBlock();
    expect(await cancelling).toMatchObject({ idempotencyKey: 'one' });
    expect(sandbox.stacks.balanceOf(addresses[2]).unlocked).toBe(0n);
    await expect(gateway.resume('0', 'one')).rejects.toMatchObject({
      code: 'TRANSACTION_REPLACED',
    });
  });

  test('what no node has yet offers more than that all the same', async () => {
    let isDown = true;
    world = await newStacksWorld(STILL);
    const { sandbox, addresses } = world;
    const gateway = world.another({
      retry: { attempts: 1 },
      fetch: async (input, init) => {
        const isPost = init?.method === 'POST' && String(input).endsWith('/v2/transactions');
        return isPost && isDown ? new Response('down', { status: 503 }) : fetch(input, init);
      },
    });
    const options = { idempotencyKey: 'one', fee: '0.01 STX', confirmTimeoutMs: 100 };
    const payment = { to: addresses[2], amount: 1n };
    const unsent = await rejectionOf(gateway.transfer('0', payment, options));
    expect(unsent).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
    isDown = false;
    const cancelling = gateway.cancel('0', 'one');
    await expect.poll(() => sandbox.stacks.pending).toHaveLength(1);
    const shown = await fetch(`${sandbox.stacks.url}/extended/v1/tx/${sandbox.stacks.pending[0]}`);
    expect(await shown.json()).toMatchObject({ fee_rate: expect.stringMatching(/^1[2-9]\d{3}$/) });
    await sandbox.stacks.mineBlock();
    expect(await cancelling).toMatchObject({ idempotencyKey: 'one' });
  });

  test('what is in a block already says so', async () => {
    world = await newStacksWorld();
    const { gateway, addresses } = world;
    const options = { idempotencyKey: 'one' };
    await gateway.createNativeTransaction('0', addresses[2], 1, options);
    await expect(gateway.cancel('0', 'one')).rejects.toMatchObject({ code: 'NOT_CANCELLABLE' });
  });
});
