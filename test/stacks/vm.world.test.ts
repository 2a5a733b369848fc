import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LocalRawSigner } from '../../src/signer/index.js';
import { StacksGateway } from '../../src/stacks/index.js';
import { rejectionOf } from '../support/rejections.js';
import {
  COIN,
  clarityWorld,
  modelWorld,
  type StacksWorld,
  TOKEN,
} from '../support/stacks-worlds.js';
import { FAST } from '../support/world.js';

/** Signed outside, and executed by the Clarity VM; and by the sandbox's model, alike. */
describe.each([
  ['the Clarity VM, with its draft of pox-5', clarityWorld],
  ['the model', modelWorld],
] as const)('in %s', (_, newChain) => {
  let chain: StacksWorld;
  let gateway: StacksGateway;
  let sender: string;
  let recipient: string;
  beforeAll(async () => {
    chain = await newChain('pox-5');
    gateway = new StacksGateway({
      signer: new LocalRawSigner({ seed: 'vm', quiet: true }),
      network: { network: 'testnet', url: chain.url },
      polling: FAST,
    });
    sender = await gateway.getAddress('0');
    recipient = await gateway.getAddress('1');
    chain.fund(sender, 1_000_000_000n);
    chain.mint(sender, 1_000n);
  });
  afterAll(() => chain.stop());

  /** Blocks come as long as a call waits for one. */
  async function mined<T>(call: Promise<T>): Promise<T> {
    const state = { done: false };
    const ended = call.finally(() => {
      state.done = true;
    });
    while (!state.done) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      await chain.mine();
    }
    return ended;
  }

  const token = {
    tokenContractAddress: TOKEN.split('.')[0] ?? '',
    tokenContractName: TOKEN.split('.')[1] ?? '',
    tokenAssetName: COIN.split('::')[1] ?? '',
  };

  test('a transfer moves real balances, fee included', async () => {
    const before = chain.account(sender).unlocked;
    const sent = await mined(gateway.createNativeTransaction('0', recipient, '1.5'));
    expect(sent).toMatchObject({ success: true });
    if (!sent.success) return;
    expect(chain.account(recipient).unlocked).toBe(1_500_000n);
    expect(before - chain.account(sender).unlocked).toBe(1_500_000n + BigInt(sent.data.fee_rate));
    const gross = await mined(
      gateway.createNativeTransaction('0', `${recipient}.safe`, 1, { grossTransaction: true }),
    );
    if (!gross.success) throw new Error(gross.error);
    expect(chain.account(`${recipient}.safe`).unlocked).toBe(
      1_000_000n - BigInt(gross.data.fee_rate),
    );
  });

  test('a token transfer moves exactly what its post-condition says', async () => {
    const sent = await mined(
      gateway.createFTTransaction('0', recipient, '30 units', token, undefined, { memo: 'thanks' }),
    );
    expect(sent).toMatchObject({ success: true });
    expect(chain.tokens(recipient)).toBe(30n);
    expect(chain.tokens(sender)).toBe(970n);
    const tooMuch = await gateway.createFTTransaction('0', recipient, '971 units', token);
    expect(tooMuch).toMatchObject({ code: 'INSUFFICIENT_FUNDS' });
  });

  test('a call without its post-condition has no effect, and says why', async () => {
    const { Cl } = await import('@stacks/transactions');
    const functionArgs = [Cl.uint(5), Cl.principal(sender), Cl.principal(recipient), Cl.none()];
    const call = { contract: TOKEN, functionName: 'transfer', functionArgs };
    const refused = await rejectionOf(gateway.callContract('0', call));
    expect(refused).toMatchObject({ details: { field: 'postConditions' } });
    const failed = await mined(rejectionOf(gateway.callContract('0', call, { trial: 'off' })));
    expect(failed).toMatchObject({
      code: 'TRANSACTION_FAILED',
      details: { resultCode: 'abort_by_post_condition' },
    });
    expect(chain.tokens(recipient)).toBe(30n);
    const foreign = [Cl.uint(5), Cl.principal(recipient), Cl.principal(sender), Cl.none()];
    const others = await mined(
      rejectionOf(gateway.callContract('0', { ...call, functionArgs: foreign })),
    );
    expect(others).toMatchObject({ code: 'TRANSACTION_FAILED' });
  });

  test('a batch is one approval, in order', async () => {
    const before = chain.account(recipient).unlocked;
    const transfer = {
      transactionType: 'transfer' as const,
      params: { recipientAddress: recipient, amount: '10 microSTX' },
    };
    const amount = '10 units';
    const custom = { recipientAddress: recipient, amount, assetType: 'Custom' as const, ...token };
    const batch = [transfer, { ...transfer, params: custom }, transfer];
    expect(await mined(gateway.submitBatch('0', batch))).toMatchObject({ success: true });
    expect(chain.account(recipient).unlocked - before).toBe(20n);
    expect(chain.tokens(recipient)).toBe(40n);
  });
});
