import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type GatewayHandlerOptions, type HttpHandler, stacksHandler } from '../../src/handlers.js';
import { stacksApi } from '../../src/stacks/routes/index.js';
import {
  newStacksWorld,
  type StacksTestOptions,
  type StacksTestWorld,
} from '../stacks/support/world.js';

let world: StacksTestWorld;
let handler: HttpHandler;

async function start(options: StacksTestOptions = {}, more: GatewayHandlerOptions = {}) {
  world = await newStacksWorld(options);
  handler = stacksHandler(world.gateway, more);
}
afterEach(() => world.stop());

interface Sent {
  readonly headers?: Readonly<Record<string, string>>;
  readonly by?: HttpHandler;
}

async function ask(path: string, init: RequestInit = {}, by = handler) {
  const response = await by(new Request(`http://localhost${path}`, init));
  return {
    status: response.status,
    headers: response.headers,
    json: JSON.parse(await response.text()),
  };
}

function post(path: string, body: unknown, { headers, by }: Sent = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  };
  return ask(path, init, by);
}

/** The example of an operation, as the documents have it. */
function exampleOf(operation: string): unknown {
  const route = stacksApi().routes.find((one) => one.operation === operation);
  return route?.kind === 'write' ? route.example : undefined;
}

describe('a transfer', () => {
  beforeEach(() => start());

  test.each([1.5, '1.5', 0.000001, '0.000001'])('of %o STX is exact', async (amount) => {
    const recipientAddress = world.addresses[2];
    const { status, json } = await post('/api/0/transfer', { recipientAddress, amount });
    expect([status, json]).toMatchObject([
      200,
      { success: true, status: 'confirmed', data: { tx_status: 'success' } },
    ]);
    expect(json.txHash).toMatch(/^0x[\da-f]{64}$/);
    const received = world.sandbox.stacks.balanceOf(recipientAddress).unlocked;
    expect(received).toBe(BigInt(Math.round(Number(amount) * 1e6)));
  });

  test.each(['1.1000000000000001', '0.99999999999999999999', '1,"amount":2'])(
    'of an amount that JSON would change is refused: %s',
    async (amount) => {
      const recipientAddress = world.addresses[2];
      const before = world.sandbox.stacks.balanceOf(recipientAddress).unlocked;
      const body = `{"recipientAddress":"${recipientAddress}","amount":${amount}}`;
      const { status, json } = await post('/api/0/transfer', body);
      expect([status, json.details.field]).toEqual([400, 'amount']);
      expect(world.sandbox.stacks.balanceOf(recipientAddress).unlocked).toBe(before);
    },
  );

  test('takes the fee out of the amount when that is gross', async () => {
    const { stacks } = world.sandbox;
    const [sender, , recipientAddress] = world.addresses;
    const before = stacks.balanceOf(sender).unlocked;
    const body = { recipientAddress, amount: 2, grossTransaction: true };
    const { json } = await post('/api/0/transfer/stx', body);
    expect(before - stacks.balanceOf(sender).unlocked).toBe(2_000_000n);
    const received = stacks.balanceOf(recipientAddress).unlocked;
    expect(received).toBe(2_000_000n - BigInt(json.data.fee_rate));
  });

  test('shows its note to the approvers, and no other than that of its query', async () => {
    const body = { recipientAddress: world.addresses[2], amount: 1, note: 'rent of June' };
    expect(await post('/api/0/transfer?note=rent', body)).toMatchObject({ status: 400 });
    expect(world.sandbox.custody.messages.filter(({ method }) => method === 'POST')).toEqual([]);
    await post('/api/0/transfer?note=rent+of+June', body);
    const asked = world.sandbox.custody.messages.find(({ method }) => method === 'POST');
    expect(JSON.stringify(asked?.body)).toContain('rent of June');
  });

  test.each([
    ['sBTC', 0.00000001, 1n],
    ['sBTC', '0.5', 50_000_000n],
    ['USDCx', 1.25, 1_250_000n],
  ])('of %s is in its own unit: %o', async (assetType, amount, units) => {
    const { stacks } = world.sandbox;
    const token = assetType === 'sBTC' ? stacks.contracts.sbtc : stacks.contracts.usdcx;
    stacks.mintToken(token, world.addresses[0], 100_000_000n);
    const recipientAddress = world.addresses[2];
    const { status, json } = await post('/api/0/transfer', { recipientAddress, amount, assetType });
    expect([status, json]).toMatchObject([200, { success: true }]);
    expect(stacks.tokenBalanceOf(token, recipientAddress)).toBe(units);
  });

  test('of any token names its contract', async () => {
    const { stacks } = world.sandbox;
    const [tokenContractAddress, , recipientAddress] = world.addresses;
    const token = `${tokenContractAddress}.points::point`;
    stacks.addToken(token, 2);
    stacks.mintToken(token, tokenContractAddress, 500n);
    const named = { tokenContractAddress, tokenContractName: 'points', tokenAssetName: 'point' };
    const body = { recipientAddress, amount: '1.25', assetType: 'Custom', ...named };
    expect(await post('/api/0/transfer', body)).toMatchObject({ status: 200 });
    expect(stacks.tokenBalanceOf(token, recipientAddress)).toBe(125n);
    const gross = await post('/api/0/transfer', { ...body, grossTransaction: true });
    expect([gross.status, gross.json]).toMatchObject([
      400,
      { success: false, code: 'INVALID_INPUT', details: { field: 'grossTransaction' } },
    ]);
  });
});

