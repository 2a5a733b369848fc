import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../src/core/clock.js';
import type { HttpFailure } from '../../../src/handlers.js';
import { assetKey, type Provider, ProviderRefusal } from '../../../src/provider/index.js';
import { RequestVerifier } from '../../../src/requests/index.js';
import { memoryStore, type Store } from '../../../src/store/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { runs } from '../../support/runs.js';
import { API_KEY, post, SCHEME, SECRET, serve } from './support/caller.js';
import { BODIES, BTC, exchange, USD } from './support/exchange.js';
import { failing } from './support/failing-store.js';

const EUR = { nationalCurrencyCode: 'EUR' } as const;
const FIAT = '/accounts/main/transfers/withdrawals/fiat';
const HOUR_MS = 3_600_000;

const withdrawal = (idempotencyKey: string, more: object = {}) => ({
  ...BODIES.createFiatWithdrawal,
  idempotencyKey,
  ...more,
});

/** What leaves, and what arrives. */
const amounting = (balanceAmount: string) => ({
  balanceAmount,
  destination: { ...Object(BODIES.createFiatWithdrawal?.destination), amount: balanceAmount },
});

function refusing(provider: Provider, thrown: () => unknown): Provider {
  const { transfersFiat } = provider;
  if (transfersFiat === undefined) throw new Error('it has one');
  return {
    ...provider,
    transfersFiat: {
      ...transfersFiat,
      withdraw: async (accountId, request, call) => {
        const error = thrown();
        if (error !== undefined) throw error;
        return transfersFiat.withdraw(accountId, request, call);
      },
    },
  };
}

describe('one key', () => {
  it('moves the balance once for 200 at a time, on two replicas', async () => {
    const { provider, asked, state } = exchange();
    state.onWithdraw = () => new Promise((resolve) => setTimeout(resolve, 20));
    const store = memoryStore();
    const replicas = [serve(provider, { store }), serve(provider, { store })];
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        post(replicas[index % 2] as (typeof replicas)[0], FIAT, withdrawal('one')),
      ),
    );
    expect(asked.filter((each) => each.startsWith('withdraw'))).toEqual(['withdraw one']);
    expect(state.usd).toBe(990n);
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(answers[0]?.status).toBe(201);
  });

  it('is answered to the byte, after whatever became of the withdrawal', async () => {
    const { provider, withdrawals } = exchange();
    const handler = serve(provider);
    const first = await post(handler, FIAT, withdrawal('one'));
    for (const made of withdrawals) made.status = 'succeeded';
    const again = await post(handler, FIAT, withdrawal('one'));
    expect([again.status, again.text]).toEqual([first.status, first.text]);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  it('is the same request however its JSON is written, and no other', async () => {
    const { provider, state } = exchange();
    const handler = serve(provider);
    const body = withdrawal('one');
    const first = await post(handler, FIAT, body);
    const reordered = Object.fromEntries(Object.entries(body).reverse());
    const again = await post(handler, FIAT, JSON.stringify(reordered, null, 2));
    expect(again.text).toBe(first.text);
    expect(state.usd).toBe(990n);
    for (const [path, other] of [
      [FIAT, withdrawal('one', { balanceAmount: '11' })],
      [FIAT, withdrawal('one', { reasonForPayment: 'Donations' })],
      [FIAT, withdrawal('one', { destination: 7 })],
      ['/accounts/%6dain/transfers/withdrawals/fiat', body],
    ] as const) {
      const answer = await post(handler, path, other);
      expect([answer.status, answer.body]).toMatchObject([
        400,
        {
          errorType: 'idempotency-key-reuse',
          propertyName: 'idempotencyKey',
          requestPart: 'body',
        },
      ]);
    }
    expect(state.usd).toBe(990n);
  });

  it('is of one API key, one operation and one account', async () => {
    const { provider, state } = exchange();
    const handler = serve(provider);
    await post(handler, FIAT, withdrawal('one'));
    const sub = '/accounts/sub/transfers/withdrawals/fiat';
    expect((await post(handler, sub, withdrawal('one'))).status).toBe(201);
    expect(await post(handler, sub, withdrawal('one', amounting('11')))).toMatchObject({
      status: 400,
      body: { errorType: 'idempotency-key-reuse' },
    });
    expect((await post(handler, FIAT, withdrawal('one'), { apiKey: 'key-2' })).status).toBe(201);
    const peer = { ...BODIES.createPeerAccountWithdrawal, idempotencyKey: 'one' };
    const path = '/accounts/main/transfers/withdrawals/peeraccount';
    expect((await post(handler, path, peer)).status).toBe(201);
    expect(state.usd).toBe(960n);
  });

  it.each([
    ['schema', { balanceAmount: '-1' }, 'schema-property-error'],
    ['asset', { balanceAsset: { assetId: 'nothing' } }, 'unknown-asset'],
  ])('keeps a 4xx for a wrong %s as well', async (_, wrong, errorType) => {
    const { provider, state } = exchange();
    const handler = serve(provider);
    const first = await post(handler, FIAT, withdrawal('one', wrong));
    expect([first.status, first.body.errorType]).toEqual([400, errorType]);
    expect((await post(handler, FIAT, withdrawal('one', wrong))).text).toBe(first.text);
    expect((await post(handler, FIAT, withdrawal('one'))).body.errorType).toBe(
      'idempotency-key-reuse',
    );
    expect(state.usd).toBe(1_000n);
  });

  it('keeps what the provider refuses, though it would not refuse it now', async () => {
    const { provider } = exchange();
    let refusal: unknown = new ProviderRefusal('amount-below-minimum');
    const handler = serve(refusing(provider, () => refusal));
    const first = await post(handler, FIAT, withdrawal('one'));
    refusal = undefined;
    expect(first.status).toBe(400);
    expect((await post(handler, FIAT, withdrawal('one'))).text).toBe(first.text);
  });

  it('is known for 72 hours since it was last asked for', async () => {
    const { provider, state } = exchange();
    const clock = new FakeClock(Date.now());
    const handler = serve(provider, { clock, store: memoryStore({ clock }) });
    const first = await post(handler, FIAT, withdrawal('one'));
    for (let time = 0; time < 3; time++) {
      clock.pass(72 * HOUR_MS - 1);
      expect((await post(handler, FIAT, withdrawal('one'))).text).toBe(first.text);
    }
    expect(state.usd).toBe(990n);
    clock.pass(72 * HOUR_MS);
    await post(handler, FIAT, withdrawal('one'));
    expect(state.usd).toBe(980n);
  });
});

