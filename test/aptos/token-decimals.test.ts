import { expect, test } from 'vitest';
import { TokenDecimals } from '../../src/aptos/node/token-decimals.js';
import { type AptosCall, NOBODY } from '../../src/aptos/operations/building.js';
import { transferToken } from '../../src/aptos/operations/transfer-token.js';

const wishes = { maxFee: 1n, simulate: false, orderless: false };

function paying(token: number): AptosCall {
  const call = transferToken({
    recipientAddress: `0x${'2'.repeat(64)}`,
    tokenType: `0x${token.toString(16).padStart(64, '0')}`,
    amount: '1',
    unit: 'tokens',
    tokenDecimals: 6,
  });
  return { input: { kind: 'call', call }, wishes, cosigners: NOBODY };
}

test('the decimals that a caller gives are compared, of however many tokens', async () => {
  const calls = Array.from({ length: 1_001 }, (_, index) => paying(index + 100));
  const all = new TokenDecimals();
  for (const some of [calls.slice(0, 499), calls.slice(499, 501), calls.slice(501), calls]) {
    const counting = all.begin(some, async (_, wordsOf) => {
      expect(wordsOf).toBe(String);
      return 6 as never;
    });
    for (const { input } of some) if (input.kind === 'call') await counting.counted(input.call);
    expect(await counting.holds()).toBe(true);
  }
});
