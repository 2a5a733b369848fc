import { createHash, sign } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { encode, encodeForSigning } from 'ripple-binary-codec';
import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../src/index.js';
import type { OtherKeys } from '../../src/transactions/records/other-keys.js';
import { XrplGateway, XrplNodeError } from '../../src/xrpl/index.js';
import { lookUp } from '../../src/xrpl/node/lookup.js';
import type { UnsignedTransaction } from '../../src/xrpl/wire/codec.js';
import { addressOfKey } from '../support/base58.js';
import { FakeXrplNode } from '../support/fake-xrpl-node.js';
import { newEd25519Key, ORDERS } from '../support/keys.js';
import { ManualClock } from '../support/manual-clock.js';
import { RecordingSigner } from '../support/recording-signer.js';
import { rejectionOf } from '../support/rejections.js';
import { nodeOver } from '../support/xrpl-node.js';

type Fields = Readonly<Record<string, unknown>>;

interface Key {
  readonly secret: Uint8Array;
  readonly bytes: Uint8Array;
}

function newKey(): Key {
  const { secretKey: secret, publicKey: bytes } = secp256k1.keygen();
  return { secret, bytes };
}

const vault = newKey();
const stranger = newKey();
const account = addressOfKey(vault.bytes);
const NUMBER = 100;
const LEDGER = 5_000;

const ours: UnsignedTransaction = {
  TransactionType: 'AccountSet',
  Account: account,
  Fee: '10',
  Sequence: NUMBER,
  LastLedgerSequence: 9_000,
  SigningPubKey: hexOf(vault.bytes),
};
const oursWithTicket: UnsignedTransaction = { ...ours, Sequence: 0, TicketSequence: NUMBER };

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex').toUpperCase();
}

function half(bytes: Uint8Array): Buffer {
  return createHash('sha512').update(bytes).digest().subarray(0, 32);
}

function hashOf(blob: string): string {
  return hexOf(half(Buffer.from(`54584E00${blob}`, 'hex')));
}

function signed(fields: Fields, key: Key = vault, wantsHigh = false): Fields {
  const whole = { ...fields, SigningPubKey: hexOf(key.bytes) };
  const digest = half(Buffer.from(encodeForSigning(whole), 'hex'));
  const low = secp256k1.Signature.fromBytes(secp256k1.sign(digest, key.secret, { prehash: false }));
  const { r, s } = low;
  const signature = wantsHigh ? new secp256k1.Signature(r, ORDERS['ecdsa-secp256k1'] - s) : low;
  return { ...whole, TxnSignature: hexOf(signature.toBytes('der')) };
}

const rival = { ...ours, Fee: '11' };
const TES = { TransactionResult: 'tesSUCCESS' };

function entry(fields: Fields, meta: Fields = TES, ledgerIndex = LEDGER - 1) {
  return {
    tx_blob: encode(fields),
    meta_blob: encode({ TransactionIndex: 0, AffectedNodes: [], ...meta }),
    validated: true,
    ledger_index: ledgerIndex,
  };
}

interface Claims {
  readonly sequence?: number;
  readonly otherKeys?: OtherKeys;
  readonly wanted?: UnsignedTransaction;
  readonly isDeleted?: boolean;
  /** Whether no ledger that the node shows is validated. */
  readonly isUnsure?: boolean;
  /** Whether the node has whatever it is asked for by its hash. */
  readonly hasEverything?: boolean;
}

/** What a look-up makes of a node that says that the number is spent, and shows this history. */
function seen(transactions: readonly object[], claims: Claims = {}) {
  const { sequence = NUMBER + 1, otherKeys, wanted = ours } = claims;
  const fake = new FakeXrplNode().on('account_tx', () => ({ transactions }));
  fake.firstSequence = sequence;
  fake.on('ledger_entry', () => {
    throw new XrplNodeError('entryNotFound', undefined);
  });
  if (claims.hasEverything) {
    const meta = { TransactionResult: 'tesSUCCESS', TransactionIndex: 0 };
    const where = { validated: true, ledger_index: LEDGER };
    fake.on('tx', ({ transaction: hash }) => ({ hash, tx_json: wanted, meta, ...where }));
  }
  if (claims.isUnsure) {
    fake.on('account_info', (params) => ({
      ...fake.plainAnswer('account_info', params),
      validated: false,
    }));
  }
  if (claims.isDeleted) {
    fake.on('account_info', () => {
      throw new XrplNodeError('actNotFound', undefined);
    });
  }
  return lookUp({ node: nodeOver(fake), networkId: 1, otherKeys }, { transaction: wanted }, {});
}

