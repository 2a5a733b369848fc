import { type ClarityValue, deserializeCV, serializeCV } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StacksGateway } from '../../../src/stacks/index.js';
import { rejectionOf } from '../../support/world.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from '../support/world.js';

/** Who is paid, and for how long, is decided by the caller or by enough operators. */

let world: StacksTestWorld;
const start = async (pox: 'pox-4' | 'pox-5') => {
  world = await newStacksWorld({ stacks: { pox } });
};
afterEach(() => world.stop());

/** Changes an answer of the operator that lies. */
type Lie = (path: string, answer: Record<string, unknown>) => unknown;

const HASH = '66'.repeat(20);

/** Has every hash of an address in a value be another. */
function withHash(value: ClarityValue): ClarityValue {
  const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));
  const changed = text.replaceAll(/"[0-9a-f]{40}"/g, `"${HASH}"`);
  return JSON.parse(changed, (_, each) =>
    typeof each === 'string' && /^\d+n$/.test(each) ? BigInt(each.slice(0, -1)) : each,
  );
}

const aboutAddress =
  (functionName: string): Lie =>
  (path, answer) =>
    path.endsWith(`/${functionName}`) && typeof answer.result === 'string'
      ? { ...answer, result: `0x${serializeCV(withHash(deserializeCV(answer.result)))}` }
      : answer;

/** A process that is shown the chain by two operators, of whom the first lies. */
function shownTo(lie: Lie): StacksGateway<true> {
  const { url, network, chainId } = world.sandbox.stacks;
  const { origin, pathname: base } = new URL(url);
  const given: typeof fetch = async (input, init) => {
    const { hostname, pathname, search } = new URL(String(input));
    if (!hostname.endsWith('.example')) return fetch(input, init);
    const answer = await fetch(`${origin}${pathname}${search}`, init);
    if (hostname !== 'op-0.example' || !answer.ok) return answer;
    const text = await answer.text();
    try {
      return Response.json(lie(pathname, JSON.parse(text)));
    } catch {
      return new Response(text, answer);
    }
  };
  const urls = [0, 1].map((index) => `https://op-${index}.example${base}`.replace(/\/$/, ''));
  return world.another({ fetch: given, network: { url: urls, network, chainId } });
}

async function refuses(call: Promise<unknown>): Promise<void> {
  const before = creationsAt(world.sandbox);
  const error = await rejectionOf(call);
  expect(error).toMatchObject({ code: 'UNEXPECTED_ANSWER', retryable: true });
  expect(String(error)).toContain('fewer than 2 operators say the same');
  expect(creationsAt(world.sandbox)).toBe(before);
}