describe('a 5xx', () => {
  it('is handled anew, and that answer is the original from then on', async () => {
    const { provider, state } = exchange();
    let thrown: unknown = new Error('the database is away');
    const failures: HttpFailure[] = [];
    const handler = serve(
      refusing(provider, () => thrown),
      { onError: (failure) => failures.push(failure) },
    );
    const first = await post(handler, FIAT, withdrawal('one'));
    expect([first.status, first.body.errorType]).toEqual([500, 'internal-error']);
    expect(first.text).not.toContain('database');
    expect(failures.map(({ error }) => error)).toEqual([thrown]);
    expect((await post(handler, FIAT, withdrawal('one', { balanceAmount: '1' }))).status).toBe(400);
    thrown = undefined;
    const second = await post(handler, FIAT, withdrawal('one'));
    expect(second.status).toBe(201);
    expect((await post(handler, FIAT, withdrawal('one'))).text).toBe(second.text);
    expect(state.usd).toBe(990n);
  });

  it('that came after the work is answered with what was made', async () => {
    const { provider, asked, state } = exchange();
    state.onWithdraw = async () => {
      throw new Error('too late');
    };
    const handler = serve(provider);
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(500);
    state.onWithdraw = async () => {};
    const again = await post(handler, FIAT, withdrawal('one'));
    expect([again.status, again.body.id]).toEqual([201, 'w-1']);
    expect(state.usd).toBe(990n);
    expect(asked.filter((each) => /^(?:withdraw|find)/.test(each))).toEqual([
      'withdraw one',
      'find one',
    ]);
  });

  it('says nothing of an answer that is not as the documents have it', async () => {
    const { provider } = exchange();
    const { transfersFiat } = provider;
    if (transfersFiat === undefined) throw new Error('it has one');
    const withdraw = async () => ({ id: 'w-1' }) as never;
    const failures: HttpFailure[] = [];
    const altered = { ...provider, transfersFiat: { ...transfersFiat, withdraw } };
    const handler = serve(altered, { onError: (failure) => failures.push(failure) });
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(500);
    expect(String(failures[0]?.error)).toContain('is required');
  });
});

