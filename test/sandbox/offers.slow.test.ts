import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { getBalanceChanges, type Wallet } from 'xrpl';
import { TestLedger, tokens } from './support/ledger.js';

const PASSIVE = 0x00010000;
const IMMEDIATE = 0x00020000;
const FILL_OR_KILL = 0x00040000;
const SELL = 0x00080000;
const PARTIAL = 0x00020000;
const LIMIT_QUALITY = 0x00040000;
const NO_DIRECT = 0x00010000;

const ledger = await TestLedger.start();
let issuer: Wallet;
let maker: Wallet;
let taker: Wallet;

const usd = (value: string) => tokens(issuer, 'USD', value);
const eur = (value: string) => tokens(issuer, 'EUR', value);
const xrp = (value: number) => `${value * 1_000_000}`;
const offer = (wallet: Wallet, gets: unknown, pays: unknown, fields: object = {}) =>
  ledger.send(wallet, {
    TransactionType: 'OfferCreate',
    TakerGets: gets,
    TakerPays: pays,
    ...fields,
  });
const offersOf = async (wallet: Wallet) => {
  const { result } = await ledger.client.request({
    command: 'account_offers',
    account: wallet.classicAddress,
    ledger_index: 'validated',
  });
  return result.offers ?? [];
};
const book = async (gets: object, pays: object) => {
  const { result } = await ledger.client.request({
    command: 'book_offers',
    taker_gets: gets as never,
    taker_pays: pays as never,
    ledger_index: 'validated',
  });
  return result.offers;
};
const held = (wallet: Wallet, currency = 'USD') => ledger.balance(wallet, issuer, currency);

beforeEach(async () => {
  [issuer, maker, taker] = [await ledger.wallet(), await ledger.wallet(), await ledger.wallet()];
  await ledger.send(issuer, { TransactionType: 'AccountSet', SetFlag: 8 });
  for (const holder of [maker, taker]) {
    for (const currency of ['USD', 'EUR']) {
      const LimitAmount = tokens(issuer, currency, '100000');
      await ledger.send(holder, { TransactionType: 'TrustSet', LimitAmount });
      await ledger.send(issuer, {
        TransactionType: 'Payment',
        Destination: holder.classicAddress,
        Amount: tokens(issuer, currency, '1000'),
      });
    }
  }
});

afterAll(() => ledger.stop());

