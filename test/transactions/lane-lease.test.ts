import { describe, expect, test } from 'vitest';
import { UnreachableError } from '../../src/core/errors.js';
import { systemRandom } from '../../src/core/random.js';
import { memoryStore, type Store, StoreError } from '../../src/store/index.js';
import { AccountBusyError } from '../../src/transactions/index.js';
import type { Finish, LanePass, LaneRequest, Lanes } from '../../src/transactions/lanes/lanes.js';
import { sharedLanes } from '../../src/transactions/lanes/shared.js';
import { ManualClock, settle } from '../support/manual-clock.js';
import { rejectionOf } from '../support/rejections.js';
import { stubStore } from '../support/stub-store.js';

const LEASE_MS = 30_000;
const ACCOUNT = 'xrpl:1/rAccount';

/** Processes that share a store, each with a clock of its own: one that sleeps has no time. */
class Replicas {
  readonly clock = new ManualClock();
  readonly store: Store = memoryStore({ clock: this.clock });
  readonly all: Replica[] = [];

  add(store: Store = this.store, width = 1): Replica {
    const replica = new Replica(store, width);
    this.all.push(replica);
    return replica;
  }

  /** Time passes for the store, and for all but those who sleep. */
  async pass(ms: number, ...asleep: readonly Replica[]): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      for (const one of this.all) if (!asleep.includes(one)) await one.clock.pass(1_000);
      await this.clock.pass(1_000);
    }
  }
}

class Replica {
  readonly clock = new ManualClock();
  readonly lanes: Lanes;
  /** Whose work it has finished. */
  readonly finished: string[] = [];

  constructor(store: Store, width: number) {
    this.lanes = sharedLanes({
      store,
      leaseMs: LEASE_MS,
      clock: this.clock,
      random: systemRandom,
    })('numbers', {
      width,
      clock: this.clock,
    });
  }

  request(requestId: string, timeoutMs = 600_000): LaneRequest {
    const finish: Finish = async (holder, pass) => {
      this.finished.push(holder.requestId);
      await pass.leave('given-back');
    };
    return { account: ACCOUNT, holder: { requestId }, timeoutMs, finish };
  }

  async enter(requestId: string): Promise<LanePass> {
    return this.lanes.enter(this.request(requestId));
  }
}