describe('a limit of the provider’s own', () => {
  /** A limit that is over, or not, and what it refuses with. */
  function limited(provider: Provider, store: Store = memoryStore()) {
    const limit = { isOver: false, status: 403 };
    const handler = serve(provider, {
      store,
      admit: () => {
        if (limit.isOver) throw new ProviderRefusal('bad-request', { status: limit.status });
      },
    });
    return { limit, handler };
  }

  it('does not change the answer that a key has', async () => {
    const { provider, state } = exchange();
    const { limit, handler } = limited(provider);
    const first = await post(handler, FIAT, withdrawal('one'));
    limit.isOver = true;
    const again = await post(handler, FIAT, withdrawal('one'));
    expect([again.status, again.text]).toEqual([201, first.text]);
    // And its own answer is the first of a key that had none.
    const refused = await post(handler, FIAT, withdrawal('two'));
    limit.isOver = false;
    const later = await post(handler, FIAT, withdrawal('two'));
    expect([refused.status, later.status, later.text]).toEqual([403, 403, refused.text]);
    expect(state.usd).toBe(990n);
  });

  it('does not refuse what an earlier try has done', async () => {
    const { provider, state } = exchange();
    const { limit, handler } = limited(provider);
    state.onWithdraw = async () => {
      throw new Error('too late');
    };
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(500);
    limit.isOver = true;
    const again = await post(handler, FIAT, withdrawal('one'));
    expect([again.status, again.body.id, state.usd]).toEqual([201, 'w-1', 990n]);
  });

  it('does not refuse what an earlier try may still do', async () => {
    const { provider, state } = exchange();
    const { transfersFiat } = provider;
    if (transfersFiat === undefined) throw new Error('it has one');
    // As SQL over replicas may be: what is not committed yet is not found.
    let isCommitted = false;
    const findWithdrawal: typeof transfersFiat.findWithdrawal = async (...given) =>
      isCommitted ? transfersFiat.findWithdrawal(...given) : undefined;
    const { limit, handler } = limited({
      ...provider,
      transfersFiat: { ...transfersFiat, findWithdrawal },
    });
    state.onWithdraw = async () => {
      throw new Error('the connection is lost');
    };
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(500);
    limit.isOver = true;
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(500);
    isCommitted = true;
    const again = await post(handler, FIAT, withdrawal('one'));
    expect([again.status, again.body.id, state.usd]).toEqual([201, 'w-1', 990n]);
  });

  it('does not refuse what was done where a store has lost it', async () => {
    const { provider, state } = exchange();
    await post(limited(provider).handler, FIAT, withdrawal('one'));
    const { limit, handler } = limited(provider);
    limit.isOver = true;
    const again = await post(handler, FIAT, withdrawal('one'));
    expect([again.status, again.body.id, state.usd]).toEqual([201, 'w-1', 990n]);
  });

  it.each([401, 413, 415, 429])('is about the try where it says %i', async (status) => {
    const { provider, asked, state } = exchange();
    const { limit, handler } = limited(provider);
    Object.assign(limit, { isOver: true, status });
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(status);
    expect(asked).toEqual([]);
    limit.isOver = false;
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(201);
    expect(state.usd).toBe(990n);
  });
});

it('finds nothing where a provider’s database says null', async () => {
  const { provider, state } = exchange();
  const { transfersFiat } = provider;
  if (transfersFiat === undefined) throw new Error('it has one');
  const findWithdrawal = async () => null as never;
  let thrown: unknown = new Error('the database is away');
  const handler = serve(
    refusing({ ...provider, transfersFiat: { ...transfersFiat, findWithdrawal } }, () => thrown),
  );
  expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(500);
  thrown = undefined;
  expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(201);
  expect(state.usd).toBe(990n);
});

describe('what is about the try and not about the request', () => {
  it.each([401, 413, 415, 429])('a %i is never kept', async (status) => {
    const { provider, state } = exchange();
    let refusal: unknown = new ProviderRefusal('bad-request', { status, retryAfterMs: 1_500 });
    const handler = serve(refusing(provider, () => refusal));
    const first = await post(handler, FIAT, withdrawal('one'));
    expect([first.status, first.headers.get('retry-after')]).toEqual([status, '2']);
    refusal = undefined;
    expect((await post(handler, FIAT, withdrawal('one', amounting('20')))).status).toBe(201);
    expect(state.usd).toBe(980n);
  });

  it('a request that is not authentic leaves nothing behind', async () => {
    const { provider } = exchange();
    const handler = serve(provider);
    const bad = { headers: { 'x-fbapi-signature': 'aa' } };
    expect((await post(handler, FIAT, withdrawal('one', { balanceAmount: '1' }), bad)).status).toBe(
      400,
    );
    const typed = { headers: { 'content-type': 'text/plain' } };
    const other = withdrawal('one', { balanceAmount: '2' });
    expect((await post(handler, FIAT, other, typed)).status).toBe(415);
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(201);
  });
});

