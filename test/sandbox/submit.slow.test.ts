import { decode, encode, encodeForSigning } from 'ripple-binary-codec';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ECDSA, multisign, RippledError, Wallet } from 'xrpl';
import { signBytes, signHighS } from './support/keys.js';
import { type Fields, TestLedger } from './support/ledger.js';

let ledger: TestLedger;
let alice: Wallet;
let bob: Wallet;

beforeAll(async () => {
  ledger = await TestLedger.start();
});

beforeEach(async () => {
  [alice, bob] = [await ledger.wallet(), await ledger.wallet()];
});

afterAll(() => ledger.stop());

const payment = (fields: object = {}): Fields => ({
  TransactionType: 'Payment',
  Destination: bob.classicAddress,
  Amount: '1000000',
  ...fields,
});
const submitBlob = async (tx_blob: string) =>
  (await ledger.client.request({ command: 'submit', tx_blob })).result;
const lookup = (transaction: string) => ledger.client.request({ command: 'tx', transaction });
const sequence = () => ledger.sequenceOf(alice);

async function refusalOf(tx_blob: string) {
  const error: unknown = await submitBlob(tx_blob).catch((reason: unknown) => reason);
  return error instanceof RippledError ? error.data : error;
}

describe('a signature', () => {
  const unsigned = async (wallet: Wallet) => ({
    ...payment(),
    Account: wallet.classicAddress,
    Fee: '10',
    Sequence: await ledger.sequenceOf(wallet),
    SigningPubKey: wallet.publicKey,
  });
  const withSignature = async (wallet: Wallet, sign: (payload: Buffer) => string) => {
    const tx = await unsigned(wallet);
    const payload = Buffer.from(encodeForSigning(tx), 'hex');
    return encode({ ...tx, TxnSignature: sign(payload) });
  };

  it('by either kind of key is good, whoever made it', async () => {
    const older = Wallet.generate(ECDSA.secp256k1);
    await ledger.sandbox.xrpl.fund(older.classicAddress, 100_000_000n);
    for (const wallet of [older, alice]) {
      const blob = await withSignature(wallet, (payload) => signBytes(wallet, payload));
      expect((await submitBlob(blob)).engine_result).toBe('tesSUCCESS');
    }
  });

  it('with a high S, of something else or of nobody is refused without being tried', async () => {
    const older = Wallet.generate(ECDSA.secp256k1);
    await ledger.sandbox.xrpl.fund(older.classicAddress, 100_000_000n);
    const bad = [
      await withSignature(older, (payload) => signHighS(older, payload)),
      await withSignature(older, () => signBytes(older, Buffer.from('something else'))),
      await withSignature(alice, () => signBytes(alice, Buffer.from('something else'))),
      await withSignature(alice, () => signBytes(alice, Buffer.from('x')).slice(2)),
      encode(await unsigned(alice)),
    ];
    for (const blob of bad) {
      expect(await refusalOf(blob)).toMatchObject({
        error: 'invalidTransaction',
        error_exception: 'fails local checks: Invalid signature.',
      });
    }
  });

  it('by a stranger is good but not authorised', async () => {
    const { tx_blob } = bob.sign({
      ...payment({ Destination: alice.classicAddress }),
      TransactionType: 'Payment',
      Account: alice.classicAddress,
      Destination: bob.classicAddress,
      Amount: '1',
      Fee: '10',
      Sequence: await sequence(),
    });
    expect((await submitBlob(tx_blob)).engine_result).toBe('tefBAD_AUTH');
  });

  it('does not help a memo that no node takes', async () => {
    const refusal = async (Memo: object) =>
      refusalOf((await ledger.signed(alice, payment({ Memos: [{ Memo }] }))).tx_blob);
    const words = 'may only contain characters that are allowed in URLs under RFC 3986.';
    for (const name of ['MemoType', 'MemoFormat']) {
      expect(await refusal({ MemoData: '20', [name]: '612062' })).toMatchObject({
        error: 'invalidTransaction',
        error_exception: `fails local checks: The MemoType and MemoFormat fields ${words}`,
      });
    }
    expect(await refusal({ MemoData: '20'.repeat(1_025) })).toMatchObject({
      error_exception: 'fails local checks: The memo exceeds the maximum allowed size.',
    });
    const MemoType = Buffer.from("a-._~:/?#[]@!$&'()*+,;=%Z9").toString('hex');
    const taken = payment({ Memos: [{ Memo: { MemoType, MemoData: '20' } }] });
    expect((await ledger.submit(alice, taken)).engine_result).toBe('tesSUCCESS');
  });

  it('is asked of what is no transaction at all', async () => {
    expect(await refusalOf('1200')).toMatchObject({ error: 'invalidTransaction' });
    expect(await refusalOf('zz')).toMatchObject({ error: 'invalidParams' });
  });
});

