import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  GatewayError,
  happenedOf,
  IdempotencyConflictError,
  isGatewayError,
} from '../../src/index.js';
import type { RawSigner } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { BatchIncompleteError } from '../../src/transactions/index.js';
import { statesOf } from '../../src/transactions/life/told.js';
import type { FakeGatewayOptions } from '../support/fake-chain/gateway.js';
import type { Faults } from '../support/fake-chain/node.js';
import { submissionOf } from '../support/fake-chain/questions.js';
import type { Action } from '../support/fake-chain/transaction.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { built, found, heardBy, looked } from '../support/heard.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const RESIGN = { idempotencyKey: 'K', onExpiry: 'resign', confirmTimeoutMs: 120_000 } as const;

const refused = () => Promise.reject(new GatewayError('CUSTODY_PERMISSION', 'not for you'));
const happened = (error: unknown) => isGatewayError(error) && happenedOf(error);
const isSecond = (id: string) => id.endsWith('-2');
const pairOf = (): Action[] => {
  const pay: Action = { type: 'pay', to: world.custody.addressOf('1'), amount: '1' };
  return [pay, pay];
};
const amounts = () =>
  world.ledger
    .sentBy(world.address)
    .map(({ action }) => (action.type === 'pay' ? action.amount : undefined));

/** A process whose node takes nothing, and whose transactions live for half a minute. */
const crowded = (more: Partial<FakeGatewayOptions> = {}) =>
  world.crowded({ longestLifeSeconds: 30, ...more });

describe('once it has signed, a signer that refuses to give its public key', () => {
  /** A key in a KMS, with or without the permission to read its public half. */
  const kms = (mayRead: boolean): RawSigner => {
    const inner = world.newSigner();
    let hasSigned = false;
    return {
      capabilities: { ...inner.capabilities, remembers: false, mayPend: false },
      sign: async (request) => {
        const signatures = await inner.sign(request);
        hasSigned = true;
        return signatures;
      },
      getPublicKey: (...given) =>
        hasSigned && !mayRead ? refused() : inner.getPublicKey(...given),
    };
  };

  test('does not undo the signature: a journal lets the next call use it', async () => {
    const journal = memoryStore();
    const pay = (idempotencyKey: string, amount: string, mayRead: boolean) =>
      world.run(
        world.pay({ idempotencyKey }, amount, world.another({ signer: kms(mayRead), journal })),
      );
    const error = await rejectionOf(pay('K', '7', false));
    expect(happened(error)).toBe('maybe');
    await pay('other', '1', true);
    expect(amounts()).toEqual(['7', '1']);
  });

  test('is not asked for it where the signer remembers, since the account’s key is known', async () => {
    const inner = world.newSigner();
    let hasSigned = false;
    const signer = stubSigner(inner, {
      sign: async (request, options) => {
        const signed = await inner.sign(request, { ...options, onUpdate: undefined });
        hasSigned = true;
        return signed;
      },
      getPublicKey: (...given) => (hasSigned ? refused() : inner.getPublicKey(...given)),
    });
    await world.run(world.pay({ idempotencyKey: 'K' }, '7', world.another({ signer })));
    expect(amounts()).toEqual(['7']);
  });
});

describe('a call that sends what it found, and then begins the next attempt', () => {
  test.each([
    ['it failed, and its fee is paid', '5000000', false],
    ['the only node lies that it failed', '5', true],
  ])('is not told that nothing happened: %s', async (_, amount, lies) => {
    let passes = false;
    let kept: string | undefined;
    const faults: Faults = {
      submit: (ask, blob) => {
        kept = blob;
        return passes ? ask() : submissionOf('TAKEN');
      },
      transaction: (ask) => {
        const known = ask();
        if (lies && known?.applied) {
          return { ...known, applied: { ...known.applied, result: 'UNFUNDED' } };
        }
        return (
          known ?? (kept === undefined ? undefined : { transaction: JSON.parse(kept).transaction })
        );
      },
    };
    const inner = world.newSigner();
    const signer = stubSigner(inner, {
      sign: (request, options) =>
        isSecond(request.idempotencyKey) ? refused() : inner.sign(request, options),
    });
    const pay = (more: object) => {
      const gateway = world.another({ node: world.node.with(faults), signer });
      return world.run(
        world.pay({ idempotencyKey: 'K', confirmTimeoutMs: 100, ...more }, amount, gateway),
      );
    };
    await rejectionOf(pay({}));
    expect(world.ledger.numbersOf(world.address)).toEqual([]);
    passes = true;
    const error = await rejectionOf(pay({ newAttempt: 2, confirmTimeoutMs: 60_000 }));
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
    expect(error).toMatchObject({ transaction: { hash: world.told('signed')[0]?.hash } });
    expect(happened(error)).toBe('maybe');
  });
});

test('what another call has made is not told as nothing where the signer refuses to show it', async () => {
  const inner = world.newSigner();
  let isAsked = false;
  const signer = stubSigner(inner, {
    sign: () => {
      isAsked = true;
      return Promise.reject(new IdempotencyConflictError('used before'));
    },
    find: (id, options) => (isAsked ? refused() : inner.find(id, options)),
  });
  const call = world.pay({ idempotencyKey: 'K' }, '7', world.another({ signer }));
  const error = await rejectionOf(world.run(call));
  expect(error).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED', status: 'unknown' });
  expect(happened(error)).toBe('maybe');
});

