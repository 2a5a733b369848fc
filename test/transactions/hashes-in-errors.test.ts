import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GatewayError, happenedOf, isGatewayError, UnreachableError } from '../../src/index.js';
import { endingOf } from '../../src/transactions/life/key.js';
import { FakeChain } from '../support/fake-chain/chain.js';
import type { FakeGateway } from '../support/fake-chain/gateway.js';
import { fullWhile } from '../support/fake-chain/node.js';
import type { Action } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { built, type Carried, found, type Heard, heardBy, looked, sent } from '../support/heard.js';
import { rejectionOf, thrownBy } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

const OPEN = { state: 'open', seen: false } as const;
const CONFIRMED = { state: 'confirmed', hash: 'landed', result: 'done' } as const;
const FAILED = { state: 'failed', hash: 'landed', code: 'no', result: 'done' } as const;
const EXPIRED = { state: 'expired' } as const;

const signed = (attempt: number): readonly Heard[] => [
  built(attempt, 5n),
  { kind: 'verified', attempt, signed: [{ hash: `hash-${attempt}`, blob: '' }] },
];

describe('the error that stops a later attempt names the hash', () => {
  const TWO: Partial<Carried> = { operators: 2, agree: 2 };
  const asked = [found(2, { state: 'pending' })];
  const taken = sent(1, 0, { state: 'accepted', code: 'TAKEN' });
  const sentAndFailed = [...signed(1), taken, ...looked(1, 0, FAILED, FAILED)];

  test.each<[string, readonly Heard[], string | undefined, Partial<Carried>?]>([
    ['of the one before that may land', [...signed(1), ...looked(1, 0, OPEN), ...asked], 'hash-1'],
    ['of one that was not looked up yet', [...signed(1), ...asked], 'hash-1'],
    ['of one that one operator says is dead', [...signed(1), ...looked(1, 0, EXPIRED)], 'hash-1'],
    [
      'of none that several say is dead',
      [...signed(1), ...looked(1, 0, EXPIRED, EXPIRED)],
      undefined,
      TWO,
    ],
    ['of none that failed', [...signed(1), ...looked(1, 0, FAILED), ...asked], undefined],
    ['of one that landed', [...signed(1), ...looked(1, 0, CONFIRMED), ...signed(2)], 'landed'],
    [
      'of its own, once that is signed',
      [...signed(1), ...looked(1, 0, OPEN), ...signed(2)],
      'hash-2',
    ],
    [
      'of the one before, where its own is dead',
      [...signed(1), ...looked(1, 0, OPEN), ...signed(2), ...looked(2, 0, EXPIRED)],
      'hash-1',
    ],
    [
      'of its own, where that failed',
      [...signed(1), ...signed(2), ...looked(2, 0, FAILED)],
      'landed',
    ],
    ['of its own, though it sent one that failed', [...sentAndFailed, ...signed(2)], 'hash-2'],
    ['of one that it sent and that failed', [...sentAndFailed, ...asked], 'landed', TWO],
    ['of none that comes after it', [...asked, ...signed(3)], undefined],
  ])('%s', (_, answers, hash, wanted = {}) => {
    const facts = heardBy(wanted, ...answers);
    const told = { state: 'stopped', attempt: 2, error: new Error('no') } as const;
    const error = thrownBy(() => endingOf({ told, facts }));
    expect(error).toHaveProperty('transaction.attempt', 2);
    if (hash === undefined) expect(error).not.toHaveProperty('transaction.hash');
    else expect(error).toHaveProperty('transaction.hash', hash);
  });
});