describe('submit', () => {
  it('describes what it did', async () => {
    const before = await sequence();
    const result = await ledger.submit(alice, payment());
    expect(result).toMatchObject({
      accepted: true,
      applied: true,
      broadcast: true,
      kept: true,
      queued: false,
      account_sequence_next: before + 1,
      account_sequence_available: before + 1,
      engine_result: 'tesSUCCESS',
      engine_result_code: 0,
      open_ledger_cost: '10',
      validated_ledger_index: ledger.sandbox.xrpl.ledgerIndex,
      tx_json: { hash: result.hash, DeliverMax: '1000000' },
    });
    expect(result.tx_json).not.toHaveProperty('Amount');
  });

  it('says what is past, and what it has already', async () => {
    const now = await sequence();
    const { tx_blob } = await ledger.signed(alice, payment());
    expect((await submitBlob(tx_blob)).engine_result).toBe('tesSUCCESS');
    expect((await submitBlob(tx_blob)).engine_result).toBe('tefALREADY');
    ledger.sandbox.xrpl.closeLedger();
    expect(await submitBlob(tx_blob)).toMatchObject({
      engine_result: 'tefPAST_SEQ',
      accepted: true,
      applied: false,
      broadcast: false,
      kept: true,
    });
    const other = await ledger.submit(alice, payment({ Sequence: now, Amount: '2' }));
    expect(other.engine_result).toBe('tefPAST_SEQ');
  });

  it('holds what comes too early, until the gap is filled', async () => {
    const now = await sequence();
    const third = await ledger.submit(alice, payment({ Sequence: now + 2 }));
    const second = await ledger.submit(alice, payment({ Sequence: now + 1 }));
    for (const early of [second, third]) {
      expect(early).toMatchObject({
        engine_result: 'terPRE_SEQ',
        accepted: true,
        applied: false,
        broadcast: false,
        kept: true,
      });
      expect((await lookup(early.hash)).result.validated).toBe(false);
    }
    expect((await ledger.submit(alice, payment({ Sequence: now }))).engine_result).toBe(
      'tesSUCCESS',
    );
    const { transactions } = ledger.sandbox.xrpl.closeLedger();
    expect(transactions).toHaveLength(3);
    expect(transactions.slice(1)).toEqual([second.hash, third.hash]);
  });

  it('lets go of what nobody makes room for', async () => {
    const now = await sequence();
    const early = await ledger.submit(alice, payment({ Sequence: now + 1 }));
    for (let closed = 0; closed < 6; closed += 1) ledger.sandbox.xrpl.closeLedger();
    await ledger.send(alice, payment());
    await expect(lookup(early.hash)).rejects.toThrow('Transaction not found.');
    expect(await sequence()).toBe(now + 1);
  });

  it('holds nothing that must not fail softly', async () => {
    const now = await sequence();
    const early = await ledger.submit(alice, payment({ Sequence: now + 1 }), true);
    expect(early).toMatchObject({ engine_result: 'terPRE_SEQ', accepted: false, kept: false });
    const costly = await ledger.submit(alice, payment({ Amount: '999999999' }), true);
    expect(costly).toMatchObject({ engine_result: 'tecUNFUNDED_PAYMENT', applied: false });
    expect(await sequence()).toBe(now);
    const good = await ledger.submit(alice, payment(), true);
    expect(good).toMatchObject({ engine_result: 'tesSUCCESS', applied: true, broadcast: true });
  });

  it('takes the fee and the number of what fails on the ledger', async () => {
    const before = ledger.xrpOf(alice);
    const now = await sequence();
    const failed = await ledger.send(alice, payment({ Amount: '999999999', Fee: '25' }));
    expect(failed.result).toBe('tecUNFUNDED_PAYMENT');
    expect(failed.meta?.TransactionResult).toBe('tecUNFUNDED_PAYMENT');
    expect(before - ledger.xrpOf(alice)).toBe(25n);
    expect(await sequence()).toBe(now + 1);
    const again = await ledger.submit(alice, payment({ Amount: '999999999' }));
    expect(again).toMatchObject({ applied: true, broadcast: true, kept: true });
  });

  it('keeps the reserve, which the fee alone may touch', async () => {
    const poor = await ledger.wallet(2);
    const spend = (Amount: string) => ledger.send(poor, { ...payment(), Amount, Fee: '10' });
    expect((await spend('1000001')).result).toBe('tecUNFUNDED_PAYMENT');
    expect((await spend('999991')).result).toBe('tecUNFUNDED_PAYMENT');
    expect((await spend('999980')).result).toBe('tesSUCCESS');
    expect(ledger.xrpOf(poor)).toBe(999_990n);
  });

  it('respects the last ledger', async () => {
    const { ledgerIndex } = ledger.sandbox.xrpl;
    const at = async (LastLedgerSequence: number) =>
      (await ledger.submit(alice, payment({ LastLedgerSequence }))).engine_result;
    expect(await at(ledgerIndex)).toBe('tefMAX_LEDGER');
    expect(await at(ledgerIndex + 1)).toBe('tesSUCCESS');
  });

  it('knows senders and receivers that do not exist', async () => {
    const nobody = Wallet.generate();
    const from = await ledger.submit(nobody, payment({ Sequence: 1 }));
    expect(from.engine_result).toBe('terNO_ACCOUNT');
    const to = (Amount: string) =>
      ledger.send(alice, payment({ Destination: nobody.classicAddress, Amount }));
    const before = { drops: ledger.xrpOf(alice), sequence: await sequence() };
    expect((await to('999999')).result).toBe('tecNO_DST_INSUF_XRP');
    expect(before.drops - ledger.xrpOf(alice)).toBe(10n);
    expect(await sequence()).toBe(before.sequence + 1);
    const created = await to('1000000');
    expect(created.result).toBe('tesSUCCESS');
    expect(await ledger.sequenceOf(nobody)).toBe(ledger.sandbox.xrpl.ledgerIndex);
  });

  it('refuses fees that are no fees, too small, or more than there is', async () => {
    const Fee = { currency: 'USD', issuer: bob.classicAddress, value: '10' };
    expect(await ledger.refusal(alice, payment({ Fee }))).toBe('temBAD_FEE');
    const of = async (Fee: string) => (await ledger.submit(alice, payment({ Fee }))).engine_result;
    expect(await of('9')).toBe('telINSUF_FEE_P');
    expect(await of('2000000000')).toBe('terINSUF_FEE_B');
    ledger.sandbox.xrpl.setFees({ loadFactor: 257 });
    expect(await of('10')).toBe('telINSUF_FEE_P');
    expect(await of('11')).toBe('tesSUCCESS');
    ledger.sandbox.xrpl.setFees({ loadFactor: 256 });
  });

  it('answers honestly to what is not modelled', async () => {
    const escrow = await ledger.submit(alice, {
      TransactionType: 'EscrowCancel',
      Owner: alice.classicAddress,
      OfferSequence: 1,
    });
    expect(escrow.engine_result).toBe('temUNKNOWN');
    expect(escrow.engine_result_message).toContain('EscrowCancel');
  });
});