describe('the defects of the reference gateway', () => {
  beforeEach(() => start());
  const friend = () => ({ recipientAddress: world.addresses[2] });
  const refused = async (path: string, body: unknown) => {
    const { status, json } = await post(path, body);
    expect(json.success).toBe(false);
    expect(world.sandbox.custody.transactions).toEqual([]);
    return [status, json.code, json.details?.field];
  };

  test('C-D2: maxAmount is in microSTX, and no more than it says', async () => {
    await world.stop();
    await start({ stacks: { pox: 'pox-4' } });
    world.sandbox.stacks.fund(world.addresses[0], 1_000_000_000_000n);
    const body = { amount: 200_000, lockPeriod: 1, maxAmount: '200000000000', authId: '7' };
    const { json } = await post('/api/0/stacking/solo', body);
    expect(json.data.contract_call.function_args).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ repr: 'u200000000000' }),
        expect.objectContaining({ repr: 'u7' }),
      ]),
    );
  });

  test.each([
    ['1e21', 1e21],
    ['a negative one', -1.5],
    ['more decimals than there are', 1.0000009],
    ['hexadecimal', '0x10'],
    ['blanks', ' 5 '],
    ['an exponent', '1e3'],
    ['nothing', 0],
    ['null', null],
  ])('C-D10, C-D13: an amount that is %s is refused with 400, in JSON', async (_, amount) => {
    expect(await refused('/api/0/transfer', { ...friend(), amount })).toEqual([
      400,
      'INVALID_INPUT',
      'amount',
    ]);
  });

  test('C-D13: no body, and a name that every object has, are refused with 400, in JSON', async () => {
    expect((await ask('/api/0/transfer', { method: 'POST' })).status).toBe(400);
    const body = { ...friend(), amount: 1, assetType: 'constructor' };
    expect(await refused('/api/0/transfer', body)).toEqual([400, 'INVALID_INPUT', 'assetType']);
  });

  test('C-D13: a failure is no 200', async () => {
    const body = { ...friend(), amount: 1_000_000 };
    expect(await refused('/api/0/transfer', body)).toEqual([422, 'INSUFFICIENT_FUNDS', undefined]);
  });

  test.each([null, true, [], '1e2', '0x10', 2 ** 53])('C-D14: %o is no nonce', async (nonce) => {
    const body = { ...friend(), amount: 1, nonce };
    expect(await refused('/api/0/transfer', body)).toEqual([400, 'INVALID_INPUT', 'nonce']);
  });

  test.each([0, null, '', 13, 99, '2'])('C-D16: %o is no lock period', async (lockPeriod) => {
    const body = { amount: 100_000, lockPeriod };
    for (const path of ['stacking/solo', 'stack/solo', 'stacking/pool/delegate']) {
      expect(await refused(`/api/0/${path}`, body)).toEqual([400, 'INVALID_INPUT', 'lockPeriod']);
    }
  });

  test('C-D16: a signer’s signature that is none is refused, and a key without one', async () => {
    const body = { amount: 100_000, signerKey: 'not hex', signerSig65Hex: 'nor this' };
    const refusal = [400, 'INVALID_INPUT'];
    expect(await refused('/api/0/stacking/solo', body)).toEqual([...refusal, 'signerKey']);
    const { signerSig65Hex: _, ...alone } = { ...body, signerKey: `02${'11'.repeat(32)}` };
    expect(await refused('/api/0/stacking/solo', alone)).toEqual([...refusal, 'signerSig65Hex']);
  });

  test('C-D15: what replaces a transaction is wrong by the body’s own names', async () => {
    const body = { originalTxId: '11'.repeat(32) };
    for (const [field, value] of Object.entries({
      originalTxId: 'xyz',
      newFee: '1e3',
      newAmount: 0,
      newRecipient: 'nobody',
    })) {
      const answer = await refused('/api/0/replace-transaction', { ...body, [field]: value });
      expect(answer).toEqual([400, 'INVALID_INPUT', field]);
    }
  });

  test('C-D12: asking creates nothing at the custody', async () => {
    for (const path of ['0/address', '0/btc-rewards-address', '0/balance', 'poxInfo']) {
      expect((await ask(`/api/${path}`)).status).toBe(200);
    }
    const { messages } = world.sandbox.custody;
    expect(messages.filter(({ method }) => method !== 'GET')).toEqual([]);
  });
});

