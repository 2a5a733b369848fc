import { type KeyObject, sign } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { encodeForMultiSigning, encodeForSigning } from 'xrpl';
import { FeeTooHighError, InvalidSignatureError, TransactionFailedError } from '../../src/index.js';

import type { UnsignedTransaction, XrplSigner } from '../../src/xrpl/index.js';
import { accountIdOf, addressOfKey } from '../support/base58.js';
import { newEd25519Key } from '../support/keys.js';
import { rejectionOf } from '../support/rejections.js';
import { newWorld, type World } from '../support/world.js';
import { readMultisigningPayload } from '../support/xrpl-blob.js';
import { Capture, hexOf, isSignature, sha512Half } from './support/capture.js';

const SHARED = 'rfSeUdwJC4ejRZ3mNfdH7KMWPyGGx6UTmf';
const settings = { TransactionType: 'AccountSet', Domain: '6578' } as const;

/** Somebody whose key no custody holds. */
class Stranger {
  readonly #key: KeyObject;
  readonly publicKey: string;
  readonly address: string;

  constructor() {
    const { privateKey, bytes: key } = newEd25519Key();
    this.#key = privateKey;
    const bytes = Buffer.concat([Buffer.of(0xed), key]);
    this.publicKey = hexOf(bytes);
    this.address = addressOfKey(bytes);
  }

