import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StacksGateway } from '../../../src/stacks/index.js';
import { gate } from '../../support/gate.js';
import { shownByOperators } from '../../support/operators.js';
import { stubSigner } from '../../support/stub-signer.js';
import { rejectionOf } from '../../support/world.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from '../support/world.js';

/** The same call again, with the key that it had. */

let world: StacksTestWorld;
afterEach(() => world.stop());

async function start(pox: 'pox-4' | 'pox-5', approvals: 'auto' | 'manual' = 'auto') {
  world = await newStacksWorld({ stacks: { pox }, approvals });
  for (const address of world.addresses) world.sandbox.stacks.fund(address, 500_000_000_000n);
}

/** A stake of vault 0, with rewards of a cycle that is over. */
async function rewarded() {
  const { stacks } = world.sandbox;
  const { signerManager } = stacks.contracts;
  await world.strict.stake('0', { signerManager, amount: '5000', cycles: 12 });
  await stacks.mineBurnBlocks(900);
  const cycle = stacks.rewardCycle;
  await stacks.mineBurnBlocks(900);
  stacks.addRewards(signerManager, cycle, 5_000n);
  return { signerManager, cycle };
}

const SOLO = { amount: '200000', lockPeriod: 2 };

/** What each repetition may ask for anew: the custody is asked for none. */
async function sameWithoutAsking<T extends { readonly hash: string }>(call: () => Promise<T>) {
  const { hash } = await call();
  const asked = creationsAt(world.sandbox);
  expect((await call()).hash).toBe(hash);
  await world.sandbox.stacks.mineBurnBlocks(900);
  expect((await call()).hash).toBe(hash);
  expect(creationsAt(world.sandbox)).toBe(asked);
}

describe('where another attempt would be allowed', () => {
  const options = { idempotencyKey: 'one', onExpiry: 'resign' } as const;

  test('stacking that is confirmed stays confirmed', async () => {
    await start('pox-4');
    await sameWithoutAsking(() => world.another().stackSolo('0', SOLO, options));
  });

  test('so do an increase, and an extension', async () => {
    await start('pox-4');
    await world.strict.stackSolo('0', SOLO);
    const extend = { extendCycles: 2 };
    await sameWithoutAsking(() =>
      world.another().extendStackingPeriod('0', extend, { ...options, idempotencyKey: 'two' }),
    );
    const increase = { increaseBy: '100' };
    await sameWithoutAsking(() => world.another().increaseStackedAmount('0', increase, options));
  });

  test('rewards that were claimed are of the cycle that they were claimed of', async () => {
    await start('pox-5');
    const { stacks } = world.sandbox;
    const { signerManager, cycle: earned } = await rewarded();
    const claim = () => world.another().claimRewards('0', {}, options);
    const { hash, rewards } = await claim();
    expect(rewards).toMatchObject({ signerManager, cycle: earned });
    await stacks.mineBurnBlocks(900);
    stacks.addRewards(signerManager, earned + 1, 7_000n);
    const asked = creationsAt(world.sandbox);
    const again = await claim();
    expect(again.hash).toBe(hash);
    expect(again.rewards).toEqual({ signerManager, cycle: earned });
    expect(creationsAt(world.sandbox)).toBe(asked);
  });

  test('the number of an attempt means that attempt', async () => {
    await start('pox-4', 'manual');
    const { custody, stacks } = world.sandbox;
    /** The newest request, as soon as there is one that waits. */
    const decided = async (decide: (id: string) => void, call: Promise<{ hash: string }>) => {
      const poll = setInterval(() => {
        for (const { id, status } of custody.transactions) {
          if (status === 'PENDING_AUTHORIZATION') decide(id);
        }
      }, 5);
      return call.finally(() => clearInterval(poll));
    };
    const solo = (newAttempt?: number) =>
      world
        .another()
        .stackSolo('0', SOLO, { idempotencyKey: 'one', ...(newAttempt && { newAttempt }) });
    const approve = (id: string) => custody.approve(id);
    // The signer's permission is given; the transaction is refused.
    const refuse = (id: string) => {
      if (id === custody.transactions[0]?.id) approve(id);
      else custody.reject(id);
    };
    expect(await rejectionOf(decided(refuse, solo()))).toMatchObject({
      code: 'SIGNATURE_REJECTED',
    });
    expect(custody.transactions).toHaveLength(2);
    const { hash } = await decided(approve, solo(2));
    const asked = creationsAt(world.sandbox);
    expect((await solo(2)).hash).toBe(hash);
    expect(creationsAt(world.sandbox)).toBe(asked);
    expect(stacks.balanceOf(world.addresses[0]).locked).toBe(200_000_000_000n);
  });
});

describe('stacking with a key that another replica uses', () => {
  test.each([
    [
      'stackSolo',
      (gateway: StacksGateway<true>) => gateway.stackSolo('0', SOLO, { idempotencyKey: 'one' }),
    ],
    [
      'delegateToPool',
      (gateway: StacksGateway<true>) =>
        gateway.delegateToPool('0', world.addresses[1], '', '100', 2, { idempotencyKey: 'one' }),
    ],
  ])(
    '%s is told as it went there, though this one reads of it too late to do it',
    async (_, act) => {
      await start('pox-4');
      const [reading, rest] = [gate(), gate()];
      const slow: typeof fetch = async (...request) => {
        reading.open();
        await rest.opened;
        return fetch(...request);
      };
      const late = act(world.another({ fetch: slow }));
      late.catch(() => undefined);
      await reading.opened;
      const { hash } = await act(world.another());
      rest.open();
      expect((await late).hash).toBe(hash);
    },
  );
});

