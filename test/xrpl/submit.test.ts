import { beforeEach, describe, expect, it } from 'vitest';
import { GatewayError, InvalidInputError } from '../../src/index.js';
import { rejectionOf } from '../support/rejections.js';
import { Capture } from './support/capture.js';

const HOLDER = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
const ISSUER = 'rhsMZjNb4ehEHdfLbMCRBnwMr7XAnicnVS';
/** HOLDER with the tag 12345, and without one. */
const X_ADDRESS = 'XVLhHMPHU98es4dbozjVtdWzVrDjtV5fdx1mHp98tDMoQXb';
const usd = { currency: 'USD', issuer: ISSUER, value: '1' };

let capture: Capture;

beforeEach(async () => {
  capture = await Capture.start();
});

const submit = (fields: object) =>
  capture.gateway.submit('0', { TransactionType: 'Payment', ...fields });

async function refusal(fields: unknown): Promise<InvalidInputError> {
  const before = capture.signer.calls.length;
  const error = await rejectionOf(capture.gateway.submit('0', fields as never));
  expect(error).toBeInstanceOf(InvalidInputError);
  expect(capture.signer.calls).toHaveLength(before);
  expect(capture.node.requests).toEqual([]);
  return error as InvalidInputError;
}

it.each(['MemoType', 'MemoFormat'])('submit refuses a %s that no node takes', async (name) => {
  const Memos = [{ Memo: { MemoData: '20' } }, { Memo: { [name]: '20C3A9' } }];
  const transaction = { TransactionType: 'AccountSet', Memos };
  const { field } = await refusal(transaction);
  expect(field).toBe(`transaction.Memos[1].Memo.${name}`);
  const batched = await rejectionOf(capture.gateway.submitBatch('0', [transaction]));
  expect(batched).toMatchObject({ field: `transactions[0].Memos[1].Memo.${name}` });
  const shared = { ...transaction, Account: HOLDER };
  const prepared = await rejectionOf(capture.gateway.prepareMultisigned(shared, 2));
  expect(prepared).toMatchObject({ field: `transaction.Memos[1].Memo.${name}` });
});

describe('submit refuses by name what it has no fee or numbers for, before anything is asked', () => {
  const inner = { TransactionType: 'AccountSet', Account: HOLDER, Sequence: 5, Fee: '0' };
  const MPT = '00'.repeat(24);

  it.each<readonly [string, object]>([
    ['Batch', { RawTransactions: [{ RawTransaction: inner }], Flags: 0x10000 }],
    ['LoanSet', { LoanBrokerID: 'AB'.repeat(32), PrincipalRequested: '1' }],
    ['LoanPay', { LoanID: 'AB'.repeat(32), Amount: '1' }],
    ['EnableAmendment', { Amendment: 'AB'.repeat(32) }],
    ['SetFee', { BaseFeeDrops: '10' }],
    ['UNLModify', { UNLModifyDisabling: 1 }],
    ['ConfidentialMPTSend', { MPTokenIssuanceID: MPT }],
    ['ConfidentialMPTConvert', { MPTokenIssuanceID: MPT }],
    ['ConfidentialMPTConvertBack', { MPTokenIssuanceID: MPT }],
    ['ConfidentialMPTMergeInbox', { MPTokenIssuanceID: MPT }],
    ['ConfidentialMPTClawback', { MPTokenIssuanceID: MPT }],
    ['SponsorshipSet', {}],
    ['SponsorshipTransfer', {}],
  ])('%s', async (TransactionType, fields) => {
    const { field, message } = await refusal({ TransactionType, ...fields });
    expect(field).toBe('transaction.TransactionType');
    expect(message).toContain(TransactionType);
    const entries = [{ TransactionType, ...fields }];
    const batched = rejectionOf(capture.gateway.submitBatch('0', entries));
    await expect(batched).resolves.toMatchObject({
      field: 'transactions[0].TransactionType',
    });
    const shared = { TransactionType, Account: HOLDER, ...fields };
    const prepared = rejectionOf(capture.gateway.prepareMultisigned(shared, 2));
    await expect(prepared).resolves.toMatchObject({ field: 'transaction.TransactionType' });
    expect(capture.node.requests).toEqual([]);
  });

  it.each<readonly [string, unknown]>([
    ['Sponsor', HOLDER],
    ['SponsorFlags', 1],
    ['SponsorSignature', { SigningPubKey: 'AB' }],
    ['CounterpartySponsor', HOLDER],
    ['CounterpartySignature', { SigningPubKey: 'AB' }],
    ['Delegate', HOLDER],
  ])('what others have a part in by %s', async (name, value) => {
    const { field } = await refusal({ TransactionType: 'AccountSet', [name]: value });
    expect(field).toBe(`transaction.${name}`);
  });
});