const unknown = { state: 'unknown' };
const replacedBy = (fields: Fields) => ({ state: 'replaced', by: hashOf(encode(fields)) });

describe('another transaction with our number', () => {
  it('is a rival when the account’s own key has signed it', async () => {
    const other = signed(rival);
    expect(await seen([entry(other)])).toEqual(replacedBy(other));
    const failed = entry(other, { TransactionResult: 'tecNO_DST' });
    expect(await seen([failed])).toEqual(replacedBy(other));
  });

  it.each([
    ['has zeros for a signature', { ...signed(rival), TxnSignature: '00'.repeat(70) }],
    ['has none', { ...rival, TxnSignature: undefined }],
    ['has the signature of another', { ...signed(rival), TxnSignature: signed(ours).TxnSignature }],
    ['is signed with a key of somebody else', signed(rival, stranger)],
    ['has a signature that is high-S', signed(rival, vault, true)],
    ['is a delegate’s', signed({ ...rival, Delegate: addressOfKey(stranger.bytes) }, stranger)],
    [
      'is a delegate’s that did not sign',
      signed({ ...rival, Delegate: addressOfKey(stranger.bytes) }),
    ],
    [
      'is signed by several',
      {
        ...rival,
        SigningPubKey: '',
        Signers: [
          {
            Signer: {
              Account: addressOfKey(stranger.bytes),
              SigningPubKey: hexOf(stranger.bytes),
              TxnSignature: '30',
            },
          },
        ],
      },
    ],
    ['belongs to a Batch that nobody shows', { ...rival, SigningPubKey: '' }],
  ])('is none when it %s', async (_, fields) => {
    const defined = Object.fromEntries(
      Object.entries(fields).filter(([, value]) => value !== undefined),
    );
    expect(await seen([entry(defined)])).toMatchObject(unknown);
  });

  it('is none when it can’t be read', async () => {
    for (const tx_blob of ['', '00', 'ZZ', 'FF'.repeat(27)]) {
      expect(await seen([{ tx_blob, validated: true }])).toMatchObject(unknown);
    }
    const other = signed(rival);
    // What can't be read hides nothing else.
    expect(await seen([{ tx_blob: 'FF' }, entry(other)])).toEqual(replacedBy(other));
  });

  it.each([
    ['a path without a step', {}, '011200'],
    ['less than no drops as its fee', { Fee: '12' }, '6840'],
    [
      'an exponent that no amount has',
      { Amount: { currency: 'USD', issuer: account, value: '1' } },
      '61D4',
    ],
    ['a field twice', { Flags: 1 }, '2200000001'],
  ])('is none with %s, which the ledger would not write', async (what, more, bytes) => {
    const other = signed({ ...rival, ...more });
    const blob = encode(other);
    const wrong = new Map([
      ['6840', blob.replace(/6840/, '6800')],
      ['61D4', blob.replace(/61D4/, '61FF')],
    ]).get(bytes);
    const entries = [{ ...entry(other), tx_blob: wrong ?? `${blob}${bytes}` }];
    expect(entries[0]?.tx_blob, what).not.toBe(blob);
    expect(await seen(entries)).toMatchObject(unknown);
  });

  it('is none when it is longer than any that matters', async () => {
    const memo = (bytes: number) => [{ Memo: { MemoData: '00'.repeat(bytes) } }];
    const long = signed({ ...rival, Memos: memo(250_000) });
    expect(await seen([entry(long)])).toEqual(replacedBy(long));
    const longer = signed({ ...rival, Memos: memo(263_000) });
    expect(await seen([entry(longer)])).toMatchObject(unknown);
  });

  it('is looked for no longer than its caller waits, however much a node shows', async () => {
    const over = new AbortController();
    const shown = Array.from({ length: 200 }, () => ({
      tx_blob: '00'.repeat(20_000),
      validated: true,
    }));
    const fake = new FakeXrplNode().on('account_tx', () => {
      setTimeout(() => over.abort());
      return { transactions: shown };
    });
    fake.firstSequence = NUMBER + 1;
    const ledger = { node: nodeOver(fake), networkId: 1, otherKeys: undefined };
    const looking = lookUp(ledger, { transaction: ours }, { signal: over.signal });
    expect(await rejectionOf(looking)).toMatchObject({ code: 'ABORTED' });
  });

  it('is found without a break where little is shown', async () => {
    const other = signed(rival);
    const fake = new FakeXrplNode().on('account_tx', () => ({ transactions: [entry(other)] }));
    fake.firstSequence = NUMBER + 1;
    // Its time stands still.
    const node = nodeOver(fake, 1, new ManualClock());
    const looking = lookUp({ node, networkId: 1, otherKeys: undefined }, { transaction: ours }, {});
    expect(await looking).toEqual(replacedBy(other));
  });

  it('counts when the caller pinned its key, of either kind', async () => {
    const other = signed(rival, stranger);
    const pinned = [hexOf(stranger.bytes), hexOf(stranger.bytes).toLowerCase()];
    for (const key of pinned) {
      expect(await seen([entry(other)], { otherKeys: { [account]: [key] } })).toEqual(
        replacedBy(other),
      );
    }
    const ofAnother = { [addressOfKey(stranger.bytes)]: pinned };
    expect(await seen([entry(other)], { otherKeys: ofAnother })).toMatchObject(unknown);

    const edwards = newEd25519Key();
    const SigningPubKey = `ED${hexOf(edwards.bytes)}`;
    const preimage = Buffer.from(encodeForSigning({ ...rival, SigningPubKey }), 'hex');
    const TxnSignature = hexOf(sign(null, preimage, edwards.privateKey));
    const regular = { ...rival, SigningPubKey, TxnSignature };
    expect(await seen([entry(regular)])).toMatchObject(unknown);
    for (const key of [SigningPubKey, hexOf(edwards.bytes)]) {
      expect(await seen([entry(regular)], { otherKeys: { [account]: [key] } })).toEqual(
        replacedBy(regular),
      );
    }
  });

  it('is ours when it differs by nothing but its signature, and only when that is one', async () => {
    const second = signed(ours);
    const forged = { ...second, TxnSignature: '00'.repeat(70) };
    const hash = hashOf(encode(second));
    expect(await seen([entry(second)], { hasEverything: true })).toMatchObject({
      state: 'confirmed',
      hash,
    });
    expect(await seen([entry(forged)], { hasEverything: true })).toMatchObject(unknown);
    expect(await seen([entry(second)])).toMatchObject({ reason: 'the node no longer shows it' });
  });

  it('is ours when others of its several signers have signed it', async () => {
    const wanted = { ...ours, SigningPubKey: '' };
    const Signer = { Account: addressOfKey(stranger.bytes), SigningPubKey: hexOf(stranger.bytes) };
    const Signers = [{ Signer: { ...Signer, TxnSignature: '30' } }];
    const claims = { wanted, hasEverything: true };
    expect(await seen([entry({ ...wanted, Signers })], claims)).toMatchObject({
      state: 'confirmed',
    });
    expect(await seen([entry({ ...wanted, Fee: '11', Signers })], claims)).toMatchObject(unknown);
  });

  it('is no rival that has a Ticket of that number, nor the other way round', async () => {
    const ticketed = signed({ ...rival, Sequence: 0, TicketSequence: NUMBER });
    expect(await seen([entry(ticketed)])).toMatchObject(unknown);
    expect(await seen([entry(ticketed)], { wanted: oursWithTicket })).toEqual(replacedBy(ticketed));
    // Nor is there such a Ticket, then.
    const sequenced = entry(signed(rival));
    expect(await seen([sequenced], { wanted: oursWithTicket })).toEqual({ state: 'expired' });
    const other = signed({ ...rival, Sequence: 0, TicketSequence: NUMBER + 1 });
    expect(await seen([entry(other)], { wanted: oursWithTicket })).toMatchObject(unknown);
  });
});

