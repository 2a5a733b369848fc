import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { RawSigner } from '../../src/signer/index.js';
import { showing, shownAs, signedUnseen } from '../support/shown-records.js';
import { rejectionOf } from '../support/world.js';
import { type AptosWorld, newAptosWorld } from './support/world.js';

/** What of a transaction that the custody shows is compared, where part of the call is asked of nodes. */

let world: AptosWorld;
beforeEach(async () => {
  world = await newAptosWorld();
});
afterEach(() => world.stop());

type Send = (signer: RawSigner, idempotencyKey: string, wanted: string) => Promise<unknown>;

const options = (idempotencyKey: string) => ({ idempotencyKey, confirmTimeoutMs: 2_000 });

const callWithType: Send = (signer, key, type) => {
  const name = `${world.sandbox.aptos.sampleModule}::record_generic`;
  const call = { function: name, typeArguments: [type], functionArguments: ['7'] };
  return world.another({ signer }).transferMove('0', call, options(key));
};

const payWholeCoins: Send = (signer, key, amount) => {
  const coins = { tokenType: '0x1::aptos_coin::AptosCoin', amount, unit: 'tokens' } as const;
  const params = { ...coins, recipientAddress: world.addresses[2] };
  return world.another({ signer }).transferToken('0', params, options(key));
};

describe.each([
  ['type of a call whose parameters only nodes know', callWithType, 'u8', 'u64'],
  ['amount in whole coins of the chain', payWholeCoins, '2', '1'],
])('a transaction with another %s', (_, send, foreign, wanted) => {
  test('is not sent, and told as unknown', async () => {
    const { newSigner, sandbox } = world;
    const other = await signedUnseen(newSigner(), (signer) => send(signer, 'other', foreign));
    const own = await signedUnseen(newSigner(), (signer) => send(signer, 'own', wanted));
    const before = sandbox.aptos.balanceOf(world.addresses[0]);
    const swapped = showing(newSigner(), shownAs(own, other));
    expect(await rejectionOf(send(swapped, 'own', wanted))).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      status: 'unknown',
    });
    expect(sandbox.aptos.balanceOf(world.addresses[0])).toBe(before);
    await send(showing(newSigner(), own), 'own', wanted);
    expect(sandbox.aptos.balanceOf(world.addresses[0])).toBeLessThan(before);
  });
});