describe('what became of a withdrawal', () => {
  /** Whose `withdraw` does its work, and then what it is told. */
  function telling(then: (made: unknown) => unknown) {
    const { provider, state } = exchange();
    const { transfersFiat } = provider;
    const withdraw = async (...asked: Parameters<typeof transfersFiat.withdraw>) =>
      then(await transfersFiat.withdraw(...asked)) as never;
    return { provider: { ...provider, transfersFiat: { ...transfersFiat, withdraw } }, state };
  }

  it('is unknown where the provider gives nothing as made, and never 404', async () => {
    const { provider, state } = telling(() => undefined);
    const handler = serve(provider);
    expect((await post(handler, FIAT, withdrawal('one'))).status).toBe(500);
    const retry = await post(handler, FIAT, withdrawal('one'));
    expect([retry.status, retry.body.id]).toEqual([201, 'w-1']);
    expect(state.usd).toBe(990n);
  });

  it('is not settled by an account that is not there for a while', async () => {
    const { provider, state } = telling(() => {
      throw new Error('the answer is lost');
    });
    const { accounts } = provider;
    const get = async () => undefined;
    const settings = { store: memoryStore() };
    expect((await post(serve(provider, settings), FIAT, withdrawal('one'))).status).toBe(500);
    const without = serve({ ...provider, accounts: { ...accounts, get } }, settings);
    expect((await post(without, FIAT, withdrawal('one'))).status).toBe(500);
    const retry = await post(serve(provider, settings), FIAT, withdrawal('one'));
    expect([retry.status, retry.body.id]).toEqual([201, 'w-1']);
    expect(state.usd).toBe(990n);
  });

  it.each([
    ['amount', { balanceAmount: '77' }, { amount: '77' }],
    ['asset', { balanceAsset: EUR }, { asset: EUR }],
  ])(
    'is not that of another under the same key, such as one of another %s',
    async (_, other, there) => {
      const { provider, state, withdrawals } = exchange();
      let isAway = false;
      const flaky = refusing(provider, () => (isAway ? new Error('away') : undefined));
      const heard: HttpFailure[] = [];
      const settings = { onError: (failure: HttpFailure) => void heard.push(failure) };
      const balances = {
        list: async () =>
          [USD, EUR].map((asset) => ({ id: assetKey(asset), asset, availableAmount: '1000' })),
      };
      const handler = serve({ ...flaky, capabilities: {}, balances }, settings);
      const asked = { ...BODIES.createFiatWithdrawal, idempotencyKey: 'one' };
      expect((await post(handler, FIAT, asked)).status).toBe(201);
      const destination = { ...Object(BODIES.createFiatWithdrawal?.destination), ...there };
      const second = { ...asked, ...other, destination };
      isAway = true;
      expect((await post(handler, FIAT, second, { apiKey: 'key-2' })).status).toBe(500);
      isAway = false;
      expect((await post(handler, FIAT, second, { apiKey: 'key-2' })).status).toBe(500);
      expect(heard).toHaveLength(2);
      expect([state.usd, withdrawals.length]).toEqual([990n, 1]);
    },
  );
});

