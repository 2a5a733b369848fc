import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../src/index.js';
import { TransactionUnconfirmedError } from '../../src/transactions/index.js';
import { FakeChain } from '../support/fake-chain/chain.js';
import type { FakeGatewayOptions, PayOptions } from '../support/fake-chain/gateway.js';
import { dropped, type Faults } from '../support/fake-chain/node.js';
import { submissionOf } from '../support/fake-chain/questions.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const HONEST: Faults = {};
/** Shows neither what it was sent nor what spent a number, and calls the number unspent. */
const WITHHOLDING: Faults = {
  transaction: () => undefined,
  spender: () => undefined,
  account: (ask) => {
    const view = ask();
    return view && { ...view, next: 1n, nextOpen: 1n };
  },
};
/** Shows what it is asked for as applied, whether or not it is. */
const INVENTING: Faults = {
  transaction: (ask, hash) => {
    const known = ask() ?? world.ledger.transaction(hash);
    if (!known) return known;
    const { transaction } = known;
    const applied = { hash, transaction, result: 'DONE', ledgerIndex: 5, ledgerTime: 5 } as const;
    return { transaction, applied };
  },
};
const DOWN: Faults = {
  account: dropped,
  transaction: dropped,
  spender: dropped,
  submit: dropped,
};
/** Says that it has what it then passes on to nobody. */
const SWALLOWING: Faults = { submit: () => submissionOf('TAKEN') };

/** A process that is shown the chain by so many operators; the first one's node is read to build on. */
function shownBy(all: readonly Faults[], options: Partial<FakeGatewayOptions> = {}) {
  const nodes = all.map((faults) => world.node.with(faults));
  const [node = world.node] = nodes;
  const operators = nodes.map((own, index) => {
    return { name: `op-${index}`, chain: new FakeChain({ node: own }) };
  });
  return { gateway: world.another({ node, operators, ...options }), nodes };
}

const payBy = (all: readonly Faults[], options: PayOptions = {}) => {
  const given = { idempotencyKey: 'K', confirmTimeoutMs: 60_000, ...options };
  return world.run(world.pay(given, '7', shownBy(all).gateway));
};
const sent = () => world.ledger.numbersOf(world.address);

describe('a payment that lands', () => {
  test.each([
    ['two', [HONEST, HONEST]],
    ['three, of whom one hides it', [HONEST, WITHHOLDING, HONEST]],
    ['three, of whom one can’t be asked', [HONEST, DOWN, HONEST]],
    ['three, of whom one swallows what it is sent', [SWALLOWING, HONEST, HONEST]],
  ])('is told as such by %s', async (_, all) => {
    expect(await payBy(all)).toMatchObject({ result: { result: 'DONE' } });
    expect(sent()).toHaveLength(1);
  });

  test.each([
    ['one hides it', [HONEST, WITHHOLDING], 'pending'],
    ['one can’t be asked', [HONEST, DOWN], 'unknown'],
  ])('is not told of two if %s, and nothing else is', async (_, all, status) => {
    const error = await rejectionOf(payBy(all));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ status, transaction: { hash: expect.any(String) } });
    // It has landed, and is found as soon as both say so.
    expect(await payBy([HONEST, HONEST])).toMatchObject({ result: { result: 'DONE' } });
    expect(sent()).toHaveLength(1);
  });
});

test('what one operator takes is taken, however soon another refuses it', async () => {
  const slow: Faults = {
    submit: async (ask) => {
      await world.time.clock.sleep(300);
      return ask();
    },
  };
  const { gateway, nodes } = shownBy([{ submit: () => submissionOf('NO_ROOM') }, slow]);
  await world.run(world.pay({}, '7', gateway));
  expect(world.told('submitted')).toMatchObject([{ code: 'TAKEN' }]);
  for (const { asked } of nodes) {
    expect(asked.filter((question) => question === 'submit')).toHaveLength(1);
  }
});

