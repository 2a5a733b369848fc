import { afterEach, beforeEach, expect, it } from 'vitest';
import { happenedOf, isGatewayError } from '../../src/core/known-error.js';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { newWorld, type World } from '../support/world.js';

let world: World;
beforeEach(async () => {
  world = await newWorld({ seed: 'early' });
});
afterEach(() => world.stop());

/** Fireblocks calls a transaction cancelled for less than a second, and then shows what it is. */
function cancelledAtFirst(): typeof fetch {
  let firstAt: number | undefined;
  return async (input, init) => {
    const response = await fetch(input, init);
    const isRead = init?.method === 'GET' && /\/v1\/transactions\/[\w-]+$/.test(String(input));
    if (!isRead) return response;
    firstAt ??= performance.now();
    if (performance.now() - firstAt > 900) return response;
    const answer = new Map<string, unknown>(Object.entries(Object(await response.json())));
    answer.delete('txHash');
    return Response.json({
      ...Object.fromEntries(answer),
      status: 'CANCELLED',
      signedMessages: [],
    });
  };
}

it.each([
  ['that is signed here', false],
  ['that the custody platform makes', true],
])('a payment %s is not called dead by answers of one second', async (_, native) => {
  const { apiKey, apiSecret, url: basePath } = world.sandbox.custody;
  const signer = new FireblocksRawSigner({
    apiKey,
    apiSecret,
    basePath,
    fetch: cancelledAtFirst(),
  });
  const gateway = world.another({ signer });
  const destination = await gateway.getAddress('1');
  const before = world.sandbox.xrpl.balanceOf(destination);
  const pay = () =>
    gateway.xrpTransfer('0', { destination, amount: '5' }, { idempotencyKey: 'one', native });
  const error = await pay().catch((thrown: unknown) => thrown);
  expect(isGatewayError(error) && happenedOf(error)).not.toBe('nothing');
  // Whatever the first call was told, the key has one payment.
  await pay().catch(() => undefined);
  await expect
    .poll(() => world.sandbox.xrpl.balanceOf(destination) - before, { timeout: 10_000 })
    .toBe(5_000_000n);
});
