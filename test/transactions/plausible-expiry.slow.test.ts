import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Clock } from '../../src/core/clock.js';
import { TransactionExpiredError, TransactionUnconfirmedError } from '../../src/index.js';
import type { FakeGateway } from '../support/fake-chain/gateway.js';
import { saying } from '../support/fake-chain/node.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

const HOUR_MS = 3_600_000;
/** The approval window, and the time to send it. */
const LIFETIME_MS = 7_500_000;
/** With the longest salt. */
const LONGEST_MS = LIFETIME_MS * 1.25;
const YEARS = 100_000_000;

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld({ decide: () => 'wait' });
});
afterEach(() => world.end());

const key = { idempotencyKey: 'k', signatureTimeoutMs: 1_000, confirmTimeoutMs: 20_000 };

/** A node that is years ahead. */
const ahead = () =>
  world.node.with({
    account: (ask) => {
      const account = ask();
      return account && { ...account, ledgerTime: account.ledgerTime + YEARS };
    },
  });

/** A request that was signed when nobody waited for it any more. */
async function leaveSigned(): Promise<void> {
  await world.run(rejectionOf(world.pay(key)));
  world.custody.approve();
}

const resumed = (gateway: FakeGateway) =>
  world.run(rejectionOf(gateway.resume('0', 'k', { confirmTimeoutMs: 20_000 })));

