// Whatever a caller tries on the provider of `examples/be-a-provider.ts`: it pays out what it debits, of what
// it offers. What it says of itself is counted anew.
import type { Server } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { HttpHandler } from '../../src/handlers.js';
import type { NetlinkTransaction, OfferedProvider } from '../../src/netlink/index.js';
import { type Answered, type Customer, callerOf } from './support/caller.js';
import { sum } from './support/count.js';
import { served } from './support/example.js';

interface Example {
  readonly handler: HttpHandler;
  readonly server: Server;
  readonly keys: Readonly<Record<string, string>>;
  readonly transactions: readonly NetlinkTransaction[];
  readonly exchange: OfferedProvider;
}

let example: Example;
let call: ReturnType<typeof callerOf>;
let owner: Customer;
beforeAll(async () => {
  const names = ['handler', 'server', 'keys', 'transactions', 'exchange'];
  example = (await served('be-a-provider.ts', names)) as Example;
  call = callerOf(example.handler, 'utf8');
  const [[apiKey, secret] = ['', '']] = Object.entries(example.keys);
  owner = { apiKey, secret };
});
afterAll(() => {
  example?.server.close();
});

const RIGHT = {
  accountType: 'SPOT',
  toAddress: 'GDQP2KPQGKIHYJGXNUIYOMHARUARCA7DJT5FO2FFOOKY3B2WSQHG4W37',
  coinSymbol: 'PTS',
  network: 'Stellar',
  isGross: 'true',
  isSettlementTx: 'false',
};
const withdraw = (amount: unknown, more: object = {}) =>
  call(owner, 'POST', '/v1/withdraw', { ...RIGHT, amount, ...more });

/** What it says to have, and what it has paid out in whatever coin. */
async function everything(): Promise<object> {
  const { body } = await call<readonly Account[]>(owner, 'GET', '/v1/accounts');
  const held = body.flatMap(({ balances }) =>
    balances.map(({ coinSymbol, availableAmount }) => [coinSymbol, availableAmount] as const),
  );
  const paid = example.transactions.map(
    ({ coinSymbol, network, amount }) =>
      [network === 'Stellar' ? coinSymbol : `${coinSymbol} on ${network}`, amount] as const,
  );
  return sum([...held, ...paid]);
}
interface Account {
  readonly balances: readonly Balance[];
}
interface Balance {
  readonly coinSymbol: string;
  readonly availableAmount: string;
}

let before: object;
beforeEach(async () => {
  before = await everything();
});

async function expectRefused(asking: Promise<Answered>) {
  const made = example.transactions.length;
  const { status, body } = await asking;
  expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400);
  expect(status, JSON.stringify(body)).toBeLessThan(500);
  expect(example.transactions).toHaveLength(made);
  expect(await everything()).toEqual(before);
}