describe('the queue', () => {
  const congested = (openLedgerFee: bigint) => ledger.sandbox.xrpl.setFees({ openLedgerFee });

  it('keeps what pays too little for the open ledger until it is enough', async () => {
    congested(100n);
    const first = await ledger.submit(alice, payment());
    expect(first).toMatchObject({
      engine_result: 'terQUEUED',
      accepted: true,
      applied: false,
      broadcast: true,
      queued: true,
      open_ledger_cost: '100',
    });
    const next = (await sequence()) + 1;
    const second = await ledger.submit(alice, payment({ Sequence: next, Fee: '500' }));
    expect(second.engine_result).toBe('terQUEUED');
    expect(second.account_sequence_available).toBe(next + 1);
    expect(ledger.sandbox.xrpl.closeLedger().transactions).toEqual([]);
    congested(10n);
    ledger.sandbox.xrpl.closeLedger();
    expect(ledger.sandbox.xrpl.closeLedger().transactions).toEqual([first.hash, second.hash]);
  });

  it('takes ten of an account, and replaces what is replaced', async () => {
    congested(100n);
    const start = await sequence();
    for (let offset = 0; offset < 10; offset += 1) {
      const queued = await ledger.submit(alice, payment({ Sequence: start + offset, Fee: '20' }));
      expect(queued.engine_result).toBe('terQUEUED');
    }
    const result = async (fields: object) =>
      (await ledger.submit(alice, payment(fields))).engine_result;
    expect(await result({ Sequence: start + 10 })).toBe('telCAN_NOT_QUEUE_FULL');
    expect(await result({ Sequence: start + 9, Fee: '24' })).toBe('telCAN_NOT_QUEUE_FEE');
    expect(await result({ Sequence: start + 9, Fee: '25' })).toBe('terQUEUED');
    const { result: info } = await ledger.client.request({
      command: 'account_info',
      account: alice.classicAddress,
      ledger_index: 'current',
      queue: true,
    });
    expect(info.queue_data).toMatchObject({
      txn_count: 10,
      lowest_sequence: start,
      highest_sequence: start + 9,
    });
    congested(10n);
    ledger.sandbox.xrpl.closeLedger();
    // The one that found the queue full was kept beside it, and goes in after the ten.
    expect(ledger.sandbox.xrpl.closeLedger().transactions).toHaveLength(11);
  });

  it('takes no more than the balance can pay for', async () => {
    const poor = await ledger.wallet(2);
    const Sequence = await ledger.sequenceOf(poor);
    congested(2_000_000n);
    const of = async (fields: object) =>
      (await ledger.submit(poor, payment({ Fee: '1500000', Amount: '1', ...fields })))
        .engine_result;
    expect(await of({ Sequence, Fee: '1999999' })).toBe('terQUEUED');
    expect(await of({ Sequence: Sequence + 1 })).toBe('telCAN_NOT_QUEUE_BALANCE');
    congested(10n);
  });

  it('takes nothing that is about to end, or that must not wait', async () => {
    congested(100n);
    const LastLedgerSequence = ledger.sandbox.xrpl.ledgerIndex + 2;
    const soon = await ledger.submit(alice, payment({ LastLedgerSequence }));
    expect(soon.engine_result).toBe('telCAN_NOT_QUEUE');
    const hard = await ledger.submit(alice, payment(), true);
    expect(hard.engine_result).toBe('telCAN_NOT_QUEUE');
    const later = await ledger.submit(
      alice,
      payment({ LastLedgerSequence: LastLedgerSequence + 1 }),
    );
    expect(later.engine_result).toBe('terQUEUED');
    congested(10n);
  });

  it('drops what outlived its last ledger', async () => {
    congested(100n);
    const LastLedgerSequence = ledger.sandbox.xrpl.ledgerIndex + 4;
    const queued = await ledger.submit(alice, payment({ LastLedgerSequence }));
    expect(queued.engine_result).toBe('terQUEUED');
    for (let closed = 0; closed < 8; closed += 1) ledger.sandbox.xrpl.closeLedger();
    congested(10n);
    ledger.sandbox.xrpl.closeLedger();
    ledger.sandbox.xrpl.closeLedger();
    await expect(lookup(queued.hash)).rejects.toThrow('Transaction not found.');
  });

  it('shows in fee and server_state', async () => {
    congested(50n);
    const { result: fee } = await ledger.client.request({ command: 'fee' });
    expect(fee.drops).toMatchObject({ base_fee: '10', open_ledger_fee: '50', minimum_fee: '10' });
    const { result } = await ledger.client.request({ command: 'server_state' });
    const { load_base, load_factor, validated_ledger } = result.state;
    expect(((validated_ledger?.base_fee ?? 0) * load_factor) / load_base).toBe(50);
    congested(10n);
  });
});

