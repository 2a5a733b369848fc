import { afterEach, beforeEach, expect, test } from 'vitest';
import { aroundCalls } from '../../src/store/around-calls.js';
import { memoryStore } from '../../src/store/index.js';
import { AccountBusyError } from '../../src/transactions/index.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const never = () => new Promise<never>(() => undefined);

/** A process that shares its lanes, until it is killed: from then on none of its calls arrives. */
function processOn(shared: ReturnType<typeof memoryStore>, diesAt?: 'list' | 'sign') {
  let isDead = false;
  const alive = <T>(call: () => Promise<T>): Promise<T> => (isDead ? never() : call());
  const reach = (step: 'list' | 'sign') => {
    isDead ||= step === diesAt && world.told('key-made').length > 0;
  };
  const inner = world.newSigner();
  const signer = stubSigner(inner, {
    sign: async (...given) => {
      reach('sign');
      return alive(() => inner.sign(...given));
    },
    list: async (...given) => {
      reach('list');
      return alive(() => inner.list(...given));
    },
    find: (...given) => alive(() => inner.find(...given)),
  });
  const lanes = { mode: 'tickets', store: aroundCalls(shared, alive) } as const;
  const gateway = world.another({ signer, lanes });
  const kill = () => {
    isDead = true;
  };
  const pay = (laneTimeoutMs: number) =>
    world.pay({ idempotencyKey: 'one', useTickets: true, laneTimeoutMs }, '1', gateway);
  return { pay, kill, isDead: () => isDead };
}

/** How long it takes processes that live no longer than one call each until the key is paid, in seconds. */
async function secondsUntilPaid(
  shared: ReturnType<typeof memoryStore>,
  laneTimeoutMs: number,
): Promise<number> {
  const startedAt = world.time.clock.monotonic();
  for (let tries = 0; tries < 40; tries++) {
    const next = processOn(shared);
    const isPaid = await world.run(
      next.pay(laneTimeoutMs).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AccountBusyError) return false;
          throw error;
        },
      ),
    );
    next.kill();
    if (isPaid) return (world.time.clock.monotonic() - startedAt) / 1_000;
    await world.run(world.time.clock.sleep(1_000));
  }
  throw new Error('It is never paid.');
}

test.each([
  ['the signer was asked', 'list', 30_000, 130],
  ['the signer was asked', 'list', 90_000, 130],
  // What was asked for may still appear for six minutes.
  ['its request arrived', 'sign', 30_000, 420],
  ['its request arrived', 'sign', 90_000, 420],
] as const)(
  'Tickets are created by later processes where one is killed before %s (%s), with %d ms for each call',
  async (_, diesAt, laneTimeoutMs, withinSeconds) => {
    const shared = memoryStore({ clock: world.time.clock });
    const first = processOn(shared, diesAt);
    void first.pay(600_000).catch(() => undefined);
    await world.until(first.isDead);
    expect(await secondsUntilPaid(shared, laneTimeoutMs)).toBeLessThan(withinSeconds);
    const sent = world.ledger.sentBy(world.address);
    expect(sent.filter(({ action }) => action.type === 'pay')).toHaveLength(1);
  },
);
