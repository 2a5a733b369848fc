import { createHook } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { newSocketlessWorld } from '../support/socketless.js';

const XRP_TEST = 'XRP_TEST';

/** What work opens of the machine: sockets, look-ups, servers. */
async function openedBy(work: () => Promise<void>): Promise<readonly string[]> {
  const opened: string[] = [];
  const hook = createHook({
    init(_, type) {
      if (/^(?:TCP|TLS|HTTP|PIPE|GETADDRINFO|UDP|FSREQ)/.test(type)) opened.push(type);
    },
  }).enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return opened;
}

/** One transaction on each chain, and all that can be seen of it. */
async function transferEverywhere(seed?: string) {
  const world = await newSocketlessWorld(seed);
  const { custody, xrpl, aptos, stacks } = world;
  const [from, to] = ['0', '1'].map((vault) => custody.addressOf(vault, XRP_TEST));
  await xrpl.fund(from ?? '', 1_000_000_000n);
  const ledger = await world
    .xrplGateway()
    .accountSet('0', { configs: { tickSize: 9 } }, { idempotencyKey: 'xrpl' });
  const transfer = await world
    .xrplGateway()
    .xrpTransfer('0', { destination: to ?? '', amount: '25' }, { idempotencyKey: 'native' });

  const aptosGateway = world.aptosGateway();
  const [payer, payee] = [await aptosGateway.getAddress('0'), await aptosGateway.getAddress('1')];
  aptos.fund(payer, 100_000_000n);
  const coin = await aptosGateway.transferMove('0', { recipientAddress: payee, amount: 1_000n });
  const orderless = await aptosGateway.transferMove(
    '0',
    { recipientAddress: payee, amount: 500n },
    { orderless: true, approvalWindowSeconds: 30 },
  );

  const stacksGateway = world.stacksGateway();
  const sender = await stacksGateway.getAddress('0');
  stacks.fund(sender, 1_000_000_000n);
  const friend = await stacksGateway.getAddress('1');
  const stx = await stacksGateway.createNativeTransaction('0', friend, '1.5');

  const seen = {
    results: [ledger, transfer, coin, orderless, stx],
    balances: [xrpl.balanceOf(to ?? ''), aptos.balanceOf(payee), stacks.balanceOf(friend).unlocked],
    requests: custody.transactions.map(({ id, externalTxId, status }) => [
      id,
      externalTxId,
      status,
    ]),
    endedAt: [world.clock.now(), world.clock.monotonic()],
    pauses: world.clock.pauses,
  };
  world.stop();
  return seen;
}

describe('peers without sockets', () => {
  test('serve whole transactions on every chain, and open nothing', async () => {
    const seen: Awaited<ReturnType<typeof transferEverywhere>>[] = [];
    const opened = await openedBy(async () => {
      seen.push(await transferEverywhere());
    });
    expect(opened).toEqual([]);
    expect(seen[0]?.balances).toEqual([25_000_000n, 1_500n, 1_500_000n]);
    expect(seen[0]?.requests.map(([, , status]) => status)).toEqual(
      seen[0]?.requests.map(() => 'COMPLETED'),
    );
  });

  test('repeat everything that they did when time and chance are the same', async () => {
    const [one, other] = [await transferEverywhere('again'), await transferEverywhere('again')];
    expect(one).toEqual(other);
    const different = await transferEverywhere('another');
    expect(different.requests).not.toEqual(one.requests);
  });
});
