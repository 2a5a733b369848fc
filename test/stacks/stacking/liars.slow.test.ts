import { type ClarityValue, deserializeCV, serializeCV } from '@stacks/transactions';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isObject, jsonIn } from '../../../src/core/json.js';
import type { StacksGateway } from '../../../src/stacks/index.js';
import { type OperatorAnswer, shownByOperators } from '../../support/operators.js';
import { rejectionOf } from '../../support/world.js';
import { creationsAt, newStacksWorld, type StacksTestWorld } from '../support/world.js';

/** Who is paid, and for how long, is decided by the caller or by enough operators. */

let world: StacksTestWorld;
const start = async (pox: 'pox-4' | 'pox-5') => {
  world = await newStacksWorld({ stacks: { pox } });
};
afterEach(() => world.stop());

/** What an operator makes of an honest answer. */
type Lie = (path: string, answer: Record<string, unknown>) => unknown;

const HASH = '66'.repeat(20);

/** The answer of a read-only function, with the text of its value changed. */
const aboutValue =
  (functionName: string, change: (text: string) => string): Lie =>
  (path, answer) =>
    path.endsWith(`/${functionName}`) && typeof answer.result === 'string'
      ? { ...answer, result: `0x${serializeCV(changed(deserializeCV(answer.result), change))}` }
      : answer;

function changed(value: ClarityValue, change: (text: string) => string): ClarityValue {
  const text = JSON.stringify(value, (_, each) => (typeof each === 'bigint' ? `${each}n` : each));
  return JSON.parse(change(text), (_, each) =>
    typeof each === 'string' && /^\d+n$/.test(each) ? BigInt(each.slice(0, -1)) : each,
  );
}

const aboutAddress = (functionName: string): Lie =>
  aboutValue(functionName, (text) => text.replaceAll(/"[0-9a-f]{40}"/g, `"${HASH}"`));

const aboutPox =
  (more: (answer: Record<string, unknown>) => object): Lie =>
  (path, answer) =>
    path.endsWith('/v2/pox') ? { ...answer, ...more(answer) } : answer;

const honest: Lie = (_, answer) => answer;

