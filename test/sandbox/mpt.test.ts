import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Wallet } from 'xrpl';
import { type Fields, TestLedger } from './support/ledger.js';

let ledger: TestLedger;
let issuer: Wallet;
let alice: Wallet;
let bob: Wallet;

beforeAll(async () => {
  ledger = await TestLedger.start();
  [issuer, alice, bob] = [await ledger.wallet(), await ledger.wallet(), await ledger.wallet()];
});
afterAll(() => ledger.stop());

const CAN_TRANSFER = 0x20;
const REQUIRE_AUTH = 0x04;

/** A new token of the issuer's. */
async function create(fields: object = {}): Promise<string> {
  const number = await ledger.sequenceOf(issuer);
  const { result } = await ledger.send(issuer, {
    TransactionType: 'MPTokenIssuanceCreate',
    Flags: CAN_TRANSFER,
    ...fields,
  });
  expect(result).toBe('tesSUCCESS');
  const objects = await entries(issuer, 'mpt_issuance');
  const own = objects.find(({ Sequence }) => Sequence === number);
  return String(own?.mpt_issuance_id);
}
const authorize = async (wallet: Wallet, id: string, fields: object = {}) => {
  const all = { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: id, ...fields };
  return (await ledger.send(wallet, all as Fields)).result;
};
const amount = (id: string, value: string) => ({ mpt_issuance_id: id, value });
const pay = async (from: Wallet, to: Wallet, id: string, value: string, fields: object = {}) =>
  ledger.send(from, {
    TransactionType: 'Payment',
    Destination: to.classicAddress,
    Amount: amount(id, value),
    ...fields,
  });
async function entries(wallet: Wallet, type: 'mptoken' | 'mpt_issuance') {
  const request = { command: 'account_objects', account: wallet.classicAddress, type } as const;
  const { result } = await ledger.client.request(request as never);
  return (result as { account_objects: Record<string, unknown>[] }).account_objects;
}
const held = async (wallet: Wallet, id: string) => {
  const own = (await entries(wallet, 'mptoken')).find((one) => one.MPTokenIssuanceID === id);
  return own?.MPTAmount;
};