describe('what a node kept', () => {
  it('may go through later although it was refused', async () => {
    ledger.sandbox.xrpl.setFees({ loadFactor: 1024 });
    const refused = await ledger.submit(alice, payment());
    expect(refused).toMatchObject({ engine_result: 'telINSUF_FEE_P', kept: true });
    ledger.sandbox.xrpl.setFees({ loadFactor: 256 });
    ledger.sandbox.xrpl.closeLedger();
    expect(ledger.sandbox.xrpl.closeLedger().transactions).toEqual([refused.hash]);
  });

  it('may be lost, and comes to nothing then', async () => {
    const lost = await ledger.submit(alice, payment());
    ledger.sandbox.xrpl.dropPending();
    ledger.sandbox.xrpl.closeLedger();
    await expect(lookup(lost.hash)).rejects.toThrow('Transaction not found.');
    expect((await submitBlob(lost.tx_blob)).engine_result).toBe('tesSUCCESS');
  });
});

describe('tickets', () => {
  const create = (TicketCount: number) =>
    ledger.send(alice, { TransactionType: 'TicketCreate', TicketCount });
  const withTicket = (TicketSequence: number, fields: object = {}) =>
    ledger.submit(alice, payment({ Sequence: 0, TicketSequence, ...fields }));

  it('can be used in any order, once', async () => {
    const first = (await sequence()) + 1;
    const { meta } = await create(3);
    expect(meta?.AffectedNodes.filter((node) => 'CreatedNode' in node)).toHaveLength(4);
    expect(await sequence()).toBe(first + 3);
    expect((await withTicket(first + 2)).engine_result).toBe('tesSUCCESS');
    expect((await withTicket(first)).engine_result).toBe('tesSUCCESS');
    expect((await withTicket(first, { Amount: '2' })).engine_result).toBe('tefNO_TICKET');
    for (const later of [first + 3, first + 50]) {
      expect((await withTicket(later)).engine_result).toBe('terPRE_TICKET');
    }
    expect(await sequence()).toBe(first + 3);
    ledger.sandbox.xrpl.closeLedger();
    const { result } = await ledger.client.request({
      command: 'account_objects',
      account: alice.classicAddress,
      type: 'ticket',
      ledger_index: 'validated',
    });
    expect(result.account_objects).toMatchObject([{ TicketSequence: first + 1 }]);
  });

  it('wait in the queue like any other', async () => {
    const first = (await sequence()) + 1;
    await create(2);
    ledger.sandbox.xrpl.setFees({ openLedgerFee: 100n });
    const waiting = await withTicket(first + 1);
    expect(waiting.engine_result).toBe('terQUEUED');
    ledger.sandbox.xrpl.setFees({ openLedgerFee: 10n });
    ledger.sandbox.xrpl.closeLedger();
    expect(ledger.sandbox.xrpl.closeLedger().transactions).toEqual([waiting.hash]);
  });

  it('go together with no sequence', async () => {
    const first = (await sequence()) + 1;
    await create(1);
    const both = payment({ TicketSequence: first, Sequence: first + 1 });
    expect(await ledger.refusal(alice, both)).toBe('temSEQ_AND_TICKET');
  });

  it('are limited to 250, and to what the reserve allows', async () => {
    expect(await ledger.refusal(alice, { TransactionType: 'TicketCreate', TicketCount: 0 })).toBe(
      'temINVALID_COUNT',
    );
    expect((await create(250)).result).toBe('tesSUCCESS');
    expect((await create(1)).result).toBe('tecDIR_FULL');
    const poor = await ledger.wallet(2);
    const few = await ledger.send(poor, { TransactionType: 'TicketCreate', TicketCount: 6 });
    expect(few.result).toBe('tecINSUFFICIENT_RESERVE');
  });
});