describe('a number that went with a TicketCreate', () => {
  const creation = (fields: Fields) =>
    signed({ ...ours, TransactionType: 'TicketCreate', TicketCount: 5, ...fields });

  it('was in its row behind its own', async () => {
    const claims = { sequence: NUMBER + 3 };
    for (const Sequence of [NUMBER - 1, NUMBER - 5]) {
      const row = creation({ Sequence });
      expect(await seen([entry(row)], claims)).toEqual(replacedBy(row));
    }
    expect(await seen([entry(creation({ Sequence: NUMBER - 6 }))], claims)).toMatchObject(unknown);
    expect(await seen([entry(creation({ Sequence: NUMBER + 1 }))], claims)).toMatchObject(unknown);
  });

  it('was not, where that failed, has no metadata, or is forged', async () => {
    const row = creation({ Sequence: NUMBER - 1 });
    const { meta_blob: _, ...bare } = entry(row);
    const forged = { ...row, TxnSignature: '00'.repeat(70) };
    const failed = entry(row, { TransactionResult: 'tecINSUFFICIENT_RESERVE' });
    for (const one of [failed, bare, entry(forged)]) {
      expect(await seen([one], { sequence: NUMBER + 3 })).toMatchObject(unknown);
    }
  });

  it('was in a row that a Ticket paid for, as the entries say that it created', async () => {
    const row = creation({ Sequence: 0, TicketSequence: 7 });
    const created = (number: number, type = 'Ticket') => ({
      TransactionResult: 'tesSUCCESS',
      AffectedNodes: [
        {
          CreatedNode: {
            LedgerEntryType: type,
            LedgerIndex: 'AB'.repeat(32),
            NewFields: { Account: account, TicketSequence: number },
          },
        },
      ],
    });
    expect(await seen([entry(row, created(NUMBER))])).toEqual(replacedBy(row));
    expect(await seen([entry(row, created(NUMBER + 1))])).toMatchObject(unknown);
    expect(await seen([entry(row, created(NUMBER, 'Offer'))])).toMatchObject(unknown);
    const failed = { ...created(NUMBER), TransactionResult: 'tecDIR_FULL' };
    expect(await seen([entry(row, failed)])).toMatchObject(unknown);
    // No ledger makes a Ticket for anything else, nor one without a number, whatever a node shows.
    const other = signed({ ...rival, Sequence: 0, TicketSequence: 7 });
    expect(await seen([entry(other, created(NUMBER))])).toMatchObject(unknown);
    const wanted = oursWithTicket;
    expect(await seen([entry(row, created(0))], { wanted })).toMatchObject(unknown);
  });

  it('is a Ticket since: what spends that is no rival, and the TicketCreate is', async () => {
    const row = creation({ Sequence: NUMBER - 1 });
    const spent = signed({ ...rival, Sequence: 0, TicketSequence: NUMBER });
    expect(await seen([entry(spent), entry(row)])).toEqual(replacedBy(row));
  });
});

