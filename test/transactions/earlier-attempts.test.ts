import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  NotCancellableError,
  SignatureRejectedError,
  TransactionExpiredError,
  TransactionReplacedError,
  TransactionUnconfirmedError,
} from '../../src/index.js';
import type { ApprovalDecision } from '../../src/sandbox/index.js';
import { jsonRpcTransport, type XrplGatewayOptions } from '../../src/xrpl/index.js';
import { bentNode, crowdedNode } from '../support/bent-node.js';
import { newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

let world: World;
let address: string;
let decision: ApprovalDecision;
let full: boolean;

beforeEach(async () => {
  decision = 'approve';
  full = true;
  world = await newWorld({ approvals: () => decision });
  address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
});
afterEach(() => world.stop());

const SOON = { idempotencyKey: 'K', confirmTimeoutMs: 100 };
const params = () => ({
  destination: world.sandbox.custody.addressOf('1', 'XRP_TEST'),
  amount: '7',
});

const crowded = (options: Partial<XrplGatewayOptions> = {}) =>
  world.another({
    secondsPerLedger: 3,
    transport: crowdedNode(world.sandbox, () => full),
    ...options,
  });

const hashOfFirst = () =>
  world.events.flatMap((event) => (event.type === 'signed' ? [event.hash] : []))[0];

const requests = () => world.sandbox.custody.transactions.length;

/** Attempt 1 is signed, but no node takes it; attempt 2 is refused. */
async function signedThenRefused(options: Partial<XrplGatewayOptions> = {}) {
  const gateway = crowded(options);
  const pay = (more: object = {}) =>
    gateway.xrpTransfer('0', params(), { native: false, ...SOON, ...more });
  await rejectionOf(pay());
  decision = 'reject';
  return { gateway, pay, second: await rejectionOf(pay({ newAttempt: 2 })) };
}

describe('a refused attempt after one that is signed', () => {
  test('is no final answer as long as the signed one may land', async () => {
    const { pay, second } = await signedThenRefused();
    for (const error of [second, await rejectionOf(pay()), await rejectionOf(pay())]) {
      expect(error).toBeInstanceOf(TransactionUnconfirmedError);
      expect(error).toMatchObject({ transaction: { idempotencyKey: 'K', hash: hashOfFirst() } });
    }
    expect(requests()).toBe(2);
    const resumed = await rejectionOf(world.another().resume('0', 'K', SOON));
    expect(resumed).toMatchObject({ code: 'TRANSACTION_UNCONFIRMED' });
  });

  test('is the final answer once the signed one is dead', async () => {
    const { pay } = await signedThenRefused({ secondsPerLedger: 400 });
    // Its time is over within a second.
    await expect
      .poll(async () => ((await rejectionOf(pay())) as Error).name, { timeout: 30_000 })
      .toBe('SignatureRejectedError');
    expect(sequencesOf(world.sandbox, address)).toEqual([]);
  });

  test('allows another, and whichever lands is the only one', async () => {
    const { pay } = await signedThenRefused();
    full = false;
    decision = 'approve';
    // A third attempt takes the same number, so whichever lands, it is one.
    const outcome = await pay({ newAttempt: 3, confirmTimeoutMs: 20_000 });
    expect(outcome).toHaveProperty('result.validated', true);
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
    const again = await pay();
    expect('result' in again && again.result.hash).toBe('result' in outcome && outcome.result.hash);
  });

  test('is paid once, whichever of several signed ones lands while another is begun', async () => {
    const blobs: unknown[] = [];
    let landed = false;
    const transport = bentNode(world.sandbox, {
      submit: ({ tx_blob }, ask) => {
        if (!full) return ask();
        blobs.push(tx_blob);
        return { engine_result: 'telCAN_NOT_QUEUE' };
      },
      // The first one lands just before the third one's number is chosen.
      account_info: async (_, ask) => {
        const chosen = world.events.some(
          (event) => event.type === 'lane-entered' && event.attempt === 3,
        );
        if (!chosen || landed) return ask();
        landed = true;
        const node = jsonRpcTransport(world.sandbox.xrpl.url);
        await node.request('submit', { tx_blob: blobs[0] }, {});
        await expect
          .poll(() => sequencesOf(world.sandbox, address), { timeout: 20_000 })
          .toHaveLength(1);
        return ask();
      },
    });
    // Each call in a process of its own, so that nobody sends what another left behind.
    const pay = (more: object = {}) =>
      world.another({ secondsPerLedger: 3, transport }).xrpTransfer('0', params(), {
        native: false,
        ...SOON,
        maxAttempts: 9,
        ...more,
      });
    await rejectionOf(pay());
    await rejectionOf(pay({ newAttempt: 2 }));
    expect(new Set(blobs).size).toBe(2);
    full = false;
    const outcome = await pay({ newAttempt: 3, confirmTimeoutMs: 20_000 });
    expect(landed).toBe(true);
    expect('result' in outcome && outcome.result.hash).toBe(hashOfFirst());
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('is not undone by another’s call in a new process: the signed one is not sent', async () => {
    await signedThenRefused();
    full = false;
    decision = 'approve';
    const { result } = await crowded().accountSet('0', { configs: { tickSize: 5 } });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
    expect(result.tx_json.TransactionType).toBe('AccountSet');
    // Its number went to the other call, and with it its last chance.
    const error = await rejectionOf(crowded().resume('0', 'K', SOON));
    expect(error).toBeInstanceOf(SignatureRejectedError);
  });
});

describe('cancelling a key of several attempts', () => {
  test('spends the number of the signed one on nothing', async () => {
    const { gateway, pay } = await signedThenRefused();
    full = false;
    decision = 'approve';
    await gateway.cancel('0', 'K');
    const error = await rejectionOf(pay({ confirmTimeoutMs: 5_000 }));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    const [only, ...more] = sequencesOf(world.sandbox, address);
    expect([typeof only, more]).toEqual(['number', []]);
    await expect(crowded().cancel('0', 'K')).resolves.toMatchObject({ idempotencyKey: 'K' });
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });

  test('says what stands in the way when nobody approves that', async () => {
    const { gateway, pay } = await signedThenRefused();
    full = false;
    const error = await rejectionOf(gateway.cancel('0', 'K'));
    expect(error).toBeInstanceOf(SignatureRejectedError);
    expect(error).toMatchObject({ transaction: { idempotencyKey: 'K' } });
    // Not cancelled, and nothing says that it is.
    expect(await rejectionOf(pay())).toBeInstanceOf(TransactionUnconfirmedError);
  });

  test('is refused when an earlier one has landed', async () => {
    const blobs: unknown[] = [];
    const gateway = crowded({
      transport: bentNode(world.sandbox, {
        submit: ({ tx_blob }, ask) => {
          blobs.push(tx_blob);
          return full ? { engine_result: 'telCAN_NOT_QUEUE' } : ask();
        },
      }),
    });
    await rejectionOf(gateway.xrpTransfer('0', params(), { native: false, ...SOON }));
    decision = 'reject';
    const again = { native: false, ...SOON, newAttempt: 2 } as const;
    await rejectionOf(gateway.xrpTransfer('0', params(), again));
    // Somebody who saw the first one sends it.
    await bentNode(world.sandbox, {}).request('submit', { tx_blob: blobs[0] }, {});
    await expect
      .poll(() => sequencesOf(world.sandbox, address).length, { timeout: 10_000 })
      .toBe(1);
    expect(await rejectionOf(gateway.cancel('0', 'K'))).toBeInstanceOf(NotCancellableError);
    const outcome = await gateway.xrpTransfer('0', params(), { native: false, ...SOON });
    expect(outcome).toHaveProperty('result.hash', hashOfFirst());
  });
});

describe('an attempt that is dead', () => {
  test.each([
    ['outrun', TransactionReplacedError, 3],
    ['out of time', TransactionExpiredError, 400],
  ] as const)('(%s) is said to be so by every later call', async (how, kind, secondsPerLedger) => {
    const gateway = crowded({ secondsPerLedger });
    const pay = () => gateway.xrpTransfer('0', params(), { native: false, ...SOON });
    await rejectionOf(pay());
    full = how !== 'outrun';
    if (!full) await gateway.cancel('0', 'K');
    await expect
      .poll(async () => ((await rejectionOf(pay())) as Error).name, { timeout: 30_000 })
      .toBe(kind.name);
    expect(await rejectionOf(world.another().resume('0', 'K', SOON))).toBeInstanceOf(kind);
  });
});
