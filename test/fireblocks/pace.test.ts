import { describe, expect, test } from 'vitest';
import { type CustodyTransaction, FireblocksRawSigner } from '../../src/fireblocks/index.js';
import {
  byAsset,
  FakeCustody,
  freshMessage,
  freshRequest,
  signedMessage,
} from '../support/custody.js';
import { FakeClock } from '../support/fake-clock.js';
import { rejectionOf } from '../support/rejections.js';

/** It waits for two hours, at the default pace. */
const signerOn = (client: FakeCustody, clock: FakeClock) =>
  new FireblocksRawSigner({ client, clock, signatureTimeoutMs: 7_200_000 });

/** Signs a request that Fireblocks shows as signed after some time: how many milliseconds later that was seen. */
async function lateness(afterMs: number): Promise<number> {
  const clock = new FakeClock();
  const client = new FakeCustody();
  return latenessOf(client, signerOn(client, clock), clock, afterMs);
}

async function latenessOf(
  client: FakeCustody,
  signer: FireblocksRawSigner,
  clock: FakeClock,
  afterMs: number,
): Promise<number> {
  const message = freshMessage(byAsset());
  const signedAt = clock.monotonic() + afterMs;
  const signed = { status: 'COMPLETED', signedMessages: [signedMessage(message)] };
  const pending: Partial<CustodyTransaction> = { status: 'PENDING_SIGNATURE' };
  client.onRead = () => {
    client.answers = [clock.monotonic() >= signedAt ? signed : pending];
  };
  await signer.sign({ idempotencyKey: `key-${Math.round(signedAt)}`, messages: [message] });
  return clock.monotonic() - signedAt;
}

describe('how late a signature is seen, where no webhook tells of it', () => {
  test.each([1, 150, 333, 999, 2_001, 4_444, 7_777, 9_999])(
    'of one that takes %d ms: 0.2 s at most',
    async (afterMs) => {
      expect(await lateness(afterMs)).toBeLessThanOrEqual(200);
    },
  );

  test.each([12_345, 60_001, 300_007, 1_234_567])(
    'of one that takes %d ms: a tenth of that at most, and never more than a minute',
    async (afterMs) => {
      expect(await lateness(afterMs)).toBeLessThanOrEqual(Math.min(60_000, afterMs / 10));
    },
  );

  test('of one that takes as long as one before: less', async () => {
    const clock = new FakeClock();
    const client = new FakeCustody();
    const signer = signerOn(client, clock);
    const first = await latenessOf(client, signer, clock, 1_000_001);
    const second = await latenessOf(client, signer, clock, 1_000_001 + first);
    expect(first).toBeGreaterThan(1_000);
    expect(second).toBeLessThanOrEqual(50);
  });
});

test('two hours without a signature take some two hundred reads', async () => {
  const clock = new FakeClock();
  const client = new FakeCustody({ status: 'PENDING_AUTHORIZATION' });
  const signer = signerOn(client, clock);
  await rejectionOf(signer.sign(freshRequest()));
  expect(client.reads).toBeGreaterThan(150);
  expect(client.reads).toBeLessThan(230);
});
