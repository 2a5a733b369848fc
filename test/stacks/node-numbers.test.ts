import { expect, test } from 'vitest';
import { accountAnswer, feeAnswer } from '../../src/stacks/node/rpc-answers.js';

test.each([
  ['18446744073709551615', true],
  ['18446744073709551616', false],
  [`1${'0'.repeat(39)}`, false],
  [-1, false],
])('a nonce and a fee have 64 bits: %s', (number, isOne) => {
  const account = { balance: '0', locked: '0', unlock_height: 0, nonce: number };
  expect(accountAnswer.safeParse(account).success).toBe(isOne);
  expect(feeAnswer.safeParse({ estimations: [{ fee: number }] }).success).toBe(isOne);
});
