import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError, UnreachableError } from '../../src/core/errors.js';
import { SignaturePendingError, SignatureRejectedError } from '../../src/signer/index.js';
import {
  BatchIncompleteError,
  TicketsUnavailableError,
  type TransactionEvent,
  TransactionExpiredError,
  TransactionNotFoundError,
  TransactionUnconfirmedError,
} from '../../src/transactions/index.js';
import type { FakeGateway, PayOptions } from '../support/fake-chain/gateway.js';
import { type Fault, saying } from '../support/fake-chain/node.js';
import type { Action } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const HASH = expect.stringMatching(/^[0-9a-f]{64}$/);

const paying = (amount: string): Action => ({
  type: 'pay',
  to: world.custody.addressOf('1'),
  amount,
});
const many = (count: number) => Array.from({ length: count }, () => paying('1'));

const batch = (actions: readonly Action[], options = {}, gateway = world.gateway) =>
  world.run(gateway.batch('0', actions, options));
const cancel = (key: string, gateway = world.gateway) => world.run(gateway.cancel('0', key));

/** What was asked of the custody: the attempt and place in the batch, and what became of it. */
const requests = () =>
  world.custody.requests.map(({ externalId, status }) =>
    [externalId.replace(/^cg-[0-9a-f]{40}/, ''), status].join(':'),
  );

const statesOf = (error: unknown) => {
  if (!(error instanceof BatchIncompleteError)) throw error;
  return error.members.map(({ state }) => state);
};

function expectAllConfirmed(executed: Awaited<ReturnType<typeof batch>>): void {
  const states = executed.kind === 'batch' && executed.members.map(({ state }) => state);
  expect(new Set(states || ['no batch'])).toEqual(new Set(['confirmed']));
}