describe('a robber of the v1 example', () => {
  it('could get what is rightly asked for', async () => {
    const { status } = await withdraw('2');
    expect(status).toBe(200);
    expect(example.transactions).toHaveLength(1);
    expect(await everything()).toEqual(before);
  });

  it.each([
    [{ coinSymbol: 'BTC', network: 'Bitcoin' }],
    [{ coinSymbol: 'BTC' }],
    [{ coinSymbol: 'pts' }],
    [{ coinSymbol: 'PTS ' }],
    [{ coinSymbol: '' }],
    [{ coinSymbol: ['PTS'] }],
    [{ network: 'Ethereum' }],
    [{ network: 'stellar' }],
    [{ network: null }],
    [{ accountType: 'MARGIN' }],
    [{ accountType: 'spot' }],
    [{ toAddress: '' }],
    [{ isGross: 'maybe' }],
    [{ maxFee: '-1' }],
  ])('gets no withdrawal with %j', async (more) => {
    await expectRefused(withdraw('2', more));
  });

  it.each<[unknown]>([
    ['0'],
    ['00'],
    ['-1'],
    ['+1'],
    ['1e2'],
    ['0x10'],
    ['0.5'],
    ['1.0000000000000000001'],
    ['.5'],
    [' 1'],
    ['1\n'],
    ['1,5'],
    ['１'],
    ['Infinity'],
    [''],
    ['251'],
    ['9'.repeat(400)],
    [1],
    [0.1],
    [null],
    [['1']],
  ])('withdraws no %j', async (amount) => {
    await expectRefused(withdraw(amount));
  });

  it('says nothing twice', async () => {
    const text = JSON.stringify({ ...RIGHT, amount: '1' });
    for (const twice of [
      text.replace('"amount"', '"amount":"9","amount"'),
      text.replace('"coinSymbol"', '"coinSymbol":"BTC","coinSymbol"'),
      text.replace('"1"', '1.00000000000000000001'),
    ]) {
      await expectRefused(call(owner, 'POST', '/v1/withdraw', twice));
    }
  });

  it.each([
    ['/v1/internalTransfer', { fromAccountType: 'SPOT', toAccountType: 'SPOT' }],
    ['/v1/subMainTransfer', { subAccountID: 'a', direction: 'IN' }],
    ['/v1/subaccountsTransfer', { srcSubAccountID: 'a', dstSubAccountID: 'b' }],
    ['/v1/depositAddress', { accountType: 'SPOT', network: 'Stellar' }],
  ])('gets nothing by %s', async (path, fields) => {
    for (const coinSymbol of ['PTS', 'BTC']) {
      await expectRefused(call(owner, 'POST', path, { ...fields, coinSymbol, amount: '1' }));
    }
  });

  it('is nobody else', async () => {
    for (const customer of [
      { ...owner, secret: 'a guess' },
      { apiKey: 'key-of-nobody', secret: owner.secret },
    ]) {
      const body = { ...RIGHT, amount: '1' };
      await expectRefused(call(customer, 'POST', '/v1/withdraw', body));
    }
  });

  it('can not overdraw with many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => withdraw('100')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(await everything()).toEqual(before);
  });

  it('begins pages where there are some', async () => {
    const query = (more: string) =>
      call(
        owner,
        'GET',
        `/v1/transactionHistory?fromDate=0&toDate=9999999999999&isSubTransfer=false&coinSymbol=PTS&network=Stellar&${more}`,
      );
    const whole = (await query('pageSize=500')).body.transactions ?? [];
    const first = (await query('pageSize=1')).body;
    const second = (await query(`pageSize=1&pageCursor=${first.nextPageCursor}`)).body;
    const paged = [first, second].flatMap(({ transactions }) => transactions);
    expect(paged).toEqual(whole.slice(0, 2));
    for (const cursor of ['-1', '1e0', '0x1', 'NaN', 'x', '1.5', '%20', '999']) {
      const { status, body } = await query(`pageSize=1&pageCursor=${cursor}`);
      expect([status, body.errorCode], cursor).toEqual([400, 400010]);
    }
  });

  it('keeps nothing but what is its own, whatever it combines', async () => {
    const attempt = fc.record({
      amount: fc.oneof(
        fc.constantFrom('1', '2', '01', '0', '-1', '1e1', '1.0', '300'),
        fc.string(),
      ),
      coinSymbol: fc.constantFrom('PTS', 'PTS', 'BTC', 'pts'),
      network: fc.constantFrom('Stellar', 'Stellar', 'Bitcoin'),
    });
    const made = example.transactions.length;
    await fc.assert(
      fc.asyncProperty(fc.array(attempt, { maxLength: 6 }), async (attempts) => {
        await Promise.all(attempts.map(({ amount, ...more }) => withdraw(amount, more)));
        expect(await everything()).toEqual(before);
      }),
      // Refusals alone would keep it too: one at least is right.
      { numRuns: 40, examples: [[[{ amount: '1', coinSymbol: 'PTS', network: 'Stellar' }]]] },
    );
    expect(example.transactions.length).toBeGreaterThan(made);
  });
});