describe('keys', () => {
  it('can be replaced by a regular key, and the master key put away', async () => {
    const regular = Wallet.generate();
    const set = (SetFlag: number) => ledger.send(alice, { TransactionType: 'AccountSet', SetFlag });
    expect((await set(4)).result).toBe('tecNO_ALTERNATIVE_KEY');
    await ledger.send(alice, {
      TransactionType: 'SetRegularKey',
      RegularKey: regular.classicAddress,
    });
    expect((await set(4)).result).toBe('tesSUCCESS');
    expect((await ledger.submit(alice, payment())).engine_result).toBe('tefMASTER_DISABLED');
    const byRegular = regular.sign({
      TransactionType: 'Payment',
      Account: alice.classicAddress,
      Destination: bob.classicAddress,
      Amount: '1',
      Fee: '10',
      Sequence: await sequence(),
    });
    expect((await submitBlob(byRegular.tx_blob)).engine_result).toBe('tesSUCCESS');
    const without = regular.sign({
      TransactionType: 'SetRegularKey',
      Account: alice.classicAddress,
      Fee: '10',
      Sequence: await sequence(),
    });
    expect((await submitBlob(without.tx_blob)).engine_result).toBe('tecNO_ALTERNATIVE_KEY');
  });

  it('of several signers reach a quorum together', async () => {
    const signers = [Wallet.generate(), bob, Wallet.generate()];
    const list = (SignerQuorum: number) => ({
      TransactionType: 'SignerListSet',
      SignerQuorum,
      SignerEntries: signers.map((signer) => ({
        SignerEntry: { Account: signer.classicAddress, SignerWeight: 1 },
      })),
    });
    expect(await ledger.refusal(alice, list(4))).toBe('temBAD_QUORUM');
    const crowd = Array.from({ length: 33 }, () => ({
      SignerEntry: { Account: Wallet.generate().classicAddress, SignerWeight: 1 },
    }));
    for (const SignerEntries of [[], crowd]) {
      expect(await ledger.refusal(alice, { ...list(2), SignerEntries })).toBe('temMALFORMED');
    }
    const together = async (...by: Wallet[]) => {
      const tx = {
        TransactionType: 'Payment' as const,
        Account: alice.classicAddress,
        Destination: bob.classicAddress,
        Amount: '1',
        Fee: '40',
        Sequence: await sequence(),
      };
      return multisign(by.map((signer) => signer.sign(tx, true).tx_blob));
    };
    expect((await submitBlob(await together(bob))).engine_result).toBe('tefNOT_MULTI_SIGNING');
    expect((await ledger.send(alice, list(2))).result).toBe('tesSUCCESS');
    expect((await submitBlob(await together(bob))).engine_result).toBe('tefBAD_QUORUM');
    const stranger = Wallet.generate();
    expect((await submitBlob(await together(bob, stranger))).engine_result).toBe(
      'tefBAD_SIGNATURE',
    );
    expect((await submitBlob(await together(...signers))).engine_result).toBe('tesSUCCESS');
    const [first, second] = signers as [Wallet, Wallet];
    const { Signers, ...rest } = decode(await together(first, second));
    const unsorted = { ...rest, Signers: [...(Signers as object[])].reverse() };
    expect(await refusalOf(encode(unsorted))).toMatchObject({
      error_exception: 'fails local checks: Unsorted Signers array.',
    });
    const forged = await together(first, second);
    const spoiled = forged.replace(second.publicKey, first.publicKey);
    expect(await refusalOf(spoiled)).toMatchObject({ error: 'invalidTransaction' });
  });

  it('of several signers pay for every signature', async () => {
    await ledger.send(alice, {
      TransactionType: 'SignerListSet',
      SignerQuorum: 1,
      SignerEntries: [{ SignerEntry: { Account: bob.classicAddress, SignerWeight: 1 } }],
    });
    const tx = {
      TransactionType: 'Payment' as const,
      Account: alice.classicAddress,
      Destination: bob.classicAddress,
      Amount: '1',
      Sequence: await sequence(),
    };
    const cheap = multisign([bob.sign({ ...tx, Fee: '19' }, true).tx_blob]);
    expect((await submitBlob(cheap)).engine_result).toBe('telINSUF_FEE_P');
    const enough = multisign([bob.sign({ ...tx, Fee: '20' }, true).tx_blob]);
    expect((await submitBlob(enough)).engine_result).toBe('tesSUCCESS');
  });
});

