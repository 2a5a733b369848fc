import { afterEach, describe, expect, test } from 'vitest';
import { isObject } from '../../src/core/json.js';
import type { SandboxOptions } from '../../src/sandbox/index.js';
import type { XrplGatewayOptions, XrpTransferOptions } from '../../src/xrpl/index.js';
import { signerOn } from '../support/custody.js';
import { CreationFetch } from '../support/custody-fetch.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld, type World } from '../support/world.js';

/** What Fireblocks shows of a transfer of its own is held against what was asked for, and against the ledger. */

let world: World;
let wire: CreationFetch;
afterEach(() => world.stop());

async function begin(options: SandboxOptions = {}): Promise<void> {
  world = await newWorld({ ...options, funded: ['0', '1', '2'] });
  wire = new CreationFetch();
}

const addressOf = (vault: string) => world.sandbox.custody.addressOf(vault, 'XRP_TEST');

/** Pays one XRP, by a gateway that remembers nothing. */
function pay(options: XrpTransferOptions = {}, more: Partial<XrplGatewayOptions> = {}) {
  const signer = signerOn(world.sandbox, { fetch: wire.fetch });
  const times = { signatureTimeoutMs: 400, confirmTimeoutMs: 400 };
  const params = { to: addressOf('1'), amount: 1_000_000n };
  const own = { idempotencyKey: 'K', ...times, ...options };
  return world.another({ signer, ...more }).transfer('0', params, own);
}

const received = () => world.sandbox.xrpl.balanceOf(addressOf('1')) - 1_000_000_000n;

/** Fireblocks shows its transfers with these fields. */
function shows(fields: (transaction: object) => object): void {
  const shown = (one: unknown) =>
    isObject(one) && one.operation === 'TRANSFER' ? { ...one, ...fields(one) } : one;
  wire.bend = (_, answer) => (Array.isArray(answer) ? answer.map(shown) : shown(answer));
}

const UNKNOWN = { code: 'TRANSACTION_UNCONFIRMED', details: { status: 'unknown' } };

describe('a transfer that waits, and is shown as completed', () => {
  test.each<[string, () => object]>([
    ['to another destination', () => ({ destinationAddress: addressOf('2') })],
    ['to another tag', () => ({ destinationTag: '5' })],
    ['with another amount', () => ({ amountInfo: { requestedAmount: '2', amount: '2' } })],
    ['in another asset', () => ({ assetId: 'DOGE' })],
    ['from another account', () => ({ source: { type: 'VAULT_ACCOUNT', id: '77' } })],
  ])('%s is not the one that was asked for', async (_, other) => {
    await begin({ approvals: 'manual' });
    expect(await rejectionOf(pay())).toMatchObject({ code: 'SIGNATURE_PENDING' });
    shows(() => ({ status: 'COMPLETED', ...other() }));
    // By its key, and by the call that has asked for it.
    expect(await rejectionOf(pay())).toMatchObject(UNKNOWN);
    expect(await rejectionOf(pay({ idempotencyKey: 'asking' }))).toMatchObject(UNKNOWN);
    expect(received()).toBe(0n);
  });

  test('under the hash of another account’s payment is not the one that was asked for', async () => {
    await begin({
      approvals: ({ sourceId }) => (sourceId === '0' ? 'wait' : 'approve'),
    });
    const { hash } = await world.gateway.transfer('1', { to: addressOf('2'), amount: 7n });
    shows(() => ({ status: 'COMPLETED', txHash: hash }));
    expect(await rejectionOf(pay())).toMatchObject(UNKNOWN);
  });
});

test('a transfer that landed, and is shown as failed by an answer that names no operation, is not paid again', async () => {
  await begin();
  const { hash } = await pay({ signatureTimeoutMs: 10_000 });
  shows(() => ({ status: 'FAILED', operation: '' }));
  for (const options of [{}, { newAttempt: 2 }]) {
    await expect(pay(options)).resolves.toMatchObject({ status: 'confirmed', hash });
  }
  expect(received()).toBe(1_000_000n);
});

test('a hash that appears under an unchanged status is told', async () => {
  await begin();
  let reads = 0;
  shows(({ txHash }: { txHash?: string }) => {
    if (!txHash) return {};
    reads += 1;
    return reads === 1 ? { status: 'CONFIRMING', txHash: '' } : { status: 'CONFIRMING' };
  });
  const error = await rejectionOf(pay({ signatureTimeoutMs: 1_500 }));
  const isSent = {
    code: 'TRANSACTION_UNCONFIRMED',
    status: 'pending',
    transaction: { hash: expect.stringMatching(/^[0-9A-F]{64}$/) },
  };
  expect(error).toMatchObject(isSent);
  // Another process finds it so, and so does one that only resumes it.
  shows(() => ({ status: 'CONFIRMING' }));
  const again = { signatureTimeoutMs: 1_500 };
  expect(await rejectionOf(pay(again))).toMatchObject(isSent);
  const signer = signerOn(world.sandbox, { fetch: wire.fetch });
  const resumed = world.another({ signer }).resume('0', 'K', again);
  expect(await rejectionOf(resumed)).toMatchObject(isSent);
});
