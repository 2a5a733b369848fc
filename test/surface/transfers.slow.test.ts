import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type AptosWorld,
  aptosWorld,
  type StacksWorld,
  stacksWorld,
  type XrplWorld,
  xrplWorld,
} from '../spec/support/gateways.js';
import { rejectionOf } from '../support/world.js';

let xrpl: XrplWorld;
let aptos: AptosWorld;
let stacks: StacksWorld;
const to = { xrpl: '', aptos: '', stacks: '' };
let asset: string;
let issuer: string;

beforeAll(async () => {
  [xrpl, aptos, stacks] = await Promise.all([xrplWorld(), aptosWorld(), stacksWorld()]);
  to.xrpl = await xrpl.gateway.getAddress('1');
  to.aptos = await aptos.gateway.getAddress('1');
  to.stacks = await stacks.gateway.getAddress('1');
  issuer = await xrpl.gateway.getAddress('2');
  await xrpl.gateway.accountSet('2', { configs: { setFlag: { asfDefaultRipple: true } } });
  const limitAmount = { currency: 'USD', issuer, value: '1000' };
  await xrpl.gateway.trustSet('0', { limitAmount });
  await xrpl.gateway.trustSet('1', { limitAmount });
  const holder = await xrpl.gateway.getAddress('0');
  const amount = { currency: 'USD', issuer, value: '100' };
  await xrpl.gateway.tokenTransfer('2', { destination: holder, amount });
  asset = aptos.sandbox.aptos.createAsset({ name: 'Dollar', symbol: 'USD', decimals: 6 });
  aptos.sandbox.aptos.mint(asset, await aptos.gateway.getAddress('0'), 100_000_000n);
  const { contracts } = stacks.sandbox.stacks;
  const address = await stacks.gateway.getAddress('0');
  stacks.sandbox.stacks.mintToken(contracts.sbtc, address, 100_000_000n);
});
afterAll(() => Promise.all([xrpl, aptos, stacks].map((world) => world.stop())));

/** What a call changes. */
async function moved<T>(read: () => Promise<T> | T, call: () => Promise<unknown>) {
  const before = await read();
  const result = await call();
  return { before, after: await read(), result };
}

const drops = () => xrpl.sandbox.xrpl.balanceOf(to.xrpl);
const octas = () => aptos.sandbox.aptos.balanceOf(to.aptos);
const microStx = () => stacks.sandbox.stacks.balanceOf(to.stacks).unlocked;

const NATIVE = [
  ['xrpl', 'XRP', 'drops', 6, drops],
  ['aptos', 'coins', 'octas', 8, octas],
  ['stacks', 'STX', 'microSTX', 6, microStx],
] as const;

const gatewayOf = (chain: 'xrpl' | 'aptos' | 'stacks') => ({ xrpl, aptos, stacks })[chain].gateway;

/** The call of a user without types. */
const transfer = (chain: keyof typeof to, params: object, options = {}): Promise<unknown> => {
  const gateway: object = gatewayOf(chain);
  return Reflect.apply(Reflect.get(gateway, 'transfer'), gateway, ['0', params, options]);
};

const transferToken = (chain: keyof typeof to, params: object): Promise<unknown> => {
  const gateway: object = gatewayOf(chain);
  return Reflect.apply(Reflect.get(gateway, 'transferToken'), gateway, ['0', params]);
};

