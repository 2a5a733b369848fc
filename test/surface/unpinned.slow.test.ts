import { expect, test } from 'vitest';
import type { TransactionEvent } from '../../src/transactions/index.js';
import { newAptosWorld } from '../aptos/support/world.js';
import { stubSigner } from '../support/stub-signer.js';
import { newWorld } from '../support/world.js';

// That only the signer vouches for an address is told of everybody whom a transaction concerns.

const unpinnedIn = (events: readonly TransactionEvent[]) =>
  events.flatMap((event) =>
    event.type === 'address-unpinned' ? [[event.vaultAccountId, event.address]] : [],
  );

test('a vault account that is paid is told of, once', async () => {
  const world = await newWorld({ funded: ['0', '1'] });
  const events: TransactionEvent[] = [];
  const [from, to] = [await world.gateway.getAddress('0'), await world.gateway.getAddress('1')];
  const gateway = world.another({
    addresses: { '0': from },
    onEvent: (event) => events.push(event),
  });
  for (const native of [true, false]) {
    const transfer = { destination: { type: 'VAULT_ACCOUNT', id: '1' }, amount: '1' } as const;
    await gateway.xrpTransfer('0', transfer, { native });
    expect(unpinnedIn(events)).toEqual([['1', to]]);
  }
  await world.stop();
});

test('whoever signs as well is told of', async () => {
  const world = await newAptosWorld();
  const [from, payer, to] = world.addresses;
  const events: TransactionEvent[] = [];
  const gateway = world.another({ onEvent: (event) => events.push(event) });
  const params = { recipientAddress: to, amount: 1 };
  // Merely to read an address tells nobody anything.
  await gateway.getAddress('2');
  await gateway.transferMove('0', params, { feePayerVaultAccountId: '1' });
  expect(unpinnedIn(events)).toEqual([
    ['0', from],
    ['1', payer],
  ]);
  await world.stop();
});

test('a warning has the key of the call that it is about, whichever calls are under way', async () => {
  const world = await newAptosWorld();
  const [, payer, to] = world.addresses;
  world.sandbox.aptos.fund(to, 1_000_000n);
  const keys: string[][] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const inner = world.newSigner();
  const signer = stubSigner(inner, {
    getPublicKey: async (key, options) => {
      if (key.id === '0') await released;
      return inner.getPublicKey(key, options);
    },
  });
  const gateway = world.another({
    signer,
    onEvent: ({ type, vaultAccountId, idempotencyKey }) => {
      if (type === 'address-unpinned') keys.push([vaultAccountId, idempotencyKey]);
    },
  });
  // The key of the first call's payer is known before its own is.
  const sponsored = gateway.transferMove(
    '0',
    { recipientAddress: to, amount: 1 },
    { feePayerVaultAccountId: '1', idempotencyKey: 'sponsored' },
  );
  await gateway.getAddress('1');
  const plain = { recipientAddress: payer, amount: 1 };
  await gateway.transferMove('2', plain, { idempotencyKey: 'plain' });
  release();
  await sponsored;
  expect(keys).toEqual([
    ['2', 'plain'],
    ['0', 'sponsored'],
    ['1', 'sponsored'],
  ]);
  await world.stop();
});