describe('a batch that does not go through at once', () => {
  test('says what was sent when the node refuses one, and goes on from there', async () => {
    world.node.inject('submit', saying('MALFORMED'), { skip: 1 });
    const options = { idempotencyKey: 'middle' };
    const error = await rejectionOf(batch(many(3), options));
    expect(error).not.toHaveProperty('details.evidence');
    expect(error).toMatchObject({
      retryable: true,
      members: [
        { state: 'confirmed' },
        { state: 'refused', code: 'MALFORMED', hash: HASH },
        { state: 'not-sent', hash: HASH },
      ],
    });
    expectAllConfirmed(await batch(many(3), options, world.another()));
    expect(world.ledger.numbersOf(world.address)).toHaveLength(3);
    expect(requests()).toEqual([':COMPLETED']);
  });

  test('says that it may go on when the node refuses the last', async () => {
    world.node.inject('submit', saying('MALFORMED'), { skip: 1 });
    const options = { idempotencyKey: 'last' };
    const error = await rejectionOf(batch(many(2), options));
    expect(statesOf(error)).toEqual(['confirmed', 'refused']);
    expect(error).toMatchObject({ retryable: true });
    expectAllConfirmed(await batch(many(2), options, world.another()));
  });

  test('speaks for its latest attempt only', async () => {
    world.gateway = world.another({ longestLifeSeconds: 3 });
    world.node.inject('submit', saying('NO_ROOM'), { times: 4 });
    const first = await rejectionOf(batch(many(2), { idempotencyKey: 'late' }));
    expect(statesOf(first)).toEqual(['expired', 'expired']);
    world.custody.decide = () => 'wait';
    world.gateway = world.another();
    const again = { idempotencyKey: 'late', newAttempt: 2, signatureTimeoutMs: 100 };
    const second = await rejectionOf(batch(many(2), again));
    expect(second).toBeInstanceOf(SignaturePendingError);
    const resumed = world.run(world.another().resume('0', 'late', { signatureTimeoutMs: 100 }));
    expect(await rejectionOf(resumed)).toBeInstanceOf(SignaturePendingError);
    expect(requests()).toEqual([':COMPLETED', '-2:PENDING_AUTHORIZATION']);
  });

  test('is not told as expired where a later attempt can’t be looked for', async () => {
    world.gateway = world.another({ longestLifeSeconds: 3 });
    world.node.inject('submit', saying('NO_ROOM'), { times: 4 });
    await rejectionOf(batch(many(2), { idempotencyKey: 'late' }));
    const again = { idempotencyKey: 'late', newAttempt: 2 };
    expectAllConfirmed(await batch(many(2), again, world.another()));
    const inner = world.newSigner();
    const signer = stubSigner(inner, {
      find: async (id, options) => {
        if (id.endsWith('-2')) throw new UnreachableError('custody', 'it is away');
        return inner.find(id, options);
      },
    });
    const error = await rejectionOf(world.run(world.another({ signer }).resume('0', 'late')));
    expect(statesOf(error)).toEqual(['unknown', 'unknown']);
    expect(error).toMatchObject({ retryable: true, cause: { code: 'UNREACHABLE' } });
  });

  test('says of none that it was not sent before it has looked', async () => {
    expectAllConfirmed(await batch(many(2), { idempotencyKey: 'there' }));
    const node = world.node.with({
      transaction: () => {
        throw new UnreachableError('chain', 'it is away');
      },
    });
    const options = { confirmTimeoutMs: 0 };
    const resumed = world.another({ node }).resume('0', 'there', options);
    expect(statesOf(await rejectionOf(world.run(resumed)))).toEqual(['unknown', 'unknown']);
  });

  test('has expired once its time is over, though no one has signed it', async () => {
    world.custody.decide = () => 'wait';
    world.gateway = world.another({ longestLifeSeconds: 60 });
    const options = { idempotencyKey: 'unsigned', signatureTimeoutMs: 100 };
    expect(await rejectionOf(batch(many(2), options))).toBeInstanceOf(SignaturePendingError);
    await world.time.pass(300_000);
    for (const again of [
      () => batch(many(2), options),
      () => world.run(world.another().resume('0', 'unsigned')),
    ]) {
      const error = await rejectionOf(again());
      expect(error).toBeInstanceOf(TransactionExpiredError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: 'unsigned', attempt: 1 } });
    }
    world.custody.decide = () => 'approve';
    expectAllConfirmed(await batch(many(2), { idempotencyKey: 'unsigned', newAttempt: 2 }));
    expect(requests()).toEqual([':PENDING_AUTHORIZATION', '-2:COMPLETED']);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });

  test('asks nobody twice in one call', async () => {
    let asked = 0;
    world.custody.decide = () => (++asked === 2 ? 'approve' : 'reject');
    world.gateway = world.another({ signer: world.newSigner(4) });
    const options = { idempotencyKey: 'once' };
    const first = await rejectionOf(batch(many(6), options));
    expect(first).toBeInstanceOf(SignatureRejectedError);
    const error = await rejectionOf(batch(many(6), { ...options, newAttempt: 2 }));
    expect(statesOf(error)).toEqual([...Array(4).fill('confirmed'), 'not-signed', 'not-signed']);
    expect(error).toMatchObject({ retryable: false, cause: expect.any(SignatureRejectedError) });
    expect(requests()).toEqual([':REJECTED', '-2:COMPLETED', '_1:REJECTED']);
  });

  test('that was stopped by a failure stays stopped, and says so', async () => {
    const actions = [paying('1'), paying('5000000'), paying('1')];
    const options = { idempotencyKey: 'halt', stopOnFailure: true };
    await rejectionOf(batch(actions, options));
    for (const stopOnFailure of [true, false]) {
      const error = await rejectionOf(
        batch(actions, { ...options, stopOnFailure }, world.another()),
      );
      expect(statesOf(error)).toEqual(['confirmed', 'failed', 'not-sent']);
      expect(error).toMatchObject({ retryable: false });
    }
  });

  test('that was to stop does so in its later requests, too, whatever a later call says', async () => {
    world.gateway = world.another({ signer: world.newSigner(4) });
    const actions = [...many(4), paying('5000000'), paying('1')];
    const aborting = new AbortController();
    const onEvent = ({ type }: TransactionEvent) => {
      if (type === 'submitted') aborting.abort();
    };
    const first = { signal: aborting.signal, onEvent, stopOnFailure: true };
    const options = { idempotencyKey: 'halt' };
    await rejectionOf(batch(actions, { ...options, ...first }));
    expect(requests()).toEqual([':COMPLETED']);
    const error = await rejectionOf(batch(actions, { ...options, stopOnFailure: false }));
    expect(statesOf(error)).toEqual([...Array(4).fill('confirmed'), 'failed', 'not-sent']);
  });

  test('that was to stop is stopped by a member whose number another has spent', async () => {
    world.node.inject('submit', saying('MALFORMED'));
    const options = { idempotencyKey: 'halt', stopOnFailure: true };
    const refused = await rejectionOf(batch(many(3), options));
    expect(statesOf(refused)).toEqual(['refused', 'not-sent', 'not-sent']);
    await world.run(world.pay({ idempotencyKey: 'next' }, '7'));
    for (const gateway of [world.gateway, world.another()]) {
      const error = await rejectionOf(batch(many(3), options, gateway));
      expect(statesOf(error)).toEqual(['replaced', 'not-sent', 'not-sent']);
      expect(error).toMatchObject({ retryable: false });
    }
    // Nothing holds up those who take the numbers that are left.
    await world.run(world.pay({ idempotencyKey: 'after' }, '7', world.another()));
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });

  test('needs no echo of its payload', async () => {
    const forgetful = () => {
      const inner = world.newSigner();
      const { list: _, ...altered } = stubSigner(inner, {
        find: async (key) => {
          const record = await inner.find(key);
          return record && { ...record, unhashedPayload: undefined };
        },
      });
      return altered;
    };
    world.custody.decide = () => 'wait';
    const options = { idempotencyKey: 'mute', signatureTimeoutMs: 100 };
    await rejectionOf(batch(many(3), options, world.another({ signer: forgetful() })));
    world.custody.approve();
    const restarted = world.another({ signer: forgetful() });
    expectAllConfirmed(await batch(many(3), { idempotencyKey: 'mute' }, restarted));
  });
});