describe.each(NATIVE)('a transfer on %s', (chain, whole, base, decimals, read) => {
  const one = 10n ** BigInt(decimals);

  test.each([
    [25n, 25n],
    [`7 ${base}`, 7n],
    [`1.5 ${whole}`, (one * 3n) / 2n],
  ])('of %s is what arrives', async (amount, units) => {
    const { before, after, result } = await moved(read, () =>
      transfer(chain, { to: to[chain], amount }),
    );
    expect(after - before).toBe(units);
    expect(result).toMatchObject({
      hash: expect.stringMatching(/^(0x)?[\da-f]{64}$/i),
      status: 'confirmed',
      receipt: { idempotencyKey: expect.any(String), durable: expect.any(Boolean) },
    });
    const { hash } = Object(result);
    expect(await gatewayOf(chain).getTransaction(hash)).toBeDefined();
  });

  test.each(['1', 1, '1.5', `1.5 ${base}`, `1 coin of mine`, 0n, -1n, `0 ${whole}`, null])(
    'of %s is refused, and thrown, naming the field',
    async (amount) => {
      const error = await rejectionOf(transfer(chain, { to: to[chain], amount }));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
    },
  );

  test.each([
    ['to', (params: object) => ({ ...params, to: 'nobody' })],
    ['to', ({ to: _, ...params }: { to: string }) => params],
    ['memoo', (params: object) => ({ ...params, memoo: 'x' })],
    ['params', () => 'everything'],
  ])('without a right %s is refused', async (field, bent) => {
    const params = bent({ to: to[chain], amount: 1n } as never);
    const error = await rejectionOf(transfer(chain, params as object));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  test('to the own account is refused by the caller’s name of the field', async () => {
    const own = await gatewayOf(chain).getAddress('0');
    const error = await rejectionOf(transfer(chain, { to: own, amount: 1n }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'to' });
  });

  test('is the same under the same key, and never made twice', async () => {
    const options = { idempotencyKey: `once-on-${chain}` };
    const params = { to: to[chain], amount: 3n };
    const { before, after } = await moved(read, async () => {
      const first = await transfer(chain, params, options);
      expect(await transfer(chain, params, options)).toMatchObject({ hash: Object(first).hash });
      const resumed = await gatewayOf(chain).resume('0', options.idempotencyKey);
      expect(resumed).toMatchObject({ hash: Object(first).hash, status: 'confirmed' });
    });
    expect(after - before).toBe(3n);
  });

  test('that was built before the call goes on does not change with its object', async () => {
    const params = { to: to[chain], amount: 4n };
    const { before, after } = await moved(read, () => {
      const call = transfer(chain, params);
      params.amount = 5_000n;
      return call;
    });
    expect(after - before).toBe(4n);
  });
});

describe('a transfer of a token', () => {
  const usd = async () => {
    const { tokens } = await xrpl.gateway.getBalances('1');
    return Number(tokens[0]?.value ?? 0);
  };
  const inAptos = () => aptos.sandbox.aptos.balanceOf(to.aptos, asset);
  const sbtc = () => stacks.sandbox.stacks.contracts.sbtc;
  const inStacks = () => stacks.sandbox.stacks.tokenBalanceOf(sbtc(), to.stacks);
  const currency = () => ({ currency: 'USD', issuer });
  const confirmed = { hash: expect.any(String), status: 'confirmed', receipt: expect.any(Object) };

  test('on xrpl says its currency', async () => {
    const params = { token: currency(), to: to.xrpl, amount: '0.5 USD' };
    const { before, after, result } = await moved(usd, () => transferToken('xrpl', params));
    expect(after - before).toBe(0.5);
    expect(result).toMatchObject(confirmed);
  });

  test.each([
    ['xrpl', 'amount', () => ({ token: currency(), amount: '0.5 EUR' })],
    ['xrpl', 'amount', () => ({ token: currency(), amount: '0.5' })],
    ['xrpl', 'amount', () => ({ token: currency(), amount: 5n })],
    ['xrpl', 'amount', () => ({ token: currency(), amount: '0 USD' })],
    ['xrpl', 'amount', () => ({ token: { mptIssuanceId: '0'.repeat(48) }, amount: '1.5 units' })],
    ['xrpl', 'token', () => ({ token: 'USD', amount: '1 USD' })],
    ['xrpl', 'token.issuer', () => ({ token: { currency: 'USD', issuer: 'x' }, amount: '1 USD' })],
    ['aptos', 'amount', () => ({ token: asset, amount: '5' })],
    ['aptos', 'amount', () => ({ token: asset, amount: 0n })],
    ['aptos', 'amount', () => ({ token: asset, amount: '0.0000001 tokens' })],
    ['aptos', 'token', () => ({ token: 'USD', amount: '1 tokens' })],
    ['aptos', 'decimals', () => ({ token: asset, amount: '1 tokens', decimals: 8 })],
    ['aptos', 'decimals', () => ({ token: asset, amount: 1n, decimals: 6 })],
    ['stacks', 'amount', () => ({ token: 'sBTC', amount: '5' })],
    ['stacks', 'amount', () => ({ token: 'sBTC', amount: '5 USDCx' })],
    ['stacks', 'amount', () => ({ token: 'sBTC', amount: 0n })],
    ['stacks', 'token', () => ({ token: 'bitcoin', amount: 1n })],
    ['stacks', 'token', () => ({ token: 'nobody.at-all::token', amount: 1n })],
    ['stacks', 'decimals', () => ({ token: sbtc(), amount: '1 tokens', decimals: 77 })],
  ] as const)('on %s without a right %s is refused (%#)', async (chain, field, params) => {
    const error = await rejectionOf(transferToken(chain, { to: to[chain], ...params() }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
  });

  test.each([
    [25n, 25n],
    ['15 units', 15n],
    ['1.5 tokens', 1_500_000n],
  ])('on aptos of %s is so many units', async (amount, units) => {
    const params = { token: asset, to: to.aptos, amount };
    const { before, after, result } = await moved(inAptos, () => transferToken('aptos', params));
    expect(after - before).toBe(units);
    expect(result).toMatchObject(confirmed);
  });

  test.each([
    ['sBTC', 25n, 25n],
    ['sBTC', '15 units', 15n],
    ['sBTC', '0.001 sBTC', 100_000n],
    ['its contract', '0.001 tokens', 100_000n],
  ])('on stacks named by %s, of %s is so many units', async (name, amount, units) => {
    const token = name === 'sBTC' ? name : sbtc();
    const params = { token, to: to.stacks, amount };
    const { before, after, result } = await moved(inStacks, () => transferToken('stacks', params));
    expect(after - before).toBe(units);
    expect(result).toMatchObject(confirmed);
  });
});

describe('a Stacks gateway that is not strict', () => {
  test('throws in the common names, and answers in the specification’s', async () => {
    const { gateway } = stacks;
    const tooMuch = { to: to.stacks, amount: '900000000 STX' } as const;
    const code = 'INSUFFICIENT_FUNDS';
    expect(await rejectionOf(gateway.transfer('0', tooMuch))).toMatchObject({ code });
    const inSpec = { recipientAddress: to.stacks, amount: '900000000' };
    expect(await gateway.transfer('0', inSpec)).toMatchObject({ success: false, code });
    for (const call of [
      () => gateway.resume('0', 'never'),
      () => gateway.cancel('0', 'never'),
      () => gateway.submitBatch('0', []),
      () => gateway.submit('0', 'nothing'),
    ]) {
      expect(await rejectionOf(call())).toHaveProperty('code');
    }
    expect(await gateway.pending('0')).toEqual([]);
  });

  test('reads what the others read', async () => {
    const { gateway } = stacks;
    const { stx, tokens } = await gateway.getBalances('1');
    const { success: _, ...told } = await gateway.getBalance('1');
    expect(stx).toEqual(told);
    expect(tokens).toMatchObject([{ token: 'sbtc-token', decimals: 8 }]);
    const first = await gateway.getTransactions('0', { limit: 1 });
    const cursor = first.cursor ?? '';
    const second = await gateway.getTransactions('0', { limit: 1, cursor });
    const both = await gateway.getTransactions('0', { limit: 2 });
    expect([...first.transactions, ...second.transactions]).toEqual(both.transactions);
    const hash = both.transactions[0]?.transaction_hash ?? '';
    expect(await gateway.getTransaction(hash)).toMatchObject({ tx_id: hash, outcome: 'success' });
    expect(await gateway.getTransaction('00'.repeat(32))).toBeUndefined();
    const wrong = { limit: 1, offsett: 2 };
    const error = await rejectionOf(gateway.getTransactions('0', wrong));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'offsett' });
  });
});

test('a batch says that it is confirmed, on every chain', async () => {
  const batches = [
    xrpl.gateway.submitBatch('0', [
      { transactionType: 'xrpTransfer', params: { destination: to.xrpl, amount: '1' } },
    ]),
    aptos.gateway.submitBatch('0', [
      { transactionType: 'transferMove', params: { recipientAddress: to.aptos, amount: '1' } },
    ]),
    stacks.gateway.submitBatch('0', [
      { transactionType: 'transfer', params: { recipientAddress: to.stacks, amount: '1' } },
    ]),
  ];
  for (const batch of await Promise.all(batches)) {
    expect(batch).toMatchObject({ status: 'confirmed', members: [{ state: 'confirmed' }] });
    expect(batch).toHaveProperty('receipt.idempotencyKey');
  }
});

describe('an entry of a batch takes what the method of its name takes', () => {
  const token = () => ({ currency: 'USD', issuer });
  const sbtc = 'sBTC';
  const calls = () =>
    [
      {
        common: () =>
          xrpl.gateway.submitBatch(
            '0',
            [
              { transactionType: 'transfer', params: { to: to.xrpl, amount: '1 XRP', tag: 7 } },
              {
                transactionType: 'transferToken',
                params: { token: token(), to: to.xrpl, amount: '2.5 USD' },
              },
            ],
            { idempotencyKey: 'common' },
          ),
        inSpec: () => {
          const amount = { ...token(), value: '2.5' };
          return xrpl.gateway.submitBatch(
            '0',
            [
              {
                transactionType: 'xrpTransfer',
                params: { destination: to.xrpl, amount: '1', destinationTag: 7 },
              },
              { transactionType: 'tokenTransfer', params: { destination: to.xrpl, amount } },
            ],
            { idempotencyKey: 'common' },
          );
        },
      },
      {
        common: () =>
          aptos.gateway.submitBatch(
            '0',
            [
              { transactionType: 'transfer', params: { to: to.aptos, amount: 1n } },
              {
                transactionType: 'transferToken',
                params: { token: asset, to: to.aptos, amount: '2.5 tokens' },
              },
            ],
            { idempotencyKey: 'common' },
          ),
        inSpec: () => {
          const paid = { recipientAddress: to.aptos, amount: '2.5', unit: 'tokens' } as const;
          return aptos.gateway.submitBatch(
            '0',
            [
              {
                transactionType: 'transferMove',
                params: { recipientAddress: to.aptos, amount: 1 },
              },
              { transactionType: 'transferToken', params: { ...paid, tokenType: asset } },
            ],
            { idempotencyKey: 'common' },
          );
        },
      },
      {
        common: () =>
          stacks.gateway.submitBatch(
            '0',
            [
              { transactionType: 'transfer', params: { to: to.stacks, amount: '1.5 STX' } },
              {
                transactionType: 'transferToken',
                params: { token: sbtc, to: to.stacks, amount: 10n },
              },
            ],
            { idempotencyKey: 'common' },
          ),
        inSpec: () =>
          stacks.gateway.submitBatch(
            '0',
            [
              {
                transactionType: 'transfer',
                params: { recipientAddress: to.stacks, amount: '1.5' },
              },
              {
                transactionType: 'transfer',
                params: { recipientAddress: to.stacks, amount: '10 units', assetType: sbtc },
              },
            ],
            { idempotencyKey: 'common' },
          ),
      },
    ] as const;

  test.each([0, 1, 2])(
    'and is the same request as in the specification’s fields: %i',
    async (at) => {
      const { common, inSpec } = calls()[at] ?? calls()[0];
      const { members, ...made } = await common();
      expect(made).toMatchObject({ status: 'confirmed', receipt: { idempotencyKey: 'common' } });
      const again = await inSpec();
      const hashes = (list: readonly object[]) => list.map((one) => 'hash' in one && one.hash);
      expect(hashes(again.members)).toEqual(hashes(members));
      expect(new Set(hashes(members)).size).toBe(2);
    },
  );

  test('and names its fields as they were given', async () => {
    const own = {
      xrpl: await xrpl.gateway.getAddress('0'),
      aptos: await aptos.gateway.getAddress('0'),
      stacks: await stacks.gateway.getAddress('0'),
    };
    const fieldOf = async (chain: keyof typeof to, params: object, name = 'transfer') => {
      const entry = { transactionType: name, params };
      const { gateway } = { xrpl, aptos, stacks }[chain];
      const error = await rejectionOf(Reflect.apply(gateway.submitBatch, gateway, ['0', [entry]]));
      expect(error).toMatchObject({ code: 'INVALID_INPUT' });
      return (error as { field?: string }).field;
    };
    const at = 'transactions[0].params.';
    for (const chain of ['xrpl', 'aptos', 'stacks'] as const) {
      expect(await fieldOf(chain, { to: 'nobody', amount: 1n })).toBe(`${at}to`);
      expect(await fieldOf(chain, { to: own[chain], amount: 1n })).toBe(`${at}to`);
      expect(await fieldOf(chain, { to: to[chain], amount: '1' })).toBe(`${at}amount`);
      expect(await fieldOf(chain, { to: to[chain], amount: 1n }, 'transferToken')).toBe(
        `${at}token`,
      );
    }
  });
});

test('a preview takes the common names, and the fields of both forms', async () => {
  const lines = [
    await xrpl.gateway.preview('0', 'transfer', { to: to.xrpl, amount: '1.5 XRP' }),
    await aptos.gateway.preview('0', 'transfer', { to: to.aptos, amount: 25n }),
    await stacks.gateway.preview('0', 'transfer', { to: to.stacks, amount: 1_500_000n }),
    await stacks.gateway.preview('0', 'transfer', { recipientAddress: to.stacks, amount: 1.5 }),
    await stacks.gateway.preview('0', 'transferToken', {
      token: 'sBTC',
      to: to.stacks,
      amount: '0.001 sBTC',
    }),
  ];
  expect(lines.map(({ summary }) => summary)).toEqual([
    expect.stringMatching(/1\.5 XRP/),
    expect.stringMatching(/0\.00000025 /),
    expect.stringMatching(/1\.5 STX/),
    expect.stringMatching(/1\.5 STX/),
    expect.stringMatching(/100,?000|0\.001/),
  ]);
  const call = xrpl.gateway.preview('0', 'transfer', { to: to.xrpl, amount: '1 STX' as '1 XRP' });
  expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_INPUT', field: 'amount' });
});

const NAMED = ['xrpl', 'aptos', 'stacks'] as const;
/** The call of a user without types. */
const batchOf = (chain: keyof typeof to, entry: object): Promise<unknown> => {
  const gateway: object = gatewayOf(chain);
  return Reflect.apply(Reflect.get(gateway, 'submitBatch'), gateway, ['0', [entry]]);
};

test.each(NAMED)('an entry of a batch on %s has no field that nobody reads', async (chain) => {
  const params = { to: to[chain], amount: 1n };
  const error = await rejectionOf(batchOf(chain, { transactionType: 'transfer', params, tag: 7 }));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'transactions[0].tag' });
});

test.each(NAMED)('an entry of a batch on %s has fields of its own', async (chain) => {
  const params = { to: to[chain], amount: 1n };
  const error = await rejectionOf(
    batchOf(chain, Object.create({ transactionType: 'transfer', params })),
  );
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'transactions[0]' });
});

test.each(NAMED)('an entry of a batch on %s needs its params, and says so', async (chain) => {
  const error = await rejectionOf(batchOf(chain, { transactionType: 'transfer' }));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'transactions[0].params' });
});