describe('networks', () => {
  it('with ids above 1024 insist on theirs', async () => {
    const side = await TestLedger.start({ networkId: 2_026 });
    const wallet = await side.wallet();
    const result = (fields: object) =>
      side.refusal(wallet, { ...payment({ Destination: bob.classicAddress }), ...fields });
    expect(await result({})).toBe('telREQUIRES_NETWORK_ID');
    expect(await result({ NetworkID: 21_338 })).toBe('telWRONG_NETWORK');
    expect(await result({ NetworkID: 2_026 })).toBe('tesSUCCESS');
    await side.stop();
  });

  it('with smaller ids forbid it', async () => {
    const last = await TestLedger.start({ networkId: 1_024 });
    const wallet = await last.wallet();
    const self = { TransactionType: 'AccountSet' };
    expect(await last.refusal(wallet, self)).toBe('tesSUCCESS');
    await last.stop();
    expect(await ledger.refusal(alice, payment({ NetworkID: 1 }))).toBe(
      'telNETWORK_ID_MAKES_TX_NON_CANONICAL',
    );
  });
});

describe('AccountTxnID', () => {
  it('ties a transaction to the one before it', async () => {
    await ledger.send(alice, { TransactionType: 'AccountSet', SetFlag: 5 });
    const first = await ledger.send(alice, payment());
    const wrong = await ledger.submit(alice, payment({ AccountTxnID: 'AB'.repeat(32) }));
    expect(wrong.engine_result).toBe('tefWRONG_PRIOR');
    const right = await ledger.submit(alice, payment({ AccountTxnID: first.hash }));
    expect(right.engine_result).toBe('tesSUCCESS');
  });
});

describe('submit_multisigned', () => {
  it('takes JSON, and verifies it all the same', async () => {
    await ledger.send(alice, {
      TransactionType: 'SignerListSet',
      SignerQuorum: 1,
      SignerEntries: [{ SignerEntry: { Account: bob.classicAddress, SignerWeight: 1 } }],
    });
    const tx = {
      TransactionType: 'Payment' as const,
      Account: alice.classicAddress,
      Destination: bob.classicAddress,
      Amount: '1',
      Fee: '20',
      Sequence: await sequence(),
    };
    const tx_json = decode(multisign([bob.sign(tx, true).tx_blob]));
    const send = async (json: object) => {
      const request = { command: 'submit_multisigned', tx_json: json };
      const { result } = await ledger.client.request(request as never);
      return result as Record<string, unknown>;
    };
    await expect(send({ ...tx_json, Amount: '2' })).rejects.toMatchObject({
      data: { error: 'invalidTransaction' },
    });
    const sent = await send(tx_json);
    expect(sent).toMatchObject({ engine_result: 'tesSUCCESS', hash: expect.any(String) });
    expect(ledger.sandbox.xrpl.closeLedger().transactions).toEqual([sent.hash]);
  });
});
