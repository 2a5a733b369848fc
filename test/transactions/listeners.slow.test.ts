import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryStore } from '../../src/store/index.js';
import type { FakeGateway } from '../support/fake-chain/gateway.js';
import { FakeWorld } from '../support/fake-chain/world.js';

/** What the process warns of while something happens. */
async function warningsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const warnings: string[] = [];
  const listen = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);
  process.on('warning', listen);
  try {
    await work();
    // Warnings are told a tick later.
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
    return warnings;
  } finally {
    process.off('warning', listen);
  }
}

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const to = () => world.custody.addressOf('1');
const action = (amount: number) => ({ type: 'pay', to: to(), amount: `${amount}` }) as const;
const many = (count: number) => Array.from({ length: count }, (_, index) => action(index + 1));

describe('one signal', () => {
  const batchOf = (count: number) => (gateway: FakeGateway, signal: AbortSignal) =>
    gateway.batch('0', many(count), { signal });
  const callsOf = (count: number) => (gateway: FakeGateway, signal: AbortSignal) =>
    Promise.all(many(count).map((input) => gateway.execute('0', input, { signal })));
  const ticketsOf = (count: number) => (gateway: FakeGateway, signal: AbortSignal) =>
    Promise.all(
      many(count).map((input) => gateway.execute('0', input, { signal, useTickets: true })),
    );

  test.each([
    ['a batch of a dozen', batchOf(12)],
    ['a batch of sixty', batchOf(60)],
    ['a dozen calls', callsOf(12)],
    ['a dozen calls with Tickets', ticketsOf(12)],
  ])('of %s warns of nothing', async (_, calls) => {
    for (const lanes of [{}, { store: memoryStore() }]) {
      const gateway = world.another({ lanes });
      const { signal } = new AbortController();
      const warnings = await warningsOf(() => world.run<unknown>(calls(gateway, signal)));
      expect(warnings).toEqual([]);
    }
  });

  test('is listened to once at most, and not at all in the end', async () => {
    const { signal } = new AbortController();
    let listening = 0;
    let most = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listening += 1;
      most = Math.max(most, listening);
      return add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listening -= 1;
      return remove(...args);
    };
    await world.run(batchOf(12)(world.another(), signal));
    expect([most, listening]).toEqual([1, 0]);
  });

  test('still ends all of it', async () => {
    world.custody.decide = () => 'wait';
    const controller = new AbortController();
    const calls = Promise.allSettled(
      many(12).map((input) => world.gateway.execute('0', input, { signal: controller.signal })),
    );
    await world.until(() => world.custody.waiting.length === 1);
    controller.abort();
    const ends = await world.run(calls);
    for (const end of ends) expect(end).toMatchObject({ reason: { code: 'ABORTED' } });
  });
});
