import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, TestAptos } from './support/aptos.js';

let aptos: TestAptos;

beforeAll(async () => {
  aptos = await TestAptos.start({ seed: 'aptos' });
});

afterAll(() => aptos.stop());

describe('the Aptos node, to the chain’s own SDK', () => {
  it('takes a transfer to the chain', async () => {
    const [alice, bob] = [aptos.account(), aptos.account(0)];
    const transaction = await aptos.transfer(alice, addressOf(bob), 12_345n);
    const committed = await aptos.send(alice, transaction);
    expect(committed).toMatchObject({ success: true, vm_status: 'Executed successfully' });
    expect(await aptos.client.getAccountAPTAmount({ accountAddress: bob.accountAddress })).toBe(
      12_345,
    );
  });
});
