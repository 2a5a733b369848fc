import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashes } from 'xrpl';
import {
  InvalidInputError,
  NotCancellableError,
  SignatureRejectedError,
  TransactionExpiredError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/index.js';
import type { ApprovalDecision, ApprovalRequest } from '../../src/sandbox/index.js';
import {
  jsonRpcTransport,
  type XrplGateway,
  type XrplGatewayOptions,
} from '../../src/xrpl/index.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let destination: string;
let address: string;
let decide: (request: ApprovalRequest) => ApprovalDecision;

beforeEach(async () => {
  decide = () => 'approve';
  refusals = 0;
  world = await newWorld({ approvals: (request) => decide(request) });
  destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
});
afterEach(() => world.stop());

const pay = (options: object) =>
  world.gateway.xrpTransfer('0', { destination, amount: '1' }, { native: false, ...options });

const prepared = () => world.events.flatMap((event) => (event.type === 'prepared' ? [event] : []));

/** How many submissions the node will have no room for. */
let refusals = 0;

/** A gateway whose node has no room as long as `refusals` last. */
function crowded(options: Partial<XrplGatewayOptions> = {}): XrplGateway {
  const transport = jsonRpcTransport(world.sandbox.xrpl.url);
  return world.another({
    ...options,
    transport: {
      async request(command, params, call) {
        if (command !== 'submit' || refusals <= 0) return transport.request(command, params, call);
        refusals--;
        return { engine_result: 'telCAN_NOT_QUEUE' };
      },
    },
  });
}

describe('asking a person again', () => {
  test('takes an explicit new attempt after a rejection; the first id stays rejected', async () => {
    decide = () => 'reject';
    await rejectionOf(pay({ idempotencyKey: 'again' }));
    decide = () => 'approve';
    await expect(pay({ idempotencyKey: 'again' })).rejects.toBeInstanceOf(SignatureRejectedError);
    const outcome = await pay({ idempotencyKey: 'again', newAttempt: 2 });
    expect(outcome.receipt).toMatchObject({ attempt: 2, requestId: expect.stringMatching(/-2$/) });
    // From now on the key's answer is the second attempt's, for everybody.
    for (const repeat of [
      pay({ idempotencyKey: 'again' }),
      pay({ idempotencyKey: 'again', newAttempt: 2 }),
      world.another().resume('0', 'again'),
    ]) {
      await expect(repeat).resolves.toMatchObject({ receipt: { attempt: 2 } });
    }
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
    expect(world.sandbox.custody.transactions).toHaveLength(2);
  });

  test('a new attempt is no more than one, however often it is asked for', async () => {
    decide = () => 'reject';
    await rejectionOf(pay({ idempotencyKey: 'no' }));
    for (let repeat = 0; repeat < 3; repeat++) {
      await expect(pay({ idempotencyKey: 'no', newAttempt: 2 })).rejects.toMatchObject({
        transaction: { attempt: 2 },
      });
    }
    expect(world.sandbox.custody.transactions).toHaveLength(2);
    await rejectionOf(pay({ idempotencyKey: 'no', newAttempt: 3 }));
    expect(world.sandbox.custody.transactions).toHaveLength(3);
    await expect(pay({ idempotencyKey: 'no', newAttempt: 4 })).rejects.toBeInstanceOf(
      InvalidInputError,
    );
  });

  test('a later attempt is not made while the one before it was never made', async () => {
    decide = () => 'reject';
    await rejectionOf(pay({ idempotencyKey: 'gap' }));
    await expect(pay({ idempotencyKey: 'gap', newAttempt: 3 })).rejects.toMatchObject({
      transaction: { attempt: 1 },
    });
    expect(world.sandbox.custody.transactions).toHaveLength(1);
  });

  test('happens by itself when a transaction expired, if the caller said so', async () => {
    world.gateway = crowded({ secondsPerLedger: 400 });
    refusals = 4;
    const outcome = await pay({ idempotencyKey: 'resigned', onExpiry: 'resign', maxAttempts: 5 });
    expect(outcome.receipt.attempt).toBeGreaterThan(1);
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
    const numbers = new Set(prepared().map(({ number }) => number));
    expect(numbers.size).toBe(1);
  });

  test('stops after maxAttempts', async () => {
    world.gateway = crowded({ secondsPerLedger: 2_000 });
    refusals = Number.POSITIVE_INFINITY;
    const error = await rejectionOf(
      pay({ idempotencyKey: 'enough', onExpiry: 'resign', maxAttempts: 2 }),
    );
    expect(error).toBeInstanceOf(TransactionExpiredError);
    expect(error).toMatchObject({ transaction: { attempt: 2 } });
    expect(world.sandbox.custody.transactions).toHaveLength(2);
  });

  test('while the first may still land, the second takes its very number', async () => {
    world.gateway = crowded();
    refusals = Number.POSITIVE_INFINITY;
    const error = await rejectionOf(pay({ idempotencyKey: 'stuck', confirmTimeoutMs: 200 }));
    expect(error).toBeInstanceOf(TransactionUnconfirmedError);
    await rejectionOf(pay({ idempotencyKey: 'stuck', newAttempt: 2, confirmTimeoutMs: 200 }));
    expect(new Set(prepared().map(({ number }) => number)).size).toBe(1);
    // The node recovers: whichever of the two it takes, the key has one outcome.
    refusals = 0;
    const outcome = await pay({ idempotencyKey: 'stuck' });
    expect(outcome).toMatchObject({ result: { validated: true } });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
    await expect(world.another().resume('0', 'stuck')).resolves.toMatchObject({
      result: { hash: 'result' in outcome && outcome.result.hash },
    });
  });

  test('the earlier attempt’s success is the key’s success', async () => {
    const blobs = recordBlobs();
    world.sandbox.xrpl.pauseClosing();
    await rejectionOf(pay({ idempotencyKey: 'late', confirmTimeoutMs: 150 }));
    // Submitted, then lost: a second attempt is signed for the same number ...
    world.sandbox.xrpl.dropPending();
    await rejectionOf(pay({ idempotencyKey: 'late', newAttempt: 2, confirmTimeoutMs: 0 }));
    const [first] = world.events.flatMap((event) => (event.type === 'signed' ? event.hash : []));
    expect(world.sandbox.custody.transactions).toHaveLength(2);
    // ... but the first one lands, sent by somebody else.
    world.sandbox.xrpl.dropPending();
    await submitBlob(blobs.get(first ?? '') ?? '');
    world.sandbox.xrpl.resumeClosing();
    await expect(pay({ idempotencyKey: 'late' })).resolves.toMatchObject({
      result: { hash: first, validated: true },
    });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });
});

describe('cancelling', () => {
  test('gives a live request up at the custody', async () => {
    decide = () => 'wait';
    await rejectionOf(pay({ idempotencyKey: 'unwanted', signatureTimeoutMs: 50 }));
    const receipt = await world.another().cancel('0', 'unwanted');
    expect(receipt).toMatchObject({ idempotencyKey: 'unwanted' });
    await expect(pay({ idempotencyKey: 'unwanted' })).rejects.toMatchObject({
      request: { status: 'CANCELLED' },
    });
    decide = () => 'approve';
    await expect(pay({ idempotencyKey: 'wanted' })).resolves.toMatchObject({
      result: { validated: true },
    });
  });

  test('spends the number on nothing when the signature exists already', async () => {
    world.gateway = crowded();
    refusals = Number.POSITIVE_INFINITY;
    await rejectionOf(pay({ idempotencyKey: 'signed', confirmTimeoutMs: 0 }));
    refusals = 0;
    await world.gateway.cancel('0', 'signed');
    await expect(pay({ idempotencyKey: 'signed' })).rejects.toBeInstanceOf(
      TransactionReplacedError,
    );
    const [only, ...more] = world.sandbox.xrpl.transactionsOf(address).slice(-1);
    expect(more).toEqual([]);
    expect(JSON.stringify(only)).toContain('AccountSet');
    // Cancelling is as repeatable as everything else.
    await world.another().cancel('0', 'signed');
  });

  test('is refused when the ledger has it', async () => {
    await pay({ idempotencyKey: 'done' });
    await expect(world.gateway.cancel('0', 'done')).rejects.toBeInstanceOf(NotCancellableError);
  });

  test('wins or loses against a signature, but never lies', async () => {
    decide = () => 'wait';
    await rejectionOf(pay({ idempotencyKey: 'race', signatureTimeoutMs: 50 }));
    world.sandbox.custody.letSignaturesWin();
    decide = () => 'approve';
    await world.gateway.cancel('0', 'race');
    await expect(pay({ idempotencyKey: 'race' })).rejects.toBeInstanceOf(TransactionReplacedError);
  });
});

/** Every blob that is submitted from now on, by its hash. */
function recordBlobs(): Map<string, string> {
  const blobs = new Map<string, string>();
  const transport = jsonRpcTransport(world.sandbox.xrpl.url);
  world.gateway = world.another({
    transport: {
      request: (command, params, options) => {
        const { tx_blob: blob } = params;
        if (command === 'submit' && typeof blob === 'string') {
          blobs.set(hashes.hashSignedTx(blob), blob);
        }
        return transport.request(command, params, options);
      },
    },
  });
  return blobs;
}

async function submitBlob(blob: string): Promise<void> {
  await jsonRpcTransport(world.sandbox.xrpl.url).request('submit', { tx_blob: blob });
}
