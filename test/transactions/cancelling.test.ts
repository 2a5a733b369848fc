import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  TransactionRefusedError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/index.js';
import { FeeTooHighError } from '../../src/xrpl/index.js';
import { bentNode, crowdedNode } from '../support/bent-node.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let address: string;

beforeEach(async () => {
  world = await newWorld();
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
});
afterEach(() => world.stop());

const configs = { tickSize: 5 };
const STUCK = { idempotencyKey: 'stuck', confirmTimeoutMs: 50 };

/** A transaction that is signed, but that no node has taken. */
async function leaveStuck(): Promise<void> {
  const transport = crowdedNode(world.sandbox, () => true);
  const gateway = world.another({ transport, secondsPerLedger: 3 });
  const error = await rejectionOf(gateway.accountSet('0', { configs }, STUCK));
  expect(error).toBeInstanceOf(TransactionUnconfirmedError);
}

const requests = () => world.sandbox.custody.transactions.length;

describe('cancelling what is signed', () => {
  test('costs no more than the cap allows, like everything else', async () => {
    await leaveStuck();
    let dear = true;
    const gateway = world.another({
      maxFeeDrops: 100n,
      secondsPerLedger: 3,
      transport: bentNode(world.sandbox, {
        fee: async (_, ask) => {
          const answer = await ask();
          const drops = { minimum_fee: '500000', open_ledger_fee: '700000' };
          return dear ? { ...answer, drops: { ...Object(answer.drops), ...drops } } : answer;
        },
      }),
    });
    const before = requests();
    const error = await rejectionOf(gateway.cancel('0', 'stuck'));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      transaction: { idempotencyKey: 'stuck' },
      cause: expect.any(FeeTooHighError),
    });
    expect(requests()).toBe(before);
    expect(sequencesOf(world.sandbox, address)).toEqual([]);
    // Once it is affordable, the same call does it.
    dear = false;
    await gateway.cancel('0', 'stuck');
    const ended = await rejectionOf(gateway.accountSet('0', { configs }, STUCK));
    expect(ended).toBeInstanceOf(TransactionReplacedError);
    const fees = world.events.flatMap((event) => (event.type === 'prepared' ? [event.fee] : []));
    for (const fee of fees) expect(Number(fee)).toBeLessThanOrEqual(100);
  });

  test('succeeds when another transaction spends the number in the meantime', async () => {
    let isRefused = true;
    const gateway = world.another({
      secondsPerLedger: 3,
      transport: bentNode(world.sandbox, {
        submit: (_, ask) => (isRefused ? { engine_result: 'temMALFORMED' } : ask()),
      }),
    });
    const error = await rejectionOf(gateway.accountSet('0', { configs }, STUCK));
    expect(error).toBeInstanceOf(TransactionRefusedError);
    isRefused = false;
    const { slow, reading, go } = slowReader();
    const cancelling = slow.cancel('0', 'stuck');
    await reading;
    await gateway.accountSet('0', { configs: { tickSize: 6 } });
    go();
    await expect(cancelling).resolves.toMatchObject({ idempotencyKey: 'stuck' });
    await expect(slow.cancel('0', 'stuck')).resolves.toMatchObject({ idempotencyKey: 'stuck' });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('by two processes at once spends its number once', async () => {
    await leaveStuck();
    const { slow, reading, go } = slowReader();
    const cancelling = slow.cancel('0', 'stuck');
    await reading;
    await world.another({ secondsPerLedger: 3 }).cancel('0', 'stuck');
    go();
    await expect(cancelling).resolves.toMatchObject({ idempotencyKey: 'stuck' });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });
});

/** A process that has begun to read, and goes on when it is told to. */
function slowReader() {
  let asked = () => {};
  let go = () => {};
  const reading = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const slow = world.another({
    secondsPerLedger: 3,
    transport: bentNode(world.sandbox, {
      fee: async (_, ask) => {
        asked();
        await held;
        return ask();
      },
    }),
  });
  return { slow, reading, go: () => go() };
}