describe('while a later attempt waits for its signature', () => {
  let world: FakeWorld;
  beforeEach(() => {
    world = new FakeWorld();
  });
  afterEach(() => world.end());

  const SOON = { idempotencyKey: 'K', confirmTimeoutMs: 100 };

  test('the hash of the one before is told, which may land', async () => {
    const gateway = world.crowded();
    await rejectionOf(world.run(world.pay(SOON, '7', gateway)));
    world.custody.decide = () => 'wait';
    const second = { ...SOON, newAttempt: 2, signatureTimeoutMs: 50 };
    const error = await rejectionOf(world.run(world.pay(second, '7', gateway)));
    const hash = world.told('signed')[0]?.hash;
    expect(error).toMatchObject({ code: 'SIGNATURE_PENDING', transaction: { attempt: 2, hash } });
  });

  const RESIGN = { ...SOON, confirmTimeoutMs: 120_000, onExpiry: 'resign' } as const;

  /** Its node is away when a second attempt is begun. */
  const interrupted = () => {
    const isSecond = () => world.told('lane-entered').some(({ attempt }) => attempt === 2);
    const node = world.node.with({
      ...fullWhile(() => true),
      account: async (ask) => {
        if (isSecond()) throw new UnreachableError('chain', 'it is away');
        return ask();
      },
    });
    return world.another({ node, longestLifeSeconds: 30 });
  };

  /** Its signer refuses a second attempt. */
  const refusing = () => {
    const inner = world.newSigner();
    const signer = stubSigner(inner, {
      sign: (request, options) => {
        if (!request.idempotencyKey.endsWith('-2')) return inner.sign(request, options);
        return Promise.reject(new GatewayError('CUSTODY_PERMISSION', 'not for you'));
      },
    });
    return world.crowded({ signer, longestLifeSeconds: 30 });
  };

  test.each([
    ['its node is away', interrupted, 'UNREACHABLE'],
    ['its signer refuses', refusing, 'CUSTODY_PERMISSION'],
  ])(
    'the call that sent the one before is not told that nothing happened, where %s',
    async (_, next, code) => {
      const error = await rejectionOf(world.run(world.pay(RESIGN, '7', next())));
      const hash = world.told('signed')[0]?.hash;
      expect(error).toMatchObject({ code, transaction: { attempt: 2, hash } });
      expect(isGatewayError(error) && happenedOf(error)).toBe('maybe');
    },
  );

  test.each([
    ['its node is away', interrupted, 'UNREACHABLE'],
    ['its signer refuses', refusing, 'CUSTODY_PERMISSION'],
  ])('nor is the call of a batch, whose members are told, where %s', async (_, next, code) => {
    const pay: Action = { type: 'pay', to: world.custody.addressOf('1'), amount: '1' };
    const error = await rejectionOf(world.run(next().batch('0', [pay, pay], RESIGN)));
    const member = { state: 'unknown', hash: expect.any(String) };
    expect(error).toMatchObject({ members: [member, member], cause: { code } });
    expect(isGatewayError(error) && happenedOf(error)).toBe('maybe');
  });

  describe('one that is rejected says nothing of the one before, which', () => {
    /** The second attempt is rejected, once so many operators say that the first has expired. */
    const rejected = (count: number) => {
      const node = world.node.with(fullWhile(() => true));
      const operators = Array.from({ length: count }, (_, index) => {
        return { name: `op-${index}`, chain: new FakeChain({ node }) };
      });
      world.custody.decide = ({ externalId }) => (externalId.endsWith('-2') ? 'reject' : 'approve');
      return world.another({ node, operators, longestLifeSeconds: 30 });
    };
    const batch = (gateway: FakeGateway) => {
      const pay: Action = { type: 'pay', to: world.custody.addressOf('1'), amount: '1' };
      return gateway.batch('0', [pay, pay], RESIGN);
    };

    test('may land after all, where only one operator says that it can’t', async () => {
      const error = await rejectionOf(world.run(world.pay(RESIGN, '7', rejected(1))));
      const hash = world.told('signed')[0]?.hash;
      expect(error).toMatchObject({ code: 'SIGNATURE_REJECTED', transaction: { hash } });
      expect(isGatewayError(error) && happenedOf(error)).toBe('maybe');
    });

    test('can’t land, where several say so', async () => {
      const error = await rejectionOf(world.run(world.pay(RESIGN, '7', rejected(2))));
      expect(error).toMatchObject({ code: 'SIGNATURE_REJECTED', transaction: { attempt: 2 } });
      expect(error).not.toHaveProperty('transaction.hash');
      expect(isGatewayError(error) && happenedOf(error)).toBe('nothing');
    });

    test('may land after all, as a batch too', async () => {
      const error = await rejectionOf(world.run(batch(rejected(1))));
      const member = { state: 'expired', hash: expect.any(String) };
      const cause = { code: 'SIGNATURE_REJECTED' };
      expect(error).toMatchObject({ members: [member, member], cause, retryable: false });
      expect(isGatewayError(error) && happenedOf(error)).toBe('maybe');
    });

    test('can’t land, as a batch too', async () => {
      const error = await rejectionOf(world.run(batch(rejected(2))));
      expect(error).toMatchObject({ code: 'SIGNATURE_REJECTED' });
      expect(isGatewayError(error) && happenedOf(error)).toBe('nothing');
    });
  });

  test('the hash of one that failed is not', async () => {
    const first = { ...SOON, confirmTimeoutMs: 20_000 };
    const failed = await rejectionOf(world.run(world.pay(first, '5000000')));
    expect(failed).toMatchObject({ code: 'TRANSACTION_FAILED' });
    world.custody.decide = () => 'wait';
    const second = { ...SOON, newAttempt: 2, signatureTimeoutMs: 50 };
    const error = await rejectionOf(world.run(world.pay(second, '5000000')));
    expect(error).toMatchObject({ code: 'SIGNATURE_PENDING', transaction: { attempt: 2 } });
    expect(error).not.toHaveProperty('transaction.hash');
  });
});
