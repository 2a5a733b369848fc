import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Wallet } from 'xrpl';
import { TestLedger, tokens } from './support/ledger.js';

const DEFAULT_RIPPLE = 8;
const REQUIRE_AUTH = 2;
const GLOBAL_FREEZE = 7;
const NO_FREEZE = 6;
const ALLOW_CLAWBACK = 16;
const SET_AUTH = 0x00010000;
const SET_NO_RIPPLE = 0x00020000;
const SET_FREEZE = 0x00100000;
const CLEAR_FREEZE = 0x00200000;
const SET_DEEP_FREEZE = 0x00400000;
const PARTIAL = 0x00020000;

const ledger = await TestLedger.start();
let issuer: Wallet;
let alice: Wallet;
let bob: Wallet;

const usd = (value: string, from = issuer) => tokens(from, 'USD', value);
const set = (wallet: Wallet, fields: object) =>
  ledger.send(wallet, { TransactionType: 'AccountSet', ...fields });
const trust = (wallet: Wallet, value: string, fields: object = {}) =>
  ledger.send(wallet, { TransactionType: 'TrustSet', LimitAmount: usd(value), ...fields });
const pay = (from: Wallet, to: Wallet, value: string, fields: object = {}) =>
  ledger.send(from, {
    TransactionType: 'Payment',
    Destination: to.classicAddress,
    Amount: usd(value),
    ...fields,
  });
const held = (wallet: Wallet) => ledger.balance(wallet, issuer, 'USD');
const lineOf = async (holder: Wallet) => {
  const { result } = await ledger.client.request({
    command: 'account_lines',
    account: holder.classicAddress,
    peer: issuer.classicAddress,
  });
  return result.lines[0];
};
const ownerCount = async (wallet: Wallet) => {
  const { result } = await ledger.client.request({
    command: 'account_info',
    account: wallet.classicAddress,
    ledger_index: 'validated',
  });
  return result.account_data.OwnerCount;
};

beforeEach(async () => {
  [issuer, alice, bob] = [await ledger.wallet(), await ledger.wallet(), await ledger.wallet()];
});

afterAll(() => ledger.stop());

/** The usual setup: an issuer that lets its tokens go from holder to holder, and two holders. */
async function usual() {
  await set(issuer, { SetFlag: DEFAULT_RIPPLE });
  for (const holder of [alice, bob]) {
    expect((await trust(holder, '1000')).result).toBe('tesSUCCESS');
  }
  expect((await pay(issuer, alice, '100')).result).toBe('tesSUCCESS');
}

