// A store that loses an entry, or the answer to a write that it has carried out, as one does that fails over.
import { describe, expect, it, vi } from 'vitest';
import type { Clock } from '../../../src/core/clock.js';
import type { HttpHandler, ProviderServerOptions } from '../../../src/handlers.js';
import { type Provider, ProviderRefusal } from '../../../src/provider/index.js';
import { memoryStore, type Store } from '../../../src/store/index.js';
import { FakeClock } from '../../support/fake-clock.js';
import { post, serve } from './support/caller.js';
import { BODIES, exchange } from './support/exchange.js';
import { failing } from './support/failing-store.js';

const FIAT = '/accounts/main/transfers/withdrawals/fiat';
const BODY = { ...BODIES.createFiatWithdrawal, idempotencyKey: 'one' };

/** A store whose entries are all lost by `lose`. */
function forgetful() {
  let inner = memoryStore();
  const store: Store = {
    get: (...given) => inner.get(...given),
    setIfAbsent: (...given) => inner.setIfAbsent(...given),
    compareAndSet: (...given) => inner.compareAndSet(...given),
    delete: (...given) => inner.delete(...given),
  };
  const lose = () => {
    inner = memoryStore();
  };
  return { store, lose };
}

const calls = (asked: readonly string[]) => asked.filter((each) => /^(?:withdraw|find)/.test(each));

describe('a store that loses the entry of a key', () => {
  it('while the withdrawal is made: it is made once, and a repetition gets the same answer', async () => {
    const { provider, asked, state } = exchange();
    const { store, lose } = forgetful();
    let times = 1;
    state.onWithdraw = async () => {
      if (times-- > 0) lose();
    };
    const first = await post(serve(provider, { store }), FIAT, BODY);
    const again = await post(serve(provider, { store }), FIAT, BODY);
    expect([first.status, first.body.id]).toEqual([201, 'w-1']);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect([calls(asked), state.usd]).toEqual([['withdraw one'], 990n]);
  });

  it('again and again: the withdrawal is made once', async () => {
    const { provider, asked, state } = exchange();
    const { store, lose } = forgetful();
    let times = 5;
    const losing: Store = {
      ...store,
      compareAndSet: async (...given) => {
        if (times-- > 0) lose();
        return store.compareAndSet(...given);
      },
    };
    const first = await post(serve(provider, { store: losing }), FIAT, BODY);
    expect([first.status, first.body.id]).toEqual([201, 'w-1']);
    expect([calls(asked), state.usd]).toEqual([['withdraw one'], 990n]);
  });

  it('to another process, which then loses it too: the withdrawal is looked for', async () => {
    const { provider, asked, state } = exchange();
    const { store, lose } = forgetful();
    let claimed: readonly [name: string, claim: string] | undefined;
    let other: string | undefined;
    const watched: Store = {
      ...store,
      setIfAbsent: (name, text, ttlMs) => {
        claimed ??= [name, text];
        return store.setIfAbsent(name, text, ttlMs);
      },
      get: async (name) => {
        const text = await store.get(name);
        if (text === other) lose();
        return text;
      },
    };
    // It is there when the answer is to be kept, and gone with the next look.
    state.onWithdraw = async () => {
      lose();
      if (claimed === undefined) throw new Error('nothing was claimed');
      const [name, claim] = claimed;
      other = JSON.stringify({ ...JSON.parse(claim), owner: 'other' });
      await store.setIfAbsent(name, other);
    };
    const answer = await post(serve(provider, { store: watched }), FIAT, BODY);
    expect([answer.status, answer.body.id]).toEqual([201, 'w-1']);
    expect([calls(asked), state.usd]).toEqual([['withdraw one', 'find one'], 990n]);
  });
});