describe('what is found under the key of another request', () => {
  const { createRamp, createDepositAddress } = BODIES;
  const POINTS = { assetId: 'points' };
  it.each([
    ['a ramp of another amount', 'ramps', createRamp, { ...createRamp, amount: '11' }],
    [
      'a ramp of another currency',
      'ramps',
      createRamp,
      { ...createRamp, from: { transferMethod: 'Iban', asset: EUR } },
    ],
    [
      'a ramp that another account pays',
      'ramps',
      { ...createRamp, from: { type: 'Prefunded', asset: USD, takeFrom: 'main' } },
      { ...createRamp, from: { type: 'Prefunded', asset: USD, takeFrom: 'sub' } },
    ],
    [
      'a ramp to another address',
      'ramps',
      createRamp,
      { ...createRamp, to: { ...Object(createRamp?.to), address: 'another' } },
    ],
    [
      'an address for another asset',
      'transfers/deposits/addresses',
      createDepositAddress,
      {
        ...createDepositAddress,
        transferMethod: { transferMethod: 'PublicBlockchain', asset: POINTS },
      },
    ],
  ])('is not given: %s', async (_, path, first, second) => {
    const { provider } = exchange();
    const { ramps, depositAddresses } = provider;
    const away = async () => {
      throw new Error('away');
    };
    const store = memoryStore();
    const { listDepositMethods: _any, ...lists } = provider.capabilities;
    const capabilities = {
      ...lists,
      listRampMethods: async () =>
        [
          { transferMethod: 'Iban', asset: USD } as const,
          { transferMethod: 'Iban', asset: EUR } as const,
          { type: 'Prefunded', asset: USD } as const,
        ].map((from, index) => ({
          id: `rm-${index}`,
          from,
          to: { transferMethod: 'PublicBlockchain' as const, asset: BTC },
        })),
    };
    const there = serve({ ...provider, capabilities }, { store });
    const gone = serve(
      {
        ...provider,
        capabilities,
        ramps: { ...ramps, create: away },
        depositAddresses: { ...depositAddresses, create: away },
      },
      { store },
    );
    const key2 = { apiKey: 'key-2' };
    const made = await post(there, `/accounts/main/${path}`, first);
    expect(made.status).toBeLessThan(300);
    expect((await post(gone, `/accounts/main/${path}`, second, key2)).status).toBe(500);
    expect((await post(there, `/accounts/main/${path}`, second, key2)).status).toBe(500);
  });

  const { createBlockchainWithdrawal, createFiatWithdrawal } = BODIES;
  const to = (body: object | undefined, more: object) => ({
    destination: { ...Object(Object(body).destination), ...more },
  });
  const HOLDER = { name: 'B' };
  it.each<[string, string, object | undefined, object]>([
    [
      'to another address',
      'blockchain',
      createBlockchainWithdrawal,
      to(createBlockchainWithdrawal, { address: '1BoatSLRHtKNngkdXEeobR76b53LETtpyT' }),
    ],
    [
      'to an address with a tag',
      'blockchain',
      createBlockchainWithdrawal,
      to(createBlockchainWithdrawal, { addressTag: '7' }),
    ],
    [
      'to an address without a tag',
      'blockchain',
      { ...createBlockchainWithdrawal, ...to(createBlockchainWithdrawal, { addressTag: '7' }) },
      to(createBlockchainWithdrawal, {}),
    ],
    ['of which more leaves', 'blockchain', createBlockchainWithdrawal, { balanceAmount: '1.001' }],
    [
      'to another IBAN',
      'fiat',
      createFiatWithdrawal,
      to(createFiatWithdrawal, { iban: 'DE89370400440532013000' }),
    ],
    [
      'to another holder',
      'fiat',
      createFiatWithdrawal,
      to(createFiatWithdrawal, { accountHolder: HOLDER }),
    ],
  ])('is not given after the store is lost: a withdrawal %s', async (_, kind, first, more) => {
    const { provider, withdrawals } = exchange();
    const path = `/accounts/main/transfers/withdrawals/${kind}`;
    const { transfersBlockchain, transfersFiat } = provider;
    // As a table fails that has each key once.
    const withdraw = async () => {
      throw new Error('the key is there');
    };
    const failing = {
      ...provider,
      transfersBlockchain: { ...transfersBlockchain, takesFees: true, withdraw },
      transfersFiat: { ...transfersFiat, withdraw },
    };
    const made = await post(serve(provider), path, first);
    expect(made.status, made.text).toBe(201);
    const lost = { store: memoryStore() };
    for (const again of [1, 2, 3]) {
      const other = await post(serve(failing, lost), path, { ...first, ...more });
      expect([again, other.status, other.text]).toEqual([again, 500, expect.any(String)]);
      expect(other.text).not.toContain(made.body.id);
    }
    expect(withdrawals).toHaveLength(1);
    // A repetition of the request that made it finds it.
    const same = { store: memoryStore() };
    await post(serve(failing, same), path, first);
    const found = await post(serve(failing, same), path, first);
    expect([found.status, found.body.id]).toEqual([201, made.body.id]);
  });

  it('is the retry’s own where it is what was asked for', async () => {
    const { provider, ramps } = exchange();
    const { ramps: part } = provider;
    const store = memoryStore();
    const create: typeof part.create = async (...asked) => {
      await part.create(...asked);
      throw new Error('lost');
    };
    const dying = serve({ ...provider, ramps: { ...part, create } }, { store });
    expect((await post(dying, '/accounts/main/ramps', createRamp)).status).toBe(500);
    const retry = await post(serve(provider, { store }), '/accounts/main/ramps', createRamp);
    expect([retry.status, retry.body.id, ramps.length]).toEqual([201, 'r-1', 1]);
  });
});

