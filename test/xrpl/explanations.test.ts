import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ECDSA, Wallet } from 'xrpl';
import { xrplCodec } from '../../src/xrpl/index.js';
import { runs } from '../support/runs.js';

const wallet = Wallet.fromEntropy(new Uint8Array(16).fill(7), { algorithm: ECDSA.secp256k1 });
const own = wallet.classicAddress;
const other = 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh';
const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase();
const usd = { currency: 'USD', issuer: other, value: '250.5' };
const mpt = { mpt_issuance_id: '00000001'.padEnd(48, 'A'), value: '7' };

function payloadOf(fields: Readonly<Record<string, unknown>>) {
  const common = { Account: own, Fee: '12', Sequence: 5, LastLedgerSequence: 98_765 };
  return { ...common, SigningPubKey: wallet.publicKey, ...fields };
}

async function actionOf(fields: Readonly<Record<string, unknown>>): Promise<string> {
  return (await xrplCodec.explain(payloadOf(fields))).action;
}

const payment = { TransactionType: 'Payment', Destination: other, Amount: '25000000' };

test('a payment in one line', async () => {
  const explanation = await xrplCodec.explain(payloadOf({ ...payment, DestinationTag: 7 }));
  expect(explanation).toMatchObject({
    account: own,
    action: `Pay 25 XRP to ${other}, tag 7`,
    fee: { units: 12n, decimals: 6, symbol: 'XRP', isLimit: false },
    expiry: { kind: 'ledger', index: 98_765n },
    summary: `Pay 25 XRP to ${other}, tag 7; fee 0.000012 XRP; expires after ledger 98765`,
    transaction: { Amount: '25000000' },
  });
});

test('what is given beside the bytes is refused, not shown', async () => {
  const explained = xrplCodec.explain(payloadOf({ ...payment, Extra: 'pay nothing' }));
  await expect(explained).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

describe('each type has words of its own', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    [
      `Pay at most 25 XRP to ${other}, spending at most 250.5 USD of ${other}, as little as nothing`,
      { ...payment, SendMax: usd, Flags: 0x0002_0000 },
    ],
    [
      `Pay 7 base units of the token ${mpt.mpt_issuance_id} to ${other}`,
      { ...payment, Amount: mpt },
    ],
    [
      `Pay 3 "RLUSD" of ${other} to ${other}`,
      {
        ...payment,
        Amount: { ...usd, currency: hex('RLUSD').padEnd(40, '0'), value: '3' },
      },
    ],
    [
      `Offer 25 XRP for 250.5 USD of ${other}, tfSellOffer, in place of offer 3, open until 2026-01-01 00:00:00 UTC`,
      {
        TransactionType: 'OfferCreate',
        TakerGets: '25000000',
        TakerPays: usd,
        Flags: 0x0008_0000,
        OfferSequence: 3,
        Expiration: 820_540_800,
      },
    ],
    ['Cancel offer 4', { TransactionType: 'OfferCancel', OfferSequence: 4 }],
    [
      'Change settings, set asfRequireDest, clear asfGlobalFreeze, domain "example.com", transfer rate 1005000000 billionths',
      {
        TransactionType: 'AccountSet',
        SetFlag: 1,
        ClearFlag: 7,
        Domain: hex('example.com'),
        TransferRate: 1_005_000_000,
      },
    ],
    ['Change nothing (AccountSet)', { TransactionType: 'AccountSet' }],
    [
      `Trust ${other} for up to 250.5 USD, tfSetFreeze`,
      { TransactionType: 'TrustSet', LimitAmount: usd, Flags: 0x0010_0000 },
    ],
    [`Claw back 250.5 USD from ${other}`, { TransactionType: 'Clawback', Amount: usd }],
    [
      `Stop holding the token ${mpt.mpt_issuance_id}`,
      { TransactionType: 'MPTokenAuthorize', MPTokenIssuanceID: mpt.mpt_issuance_id, Flags: 1 },
    ],
    [
      `Issue credential "KYC" to ${other}`,
      { TransactionType: 'CredentialCreate', Subject: other, CredentialType: hex('KYC') },
    ],
    [
      `Accept credential "KYC" of ${other}`,
      { TransactionType: 'CredentialAccept', Issuer: other, CredentialType: hex('KYC') },
    ],
    [
      `Delete credential "KYC" of ${own} for ${other}`,
      { TransactionType: 'CredentialDelete', Subject: other, CredentialType: hex('KYC') },
    ],
    ['Set 2 numbers aside (TicketCreate)', { TransactionType: 'TicketCreate', TicketCount: 2 }],
    [
      `EscrowCreate, Amount 25 XRP, DestinationTag 7, Destination ${other}, FinishAfter 700000000, Condition A0258020${'E3'.repeat(15)}E…`,
      {
        TransactionType: 'EscrowCreate',
        DestinationTag: 7,
        Condition: `A0258020${'E3'.repeat(32)}810100`,
        Amount: '25000000',
        Destination: other,
        FinishAfter: 700_000_000,
      },
    ],
  ];
  test.each(cases)('%s', async (action, fields) => {
    await expect(actionOf(fields)).resolves.toBe(action);
  });
});

test('zeros at the end of a text are part of it, except in a currency’s code', async () => {
  const accept = (CredentialType: string) =>
    actionOf({ TransactionType: 'CredentialAccept', Issuer: other, CredentialType });
  expect(await accept('4B5943')).toBe(`Accept credential "KYC" of ${other}`);
  expect(await accept('4B594300')).toBe(`Accept credential "KYC\\u0000" of ${other}`);
});

test('memos and names show what can’t be seen as codes, and are cut', async () => {
  const memoOf = (text: string) => [{ Memo: { MemoData: hex(text) } }];
  const memos = (text: string) => actionOf({ ...payment, Memos: memoOf(text) });
  await expect(memos('a\u202eb\n"c"')).resolves.toMatch(/, memo "a\\u202eb\\u000a\\"c\\""$/);
  await expect(memos('x'.repeat(100))).resolves.toMatch(/, memo "x{39}…"$/);
  const currency = Buffer.from('00aaff', 'hex').toString('hex').padEnd(40, '1').toUpperCase();
  const strange = await actionOf({ ...payment, Amount: { ...usd, currency } });
  expect(strange).toContain(` ${currency} of `);
});

test('codes of currencies that only differ where nothing can be seen are shown as they are', async () => {
  for (const end of ['01', '02']) {
    const currency = `${'00'.repeat(12)}555344${'00'.repeat(4)}${end}`;
    const action = await actionOf({ ...payment, Amount: { ...usd, currency } });
    expect(action).toContain(` ${currency} of `);
  }
});

test('any memo gives one line without a character that misleads', async () => {
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 });
  await fc.assert(
    fc.asyncProperty(text, async (memo) => {
      const Memos = [{ Memo: { MemoData: hex(memo) } }];
      const { summary } = await xrplCodec.explain(payloadOf({ ...payment, Memos }));
      expect(summary).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u);
    }),
    runs(100),
  );
});