async function expectImplausible(gateway: FakeGateway): Promise<void> {
  const startedAt = world.time.clock.monotonic();
  const error = await resumed(gateway);
  expect(error).toBeInstanceOf(TransactionUnconfirmedError);
  expect(error).toMatchObject({
    status: 'unknown',
    retryable: true,
    message: expect.stringMatching(/can't have expired for another \d+ s: the node or the clock/),
  });
  expect(world.time.clock.monotonic() - startedAt).toBeLessThan(30_000);
}

/** A process whose wall clock is behind by this. */
const behindBy = (ms: number): Clock => {
  const { clock } = world.time;
  return { ...clock, now: () => clock.now() - ms };
};

describe('what a node calls expired before its time can be over', () => {
  test('is not known, and may still be sent', async () => {
    await leaveSigned();
    await expectImplausible(world.another({ node: ahead() }));
    const executed = await world.run(world.another().resume('0', 'k'));
    expect(executed).toMatchObject({ kind: 'chain' });
  });

  test('is believed as soon as it can be', async () => {
    await leaveSigned();
    // Two minutes before its time is over; its approval is over already.
    await world.time.pass(LIFETIME_MS - 120_000);
    await expectImplausible(world.another({ node: ahead() }));
    await world.time.pass(HOUR_MS);
    expect(await resumed(world.another({ node: ahead() }))).toBeInstanceOf(TransactionExpiredError);
  });

  test('is not known of a request that is not signed either', async () => {
    await world.run(rejectionOf(world.pay(key)));
    const lied = world.another({ node: ahead() });
    const options = { signatureTimeoutMs: 1_000 };
    const error = await world.run(rejectionOf(lied.resume('0', 'k', options)));
    expect(error).toMatchObject({ code: 'SIGNATURE_PENDING' });
    expect(world.custody.requests).toHaveLength(1);
  });

  test('is not known of the members of a batch', async () => {
    const to = world.custody.addressOf('1');
    const inputs = ['1', '2'].map((amount) => ({ type: 'pay', to, amount }) as const);
    const batch = (gateway: FakeGateway, options = key) => gateway.batch('0', inputs, options);
    await world.run(rejectionOf(batch(world.gateway)));
    expect(world.custody.latest.note).toMatch(/ \| \(built at ledger \d+, \S+Z\) \[cg1 /);
    world.custody.approve();
    const error = await world.run(rejectionOf(batch(world.another({ node: ahead() }))));
    expect(error).toMatchObject({ code: 'BATCH_INCOMPLETE' });
    expect(JSON.stringify(error)).not.toContain('expired');
    await world.run(batch(world.another()));
    expect(world.ledger.sentBy(world.address)).toHaveLength(2);
  });

  test('has no person asked again', async () => {
    await leaveSigned();
    const lied = world.another({ node: ahead() });
    const options = { ...key, onExpiry: 'resign' } as const;
    expect(await world.run(rejectionOf(world.pay(options, '1', lied)))).toMatchObject({
      status: 'unknown',
    });
    expect(world.custody.requests).toHaveLength(1);
  });
});

describe('a wall clock that is a day behind', () => {
  test('delays the end of what an earlier process built, and says so', async () => {
    await leaveSigned();
    await world.time.pass(LONGEST_MS + 60_000);
    const slow = world.another({ clock: behindBy(24 * HOUR_MS) });
    await expectImplausible(slow);
    expect(await resumed(world.another())).toBeInstanceOf(TransactionExpiredError);
  });

  test('does not once another has spent its number, beyond its time', async () => {
    await leaveSigned();
    await world.time.pass(LONGEST_MS + 60_000);
    world.custody.decide = () => 'approve';
    world.payByHand();
    await world.time.pass(8_000);
    const slow = world.another({ clock: behindBy(24 * HOUR_MS) });
    expect(await resumed(slow)).toBeInstanceOf(TransactionExpiredError);
  });

  test('does not where the custody tells the time', async () => {
    await leaveSigned();
    await world.time.pass(LONGEST_MS + 60_000);
    const time = () => world.time.clock.now();
    const signer = stubSigner(world.newSigner(), { time });
    const slow = world.another({ clock: behindBy(24 * HOUR_MS), signer });
    expect(await resumed(slow)).toBeInstanceOf(TransactionExpiredError);
  });

  test('does not in the process that built it, whenever it was set back', async () => {
    let backMs = 0;
    const { clock } = world.time;
    const node = world.node.with({ submit: saying('TAKEN') });
    const reset = world.another({ node, clock: { ...clock, now: () => clock.now() - backMs } });
    world.custody.decide = () => 'approve';
    const ended = rejectionOf(world.pay({ confirmTimeoutMs: LIFETIME_MS + HOUR_MS }, '1', reset));
    await world.until(() => world.told('submitted').length > 0);
    backMs = 24 * HOUR_MS;
    expect(await world.run(ended)).toBeInstanceOf(TransactionExpiredError);
  });
});

describe('a request whose note does not say when it was built', () => {
  const withoutWords = () => {
    world.custody.told = (record) => ({
      ...record,
      ...(record.note && { note: record.note.replace(/\(built at [^)]*\) /, '') }),
    });
  };

  test('is not over before its approval is, going by when the custody took it', async () => {
    await leaveSigned();
    withoutWords();
    await expectImplausible(world.another({ node: ahead() }));
    await world.time.pass(LONGEST_MS);
    expect(await resumed(world.another())).toBeInstanceOf(TransactionExpiredError);
  });

  test('is believed to be over where nobody says when it was made', async () => {
    await leaveSigned();
    withoutWords();
    const { told } = world.custody;
    world.custody.told = (record) => {
      const { createdAt: _, expiresAt: __, ...bare } = told(record);
      return bare;
    };
    expect(await resumed(world.another({ node: ahead() }))).toBeInstanceOf(TransactionExpiredError);
  });
});

describe('what lives for less than a minute', () => {
  /** As long as an orderless transaction of Aptos. */
  const short = { longestLifeSeconds: 57, fixed: true };
  /** A node that is years ahead from its first submission on, and shows nothing of what it was sent. */
  const hiding = () => {
    let isLying = false;
    return world.node.with({
      submit: (ask) => {
        isLying = true;
        return ask();
      },
      account: (ask) => {
        const account = ask();
        if (!account || !isLying) return account;
        return { ...account, ledgerTime: account.ledgerTime + YEARS, next: 1n, nextOpen: 1n };
      },
      transaction: () => undefined,
    });
  };
  const hurried = { ...key, confirmTimeoutMs: 20_000 };
  const takenAndHidden = () => {
    world.custody.decide = () => 'approve';
    const node = world.node.with({ submit: saying('TAKEN') });
    return world.run(rejectionOf(world.pay(hurried, '1', world.another({ ...short, node }))));
  };

  test('is not expired at once by one node’s word, though it landed', async () => {
    world.custody.decide = () => 'approve';
    const gateway = world.another({ ...short, node: hiding() });
    const error = await world.run(rejectionOf(world.pay(hurried, '1', gateway)));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status: 'unknown', transaction: { hash: expect.any(String) } });
    expect(String(error)).toMatch(/can't have expired for another \d+ s: the node or the clock/);
    expect(await world.run(world.another(short).resume('0', 'k'))).toMatchObject({ kind: 'chain' });
    expect(world.ledger.numbersOf(world.address)).toEqual([1]);
  });

  test('is expired once its time is over', async () => {
    await takenAndHidden();
    await world.time.pass(60_000);
    expect(await resumed(world.another(short))).toBeInstanceOf(TransactionExpiredError);
  });

  test('is told as expired by a process whose clock is a day behind, within its life', async () => {
    await takenAndHidden();
    await world.time.pass(60_000);
    const slow = world.another({ ...short, clock: behindBy(24 * HOUR_MS) });
    await expectImplausible(slow);
    const patient = world.run(rejectionOf(slow.resume('0', 'k')));
    expect(await patient).toBeInstanceOf(TransactionExpiredError);
  });

  test('is told as expired by a process whose clock is a day ahead', async () => {
    await takenAndHidden();
    await world.time.pass(60_000);
    const fast = world.another({ ...short, clock: behindBy(-24 * HOUR_MS) });
    expect(await resumed(fast)).toBeInstanceOf(TransactionExpiredError);
  });
});
