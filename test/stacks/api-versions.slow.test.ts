import { afterEach, describe, expect, test } from 'vitest';
import type { StacksApi } from '../../src/sandbox/index.js';
import type { StacksGateway } from '../../src/stacks/index.js';
import { rejectionOf } from '../support/world.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

let world: StacksTestWorld;
afterEach(() => world.stop());

async function start(api: StacksApi = {}): Promise<StacksTestWorld> {
  world = await newStacksWorld();
  world.sandbox.stacks.setApi(api);
  return world;
}

const paths = () => world.sandbox.stacks.messages.map(({ path = '' }) => path);
const askedOf = (prefix: string) => paths().filter((path) => path.startsWith(prefix)).length;

/** A gateway whose node answers some requests otherwise. */
function altered(bend: (path: string) => Response | undefined): StacksGateway<true> {
  const given: typeof fetch = async (input, init) =>
    bend(new URL(String(input)).pathname) ?? fetch(input, init);
  return world.another({ fetch: given });
}

/** Everything that reads the API in one way or another. */
async function everything(gateway: StacksGateway<true>): Promise<void> {
  const { sandbox, addresses } = world;
  const [, , friend] = addresses;
  const { sbtc, signerManager } = sandbox.stacks.contracts;
  sandbox.stacks.mintToken(sbtc, addresses[0], 100n);
  const sent = await gateway.createNativeTransaction('0', friend, '1.5', { memo: 'rent' });
  expect(sent.data).toMatchObject({
    tx_status: 'success',
    tx_type: 'token_transfer',
    nonce: 0,
    sender_address: addresses[0],
    tx_result: { repr: '(ok true)' },
    token_transfer: { recipient_address: friend, amount: '1500000' },
    block_time_iso: expect.stringMatching(/Z$/),
    canonical: true,
  });
  await gateway.createFTTransaction('0', friend, '7 units', 'sBTC', undefined, { memo: 'tokens' });
  const status = await gateway.getTxStatusById(sent.txHash);
  expect(status.data).toMatchObject({ tx_status: 'success', outcome: 'success' });
  const unknown = await rejectionOf(gateway.getTxStatusById('11'.repeat(32)));
  expect(unknown).toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
  expect((await gateway.getFtBalances('0')).data).toMatchObject([{ units: '93' }]);
  expect(await gateway.getAccountNonce('0')).toMatchObject({ confirmedNonce: '2' });
  await gateway.stake('1', { signerManager, amount: '5', cycles: 1 });
  const { data } = await gateway.checkStatus('1');
  expect(data.balance).toMatchObject({ stx_locked: '5', lock_height: expect.any(Number) });
  expect(data.balance.lock_tx_id).toMatch(/^0x/);
  const { data: history } = await gateway.getTransactionHistory('0', false, 10, 0);
  expect(history).toMatchObject([
    { tx_type: 'contract_call', token: sbtc, units: '7', recipient: friend, memo: 'tokens' },
    { tx_type: 'token_transfer', amount: '1.5', recipient: friend, memo: 'rent' },
  ]);
}

/** What waits is replaced, and what replaced it is found by its sender and nonce. */
async function replacing(gateway: StacksGateway<true>): Promise<void> {
  const { sandbox, addresses } = world;
  const { stacks } = sandbox;
  stacks.pauseBlocks();
  const options = { idempotencyKey: 'first', fee: '0.0004 STX', confirmTimeoutMs: 50 };
  const pending = gateway.createNativeTransaction('0', addresses[2], 1, options);
  const { transaction } = (await rejectionOf(pending)) as { transaction?: { hash?: string } };
  const replaced = gateway.replaceTransaction('0', transaction?.hash ?? '', { amount: 2 });
  await expect.poll(() => stacks.pending).not.toContain(transaction?.hash);
  await expect.poll(() => stacks.pending).toHaveLength(1);
  stacks.resumeBlocks();
  const { txHash } = await replaced;
  const first = await rejectionOf(world.another().resume('0', 'first'));
  expect(first).toMatchObject({ code: 'TRANSACTION_REPLACED', details: { by: txHash } });
}

