import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountSetAsfFlags, RippledError, type Wallet } from 'xrpl';
import { type Fields, TestLedger } from './support/ledger.js';

let ledger: TestLedger;
let payer: Wallet;
let careful: Wallet;
let issuer: Wallet;
/** What the issuer says of the payer, accepted. */
let credential: string;

const TYPE = '4B5943';
const said = () => ({ Issuer: issuer.classicAddress, CredentialType: TYPE });

beforeAll(async () => {
  ledger = await TestLedger.start();
  [payer, careful, issuer] = [await ledger.wallet(), await ledger.wallet(), await ledger.wallet()];
  await ledger.send(careful, {
    TransactionType: 'AccountSet',
    SetFlag: AccountSetAsfFlags.asfDepositAuth,
  });
  const Subject = payer.classicAddress;
  await ledger.send(issuer, { TransactionType: 'CredentialCreate', Subject, CredentialType: TYPE });
  await ledger.send(payer, { TransactionType: 'CredentialAccept', ...said() });
  const { result } = await ledger.client.request({
    command: 'account_objects',
    account: payer.classicAddress,
    type: 'credential',
  });
  credential = result.account_objects[0]?.index ?? '';
});
afterAll(() => ledger.stop());

const pay = async (fields: object = {}) => {
  const payment = { TransactionType: 'Payment', Destination: careful.classicAddress, ...fields };
  const { result } = await ledger.send(payer, { Amount: '5000000', ...payment } as Fields);
  return result;
};
const preauth = async (fields: object) =>
  (await ledger.send(careful, { TransactionType: 'DepositPreauth', ...fields })).result;
const ask = async (more: object = {}) => {
  const parties = {
    source_account: payer.classicAddress,
    destination_account: careful.classicAddress,
  };
  const request = { command: 'deposit_authorized', ...parties, ledger_index: 'validated', ...more };
  return ledger.client.request(request as never).then(
    (answer) => (answer as { result: object }).result,
    (error: unknown) => (error instanceof RippledError ? error.data : error),
  );
};

describe('an account that asks for authorisation', () => {
  it('takes nothing of others, whatever they show', async () => {
    expect(await pay()).toBe('tecNO_PERMISSION');
    expect(await pay({ CredentialIDs: [credential] })).toBe('tecNO_PERMISSION');
    expect(await ask()).toMatchObject({ deposit_authorized: false, validated: true });
  });

  it('takes a payment that shows the credentials which it names, and only with these', async () => {
    const AuthorizeCredentials = [{ Credential: said() }];
    expect(await preauth({ AuthorizeCredentials })).toBe('tesSUCCESS');
    expect(await preauth({ AuthorizeCredentials })).toBe('tecDUPLICATE');
    expect(await pay()).toBe('tecNO_PERMISSION');
    expect(await pay({ CredentialIDs: [credential] })).toBe('tesSUCCESS');
    expect(await ask()).toMatchObject({ deposit_authorized: false });
    expect(await ask({ credentials: [credential] })).toMatchObject({
      deposit_authorized: true,
      credentials: [credential],
      source_account: payer.classicAddress,
      destination_account: careful.classicAddress,
    });
    expect(await preauth({ UnauthorizeCredentials: AuthorizeCredentials })).toBe('tesSUCCESS');
    expect(await preauth({ UnauthorizeCredentials: AuthorizeCredentials })).toBe('tecNO_ENTRY');
    expect(await pay({ CredentialIDs: [credential] })).toBe('tecNO_PERMISSION');
  });

  it('takes a payment of who is named', async () => {
    expect(await preauth({ Authorize: payer.classicAddress })).toBe('tesSUCCESS');
    expect(await pay()).toBe('tesSUCCESS');
    expect(await ask()).toMatchObject({ deposit_authorized: true });
    expect(await preauth({ Unauthorize: payer.classicAddress })).toBe('tesSUCCESS');
  });
});

describe('credentials that a payment shows', () => {
  const to = () => ({ Destination: issuer.classicAddress });

  it('must be the payer’s own, and good, even where none are asked for', async () => {
    expect(await pay({ ...to(), CredentialIDs: [credential] })).toBe('tesSUCCESS');
    expect(await pay({ ...to(), CredentialIDs: ['AB'.repeat(32)] })).toBe('tecBAD_CREDENTIALS');
    expect(await ask({ credentials: ['AB'.repeat(32)] })).toMatchObject({
      error: 'badCredentials',
    });
  });

  it.each<readonly [string, () => string[]]>([
    ['none', () => []],
    ['one twice', () => [credential, credential]],
    ['more than eight', () => Array.from({ length: 9 }, (_, at) => `${at}`.repeat(64))],
  ])('are malformed if they are %s', async (_, ids) => {
    const fields = { TransactionType: 'Payment', Amount: '5', ...to(), CredentialIDs: ids() };
    expect(await ledger.refusal(payer, fields)).toBe('temMALFORMED');
    expect(await preauth({ AuthorizeCredentials: [] }).catch(() => 'refused')).not.toBe(
      'tesSUCCESS',
    );
  });
});

describe('deposit_authorized', () => {
  it.each<readonly [string, object]>([
    ['srcActNotFound', { source_account: 'rrrrrrrrrrrrrrrrrrrrBZbvji' }],
    ['dstActNotFound', { destination_account: 'rrrrrrrrrrrrrrrrrrrrBZbvji' }],
    ['actMalformed', { destination_account: 'r' }],
    ['invalidParams', { credentials: [] }],
    ['invalidParams', { credentials: ['AB'] }],
  ])('answers %s', async (error, more) => {
    expect(await ask(more)).toMatchObject({ error });
  });
});