describe('offers', () => {
  it('rest in the book, best price first, and are taken in that order', async () => {
    await offer(maker, usd('100'), xrp(210));
    await offer(maker, usd('100'), xrp(200));
    const resting = await book(
      { currency: 'USD', issuer: issuer.classicAddress },
      { currency: 'XRP' },
    );
    expect(resting.map(({ TakerPays }) => TakerPays)).toEqual([xrp(200), xrp(210)]);
    const before = ledger.xrpOf(taker);
    const took = await offer(taker, xrp(315), usd('150'));
    expect(took.result).toBe('tesSUCCESS');
    expect(await held(taker)).toBe('1150');
    expect(before - ledger.xrpOf(taker)).toBe(305_000_000n + 10n);
    expect(await offersOf(maker)).toMatchObject([{ taker_gets: usd('50'), taker_pays: xrp(105) }]);
    expect(await offersOf(taker)).toEqual([]);
  });

  it('leave the rest in the book at the price they named', async () => {
    await offer(maker, usd('100'), xrp(200));
    await offer(taker, xrp(500), usd('250'));
    expect(await offersOf(taker)).toMatchObject([{ taker_gets: xrp(300), taker_pays: usd('150') }]);
    expect(await offersOf(maker)).toEqual([]);
  });

  it('are not taken at a worse price than named', async () => {
    await offer(maker, usd('100'), xrp(200));
    await offer(taker, xrp(199), usd('100'));
    expect(await offersOf(taker)).toHaveLength(1);
    expect(await offersOf(maker)).toHaveLength(1);
  });

  it('move tokens for tokens too, and pay the transfer fee where they are given', async () => {
    await ledger.send(issuer, { TransactionType: 'AccountSet', TransferRate: 1_100_000_000 });
    await offer(maker, eur('100'), usd('110'));
    expect((await offer(taker, usd('110'), eur('100'))).result).toBe('tesSUCCESS');
    expect([await held(taker), await held(taker, 'EUR')]).toEqual(['879', '1100']);
    expect([await held(maker), await held(maker, 'EUR')]).toEqual(['1110', '890']);
  });

  it('bridge two books by XRP when that is cheaper', async () => {
    await offer(maker, xrp(200), usd('100'));
    await offer(maker, eur('100'), xrp(200));
    await offer(maker, eur('100'), usd('150'));
    expect((await offer(taker, usd('100'), eur('100'))).result).toBe('tesSUCCESS');
    expect([await held(taker), await held(taker, 'EUR')]).toEqual(['900', '1100']);
    expect(await offersOf(maker)).toMatchObject([{ taker_gets: eur('100') }]);
  });

  it('sell all they have when they sell', async () => {
    await offer(maker, usd('100'), xrp(100));
    await offer(maker, usd('100'), xrp(200));
    const before = ledger.xrpOf(taker);
    await offer(taker, xrp(200), usd('100'), { Flags: SELL });
    expect(before - ledger.xrpOf(taker)).toBe(200_000_010n);
    expect(await held(taker)).toBe('1150');
  });

  it('do not cross their equals when passive', async () => {
    await offer(maker, usd('100'), xrp(200));
    await offer(taker, xrp(200), usd('100'), { Flags: PASSIVE });
    expect(await offersOf(taker)).toHaveLength(1);
    await offer(maker, usd('100'), xrp(190));
    expect(await held(taker)).toBe('1095');
    expect(await offersOf(maker)).toHaveLength(1);
  });

  it('are filled at once or not at all, as they ask', async () => {
    await offer(maker, usd('100'), xrp(200));
    const kill = await offer(taker, xrp(400), usd('200'), { Flags: FILL_OR_KILL });
    expect(kill.result).toBe('tecKILLED');
    expect(await held(taker)).toBe('1000');
    const partly = await offer(taker, xrp(400), usd('200'), { Flags: IMMEDIATE });
    expect(partly.result).toBe('tesSUCCESS');
    expect(await held(taker)).toBe('1100');
    expect(await offersOf(taker)).toEqual([]);
    const nothing = await offer(taker, xrp(400), usd('200'), { Flags: IMMEDIATE });
    expect(nothing.result).toBe('tecKILLED');
    await offer(maker, usd('100'), xrp(200));
    const filled = await offer(taker, xrp(200), usd('100'), { Flags: FILL_OR_KILL });
    expect(filled.result).toBe('tesSUCCESS');
    expect((await offer(taker, xrp(1), usd('1'), { Flags: FILL_OR_KILL | IMMEDIATE })).result).toBe(
      'temINVALID_FLAG',
    );
  });

  it('replace and cancel', async () => {
    await offer(maker, usd('100'), xrp(200));
    const seq = (await offersOf(maker))[0]?.seq ?? 0;
    await offer(maker, usd('50'), xrp(100), { OfferSequence: seq });
    const [left, ...others] = await offersOf(maker);
    expect(others).toEqual([]);
    expect(left).toMatchObject({ taker_gets: usd('50') });
    const cancel = (OfferSequence: number) =>
      ledger.send(maker, { TransactionType: 'OfferCancel', OfferSequence });
    expect((await cancel(left?.seq ?? 0)).result).toBe('tesSUCCESS');
    expect(await offersOf(maker)).toEqual([]);
    expect((await cancel(left?.seq ?? 0)).result).toBe('tesSUCCESS');
    expect((await cancel(4_000_000_000)).result).toBe('temBAD_SEQUENCE');
  });

  it('expire by the time of the ledger', async () => {
    const { closeTime } = ledger.sandbox.xrpl.closeLedger();
    await offer(maker, usd('100'), xrp(200), { Expiration: closeTime + 60 });
    ledger.sandbox.advanceTime(120_000);
    ledger.sandbox.xrpl.closeLedger();
    expect((await offer(maker, usd('1'), xrp(1), { Expiration: closeTime + 60 })).result).toBe(
      'tecEXPIRED',
    );
    const took = await offer(taker, xrp(200), usd('100'), { Flags: IMMEDIATE });
    expect(took.result).toBe('tecKILLED');
    expect(await held(taker)).toBe('1000');
  });

  it('vanish when their owner has nothing left to give', async () => {
    await offer(maker, usd('1000'), xrp(500));
    await ledger.send(maker, {
      TransactionType: 'Payment',
      Destination: issuer.classicAddress,
      Amount: usd('1000'),
    });
    await offer(taker, xrp(200), usd('100'));
    expect(await offersOf(maker)).toEqual([]);
    expect(await offersOf(taker)).toHaveLength(1);
  });

  it('give what their owner still has', async () => {
    await offer(maker, usd('1000'), xrp(1000));
    await ledger.send(maker, {
      TransactionType: 'Payment',
      Destination: issuer.classicAddress,
      Amount: usd('900'),
    });
    const [listed] = await book(
      { currency: 'USD', issuer: issuer.classicAddress },
      { currency: 'XRP' },
    );
    expect(listed).toMatchObject({
      owner_funds: '100',
      taker_gets_funded: usd('100'),
      taker_pays_funded: xrp(100),
    });
    await offer(taker, xrp(500), usd('500'));
    expect(await held(taker)).toBe('1100');
    expect(await offersOf(taker)).toMatchObject([{ taker_pays: usd('400') }]);
  });

  it('take their own older offer off the book', async () => {
    await offer(maker, usd('100'), xrp(200));
    await offer(maker, xrp(200), usd('100'));
    expect(await offersOf(maker)).toMatchObject([{ taker_gets: xrp(200) }]);
    expect(await held(maker)).toBe('1000');
  });

  it('are refused when unfunded, redundant, frozen or too poor for the reserve', async () => {
    const stranger = await ledger.wallet();
    expect((await offer(stranger, usd('1'), xrp(1))).result).toBe('tecUNFUNDED_OFFER');
    expect((await offer(maker, xrp(1), xrp(2))).result).toBe('temBAD_OFFER');
    expect((await offer(maker, usd('1'), usd('2'))).result).toBe('temREDUNDANT');
    expect((await offer(maker, usd('0'), xrp(2))).result).toBe('temBAD_OFFER');
    const domain = { DomainID: 'AB'.repeat(32) };
    expect((await offer(maker, usd('1'), xrp(2), domain)).result).toBe('tecNO_PERMISSION');
    ledger.sandbox.xrpl.setReserves({ increment: 900_000_000n });
    expect((await offer(maker, usd('1'), xrp(2))).result).toBe('tecINSUF_RESERVE_OFFER');
    ledger.sandbox.xrpl.setReserves({ increment: 200_000n });
    await ledger.send(issuer, { TransactionType: 'AccountSet', SetFlag: 7 });
    expect((await offer(maker, usd('1'), xrp(2))).result).toBe('tecFROZEN');
  });

  it('are rounded to the ticks of the issuer', async () => {
    await ledger.send(issuer, { TransactionType: 'AccountSet', TickSize: 4 });
    await offer(maker, usd('3'), xrp(10), { Flags: SELL });
    expect(await offersOf(maker)).toMatchObject([{ taker_gets: usd('3'), taker_pays: '10002000' }]);
  });

  it('open a trust line for a taker that has none', async () => {
    await offer(maker, usd('100'), xrp(200));
    const newcomer = await ledger.wallet();
    expect((await offer(newcomer, xrp(200), usd('100'))).result).toBe('tesSUCCESS');
    expect(await held(newcomer)).toBe('100');
  });

  it('tell the xrpl package what changed', async () => {
    await offer(maker, usd('100'), xrp(200));
    const { meta } = await offer(taker, xrp(200), usd('100'));
    const changes = getBalanceChanges(meta as never);
    const of = (wallet: Wallet) =>
      changes.find(({ account }) => account === wallet.classicAddress)?.balances;
    expect(of(taker)).toEqual(
      expect.arrayContaining([
        { currency: 'XRP', value: '-200.00001' },
        { currency: 'USD', issuer: issuer.classicAddress, value: '100' },
      ]),
    );
    expect(of(maker)).toEqual(expect.arrayContaining([{ currency: 'XRP', value: '200' }]));
  });
});

