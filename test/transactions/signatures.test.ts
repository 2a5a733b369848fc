import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { UnreachableError } from '../../src/core/errors.js';
import {
  InvalidSignatureError,
  parseCompact,
  type RawSignature,
  type RawSigner,
  type RawSigningRequest,
  type SigningKey,
  type SigningOptions,
  toCompact,
} from '../../src/signer/index.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { ORDERS } from '../support/keys.js';
import { rejectionOf } from '../support/rejections.js';

const ORDER = ORDERS['ecdsa-secp256k1'];

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

/** A custody signer whose signatures are spoilt on the way. */
function spoiling(spoil: (good: RawSignature, other: RawSignature) => RawSignature): RawSigner {
  const inner = world.newSigner();
  let others: readonly RawSignature[] = [];
  return {
    capabilities: inner.capabilities,
    getPublicKey: (key, options) => inner.getPublicKey(key, options),
    find: (key, options) => inner.find(key, options).then((record) => record && spoilt(record)),
    list: (key, options) => inner.list(key, options),
    async sign(request: RawSigningRequest, options?: SigningOptions) {
      const signatures = await inner.sign(request, options);
      others = await inner.sign(otherRequest(request));
      return signatures.map(spoilOne);
    },
  };
  function spoilt<T extends { signatures?: readonly RawSignature[] }>(record: T): T {
    const { signatures } = record;
    return signatures ? { ...record, signatures: signatures.map(spoilOne) } : record;
  }
  function spoilOne(signature: RawSignature, index: number): RawSignature {
    return spoil(signature, others[index] ?? signature);
  }
  function otherRequest(request: RawSigningRequest): RawSigningRequest {
    const messages = request.messages.map((message) => ({
      ...message,
      key: { ...message.key, id: '1' },
    }));
    return { ...request, idempotencyKey: `${request.idempotencyKey}-other`, messages };
  }
}

const highS = (signature: RawSignature): RawSignature => {
  const { r, s } = parseCompact(signature.bytes);
  const { recoveryId, ...rest } = signature;
  return {
    ...rest,
    bytes: toCompact({ r, s: ORDER - s }),
    ...(recoveryId === undefined ? {} : { recoveryId: recoveryId ^ 1 }),
  };
};

const DONE = { result: { result: 'DONE' } };

describe('what a signer returns', () => {
  test('X5: a high-S signature is normalised, and the ledger takes it', async () => {
    const gateway = world.another({ signer: spoiling(highS) });
    await expect(world.run(world.pay({}, '1', gateway))).resolves.toMatchObject(DONE);
  });

  test.each<[string, (good: RawSignature, other: RawSignature) => RawSignature]>([
    ['of another key', (_, other) => other],
    ['of another key, claiming the right one', (good, other) => ({ ...good, bytes: other.bytes })],
    ['truncated', (good) => ({ ...good, bytes: good.bytes.slice(0, 63) })],
    ['with r and s swapped', (good) => ({ ...good, bytes: swapped(good.bytes) })],
    ['of zeros', (good) => ({ ...good, bytes: new Uint8Array(64) })],
    ['with a flipped bit', (good) => ({ ...good, bytes: flipped(good.bytes) })],
    ['with a wrong recovery id', (good) => ({ ...good, recoveryId: (good.recoveryId ?? 0) ^ 1 })],
    ['in another encoding', (good) => ({ ...good, encoding: 'der' })],
  ])('X5: a signature %s is refused, and nothing is submitted', async (_, spoil) => {
    const gateway = world.another({ signer: spoiling(spoil) });
    const call = () => world.run(world.pay({ idempotencyKey: 'spoilt' }, '1', gateway));
    const error = await rejectionOf(call());
    expect(error).toBeInstanceOf(InvalidSignatureError);
    // It may be sent yet: by whoever is told the good signature.
    expect(error).toMatchObject({ retryable: true, transaction: { idempotencyKey: 'spoilt' } });
    await rejectionOf(call());
    expect(world.node.asked).not.toContain('submit');
    // The account goes on without a gap: a process that is told the good signature sends that first.
    await expect(world.run(world.pay())).resolves.toMatchObject(DONE);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });
});