/** A process that is shown the chain by operators who lie, or don't. */
function shownTo(...all: readonly Lie[]): StacksGateway<true> {
  const { url, network, chainId } = world.sandbox.stacks;
  const lying =
    (lie: Lie): OperatorAnswer =>
    async ({ path }, ask) => {
      const answer = await ask();
      if (!answer.ok) return answer;
      const text = await answer.text();
      const body = jsonIn(text);
      return isObject(body) ? Response.json(lie(path, body)) : new Response(text, answer);
    };
  const { fetch, urls } = shownByOperators(url, all.map(lying));
  return world.another({ fetch, network: { url: urls, network, chainId } });
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
    await refuses(shownTo(aboutAddress('get-pox-addr'), honest).updateStake('0', { cycles: 1 }));
    const { data } = await shownTo(honest, honest).updateStake('0', { cycles: 1 });
    expect(JSON.stringify(data.contract_call)).not.toContain(HASH);
    // What the caller gives needs nobody's word.
    const other = { cycles: 1, payout };
    await shownTo(aboutAddress('get-pox-addr'), honest).updateStake('0', other);
  });

  test('with whom a stake is that is changed or ended', async () => {
    await start('pox-5');
    const { signerManager } = world.sandbox.stacks.contracts;
    await world.strict.stake('0', { signerManager, amount: '60', cycles: 2 });
    const theirs = `${world.addresses[1]}.theirs`;
    const lie = aboutValue('get-staker-info', (text) => text.replace(signerManager, theirs));
    const lying = shownTo(lie, honest);
    await refuses(lying.updateStake('0', { cycles: 1, payout: null }));
    await refuses(lying.unstake('0'));
  });

  test('where the rewards of what stays stacked under pox-4 are paid', async () => {
    await start('pox-4');
    world.sandbox.stacks.fund(world.addresses[0], 10n ** 13n);
    await world.strict.stackSolo('0', { amount: '1000000', lockPeriod: 2 });
    const lying = shownTo(aboutAddress('get-stacker-info'), honest);
    await refuses(lying.extendStackingPeriod('0', { extendCycles: 1 }));
    await refuses(lying.increaseStackedAmount('0', { increaseBy: '1000' }));
  });

  test('for which cycle, and for how much, a signer of pox-4 gives its permission', async () => {
    await start('pox-4');
    world.sandbox.stacks.fund(world.addresses[0], 10n ** 13n);
    await world.strict.stackSolo('0', { amount: '1000000', lockPeriod: 2 });
    const much: Lie = (path, answer) =>
      path.includes('/v2/accounts/')
        ? { ...answer, locked: `0x${(10n ** 15n).toString(16)}` }
        : answer;
    const later = aboutPox(
      ({ current_burnchain_block_height: now, reward_cycle_length: cycle }) => ({
        current_burnchain_block_height: Number(now) + Number(cycle),
      }),
    );
    for (const lie of [much, later])
      await refuses(shownTo(lie, honest).increaseStackedAmount('0', { increaseBy: '1000' }));
    await shownTo(honest, honest).increaseStackedAmount('0', { increaseBy: '1000' });
  });

  test('until when a pool of pox-4 may lock', async () => {
    await start('pox-4');
    const first = { first_burnchain_block_height: 10 ** 9 };
    const lying = shownTo(
      aboutPox(() => first),
      honest,
    );
    const current = { current_burnchain_block_height: 900_000_000 };
    const ahead = shownTo(
      aboutPox(() => current),
      honest,
    );
    const truth = shownTo(honest, honest);
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
    const gateway = shownTo((path, answer) =>
      /\/(?:transactions|tx)\/0x/.test(path) && isObject(answer.contract_call)
        ? { ...answer, contract_call: { ...answer.contract_call, function_args: null } }
        : answer,
    );
    const options = { idempotencyKey: 'claim' };
    const { signerManager } = world.sandbox.stacks.contracts;
    for (let time = 0; time < 2; time++) {
      const { txHash, rewards } = await gateway.claimRewards('0', { cycle }, options);
      expect(txHash).toMatch(/^0x/);
      expect(rewards).toMatchObject({ signerManager });
      expect(rewards).not.toHaveProperty('cycle');
    }
  });

  test('are not claimed of a manager that one of two operators names', async () => {
    const cycle = await earned();
    const { stacks } = world.sandbox;
    const { signerManager } = stacks.contracts;
    const theirs = signerManager.replace(/\..*/, '.theirs');
    stacks.addSignerManager(theirs, {});
    const lie = aboutValue('get-staker-info', (text) =>
      text.replaceAll(signerManager.split('.')[1] ?? '', 'theirs'),
    );
    stacks.addRewards(theirs, cycle, 5_000n);
    await refuses(shownTo(lie, honest).claimRewards('0', { cycle }));
    const { rewards } = await shownTo(honest, honest).claimRewards('0', { cycle });
    expect(rewards).toMatchObject({ signerManager });
  });

  test('that are not there name the transaction that fetched those of others', async () => {
    const cycle = await earned();
    const error = await rejectionOf(world.strict.claimRewards('1', { cycle }));
    const pulled = world.events.flatMap((one) => (one.type === 'signed' ? [one.hash] : [])).at(-1);
    expect(pulled).toMatch(/^0x/);
    expect(error).toMatchObject({
      code: 'STACKING_REFUSED',
      details: { rule: 'ERR_NO_CLAIMABLE_REWARDS', reason: expect.stringContaining(`${pulled}`) },
      transaction: { idempotencyKey: expect.any(String), hash: pulled },
    });
    expect(error).not.toHaveProperty('transaction.requestId');
  });
});