describe('a refusal', () => {
  const REFUSING: Faults = { submit: () => submissionOf('MALFORMED') };
  const OPEN: Faults = { submit: () => submissionOf('BLOCKED') };
  const hurried = { confirmTimeoutMs: 5_000 };

  test.each<[string, readonly Faults[]]>([
    ['of both', [REFUSING, REFUSING]],
    ['of two, while a third can’t be asked', [REFUSING, DOWN, REFUSING]],
  ])('%s is one, and the account’s next has the number', async (_, all) => {
    const { gateway, nodes } = shownBy(all.map(() => HONEST));
    for (const [at, faults] of all.entries()) {
      nodes[at]?.inject('submit', faults.submit ?? dropped);
    }
    const error = await rejectionOf(world.run(world.pay(hurried, '7', gateway)));
    expect(error).toMatchObject({ code: 'TRANSACTION_REFUSED', resultCode: 'MALFORMED' });
    await world.run(world.pay({ idempotencyKey: 'next' }, '7', gateway));
    expect(sent()).toEqual([1]);
    expect(new Set(world.told('prepared').map(({ number }) => number)).size).toBe(1);
  });

  test.each<[string, readonly Faults[]]>([
    ['one, while the other can’t be asked', [REFUSING, DOWN]],
    ['one, while the other holds it', [REFUSING, OPEN]],
    ['two, while a third holds it', [REFUSING, OPEN, REFUSING]],
  ])('is not the word of %s', async (_, all) => {
    const error = await rejectionOf(payBy(all, hurried));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
  });

  test('is none where one operator takes it', async () => {
    expect(await payBy([REFUSING, HONEST, REFUSING])).toMatchObject({ result: { result: 'DONE' } });
  });
});

describe('a transfer that the custody makes itself', () => {
  const payNatively = (all: readonly Faults[]) => {
    const options = { native: true, idempotencyKey: 'N', confirmTimeoutMs: 5_000 } as const;
    return world.run(world.pay(options, '7', shownBy(all).gateway));
  };

  test('is told as landed if two operators show it', async () => {
    expect(await payNatively([HONEST, HONEST])).toMatchObject({ kind: 'native' });
  });

  test.each([
    ['not where one hides it', [HONEST, WITHHOLDING]],
    ['not where one can’t be asked', [HONEST, DOWN]],
  ])('%s', async (_, all) => {
    world.custody.told = (record) =>
      record.txHash ? { ...record, state: 'rejected', status: 'FAILED' } : record;
    const error = await rejectionOf(payNatively(all));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      transaction: { idempotencyKey: 'N', hash: expect.any(String) },
    });
    expect(await payNatively([HONEST, HONEST])).toMatchObject({ kind: 'native' });
  });

  test('has failed if two operators show that', async () => {
    world.custody.told = (record) =>
      record.txHash ? { ...record, state: 'rejected', status: 'FAILED' } : record;
    const poor = (all: readonly Faults[]) =>
      world.run(
        world.pay({ native: true, idempotencyKey: 'P' }, '999999999', shownBy(all).gateway),
      );
    expect(await rejectionOf(poor([HONEST, HONEST]))).toMatchObject({ code: 'TRANSACTION_FAILED' });
  });
});

describe('the number of a transfer that the custody makes itself', () => {
  /** Shows what is on the ledger with the next number. */
  const MISNUMBERING: Faults = {
    transaction: (ask) => {
      const known = ask();
      if (!known) return known;
      const { transaction } = known;
      const value = `${BigInt(transaction.number.value) + 1n}`;
      return { ...known, transaction: { ...transaction, number: { kind: 'sequence', value } } };
    },
  };
  const SLOW: Faults = {
    transaction: async (ask) => {
      await world.time.clock.sleep(300);
      return ask();
    },
  };
  /** A transfer, and then a payment, by a process that these operators show the chain. */
  async function payAfterTransfer(all: readonly Faults[]): Promise<void> {
    const { gateway } = shownBy(all, { node: world.node });
    const transfer = { native: true, idempotencyKey: 'N' };
    expect(await world.run(world.pay(transfer, '7', gateway))).toMatchObject({ kind: 'native' });
    const next = { idempotencyKey: 'next', confirmTimeoutMs: 60_000 };
    await world.run(Promise.allSettled([world.pay(next, '7', gateway)]));
  }

  test.each([
    ['of three that answers first', [MISNUMBERING, SLOW, SLOW]],
    ['of three that answers last', [HONEST, HONEST, MISNUMBERING]],
    ['of three, where another can’t be asked', [MISNUMBERING, SLOW, DOWN]],
    ['of two', [MISNUMBERING, SLOW]],
  ])('is not the word of one %s', async (_, all) => {
    await payAfterTransfer(all);
    expect(world.told('prepared').map(({ number }) => number)).toEqual(['2']);
    expect(sent()).toEqual([1, 2]);
  });

  test('is what two of three say, without a wait', async () => {
    const startedAt = world.time.clock.monotonic();
    const { gateway } = shownBy([MISNUMBERING, HONEST, HONEST], { node: world.node });
    await world.run(world.pay({ native: true }, '7', gateway));
    expect(world.time.clock.monotonic() - startedAt).toBeLessThan(20_000);
  });

  test.each([
    ['one of two can’t be asked', [HONEST, DOWN]],
    ['two say different ones', [HONEST, MISNUMBERING]],
    ['as many say one as another', [HONEST, MISNUMBERING, HONEST, MISNUMBERING]],
  ])('is waited for no longer than twenty seconds where %s', async (_, all) => {
    const startedAt = world.time.clock.monotonic();
    const { gateway } = shownBy(all, { node: world.node });
    const paid = await world.run(world.pay({ native: true }, '7', gateway));
    expect(paid).toMatchObject({ kind: 'native', transfer: { status: 'COMPLETED' } });
    const waitedMs = world.time.clock.monotonic() - startedAt;
    expect(waitedMs).toBeGreaterThanOrEqual(20_000);
    expect(waitedMs).toBeLessThan(40_000);
    const next = { native: true, idempotencyKey: 'next', laneTimeoutMs: 0 };
    await world.run(world.pay(next, '7', shownBy([HONEST, HONEST]).gateway));
    expect(sent()).toEqual([1, 2]);
  });
});