describe('what only pox-4 has', () => {
  beforeEach(async () => {
    await start({ stacks: { pox: 'pox-4' } });
    for (const address of world.addresses) {
      world.sandbox.stacks.fund(address, 1_000_000_000_000n);
    }
  });

  test('works as its examples say: solo, more of it, and for longer', async () => {
    const stacks = async (path: string, operation: string) => {
      const { status, json } = await post(path, exampleOf(operation));
      expect([status, json]).toMatchObject([200, { success: true, status: 'confirmed' }]);
    };
    await stacks('/api/0/stack/solo', 'stackSolo');
    await stacks('/api/0/stacking/solo/increase', 'increaseStackedAmount');
    await stacks('/api/0/stacking/solo/extend', 'extendStackingPeriod');
    const { json } = await ask('/api/0/check-status');
    expect(json.data.balance).toMatchObject({ stx_locked: '201000' });
  });

  test('another vault account’s key may sign for it, or a signer’s own signature', async () => {
    const body = { amount: 200_000, signerVaultId: '7' };
    expect(await post('/api/0/stacking/solo', body)).toMatchObject({ status: 200 });
    const wrong = { signerKey: `02${'11'.repeat(32)}`, signerSig65Hex: '22'.repeat(65) };
    const { status, json } = await post('/api/1/stacking/solo', { amount: 200_000, ...wrong });
    expect([status, json]).toMatchObject([422, { success: false, code: 'SIGNER_SIGNATURE' }]);
  });

  test('so does a pool: allowed, delegated to, and left, without a body where none is needed', async () => {
    const bare = (path: string) => ask(path, { method: 'POST' });
    const allowed = await bare('/api/0/stacking/pool/allow-contract-caller');
    expect([allowed.status, allowed.json]).toMatchObject([200, { success: true, needed: true }]);
    const body = { ...(exampleOf('delegateToPool') as object), amount: 200_000 };
    const delegated = await post('/api/0/stacking/pool/delegate', body);
    expect([delegated.status, delegated.json]).toMatchObject([
      200,
      { data: { contract_call: { contract_id: world.sandbox.stacks.contracts.fastPool } } },
    ]);
    expect((await ask('/api/0/status')).json.data.delegation.is_delegated).toBe(true);
    expect(await bare('/api/0/revoke-delegation')).toMatchObject({ status: 200 });
    expect((await ask('/api/0/status')).json.data.delegation.is_delegated).toBe(false);
  });

  test('a pool is named by its address and the name of its contract, too', async () => {
    const [poolAddress, poolContractName] = world.sandbox.stacks.contracts.fastPool.split('.');
    const named = { poolAddress, poolContractName };
    const pool = world.sandbox.stacks.contracts.fastPool;
    for (const body of [named, { pool }, { poolAddress: pool }]) {
      const { status, json } = await post('/api/0/stacking/pool/allow-contract-caller', body);
      expect([status, json.data?.contract_call.function_args[0].repr]).toEqual([200, pool]);
    }
  });

  test.each(['delegate', 'allow-contract-caller'])(
    'what names no pool, or two of them, is refused by its name: %s',
    async (step) => {
      const { fastPool } = world.sandbox.stacks.contracts;
      const [poolAddress] = fastPool.split('.');
      for (const [field, named] of [
        ['poolContractName', { poolContractName: 'another-pool' }],
        ['poolContractName', { pool: 'FAST_POOL', poolContractName: 'another-pool' }],
        ['poolContractName', { pool: fastPool, poolContractName: 'another-pool' }],
        ['pool', { pool: fastPool, poolAddress, poolContractName: 'another-pool' }],
        ['pool', { pool: 'NO_POOL' }],
        ['poolAddress', { poolAddress: 'nowhere', poolContractName: 'a-pool' }],
        ['poolContractName', { poolAddress, poolContractName: 'no name' }],
      ] as const) {
        const body = step === 'delegate' ? { ...named, amount: 200_000 } : named;
        const { status, json } = await post(`/api/0/stacking/pool/${step}`, body);
        expect([status, json.details], JSON.stringify(named)).toMatchObject([400, { field }]);
      }
      if (step === 'delegate') return;
      for (const [field, named] of [
        ['poolContractName', { poolAddress }],
        ['pool', { pool: poolAddress }],
      ] as const) {
        const { status, json } = await post(`/api/0/stacking/pool/${step}`, named);
        expect([status, json.details], JSON.stringify(named)).toMatchObject([400, { field }]);
      }
      expect(world.sandbox.custody.transactions).toHaveLength(0);
    },
  );

  test('two signers in one request are one too many', async () => {
    const signerKey = `02${'ab'.repeat(32)}`;
    const body = { amount: 200_000, signerVaultId: '1', signerKey };
    const { status, json } = await post('/api/0/stacking/solo', body);
    expect([status, json.details]).toMatchObject([400, { field: 'signerKey' }]);
  });
});

