import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ConfigurationError, GatewayError, InvalidInputError } from '../../src/core/errors.js';
import { signApart } from '../../src/transactions/life/sign-apart.js';
import { resolveOptions } from '../../src/transactions/options.js';
import { FakeWorld } from '../support/fake-chain/world.js';
import { rejectionOf } from '../support/rejections.js';
import { stubSigner } from '../support/stub-signer.js';

let world: FakeWorld;
beforeEach(() => {
  world = new FakeWorld();
});
afterEach(() => world.end());

const requests = () => world.custody.requests.length;

describe('a signer that never answers', () => {
  const never = () => new Promise<never>(() => undefined);
  const timeout = { idempotencyKey: 'k', signatureTimeoutMs: 1_000 };
  const unanswered = {
    code: 'UNREACHABLE',
    transaction: { idempotencyKey: 'k', requestId: expect.stringMatching(/^cg-/) },
  };

  test('keeps no call waiting for ever', async () => {
    const signer = stubSigner(world.newSigner(), { sign: never });
    const call = world.pay(timeout, '1', world.another({ signer }));
    expect(await rejectionOf(world.run(call))).toMatchObject(unanswered);
  });

  test('not for its key either', async () => {
    const signer = stubSigner(world.newSigner(), { getPublicKey: never });
    const call = world.pay({ idempotencyKey: 'k' }, '1', world.another({ signer }));
    const error = await rejectionOf(world.run(call));
    expect(error).toMatchObject({ code: 'UNREACHABLE', transaction: { idempotencyKey: 'k' } });
    expect(requests()).toBe(0);
  });

  test.each(['resume', 'cancel', 'pending'] as const)('nor %s, once it is aborted', async (act) => {
    const signer = stubSigner(world.newSigner(), { find: never, list: never });
    const gateway = world.another({ signer });
    const caller = new AbortController();
    const options = { signal: caller.signal };
    world.time.clock.after(1_000, () => caller.abort());
    const call: Promise<unknown> =
      act === 'pending' ? gateway.pending('0', options) : gateway[act]('0', 'k', options);
    expect(await rejectionOf(world.run(call))).toMatchObject({ code: 'ABORTED' });
  });

  test.each(['resume', 'cancel'] as const)('nor %s, beyond its time', async (act) => {
    const signer = stubSigner(world.newSigner(), { find: never });
    const call: Promise<unknown> = world.another({ signer })[act]('0', 'k');
    expect(await rejectionOf(world.run(call))).toMatchObject(unanswered);
  });

  test('nor one that would finish what a gone caller has left', async () => {
    world = new FakeWorld({ decide: () => 'wait' });
    await rejectionOf(world.run(world.pay({ idempotencyKey: 'left', signatureTimeoutMs: 50 })));
    const gateway = world.another({ signer: stubSigner(world.newSigner(), { find: never }) });
    const call = world.pay({ laneTimeoutMs: 60_000 }, '2', gateway);
    const error = await rejectionOf(world.run(call));
    expect(error).toMatchObject({ code: 'ACCOUNT_BUSY', cause: { code: 'UNREACHABLE' } });
  });

  test('nor one that only signs', async () => {
    const signer = stubSigner(world.newSigner(), { sign: never });
    const key = { algorithm: 'ecdsa-secp256k1', id: '0', assetId: 'FAKE' } as const;
    const { clock } = world.time;
    const publicKey = await signer.getPublicKey(key);
    const account = { vaultAccountId: '0', key, publicKey, address: world.address };
    const explain = () => Promise.reject(new Error('There is nothing to explain.'));
    const chain = { id: 'fake:1', explain };
    const stage = { chain, signer, keys: signer, clock, summaryLength: 0 };
    const digest = new Uint8Array(32);
    const message = { kind: 'digest', key, digest, hash: 'sha256', preimage: digest } as const;
    const options = resolveOptions(timeout, {});
    const asked = { messages: [message], payload: undefined, idempotencyKey: 'k' };
    const call = signApart(stage, { account, options, ...asked });
    expect(await rejectionOf(world.run(call))).toMatchObject(unanswered);
  });
});

