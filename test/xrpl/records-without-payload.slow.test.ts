import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RawSigner } from '../../src/signer/index.js';
import { showing, signedUnseen } from '../support/shown-records.js';
import { newWorld, rejectionOf, type World } from '../support/world.js';

/** A custody need not repeat what a request was for: then the transaction is built anew. */

let world: World;
beforeAll(async () => {
  world = await newWorld();
});
afterAll(() => world.stop());

test('a frozen line is not told to be refused because it has a limit since', async () => {
  const { another, newSigner, sandbox, gateway } = world;
  const holder = sandbox.custody.addressOf('1', 'XRP_TEST');
  const issuer = sandbox.custody.addressOf('0', 'XRP_TEST');
  await gateway.trustSet('1', { limitAmount: { currency: 'USD', issuer, value: '5' } });
  const order = { holder, currency: 'USD', freeze: true } as const;
  const freeze = (signer: RawSigner) =>
    another({ signer }).freezeToken('0', order, { idempotencyKey: 'freeze' });
  const { unhashedPayload: _, ...record } = await signedUnseen(newSigner(), freeze);
  await freeze(showing(newSigner(), record));
  await gateway.trustSet('0', { limitAmount: { currency: 'USD', issuer: holder, value: '7' } });
  expect(await rejectionOf(freeze(showing(newSigner(), record)))).toMatchObject({
    code: 'TRANSACTION_UNCONFIRMED',
    status: 'unknown',
    cause: { code: 'INVALID_INPUT', field: 'limit' },
  });
});
