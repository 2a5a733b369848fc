import { afterEach, describe, expect, test } from 'vitest';
import { newStacksWorld, type StacksTestWorld } from './support/world.js';

let world: StacksTestWorld;

afterEach(() => world.stop());

/**
 * The API leaves the highest waiting nonce out of those it calls detected, and names none for an account
 * that has executed nothing. Whoever believes it replaces a payment that waits.
 */
describe('what an account has waiting that this process did not send', () => {
  async function sendTwice(): Promise<readonly string[]> {
    const { sandbox, another, addresses } = world;
    const before = sandbox.stacks.pending.length;
    const send = (fee: string, more: number) => {
      const call = another().createNativeTransaction('0', addresses[2], more, { fee });
      call.catch(() => undefined);
      return expect.poll(() => sandbox.stacks.pending.length).toBe(before + more);
    };
    await send('0.001 STX', 1);
    // Would pay enough to push the other out.
    await send('0.1 STX', 2);
    return sandbox.stacks.pending;
  }

  test('has no other sent with its nonce', async () => {
    world = await newStacksWorld({ stacks: { blockMs: 0 } });
    const { another, sandbox, addresses } = world;
    const [, , friend] = addresses;
    await sendTwice();
    for (const nonce of [0n, 1n]) {
      const call = another().createNativeTransaction('0', friend, 3, { fee: '1 STX', nonce });
      await expect(call).rejects.toMatchObject({ field: 'nonce' });
    }
    expect(sandbox.stacks.pending).toHaveLength(2);
  });

  test('keeps its nonce, also of an account that has executed nothing', async () => {
    world = await newStacksWorld({ stacks: { blockMs: 0 } });
    const { gateway, sandbox } = world;
    const sent = await sendTwice();
    expect(await gateway.getAccountNonce('0')).toMatchObject({
      pendingNonces: ['0', '1'],
      nextAvailable: '2',
    });
    const { transactions } = await sandbox.stacks.mineBlock();
    expect(transactions).toHaveLength(sent.length);
  });

  test('keeps its nonce, where the account has executed others', async () => {
    world = await newStacksWorld({ stacks: { blockMs: 0 } });
    const { gateway, sandbox } = world;
    await sendTwice();
    await sandbox.stacks.mineBlock();
    await sendTwice();
    expect(await gateway.getAccountNonce('0')).toMatchObject({
      confirmedNonce: '2',
      pendingNonces: ['2', '3'],
      nextAvailable: '4',
    });
  });
});