describe('a signer that fails in a way of its own', () => {
  test('ends the call with an error of this package, which names the transaction', async () => {
    const inner = world.newSigner();
    const secret = new TypeError('KMS lost the connection');
    Object.assign(secret, { request: { headers: { authorization: 'Bearer hush-hush' } } });
    const signer = stubSigner(inner, {
      sign: async (request, options) => {
        await inner.sign(request, options);
        throw secret;
      },
    });
    const call = world.pay({ idempotencyKey: 'k' }, '1', world.another({ signer }));
    const error = await rejectionOf(world.run(call));
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({
      code: 'UNEXPECTED_FAILURE',
      retryable: true,
      details: { reason: 'TypeError: KMS lost the connection' },
      transaction: { idempotencyKey: 'k', attempt: 1, custodyId: world.custody.latest.id },
    });
    // Nobody knows what printing the original would show.
    expect((error as Error).cause).toBeUndefined();
    const printed = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);
    expect(printed).not.toContain('hush-hush');
    // The signature exists: the same key goes on with it.
    const again = world.pay({ idempotencyKey: 'k' }, '1', world.another());
    await expect(world.run(again)).resolves.toMatchObject({ result: { result: 'DONE' } });
    expect(requests()).toBe(1);
  });

  test('repeats no more of its words than a line of a log can bear', async () => {
    const words = `\u001b[2J\nINFO paid \u202e${'A'.repeat(1_000_000)}`;
    const signer = stubSigner(world.newSigner(), { sign: () => Promise.reject(new Error(words)) });
    const error = await rejectionOf(world.run(world.pay({}, '1', world.another({ signer }))));
    const escaped = String.raw`Error: \u001b[2J\u000aINFO paid \u202eAAA`;
    expect(error).toHaveProperty('details.reason', expect.stringContaining(escaped));
    expect(JSON.stringify(error).length).toBeLessThan(2_000);
  });

  test.each([undefined, null, 'a string', 5, { message: 'hush-hush' }])(
    'does so too when it throws %j',
    async (thrown) => {
      const signer = stubSigner(world.newSigner(), {
        sign: () => Promise.reject(thrown),
      });
      const error = await rejectionOf(world.run(world.pay({}, '1', world.another({ signer }))));
      expect(error).toMatchObject({
        code: 'UNEXPECTED_FAILURE',
        details: { reason: typeof thrown },
        transaction: { attempt: 1 },
      });
    },
  );
});

describe('a note', () => {
  test.each(['a\nb', 'a\tb', '\u0000', 'a\u007f', '\u0085', 'line\r\n[cg1 x]'])(
    'with control characters is refused before anybody is asked: %j',
    async (note) => {
      const error = await rejectionOf(world.run(world.pay({ note })));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({ field: 'note', reason: 'must have no control characters' });
      expect(requests()).toBe(0);
    },
  );

  test('may be in any script', async () => {
    const note = 'Miete für Mai — 家賃 \u{1F3E0}';
    await world.run(world.pay({ note }));
    expect(world.custody.latest.note).toMatch(
      new RegExp(`^Pay .*; key .* \\| ${note} \\(built at .*\\) \\[cg1 .*\\]$`, 'u'),
    );
  });
});

test('a vault account whose key gives another address than the one configured signs nothing', async () => {
  const gateway = world.another({ addresses: { '0': world.custody.addressOf('1') } });
  const error = await rejectionOf(world.run(world.pay({}, '1', gateway)));
  expect(error).toBeInstanceOf(ConfigurationError);
  expect(error).toMatchObject({ setting: 'addresses' });
  expect(requests()).toBe(0);
  const own = world.another({ addresses: { '0': world.address } });
  await expect(world.run(world.pay({}, '1', own))).resolves.toMatchObject({ kind: 'chain' });
});

test('an address that only the custody says is told of once', async () => {
  const pinned = world.another({ addresses: { '0': world.address } });
  await world.run(world.pay({}, '1', pinned));
  expect(world.told('address-unpinned')).toEqual([]);
  const unpinned = world.another({ addresses: { '1': world.address } });
  const both = [world.pay({ idempotencyKey: 'first' }, '1', unpinned)];
  both.push(world.pay({ idempotencyKey: 'second' }, '1', unpinned));
  await world.run(Promise.all(both));
  await world.run(world.pay({}, '1', unpinned));
  expect(world.told('address-unpinned')).toMatchObject([
    { address: world.address, vaultAccountId: '0', idempotencyKey: 'first', attempt: 1 },
  ]);
});

test('a vault account whose key is another to the second of two calls signs for the first alone', async () => {
  const ids = ['0', '1'];
  const honest = world.newSigner();
  const signer = stubSigner(honest, {
    getPublicKey: ({ algorithm }) => honest.getPublicKey({ algorithm, id: ids.shift() ?? '0' }),
  });
  const gateway = world.another({ signer });
  const ends = await world.run(
    Promise.allSettled([world.pay({}, '1', gateway), world.pay({}, '1', gateway)]),
  );
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(ends[1]).toMatchObject({ reason: { code: 'CONFIGURATION', setting: 'addresses' } });
  expect(requests()).toBe(1);
});
