import { decode, encode } from 'ripple-binary-codec';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Wallet } from 'xrpl';
import { TestLedger } from './support/ledger.js';

let ledger: TestLedger;
let alice: Wallet;
let bob: Wallet;

beforeAll(async () => {
  ledger = await TestLedger.start();
});
beforeEach(async () => {
  [alice, bob] = [await ledger.wallet(), await ledger.wallet()];
  ledger.sandbox.xrpl.setFees({ openLedgerFee: 10n });
});
afterAll(() => ledger.stop());

type Json = Readonly<Record<string, unknown>>;

async function ask(params: Json): Promise<Json> {
  const body = JSON.stringify({ method: 'simulate', params: [{ ...params, api_version: 2 }] });
  const answer = await fetch(ledger.sandbox.xrpl.url, { method: 'POST', body });
  return ((await answer.json()) as { result: Json }).result;
}

const payment = (fields: Json = {}) => ({
  TransactionType: 'Payment',
  Account: alice.classicAddress,
  Destination: bob.classicAddress,
  Amount: '1000000',
  ...fields,
});
const simulated = (fields: Json = {}) => ask({ tx_json: payment(fields) });
const resultOf = async (fields: Json) => (await simulated(fields)).engine_result;

describe('a dry run', () => {
  it('tells what would happen, completes what was left out, and changes nothing', async () => {
    const before = ledger.sandbox.xrpl.balanceOf(bob.classicAddress);
    const answer = await simulated();
    expect(answer).toMatchObject({
      applied: false,
      engine_result: 'tesSUCCESS',
      engine_result_code: 0,
      engine_result_message: 'The simulated transaction would have been applied.',
      ledger_index: ledger.sandbox.xrpl.ledgerIndex + 1,
      status: 'success',
      tx_json: {
        Account: alice.classicAddress,
        DeliverMax: '1000000',
        Fee: '10',
        Sequence: await ledger.sequenceOf(alice),
        SigningPubKey: '',
      },
      meta: { TransactionResult: 'tesSUCCESS', delivered_amount: '1000000' },
    });
    ledger.sandbox.xrpl.closeLedger();
    expect(ledger.sandbox.xrpl.balanceOf(bob.classicAddress)).toBe(before);
  });

  it('is the same of a blob, and in binary', async () => {
    const fields = payment({ SigningPubKey: alice.publicKey });
    const answer = await ask({ tx_blob: encode(fields), binary: true });
    expect(answer).toMatchObject({ engine_result: 'tesSUCCESS' });
    expect(decode(String(answer.tx_blob))).toMatchObject({ ...fields, Fee: '10' });
    expect(decode(String(answer.meta_blob))).toMatchObject({ TransactionResult: 'tesSUCCESS' });
  });

  it('shows what a failure on the ledger would do, and of others nothing', async () => {
    const poor = await simulated({ Amount: '999999999999' });
    expect(poor).toMatchObject({
      engine_result: 'tecUNFUNDED_PAYMENT',
      meta: { TransactionResult: 'tecUNFUNDED_PAYMENT' },
    });
    const malformed = await simulated({ Amount: '0' });
    expect(malformed).toMatchObject({ engine_result: 'temBAD_AMOUNT' });
    expect(malformed).not.toHaveProperty('meta');
  });

  it('checks the key that is named, and none where none is', async () => {
    expect(await resultOf({ SigningPubKey: bob.publicKey })).toBe('tefBAD_AUTH');
    expect(await resultOf({ SigningPubKey: alice.publicKey })).toBe('tesSUCCESS');
    expect(await resultOf({ SigningPubKey: '' })).toBe('tesSUCCESS');
  });

  it('asks as many fees as there are signers', async () => {
    const Signers = [{ Signer: { Account: bob.classicAddress, SigningPubKey: bob.publicKey } }];
    const answer = await simulated({ Signers, SigningPubKey: '' });
    expect(answer).toMatchObject({
      engine_result: 'tefNOT_MULTI_SIGNING',
      tx_json: { Fee: '20' },
    });
  });

  it('can’t tell of what could not go straight into the open ledger', async () => {
    const next = await ledger.sequenceOf(alice);
    for (const Sequence of [next - 1, next + 1]) {
      expect(await resultOf({ Sequence })).toBe('telCAN_NOT_QUEUE');
    }
    ledger.sandbox.xrpl.setFees({ openLedgerFee: 5_000n });
    expect(await resultOf({ Fee: '10' })).toBe('telCAN_NOT_QUEUE');
    expect(await resultOf({})).toBe('tesSUCCESS');
    // What waits in the queue has the number that is next.
    await ledger.submit(alice, payment());
    expect(await resultOf({})).toBe('telCAN_NOT_QUEUE');
    expect(await resultOf({ Sequence: next })).toBe('tesSUCCESS');
  });
});

describe('refuses', () => {
  it.each<readonly [string, () => Json]>([
    ['invalidParams', () => ({})],
    ['invalidParams', () => ({ tx_json: payment(), tx_blob: 'AB' })],
    ['invalidParams', () => ({ tx_json: payment(), secret: 'masterpassphrase' })],
    ['invalidParams', () => ({ tx_json: [] })],
    ['invalidParams', () => ({ tx_json: { Account: alice.classicAddress } })],
    ['invalidParams', () => ({ tx_json: { TransactionType: 'Payment' } })],
    ['invalidParams', () => ({ tx_blob: 'nothing' })],
    ['srcActMalformed', () => ({ tx_json: payment({ Account: 'r' }) })],
    ['srcActNotFound', () => ({ tx_json: payment({ Account: 'rrrrrrrrrrrrrrrrrrrrBZbvji' }) })],
    ['transactionSigned', () => ({ tx_json: payment({ TxnSignature: 'AB' }) })],
    [
      'transactionSigned',
      () => ({ tx_json: payment({ Signers: [{ Signer: { TxnSignature: 'AB' } }] }) }),
    ],
    ['invalidTransaction', () => ({ tx_json: payment({ Amount: {} }) })],
    ['notImpl', () => ({ tx_json: payment({ TransactionType: 'Batch' }) })],
  ])('%s', async (error, params) => {
    expect(await ask(params())).toMatchObject({ error, status: 'error' });
  });
});