describe('a signature that is none', () => {
  /** A process to which the custody gives a bad signature under one key. */
  function given(key: string) {
    const gateway = world.another({
      signer: spoiling((good) => {
        const isLatest = world.custody.requests.some(
          ({ note, signatures }) =>
            note?.includes(` ${key}]`) && signatures?.some(({ bytes }) => bytes === good.bytes),
        );
        return isLatest ? { ...good, bytes: flipped(good.bytes) } : good;
      }),
    });
    return { gateway, paid: world.run(world.pay({ idempotencyKey: key }, '1', gateway)) };
  }

  test('holds up nobody: its number is the next one’s', async () => {
    const { gateway, paid } = given('spoilt');
    expect(await rejectionOf(paid)).toBeInstanceOf(InvalidSignatureError);
    await world.run(world.pay({ idempotencyKey: 'next', laneTimeoutMs: 1_000 }, '2', gateway));
    expect(world.ledger.sentBy(world.address)).toMatchObject([
      { number: { value: '1' }, action: { amount: '2' } },
    ]);
  });

  test('is cancelled by spending its number: a good one may be given yet', async () => {
    const { gateway, paid } = given('spoilt');
    await rejectionOf(paid);
    const receipt = await world.run(gateway.cancel('0', 'spoilt'));
    expect(receipt).toMatchObject({ idempotencyKey: 'spoilt', evidence: 'one-operator' });
    expect(world.ledger.numbersOf(world.address)).toEqual([1]);
    const error = await rejectionOf(world.run(gateway.resume('0', 'spoilt', {})));
    expect(error).toMatchObject({ code: 'TRANSACTION_REPLACED' });
  });

  test('ends its key once another transaction has spent the number', async () => {
    const { gateway, paid } = given('spoilt');
    await rejectionOf(paid);
    await world.run(world.pay({ idempotencyKey: 'next', laneTimeoutMs: 1_000 }, '2', gateway));
    const error = await rejectionOf(world.run(gateway.resume('0', 'spoilt', {})));
    expect(error).toMatchObject({ code: 'TRANSACTION_REPLACED' });
    await world.run(gateway.cancel('0', 'spoilt'));
    const again = { idempotencyKey: 'spoilt', newAttempt: 2 };
    await expect(world.run(world.pay(again, '1'))).resolves.toMatchObject(DONE);
    expect(world.ledger.numbersOf(world.address)).toEqual([1, 2]);
  });
});

test.each([
  ['none', () => []],
  ['two', (all: readonly RawSignature[]) => [...all, ...all]],
] as const)('%s for one message is refused, and nothing is submitted', async (_, spoil) => {
  const inner = world.newSigner();
  const signer: RawSigner = {
    capabilities: inner.capabilities,
    getPublicKey: (key, options) => inner.getPublicKey(key, options),
    sign: async (request, options) => spoil(await inner.sign(request, options)),
  };
  const error = await rejectionOf(world.run(world.pay({}, '1', world.another({ signer }))));
  expect(error).toBeInstanceOf(InvalidSignatureError);
  expect(error).toMatchObject({ retryable: true });
  expect(world.node.asked).not.toContain('submit');
});

test('a key that can not be read again makes no signature wrong', async () => {
  const inner = world.newSigner();
  let reads = 0;
  const signer: RawSigner = {
    capabilities: inner.capabilities,
    getPublicKey: (key, options) =>
      ++reads > 1
        ? Promise.reject(new UnreachableError('custody', 'ECONNREFUSED'))
        : inner.getPublicKey(key, options),
    sign: (request, options) => inner.sign(request, options),
  };
  const call = world.run(world.pay({}, '1', world.another({ signer })));
  await expect(call).resolves.toMatchObject({ kind: 'chain' });
});

test('a key that an account has later signs nothing for it, though it is the one that the signer gives', async () => {
  const inner = world.newSigner();
  // As the alias of a key in a KMS, which is given to another one.
  let id = '0';
  const named = (key: SigningKey) => ({ ...key, id });
  const signer: RawSigner = {
    capabilities: inner.capabilities,
    getPublicKey: (key, options) => inner.getPublicKey(named(key), options),
    sign: ({ messages, ...request }, options) =>
      inner.sign(
        { ...request, messages: messages.map((one) => ({ ...one, key: named(one.key) })) },
        options,
      ),
  };
  const gateway = world.another({ signer });
  await world.run(world.pay({}, '1', gateway));
  const submits = () => world.node.asked.filter((each) => each === 'submit').length;
  const before = submits();
  id = '1';
  const error = await rejectionOf(world.run(world.pay({}, '1', gateway)));
  expect(error).toBeInstanceOf(InvalidSignatureError);
  expect(submits()).toBe(before);
});

test('a batch with a signature that is none may be sent yet, and says so', async () => {
  const gateway = world.another({
    signer: spoiling((good) => ({ ...good, bytes: flipped(good.bytes) })),
  });
  const action = { type: 'pay', to: world.custody.addressOf('1'), amount: '1' } as const;
  const call = world.run(gateway.batch('0', [action, action], { idempotencyKey: 'spoilt' }));
  expect(await rejectionOf(call)).toMatchObject({ code: 'INVALID_SIGNATURE', retryable: true });
  await expect(world.run(world.another().resume('0', 'spoilt'))).resolves.toMatchObject({
    members: [{ state: 'confirmed' }, { state: 'confirmed' }],
  });
});

function swapped(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from([...bytes.slice(32), ...bytes.slice(0, 32)]);
}

function flipped(bytes: Uint8Array): Uint8Array {
  return bytes.map((byte, index) => (index === 40 ? byte ^ 1 : byte));
}