describe('a store that dies', () => {
  const steps = (['setIfAbsent', 'get', 'compareAndSet'] as const).flatMap((step) =>
    (['before', 'after'] as const).map((when) => [step, when] as const),
  );

  it.each(steps)(
    'at %s, %s it was done: the retry gives the one withdrawal',
    async (step, when) => {
      const { provider, state, withdrawals } = exchange();
      const clock = new FakeClock(Date.now());
      const { store, fail } = failing(memoryStore({ clock }), when);
      const settings = { store, clock, leaseMs: 1_000 };
      fail(step);
      const first = await post(serve(provider, settings), FIAT, withdrawal('one'));
      fail(step, 0);
      // Another process, which knows no more than the store does.
      const retry = await post(serve(provider, settings), FIAT, withdrawal('one'));
      expect([retry.status, retry.body.id]).toEqual([201, 'w-1']);
      expect([state.usd, withdrawals.length]).toEqual([990n, 1]);
      const again = await post(serve(provider, settings), FIAT, withdrawal('one'));
      expect(again.text).toBe(retry.text);
      if (first.status < 500) expect(retry.text).toBe(first.text);
    },
  );
});

describe('two processes whose clocks differ', () => {
  it('do not take one another for dead', async () => {
    const { provider, asked, state } = exchange();
    state.onWithdraw = () => new Promise((resolve) => setTimeout(resolve, 900));
    // As SQL over replicas may be: what is not committed yet is not found.
    const { transfersFiat } = provider;
    const blind = {
      ...provider,
      transfersFiat: { ...transfersFiat, findWithdrawal: async () => undefined },
    };
    const store = memoryStore();
    const ahead = { ...systemClock, now: () => Date.now() + 60_000 };
    const slow = serve(blind, { store, leaseMs: 300 });
    const skewed = serve(blind, {
      store,
      leaseMs: 300,
      clock: ahead,
      verifier: new RequestVerifier({ ...SCHEME, keys: { [API_KEY]: SECRET } }),
    });
    const first = post(slow, FIAT, withdrawal('one'));
    await expect.poll(() => asked).toContain('withdraw one');
    const second = await post(skewed, FIAT, withdrawal('one'));
    expect([second.status, second.text]).toEqual([201, (await first).text]);
    expect(asked.filter((each) => each.startsWith('withdraw'))).toEqual(['withdraw one']);
    expect(state.usd).toBe(990n);
  });
});

