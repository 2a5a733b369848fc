import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rejectionOf } from '../support/rejections.js';
import { Capture } from './support/capture.js';
import { type LedgerWorld, newLedgerWorld, TRANSPORTS } from './support/transports.js';

/** Vault accounts. */
const PAYER = '0';
const ISSUER = '1';
const GUARDED = '2';
const KYC = '4B5943';
const SETTLED = { validated: true, meta: { TransactionResult: 'tesSUCCESS' } };

let world: LedgerWorld;
let destination: string;
let credentialIds: string[];

/** A destination that takes payments of those alone who have a credential, and a payer who has it. */
beforeAll(async () => {
  world = await newLedgerWorld(TRANSPORTS[0], { funded: [PAYER, ISSUER, GUARDED] });
  const { gateway, addressOf } = world;
  const [payer, issuer] = [addressOf(PAYER), addressOf(ISSUER)];
  destination = addressOf(GUARDED);
  await gateway.accountSet(ISSUER, { configs: { setFlag: { asfDefaultRipple: true } } });
  await gateway.credentialCreate(ISSUER, { subject: payer, credentialType: KYC });
  await gateway.credentialAccept(PAYER, { issuer, credentialType: KYC });
  const limitAmount = { currency: 'USD', issuer, value: '100' };
  await gateway.trustSet(GUARDED, { limitAmount });
  await gateway.trustSet(PAYER, { limitAmount });
  const amount = { ...limitAmount, value: '50' };
  await gateway.tokenTransfer(ISSUER, { destination: payer, amount });
  await gateway.accountSet(GUARDED, { configs: { setFlag: { asfDepositAuth: true } } });
  await gateway.submit(GUARDED, {
    TransactionType: 'DepositPreauth',
    AuthorizeCredentials: [{ Credential: { Issuer: issuer, CredentialType: KYC } }],
  });
  const { account_objects } = await world.ask('account_objects', {
    account: payer,
    type: 'credential',
  });
  credentialIds = (account_objects as { index: string }[]).map(({ index }) => index);
});
afterAll(() => world.stop());

describe('a destination that asks for credentials', () => {
  it('takes XRP with them, by a payment of the gateway’s own, and none without', async () => {
    const { gateway } = world;
    const payment = { destination, amount: '5' };
    const without = await rejectionOf(gateway.xrpTransfer(PAYER, payment, { native: false }));
    expect(without).toMatchObject({ resultCode: 'tecNO_PERMISSION' });
    const paid = await gateway.xrpTransfer(PAYER, { ...payment, credentialIds });
    expect(paid).toMatchObject({
      result: { ...SETTLED, tx_json: { CredentialIDs: credentialIds } },
    });
  });

  it('takes tokens with them, and none without', async () => {
    const { gateway, addressOf } = world;
    const amount = { currency: 'USD', issuer: addressOf(ISSUER), value: '5' };
    const without = await rejectionOf(gateway.tokenTransfer(PAYER, { destination, amount }));
    expect(without).toMatchObject({ resultCode: 'tecNO_PERMISSION' });
    const paid = await gateway.tokenTransfer(PAYER, { destination, amount, credentialIds });
    expect(paid.result).toMatchObject(SETTLED);
  });

  it('has a payment with others, or none that there are, end without effect', async () => {
    const payment = { destination, amount: '5', credentialIds: ['AB'.repeat(32)] };
    expect(await rejectionOf(world.gateway.xrpTransfer(PAYER, payment))).toMatchObject({
      resultCode: 'tecBAD_CREDENTIALS',
    });
  });
});

it('a custody’s own transfer, which can’t show them, is refused with them', async () => {
  const payment = { destination, amount: '5', credentialIds };
  const error = await rejectionOf(world.gateway.xrpTransfer(PAYER, payment, { native: true }));
  expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'credentialIds' });
});

it('a payment across currencies may keep to a domain', async () => {
  const capture = await Capture.start();
  const { addressOf } = world;
  const usd = { currency: 'USD', issuer: addressOf(ISSUER), value: '1' };
  const domainId = 'CD'.repeat(32);
  await capture.gateway.crossCurrencyPayment('0', {
    destination,
    amount: usd,
    sendMax: '5000000',
    domainId,
  });
  expect(capture.take().signed).toMatchObject({ DomainID: domainId });
});