describe('a number that went with its account', () => {
  const deletion = (Sequence: number) =>
    signed({
      ...ours,
      TransactionType: 'AccountDelete',
      Destination: addressOfKey(stranger.bytes),
      Sequence,
    });

  it('is gone, whether there is such an account again or not', async () => {
    const last = deletion(NUMBER - 1);
    expect(await seen([entry(last)], { isDeleted: true })).toEqual(replacedBy(last));
    expect(await seen([entry(last)], { sequence: LEDGER })).toEqual(replacedBy(last));
  });

  const deletedEntry = (LedgerEntryType: string, FinalFields: Fields) => ({
    DeletedNode: { LedgerEntryType, LedgerIndex: 'AB'.repeat(32), FinalFields },
  });

  it('is gone with a Ticket that was left, or where a Ticket deleted the account', async () => {
    const wanted = oursWithTicket;
    const last = deletion(NUMBER + 50);
    const ticket = deletedEntry('Ticket', { Account: account, TicketSequence: NUMBER });
    const left = entry(last, { ...TES, AffectedNodes: [ticket] });
    expect(await seen([left], { isDeleted: true, wanted })).toEqual(replacedBy(last));
    const byTicket = signed({ ...deletion(0), TicketSequence: 7 });
    const root = deletedEntry('AccountRoot', { Account: account, Sequence: NUMBER });
    const deleted = entry(byTicket, { ...TES, AffectedNodes: [root] });
    expect(await seen([deleted], { isDeleted: true })).toEqual(replacedBy(byTicket));
  });

  it('was not, where something else had spent it long before', async () => {
    const later = entry(deletion(NUMBER + 1));
    for (const wanted of [ours, oursWithTicket]) {
      expect(await seen([later], { isDeleted: true, wanted })).toMatchObject(unknown);
      expect(await seen([later], { sequence: LEDGER, wanted })).toMatchObject(unknown);
    }
    const root = deletedEntry('AccountRoot', { Account: account, Sequence: NUMBER + 1 });
    const byTicket = signed({ ...deletion(0), TicketSequence: 7 });
    for (const AffectedNodes of [[root], []]) {
      const deleted = entry(byTicket, { ...TES, AffectedNodes });
      expect(await seen([deleted], { isDeleted: true })).toMatchObject(unknown);
    }
  });

  it('is not, where that failed, is forged, or a new account may come to it', async () => {
    const last = deletion(NUMBER - 1);
    const forged = { ...last, TxnSignature: '00'.repeat(70) };
    const failed = entry(last, { TransactionResult: 'tecHAS_OBLIGATIONS' });
    const early = entry(last, TES, NUMBER);
    for (const one of [failed, early, entry(forged)]) {
      expect(await seen([one], { isDeleted: true })).toMatchObject(unknown);
    }
    expect(await seen([], { isDeleted: true })).toMatchObject(unknown);
  });
});