it('a store that does not answer once does not keep a key at work for ever', async () => {
  const { provider, asked, state } = exchange();
  const inner = memoryStore();
  let times = 1;
  const silent: Store = {
    ...inner,
    get: (...given) => inner.get(...given),
    setIfAbsent: (...given) => inner.setIfAbsent(...given),
    delete: (...given) => inner.delete(...given),
    compareAndSet: (...given) =>
      times-- > 0 ? new Promise(() => {}) : inner.compareAndSet(...given),
  };
  const handler = serve(provider, { store: silent, leaseMs: 300, timeoutMs: 30_000 });
  expect((await post(handler, FIAT, BODY)).status).toBeGreaterThanOrEqual(500);
  const again = await post(handler, FIAT, BODY);
  expect([again.status, again.body.id]).toEqual([201, 'w-1']);
  expect([calls(asked), state.usd]).toEqual([['withdraw one', 'find one'], 990n]);
});

describe('a withdrawal that was made is not answered with a refusal', () => {
  const refusal = new ProviderRefusal('bad-request', {
    message: 'The account has less than that.',
  });
  type Fiat = NonNullable<Provider['transfersFiat']>;

  /** A provider whose parts answer otherwise while something is so. */
  function refusing() {
    const { provider, asked, state } = exchange();
    const { transfersFiat: fiat, accounts, capabilities } = provider;
    if (!fiat || !accounts || !capabilities) throw new Error('it has them');
    const refused = new Set<'withdraw' | 'find' | 'account' | 'method'>();
    const unless = <T>(what: typeof refused extends Set<infer W> ? W : never, work: () => T): T => {
      if (refused.has(what)) throw refusal;
      return work();
    };
    const transfersFiat: Fiat = {
      ...fiat,
      withdraw: async (...given) => unless('withdraw', () => fiat.withdraw(...given)),
      findWithdrawal: async (...given) => unless('find', () => fiat.findWithdrawal(...given)),
    };
    const altered: Provider = {
      ...provider,
      transfersFiat,
      accounts: {
        ...accounts,
        get: async (...given) => unless('account', () => accounts.get(...given)),
      },
      capabilities: {
        ...capabilities,
        listWithdrawalMethods: async (...given) =>
          refused.has('method')
            ? []
            : ((await capabilities.listWithdrawalMethods?.(...given)) ?? []),
      },
    };
    return { provider: altered, asked, state, refused };
  }

  it.each(['withdraw', 'method'] as const)(
    'by the %s, where the store has lost it',
    async (what) => {
      const { provider, asked, state, refused } = refusing();
      const { store, lose } = forgetful();
      const first = await post(serve(provider, { store }), FIAT, BODY);
      expect(first.status).toBe(201);
      lose();
      refused.add(what);
      const again = await post(serve(provider, { store }), FIAT, BODY);
      expect([again.status, again.body.id]).toEqual([201, 'w-1']);
      expect([calls(asked), state.usd]).toEqual([['withdraw one', 'find one'], 990n]);
      // What was never made is refused.
      const other = await post(serve(provider, { store }), FIAT, {
        ...BODY,
        idempotencyKey: 'two',
      });
      expect(other.status).toBe(400);
    },
  );

  it.each(['find', 'account'] as const)('by the %s, before it was looked for', async (what) => {
    const { provider, state, refused } = refusing();
    const store = memoryStore();
    state.onWithdraw = async () => {
      throw new Error('after the money had moved');
    };
    expect((await post(serve(provider, { store }), FIAT, BODY)).status).toBe(500);
    state.onWithdraw = async () => {};
    refused.add(what);
    expect((await post(serve(provider, { store }), FIAT, BODY)).status).toBe(500);
    refused.clear();
    const third = await post(serve(provider, { store }), FIAT, BODY);
    expect([third.status, third.body.id, state.usd]).toEqual([201, 'w-1', 990n]);
  });

  const { destination } = Object(BODIES.createFiatWithdrawal);
  const NINE = { ...BODY, balanceAmount: '9', destination: { ...destination, amount: '9' } };

  it('nor is it called the reuse of a key, where what is found is of another caller', async () => {
    const { provider, asked, state } = exchange();
    const store = memoryStore();
    await post(serve(provider, { store }), FIAT, BODY);
    state.onWithdraw = async () => {
      throw new Error('after the money had moved');
    };
    for (const _try of ['first', 'again']) {
      const answer = await post(serve(provider, { store }), FIAT, NINE, { apiKey: 'key-2' });
      expect(answer.status).toBe(500);
    }
    expect([calls(asked), state.usd]).toEqual([['withdraw one', 'withdraw one', 'find one'], 981n]);
  });

  // As one that is used again after the time for which answers are kept.
  it('and the key of another request is called that, as long as no earlier try may have been of this one', async () => {
    const { provider, asked, state, refused } = refusing();
    const { store, lose } = forgetful();
    await post(serve(provider, { store }), FIAT, BODY);
    lose();
    refused.add('withdraw');
    const reused = await post(serve(provider, { store }), FIAT, NINE);
    const again = await post(serve(provider, { store }), FIAT, NINE);
    expect([reused.status, reused.body.errorType]).toEqual([400, 'idempotency-key-reuse']);
    expect([again.status, again.text]).toEqual([400, reused.text]);
    expect([calls(asked), state.usd]).toEqual([['withdraw one', 'find one'], 990n]);
  });

  it('by a search that is refused after the refusal', async () => {
    const { provider, refused } = refusing();
    const { store, lose } = forgetful();
    await post(serve(provider, { store }), FIAT, BODY);
    lose();
    refused.add('withdraw').add('find');
    expect((await post(serve(provider, { store }), FIAT, BODY)).status).toBe(500);
  });
});

