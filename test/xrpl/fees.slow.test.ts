import { beforeEach, describe, expect, it } from 'vitest';
import { ConfigurationError, FeeTooHighError } from '../../src/index.js';
import type { XrplGatewayOptions, XrplTransaction } from '../../src/xrpl/index.js';
import { newWorld, rejectionOf } from '../support/world.js';
import { Capture } from './support/capture.js';

const HOLDER = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';

let capture: Capture;

beforeEach(async () => {
  capture = await Capture.start();
});

interface Asked {
  readonly base?: bigint;
  readonly minimum?: bigint;
  readonly open?: bigint;
}

function ask({ base = 10n, minimum = 10n, open = 10n }: Asked): void {
  capture.node.baseFee = base;
  capture.node.minimumFee = minimum;
  capture.node.openLedgerFee = open;
}

const settings = { TransactionType: 'AccountSet' };

/** The fee of a transaction, as it was signed. */
async function feeOf(transaction: XrplTransaction = settings, options = {}): Promise<unknown> {
  await capture.gateway.submit('0', transaction, options);
  return capture.take().signed.Fee;
}

/** Within 63 drops, its key decides: above what is asked, or below a cap that is near. */
function expectFee(fee: unknown, { from, to = from + 63 }: { from: number; to?: number }): void {
  expect(fee).toMatch(/^\d+$/);
  expect(Number(fee)).toBeGreaterThanOrEqual(from);
  expect(Number(fee)).toBeLessThanOrEqual(to);
}

async function refusalOf(call: Promise<unknown>): Promise<unknown> {
  const error = await rejectionOf(call);
  expect(capture.signer.requests).toEqual([]);
  expect(capture.node.sent).toEqual([]);
  return error;
}

describe('the fee', () => {
  it.each<readonly [string, Asked, { from: number; to?: number }]>([
    ['what the open ledger asks, and a fifth more', {}, { from: 12 }],
    ['rounded up to whole drops', { open: 11n }, { from: 14 }],
    ['rounded up once more', { open: 1_001n }, { from: 1_202 }],
    ['never below the node’s minimum', { minimum: 40n }, { from: 40 }],
    ['never below the base', { base: 25n }, { from: 25 }],
    ['what the load asks', { base: 10n, minimum: 640n, open: 640n }, { from: 768 }],
    [
      'no more than the cap, which leads into the queue',
      { open: 5_000_000n },
      { from: 99_937, to: 100_000 },
    ],
  ])('is %s', async (_, asked, fee) => {
    ask(asked);
    expectFee(await feeOf(), fee);
  });

  it.each<readonly [string, XrplTransaction, number]>([
    [
      'the reserve for what costs as much',
      { TransactionType: 'AccountDelete', Destination: HOLDER },
      200_000,
    ],
    [
      '33 times as much, and more for each 16 bytes of a fulfillment',
      {
        TransactionType: 'EscrowFinish',
        Owner: HOLDER,
        OfferSequence: 5,
        Condition: 'AB'.repeat(39),
        Fulfillment: 'AB'.repeat(36),
      },
      Math.ceil((33 + 3) * 10 * 1.2),
    ],
  ])('is %s', async (_, transaction, from) => {
    const fee = await feeOf(transaction, { maxFee: 1_000_000n });
    expectFee(fee, { from });
  });

  it('is refused before anybody signs when the least is above the cap', async () => {
    ask({ minimum: 100_001n });
    const error = await refusalOf(capture.gateway.submit('0', settings));
    expect(error).toBeInstanceOf(FeeTooHighError);
    expect(error).toMatchObject({
      retryable: true,
      details: { required: '100001', cap: '100000' },
    });
    ask({ minimum: 100_000n });
    expect(await feeOf()).toBe('100000');
  });

  it('has the gateway’s cap, and a call’s own before that', async () => {
    capture = await Capture.start({ maxFee: 50n });
    ask({ open: 1_000n });
    expectFee(await feeOf(), { from: 38, to: 50 });
    expectFee(await feeOf(settings, { maxFee: 20n }), { from: 15, to: 20 });
    expectFee(await feeOf(settings, { maxFee: 5_000n }), { from: 1_200 });
    expect(await feeOf({ ...settings, Fee: '49' })).toBe('49');
    const dear = { ...settings, Fee: '51' };
    expect(await refusalOf(capture.gateway.submit('0', dear))).toBeInstanceOf(FeeTooHighError);
  });

  it('may cost what an object reserves only within the cap', async () => {
    const transaction = { TransactionType: 'AccountDelete', Destination: HOLDER };
    const error = await refusalOf(capture.gateway.submit('0', transaction));
    expect(error).toMatchObject({ details: { required: '200000', cap: '100000' } });
  });

  it.each([5n, -1n, 100, '100', null, Number.NaN])('has no cap of %s', async (maxFee) => {
    const options = { maxFee } as Partial<XrplGatewayOptions>;
    expect(await rejectionOf(Capture.start(options))).toBeInstanceOf(ConfigurationError);
  });
});

it('is what a loaded ledger takes', async () => {
  const world = await newWorld({ funded: ['0'] });
  world.sandbox.xrpl.setFees({ loadFactor: 257 });
  const { result } = await world.gateway.accountSet('0', { configs: { tickSize: 5 } });
  expect(String(result.tx_json.Fee)).toMatch(/^\d+$/);
  await world.stop();
});