describe('a batch of which a process has read that it waits, and which is over by then', () => {
  /** The signer as a process knows it that was frozen after it had read of the request. */
  async function frozen(key: string, capacity?: number) {
    const signer = world.newSigner(capacity);
    const first = world.custody.requests[0]?.externalId ?? '';
    const record = await signer.find(first);
    return stubSigner(signer, {
      find: async (id) => (id === first ? record : signer.find(id)),
      sign: async () => {
        throw new Error(`${key} is asked for anew`);
      },
    });
  }

  /** Another wallet spends it, and then the batch is approved. */
  async function loseFirstNumber() {
    const { latest } = world.custody;
    world.custody.decide = () => 'approve';
    world.payByHand();
    await world.time.pass(5_000);
    world.custody.approve(latest);
  }

  test('keeps the place of a member whose number another wallet has spent', async () => {
    world.custody.decide = () => 'wait';
    const options = { idempotencyKey: 'frozen' };
    const hurried = { ...options, signatureTimeoutMs: 100 };
    await rejectionOf(batch(many(3), hurried));
    const signer = await world.run(frozen('frozen'));
    await loseFirstNumber();
    const ended = await rejectionOf(batch(many(3), options, world.another()));
    expect(statesOf(ended)).toEqual(['replaced', 'confirmed', 'confirmed']);
    for (const call of [
      (gateway: FakeGateway) => gateway.batch('0', many(3), options),
      (gateway: FakeGateway) => gateway.resume('0', 'frozen'),
    ]) {
      const error = await rejectionOf(world.run(call(world.another({ signer }))));
      expect(statesOf(error)).toEqual(['not-signed', 'confirmed', 'confirmed']);
      expect(error).toMatchObject({ retryable: false, members: [{ index: 0 }, { index: 1 }, {}] });
    }
    expect(requests()).toEqual([':COMPLETED', 'by-hand:COMPLETED']);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2, 3]);
  });

  test('asks for the rest of a large one only once all before it has landed', async () => {
    world.custody.decide = () => 'wait';
    const options = { idempotencyKey: 'frozen' };
    const hurried = { ...options, signatureTimeoutMs: 100 };
    const limited = world.another({ signer: world.newSigner(3) });
    await rejectionOf(batch(many(5), hurried, limited));
    const signer = await world.run(frozen('frozen', 3));
    await loseFirstNumber();
    await rejectionOf(world.run(world.another().resume('0', 'frozen')));
    const error = await rejectionOf(batch(many(5), options, world.another({ signer })));
    expect(statesOf(error)).toEqual([
      ...['not-signed', 'confirmed', 'confirmed'],
      ...['not-signed', 'not-signed'],
    ]);
    expect(requests()).toEqual([':COMPLETED', 'by-hand:COMPLETED']);
  });
});