/** A withdrawal that takes until much more than a lease has passed, and is repeated meanwhile. */
function slow() {
  const { provider, asked, state } = exchange();
  // As SQL over replicas may be: what is not committed yet is not found.
  const { transfersFiat } = provider;
  const findWithdrawal = async () => undefined;
  const blind = { ...provider, transfersFiat: { ...transfersFiat, findWithdrawal } };
  const clock = new FakeClock(Date.now());
  let finish = () => {};
  state.onWithdraw = () =>
    new Promise((resolve) => {
      // A second one is not waited for.
      if (calls(asked).length > 1) resolve();
      else finish = resolve;
    });
  const serving = (more: Partial<ProviderServerOptions>) =>
    serve(blind, { clock, leaseMs: 3_000, timeoutMs: 120_000, ...more });

  const begun = async (handler: HttpHandler) => {
    const answer = post(handler, FIAT, BODY);
    await vi.waitFor(() => expect(asked).toContain('withdraw one'));
    return { answer };
  };
  const isMadeOnce = async (handler: HttpHandler, first: ReturnType<typeof post>) => {
    const startedAt = clock.monotonic();
    clock.onSleep = async () => {
      await new Promise((resolve) => void setImmediate(resolve));
      if (clock.monotonic() - startedAt > 20_000) finish();
    };
    const second = await post(handler, FIAT, BODY);
    finish();
    expect([second.status, second.text]).toEqual([201, (await first).text]);
    expect([calls(asked), state.usd]).toEqual([['withdraw one'], 990n]);
  };
  return { clock, serving, begun, isMadeOnce };
}

it('a process that stops for longer than its lease does not take itself for dead', async () => {
  const { clock, serving, begun, isMadeOnce } = slow();
  // Its renewals are due no sooner than the repetition's next look.
  let isStopped = false;
  const stopping: Clock = {
    now: () => clock.now(),
    monotonic: () => clock.monotonic(),
    sleep: (ms, signal) => clock.sleep(ms, signal),
    after: (ms, action) => clock.after(ms, () => void (isStopped || action())),
  };
  const handler = serving({ clock: stopping, store: memoryStore({ clock }) });
  const { answer } = await begun(handler);
  isStopped = true;
  await isMadeOnce(handler, answer);
});

it('a renewal whose answer is lost does not have the process that works taken for dead', async () => {
  const { clock, serving, begun, isMadeOnce } = slow();
  const memory = memoryStore({ clock });
  const { store, fail } = failing(memory, 'after');
  const { answer } = await begun(serving({ store }));
  fail('compareAndSet');
  clock.pass(1_000);
  await isMadeOnce(serving({ store: memory }), answer);
});
