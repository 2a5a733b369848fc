import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Wallet } from 'xrpl';
import { TestCustody } from './support/custody.js';

let custody: TestCustody;
let address: string;

beforeAll(async () => {
  custody = await TestCustody.start();
  address = custody.sandbox.custody.addressOf('0', 'XRP_TEST');
  await custody.sandbox.xrpl.fund(address, 1_000_000_000n);
});

afterAll(() => custody.stop());

let receiver: string;

beforeEach(() => {
  receiver = Wallet.generate().classicAddress;
});

const request = (fields: object = {}) => ({
  operation: 'TRANSFER' as const,
  assetId: 'XRP_TEST',
  amount: '12.5',
  source: { type: 'VAULT_ACCOUNT' as const, id: '0' },
  destination: { type: 'ONE_TIME_ADDRESS' as const, oneTimeAddress: { address: receiver } },
  ...fields,
});

async function transfer(fields: object = {}): Promise<string> {
  const { data } = await custody.newer.transactions.createTransaction({
    transactionRequest: request(fields),
  });
  return data.id ?? '';
}

const balance = (of: string) => custody.sandbox.xrpl.balanceOf(of);
const close = () => custody.sandbox.xrpl.closeLedger();

describe('a native transfer', () => {
  it('is built, signed, broadcast and confirmed by the custody', async () => {
    const before = balance(address);
    const id = await transfer({ note: 'rent' });
    const { txHash } = await custody.reached(id, 'BROADCASTING');
    const { transactions, index, hash } = close();
    expect(transactions).toEqual([txHash]);
    const done = await custody.reached(id, 'COMPLETED');
    expect(done).toMatchObject({
      subStatus: 'CONFIRMED',
      txHash,
      destinationAddress: receiver,
      amountInfo: { amount: '12.5', requestedAmount: '12.5', netAmount: '12.5' },
      feeInfo: { networkFee: '0.00001' },
      blockInfo: { blockHeight: `${index}`, blockHash: hash },
      numOfConfirmations: 1,
      note: 'rent',
    });
    expect(balance(receiver)).toBe(12_500_000n);
    expect(before - balance(address)).toBe(12_500_010n);
    expect(custody.statusesOf(id)).toEqual([
      'SUBMITTED',
      'PENDING_SIGNATURE',
      'BROADCASTING',
      'CONFIRMING',
      'COMPLETED',
    ]);
  });

  it('can pay its fee out of the amount', async () => {
    const before = balance(address);
    const id = await transfer({ treatAsGrossAmount: true });
    await custody.reached(id, 'BROADCASTING');
    close();
    const done = await custody.reached(id, 'COMPLETED');
    expect(done.amountInfo).toMatchObject({ amount: '12.5', netAmount: '12.49999' });
    expect(before - balance(address)).toBe(12_500_000n);
  });

  it('reaches vault accounts, tags and registered destinations', async () => {
    const exchange = Wallet.generate().classicAddress;
    custody.sandbox.custody.registerDestination({
      type: 'EXCHANGE_ACCOUNT',
      id: 'exchange-1',
      assetId: 'XRP_TEST',
      address: exchange,
      tag: '4711',
    });
    const ids = [
      await transfer({ destination: { type: 'VAULT_ACCOUNT', id: '5' } }),
      await transfer({ destination: { type: 'EXCHANGE_ACCOUNT', id: 'exchange-1' } }),
      await transfer({
        destination: {
          type: 'ONE_TIME_ADDRESS',
          oneTimeAddress: { address: receiver, tag: '0' },
        },
      }),
    ];
    for (const id of ids) await custody.reached(id, 'BROADCASTING');
    close();
    for (const id of ids) await custody.reached(id, 'COMPLETED');
    expect(balance(custody.sandbox.custody.addressOf('5', 'XRP_TEST'))).toBe(12_500_000n);
    const tagOf = (of: string) => {
      const [seen] = custody.sandbox.xrpl.transactionsOf(of) as { tx_json: object }[];
      return seen?.tx_json;
    };
    expect(tagOf(exchange)).toMatchObject({ DestinationTag: 4_711 });
    expect(tagOf(receiver)).toMatchObject({ DestinationTag: 0 });
    const nowhere = await transfer({ destination: { type: 'EXTERNAL_WALLET', id: 'nobody' } });
    expect(await custody.reached(nowhere, 'FAILED')).toMatchObject({
      subStatus: 'INVALID_ADDRESS',
    });
  });

  it('fails for want of money, or when the ledger says no', async () => {
    const poor = await transfer({ amount: '5000' });
    expect(await custody.reached(poor, 'FAILED')).toMatchObject({
      subStatus: 'INSUFFICIENT_FUNDS',
      txHash: '',
    });
    const tiny = await transfer({ amount: '0.5' });
    const { txHash } = await custody.reached(tiny, 'BROADCASTING');
    close();
    expect(await custody.reached(tiny, 'FAILED')).toMatchObject({
      subStatus: 'REJECTED_BY_BLOCKCHAIN',
      errorDescription: 'tecNO_DST_INSUF_XRP',
      txHash,
    });
  });

  it('is sent again when the network loses it, and given up when its time is over', async () => {
    const lost = await transfer();
    await custody.reached(lost, 'BROADCASTING');
    custody.sandbox.xrpl.dropPending();
    close();
    close();
    await custody.reached(lost, 'COMPLETED');
    expect(balance(receiver)).toBe(12_500_000n);
    const given = await transfer();
    await custody.reached(given, 'BROADCASTING');
    for (let closed = 0; closed < 30; closed += 1) {
      custody.sandbox.xrpl.dropPending();
      close();
    }
    expect(await custody.reached(given, 'FAILED')).toMatchObject({
      subStatus: 'DROPPED_BY_BLOCKCHAIN',
    });
    expect(balance(receiver)).toBe(12_500_000n);
  });

  it('is refused when it is no transfer at all', async () => {
    const refusal = async (fields: object) => {
      const { status } = await custody.post('/v1/transactions', request(fields));
      return status;
    };
    expect(await refusal({ amount: '-5' })).toBe(400);
    expect(await refusal({ amount: '1e3' })).toBe(400);
    expect(await refusal({ amount: '0.0000001' })).toBe(400);
    expect(await refusal({ amount: '0' })).toBe(400);
    expect(await refusal({ destination: undefined })).toBe(400);
    expect(await refusal({ assetId: undefined })).toBe(400);
  });
});

describe('approval of a transfer', () => {
  it('comes before anything is signed', async () => {
    const other = await TestCustody.start({ approvals: 'manual' });
    const from = other.sandbox.custody.addressOf('0', 'XRP_TEST');
    await other.sandbox.xrpl.fund(from, 100_000_000n);
    const { json } = await other.post('/v1/transactions', request());
    const { id } = json as { id: string };
    await other.reached(id, 'PENDING_AUTHORIZATION');
    other.sandbox.xrpl.closeLedger();
    expect(other.sandbox.xrpl.balanceOf(receiver)).toBe(0n);
    expect(other.sandbox.custody.approve(id).status).toBe('BROADCASTING');
    const cancelled = await other.post(`/v1/transactions/${id}/cancel`, {});
    expect(cancelled.status).toBe(400);
    other.sandbox.xrpl.closeLedger();
    await other.reached(id, 'COMPLETED');
    await other.stop();
  });
});