test('of a claim that another replica has made, what it paid is not told from what is left', async () => {
  await start('pox-5');
  const { signerManager, cycle } = await rewarded();
  const [sought, rest] = [gate(), gate()];
  let isSlow = false;
  const slow: typeof fetch = async (...request) => {
    if (isSlow) await rest.opened;
    return fetch(...request);
  };
  const own = world.newSigner();
  const ids: string[] = [];
  const signer = stubSigner(own, {
    find: async (id, options) => {
      // Once before anything is prepared, and once for the claim itself, after the manager has fetched.
      if (ids[0] === id) isSlow = true;
      const record = await own.find(id, options);
      if (isSlow) sought.open();
      ids.push(id);
      return record;
    },
  });
  const options = { idempotencyKey: 'one' };
  const late = world.another({ signer, fetch: slow }).claimRewards('0', {}, options);
  late.catch(() => undefined);
  await sought.opened;
  const other = await world.another().claimRewards('0', {}, options);
  rest.open();
  const told = await late;
  expect(other.rewards).toMatchObject({ signerManager, cycle, sats: '5000' });
  expect(told.hash).toBe(other.hash);
  expect(told.rewards).toMatchObject({ signerManager, cycle });
  expect(told.rewards.sats).toBeUndefined();
});

describe('a permission for a contract', () => {
  beforeEach(() => start('pox-4', 'manual'));

  const allow = (gateway: StacksGateway<true>, name = 'pool', idempotencyKey = 'one') => {
    const options = { idempotencyKey, signatureTimeoutMs: 50 };
    return gateway.allowContractCaller('0', world.addresses[1], name, options);
  };

  /** Two operators, the first of which says that pox-5 is active. */
  function misled(): StacksGateway<true> {
    const { url, network, chainId } = world.sandbox.stacks;
    const { fetch, urls } = shownByOperators(url, [
      async ({ path }, ask) => {
        const answer = await ask();
        if (!path.endsWith('/v2/pox')) return answer;
        return new Response((await answer.text()).replace(/"([^"]*)\.pox-4"/, '"$1.pox-5"'));
      },
      async (_, ask) => ask(),
    ]);
    return world.another({ fetch, network: { url: urls, network, chainId } });
  }

  test('that waits for approval is not told as needless, whatever one node says', async () => {
    expect(await rejectionOf(allow(world.strict))).toMatchObject({ code: 'SIGNATURE_PENDING' });
    expect(await rejectionOf(allow(misled()))).toMatchObject({ code: 'SIGNATURE_PENDING' });
    const other = await rejectionOf(allow(misled(), 'pool', 'two'));
    expect(other).toMatchObject({ code: 'UNEXPECTED_ANSWER', retryable: true });
    expect(creationsAt(world.sandbox)).toBe(1);
  });

  test('that was given stays given when pox-5 needs none, and is for no other contract', async () => {
    const { custody, stacks } = world.sandbox;
    await rejectionOf(allow(world.strict));
    for (const { id } of custody.transactions) custody.approve(id);
    const given = await world.strict.allowContractCaller('0', world.addresses[1], 'pool', {
      idempotencyKey: 'one',
    });
    expect(given).toMatchObject({ success: true, needed: true });
    stacks.activate('pox-5');
    expect(await allow(world.another())).toMatchObject({ ...given });
    const other = await rejectionOf(allow(world.another(), 'another-pool'));
    expect(other).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    const fresh = await allow(world.another(), 'pool', 'two');
    expect(fresh).toEqual({ success: true, needed: false });
    expect(creationsAt(world.sandbox)).toBe(1);
  });

  test('that was refused is not needed for another attempt under pox-5', async () => {
    const { custody, stacks } = world.sandbox;
    await rejectionOf(allow(world.strict));
    for (const { id } of custody.transactions) custody.reject(id);
    stacks.activate('pox-5');
    const again = { idempotencyKey: 'one', newAttempt: 2 };
    const answer = await world
      .another()
      .allowContractCaller('0', world.addresses[1], 'pool', again);
    expect(answer).toEqual({ success: true, needed: false });
  });
});

test('an account that delegates is refused an extension before anybody is asked', async () => {
  await start('pox-4');
  await world.strict.stackSolo('0', SOLO);
  await world.strict.delegateToPool('0', world.addresses[1], '', '100', 2);
  const asked = creationsAt(world.sandbox);
  const error = await rejectionOf(world.strict.extendStackingPeriod('0', { extendCycles: 1 }));
  expect(error).toMatchObject({
    code: 'STACKING_REFUSED',
    details: { rule: 'ERR_STACKING_ALREADY_DELEGATED' },
  });
  expect(creationsAt(world.sandbox)).toBe(asked);
});
