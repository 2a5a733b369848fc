import { createHash } from 'node:crypto';
import { encode } from 'ripple-binary-codec';
import { describe, expect, it } from 'vitest';
import { XrplNodeError } from '../../src/xrpl/index.js';
import { lookUpHash } from '../../src/xrpl/node/custody-transfer.js';
import { lookUp } from '../../src/xrpl/node/lookup.js';
import type { UnsignedTransaction } from '../../src/xrpl/wire/codec.js';
import { addressOfKey } from '../support/base58.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { nodeOver } from '../support/xrpl-node.js';

type Fields = Readonly<Record<string, unknown>>;

const HASH = 'AB'.repeat(32);
const NUMBER = 100;
const LAST = 9_000;
const account = addressOfKey(new Uint8Array(33).fill(2));
const other = addressOfKey(new Uint8Array(33).fill(3));

const ours: UnsignedTransaction = {
  TransactionType: 'AccountSet',
  Account: account,
  Fee: '10',
  Sequence: NUMBER,
  LastLedgerSequence: LAST,
  SigningPubKey: `02${'02'.repeat(32)}`,
};
const oursWithTicket: UnsignedTransaction = { ...ours, Sequence: 0, TicketSequence: NUMBER };

const meta = { TransactionResult: 'tesSUCCESS', TransactionIndex: 0 };
const found = { hash: HASH, tx_json: ours, meta, validated: true, ledger_index: LAST };

function hashOf(blob: string): string {
  const digest = createHash('sha512')
    .update('TXN\0')
    .update(Buffer.from(blob, 'hex'))
    .digest('hex');
  return digest.slice(0, 64).toUpperCase();
}

function missing(error: string): never {
  throw new XrplNodeError(error, undefined);
}

/** A node that has none of it: neither transaction nor Ticket. */
function emptyNode() {
  const fake = new FakeXrplNode().on('ledger_entry', () => missing('entryNotFound'));
  fake.firstSequence = NUMBER;
  fake.ledgerIndex = LAST;
  return fake;
}

/** What a look-up makes of a node. */
function seen(fake: FakeXrplNode, wanted = ours) {
  const ledger = { node: nodeOver(fake), networkId: 1, otherKeys: undefined };
  return lookUp(ledger, { transaction: wanted, hash: HASH }, {});
}

describe('what a node shows under our hash', () => {
  it('is ours, by its account, type and number', async () => {
    const shown = emptyNode().on('tx', () => found);
    expect(await seen(shown)).toMatchObject({ state: 'confirmed', hash: HASH });
  });

  it.each([
    ['of another account', { Account: other }],
    ['of another type', { TransactionType: 'Payment' }],
    ['with another number', { Sequence: NUMBER + 1 }],
    ['with a Ticket', { TicketSequence: NUMBER }],
  ])('is unknown when it is one %s', async (_, wrong) => {
    const shown = emptyNode().on('tx', () => ({ ...found, tx_json: { ...ours, ...wrong } }));
    const reason = 'the node shows another transaction under this hash';
    expect(await seen(shown)).toEqual({ state: 'unknown', reason });
  });

  it('is told as it was signed, whatever else the node shows of it', async () => {
    const payment = {
      ...ours,
      TransactionType: 'Payment',
      Destination: other,
      Amount: '5000',
      Flags: 0x8000_0000,
    };
    const { Amount, ...rest } = payment;
    const signed = { ...rest, TxnSignature: '3006020101020101' };
    const hash = hashOf(encode({ ...signed, Amount }));
    const honest = { ...signed, DeliverMax: Amount, date: 7, ledger_index: LAST };
    const told = async (tx_json: Fields) => {
      const shown = emptyNode().on('tx', () => ({ ...found, hash, tx_json }));
      const ledger = { node: nodeOver(shown), networkId: 1, otherKeys: undefined };
      const status = await lookUp(ledger, { transaction: payment, hash }, {});
      expect(status).toMatchObject({ state: 'confirmed', hash });
      return 'result' in status ? status.result.result.tx_json : undefined;
    };
    expect(await told(honest)).toEqual(honest);
    const proven = { ...rest, DeliverMax: Amount, date: 7, ledger_index: LAST };
    for (const lie of [
      { Destination: account },
      { DestinationTag: 666 },
      { DeliverMax: '1' },
      { Amount: '1' },
      { TxnSignature: '30' },
      { Unheard: [] },
    ]) {
      expect(await told({ ...honest, ...lie }), JSON.stringify(lie)).toEqual(proven);
    }
  });

  it.each([
    ['a result that none has', { meta: { ...meta, TransactionResult: 'terQUEUED' } }],
    ['no word for its result', { meta: { ...meta, TransactionResult: 'banana' } }],
    ['a ledger beyond its last', { ledger_index: LAST + 1 }],
  ])('is in no ledger where the node shows %s', async (_, wrong) => {
    const shown = emptyNode().on('tx', () => ({ ...found, ...wrong }));
    expect(await seen(shown)).toEqual({ state: 'open', seen: true });
  });

  it('is open until a ledger has validated it', async () => {
    for (const soFar of [
      { hash: HASH, tx_json: ours },
      { ...found, validated: false },
    ]) {
      const shown = emptyNode().on('tx', () => soFar);
      expect(await seen(shown)).toEqual({ state: 'open', seen: true });
    }
    expect(await seen(emptyNode())).toEqual({ state: 'open', seen: false });
  });
});