describe('a number that the account never had', () => {
  const expired = { ...ours, LastLedgerSequence: LEDGER - 1 };
  const beginning = (Sequence: number, Account = account, type = 'AccountRoot') => {
    const NewFields = { Account, Balance: '1000', Sequence };
    const created = { LedgerEntryType: type, LedgerIndex: 'AB'.repeat(32), NewFields };
    const funding = {
      TransactionType: 'Payment',
      Account: addressOfKey(stranger.bytes),
      Destination: account,
      Amount: '1000',
      Fee: '10',
      Sequence: 3,
    };
    const meta = { ...TES, AffectedNodes: [{ CreatedNode: created }] };
    return entry(signed(funding, stranger), meta, Sequence);
  };
  const later = (Sequence: number) => entry(signed({ ...rival, Sequence }));

  it('expires, where the account is shown to have begun behind it', async () => {
    const claims = { wanted: expired, sequence: NUMBER + 3 };
    for (const first of [NUMBER + 1, NUMBER + 256]) {
      const history = [later(first), beginning(first)];
      expect(await seen(history, claims)).toEqual({ state: 'expired' });
    }
  });

  it('is unknown before its time is over', async () => {
    const wanted = { ...ours, LastLedgerSequence: 4_000_000_000 };
    const claims = { wanted, sequence: NUMBER + 3 };
    expect(await seen([beginning(NUMBER + 1)], claims)).toMatchObject(unknown);
  });

  it('is unknown where an earlier account may have had it, or nothing shows the beginning', async () => {
    const claims = { wanted: expired, sequence: NUMBER + 400 };
    for (const shown of [
      beginning(NUMBER + 257),
      beginning(NUMBER),
      beginning(NUMBER + 1, addressOfKey(stranger.bytes)),
      later(NUMBER + 1),
    ]) {
      expect(await seen([shown], claims)).toMatchObject(unknown);
    }
  });

  describe('as a Ticket', () => {
    const wanted = { ...oursWithTicket, LastLedgerSequence: LEDGER - 1 };

    it.each([
      ['the account has not come to it', NUMBER, []],
      ['the account began behind it', NUMBER + 3, [beginning(NUMBER + 1)]],
      ['a transaction has it for its own', NUMBER + 3, [entry(signed(rival))]],
    ])('expires where %s', async (_, sequence, history) => {
      expect(await seen(history, { wanted, sequence })).toEqual({ state: 'expired' });
      const open = { ...wanted, LastLedgerSequence: 4_000_000_000 };
      expect(await seen(history, { wanted: open, sequence })).toMatchObject(unknown);
    });

    it.each([
      ['nothing shows what has it', NUMBER + 1, []],
      [
        'what has it for its own is signed by another',
        NUMBER + 3,
        [entry(signed(rival, stranger))],
      ],
      ['a transaction has the next for its own', NUMBER + 3, [later(NUMBER + 1)]],
      ['the account began long behind it', NUMBER + 400, [beginning(NUMBER + 257)]],
    ])('is unknown where %s', async (_, sequence, history) => {
      expect(await seen(history, { wanted, sequence })).toMatchObject(unknown);
    });

    it('is unknown where the account is gone, or no ledger is validated', async () => {
      for (const shown of [[], [beginning(NUMBER + 1)]]) {
        for (const claims of [{ isDeleted: true }, { isUnsure: true }]) {
          expect(await seen(shown, { wanted, ...claims })).toMatchObject(unknown);
        }
      }
    });
  });

  it('is not what another of an earlier account has spent', async () => {
    const other = entry(signed(rival));
    const claims = { wanted: expired, sequence: NUMBER + 3 };
    expect(await seen([beginning(NUMBER + 1), other], claims)).toMatchObject({
      by: expect.any(String),
    });
  });
});

