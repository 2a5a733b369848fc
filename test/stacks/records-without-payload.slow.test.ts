import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawSigner } from '../../src/signer/index.js';
import { showing, signedUnseen } from '../support/shown-records.js';
import { rejectionOf } from '../support/world.js';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

/** A custody need not repeat what a request was for: then the transaction is built anew. */

let world: StacksTestWorld;
beforeAll(async () => {
  world = await newStacksWorld();
});
afterAll(() => world.stop());

test('a payment that took most of the money is not told to be refused for the lack of it', async () => {
  const { another, newSigner, sandbox, addresses } = world;
  const payer = await another().getAddress('7');
  sandbox.stacks.fund(payer, 10_000_000n);
  const pay = (signer: RawSigner) =>
    another({ signer }).transfer(
      '7',
      { to: addresses[2], amount: '6 STX' },
      { idempotencyKey: 'most', confirmTimeoutMs: 3_000 },
    );
  const { unhashedPayload: _, ...record } = await signedUnseen(newSigner(), pay);
  await pay(showing(newSigner(), record));
  const before = sandbox.stacks.balanceOf(payer).unlocked;
  expect(before).toBeLessThan(4_000_000n);
  expect(await rejectionOf(pay(showing(newSigner(), record)))).toMatchObject({
    code: 'TRANSACTION_UNCONFIRMED',
    status: 'unknown',
    cause: { code: 'INSUFFICIENT_FUNDS' },
  });
  expect(sandbox.stacks.balanceOf(payer).unlocked).toBe(before);
});