describe('the API of a node', () => {
  test.each<[string, StacksApi]>([
    ['of today', {}],
    ['that has retired what was before', { deprecated: 'gone', nodeV3: 'served' }],
    ['that has, beside a node without an index', { deprecated: 'gone', nodeV3: 'unindexed' }],
    ['of an older release', { release: '8.13.1' }],
    [
      'that does not tell its release',
      { tellsRelease: false, deprecated: 'gone', nodeV3: 'served' },
    ],
    ['of an older release that it does not tell', { tellsRelease: false, release: '8.13.1' }],
  ])('%s serves every operation', async (_, api) => {
    await start(api);
    await everything(world.strict);
    // A process that has seen no signature of the account.
    const other = world.another();
    await other.createNativeTransaction('0', world.addresses[2], 1);
    await replacing(other);
  });

  test('is asked for its release once, and then in the version that it has', async () => {
    await start();
    for (let n = 0; n < 3; n++) await world.strict.getAccountNonce('0');
    expect(paths().filter((path) => path === '/extended')).toHaveLength(1);
    expect(askedOf('/extended/v1')).toBe(0);
    expect(askedOf('/extended/v3')).toBe(3);
    world.sandbox.stacks.setApi({ release: '8.13.1' });
    const older = world.another();
    world.sandbox.stacks.clearMessages();
    for (let n = 0; n < 3; n++) await older.getAccountNonce('0');
    expect(paths().filter((path) => path === '/extended')).toHaveLength(1);
    expect(askedOf('/extended/v1')).toBe(3);
    expect(askedOf('/extended/v3')).toBe(1);
  });

  test('may become another: what it had is forgotten, and decided anew once', async () => {
    await start({ release: '8.13.1' });
    const { stacks } = world.sandbox;
    await world.strict.getAccountNonce('0');
    stacks.setApi({ release: '9.7.1', deprecated: 'gone' });
    expect(await world.strict.getAccountNonce('0')).toMatchObject({ confirmedNonce: '0' });
    stacks.setApi({ release: '8.13.1', deprecated: 'served' });
    expect(await world.strict.getAccountNonce('0')).toMatchObject({ confirmedNonce: '0' });
    expect(paths().filter((path) => path === '/extended')).toHaveLength(3);
  });

  test('of before 9 may count less than nothing of a token, whose others are told', async () => {
    await start({ release: '8.13.0' });
    const { sbtc, usdcx } = world.sandbox.stacks.contracts;
    const counted = (balance: string) => ({ balance, total_sent: '1', total_received: '0' });
    const fungible_tokens = { [usdcx]: counted('-1000000'), [sbtc]: counted('93') };
    const gateway = altered((path) =>
      path.endsWith('/balances') ? Response.json({ fungible_tokens }) : undefined,
    );
    expect((await gateway.getFtBalances('0')).data).toMatchObject([{ units: '93' }]);
  });

  test('decides nothing by failing', async () => {
    await start();
    for (const status of [429, 500, 503]) {
      const gateway = altered((path) =>
        path === '/extended' ? Response.json({ error: 'x' }, { status }) : undefined,
      );
      expect(await gateway.getAccountNonce('0')).toMatchObject({ confirmedNonce: '0' });
    }
    expect(askedOf('/extended/v1')).toBe(0);
  });
});

describe('a 404', () => {
  const ID = '11'.repeat(32);
  const NOT_FOUND = { statusCode: 404, error: 'Not Found' };
  const answering = (body: unknown, isText = false) =>
    altered((path) => {
      if (!path.startsWith('/extended')) return undefined;
      return isText
        ? new Response(String(body), { status: 404 })
        : Response.json(body, { status: 404 });
    });

  test.each<[string, unknown, boolean?]>([
    ['that names a route', { ...NOT_FOUND, message: 'Route GET:/extended/v3/x not found' }],
    ['of a proxy', { message: 'no Route matched with those values' }],
    ['of a node without an API', 'No such file or directory', true],
    ['of a page', '<html>Not Found</html>', true],
  ])('%s never says that there is no such transaction', async (_, body, isText) => {
    await start();
    const error = await rejectionOf(answering(body, isText).getTxStatusById(ID));
    expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER' });
    expect(String(error)).toMatch(/no API beside it that serves/);
  });

  test('that names the transaction says that none is shown', async () => {
    await start();
    for (const message of ['Transaction not found', 'Transaction is not there']) {
      const error = await rejectionOf(answering({ ...NOT_FOUND, message }).getTxStatusById(ID));
      expect(error).toMatchObject({ code: 'UNKNOWN_TRANSACTION', retryable: true });
    }
    const older = { error: 'could not find transaction by ID 0x11' };
    const error = await rejectionOf(answering(older).getTxStatusById(ID));
    expect(error).toMatchObject({ code: 'UNKNOWN_TRANSACTION' });
  });

  test('of another node is not asked for long: the next one answers', async () => {
    await start();
    const { url, network, chainId } = world.sandbox.stacks;
    const given: typeof fetch = async (input, init) => {
      const { pathname } = new URL(String(input));
      const isBare = String(input).startsWith('https://bare.example');
      if (isBare && pathname.startsWith('/extended')) return new Response('-', { status: 404 });
      return fetch(`${url}${pathname}${new URL(String(input)).search}`, init);
    };
    const gateway = world.another({
      fetch: given,
      network: { url: ['https://bare.example', 'https://whole.example'], network, chainId },
    });
    expect(await gateway.getAccountNonce('0')).toMatchObject({ confirmedNonce: '0' });
  });
});