describe('a number that a Batch has spent inside', () => {
  const inner = (fields: Fields = {}): Fields => ({
    TransactionType: 'AccountSet',
    Account: account,
    Fee: '0',
    Flags: 0x4000_0000,
    Sequence: NUMBER,
    SigningPubKey: '',
    ...fields,
  });
  const batchOf = (members: readonly Fields[], fields: Fields = {}): Fields => ({
    TransactionType: 'Batch',
    Account: account,
    Fee: '40',
    Flags: 0x0008_0000,
    Sequence: NUMBER - 2,
    RawTransactions: members.map((RawTransaction) => ({ RawTransaction })),
    ...fields,
  });
  const members = [inner({ Sequence: NUMBER - 1 }), inner()];

  it('went to its member, when the account’s own key has signed the Batch', async () => {
    const batch = signed(batchOf(members));
    const shown = [...members].reverse().map((one) => entry(one));
    expect(await seen([...shown, entry(batch)])).toEqual(replacedBy(inner()));
    // Inside a page there is no order to rely on.
    expect(await seen([entry(batch), ...shown])).toEqual(replacedBy(inner()));
  });

  it('went to nobody known, where the Batch is forged, another’s, or without it', async () => {
    const foreign = batchOf(members, { Account: addressOfKey(stranger.bytes) });
    for (const batch of [
      { ...signed(batchOf(members)), TxnSignature: '00'.repeat(70) },
      signed(batchOf(members), stranger),
      signed(foreign, stranger),
      signed(batchOf([inner({ Sequence: NUMBER - 1 }), inner({ Domain: 'AB' })])),
    ]) {
      expect(await seen([entry(inner()), entry(batch)])).toMatchObject(unknown);
    }
    // A member that was not applied has spent nothing: the Batch alone proves nothing.
    expect(await seen([entry(signed(batchOf(members)))])).toMatchObject(unknown);
  });
});

describe('otherKeys', () => {
  const make = (otherKeys: unknown) =>
    new XrplGateway({
      signer: new RecordingSigner(),
      network: 'testnet',
      ...{ otherKeys: otherKeys as OtherKeys },
    });

  it('takes keys by address', () => {
    expect(make({ [account]: [hexOf(stranger.bytes), `ED${'ab'.repeat(32)}`] })).toBeDefined();
  });

  it.each([
    ['no address', { r1: [hexOf(stranger.bytes)] }],
    ['no key', { [account]: ['02ab'] }],
    ['a key that is not compressed', { [account]: [`04${'ab'.repeat(64)}`] }],
    ['no list', { [account]: hexOf(stranger.bytes) }],
  ])('is refused with %s', (_, otherKeys) => {
    expect(() => make(otherKeys)).toThrow(ConfigurationError);
    expect(() => make(otherKeys)).toThrow(/otherKeys/);
  });
});