describe('a process that dies at the work', () => {
  it.each([
    ['after it', true],
    ['before it', false],
  ])('%s: the retry waits for its lease and gives the one withdrawal', async (_, worked) => {
    const { provider, state, withdrawals } = exchange();
    // No time passes for the dead.
    const [clock, dead] = [new FakeClock(Date.now()), new FakeClock(Date.now())];
    const store = memoryStore({ clock });
    const { transfersFiat } = provider;
    if (transfersFiat === undefined) throw new Error('it has one');
    let started = () => {};
    const isStarted = new Promise<void>((resolve) => {
      started = resolve;
    });
    const dying: Provider = {
      ...provider,
      transfersFiat: {
        ...transfersFiat,
        withdraw: async (accountId, request, call) => {
          if (worked) await transfersFiat.withdraw(accountId, request, call);
          started();
          return new Promise(() => {});
        },
      },
    };
    const settings = { store, clock: dead, timeoutMs: 400 };
    const first = post(serve(dying, settings), FIAT, withdrawal('one'));
    await isStarted;
    const retry = await post(serve(provider, { store, clock }), FIAT, withdrawal('one'));
    expect([retry.status, retry.body.id]).toEqual([201, 'w-1']);
    expect([state.usd, withdrawals.length]).toEqual([990n, 1]);
    dead.pass(400);
    expect((await first).status).toBe(504);
  });

  it('keeps nobody waiting until a clock that was set back by a day has caught up', async () => {
    const { provider, asked, state } = exchange();
    const [clock, dead] = [new FakeClock(Date.now()), new FakeClock(Date.now())];
    const store = memoryStore({ clock });
    state.onWithdraw = () => new Promise(() => {});
    const settings = { store, clock: dead, timeoutMs: 400 };
    const first = post(serve(provider, settings), FIAT, withdrawal('one'));
    await vi.waitFor(() => expect(asked).toContain('withdraw one'));
    clock.setWall(clock.now() - 24 * HOUR_MS);
    state.onWithdraw = async () => {};
    const startedAt = clock.monotonic();
    const retry = await post(serve(provider, { store, clock }), FIAT, withdrawal('one'));
    expect(retry.status).toBe(201);
    expect(clock.monotonic() - startedAt).toBeLessThanOrEqual(20_000);
    dead.pass(400);
    expect((await first).status).toBe(504);
  });

  it('is not taken for dead while it is only slow', async () => {
    const { provider, asked, state } = exchange();
    const store = memoryStore();
    state.onWithdraw = () => new Promise((resolve) => setTimeout(resolve, 1_200));
    const settings = { store, leaseMs: 500 };
    const both = await Promise.all([
      post(serve(provider, settings), FIAT, withdrawal('one')),
      post(serve(provider, settings), FIAT, withdrawal('one')),
    ]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(asked.filter((each) => /^(?:withdraw|find)/.test(each))).toEqual(['withdraw one']);
  });
});

describe('time that runs out', () => {
  it('gives up the waiting and not the work: the next asks for its answer', async () => {
    const { provider, state } = exchange();
    let finish = () => {};
    state.onWithdraw = () =>
      new Promise((resolve) => {
        finish = resolve;
      });
    const handler = serve(provider, { timeoutMs: 400 });
    const first = await post(handler, FIAT, withdrawal('one'));
    expect([first.status, first.body.errorType]).toEqual([504, 'internal-error']);
    finish();
    const second = await post(handler, FIAT, withdrawal('one'));
    expect([second.status, second.body.id, state.usd]).toEqual([201, 'w-1', 990n]);
  });
});

describe('whatever fails, in whatever order', () => {
  const step = fc.record({
    key: fc.constantFrom('one', 'two'),
    balanceAmount: fc.constantFrom('10', '20'),
    passMs: fc.constantFrom(0, 500, 5_000),
    storeFault: fc.option(
      fc.record({
        method: fc.constantFrom('setIfAbsent', 'get', 'compareAndSet', 'delete'),
        when: fc.constantFrom('before', 'after'),
      }),
    ),
    thrown: fc.constantFrom('nothing', 'before', 'after', 'refusal', 'too-many'),
  });

  it('a key is one withdrawal at most, and has one answer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { provider, withdrawals, state } = exchange();
        const clock = new FakeClock(Date.now());
        const memory = memoryStore({ clock });
        const answers = new Map<string, Set<string>>();
        for (const { key, balanceAmount, passMs, storeFault, thrown } of steps) {
          clock.pass(passMs);
          const { store, fail } = failing(memory, storeFault?.when ?? 'before');
          if (storeFault) fail(storeFault.method as keyof Store);
          state.onWithdraw = async () => {
            if (thrown === 'after') throw new Error('after');
          };
          const faulty = refusing(provider, () => {
            if (thrown === 'before') return new Error('before');
            if (thrown === 'refusal') return new ProviderRefusal('bad-request');
            if (thrown === 'too-many') return new ProviderRefusal('bad-request', { status: 429 });
            return undefined;
          });
          const handler = serve(faulty, { store, clock, leaseMs: 1_000 });
          const { status, text, body } = await post(
            handler,
            FIAT,
            withdrawal(key, amounting(balanceAmount)),
          );
          if (status >= 500 || status === 429 || body.errorType === 'idempotency-key-reuse')
            continue;
          answers.set(key, (answers.get(key) ?? new Set()).add(`${status} ${text}`));
        }
        for (const [key, distinct] of answers) expect([key, distinct.size]).toEqual([key, 1]);
        const keys = withdrawals.map((made) => made.key);
        expect(new Set(keys).size).toBe(keys.length);
      }),
      runs(300),
    );
  });
});
