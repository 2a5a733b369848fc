import { afterEach, describe, expect, test } from 'vitest';
import { IdempotencyConflictError } from '../../src/index.js';
import { startSandbox } from '../../src/sandbox/index.js';
import { LocalRawSigner, type SigningRecord } from '../../src/signer/index.js';
import { memoryStore } from '../../src/store/index.js';
import { XrplGateway } from '../../src/xrpl/index.js';
import { crowdedNode } from '../support/bent-node.js';
import { bentSigner } from '../support/bent-signer.js';
import { FAST, newWorld, rejectionOf, sequencesOf, type World } from '../support/world.js';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function worldOf(options: Parameters<typeof newWorld>[0]): Promise<World> {
  const world = await newWorld(options);
  stops.push(() => world.stop());
  return world;
}

const typesSentBy = (sandbox: World['sandbox'], address: string) =>
  sandbox.xrpl
    .transactionsOf(address)
    .map((entry) => (entry.tx_json ?? entry) as Record<string, unknown>)
    .filter(({ Account }) => Account === address)
    .map(({ TransactionType }) => TransactionType);

describe('a request of another network', () => {
  async function twoNetworks() {
    const journal = memoryStore();
    const sandboxes = await Promise.all(
      [1, 2].map((networkId) => startSandbox({ ledgerCloseMs: 40, networkId })),
    );
    const [one, two] = sandboxes;
    if (!one || !two) throw new Error('Two were started.');
    stops.push(
      () => one.stop(),
      () => two.stop(),
    );
    // One key, one journal, two networks.
    const on = ({ xrpl: { url, networkId } }: World['sandbox'], more: object = {}) =>
      new XrplGateway({
        signer: new LocalRawSigner({ seed: 'shared', quiet: true }),
        journal,
        network: { url, networkId },
        polling: FAST,
        ...more,
      });
    const testnet = on(one, { transport: crowdedNode(one, () => true) });
    const [address, destination] = await Promise.all([
      testnet.getAddress('0'),
      testnet.getAddress('1'),
    ]);
    for (const { xrpl } of sandboxes) await xrpl.fund(address, 1_000_000_000n);
    const options = { idempotencyKey: 'play-money', confirmTimeoutMs: 50 };
    await rejectionOf(testnet.xrpTransfer('0', { destination, amount: '100' }, options));
    return { testnet, mainnet: on(two), two, address };
  }

  test('with the same key and account is not pending here', async () => {
    const { testnet, mainnet } = await twoNetworks();
    expect(await mainnet.pending('0')).toEqual([]);
    expect(await testnet.pending('0')).toMatchObject([{ idempotencyKey: 'play-money' }]);
  });

  test('is never sent here, and nobody waits for it', async () => {
    const { mainnet, two, address } = await twoNetworks();
    await mainnet.accountSet('0', { configs: { tickSize: 5 } }, { laneTimeoutMs: 500 });
    expect(typesSentBy(two, address)).toEqual(['AccountSet']);
  });
});

describe('a request whose note does not go with its id', () => {
  /** A call that was left behind, and a process to which the custody shows it with another note. */
  async function misread(edit: (note: string) => string) {
    const world = await worldOf({ approvals: 'manual' });
    const destination = world.sandbox.custody.addressOf('1', 'XRP_TEST');
    const call = { destination, amount: '9' };
    await rejectionOf(
      world.gateway.xrpTransfer('0', call, {
        native: false,
        idempotencyKey: 'mine',
        signatureTimeoutMs: 50,
      }),
    );
    const inner = world.newSigner();
    const edited = (record: SigningRecord): SigningRecord => ({
      ...record,
      note: edit(record.note ?? ''),
    });
    const signer = bentSigner(inner, {
      find: async (id, options) => {
        const record = await inner.find(id, options);
        return record && edited(record);
      },
      list: async (key, options) => (await inner.list(key, options)).map(edited),
    });
    return { world, call, gateway: world.another({ signer }) };
  }

  test.each<readonly [string, (note: string) => string]>([
    ['another key', (note) => note.replace(/mine\]$/, 'yours]')],
    ['another attempt', (note) => note.replace(/ 1 mine\]$/, ' 2 mine]')],
  ])('(%s) is asked of the custody under no other id', async (_, edit) => {
    const { world, gateway } = await misread(edit);
    const { custody } = world.sandbox;
    expect(await gateway.pending('0')).toEqual([]);
    const [request] = custody.transactions;
    const call = gateway.accountSet('0', { configs: { tickSize: 5 } });
    await expect.poll(() => custody.transactions.length, { timeout: 10_000 }).toBe(2);
    const [, own] = custody.transactions;
    custody.approve(own?.id ?? '');
    await call;
    // Nothing was asked for but what the caller wanted, and the other is still what it was.
    expect(custody.transactions).toHaveLength(2);
    expect(custody.transactions[0]?.status).toBe(request?.status);
    const address = custody.addressOf('0', 'XRP_TEST');
    expect(typesSentBy(world.sandbox, address)).toEqual(['AccountSet']);
  });

  test('is found by its key, but not taken for input that it can’t be compared with', async () => {
    const { world, call, gateway } = await misread(() => 'shortened by the custody');
    world.sandbox.custody.approve(world.sandbox.custody.transactions[0]?.id ?? '');
    const options = { native: false, idempotencyKey: 'mine' } as const;
    for (const amount of ['9', '99']) {
      const error = await rejectionOf(gateway.xrpTransfer('0', { ...call, amount }, options));
      expect(error).toBeInstanceOf(IdempotencyConflictError);
    }
    // Who resumes a key says nothing of its input.
    await expect(gateway.resume('0', 'mine')).resolves.toHaveProperty('result.validated', true);
    const address = world.sandbox.custody.addressOf('0', 'XRP_TEST');
    expect(sequencesOf(world.sandbox, address)).toHaveLength(1);
  });
});
