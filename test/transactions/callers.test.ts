import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AbortedError, GatewayError, InvalidInputError } from '../../src/index.js';
import { jsonRpcTransport, WrongNetworkError } from '../../src/xrpl/index.js';
import { bentNode } from '../support/bent-node.js';
import { bentSigner } from '../support/bent-signer.js';
import { newWorld, rejectionOf, type World } from '../support/world.js';

let world: World;

beforeEach(async () => {
  world = await newWorld();
});
afterEach(() => world.stop());

const configs = { tickSize: 5 };
const requests = () => world.sandbox.custody.transactions.length;

describe('callers that share an answer', () => {
  test('are not called away with one of them', async () => {
    let go = () => {};
    const held = new Promise<void>((resolve) => {
      go = resolve;
    });
    const gateway = world.another({
      transport: bentNode(world.sandbox, {
        server_state: async (_, ask) => {
          await held;
          return ask();
        },
      }),
    });
    const controller = new AbortController();
    const one = rejectionOf(
      gateway.accountSet('0', { configs }, { signal: controller.signal, idempotencyKey: 'one' }),
    );
    const other = gateway.accountSet('1', { configs }, { idempotencyKey: 'other' });
    controller.abort();
    const error = await one;
    expect(error).toBeInstanceOf(AbortedError);
    go();
    await expect(other).resolves.toHaveProperty('result.validated', true);
  });

  test('each get an error of their own, which names their own key', async () => {
    const gateway = world.another({ network: { url: world.sandbox.xrpl.url, networkId: 9 } });
    const keys = ['one', 'other', 'third'];
    const errors = await Promise.all(
      keys.map((idempotencyKey, vault) =>
        rejectionOf(gateway.accountSet(String(vault % 2), { configs }, { idempotencyKey })),
      ),
    );
    expect(new Set(errors).size).toBe(keys.length);
    for (const [index, error] of errors.entries()) {
      expect(error).toBeInstanceOf(WrongNetworkError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: keys[index] } });
    }
    expect(requests()).toBe(0);
  });
});

describe('a signer that fails in a way of its own', () => {
  test('ends the call with an error of this package, which names the transaction', async () => {
    const inner = world.newSigner();
    const secret = new TypeError('KMS lost the connection');
    Object.assign(secret, { request: { headers: { authorization: 'Bearer hush-hush' } } });
    const signer = bentSigner(inner, {
      sign: async (request, options) => {
        await inner.sign(request, options);
        throw secret;
      },
    });
    const gateway = world.another({ signer });
    const error = await rejectionOf(gateway.accountSet('0', { configs }, { idempotencyKey: 'k' }));
    expect(error).toBeInstanceOf(GatewayError);
    expect(error).toMatchObject({
      code: 'UNEXPECTED_FAILURE',
      retryable: true,
      details: { reason: 'TypeError: KMS lost the connection' },
      transaction: {
        idempotencyKey: 'k',
        attempt: 1,
        custodyId: world.sandbox.custody.transactions[0]?.id,
      },
    });
    // Nobody knows what printing the original would show.
    expect((error as Error).cause).toBeUndefined();
    const printed = inspect(error, { depth: 20, showHidden: true }) + JSON.stringify(error);
    expect(printed).not.toContain('hush-hush');
    // The signature exists: the same key goes on with it.
    await expect(
      world.another().accountSet('0', { configs }, { idempotencyKey: 'k' }),
    ).resolves.toHaveProperty('result.validated', true);
    expect(requests()).toBe(1);
  });

  test.each([undefined, null, 'a string', 5, { message: 'hush-hush' }])(
    'does so too when it throws %j',
    async (thrown) => {
      const signer = bentSigner(world.newSigner(), {
        sign: () => Promise.reject(thrown),
      });
      const error = await rejectionOf(world.another({ signer }).accountSet('0', { configs }));
      expect(error).toMatchObject({
        code: 'UNEXPECTED_FAILURE',
        details: { reason: typeof thrown },
        transaction: { attempt: 1 },
      });
    },
  );
});

describe('what can’t be right is refused before anybody is asked', () => {
  test.each(['a\nb', 'a\tb', '\u0000', 'a\u007f', '\u0085', 'line\r\n[cg1 x]'])(
    'a note with control characters: %j',
    async (note) => {
      const error = await rejectionOf(world.gateway.accountSet('0', { configs }, { note }));
      expect(error).toBeInstanceOf(InvalidInputError);
      expect(error).toMatchObject({
        field: 'note',
        reason: 'must have no control characters',
      });
      expect(requests()).toBe(0);
    },
  );

  test('a note in any script is fine', async () => {
    const note = 'Miete für Mai — 家賃 \u{1F3E0}';
    await world.gateway.accountSet('0', { configs }, { note });
    const [request] = world.sandbox.custody.transactions;
    expect(request?.json.note).toMatch(new RegExp(`^${note} \\[cg1 .*\\]$`, 'u'));
  });

  test.each([
    [7_200, 5],
    [60, 1],
    [1, 0],
  ])('a LastLedgerSequence within the approval window of %i s', async (window, ahead) => {
    const ledger = await jsonRpcTransport(world.sandbox.xrpl.url).request(
      'ledger',
      { ledger_index: 'validated' },
      {},
    );
    const LastLedgerSequence = Number(ledger.ledger_index) + ahead;
    const gateway = world.another({ secondsPerLedger: 1 });
    const error = await rejectionOf(
      gateway.submit(
        '0',
        { TransactionType: 'AccountSet', LastLedgerSequence },
        { approvalWindowSeconds: window },
      ),
    );
    expect(error).toBeInstanceOf(InvalidInputError);
    expect(error).toMatchObject({ field: 'transaction.LastLedgerSequence' });
    expect(requests()).toBe(0);
  });
});