describe('submit keeps what it is given, or refuses it', () => {
  // Each of these the codec takes, and writes as something else.
  it.each<readonly [string, string, unknown]>([
    ['a tag beyond 32 bits, written as 1', 'DestinationTag', '4294967297'],
    ['a tag below zero, written as 4294967295', 'DestinationTag', '-1'],
    ['a tag with letters behind it', 'DestinationTag', '12abc'],
    ['a tag with an exponent, written as 1', 'DestinationTag', '1e3'],
    ['a tag with a fraction', 'DestinationTag', '1.5'],
    ['a tag with a blank in front', 'DestinationTag', ' 7'],
    ['a tag in hexadecimal, written as 0', 'SourceTag', '0x10'],
    ['hexadecimal of an odd length, cut short', 'InvoiceID', `${'AB'.repeat(32)}C`],
    ['a blob of an odd length, cut short', 'Domain', 'ABC'],
    ['an amount of XRP in hexadecimal', 'Amount', '0x10'],
    ['an amount of XRP with a blank', 'Amount', ' 10'],
    ['an X-address, whose tag would follow', 'Destination', X_ADDRESS],
    ['a list that holds no objects', 'Memos', [[[1]]]],
    ['paths without a path, written without an end', 'Paths', []],
    ['an empty destination, written as the account of all zeros', 'Destination', ''],
    ['an empty flag, written as 0', 'Flags', ''],
  ])('refuses %s', async (_, name, value) => {
    const { field } = await refusal({ TransactionType: 'Payment', [name]: value });
    expect(field).toMatch(new RegExp(`^transaction\\.${name}`));
  });

  it.each<readonly [string, string, object]>([
    ['a value of a token in hexadecimal', 'Amount.value', { Amount: { ...usd, value: '0x10' } }],
    ['a value of a token as a number', 'Amount.value', { Amount: { ...usd, value: 5 } }],
    ['letters that no currency has', 'Amount.currency', { Amount: { ...usd, currency: '€€€' } }],
    ['a token called XRP', 'Amount.currency', { Amount: { ...usd, currency: 'XRP' } }],
    [
      'a token called XRP by zeros',
      'Amount.currency',
      { Amount: { ...usd, currency: '0'.repeat(40) } },
    ],
    [
      'a token called XRP by its letters in hexadecimal',
      'Amount.currency',
      { Amount: { ...usd, currency: `${'0'.repeat(24)}585250${'0'.repeat(10)}` } },
    ],
    [
      'a token called XRP on the inside of a path',
      'Paths[0][1].currency',
      { Paths: [[{ account: ISSUER }, { currency: 'XRP', issuer: ISSUER }]] },
    ],
    [
      'a step with more than a step has',
      'Paths[0][0].fee',
      { Paths: [[{ account: ISSUER, fee: 1 }]] },
    ],
    ['a step of nothing', 'Paths[0][1]', { Paths: [[{ account: ISSUER }, {}]] }],
    [
      'a memo with a field in small letters',
      'Memos[0].Memo.memoData',
      { Memos: [{ Memo: { MemoType: 'AB', memoData: 'CD' } }] },
    ],
    ['a field in small letters', 'destinationTag', { destinationTag: 5 }],
    ['a field that there is none of', 'DestinationTagg', { DestinationTagg: 5 }],
    ['a fee that is a token', 'Fee', { Fee: usd }],
    ['a fee below zero', 'Fee', { Fee: '-12' }],
    ['an inherited name', 'constructor', { constructor: 1 }],
    ['a field of JSON’s null', 'DestinationTag', { DestinationTag: null }],
    ['a field that is no number', 'DestinationTag', { DestinationTag: Number.NaN }],
    ['a boolean', 'Flags', { Flags: true }],
  ])('refuses %s', async (_, path, fields) => {
    const { field } = await refusal({ TransactionType: 'Payment', ...fields });
    expect(field).toBe(path === '' ? 'transaction' : `transaction.${path}`);
  });

  it.each<readonly [string, unknown, string]>([
    ['nothing', undefined, 'transaction'],
    ['null', null, 'transaction'],
    ['text', '{"TransactionType":"Payment"}', 'transaction'],
    ['a list', [{ TransactionType: 'Payment' }], 'transaction'],
    ['no type', {}, 'transaction'],
    ['Tickets without number', { TransactionType: 'TicketCreate' }, 'transaction.TicketCount'],
    ['no Tickets', { TransactionType: 'TicketCreate', TicketCount: 0 }, 'transaction.TicketCount'],
    [
      'more Tickets than there can be',
      { TransactionType: 'TicketCreate', TicketCount: 4_294_967_295 },
      'transaction.TicketCount',
    ],
    ['a type by its number', { TransactionType: 0 }, 'transaction'],
    ['a type that there is not', { TransactionType: 'payment' }, 'transaction.TransactionType'],
    ['a type by an inherited name', { TransactionType: 'toString' }, 'transaction.TransactionType'],
    ['a bigint', { TransactionType: 'Payment', Amount: 1n }, 'transaction.Amount'],
    [
      'a function',
      { TransactionType: 'Payment', DestinationTag: () => 5 },
      'transaction.DestinationTag',
    ],
    [
      'a symbol',
      { TransactionType: 'Payment', DestinationTag: Symbol('5') },
      'transaction.DestinationTag',
    ],
    [
      'an own __proto__',
      JSON.parse('{"TransactionType":"Payment","__proto__":{"Amount":"5"}}'),
      'transaction.__proto__',
    ],
    [
      'what is too large',
      { TransactionType: 'Payment', Memos: 'A'.repeat(300_000) },
      'transaction.Memos',
    ],
    [
      'what is too large in all',
      { TransactionType: 'Payment', Memos: 'A'.repeat(200_000), Paths: 'A'.repeat(200_000) },
      'transaction',
    ],
    ['what is too deep', nested(100_000), 'transaction.Memo'],
    ['what is deep enough to be costly', nested(1_000), 'transaction.Memo'],
    ['a getter that throws', thrower('Amount'), 'transaction'],
    ['a type that throws', thrower('TransactionType'), 'transaction'],
    ['a proxy that throws', new Proxy({}, { ownKeys: boom, get: boom }), 'transaction'],
    ['a cycle', cyclic(), 'transaction.Memo'],
  ])('refuses %s', async (_, transaction, field) => {
    expect((await refusal(transaction)).field).toBe(field);
  });

  it('never repeats a value, nor a name of any length', async () => {
    const secret = 's3cr3t'.repeat(10);
    for (const fields of [
      { Destination: secret },
      { InvoiceID: secret },
      { Amount: secret },
      { Amount: { ...usd, value: secret } },
      { Amount: { ...usd, currency: secret } },
      { Flags: secret },
      { TransactionType: secret },
      { Memos: [{ Memo: { MemoData: secret } }] },
    ]) {
      const error = await refusal({ TransactionType: 'Payment', ...fields });
      expect(`${error.message} ${JSON.stringify(error.details)}`).not.toContain('s3cr3t');
    }
    const { message } = await refusal({ TransactionType: 'Payment', ['K'.repeat(50_000)]: 1 });
    expect(message.length).toBeLessThan(200);
  });

  it.each(['Sequence', 'TicketSequence', 'SigningPubKey', 'TxnSignature', 'Signers'])(
    'leaves %s to the gateway',
    async (name) => {
      const { field } = await refusal({ TransactionType: 'Payment', [name]: 1 });
      expect(field).toBe(`transaction.${name}`);
    },
  );

  it('takes different spellings of the same for the same', async () => {
    const spellings = [
      { DestinationTag: 7, Amount: usd, InvoiceID: 'AB'.repeat(32), Destination: HOLDER },
      { DestinationTag: '7', Amount: { ...usd, value: '1.0' }, InvoiceID: 'ab'.repeat(32) },
      { DestinationTag: '7', Amount: { ...usd, value: '1e0' }, InvoiceID: 'aB'.repeat(32) },
      {
        DestinationTag: 7,
        Amount: { ...usd, currency: `${'0'.repeat(24)}555344${'0'.repeat(10)}` },
        InvoiceID: 'AB'.repeat(32),
        Memos: undefined,
      },
    ].map((fields) => ({ TransactionType: 'Payment', Destination: HOLDER, ...fields }));
    const options = { idempotencyKey: 'spelled' };
    for (const spelling of spellings) await capture.gateway.submit('0', spelling, options);
    // One key, one input: the later ones found the first.
    expect(capture.take().signed).toMatchObject({
      DestinationTag: 7,
      Amount: usd,
      InvoiceID: 'AB'.repeat(32),
    });
  });

  it('keeps a number of 64 bits, given in hexadecimal or as a whole number', async () => {
    for (const [AssetPrice, kept] of [
      ['2e4', '00000000000002E4'],
      [740, '00000000000002E4'],
      [Number.MAX_SAFE_INTEGER, '001FFFFFFFFFFFFF'],
    ] as const) {
      const entry = { PriceData: { BaseAsset: 'XRP', QuoteAsset: 'USD', AssetPrice, Scale: 3 } };
      const PriceDataSeries = [entry];
      const fields = { OracleDocumentID: 1, LastUpdateTime: 1, PriceDataSeries };
      capture.node.on('submit', () => ({ engine_result: 'temDISABLED' }));
      await rejectionOf(capture.gateway.submit('0', { TransactionType: 'OracleSet', ...fields }));
      expect(capture.signer.requests.at(-1)?.unhashedPayload).toMatchObject({
        PriceDataSeries: [{ PriceData: { AssetPrice: kept } }],
      });
    }
  });

  it('keeps an account that is the vault’s own, and refuses another', async () => {
    await submit({ Account: capture.address, Destination: HOLDER, Amount: '5' });
    expect(capture.take().signed.Account).toBe(capture.address);
    const error = await rejectionOf(submit({ Account: HOLDER, Amount: '5' }));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'transaction.Account' });
    expect(capture.signer.requests).toEqual([]);
  });

  it('keeps a fee that is acceptable, and refuses one that is too low or too high', async () => {
    await submit({ Destination: HOLDER, Amount: '5', Fee: '777' });
    expect(capture.take().signed.Fee).toBe('777');
    capture.node.minimumFee = 20n;
    for (const Fee of ['0', '19']) {
      const error = await rejectionOf(submit({ Destination: HOLDER, Amount: '5', Fee }));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'transaction.Fee' });
    }
    const error = await rejectionOf(submit({ Destination: HOLDER, Amount: '5', Fee: '100001' }));
    expect(error).toMatchObject({ code: 'FEE_TOO_HIGH' });
    expect(capture.signer.requests).toEqual([]);
  });

  it('keeps a last ledger that is still to come, and refuses one that is over', async () => {
    const { ledgerIndex } = capture.node;
    await submit({ Destination: HOLDER, Amount: '5', LastLedgerSequence: ledgerIndex + 9 });
    expect(capture.take().signed.LastLedgerSequence).toBe(ledgerIndex + 9);
    const late = submit({ Destination: HOLDER, Amount: '5', LastLedgerSequence: ledgerIndex });
    expect(await rejectionOf(late)).toMatchObject({ field: 'transaction.LastLedgerSequence' });
    expect(capture.signer.requests).toEqual([]);
  });

  it('only ever rejects with errors of this package', async () => {
    const values = [null, true, 0, -1, 1.5, 1e21, '', '0', 'x', [], {}, [{}], [[]], [[{}]], usd];
    const names = [
      'Amount',
      'Destination',
      'Flags',
      'Paths',
      'Memos',
      'InvoiceID',
      'Fee',
      'Domain',
    ];
    for (const name of names) {
      for (const value of values) {
        const outcome = await submit({ [name]: value }).catch((error: unknown) => error);
        if (outcome instanceof Error) expect(outcome).toBeInstanceOf(GatewayError);
      }
    }
  });
});

function boom(): never {
  throw new TypeError('s3cr3t');
}

function thrower(name: string): object {
  return Object.defineProperty({ TransactionType: 'Payment' }, name, {
    enumerable: true,
    get: boom,
  });
}

function nested(depth: number): object {
  let inner: object = {};
  for (let level = 0; level < depth; level++) inner = { Memo: inner };
  return { TransactionType: 'Payment', ...inner };
}

function cyclic(): object {
  const transaction: Record<string, unknown> = { TransactionType: 'Payment' };
  transaction.Memo = transaction;
  return transaction;
}