describe('cancelling a batch', () => {
  test('replaces what is signed and unsent, and may be repeated', async () => {
    world.node.inject('submit', saying('MALFORMED'), { skip: 2 });
    const options = { idempotencyKey: 'half' };
    await rejectionOf(batch(many(5), options));
    // Who pays them all again, since the batch is cancelled, would pay two of them twice.
    expect(await cancel('half')).toMatchObject({ evidence: 'one-operator', landed: 2 });
    expect(await cancel('half', world.another())).toMatchObject({ landed: 2 });
    const error = await rejectionOf(batch(many(5), options));
    expect(statesOf(error)).toEqual([...Array(2).fill('confirmed'), ...Array(3).fill('replaced')]);
    expect(error).toMatchObject({ retryable: false, details: { evidence: 'one-operator' } });
    const by = { state: 'replaced', by: HASH };
    expect(error).toMatchObject({ details: { members: [{}, {}, by, by, by] } });
    expect(world.ledger.numbersOf(world.address)).toHaveLength(5);
  });

  test('that is interrupted says so of the batch, and goes on when repeated', async () => {
    world.node.inject('submit', saying('MALFORMED'), { skip: 2 });
    await rejectionOf(batch(many(5), { idempotencyKey: 'half' }));
    world.node.inject('submit', saying('MALFORMED'), { skip: 1 });
    const error = await rejectionOf(cancel('half'));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'half' } });
    await cancel('half');
    expect(world.ledger.numbersOf(world.address)).toHaveLength(5);
  });

  test('asks for nothing in the place of a member of which nobody can say what became', async () => {
    world.node.inject('submit', saying('MALFORMED'));
    await rejectionOf(batch(many(2), { idempotencyKey: 'half' }));
    world.payByHand();
    await world.time.pass(5_000);
    const node = world.node.with({ spender: () => undefined });
    const hurried = { confirmTimeoutMs: 100 };
    const cancelling = world.another({ node }).cancel('0', 'half', hurried);
    const error = await rejectionOf(world.run(cancelling));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toMatchObject({
      message: expect.stringContaining('no longer has the transaction that spent it'),
    });
    expect(world.custody.requests.filter(({ note }) => note?.includes('cancel:'))).toEqual([]);
    await cancel('half');
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });

  test('that is all on the ledger is too late', async () => {
    await batch(many(2), { idempotencyKey: 'done' });
    expect(await rejectionOf(cancel('done'))).toMatchObject({ code: 'NOT_CANCELLABLE' });
  });
});

describe('the creation of Tickets', () => {
  const ticketed = (options: PayOptions = {}) => world.pay({ useTickets: true, ...options });

  test('that fails leaves no gap behind', async () => {
    // What is left is too little for ten Tickets.
    await world.run(world.pay({}, '999900'));
    expect(await rejectionOf(world.run(ticketed()))).toBeInstanceOf(TicketsUnavailableError);
    await world.run(world.gateway.execute('0', { type: 'label', text: 'next' }));
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2, 3]);
  });

  test('goes on for others when the caller who began it has gone, and no one waits too long', async () => {
    world.custody.decide = () => 'wait';
    const gone = new AbortController();
    const first = rejectionOf(ticketed({ signal: gone.signal }));
    await world.until(() => world.custody.waiting.length === 1);
    const second = ticketed();
    const hasty = rejectionOf(ticketed({ laneTimeoutMs: 100 }));
    gone.abort();
    expect(await world.run(first)).toMatchObject({ code: 'ABORTED' });
    expect(await world.run(hasty)).toMatchObject({ code: 'ACCOUNT_BUSY' });
    world.custody.decide = () => 'approve';
    world.custody.approve();
    expect(await world.run(second)).toMatchObject({ result: { result: 'DONE' } });
    expect(requests()).toHaveLength(2);
  });

  test('is not repeated because a node lags behind', async () => {
    const withoutTickets: Fault<'account'> = (ask) => {
      const account = ask();
      return account && { ...account, tickets: [] };
    };
    world.node.inject('account', withoutTickets, { times: 6 });
    expect(await world.run(ticketed())).toMatchObject({ result: { result: 'DONE' } });
    expect(requests()).toHaveLength(2);
  });
});