describe('a transaction that waits for its block', () => {
  const NOW = { prefer: 'wait=0' };
  beforeEach(() => start({ stacks: { blockMs: 0 } }));

  /** Has it made and sent, and comes back before it is confirmed. */
  async function waiting(path: string, body: unknown, key: string, by?: HttpHandler) {
    const headers = { 'idempotency-key': key, prefer: 'wait=1' };
    const again = () => post(path, body, { headers, ...(by && { by }) });
    let answer = await again();
    // A busy machine may not have sent it yet.
    while (answer.json.code !== 'TRANSACTION_UNCONFIRMED' && answer.status === 202) {
      answer = await again();
    }
    expect([answer.status, answer.json]).toMatchObject([
      202,
      { success: false, code: 'TRANSACTION_UNCONFIRMED', transaction: { idempotencyKey: key } },
    ]);
    const hash = String(answer.json.transaction.hash);
    // Nor need it have been sent when its hash is known.
    const isSent = async () => (await ask(`/api/0/transactions/${hash}`)).status === 200;
    await expect.poll(isSent, { timeout: 20_000 }).toBe(true);
    return { hash, at: answer.headers.get('location') ?? '' };
  }

  test('is neither success nor failure, until it is there', async () => {
    const body = { recipientAddress: world.addresses[2], amount: 1 };
    const { hash, at } = await waiting('/api/0/transfer', body, 'K');
    expect(at).toBe('/api/requests/0/K');
    const pending = await ask(`/api/0/transactions/${hash}`);
    expect([pending.status, pending.json]).toMatchObject([
      200,
      {
        success: true,
        data: { tx_status: 'pending', outcome: 'pending', tx_error: 'not confirmed yet' },
      },
    ]);
    expect((await ask(at, { headers: NOW })).status).toBe(202);
    await world.sandbox.stacks.mineBlock();
    const done = await ask(at, { headers: { prefer: 'wait=20' } });
    expect([done.status, done.json]).toMatchObject([200, { success: true, txHash: hash }]);
  });

  test('is replaced by one that pays more', async () => {
    const body = { recipientAddress: world.addresses[2], amount: 1, fee: '0.0003' };
    const { hash, at } = await waiting('/api/0/transfer', body, 'one');
    const changes = { originalTxId: hash, newFee: '0.01', newAmount: 20, note: 'faster' };
    const { at: where } = await waiting('/api/0/replace-transaction', changes, 'two');
    await world.sandbox.stacks.mineBlock();
    const { json } = await ask(where, { headers: { prefer: 'wait=20' } });
    expect(json).toMatchObject({ success: true, data: { fee_rate: '10000' } });
    const { balanceOf } = world.sandbox.stacks;
    expect(balanceOf.call(world.sandbox.stacks, world.addresses[2]).unlocked).toBe(20_000_000n);
    const first = await ask(at, { headers: NOW });
    expect([first.status, first.json]).toMatchObject([
      409,
      { success: false, code: 'TRANSACTION_REPLACED' },
    ]);
  });

  test('says why it failed, by the name of its error', async () => {
    world.sandbox.stacks.fund(world.addresses[1], 1_000_000_000n);
    const stake = exampleOf('stake');
    // Another process knows nothing of the first one's stake until that is on the chain.
    const another = stacksHandler(world.another());
    await waiting('/api/1/stacking/stake', stake, 'one');
    const { hash, at } = await waiting('/api/1/stacking/stake', stake, 'two', another);
    await world.sandbox.stacks.mineBlock();
    const failed = await ask(at, { headers: { prefer: 'wait=20' } });
    expect([failed.status, failed.json]).toMatchObject([
      422,
      {
        success: false,
        error: 'Transaction Failed',
        code: 'TRANSACTION_FAILED',
        retryable: false,
        transaction: { hash },
        details: { resultCode: 'ERR_ALREADY_STAKED' },
        result: { tx_id: hash },
      },
    ]);
    for (const path of [`/api/1/transactions/${hash}`, `/api/1/tx/${hash.slice(2)}`]) {
      const { status, json } = await ask(path);
      expect([status, json]).toMatchObject([
        200,
        {
          success: true,
          data: {
            tx_id: hash,
            // What the contract refused moved nothing either.
            tx_status: 'abort_by_post_condition',
            outcome: 'failed',
            tx_error: expect.stringContaining('ERR_ALREADY_STAKED'),
            tx_result: { repr: '(err u19)' },
            error_code: 'u19',
            error_name: 'ERR_ALREADY_STAKED',
          },
        },
      ]);
    }
  });
});

