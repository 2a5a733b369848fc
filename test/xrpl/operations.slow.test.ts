import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { XrplConfirmed } from '../../src/xrpl/index.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

const HOLDER = '0';
const ISSUER = '1';
const OTHER = '2';
const CREDENTIAL = '4B5943';

describe.each(TRANSPORTS)('over %s', (transport) => {
  let world: LedgerWorld;
  let holder: string;
  let issuer: string;
  let other: string;

  beforeAll(async () => {
    world = await newLedgerWorld(transport, { funded: [HOLDER, ISSUER, OTHER] });
    [holder, issuer, other] = [HOLDER, ISSUER, OTHER].map(world.addressOf) as [
      string,
      string,
      string,
    ];
    await world.gateway.accountSet(ISSUER, {
      configs: { setFlag: { asfAllowTrustLineClawback: true } },
    });
    await world.gateway.accountSet(ISSUER, { configs: { setFlag: { asfDefaultRipple: true } } });
  });
  afterAll(() => world.stop());

  const token = (currency: string, value: string) => ({ currency, issuer, value });

  /** The holder's side of a line to the issuer, as the ledger has it. */
  async function lineOf(currency: string, account = holder) {
    const { lines } = await world.ask('account_lines', { account, peer: issuer });
    return (lines as Record<string, unknown>[]).find((line) => line.currency === currency);
  }

  async function objectsOf(account: string, type: string) {
    const { account_objects } = await world.ask('account_objects', { account, type });
    return account_objects as Record<string, unknown>[];
  }

  async function rootOf(account: string) {
    const { account_data } = await world.ask('account_info', { account });
    return account_data as Record<string, unknown>;
  }

  /** A new token of which the holder has this much. */
  async function issue(currency: string, value: string, to = HOLDER): Promise<void> {
    const limitAmount = token(currency, '1000');
    await world.gateway.trustSet(to, { limitAmount });
    const destination = world.addressOf(to);
    await world.gateway.tokenTransfer(ISSUER, { destination, amount: token(currency, value) });
  }

  /** The same answer has to come by the other way, whoever carried it first. */
  async function expectSameOnBoth(outcome: XrplConfirmed) {
    const { result, hash, status, receipt, ...envelope } = outcome;
    expect({ hash, status }).toEqual({ hash: result.hash, status: 'confirmed' });
    expect(receipt.hash).toBe(hash);
    expect(envelope).toEqual({ api_version: 2, id: expect.any(Number), type: 'response' });
    expect(await world.other.getTransaction(result.hash)).toEqual({
      ...envelope,
      id: expect.any(Number),
      result,
    });
    expect(result).toMatchObject({ validated: true, meta: { TransactionResult: 'tesSUCCESS' } });
  }

  it('trustSet makes a line, changes it and takes it away', async () => {
    const limitAmount = token('AAA', '1000');
    const made = await world.gateway.trustSet(HOLDER, {
      limitAmount,
      flags: { tfSetNoRipple: true },
      qualityIn: 990_000_000,
    });
    await expectSameOnBoth(made);
    expect(await lineOf('AAA')).toMatchObject({
      limit: '1000',
      no_ripple: true,
      quality_in: 990_000_000,
    });
    const changes = { limitAmount: token('AAA', '0.5'), qualityIn: 0 };
    await expectSameOnBoth(await world.gateway.trustSet(HOLDER, changes));
    expect(await lineOf('AAA')).toMatchObject({ limit: '0.5', quality_in: 0 });
    const none = { limitAmount: token('AAA', '0') };
    await expectSameOnBoth(await world.gateway.trustSet(HOLDER, none));
    expect(await lineOf('AAA')).toBeUndefined();
  });

  it('tokenTransfer moves a token', async () => {
    await issue('BBB', '100');
    await world.gateway.trustSet(OTHER, { limitAmount: token('BBB', '1000') });
    const params = { destination: other, amount: token('BBB', '2.5'), destinationTag: 7 };
    await expectSameOnBoth(await world.gateway.tokenTransfer(HOLDER, params));
    expect(await lineOf('BBB')).toMatchObject({ balance: '97.5' });
    expect(await lineOf('BBB', other)).toMatchObject({ balance: '2.5' });
  });

  it('burnToken destroys a token', async () => {
    await issue('CCC', '100');
    await expectSameOnBoth(await world.gateway.burnToken(HOLDER, { amount: token('CCC', '40') }));
    expect(await lineOf('CCC')).toMatchObject({ balance: '60' });
  });

  it('freezeToken freezes a line and thaws it, and its limits stay', async () => {
    await issue('DDD', '5');
    const freeze = { holder, currency: 'DDD', freeze: true };
    await expectSameOnBoth(await world.gateway.freezeToken(ISSUER, freeze));
    const frozen = await lineOf('DDD');
    expect(frozen).toMatchObject({ freeze_peer: true, limit: '1000', limit_peer: '0' });
    await expectSameOnBoth(await world.gateway.freezeToken(ISSUER, { ...freeze, freeze: false }));
    const { freeze_peer: _, ...others } = frozen ?? {};
    expect(await lineOf('DDD')).toMatchObject(others);
    expect(await lineOf('DDD')).not.toHaveProperty('freeze_peer', true);
  });

  it('clawback takes a token back', async () => {
    await issue('EEE', '100');
    const params = { holder, currency: 'EEE', value: '30' };
    await expectSameOnBoth(await world.gateway.clawback(ISSUER, params));
    expect(await lineOf('EEE')).toMatchObject({ balance: '70' });
  });

  it('offerCreate rests an offer, and offerCancel takes it back', async () => {
    const placed = await world.gateway.offerCreate(HOLDER, {
      sellAmount: '1000000',
      buyAmount: token('FFF', '250'),
      flags: { tfPassiveOffer: true, tfSellOffer: true },
    });
    await expectSameOnBoth(placed);
    const offerSequence = Number(placed.result.tx_json.Sequence);
    const { offers } = await world.ask('account_offers', { account: holder });
    expect(offers).toMatchObject([
      { seq: offerSequence, taker_gets: '1000000', taker_pays: token('FFF', '250') },
    ]);
    await expectSameOnBoth(await world.gateway.offerCancel(HOLDER, { offerSequence }));
    expect(await world.ask('account_offers', { account: holder })).toMatchObject({ offers: [] });
  });

  it('crossCurrencyPayment pays XRP where a token arrives', async () => {
    await issue('GGG', '10', OTHER);
    await world.gateway.offerCreate(OTHER, {
      sellAmount: token('GGG', '10'),
      buyAmount: '20000000',
    });
    await world.gateway.trustSet(HOLDER, { limitAmount: token('GGG', '1000') });
    const paid = await world.gateway.crossCurrencyPayment(HOLDER, {
      destination: holder,
      amount: token('GGG', '3'),
      sendMax: '7000000',
    });
    await expectSameOnBoth(paid);
    expect(paid.result.meta.delivered_amount).toEqual(token('GGG', '3'));
    expect(await lineOf('GGG')).toMatchObject({ balance: '3' });
    expect(await lineOf('GGG', other)).toMatchObject({ balance: '7' });
  });

  it('accountSet changes the account’s settings', async () => {
    const configs = {
      domain: 'example.com',
      tickSize: 5,
      transferRate: 1_005_000_000,
      setFlag: { asfRequireDestTag: true },
    };
    await expectSameOnBoth(await world.gateway.accountSet(OTHER, { configs }));
    expect(await rootOf(other)).toMatchObject({
      Domain: '6578616D706C652E636F6D',
      TickSize: 5,
      TransferRate: 1_005_000_000,
      Flags: 0x0002_0000,
    });
  });

  it('credentialCreate, credentialAccept and credentialDelete do so', async () => {
    const params = { subject: holder, credentialType: CREDENTIAL, uri: 'AB' };
    await expectSameOnBoth(await world.gateway.credentialCreate(ISSUER, params));
    const credential = { Issuer: issuer, Subject: holder, CredentialType: CREDENTIAL, URI: 'AB' };
    expect(await objectsOf(issuer, 'credential')).toMatchObject([{ ...credential, Flags: 0 }]);
    const named = { issuer, credentialType: CREDENTIAL };
    await expectSameOnBoth(await world.gateway.credentialAccept(HOLDER, named));
    expect(await objectsOf(holder, 'credential')).toMatchObject([
      { ...credential, Flags: 0x0001_0000 },
    ]);
    await expectSameOnBoth(await world.gateway.credentialDelete(HOLDER, named));
    expect(await objectsOf(holder, 'credential')).toEqual([]);
  });

  it('xrpTransfer is the custody’s own, or a Payment', async () => {
    const before = world.sandbox.xrpl.balanceOf(issuer);
    const own = await world.gateway.xrpTransfer(HOLDER, { destination: issuer, amount: '1.5' });
    expect(own).toMatchObject({ id: expect.any(String), status: 'confirmed' });
    const { hash = '' } = own;
    expect(await world.gateway.getTransaction(hash)).toHaveProperty('result.validated', true);
    const raw = await world.gateway.xrpTransfer(
      HOLDER,
      { destination: issuer, amount: '2' },
      { native: false },
    );
    await expectSameOnBoth(raw as XrplConfirmed);
    expect(world.sandbox.xrpl.balanceOf(issuer) - before).toBe(3_500_000n);
  });

  it('submit does what no operation does', async () => {
    const transaction = { TransactionType: 'SetRegularKey', RegularKey: other };
    await expectSameOnBoth(await world.gateway.submit(HOLDER, transaction));
    expect(await rootOf(holder)).toHaveProperty('RegularKey', other);
  });

  it('executeTransaction does what each of them does', async () => {
    const outcome = await world.gateway.executeTransaction({
      vaultAccountId: ISSUER,
      transactionType: 'accountSet',
      params: { configs: { tickSize: 6 } },
    });
    await expectSameOnBoth(outcome as XrplConfirmed);
    expect(await rootOf(issuer)).toHaveProperty('TickSize', 6);
    const transfer = await world.gateway.executeTransaction({
      vaultAccountId: ISSUER,
      transactionType: 'xrpTransfer',
      params: { destination: holder, amount: '1' },
    });
    expect(transfer).toMatchObject({ id: expect.any(String), hash: expect.any(String) });
  });
});