describe('a multi-purpose token', () => {
  it('is issued to who has a place for it, passed on, and burnt', async () => {
    const id = await create();
    expect((await pay(issuer, alice, id, '100')).result).toBe('tecNO_AUTH');
    expect(await authorize(alice, id)).toBe('tesSUCCESS');
    expect(await authorize(alice, id)).toBe('tecDUPLICATE');
    const { result, meta } = await pay(issuer, alice, id, '100');
    expect(result).toBe('tesSUCCESS');
    expect(meta?.delivered_amount).toEqual(amount(id, '100'));
    await authorize(bob, id);
    expect((await pay(alice, bob, id, '40')).result).toBe('tesSUCCESS');
    expect((await pay(alice, bob, id, '61')).result).toBe('tecPATH_PARTIAL');
    expect([await held(alice, id), await held(bob, id)]).toEqual(['60', '40']);
    expect((await pay(bob, issuer, id, '40')).result).toBe('tesSUCCESS');
    const issuances = await entries(issuer, 'mpt_issuance');
    const own = issuances.find((one) => one.mpt_issuance_id === id);
    expect(own).toMatchObject({ OutstandingAmount: '60', Issuer: issuer.classicAddress });
    expect(await held(bob, id)).toBeUndefined();
  });

  it('is given up only where nothing is left of it', async () => {
    const id = await create();
    await authorize(alice, id);
    await pay(issuer, alice, id, '5');
    expect(await authorize(alice, id, { Flags: 1 })).toBe('tecHAS_OBLIGATIONS');
    await pay(alice, issuer, id, '5');
    expect(await authorize(alice, id, { Flags: 1 })).toBe('tesSUCCESS');
    expect(await authorize(alice, id, { Flags: 1 })).toBe('tecOBJECT_NOT_FOUND');
  });

  it('may ask its issuer to let each holder have it', async () => {
    const id = await create({ Flags: REQUIRE_AUTH });
    await authorize(alice, id);
    expect((await pay(issuer, alice, id, '5')).result).toBe('tecNO_AUTH');
    const Holder = alice.classicAddress;
    expect(await authorize(alice, id, { Holder: bob.classicAddress })).toBe('tecNO_PERMISSION');
    expect(await authorize(issuer, id, { Holder: bob.classicAddress })).toBe('tecOBJECT_NOT_FOUND');
    expect(await authorize(issuer, id, { Holder })).toBe('tesSUCCESS');
    expect((await pay(issuer, alice, id, '5')).result).toBe('tesSUCCESS');
    expect(await authorize(issuer, id, { Holder, Flags: 1 })).toBe('tesSUCCESS');
    expect((await pay(issuer, alice, id, '5')).result).toBe('tecNO_AUTH');
  });

  it('may be for its issuer and holders alone, and cost something to pass on', async () => {
    const closed = await create({ Flags: 0 });
    const dear = await create({ TransferFee: 10_000 });
    for (const id of [closed, dear]) {
      for (const wallet of [alice, bob]) await authorize(wallet, id);
      await pay(issuer, alice, id, '1000');
    }
    expect((await pay(alice, bob, closed, '5')).result).toBe('tecNO_AUTH');
    expect((await pay(alice, bob, dear, '100')).result).toBe('tecPATH_PARTIAL');
    const SendMax = amount(dear, '110');
    expect((await pay(alice, bob, dear, '100', { SendMax })).result).toBe('tesSUCCESS');
    expect([await held(alice, dear), await held(bob, dear)]).toEqual(['890', '100']);
  });

  it('arrives in part, where its sender allows that and nothing else would do', async () => {
    const id = await create({ TransferFee: 10_000 });
    for (const wallet of [alice, bob]) await authorize(wallet, id);
    await pay(issuer, alice, id, '1000');
    const part = (DeliverMin: string) => ({
      Flags: 0x00020000,
      DeliverMin: amount(id, DeliverMin),
    });
    expect((await pay(alice, bob, id, '100', part('91'))).result).toBe('tecPATH_PARTIAL');
    const { result, meta } = await pay(alice, bob, id, '100', part('90'));
    expect(result).toBe('tesSUCCESS');
    expect(meta?.DeliveredAmount).toEqual(amount(id, '90'));
    expect(meta?.delivered_amount).toEqual(amount(id, '90'));
    expect([await held(alice, id), await held(bob, id)]).toEqual(['900', '90']);
  });

  it('has a most', async () => {
    const id = await create({ MaximumAmount: '10' });
    await authorize(alice, id);
    expect((await pay(issuer, alice, id, '11')).result).toBe('tecPATH_PARTIAL');
    expect((await pay(issuer, alice, id, '10')).result).toBe('tesSUCCESS');
  });

  it('of which there is none is not found', async () => {
    const id = `FFFFFFFF${(await create()).slice(8)}`;
    expect(await authorize(alice, id)).toBe('tecOBJECT_NOT_FOUND');
    expect((await pay(alice, bob, id, '1')).result).toBe('tecOBJECT_NOT_FOUND');
  });

  it.each<readonly [string, (id: string) => object]>([
    ['temMALFORMED', () => ({ Paths: [[{ currency: 'XRP' }]] })],
    ['temINVALID_FLAG', () => ({ Flags: 0x00040000 })],
    ['temMALFORMED', () => ({ SendMax: '5' })],
    ['temBAD_AMOUNT', (id) => ({ Amount: amount(id, '0') })],
    ['temREDUNDANT', () => ({ Destination: alice.classicAddress })],
    ['temBAD_AMOUNT', (id) => ({ DeliverMin: amount(id, '1') })],
  ])('is paid as it should be: %s', async (result, fields) => {
    const id = await create();
    const payment = {
      TransactionType: 'Payment',
      Destination: bob.classicAddress,
      Amount: amount(id, '1'),
    };
    expect(await ledger.refusal(alice, { ...payment, ...fields(id) })).toBe(result);
  });
});

it('there is one from the beginning, and anyone may be given of it', async () => {
  const { xrpl } = ledger.sandbox;
  const id = xrpl.mptIssuanceId;
  await expect(xrpl.fundMpt(alice.classicAddress, 5n)).rejects.toThrow('tecNO_AUTH');
  await authorize(alice, id);
  await xrpl.fundMpt(alice.classicAddress, 5n);
  expect(await held(alice, id)).toBe('5');
  const entry = { command: 'ledger_entry', ledger_index: 'validated' };
  const asked = [
    { ...entry, mpt_issuance: id },
    { ...entry, mptoken: { mpt_issuance_id: id, account: alice.classicAddress } },
  ];
  const [issuance, token] = await Promise.all(
    asked.map(async (request) => {
      const answer: { readonly result: object } = await ledger.client.request(request as never);
      return answer.result;
    }),
  );
  expect(issuance).toMatchObject({ node: { AssetScale: 2, OutstandingAmount: '5' } });
  expect(token).toMatchObject({ node: { MPTAmount: '5', Account: alice.classicAddress } });
});