test('a batch that is cancelled between its requests asks for no more of them, and can’t promise it for later calls', async () => {
  const gateway = world.another({ signer: world.newSigner(2) });
  const call = rejectionOf(gateway.batch('0', many(4), { idempotencyKey: 'parts' }));
  await world.until(() => world.ledger.numbersOf(world.address).length === 2);
  const cancelling = rejectionOf(gateway.cancel('0', 'parts'));
  const [error, refusal] = await world.run(Promise.all([call, cancelling]));
  expect(refusal).toMatchObject({
    code: 'NOT_CANCELLABLE',
    message: expect.stringContaining('only a call with its key asks for the rest'),
    transaction: { idempotencyKey: 'parts' },
  });
  expect(error).toBeInstanceOf(BatchIncompleteError);
  expect(error).toMatchObject({
    retryable: false,
    members: [
      { state: 'confirmed' },
      { state: 'confirmed' },
      { state: 'not-signed' },
      { state: 'not-signed' },
    ],
  });
  expect(requests()).toHaveLength(1);
});

test.each(['serial', 'pipeline', 'tickets'] as const)(
  'a batch that was sent stays open while its cancellation has not come through, with lanes of the mode %s',
  async (mode) => {
    const gateway = world.another({ lanes: { mode } });
    if (mode === 'tickets') await world.run(world.pay({ useTickets: true }, '1', gateway));
    world.ledger.pauseClosing();
    const times = { laneTimeoutMs: 6_000, confirmTimeoutMs: 6_000 };
    const options = { idempotencyKey: 'open', ...times };
    const call = rejectionOf(gateway.batch('0', many(3), options));
    await world.until(() => world.node.asked.includes('submit'));
    await world.time.pass(2_000);
    const cancelling = rejectionOf(gateway.cancel('0', 'open', times));
    const [error, refusal] = await world.run(Promise.all([call, cancelling]));
    expect(refusal).toBeInstanceOf(TransactionUnconfirmedError);
    expect(error).toBeInstanceOf(BatchIncompleteError);
    expect(error).toMatchObject({ retryable: true, transaction: { idempotencyKey: 'open' } });
    world.ledger.resumeClosing();
    expectAllConfirmed(await batch(many(3), { idempotencyKey: 'open' }, gateway));
  },
);

test('a batch whose rest nobody has asked for is not said to be cancelled: another call may ask for it', async () => {
  const gone = new AbortController();
  const gateway = world.another({ signer: world.newSigner(2) });
  const options = { idempotencyKey: 'parts', signal: gone.signal };
  const call = rejectionOf(gateway.batch('0', many(4), options));
  await world.until(() => world.ledger.numbersOf(world.address).length === 2);
  gone.abort();
  await world.run(call);
  const error = await rejectionOf(cancel('parts', world.another()));
  expect(error).toMatchObject({
    code: 'NOT_CANCELLABLE',
    message: expect.stringContaining('only a call with its key asks for the rest'),
    transaction: { idempotencyKey: 'parts' },
  });
  expect(requests()).toHaveLength(1);
  const again = world.another({ signer: world.newSigner(2) });
  expectAllConfirmed(await batch(many(4), { idempotencyKey: 'parts' }, again));
});

