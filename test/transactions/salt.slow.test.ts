import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestIdOf } from '../../src/transactions/records/request-id.js';
import { Salt } from '../../src/transactions/salt.js';
import { aptosPayment, type Payment, stacksPayment, xrplPayment } from '../support/payments.js';

const KEYS = Array.from({ length: 500 }, (_, index) => `key-${index}`);

/** The least and the most that keys make of a payment's fee. */
function feesOf({ termsOf }: Payment): readonly [bigint, bigint] {
  const fees = KEYS.map((key) => termsOf(key).fee).sort((a, b) => (a < b ? -1 : 1));
  return [fees.at(0) ?? 0n, fees.at(-1) ?? 0n];
}

/** Keys make fees of nearly all that lies between these, and of nothing else. */
async function expectBetween(making: Promise<Payment>, from: bigint, to: bigint) {
  const [least, most] = feesOf(await making);
  expect(least).toBeGreaterThanOrEqual(from);
  expect(most).toBeLessThanOrEqual(to);
  expect(most - least).toBeGreaterThanOrEqual(((to - from) * 9n) / 10n);
}

function expiriesOf({ termsOf }: Payment): ReadonlySet<bigint | undefined> {
  return new Set(KEYS.map((key) => termsOf(key).expiry));
}

describe('a salt', () => {
  const amount = fc.bigInt({ min: 0n, max: 2n ** 64n });

  test('keeps within what may be, and says whether it did anything', () => {
    fc.assert(
      fc.property(fc.string(), amount, amount, amount, amount, (id, usual, by, less, more) => {
        const range = { least: usual > less ? usual - less : 0n, most: usual + more };
        const salt = new Salt(id);
        const value = salt.vary(usual, by, range);
        expect(value).toBeGreaterThanOrEqual(range.least);
        expect(value).toBeGreaterThanOrEqual(usual - usual / 4n);
        expect(value).toBeLessThanOrEqual(range.most);
        expect(value).toBeLessThanOrEqual(usual + by);
        if (more >= by) expect(value).toBeGreaterThanOrEqual(usual);
        const room = range.most < usual + by ? range.most - range.least : by;
        if (room < 999n) expect(salt.isUsed).toBe(false);
        if (usual >= 4_000n && by >= 1_000n && less >= 1_000n) expect(salt.isUsed).toBe(true);
      }),
    );
  });

  test('follows from the request’s id, with its attempt and its place in a batch', () => {
    const ids = [
      requestIdOf('xrpl:1', 'r1', 'k', 1),
      requestIdOf('xrpl:1', 'r1', 'k', 2),
      requestIdOf('xrpl:1', 'r1', 'k', 1, 1),
      requestIdOf('xrpl:1', 'r1', 'l', 1),
    ];
    const values = ids.map((id) => new Salt(id).vary(0n, 2n ** 128n));
    expect(new Set(values).size).toBe(ids.length);
    expect(ids.map((id) => new Salt(id).vary(0n, 2n ** 128n))).toEqual(values);
    // SHA-256 of the id, in base `by` + 1.
    expect(new Salt('').vary(0n, 2n ** 16n - 1n)).toBe(0xb855n);
  });

  test('is used where there is room for a thousand, and nowhere else', () => {
    const salt = new Salt('id');
    expect(salt.vary(7n, 0n)).toBe(7n);
    expect(salt.vary(7n, 5n, { least: 7n, most: 7n })).toBe(7n);
    expect(salt.isUsed).toBe(false);
    salt.vary(7n, 499n);
    expect(salt.isUsed).toBe(false);
    salt.vary(7n, 1n);
    expect(salt.isUsed).toBe(true);
  });
});

describe('what a salt makes of a payment is built again from its terms alone', () => {
  test.each<readonly [string, () => Promise<Payment>]>([
    ['XRP', xrplPayment],
    ['an Aptos coin', aptosPayment],
    ['STX', stacksPayment],
    ['STX from which the fee is taken', () => stacksPayment({ gross: true })],
  ])('%s', async (_, make) => {
    const { digestOf, digestOfTerms, termsOf } = await make();
    for (const key of KEYS.slice(0, 50)) expect(digestOfTerms(termsOf(key))).toBe(digestOf(key));
  });
});

describe('what the caller has settled stays', () => {
  test('on the XRP Ledger', async () => {
    const fee = await xrplPayment({ transaction: { Fee: '20' } });
    expect(feesOf(fee)).toEqual([20n, 20n]);
    expect(expiriesOf(fee).size).toBeGreaterThan(1);
    const last = await xrplPayment({ transaction: { LastLedgerSequence: 90_009_000 } });
    expect(expiriesOf(last)).toEqual(new Set([90_009_000n]));
    expect(feesOf(last)).toEqual([12n, 75n]);
  });

  test('on Aptos', async () => {
    const gas = await aptosPayment({ wishes: { maxGasAmount: 2_000n } });
    expect(feesOf(gas)).toEqual([200_000n, 200_000n]);
    expect(expiriesOf(gas).size).toBeGreaterThan(1);
    const expiry = await aptosPayment({ wishes: { expireTimestamp: 1_900_000_000n } });
    expect(expiriesOf(expiry)).toEqual(new Set([1_900_000_000n]));
    expect(feesOf(expiry)[0]).toBeLessThan(feesOf(expiry)[1]);
  });

  test('on Stacks, in whole', async () => {
    const snapshot = { fee: 500n, room: { least: 500n, most: 500n } };
    const { digestOf } = await stacksPayment({ wishes: { fee: 500n }, snapshot });
    expect(new Set(KEYS.slice(0, 50).map(digestOf)).size).toBe(1);
  });
});

describe('a cap that is near is kept, and varied below', () => {
  test('on the XRP Ledger', async () => {
    await expectBetween(xrplPayment({ maxFee: 50n }), 10n, 50n);
    await expectBetween(xrplPayment({ maxFee: 12n }), 10n, 12n);
    await expectBetween(xrplPayment({ maxFee: 10n }), 10n, 10n);
  });

  test('on Aptos, where no less is left than a trial needed', async () => {
    await expectBetween(aptosPayment({ wishes: { maxFee: 3_650n } }), 2_700n, 3_600n);
  });

  test('on Stacks, where what a node takes at the least is kept as well', async () => {
    await expectBetween(stacksPayment({ wishes: { maxFee: 3_100n } }), 2_250n, 3_100n);
    const room = { least: 2_990n, most: 1_000_000n };
    const near = stacksPayment({ wishes: { maxFee: 3_000n }, snapshot: { room } });
    await expectBetween(near, 2_990n, 3_000n);
  });
});

describe('on Stacks', () => {
  test('a fee that is taken from the amount never takes more of it', async () => {
    await expectBetween(stacksPayment({ gross: true }), 2_250n, 3_000n);
  });

  test('no more is offered than the account has', async () => {
    const room = { least: 180n, most: 3_010n };
    await expectBetween(stacksPayment({ snapshot: { room } }), 2_250n, 3_010n);
  });

  test('what takes the place of another offers enough, and as much more as any', async () => {
    const snapshot = { offers: new Map([[7n, 10_000n]]) };
    const replacing = stacksPayment({ wishes: { replaces: true }, snapshot });
    await expectBetween(replacing, 12_500n, 12_500n + 1_023n);
  });
});