describe('a transaction that was dropped', () => {
  test('is not told apart from what never was, is no failure, and is sent again', async () => {
    await start();
    const { sandbox, strict, addresses } = world;
    const { stacks } = sandbox;
    stacks.pauseBlocks();
    const options = { idempotencyKey: 'one', confirmTimeoutMs: 400 };
    const call = rejectionOf(strict.createNativeTransaction('0', addresses[2], 1, options));
    await expect.poll(() => stacks.pending).toHaveLength(1);
    const [txid = ''] = stacks.pending;
    stacks.dropPending('dropped_stale_garbage_collect');
    expect(await call).toMatchObject({ status: 'unknown', transaction: { hash: txid } });
    expect(await rejectionOf(strict.getTxStatusById(txid))).toMatchObject({
      code: 'UNKNOWN_TRANSACTION',
    });
    const again = strict.resume('0', 'one');
    await expect.poll(() => stacks.pending).toEqual([txid]);
    stacks.resumeBlocks();
    expect(await again).toMatchObject({ txHash: txid });
  });

  test('is pending while the node itself has it', async () => {
    await start();
    const { sandbox, addresses } = world;
    sandbox.stacks.pauseBlocks();
    const gateway = altered((path) =>
      path.startsWith('/extended/v3/transactions/')
        ? Response.json(
            { statusCode: 404, error: 'Not Found', message: 'Transaction not found' },
            { status: 404 },
          )
        : undefined,
    );
    const options = { confirmTimeoutMs: 200 };
    const error = await rejectionOf(gateway.createNativeTransaction('0', addresses[2], 1, options));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'pending' });
    sandbox.stacks.resumeBlocks();
  });
});

test('a transaction that is said to be done, and in no block, is not believed', async () => {
  await start();
  const { txHash } = await world.strict.createNativeTransaction('0', world.addresses[2], 1);
  const given: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    if (!String(input).includes('/extended/v3/transactions/')) return answer;
    const { block: _, ...rest } = (await answer.json()) as { block: unknown };
    return Response.json(rest);
  };
  const error = await rejectionOf(world.another({ fetch: given }).getTxStatusById(txHash));
  expect(String(error)).toMatch(/is success, and in no block/);
});

test('what others send to an account hides neither its nonces nor its offers', async () => {
  await start();
  const { sandbox, addresses, strict, another } = world;
  const { stacks } = sandbox;
  stacks.pauseBlocks();
  const own = addresses[2];
  stacks.fund(own, 100_000_000n);
  const later = { nonce: 1, confirmTimeoutMs: 20 };
  await rejectionOf(strict.createNativeTransaction('2', addresses[0], 1, later));
  const spam = Array.from({ length: 25 }, () => ({
    transactionType: 'transfer' as const,
    params: { recipientAddress: own, amount: '1 microSTX' },
  }));
  for (const vault of ['0', '1']) {
    const sent = another().submitBatch(vault, spam, { confirmTimeoutMs: 50 });
    await rejectionOf(sent);
  }
  await expect.poll(() => stacks.pending.length).toBeGreaterThan(50);
  expect(await another().getAccountNonce('2')).toMatchObject({
    pendingNonces: ['1'],
    nextAvailable: '0',
  });
  stacks.resumeBlocks();
});