describe('a batch that was sent, and whose next attempt', () => {
  const unknown = { state: 'unknown', hash: expect.any(String) };

  test('another call may have requested, which the signer refuses to say, is told', async () => {
    const inner = world.newSigner();
    let isAsked = false;
    const signer = stubSigner(inner, {
      sign: (request, options) => {
        if (!isSecond(request.idempotencyKey)) return inner.sign(request, options);
        isAsked = true;
        return Promise.reject(new IdempotencyConflictError('used before'));
      },
      find: (id, options) => (isAsked ? refused() : inner.find(id, options)),
    });
    const call = crowded({ signer }).batch('0', pairOf(), RESIGN);
    const error = await rejectionOf(world.run(call));
    expect(error).toMatchObject({ members: [unknown, unknown] });
    expect(happened(error)).toBe('maybe');
  });

  test('waits for its signature, is told', async () => {
    world.custody.decide = ({ externalId }) => (isSecond(externalId) ? 'wait' : 'approve');
    const options = { ...RESIGN, signatureTimeoutMs: 50 };
    const error = await rejectionOf(world.run(crowded().batch('0', pairOf(), options)));
    const cause = { code: 'SIGNATURE_PENDING' };
    expect(error).toMatchObject({ members: [unknown, unknown], retryable: true, cause });
  });
});

test('an attempt that expired unsigned names the hash of the one before, which was sent', async () => {
  world.custody.decide = ({ externalId }) => (isSecond(externalId) ? 'wait' : 'approve');
  await rejectionOf(world.run(world.pay({ ...RESIGN, signatureTimeoutMs: 50 }, '7', crowded())));
  await world.time.pass(60_000);
  const gateway = world.another({ longestLifeSeconds: 30 });
  const error = await rejectionOf(world.run(gateway.resume('0', 'K')));
  const hash = world.told('signed')[0]?.hash;
  expect(error).toMatchObject({ code: 'TRANSACTION_EXPIRED', transaction: { attempt: 2, hash } });
});

describe('a member of a batch is not told as unsent', () => {
  const states = (error: unknown) => {
    if (!(error instanceof BatchIncompleteError)) throw error;
    return error.members.map(({ state }) => state);
  };
  const batch = (faults: Faults, more: object = {}) => {
    const gateway = world.another({ node: world.node.with(faults) });
    return world.run(gateway.batch('0', pairOf(), { idempotencyKey: 'K', ...more }));
  };

  test('when its call is aborted while it is on its way', async () => {
    const over = new AbortController();
    const submit: Faults['submit'] = (ask) => {
      const said = ask();
      over.abort();
      return said;
    };
    const error = await rejectionOf(batch({ submit }, { signal: over.signal }));
    await world.time.pass(10_000);
    expect(world.ledger.numbersOf(world.address)).toEqual([1]);
    expect(states(error)).toEqual(['unknown', 'not-sent']);
  });

  test('when a node takes it, and never answers', async () => {
    const submit: Faults['submit'] = async (ask) => {
      ask();
      return new Promise<never>(() => undefined);
    };
    expect(states(await rejectionOf(batch({ submit })))).toEqual(['unknown', 'not-sent']);
    expect(world.ledger.numbersOf(world.address)).toEqual([1]);
  });

  test('when an earlier call has told it as pending', async () => {
    const over = new AbortController();
    let count = 0;
    const submit: Faults['submit'] = () => {
      count += 1;
      if (count > 2) over.abort();
      return submissionOf('TAKEN');
    };
    const soon = { confirmTimeoutMs: 100 };
    expect(states(await rejectionOf(batch({ submit }, soon)))).toEqual(['pending', 'pending']);
    const error = await rejectionOf(batch({ submit }, { ...soon, signal: over.signal }));
    expect(states(error)).not.toContain('not-sent');
  });

  test('when a node has dropped it', () => {
    const dropped = { state: 'open', seen: false, dropped: 'the node has dropped it' } as const;
    const facts = heardBy(
      { isBatch: true },
      found(1, { state: 'signed' }),
      built(1, 5n),
      { kind: 'verified', attempt: 1, signed: [{ hash: 'h', blob: '' }] },
      ...looked(1, 0, dropped),
    );
    expect(statesOf(facts, 1)).toEqual([{ state: 'unknown' }]);
  });
});

describe('a cancellation says whose word it rests on', () => {
  test('where a signed transaction is called dead, though it has landed', async () => {
    const began = world.time.clock.now();
    const lies = () => world.time.clock.now() - began > 60_000;
    const node = world.node.with({
      transaction: (ask) => (lies() ? undefined : ask()),
      account: (ask) => {
        const known = ask();
        if (!lies() || !known) return known;
        return { ...known, next: 1n, ledgerTime: known.ledgerTime + 10_000 };
      },
    });
    const gateway = () => world.another({ node, longestLifeSeconds: 30 });
    const soon = { idempotencyKey: 'K', confirmTimeoutMs: 0 };
    await rejectionOf(world.run(world.pay(soon, '7', gateway())));
    await world.time.pass(120_000);
    expect(world.ledger.numbersOf(world.address)).toHaveLength(1);
    const receipt = await world.run(gateway().cancel('0', 'K'));
    expect(receipt).toMatchObject({ idempotencyKey: 'K', evidence: 'one-operator' });
  });

  test('which is nobody’s where nothing was signed', async () => {
    world.custody.decide = () => 'wait';
    const soon = { idempotencyKey: 'K', signatureTimeoutMs: 50 };
    await rejectionOf(world.run(world.pay(soon, '7')));
    expect(await world.run(world.another().cancel('0', 'K'))).not.toHaveProperty('evidence');
  });
});