describe('one of two operators does not decide', () => {
  test('where the rewards of a stake that is changed are paid', async () => {
    await start('pox-5');
    const { signerManager } = world.sandbox.stacks.contracts;
    const payout = { maxFee: 1_000 };
    await world.strict.stake('0', { signerManager, amount: '60', cycles: 2, payout });
    await refuses(shownTo(aboutAddress('get-pox-addr')).updateStake('0', { cycles: 1 }));
    const { data } = await shownTo((_, answer) => answer).updateStake('0', { cycles: 1 });
    expect(JSON.stringify(data.contract_call)).not.toContain(HASH);
    // What the caller gives needs nobody's word.
    const other = { cycles: 1, payout };
    await shownTo(aboutAddress('get-pox-addr')).updateStake('0', other);
  });

  test('with whom a stake is that is changed or ended', async () => {
    await start('pox-5');
    const { signerManager } = world.sandbox.stacks.contracts;
    await world.strict.stake('0', { signerManager, amount: '60', cycles: 2 });
    const lying = shownTo((path, answer) => {
      if (!path.endsWith('/get-staker-info') || typeof answer.result !== 'string') return answer;
      const info = JSON.stringify(deserializeCV(answer.result), (_, each) =>
        typeof each === 'bigint' ? `${each}n` : each,
      ).replace(signerManager, `${world.addresses[1]}.theirs`);
      const value = JSON.parse(info, (_, each) =>
        typeof each === 'string' && /^\d+n$/.test(each) ? BigInt(each.slice(0, -1)) : each,
      );
      return { ...answer, result: `0x${serializeCV(value)}` };
    });
    await refuses(lying.updateStake('0', { cycles: 1, payout: null }));
    await refuses(lying.unstake('0'));
  });

  test('where the rewards of what stays stacked under pox-4 are paid', async () => {
    await start('pox-4');
    world.sandbox.stacks.fund(world.addresses[0], 10n ** 13n);
    await world.strict.stackSolo('0', { amount: '1000000', lockPeriod: 2 });
    const lying = shownTo(aboutAddress('get-stacker-info'));
    await refuses(lying.extendStackingPeriod('0', { extendCycles: 1 }));
    await refuses(lying.increaseStackedAmount('0', { increaseBy: '1000' }));
  });

  test('until when a pool of pox-4 may lock', async () => {
    await start('pox-4');
    const lying = shownTo((path, answer) =>
      path.endsWith('/v2/pox') ? { ...answer, first_burnchain_block_height: 10 ** 9 } : answer,
    );
    const truth = shownTo((_, answer) => answer);
    const ahead = shownTo((path, answer) =>
      path.endsWith('/v2/pox')
        ? { ...answer, current_burnchain_block_height: 900_000_000 }
        : answer,
    );
    const pool = world.addresses[1];
    await rejectionOf(lying.delegateToPool('0', pool, '', '50', 1));
    await refuses(ahead.delegateToPool('0', pool, '', '50', 1));
    await truth.delegateToPool('0', pool, '', '50', 1);
  });
});

describe('claimed rewards', () => {
  beforeEach(() => start('pox-5'));

  /** Rewards of a cycle in which vault account 0 has staked, and 1 has not yet. */
  async function earned(): Promise<number> {
    const { strict, sandbox } = world;
    const { stacks } = sandbox;
    const { signerManager } = stacks.contracts;
    await strict.stake('0', { signerManager, amount: '60', cycles: 4 });
    await stacks.mineBurnBlocks(900);
    const cycle = stacks.rewardCycle;
    await strict.stake('1', { signerManager, amount: '60', cycles: 4 });
    await stacks.mineBurnBlocks(900);
    stacks.addRewards(signerManager, cycle, 5_000n);
    return cycle;
  }

  test('are claimed, whatever a node leaves out of the call', async () => {
    const cycle = await earned();
    const { origin, pathname: base } = new URL(world.sandbox.stacks.url);
    const without: typeof fetch = async (input, init) => {
      const answer = await fetch(input, init);
      const isOne = /\/transactions\/0x/.test(String(input)) || /\/tx\/0x/.test(String(input));
      if (!isOne || !answer.ok) return answer;
      const body = (await answer.json()) as Record<string, unknown>;
      const call = body.contract_call as object | undefined;
      return Response.json(
        call ? { ...body, contract_call: { ...call, function_args: null } } : body,
      );
    };
    const { network, chainId } = world.sandbox.stacks;
    const gateway = world.another({
      fetch: without,
      network: { url: `${origin}${base}`.replace(/\/$/, ''), network, chainId },
    });
    const options = { idempotencyKey: 'claim' };
    const { signerManager } = world.sandbox.stacks.contracts;
    for (let time = 0; time < 2; time++) {
      const { txHash, rewards } = await gateway.claimRewards('0', { cycle }, options);
      expect(txHash).toMatch(/^0x/);
      expect(rewards).toMatchObject({ signerManager });
      expect(rewards).not.toHaveProperty('cycle');
    }
  });

  test('that are not there name the transaction that fetched those of others', async () => {
    const cycle = await earned();
    const error = await rejectionOf(world.strict.claimRewards('1', { cycle }));
    const pulled = world.events.flatMap((one) => (one.type === 'signed' ? [one.hash] : [])).at(-1);
    expect(pulled).toMatch(/^0x/);
    expect(error).toMatchObject({
      code: 'STACKING_REFUSED',
      details: { rule: 'ERR_NO_CLAIMABLE_REWARDS', reason: expect.stringContaining(`${pulled}`) },
      transaction: { hash: pulled },
    });
  });
});
