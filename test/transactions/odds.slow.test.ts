import { describe, expect, test } from 'vitest';
import { requestIdOf } from '../../src/transactions/records/request-id.js';
import { aptosPayment, type Payment, stacksPayment, xrplPayment } from '../support/payments.js';

/** What requests under so many keys make of one payment: its fees, its expiries, and both. */
function spreadOf({ termsOf }: Payment, keys: number) {
  const fees = new Set<bigint>();
  const expiries = new Set<bigint | undefined>();
  const seen = new Map<string, number>();
  let pairs = 0;
  for (let index = 0; index < keys; index++) {
    const { fee, expiry } = termsOf(requestIdOf('any:1', 'anybody', `key-${index}`, 1));
    fees.add(fee);
    expiries.add(expiry);
    const both = `${fee} ${expiry}`;
    const before = seen.get(both) ?? 0;
    pairs += before;
    seen.set(both, before + 1);
  }
  return { fees: fees.size, expiries: expiries.size, pairs };
}

/** Where nobody is waited for, a transaction lives for five minutes. */
const AT_ONCE = { approvalSeconds: 0 };

type Make = () => Promise<Payment>;

describe('two equal payments at one number are the same to the last byte once in', () => {
  // Of so many keys some choose each value that can be chosen.
  test.each<readonly [bits: number, where: string, odds: number, make: Make, keys: number]>([
    [15, 'the XRP Ledger', 64 * 626, xrplPayment, 10_000],
    [10, 'the XRP Ledger, without approvals', 64 * 26, () => xrplPayment(AT_ONCE), 2_000],
    [15, 'Aptos', 512 * 1_876, aptosPayment, 24_000],
    [15, 'Aptos, without approvals', 512 * 76, () => aptosPayment(AT_ONCE), 8_000],
    [10, 'Stacks', 1_024, stacksPayment, 12_000],
  ])('at least 2^%i on %s: %i', async (bits, _, odds, make, keys) => {
    const { fees, expiries, pairs } = spreadOf(await make(), keys);
    expect(fees * expiries).toBe(odds);
    expect(odds).toBeGreaterThanOrEqual(2 ** bits);
    // Neither favours some values nor depends on the other: so many pairs of keys are alike, and no more.
    const expected = (keys * (keys - 1)) / 2 / odds;
    expect(Math.abs(pairs - expected)).toBeLessThan(5 * Math.sqrt(expected));
  });
});