describe('every error says success: false, and its status is none of a success', () => {
  beforeEach(() =>
    start(
      {},
      {
        maxBodyBytes: 1_000,
        hosts: ['localhost'],
        authorize: ({ headers }) => headers.get('authorization') !== 'none',
      },
    ),
  );

  test.each<readonly [string, number, string, RequestInit & { readonly host?: string }]>([
    ['/api/0/nothing', 404, 'ROUTE_NOT_FOUND', {}],
    ['/', 404, 'ROUTE_NOT_FOUND', { method: 'PUT' }],
    ['/api/0/transfer', 404, 'ROUTE_NOT_FOUND', { method: 'GET' }],
    ['/api/transfer', 400, 'MISSING_VAULT_ACCOUNT', { method: 'POST' }],
    ['/api//transfer', 400, 'MISSING_VAULT_ACCOUNT', { method: 'POST' }],
    ['/api/balance', 400, 'MISSING_VAULT_ACCOUNT', {}],
    ['/api/%00/balance', 400, 'INVALID_INPUT', {}],
    ['/api/x/balance', 400, 'INVALID_INPUT', {}],
    ['/api/0/transactions/xyz', 400, 'INVALID_INPUT', {}],
    ['/api/0/transactions?limit=0', 400, 'INVALID_INPUT', {}],
    ['/api/0/transactions?limit=201', 400, 'INVALID_INPUT', {}],
    ['/api/0/balance', 401, 'UNAUTHORIZED', { headers: { authorization: 'none' } }],
    ['/api/0/balance', 403, 'CROSS_ORIGIN', { headers: { origin: 'https://evil.example' } }],
    ['/api/0/balance', 421, 'UNKNOWN_HOST', { host: 'evil.example' }],
    ['/api/0/transfer', 400, 'INVALID_INPUT', { method: 'POST', body: '{' }],
    ['/api/0/transfer', 413, 'BODY_TOO_LARGE', { method: 'POST', body: ' '.repeat(2_000) }],
    [
      '/api/0/transfer',
      415,
      'UNSUPPORTED_MEDIA_TYPE',
      { method: 'POST', body: '{}', headers: { 'content-type': 'text/plain' } },
    ],
    ['/api/requests/0/K', 404, 'TRANSACTION_NOT_FOUND', {}],
  ])('%s: %i %s', async (path, status, code, { host = 'localhost', ...init }) => {
    const headers = { 'content-type': 'application/json', ...(init.headers as object) };
    const response = await handler(new Request(`http://${host}${path}`, { ...init, headers }));
    const json = await response.json();
    expect([response.status, json]).toMatchObject([
      status,
      {
        success: false,
        code,
        error: expect.any(String),
        message: expect.any(String),
        retryable: expect.any(Boolean),
        requestId: response.headers.get('x-request-id'),
      },
    ]);
  });

  test.each(['stacks', 'custody'] as const)('also where %s is at fault', async (server) => {
    world.sandbox.inject({ server, effect: { kind: 'answer', status: 500 }, times: 1_000 });
    // What the custody has said of an account once is not asked again.
    const { status, json } = await ask('/api/50/balance');
    expect([status >= 500, json.success]).toEqual([true, false]);
  });

  test('a chain that wants to be left alone says for how long', async () => {
    const effect = { kind: 'answer', status: 429, headers: { 'retry-after': '120' } } as const;
    world.sandbox.inject({ server: 'stacks', effect, times: 1_000 });
    const { status, headers, json } = await ask('/api/0/balance');
    expect([status, headers.get('retry-after'), json.success]).toEqual([429, '120', false]);
  });
});