  part(transaction: UnsignedTransaction, payload = multisigned(transaction, this.address)) {
    const TxnSignature = hexOf(sign(null, payload, this.#key));
    return partOf(this.address, this.publicKey, TxnSignature);
  }
}

const partOf = (Account: string, SigningPubKey: string, TxnSignature: string): XrplSigner => ({
  Signer: { Account, SigningPubKey, TxnSignature },
});
const multisigned = (transaction: object, signer: string) =>
  Buffer.from(encodeForMultiSigning(transaction as never, signer), 'hex');

describe('one of several signatures', () => {
  let capture: Capture;
  let prepared: UnsignedTransaction;

  beforeEach(async () => {
    capture = await Capture.start();
    prepared = await capture.gateway.prepareMultisigned({ ...settings, Account: SHARED }, 2);
    capture.node.requests.length = 0;
  });

  it('is prepared with number, lifetime, no key, and a fee for each signer', async () => {
    expect(prepared).toEqual({
      ...settings,
      Account: SHARED,
      Fee: '36',
      Sequence: capture.node.firstSequence,
      LastLedgerSequence: capture.node.ledgerIndex + 1 + (7_200 + 300) / 3,
      SigningPubKey: '',
    });
    expect(capture.signer.requests).toEqual([]);
  });

  it('may be made though its signer throws an error that is about something else', async () => {
    capture.signer.sign = () => Promise.reject(new FeeTooHighError(20n, 10n));
    const error = await rejectionOf(capture.gateway.signMultisigned('0', prepared));
    expect(error).toMatchObject({ code: 'UNEXPECTED_FAILURE', transaction: {} });
  });

  it('signs SMT, the transaction and the signer’s own account', async () => {
    const { Signer } = await capture.gateway.signMultisigned('0', prepared);
    const [message] = capture.signer.requests.at(-1)?.messages ?? [];
    if (message?.kind !== 'digest' || !message.preimage) throw new Error('Not a digest.');
    const { fields, signer } = readMultisigningPayload(message.preimage);
    expect(fields).toEqual(prepared);
    expect(signer).toBe(capture.address);
    expect(hexOf(message.digest)).toBe(hexOf(sha512Half(message.preimage)));
    expect(hexOf(message.preimage)).toBe(hexOf(multisigned(prepared, capture.address)));
    expect(Signer.Account).toBe(capture.address);
    expect(Signer.SigningPubKey).toBe(capture.publicKey);
    expect(isSignature(capture.publicKey, message.preimage, Signer.TxnSignature)).toBe(true);
    // The custody is shown the transaction and for whom it is signed; the ledger was not asked.
    expect(capture.signer.requests.at(-1)?.unhashedPayload).toEqual({
      ...prepared,
      Signers: [{ Signer: { Account: capture.address, SigningPubKey: capture.publicKey } }],
    });
    expect(capture.node.requests).toEqual([]);
  });

  it.each<readonly [string, (transaction: UnsignedTransaction) => object]>([
    ['transaction.Delegate', (one) => ({ ...one, Delegate: SHARED })],
    ['transaction.Sponsor', (one) => ({ ...one, Sponsor: SHARED })],
    ['transaction.TransactionType', (one) => ({ ...one, TransactionType: 'Batch' })],
    ['transaction.TransactionType', (one) => ({ ...one, TransactionType: 'LoanSet' })],
    [
      'transaction.TicketCount',
      (one) => ({ ...one, TransactionType: 'TicketCreate', TicketCount: 999 }),
    ],
    [
      'transaction.Memos[0].Memo.MemoType',
      (one) => ({ ...one, Memos: [{ Memo: { MemoType: '01' } }] }),
    ],
    ['transaction.Account', (one) => ({ ...one, Account: capture.address })],
  ])('is not made where %s is not for this gateway', async (field, change) => {
    const changed = change(prepared) as UnsignedTransaction;
    const error = await rejectionOf(capture.gateway.signMultisigned('0', changed));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(capture.signer.requests).toEqual([]);
  });

  it('goes with the others in the order of the accounts’ ids, whatever theirs was', async () => {
    const strangers = [new Stranger(), new Stranger(), new Stranger()];
    const parts = [
      await capture.gateway.signMultisigned('1', prepared),
      ...strangers.map((stranger) => stranger.part(prepared)),
      await capture.gateway.signMultisigned('0', prepared),
    ];
    await capture.gateway.submitMultisigned(prepared, parts);
    const { Signers, ...others } = capture.node.sent.at(-1)?.fields ?? {};
    expect(others).toEqual(prepared);
    const sent = (Signers as XrplSigner[]).map(({ Signer }) => Signer.Account);
    expect(sent).toHaveLength(5);
    const ids = sent.map((account) => hexOf(accountIdOf(account)));
    expect(ids).toEqual([...ids].sort());
    expect(Signers).toEqual(expect.arrayContaining(parts));
  });

  it.each<readonly [string, (part: XrplSigner, stranger: Stranger) => XrplSigner]>([
    [
      'another’s account',
      ({ Signer }) => ({ Signer: { ...Signer, Account: new Stranger().address } }),
    ],
    [
      'another’s key',
      ({ Signer }, { publicKey }) => ({ Signer: { ...Signer, SigningPubKey: publicKey } }),
    ],
    [
      'a key that is no point',
      ({ Signer }) => ({ Signer: { ...Signer, SigningPubKey: `02${'FF'.repeat(32)}` } }),
    ],
    [
      'a key of no known kind',
      ({ Signer }) => ({ Signer: { ...Signer, SigningPubKey: `07${'11'.repeat(32)}` } }),
    ],
    [
      'a signature with a bit changed',
      ({ Signer }) => ({
        Signer: { ...Signer, TxnSignature: Signer.TxnSignature.replace(/.$/, flipped) },
      }),
    ],
    [
      'a signature that is no DER',
      ({ Signer }) => ({ Signer: { ...Signer, TxnSignature: '00'.repeat(70) } }),
    ],
    [
      'a high S',
      ({ Signer }) => ({ Signer: { ...Signer, TxnSignature: highS(Signer.TxnSignature) } }),
    ],
  ])('is refused with %s, by name, and nothing is sent', async (_, change) => {
    const good = await capture.gateway.signMultisigned('0', prepared);
    const bad = change(good, new Stranger());
    const parts = [new Stranger().part(prepared), bad];
    const error = await rejectionOf(capture.gateway.submitMultisigned(prepared, parts));
    expect(error).toBeInstanceOf(InvalidSignatureError);
    expect(String(error)).toContain(bad.Signer.Account);
    expect(capture.node.requests).toEqual([]);
  });

  it('is refused when it was made for a single signature, or for another signer', async () => {
    const stranger = new Stranger();
    const payloads = [
      Buffer.from(encodeForSigning(prepared as never), 'hex'),
      multisigned(prepared, capture.address),
      multisigned({ ...prepared, Fee: '37' }, stranger.address),
    ];
    for (const payload of payloads) {
      const part = stranger.part(prepared, payload);
      const error = await rejectionOf(capture.gateway.submitMultisigned(prepared, [part]));
      expect(error).toBeInstanceOf(InvalidSignatureError);
      expect(String(error)).toContain(stranger.address);
    }
    // The same stranger, over what is to be signed.
    const good = stranger.part(prepared);
    await expect(capture.gateway.submitMultisigned(prepared, [good])).resolves.toBeTruthy();
  });

  it('goes into a transaction whose failure on the ledger is told, with its hash', async () => {
    const { gateway, node } = capture;
    node.on('tx', (params) => ({
      ...node.plainAnswer('tx', params),
      meta: { TransactionIndex: 7, TransactionResult: 'tecNO_PERMISSION', AffectedNodes: [] },
    }));
    const part = new Stranger().part(prepared);
    const error = await rejectionOf(gateway.submitMultisigned(prepared, [part]));
    expect(error).toBeInstanceOf(TransactionFailedError);
    expect(error).toMatchObject({
      resultCode: 'tecNO_PERMISSION',
      transaction: { hash: node.sent.at(-1)?.hash },
    });
  });

  it('is refused twice, of the account itself, of nobody, and of too many', async () => {
    const { gateway, node } = capture;
    const one = await gateway.signMultisigned('0', prepared);
    const own = { Signer: { ...one.Signer, Account: SHARED } };
    const many = Array.from({ length: 33 }, () => new Stranger().part(prepared));
    for (const parts of [[one, new Stranger().part(prepared), one], [own], [], many]) {
      const error = await rejectionOf(gateway.submitMultisigned(prepared, parts));
      expect(error).toMatchObject({ code: 'INVALID_INPUT', field: 'signers' });
    }
    expect(node.requests).toEqual([]);
  });

  it.each<readonly [string, string, unknown]>([
    ['a key', 'SigningPubKey', '02'.repeat(33)],
    ['no number', 'Sequence', undefined],
    ['a number of none', 'Sequence', 0],
    ['a Ticket, whose fate could not be told', 'TicketSequence', 7],
    ['a single signature', 'TxnSignature', 'AB'],
    ['no lifetime', 'LastLedgerSequence', undefined],
    ['no fee', 'Fee', undefined],
    ['a fee that is no text', 'Fee', 36],
    ['another network’s id', 'NetworkID', 1],
    ['a field that is not kept', 'DestinationTag', '4294967297'],
    ['no account', 'Account', undefined],
    ['no type', 'TransactionType', undefined],
  ])('is not given to a transaction with %s', async (_, field, value) => {
    const given = { ...prepared, [field]: value } as UnsignedTransaction;
    const part = new Stranger().part(prepared);
    for (const call of [
      () => capture.gateway.signMultisigned('0', given),
      () => capture.gateway.submitMultisigned(given, [part]),
    ]) {
      const before = capture.signer.calls.length;
      const error = await rejectionOf(call());
      expect(error).toMatchObject({ code: 'INVALID_INPUT' });
      expect(String((error as { field: string }).field)).toMatch(new RegExp(`${field}$`));
      expect(capture.signer.calls).toHaveLength(before);
      expect(capture.node.requests).toEqual([]);
    }
  });

  it('names the argument whose part is wrong', async () => {
    const one = { Signer: { ...new Stranger().part(prepared).Signer, Unheard: 1 } };
    const { gateway } = capture;
    expect(await rejectionOf(gateway.submitMultisigned(prepared, [one]))).toMatchObject({
      field: 'signers[0].Signer.Unheard',
    });
    const feeless = { ...prepared, Fee: 'none' };
    for (const call of [
      gateway.submitMultisigned(feeless, [new Stranger().part(prepared)]),
      gateway.signMultisigned('0', feeless),
    ]) {
      expect(await rejectionOf(call)).toMatchObject({ field: 'transaction.Fee' });
    }
  });

  it('is not given above the vault’s own cap on fees, whoever set the fee', async () => {
    const dear = { ...prepared, Fee: '100001' };
    const before = capture.signer.calls.length;
    expect(await rejectionOf(capture.gateway.signMultisigned('0', dear))).toMatchObject({
      code: 'FEE_TOO_HIGH',
    });
    expect(capture.signer.calls).toHaveLength(before);
    const raised = { maxFee: 100_001n };
    await expect(capture.gateway.signMultisigned('0', dear, raised)).resolves.toBeTruthy();
  });

  it('can be asked for again under one key, but not for something else', async () => {
    const options = { idempotencyKey: 'mine' };
    const one = await capture.gateway.signMultisigned('0', prepared, options);
    expect(await capture.gateway.signMultisigned('0', prepared, options)).toEqual(one);
    const other = { ...prepared, Fee: '37' };
    const error = await rejectionOf(capture.gateway.signMultisigned('0', other, options));
    expect(error).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });
});

describe('a transaction for several', () => {
  let capture: Capture;

  beforeEach(async () => {
    capture = await Capture.start();
  });
  const prepare = (fields: object, count = 2, options = {}) =>
    capture.gateway.prepareMultisigned(
      { ...settings, Account: SHARED, ...fields } as never,
      count,
      options,
    );

  it('keeps what its maker chose, if that is acceptable', async () => {
    const LastLedgerSequence = capture.node.ledgerIndex + 5;
    expect(await prepare({ Fee: '777', LastLedgerSequence })).toMatchObject({
      Fee: '777',
      LastLedgerSequence,
    });
    expect(await rejectionOf(prepare({ Fee: '29' }))).toMatchObject({ field: 'transaction.Fee' });
    expect(await rejectionOf(prepare({ Fee: '100001' }))).toMatchObject({ code: 'FEE_TOO_HIGH' });
    expect(await rejectionOf(prepare({ LastLedgerSequence: 5 }))).toMatchObject({
      field: 'transaction.LastLedgerSequence',
    });
  });

  it('pays a fee for itself and one for each signer, within the cap', async () => {
    capture.node.openLedgerFee = 5_000n;
    expect(await prepare({}, 1)).toMatchObject({ Fee: '12000' });
    expect(await prepare({}, 32)).toMatchObject({ Fee: '100000' });
    expect(await prepare({}, 3, { maxFee: 100n })).toMatchObject({ Fee: '100' });
    expect(await rejectionOf(prepare({}, 3, { maxFee: 39n }))).toMatchObject({
      code: 'FEE_TOO_HIGH',
    });
  });

  it('pays the reserve once where that is the price, however many sign', async () => {
    const options = { maxFee: 1_000_000n };
    const destination = {
      TransactionType: 'AccountDelete',
      Domain: undefined,
      Destination: SHARED,
    };
    const prepared = await prepare({ ...destination, DestinationTag: 1 }, 8, options);
    expect(prepared.Fee).toBe('200000');
  });

  it('lives as long as its signers may take', async () => {
    const { LastLedgerSequence } = await prepare({}, 2, { approvalWindowSeconds: 60 });
    expect(LastLedgerSequence).toBe(capture.node.ledgerIndex + 1 + 120);
  });

  it.each<readonly [string, object, number, object]>([
    ['transaction.Account', { Account: undefined }, 2, {}],
    ['transaction.Account', { Account: 'rShared' }, 2, {}],
    ['transaction.NetworkID', { NetworkID: 1 }, 2, {}],
    ['transaction.Sequence', { Sequence: 4 }, 2, {}],
    ['transaction.TicketSequence', { TicketSequence: 4 }, 2, {}],
    ['signerCount', {}, 0, {}],
    ['signerCount', {}, 33, {}],
    ['signerCount', {}, 1.5, {}],
    ['signerCount', {}, Number.NaN, {}],
    ['signerCount', {}, '2' as never, {}],
    ['maxFee', {}, 2, { maxFee: 5 }],
    ['approvalWindowSeconds', {}, 2, { approvalWindowSeconds: Number.NaN }],
    ['idempotencyKey', {}, 2, { idempotencyKey: '' }],
    ['signal', {}, 2, { signal: {} }],
  ])('is refused for its %s, and nobody is asked', async (field, fields, count, options) => {
    const error = await rejectionOf(prepare(fields, count, options));
    expect(error).toMatchObject({ code: 'INVALID_INPUT', field });
    expect(capture.node.requests).toEqual([]);
  });

  it('names its network where that is wanted, and is signed for no other', async () => {
    const network = { url: 'https://xrpl.invalid', networkId: 21_337 };
    const elsewhere = await Capture.start({ network });
    elsewhere.node.networkId = 21_337;
    const there = await elsewhere.gateway.prepareMultisigned({ ...settings, Account: SHARED }, 1);
    expect(there).toMatchObject({ NetworkID: 21_337 });
    await expect(elsewhere.gateway.signMultisigned('0', there)).resolves.toBeTruthy();
    const { NetworkID: _, ...unnamed } = there as UnsignedTransaction & { NetworkID: number };
    for (const [gateway, transaction] of [
      [capture.gateway, there],
      [elsewhere.gateway, unnamed],
    ] as const) {
      expect(await rejectionOf(gateway.signMultisigned('0', transaction))).toMatchObject({
        field: 'transaction.NetworkID',
      });
    }
  });
});

describe('several signers on the ledger', () => {
  let world: World;
  let shared: string;
  const stranger = new Stranger();

  beforeAll(async () => {
    world = await newWorld({ funded: ['0', '1', '2'] });
    shared = await world.gateway.getAddress('2');
    const addresses = [
      await world.gateway.getAddress('0'),
      await world.gateway.getAddress('1'),
      stranger.address,
    ];
    await world.gateway.submit('2', {
      TransactionType: 'SignerListSet',
      SignerQuorum: 3,
      SignerEntries: addresses.map((Account) => ({ SignerEntry: { Account, SignerWeight: 1 } })),
    });
  });
  afterAll(() => world.stop());

  it('get a transaction of two vaults and a stranger validated', async () => {
    const { gateway } = world;
    const prepared = await gateway.prepareMultisigned({ ...settings, Account: shared }, 3);
    const parts = await Promise.all([
      stranger.part(prepared),
      gateway.signMultisigned('1', prepared),
      gateway.signMultisigned('0', prepared),
    ]);
    const outcome = await gateway.submitMultisigned(prepared, parts);
    expect(outcome).toMatchObject({
      api_version: 2,
      type: 'response',
      result: {
        validated: true,
        meta: { TransactionResult: 'tesSUCCESS' },
        tx_json: { Account: shared, SigningPubKey: '', Domain: '6578', Fee: prepared.Fee },
      },
    });
    expect((await gateway.getAccount('2')).sequence).toBe(prepared.Sequence + 1);
    // What is done is done: the same again finds it.
    expect(await gateway.submitMultisigned(prepared, parts)).toMatchObject({
      result: { hash: outcome.result.hash },
    });
  });

  it('are too few, and hear from the ledger that others have to sign', async () => {
    const { gateway } = world;
    const prepared = await gateway.prepareMultisigned({ ...settings, Account: shared }, 2);
    const parts = [stranger.part(prepared), await gateway.signMultisigned('0', prepared)];
    const error = await rejectionOf(gateway.submitMultisigned(prepared, parts));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      details: { status: 'pending', resultCode: 'tefBAD_QUORUM' },
    });
    expect(error).toHaveProperty('transaction.hash');
  });

  it('include one whom nobody listed, and hear it from the ledger', async () => {
    const { gateway } = world;
    const prepared = await gateway.prepareMultisigned({ ...settings, Account: shared }, 3);
    const parts = [
      stranger.part(prepared),
      await gateway.signMultisigned('0', prepared),
      new Stranger().part(prepared),
    ];
    const error = await rejectionOf(gateway.submitMultisigned(prepared, parts));
    expect(error).toMatchObject({
      code: 'TRANSACTION_UNCONFIRMED',
      details: { resultCode: 'tefBAD_SIGNATURE' },
    });
  });
});

function flipped(digit: string): string {
  return (Number.parseInt(digit, 16) ^ 1).toString(16).toUpperCase();
}

const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/** The same signature with the other s: valid mathematics, not valid on the ledger. */
function highS(der: string): string {
  const bytes = Buffer.from(der, 'hex');
  const rLength = bytes[3] ?? 0;
  const r = bytes.subarray(2, 4 + rLength);
  const s = BigInt(`0x${bytes.subarray(6 + rLength).toString('hex')}`);
  const other = Buffer.from((ORDER - s).toString(16).padStart(64, '0'), 'hex');
  const sPart = Buffer.concat([Buffer.of(0x02, 33, 0), other]);
  return hexOf(Buffer.concat([Buffer.of(0x30, r.length + sPart.length), r, sPart]));
}