describe('payments across currencies', () => {
  const pay = (Amount: unknown, SendMax: unknown, fields: object = {}) =>
    ledger.send(taker, {
      TransactionType: 'Payment',
      Destination: maker.classicAddress,
      Amount,
      SendMax,
      ...fields,
    });

  it('buy tokens with XRP, and XRP with tokens', async () => {
    await offer(issuer, usd('100'), xrp(50));
    expect((await pay(usd('40'), xrp(20))).result).toBe('tesSUCCESS');
    expect(await held(maker)).toBe('1040');
    await offer(issuer, xrp(100), usd('300'));
    const before = ledger.xrpOf(maker);
    expect((await pay(xrp(10), usd('30'))).result).toBe('tesSUCCESS');
    expect(ledger.xrpOf(maker) - before).toBe(10_000_000n);
    expect(await held(taker)).toBe('970');
  });

  it('stop at SendMax, whole or in part', async () => {
    await offer(issuer, usd('100'), xrp(50));
    expect((await pay(usd('40'), '19999999')).result).toBe('tecPATH_PARTIAL');
    const part = await pay(usd('40'), xrp(10), { Flags: PARTIAL, DeliverMin: usd('20') });
    expect(part.result).toBe('tesSUCCESS');
    expect(part.meta).toMatchObject({ DeliveredAmount: usd('20') });
    const floor = { Flags: PARTIAL, DeliverMin: usd('20.000001') };
    expect((await pay(usd('40'), xrp(10), floor)).result).toBe('tecPATH_PARTIAL');
  });

  it('spend the XRP above the reserve, and no more', async () => {
    await offer(issuer, usd('100'), xrp(1_000));
    const all = await pay(usd('100'), xrp(1_000), { Flags: PARTIAL });
    expect(all.result).toBe('tesSUCCESS');
    expect(ledger.xrpOf(taker)).toBe(1_400_000n);
    expect(all.meta).toMatchObject({ DeliveredAmount: usd('99.859997') });
  });

  it('take no worse price than asked with tfLimitQuality', async () => {
    await offer(issuer, usd('10'), xrp(5));
    await offer(issuer, usd('100'), xrp(100));
    const part = await pay(usd('40'), xrp(20), { Flags: PARTIAL | LIMIT_QUALITY });
    expect(part.meta).toMatchObject({ DeliveredAmount: usd('10') });
  });

  it('go from token to token by one book, or by a path through XRP', async () => {
    await offer(issuer, eur('100'), usd('200'));
    expect((await pay(eur('10'), usd('20'))).result).toBe('tesSUCCESS');
    await offer(issuer, xrp(100), usd('100'));
    await offer(issuer, eur('100'), xrp(100));
    const Paths = [[{ currency: 'XRP' }]];
    expect((await pay(eur('10'), usd('10'), { Paths, Flags: NO_DIRECT })).result).toBe(
      'tesSUCCESS',
    );
    expect([await held(taker), await held(maker, 'EUR')]).toEqual(['970', '1020']);
  });

  it('find nothing where there is no book', async () => {
    expect((await pay(eur('10'), usd('20'))).result).toBe('tecPATH_PARTIAL');
    expect((await pay(eur('10'), usd('20'), { Flags: PARTIAL })).result).toBe('tecPATH_DRY');
  });

  it('can open an account with XRP that was bought', async () => {
    await offer(issuer, xrp(100), usd('100'));
    const { classicAddress } = (await import('xrpl')).Wallet.generate();
    const created = await pay(xrp(20), usd('20'), { Destination: classicAddress });
    expect(created.result).toBe('tesSUCCESS');
    expect(ledger.sandbox.xrpl.balanceOf(classicAddress)).toBe(20_000_000n);
  });
});
