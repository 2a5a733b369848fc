import { afterEach, beforeEach, expect, it } from 'vitest';
import { newWorld, rejectionOf, type World } from '../support/world.js';

let world: World;

beforeEach(async () => {
  world = await newWorld({ approvals: 'manual', gateway: { secondsPerLedger: 3 } });
});
afterEach(() => world.stop());

it('A-D10: an approval may take longer than the ledgers that were once its life', async () => {
  const call = world.gateway.accountSet('0', { configs: { tickSize: 5 } });
  await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
  for (let ledgers = 0; ledgers < 200; ledgers++) world.sandbox.xrpl.closeLedger();
  const [request] = world.sandbox.custody.transactions;
  world.sandbox.custody.approve(request?.id ?? '');
  await expect(call).resolves.toHaveProperty('result.validated', true);
});

it.each([
  [60, 60 + 300],
  [7_200, 7_200 + 300],
  [86_400, 86_400 + 300],
])('A-D10: a window of %i s makes a life of %i s, in ledgers', async (window, life) => {
  world.sandbox.xrpl.pauseClosing();
  const options = { approvalWindowSeconds: window };
  const call = rejectionOf(world.gateway.accountSet('0', { configs: { tickSize: 5 } }, options));
  await expect.poll(() => world.sandbox.custody.transactions.length).toBe(1);
  const [request] = world.sandbox.custody.transactions;
  const { configurations, extraParameters } = Object(
    world.sandbox.custody.messages.find(({ method }) => method === 'POST')?.body,
  );
  const open = world.sandbox.xrpl.ledgerIndex + 1;
  // And up to a quarter more, as its key decides.
  const ledgers = extraParameters.unhashedTxPayload.LastLedgerSequence - open;
  expect(ledgers).toBeGreaterThanOrEqual(life / 3);
  expect(ledgers).toBeLessThanOrEqual((life / 3) * 1.25);
  expect(configurations.expiresAfterSeconds).toBe(window);
  world.sandbox.custody.reject(request?.id ?? '');
  expect(await call).toMatchObject({ code: 'SIGNATURE_REJECTED' });
});