/** Whether a promise has no end yet. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  let open = true;
  const end = () => {
    open = false;
  };
  promise.then(end, end);
  await settle();
  return open;
}

describe('a lane of two processes', () => {
  test('is one’s at a time, and names whoever has it', async () => {
    const replicas = new Replicas();
    const [one, other] = [replicas.add(), replicas.add()];
    const pass = await one.enter('first');
    await pass.update({ custodyId: 'custody-1' });
    expect(await other.lanes.tryEnter(other.request('second'))).toBeUndefined();
    const waiting = other.lanes.enter(other.request('second', 5_000));
    const ended = rejectionOf(waiting);
    await replicas.pass(6_000);
    const error = await ended;
    expect(error).toBeInstanceOf(AccountBusyError);
    expect(error).toMatchObject({
      details: { holder: { requestId: 'first', custodyId: 'custody-1' } },
    });
    await pass.leave('spent');
    expect(await other.enter('third')).toBeDefined();
  });

  test('is looked at less often the longer a call waits, and no more than a second late', async () => {
    const replicas = new Replicas();
    let reads = 0;
    const store = stubStore(replicas.store, ({ method }, make) => {
      if (method === 'get') reads += 1;
      return make();
    });
    const [one, other] = [replicas.add(), replicas.add(store)];
    const pass = await one.enter('first');
    const waiting = other.enter('second');
    const readsIn = async (ms: number) => {
      const before = reads;
      await other.clock.pass(ms, 50);
      return reads - before;
    };
    const early = await readsIn(2_000);
    await readsIn(60_000);
    const late = await readsIn(20_000);
    // A look reads the lane twice, and the other's sign of life.
    expect(early).toBeGreaterThanOrEqual(30);
    expect(late).toBeLessThanOrEqual(63);
    await pass.leave('spent');
    await other.clock.pass(1_000, 50);
    expect(await isOpen(waiting)).toBe(false);
  });

  test('is taken in turns, however many wait in one of them', async () => {
    const replicas = new Replicas();
    const [one, other] = [replicas.add(), replicas.add()];
    const order: string[] = [];
    const first = await one.enter('first');
    const calls: Promise<void>[] = [];
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) {
      const replica = name.startsWith('a') ? one : other;
      const call = replica.enter(name).then(async (pass) => {
        order.push(name);
        await pass.leave('spent');
      });
      calls.push(call);
      await settle();
    }
    await first.leave('spent');
    await replicas.pass(30_000);
    await Promise.all(calls);
    expect(order).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
  });

  test('stays with a process that works for longer than a lease, as long as it is there', async () => {
    const replicas = new Replicas();
    const [one, other] = [replicas.add(), replicas.add()];
    const pass = await one.enter('long');
    await pass.commit();
    const waiting = other.enter('next');
    await replicas.pass(10 * LEASE_MS);
    expect(await isOpen(waiting)).toBe(true);
    expect(other.finished).toEqual([]);
    await pass.leave('spent');
    await replicas.pass(2_000);
    await (await waiting).leave('spent');
  });

  test('goes on without a process that is gone, once its lease is over', async () => {
    const replicas = new Replicas();
    const [one, other] = [replicas.add(), replicas.add()];
    const pass = await one.enter('left behind');
    await pass.reconciled();
    await pass.reserve(7n);
    await pass.commit();
    const waiting = other.enter('next');
    await replicas.pass(LEASE_MS - 5_000, one);
    expect(await isOpen(waiting)).toBe(true);
    await replicas.pass(10_000, one);
    const next = await waiting;
    expect(other.finished).toEqual(['left behind']);
    // What the dead one may have begun has to be looked for at the custody.
    expect(next.isUnreconciled).toBe(true);
    expect(await next.reserve(7n)).toBe(7n);
  });

  test('has nothing left of a process that died before it asked for anything', async () => {
    const replicas = new Replicas();
    const [one, other] = [replicas.add(), replicas.add()];
    await (await one.enter('never asked')).reserve(7n);
    const waiting = other.enter('next');
    await replicas.pass(LEASE_MS + 5_000, one);
    expect(await (await waiting).reserve(7n)).toBe(7n);
    expect(other.finished).toEqual([]);
  });

  test('does not wait for a process that died in the queue', async () => {
    const replicas = new Replicas();
    const [one, dead, other] = [replicas.add(), replicas.add(), replicas.add()];
    const pass = await one.enter('first');
    const gone = dead.enter('dead');
    gone.catch(() => undefined);
    await settle();
    const waiting = other.enter('next');
    await settle();
    await pass.leave('spent');
    await replicas.pass(LEASE_MS + 5_000, dead);
    await (await waiting).leave('spent');
  });
});

describe('a process that wakes after its lease', () => {
  async function overtaken(width = 1) {
    const replicas = new Replicas();
    const [sleeper, other] = [replicas.add(undefined, width), replicas.add(undefined, width)];
    return { replicas, sleeper, other };
  }

  test('can neither reserve nor sign, and gives back nothing of others', async () => {
    const { replicas, sleeper, other } = await overtaken();
    const pass = await sleeper.enter('asleep');
    await pass.reserve(7n);
    const waiting = other.enter('next');
    await replicas.pass(LEASE_MS + 5_000, sleeper);
    const next = await waiting;
    expect(await next.reserve(7n)).toBe(7n);
    await next.commit();

    for (const act of [
      () => pass.commit(),
      () => pass.reserve(7n),
      () => pass.reserveMany(7n, 3),
      () => pass.take([7n, 8n]),
    ]) {
      expect(await rejectionOf(act())).toBeInstanceOf(AccountBusyError);
    }
    await pass.update({ numbers: [1n] });
    await pass.sent(7n);
    await pass.leave('given-back');
    await pass.detach();
    // The other one still has all that it had.
    expect(await sleeper.lanes.tryEnter(sleeper.request('third'))).toBeUndefined();
    await next.turn(7n, {});
    await next.leave('spent');
    const third = await sleeper.enter('third');
    expect(await third.reserve(7n)).toBe(8n);
  });

  test('is not let in by the name of a request that others have finished and begun anew', async () => {
    const { replicas, sleeper, other } = await overtaken();
    const pass = await sleeper.enter('same');
    await pass.reserve(7n);
    await pass.commit();
    const waiting = other.enter('next');
    await replicas.pass(LEASE_MS + 5_000, sleeper);
    await (await waiting).leave('given-back');
    const again = await other.enter('same');
    await again.reserve(7n);
    expect(await rejectionOf(pass.commit())).toBeInstanceOf(AccountBusyError);
    await pass.leave('given-back');
    await again.commit();
  });

  test('does not send a transaction whose number was given to another', async () => {
    const { replicas, sleeper, other } = await overtaken();
    const pass = await sleeper.enter('asleep');
    await pass.reserve(7n);
    await pass.commit();
    const waiting = other.enter('next');
    await replicas.pass(LEASE_MS + 5_000, sleeper);
    const next = await waiting;
    await next.reserve(7n);
    expect(await pass.turn(7n, {})).toBe('lost');
  });

  test('goes on as before where nobody took anything over', async () => {
    const { replicas, sleeper } = await overtaken();
    const pass = await sleeper.enter('asleep');
    await pass.reserve(7n);
    await replicas.pass(10 * LEASE_MS, sleeper);
    await pass.commit();
    await pass.turn(7n, {});
    await pass.leave('spent');
    expect(await (await sleeper.enter('next')).reserve(7n)).toBe(8n);
  });
});

describe('of two signed requests with one number', () => {
  async function afterFirst(replaces?: LaneRequest['replaces']) {
    const replica = new Replicas().add();
    const first = await replica.enter('first');
    await first.adopt([7n]);
    await first.leave('spent');
    const second = await replica.lanes.enter({ ...replica.request('second'), replaces });
    await second.adopt([7n]);
    return { replica, second };
  }

  test('what comes after the other was sent is not sent, and holds nobody up', async () => {
    const { replica, second } = await afterFirst();
    expect(await second.turn(7n, {})).toBe('lost');
    const third = await replica.lanes.tryEnter(replica.request('third'));
    expect(await third?.reserve(7n)).toBe(8n);
  });

  test.each([['first'], [undefined]])('what replaces the other (%s) is sent', async (requestId) => {
    const { second } = await afterFirst({ requestId });
    expect(await second.turn(7n, {})).toBe('come');
  });

  test('what replaces a third is not sent', async () => {
    const { second } = await afterFirst({ requestId: 'third' });
    expect(await second.turn(7n, {})).toBe('lost');
  });

  test.each([['first'], [undefined]])(
    'what was left behind is not sent by a call that replaces the other (%s)',
    async (requestId) => {
      const { replica, second } = await afterFirst();
      await second.detach();
      const turns: string[] = [];
      const replacing = await replica.lanes.enter({
        ...replica.request('third'),
        replaces: { requestId },
        finish: async (_, pass) => {
          turns.push(await pass.turn(7n, {}));
          await pass.leave('spent');
        },
      });
      await replacing.detach();
      expect(turns).toEqual(['lost']);
    },
  );
});

describe('a store that fails', () => {
  /** A store that fails from a call on, until it is well again. */
  function fragile(store: Store) {
    const state = { mode: 'well' as 'well' | 'refuses' | 'hangs' | 'forgets to answer' };
    const altered = stubStore(store, async (_, make) => {
      if (state.mode === 'well') return make();
      if (state.mode === 'refuses') throw new Error('redis://:hunter2@host is down');
      if (state.mode === 'forgets to answer') await make();
      return new Promise<never>(() => undefined);
    });
    return { state, altered };
  }

  test.each(['refuses', 'hangs', 'forgets to answer'] as const)(
    'and %s lets nobody take anything, and keeps nothing for ever',
    async (mode) => {
      const replicas = new Replicas();
      const { state, altered } = fragile(replicas.store);
      const clock = new ManualClock();
      const lanes = sharedLanes({ store: altered, leaseMs: LEASE_MS, clock, random: systemRandom })(
        'numbers',
        { clock },
      );
      const request = (requestId: string): LaneRequest => {
        return { ...replicas.add().request(requestId), timeoutMs: LEASE_MS };
      };
      // What hangs is given up after a third of the lease.
      const ended = async <T>(work: Promise<T>): Promise<T> => {
        while (await isOpen(work)) await clock.pass(LEASE_MS / 6);
        return work;
      };
      const failure = async (work: Promise<unknown>) => {
        const error = await rejectionOf(ended(work));
        expect(error instanceof StoreError || error instanceof UnreachableError).toBe(true);
        expect(String(error)).not.toContain('hunter2');
      };

      state.mode = mode;
      await failure(lanes.enter(request('a')));
      await failure(lanes.tryEnter(request('b')));
      state.mode = 'well';
      const pass = await ended(lanes.enter(request('c')));
      state.mode = mode;
      await failure(pass.reserve(7n));
      state.mode = 'well';
      expect(await ended(pass.reserve(7n))).toBe(7n);
      state.mode = mode;
      await failure(pass.commit());
      await failure(pass.turn(7n, { timeoutMs: 0 }));
      // What gives up never fails, and is made good with whatever comes next.
      await ended(pass.leave('spent'));
      state.mode = 'well';
      const next = await ended(lanes.enter(request('d')));
      expect(await ended(next.reserve(7n))).toBe(8n);
      await ended(next.detach());
      expect(await replicas.add().lanes.tryEnter(request('e'))).toBeDefined();
    },
  );

  test('for a while is told what it missed as soon as it is well, though nothing else happens', async () => {
    const replicas = new Replicas();
    const { state, altered } = fragile(replicas.store);
    const [one, other] = [replicas.add(altered), replicas.add()];
    const pass = await one.enter('first');
    await pass.reserve(7n);
    state.mode = 'refuses';
    await pass.leave('spent');
    const waiting = other.enter('next');
    await replicas.pass(2_000);
    expect(await isOpen(waiting)).toBe(true);
    state.mode = 'well';
    await replicas.pass(5_000);
    expect(await (await waiting).reserve(7n)).toBe(8n);
  });

  test('is written to late, by what was given up, without an effect', async () => {
    const replicas = new Replicas();
    const late: (() => Promise<unknown>)[] = [];
    let isSlow = false;
    const altered = stubStore(replicas.store, async (call, make) => {
      if (!isSlow || call.method === 'get') return make();
      late.push(make);
      throw new Error('no answer');
    });
    const [one, other] = [replicas.add(altered), replicas.add()];
    // Once written, so that the next change is a compare-and-set.
    await (await one.enter('before')).leave('given-back');
    isSlow = true;
    await rejectionOf(one.enter('given up'));
    isSlow = false;
    await replicas.pass(2_000);
    for (const write of late) await write();
    const pass = await other.lanes.tryEnter(other.request('next'));
    expect(pass).toBeDefined();
  });

  test('that makes a change and denies it, as when a client sends it twice, lets nobody in twice', async () => {
    for (let denied = 0; denied < 8; denied++) {
      const replicas = new Replicas();
      let writes = 0;
      const altered = stubStore(replicas.store, async ({ method, key }, make) => {
        const first = await make();
        const isLane = method !== 'get' && key.endsWith(ACCOUNT);
        return isLane && writes++ === denied ? make() : first;
      });
      const one = replicas.add(altered);
      const pass = await one.enter('left behind');
      await pass.reserve(7n);
      await pass.commit();
      await pass.detach();
      // Nobody is at work on it any more, so that whoever comes next finishes it.
      const next = one.enter('next');
      await replicas.pass(5_000);
      expect(await isOpen(next)).toBe(false);
      expect(one.finished).toEqual(['left behind']);
      await (await next).leave('given-back');
    }
  });

  test('that takes no change of what is there is given up, and says so', async () => {
    const replicas = new Replicas();
    const deaf = { ...stubStore(replicas.store, (_, make) => make()) };
    const one = replicas.add({ ...deaf, compareAndSet: () => Promise.resolve(false) });
    await replicas
      .add()
      .enter('a')
      .then((pass) => pass.leave('given-back'));
    expect(await rejectionOf(one.enter('b'))).toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('never takes a change'),
    });
  });

  test('that takes no sign of life gives nobody a lane', async () => {
    const replicas = new Replicas();
    const isSign = (name: string) => name.includes('/process/');
    const { store } = replicas;
    const refusing: Store = {
      ...store,
      setIfAbsent: async (name, ...rest) => !isSign(name) && store.setIfAbsent(name, ...rest),
      compareAndSet: async (name, ...rest) => !isSign(name) && store.compareAndSet(name, ...rest),
    };
    await expect(replicas.add(refusing).enter('first')).rejects.toThrow(StoreError);
  });

  test('with a lane that cannot be read gives nobody a number', async () => {
    for (const text of ['', '{}', 'null', '[]', '{"met":true,"token":1,"held":[],"spent":[]}']) {
      const replicas = new Replicas();
      await replicas.store.setIfAbsent(`lanes/1/numbers/${ACCOUNT}`, text);
      await expect(replicas.add().enter('first')).rejects.toThrow(StoreError);
    }
  });

  test('and has lost the lane has its first caller look at the custody again', async () => {
    const replicas = new Replicas();
    const one = replicas.add();
    const pass = await one.enter('first');
    await pass.reconciled();
    await pass.reserve(7n);
    await replicas.store.delete(`lanes/1/numbers/${ACCOUNT}`);
    // Its place went with it: what others have taken since is not known.
    expect(await rejectionOf(pass.commit())).toBeInstanceOf(AccountBusyError);
    expect((await replicas.add().enter('second')).isUnreconciled).toBe(true);
  });
});