describe('a batch that the custody shows no more', () => {
  /** A process to which the custody shows each request so many times. */
  function shown(times: number) {
    const inner = world.newSigner();
    let left = times;
    const signer = stubSigner(inner, {
      find: async (key, options) => {
        const record = await inner.find(key, options);
        return left-- > 0 ? record : undefined;
      },
    });
    return world.another({ signer });
  }

  test('is not found, and nothing is asked', async () => {
    await batch(many(2), { idempotencyKey: 'gone' });
    const error = await rejectionOf(world.run(shown(0).resume('0', 'gone')));
    expect(error).toBeInstanceOf(TransactionNotFoundError);
    expect(requests()).toEqual([':COMPLETED']);
  });

  test('after it was shown once is gone on with', async () => {
    await batch(many(2), { idempotencyKey: 'gone' });
    expect(await world.run(shown(1).resume('0', 'gone'))).toMatchObject({
      members: [{ state: 'confirmed' }, { state: 'confirmed' }],
    });
  });

  test('is not found by cancelling either', async () => {
    await batch(many(2), { idempotencyKey: 'gone' });
    const error = await rejectionOf(cancel('gone', shown(0)));
    expect(error).toBeInstanceOf(TransactionNotFoundError);
  });
});

describe('the last event of a batch', () => {
  /** How the batch's calls ended, by their events. */
  const listened = (key: string) => {
    const ends: unknown[] = [];
    const onEvent: PayOptions['onEvent'] = (event) => {
      if (event.type === 'final') ends.push(event.outcome);
    };
    return { ends, options: { idempotencyKey: key, onEvent } };
  };

  test('tells that it is confirmed', async () => {
    const { ends, options } = listened('whole');
    await batch(many(2), options);
    expect(ends).toEqual(['confirmed']);
  });

  test('tells the end of the first member that had no effect', async () => {
    const { ends, options } = listened('poor');
    const poor = [paying('1'), paying('99999999999999'), paying('1')];
    expect(statesOf(await rejectionOf(batch(poor, options)))).toContain('failed');
    expect(ends).toEqual(['failed']);
    await rejectionOf(world.run(world.another().resume('0', 'poor', options)));
    expect(ends).toEqual(['failed', 'failed']);
  });

  test('tells that it expired', async () => {
    world.custody.decide = () => 'wait';
    world.gateway = world.another({ longestLifeSeconds: 60 });
    const { ends, options } = listened('unsigned');
    await rejectionOf(batch(many(2), { ...options, signatureTimeoutMs: 100 }));
    expect(ends).toEqual([]);
    await world.time.pass(300_000);
    await rejectionOf(batch(many(2), options));
    expect(ends).toEqual(['expired']);
  });

  test('tells that it was rejected', async () => {
    world.custody.decide = () => 'wait';
    const { ends, options } = listened('refused');
    const call = rejectionOf(world.gateway.batch('0', many(2), options));
    await world.until(() => world.custody.waiting.length === 1);
    world.custody.reject();
    expect(await world.run(call)).toBeInstanceOf(SignatureRejectedError);
    expect(ends).toEqual(['rejected']);
  });

  test('does not come where something else has stopped it, though a member has failed', async () => {
    const inner = world.newSigner(2);
    let asked = 0;
    const signer = stubSigner(inner, {
      sign: (request, options) => {
        asked += 1;
        if (asked === 2) throw new ConfigurationError('signer', 'may not sign today');
        return inner.sign(request, options);
      },
    });
    const gateway = world.another({ signer });
    const { ends, options } = listened('stopped');
    const actions = [paying('99999999999999'), paying('1'), paying('1')];
    const stopped = await rejectionOf(batch(actions, options, gateway));
    expect(statesOf(stopped)).toEqual(['failed', 'confirmed', 'not-signed']);
    expect(stopped).toMatchObject({ retryable: false });
    expect(ends).toEqual([]);
    const ended = await rejectionOf(batch(actions, options, gateway));
    expect(statesOf(ended)).toEqual(['failed', 'confirmed', 'confirmed']);
    expect(ends).toEqual(['failed']);
  });

  test('does not come while the same call may go on with it', async () => {
    world.node.inject('submit', saying('MALFORMED'), { skip: 1 });
    const { ends, options } = listened('middle');
    await rejectionOf(batch(many(3), options));
    expect(ends).toEqual([]);
    await batch(many(3), options, world.another());
    expect(ends).toEqual(['confirmed']);
  });
});