describe('a number that nothing has spent', () => {
  it('has expired beyond its last ledger, and not in it', async () => {
    const node = emptyNode();
    expect(await seen(node)).toMatchObject({ state: 'open' });
    node.ledgerIndex = LAST + 1;
    expect(await seen(node)).toEqual({ state: 'expired' });
  });

  const standing = { account_data: { Account: account, Balance: '1', Flags: 0, OwnerCount: 0 } };
  it.each([
    ['has not validated', { ledger_index: LAST + 1 }],
    ['does not tell', { validated: true }],
  ])('is unknown in a ledger that a node %s', async (_, ledger) => {
    const unsure = emptyNode().on('account_info', () => ({
      account_data: { ...standing.account_data, Sequence: NUMBER },
      ...ledger,
    }));
    const reason = 'the node has no validated ledger with this account';
    expect(await seen(unsure)).toEqual({ state: 'unknown', reason });
    const withTicket = emptyNode().on('ledger_entry', () => ledger);
    expect(await seen(withTicket, oursWithTicket)).toEqual({
      state: 'unknown',
      reason: 'the node has no validated ledger with this Ticket',
    });
  });

  it('is a Ticket’s for as long as that is there', async () => {
    const there = (index: number) =>
      emptyNode().on('ledger_entry', () => ({ validated: true, ledger_index: index }));
    expect(await seen(there(LAST), oursWithTicket)).toMatchObject({ state: 'open' });
    expect(await seen(there(LAST + 1), oursWithTicket)).toEqual({ state: 'expired' });
    expect(await seen(emptyNode(), oursWithTicket)).toMatchObject({ state: 'unknown' });
  });
});

describe('who spent a number', () => {
  const sent = (fields: Fields) => ({
    tx_blob: encode({ TransactionType: 'AccountSet', Account: account, Fee: '10', ...fields }),
    validated: true,
    ledger_index: LAST,
  });
  const ordinary = { SigningPubKey: ours.SigningPubKey };
  const later = sent({ ...ordinary, Sequence: NUMBER + 5 });
  const withTicket = sent({ ...ordinary, Sequence: 0, TicketSequence: 3 });
  const inner = sent({ SigningPubKey: '', Flags: 0x4000_0000, Sequence: NUMBER - 1 });
  const earlier = sent({ ...ordinary, Sequence: NUMBER - 1 });

  /** How many pages of a history are read. */
  async function pagesOf(pages: readonly (readonly object[])[], last: unknown = undefined) {
    const node = emptyNode().on('account_tx', ({ marker = 0 }) => {
      const next = Number(marker) + 1;
      return {
        transactions: pages[Number(marker)] ?? [],
        marker: next < pages.length ? next : last,
      };
    });
    node.firstSequence = NUMBER + 9;
    expect(await seen(node)).toMatchObject({ state: 'unknown' });
    return node.paramsOf('account_tx').length;
  }

  it.each([
    ['a later number', later],
    ['a Ticket', withTicket],
    ['a Batch’s member', inner],
    ['what has not been validated', { ...earlier, validated: false }],
    ['another account’s', sent({ ...ordinary, Account: other, Sequence: NUMBER - 1 })],
  ])('is looked for behind %s', async (_, one) => {
    expect(await pagesOf([[one], [later], [later]])).toBe(3);
  });

  it('is not looked for behind an earlier number, nor behind the last page', async () => {
    expect(await pagesOf([[later], [earlier], [later]])).toBe(2);
    expect(await pagesOf([[later]], null)).toBe(1);
    expect(await pagesOf([[later]])).toBe(1);
  });
});

describe('a transaction that was not built here', () => {
  const told = (Sequence: unknown, address: string = ours.Account) => {
    const shown = emptyNode().on('tx', () => ({ ...found, tx_json: { ...ours, Sequence } }));
    return lookUpHash(nodeOver(shown), 1, { hash: HASH, address }, {});
  };

  it('is another than was asked for where it is another account’s', async () => {
    expect(await told(NUMBER, other)).toEqual({
      isOther: true,
      number: undefined,
      outcome: undefined,
    });
  });

  it('has its number, unless a Ticket gave it one', async () => {
    expect(await told(NUMBER)).toMatchObject({
      number: BigInt(NUMBER),
      outcome: { state: 'confirmed' },
    });
    for (const Sequence of [0, -1, '7', undefined]) {
      expect(await told(Sequence)).toMatchObject({ number: undefined });
    }
  });
});