test('a payment that nobody took is no success because one operator says so', async () => {
  const silent: Faults = { ...SWALLOWING, ...INVENTING };
  world.node.inject('submit', () => submissionOf('NO_ROOM'), { times: 99 });
  const nobody: Faults = { submit: () => submissionOf('NO_ROOM') };
  const error = await rejectionOf(payBy([nobody, silent], { confirmTimeoutMs: 5_000 }));
  expect(error).toBeInstanceOf(TransactionUnconfirmedError);
  expect(sent()).toEqual([]);
});

test('operators that contradict each other are named in an event, and believed in nothing', async () => {
  await payBy([HONEST, HONEST]);
  const liar: Faults = { ...WITHHOLDING };
  await world.time.pass(4 * 3_600_000);
  const { gateway } = shownBy([HONEST, liar]);
  const options = { idempotencyKey: 'K', confirmTimeoutMs: 5_000 };
  const error = await rejectionOf(world.run(gateway.resume('0', 'K', options)));
  expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
  expect(String(error)).toContain('op-1: expired');
  expect(world.told('operators-disagree')[0]).toMatchObject({
    idempotencyKey: 'K',
    said: expect.arrayContaining([
      { operator: 'op-0', says: expect.stringMatching(/^confirmed, /) },
      { operator: 'op-1', says: 'expired' },
    ]),
  });
});

describe('how many must agree', () => {
  test.each([0, 3, 1.5, -1, Number.NaN])('can’t be %s of two', (agree) => {
    expect(() => shownBy([HONEST, HONEST], { agree })).toThrow(
      expect.objectContaining({ code: 'CONFIGURATION', setting: 'agree' }),
    );
    expect(() => shownBy([HONEST, HONEST], { agree })).toThrow(ConfigurationError);
  });

  test('may be one of two: whoever answers first is believed', async () => {
    const { gateway } = shownBy([HONEST, DOWN], { agree: 1 });
    expect(await world.run(world.pay({}, '1', gateway))).toMatchObject({
      result: { result: 'DONE' },
    });
  });

  test('takes no more rounds of two than of one', async () => {
    const rounds = async (all: readonly Faults[], idempotencyKey: string) => {
      const { gateway, nodes } = shownBy(all);
      const startedAt = world.time.clock.monotonic();
      await world.run(world.pay({ idempotencyKey }, '1', gateway));
      const tookMs = world.time.clock.monotonic() - startedAt;
      return { tookMs, asked: nodes.map(({ asked }) => asked.length) };
    };
    await rounds([HONEST], 'warm');
    const one = await rounds([HONEST], 'one');
    const two = await rounds([HONEST, HONEST], 'two');
    expect(two.tookMs).toBe(one.tookMs);
  });
});

describe('an attempt after one that is called expired', () => {
  const AGAIN = { onExpiry: 'resign', confirmTimeoutMs: 5_000 } as const;

  /** Attempt 1 lands at number 1, which the node hides until it has called it expired; then it offers 2. */
  async function calledExpired(all: readonly Faults[], options: PayOptions = {}) {
    await rejectionOf(payBy([WITHHOLDING], { ...AGAIN, ...options }));
    expect(sent()).toEqual([1]);
    await world.time.pass(4 * 3_600_000);
    return payBy(all, { ...AGAIN, ...options });
  }
  /** The same while attempt 1 is looked for and at, and the truth of numbers after that. */
  const offeringTheNext = (): Faults => {
    let looks = 0;
    return {
      ...WITHHOLDING,
      account: (ask) => {
        const view = ask();
        return view && looks++ < 2 ? { ...view, next: 1n, nextOpen: 1n } : view;
      },
    };
  };

  test('takes the very number of it, so that only one can land', async () => {
    const error = await rejectionOf(calledExpired([WITHHOLDING]));
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'K' } });
    expect(sent()).toEqual([1]);
    const numbers = world.told('prepared').map(({ number }) => number);
    expect(new Set(numbers)).toEqual(new Set(['1']));
  });

  test('is not made at another number on one operator’s word', async () => {
    const error = await rejectionOf(calledExpired([offeringTheNext()]));
    expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
    expect(sent()).toEqual([1]);
    expect(world.custody.requests).toHaveLength(1);
  });

  test('is not made where another operator shows that it landed', async () => {
    expect(await calledExpired([offeringTheNext(), HONEST, HONEST])).toMatchObject({
      result: { result: 'DONE' },
    });
    expect(sent()).toEqual([1]);
    expect(world.custody.requests).toHaveLength(1);
  });
});