describe('token payments', () => {
  it('go from issuer to holder to holder, and back to be burned', async () => {
    await usual();
    expect((await pay(alice, bob, '30.5')).result).toBe('tesSUCCESS');
    expect([await held(alice), await held(bob)]).toEqual(['69.5', '30.5']);
    expect((await pay(bob, issuer, '10')).result).toBe('tesSUCCESS');
    expect(await held(bob)).toBe('20.5');
  });

  it('fail whole when the sender has too little, or go in part when asked to', async () => {
    await usual();
    expect((await pay(alice, bob, '100.1')).result).toBe('tecPATH_PARTIAL');
    const part = await pay(alice, bob, '150', { Flags: PARTIAL });
    expect(part.result).toBe('tesSUCCESS');
    expect(part.meta).toMatchObject({ delivered_amount: usd('100'), DeliveredAmount: usd('100') });
    expect(await held(alice)).toBe('0');
    const floor = { Flags: PARTIAL, DeliverMin: usd('101') };
    expect((await pay(bob, alice, '150', floor)).result).toBe('tecPATH_PARTIAL');
    expect((await pay(alice, bob, '1', { Flags: PARTIAL })).result).toBe('tecPATH_DRY');
  });

  it('stop at the limit of the receiver', async () => {
    await usual();
    await trust(bob, '40');
    expect((await pay(alice, bob, '41')).result).toBe('tecPATH_PARTIAL');
    expect((await pay(alice, bob, '40')).result).toBe('tesSUCCESS');
    expect((await pay(alice, bob, '1')).result).toBe('tecPATH_DRY');
  });

  it('need a trust line, and an account', async () => {
    await usual();
    const carol = await ledger.wallet();
    expect((await pay(alice, carol, '1')).result).toBe('tecPATH_DRY');
    const nobody = { Destination: 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe' };
    expect((await pay(alice, carol, '1', nobody)).result).toBe('tecNO_DST');
  });

  it('cost the transfer fee between holders, within what SendMax allows', async () => {
    await usual();
    await set(issuer, { TransferRate: 1_020_000_000 });
    expect((await pay(alice, bob, '50')).result).toBe('tecPATH_PARTIAL');
    expect((await pay(alice, bob, '50', { SendMax: usd('50.9') })).result).toBe('tecPATH_PARTIAL');
    expect((await pay(alice, bob, '50', { SendMax: usd('51') })).result).toBe('tesSUCCESS');
    expect([await held(alice), await held(bob)]).toEqual(['49', '50']);
    expect((await pay(bob, issuer, '50')).result).toBe('tesSUCCESS');
    expect(await held(bob)).toBe('0');
  });

  it('count for what the lines on their way say', async () => {
    await usual();
    await trust(bob, '1000', { QualityIn: 500_000_000 });
    expect((await pay(alice, bob, '10', { SendMax: usd('19') })).result).toBe('tecPATH_PARTIAL');
    const sent = await pay(alice, bob, '10', { SendMax: usd('20') });
    expect(sent.meta).toMatchObject({ delivered_amount: usd('10') });
    expect([await held(alice), await held(bob)]).toEqual(['80', '20']);
  });

  it('count for no more than they are at their end, and never for too much', async () => {
    await usual();
    await trust(bob, '1000', { QualityIn: 2_000_000_000 });
    expect((await pay(alice, bob, '10')).result).toBe('tesSUCCESS');
    expect([await held(alice), await held(bob)]).toEqual(['90', '10']);
    await trust(bob, '1000', { QualityIn: 300_000_000 });
    expect((await pay(alice, bob, '10', { SendMax: usd('34') })).result).toBe('tesSUCCESS');
    expect(await held(bob)).toBe('43.33333333333334');
  });

  it('must bring who passes them on what it counts them for', async () => {
    await usual();
    const other = await ledger.wallet();
    await set(other, { SetFlag: DEFAULT_RIPPLE });
    await trust(other, '1000');
    await pay(issuer, other, '100');
    const toOther = (value: string) => ({ LimitAmount: tokens(other, 'USD', value) });
    await trust(alice, '0', toOther('50'));
    await pay(other, alice, '20', { Amount: usd('20', other) });
    await trust(other, '0', {
      LimitAmount: tokens(alice, 'USD', '0'),
      QualityIn: 1_250_000_000,
    });
    const by = (value: string) => pay(alice, bob, '10', { SendMax: usd(value, other) });
    expect((await by('12.4')).result).toBe('tecPATH_PARTIAL');
    expect((await by('12.5')).result).toBe('tesSUCCESS');
    expect([await held(other), await held(bob)]).toEqual(['90', '10']);
    expect(await ledger.balance(alice, other, 'USD')).toBe('7.5');
  });

  it('go by the path they are given', async () => {
    await usual();
    const other = await ledger.wallet();
    await set(other, { SetFlag: DEFAULT_RIPPLE });
    const line = (wallet: Wallet, to: Wallet) =>
      ledger.send(wallet, { TransactionType: 'TrustSet', LimitAmount: tokens(to, 'USD', '50') });
    await line(other, issuer);
    await line(bob, other);
    const Paths = [[{ account: other.classicAddress }]];
    const by = { Amount: usd('5', other), SendMax: usd('5'), Flags: 0x00010000 };
    expect((await pay(alice, bob, '5', by)).result).toBe('temRIPPLE_EMPTY');
    expect((await pay(alice, bob, '5', { ...by, Paths })).result).toBe('tesSUCCESS');
    expect(await ledger.balance(bob, other, 'USD')).toBe('5');
    expect(await ledger.balance(other, issuer, 'USD')).toBe('5');
    const loop = [[{ account: issuer.classicAddress }, { account: alice.classicAddress }]];
    const back = await pay(alice, bob, '5', { ...by, Paths: [...loop, ...loop] });
    expect(back.result).toMatch(/^te[cm]/);
  });

  it('do not ripple through an issuer that has not allowed it', async () => {
    for (const holder of [alice, bob]) await trust(holder, '1000');
    await pay(issuer, alice, '100');
    expect((await pay(alice, bob, '1')).result).toBe('tecPATH_DRY');
    expect((await pay(alice, issuer, '1')).result).toBe('tesSUCCESS');
  });

  it('are refused where they make no sense', async () => {
    await usual();
    expect((await pay(alice, alice, '1')).result).toBe('temREDUNDANT');
    expect((await pay(alice, bob, '0')).result).toBe('temBAD_AMOUNT');
    const odd = (Amount: unknown, fields: object) =>
      ledger.refusal(alice, {
        TransactionType: 'Payment',
        Destination: bob.classicAddress,
        Amount,
        ...fields,
      });
    expect(await odd(usd('1'), { DeliverMin: usd('1') })).toBe('temBAD_AMOUNT');
    expect(await odd(usd('1'), { DeliverMin: usd('2'), Flags: PARTIAL })).toBe('temBAD_AMOUNT');
    expect(await odd('1', { Flags: PARTIAL })).toBe('temBAD_SEND_XRP_PARTIAL');
    expect(await odd('1', { SendMax: '1' })).toBe('temBAD_SEND_XRP_MAX');
    expect(await odd('1', { Paths: [[{ currency: 'XRP' }]] })).toBe('temBAD_SEND_XRP_PATHS');
    expect(await odd('1', { Flags: 0x00010000 })).toBe('temBAD_SEND_XRP_NO_DIRECT');
    expect(await odd('1', { Flags: 0x00040000 })).toBe('temBAD_SEND_XRP_LIMIT');
    expect(await odd('1', { Flags: 0x00080000 })).toBe('temINVALID_FLAG');
  });

  it('keep 16 digits', async () => {
    await usual();
    await trust(bob, '9999999999999999e10');
    await pay(issuer, bob, '1000000000000000');
    await pay(issuer, bob, '0.04');
    expect(await held(bob)).toBe('1000000000000000');
    await pay(issuer, bob, '0.6');
    expect(await held(bob)).toBe('1000000000000001');
  });
});

describe('trust lines', () => {
  it('cost a reserve once an account owns two entries', async () => {
    const poor = await ledger.wallet(2);
    const line = (currency: string) =>
      ledger.send(poor, {
        TransactionType: 'TrustSet',
        LimitAmount: tokens(issuer, currency, '1'),
      });
    expect((await line('AAA')).result).toBe('tesSUCCESS');
    expect((await line('BBB')).result).toBe('tesSUCCESS');
    // 20 drops of 2 XRP are spent: 1 XRP and three increments are a drop more than the rest.
    ledger.sandbox.xrpl.setReserves({ increment: 333_327n });
    expect((await line('CCC')).result).toBe('tecNO_LINE_INSUF_RESERVE');
    ledger.sandbox.xrpl.setReserves({ increment: 333_323n });
    expect((await line('CCC')).result).toBe('tesSUCCESS');
    ledger.sandbox.xrpl.setReserves({ increment: 200_000n });
    expect(await ownerCount(poor)).toBe(3);
  });

  it('end when nothing of them is left, from either side', async () => {
    await usual();
    expect(await ownerCount(alice)).toBe(1);
    expect((await trust(alice, '0', { Flags: SET_NO_RIPPLE })).result).toBe('tesSUCCESS');
    expect(await ownerCount(alice)).toBe(1);
    const last = await pay(alice, issuer, '100');
    const deleted = last.meta?.AffectedNodes.flatMap((node) =>
      'DeletedNode' in node ? [node.DeletedNode.LedgerEntryType] : [],
    );
    expect(deleted?.sort()).toEqual(['DirectoryNode', 'RippleState']);
    expect(await ownerCount(alice)).toBe(0);
    expect((await trust(bob, '0', { Flags: SET_NO_RIPPLE })).result).toBe('tesSUCCESS');
    expect(await ownerCount(bob)).toBe(0);
    expect((await trust(bob, '0')).result).toBe('tecNO_LINE_REDUNDANT');
  });

  it('go neither to oneself nor to nobody, nor to who refuses them', async () => {
    const to = (wallet: Wallet, address: string) =>
      ledger.send(wallet, {
        TransactionType: 'TrustSet',
        LimitAmount: { currency: 'USD', issuer: address, value: '1' },
      });
    expect((await to(alice, alice.classicAddress)).result).toBe('temDST_IS_SRC');
    expect((await to(alice, 'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe')).result).toBe('tecNO_DST');
    await set(issuer, { SetFlag: 15 });
    expect((await trust(alice, '1')).result).toBe('tecNO_PERMISSION');
  });

  it('show both sides to account_lines', async () => {
    await usual();
    await trust(alice, '900', { QualityIn: 990_000_000, QualityOut: 1_010_000_000 });
    const lines = async (account: string) => {
      const { result } = await ledger.client.request({ command: 'account_lines', account });
      return result.lines.find((line) => line.currency === 'USD');
    };
    expect(await lines(alice.classicAddress)).toMatchObject({
      account: issuer.classicAddress,
      balance: '100',
      limit: '900',
      limit_peer: '0',
      quality_in: 990_000_000,
      quality_out: 1_010_000_000,
    });
    const { result } = await ledger.client.request({
      command: 'account_lines',
      account: issuer.classicAddress,
      peer: alice.classicAddress,
    });
    expect(result.lines).toMatchObject([{ balance: '-100', limit: '0', limit_peer: '900' }]);
  });
});

describe('authorisation', () => {
  it('must be given before anything can be held', async () => {
    await set(issuer, { SetFlag: REQUIRE_AUTH });
    await trust(alice, '100');
    expect((await pay(issuer, alice, '1')).result).toBe('tecPATH_DRY');
    const authorize = (flags: number) =>
      ledger.send(issuer, {
        TransactionType: 'TrustSet',
        LimitAmount: tokens(alice, 'USD', '0'),
        Flags: flags,
      });
    expect((await authorize(SET_AUTH)).result).toBe('tesSUCCESS');
    expect((await pay(issuer, alice, '1')).result).toBe('tesSUCCESS');
  });

  it('can be neither given nor demanded out of place', async () => {
    const early = await ledger.send(issuer, {
      TransactionType: 'TrustSet',
      LimitAmount: tokens(alice, 'USD', '0'),
      Flags: SET_AUTH,
    });
    expect(early.result).toBe('tefNO_AUTH_REQUIRED');
    await trust(alice, '100');
    expect((await set(alice, { SetFlag: REQUIRE_AUTH })).result).toBe('tecOWNERS');
  });
});

describe('freezing', () => {
  const freeze = (flags: number, holder = alice) =>
    ledger.send(issuer, {
      TransactionType: 'TrustSet',
      LimitAmount: tokens(holder, 'USD', '0'),
      Flags: flags,
    });

  it('of a line stops payments between holders, not with the issuer', async () => {
    await usual();
    expect((await freeze(SET_FREEZE)).result).toBe('tesSUCCESS');
    expect(await lineOf(alice)).toMatchObject({ freeze_peer: true });
    expect(await lineOf(alice)).not.toHaveProperty('freeze');
    expect((await pay(alice, bob, '1')).result).toBe('tecPATH_DRY');
    expect((await pay(alice, issuer, '1')).result).toBe('tesSUCCESS');
    expect((await pay(issuer, alice, '1')).result).toBe('tesSUCCESS');
    await freeze(CLEAR_FREEZE);
    expect((await pay(alice, bob, '1')).result).toBe('tesSUCCESS');
  });

  it('can go deep, on top of an ordinary one, and stops receiving too', async () => {
    await usual();
    expect((await freeze(SET_DEEP_FREEZE)).result).toBe('tecNO_PERMISSION');
    expect((await freeze(SET_FREEZE + SET_DEEP_FREEZE)).result).toBe('tesSUCCESS');
    expect((await freeze(CLEAR_FREEZE)).result).toBe('tecNO_PERMISSION');
    expect((await pay(issuer, bob, '5')).result).toBe('tesSUCCESS');
    expect((await pay(bob, alice, '1')).result).toBe('tecPATH_DRY');
  });

  it('of everything stops all holders until it is lifted', async () => {
    await usual();
    await set(issuer, { SetFlag: GLOBAL_FREEZE });
    expect((await pay(alice, bob, '1')).result).toBe('tecPATH_DRY');
    expect((await pay(alice, issuer, '1')).result).toBe('tesSUCCESS');
    await set(issuer, { ClearFlag: GLOBAL_FREEZE });
    expect((await pay(alice, bob, '1')).result).toBe('tesSUCCESS');
  });

  it('is renounced for good', async () => {
    await usual();
    await set(issuer, { SetFlag: NO_FREEZE });
    await set(issuer, { ClearFlag: NO_FREEZE });
    expect((await freeze(SET_FREEZE)).result).toBe('tecNO_PERMISSION');
    await set(issuer, { SetFlag: GLOBAL_FREEZE });
    await set(issuer, { ClearFlag: GLOBAL_FREEZE });
    expect((await pay(alice, bob, '1')).result).toBe('tecPATH_DRY');
  });
});

describe('clawback', () => {
  const clawback = (value: string, holder = alice) =>
    ledger.send(issuer, { TransactionType: 'Clawback', Amount: tokens(holder, 'USD', value) });

  it('takes back what there is, if the issuer reserved the right from the start', async () => {
    expect((await set(issuer, { SetFlag: ALLOW_CLAWBACK })).result).toBe('tesSUCCESS');
    await usual();
    expect((await clawback('30')).result).toBe('tesSUCCESS');
    expect(await held(alice)).toBe('70');
    expect((await clawback('1000')).result).toBe('tesSUCCESS');
    expect(await held(alice)).toBe('0');
    expect((await clawback('1')).result).toBe('tecINSUFFICIENT_FUNDS');
    expect((await clawback('1', await ledger.wallet())).result).toBe('tecNO_LINE');
  });

  it('is not to be had later', async () => {
    await usual();
    expect((await clawback('1')).result).toBe('tecNO_PERMISSION');
    expect((await set(issuer, { SetFlag: ALLOW_CLAWBACK })).result).toBe('tecOWNERS');
  });
});