describe('an attempt after one whose number another transaction has spent since', () => {
  /** Attempt 1 expires unseen, and another payment gets its number. */
  async function outlived(all: readonly Faults[], options: PayOptions) {
    const nobody: Faults = { submit: () => submissionOf('NO_ROOM') };
    await rejectionOf(payBy([nobody], { confirmTimeoutMs: 1_000 }));
    await world.time.pass(4 * 3_600_000);
    await payBy([HONEST], { idempotencyKey: 'L' });
    expect(sent()).toEqual([1]);
    return payBy(all, options);
  }

  test('is not made on one operator’s word', async () => {
    const error = await rejectionOf(outlived([HONEST], { onExpiry: 'resign' }));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'unknown',
      transaction: { idempotencyKey: 'K', hash: world.told('signed')[0]?.hash },
    });
    expect(sent()).toEqual([1]);
    expect(world.custody.requests).toHaveLength(2);
    // Nor does the attempt that was not made keep anybody waiting.
    await payBy([HONEST], { idempotencyKey: 'M' });
    expect(sent()).toEqual([1, 2]);
  });

  test.each<[string, Faults[], PayOptions]>([
    ['if its caller asks for it by name', [HONEST], { newAttempt: 2 }],
    ['if enough operators agree', [HONEST, HONEST], { onExpiry: 'resign' }],
  ])('is made at the next number %s', async (_, all, options) => {
    expect(await outlived(all, options)).toMatchObject({ result: { result: 'DONE' } });
    expect(sent()).toEqual([1, 2]);
  });
});

describe('a batch after one that has expired', () => {
  const nobody: Faults = { submit: () => submissionOf('NO_ROOM') };
  const batchBy = (all: readonly Faults[], options: PayOptions = {}) => {
    const pay = { type: 'pay', to: world.custody.addressOf('1'), amount: '7' } as const;
    const given = { idempotencyKey: 'B', confirmTimeoutMs: 1_000, ...options };
    return world.run(shownBy(all).gateway.batch('0', [pay, pay], given));
  };
  const preparedNumbers = () => world.told('prepared').map(({ number }) => number);

  beforeEach(async () => {
    await rejectionOf(batchBy([nobody]));
    await world.time.pass(4 * 3_600_000);
  });

  test('takes its very numbers', async () => {
    await rejectionOf(batchBy([nobody], { onExpiry: 'resign' }));
    expect(preparedNumbers()).toEqual(['1-2', '1-2']);
  });

  test('is not made at others on one operator’s word', async () => {
    await payBy([HONEST], { idempotencyKey: 'L' });
    const error = await rejectionOf(batchBy([HONEST], { onExpiry: 'resign' }));
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'B' } });
    expect(world.custody.requests).toHaveLength(2);
    await payBy([HONEST], { idempotencyKey: 'M' });
    expect(sent()).toEqual([1, 2]);
  });

  test('is made at others if enough operators agree', async () => {
    await payBy([HONEST], { idempotencyKey: 'L' });
    await batchBy([HONEST, HONEST], { onExpiry: 'resign', confirmTimeoutMs: 60_000 });
    expect(sent()).toEqual([1, 2, 3]);
  });
});

describe('a final no', () => {
  const expire = async (all: readonly Faults[]) => {
    const nobody: Faults = { submit: () => submissionOf('NO_ROOM') };
    await rejectionOf(payBy([nobody], { confirmTimeoutMs: 1_000 }));
    await world.time.pass(4 * 3_600_000);
    return rejectionOf(payBy(all));
  };

  test('says that it rests on one operator’s word', async () => {
    expect(await expire([HONEST])).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      details: { evidence: 'one-operator' },
    });
  });

  test('or that enough agreed', async () => {
    expect(await expire([HONEST, HONEST])).toMatchObject({
      code: 'TRANSACTION_EXPIRED',
      details: { evidence: 'agreed' },
    });
  });
});
