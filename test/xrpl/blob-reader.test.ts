import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveAddress, encode, hashes, Wallet } from 'xrpl';
import { accountIdOf, addressOf, addressOfKey } from '../support/base58.js';
import { runs } from '../support/runs.js';
import { readTransaction } from '../support/xrpl-blob.js';
import { FIELDS, type FieldType, TRANSACTION_TYPES } from '../support/xrpl-fields.js';
import * as arbitrary from './support/arbitraries.js';

const bytesOf = (hex: string) => Buffer.from(hex, 'hex');

/** "Binary Format" of the ledger's documentation: the transaction and its bytes. */
const DOCUMENTED = {
  blob:
    '120007220008000024001ABED82A2380BF2C2019001ABED764D55920AC9391400000000000000000000000000055534400' +
    '000000000A20B3C85F482532A9578DBB3950B85CA06594D165400000037E11D60068400000000000000A732103EE83BB4325' +
    '47885C219634A1BC407A9DB0474145D69737D09CCDC63E1DEE7FE3744630440220143759437C04F7B61F012563AFE90D8DAFC46' +
    'E86035E1D965A9CED282C97D4CE02204CFD241E86F17E011298FC1A39B63386C74306A5DE047E213B0F29EFA4571C2C8114DD76' +
    '483FACDEE26E60D8A586BB58D09F27045C46',
  hash: '73734B611DDA23D3F5F62E20A173B78AB8406AC5015094DA53F53D39B9EDB06C',
  fields: {
    Account: 'rMBzp8CgpE441cp5PVyA9rpVV7oT8hP3ys',
    Expiration: 595640108,
    Fee: '10',
    Flags: 524288,
    OfferSequence: 1752791,
    Sequence: 1752792,
    SigningPubKey: '03EE83BB432547885C219634A1BC407A9DB0474145D69737D09CCDC63E1DEE7FE3',
    TakerGets: '15000000000',
    TakerPays: {
      currency: 'USD',
      issuer: 'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
      value: '7072.8',
    },
    TransactionType: 'OfferCreate',
    TxnSignature:
      '30440220143759437C04F7B61F012563AFE90D8DAFC46E86035E1D965A9CED282C97D4CE02204CFD241E86F17E' +
      '011298FC1A39B63386C74306A5DE047E213B0F29EFA4571C2C',
  },
};

describe('the tests’ own reader of transactions', () => {
  it('reads the documentation’s example', () => {
    expect(readTransaction(bytesOf(DOCUMENTED.blob))).toEqual(DOCUMENTED.fields);
    const digest = createHash('sha512')
      .update(bytesOf(`54584E00${DOCUMENTED.blob}`))
      .digest('hex');
    expect(digest.slice(0, 64).toUpperCase()).toBe(DOCUMENTED.hash);
    expect(hashes.hashSignedTx(DOCUMENTED.blob)).toBe(DOCUMENTED.hash);
  });

  it('reads back any fields that xrpl.js writes', () => {
    fc.assert(
      fc.property(transaction, (fields) => {
        const blob = encode(fields as never);
        expect(readTransaction(bytesOf(blob))).toEqual(fields);
      }),
      runs(300),
    );
  });

  it('refuses what is not canonical', () => {
    const good = encode({ TransactionType: 'AccountSet', Flags: 1, Sequence: 2 } as never);
    const [type, flags, sequence] = [good.slice(0, 6), good.slice(6, 16), good.slice(16)];
    expect(() => readTransaction(bytesOf(type + sequence + flags))).toThrow('out of order');
    expect(() => readTransaction(bytesOf(good + flags))).toThrow('out of order');
    expect(() => readTransaction(bytesOf(good.slice(0, -2)))).toThrow('in the middle');
    expect(() => readTransaction(bytesOf(`${good}2F00000000`))).toThrow('no field');
    // A mantissa of 15 digits, and XRP below zero.
    const issued = `D4838D7EA4C68000${'55'.repeat(40)}`;
    expect(readTransaction(bytesOf(`61${issued}`))).toMatchObject({ Amount: { value: '1' } });
    expect(() => readTransaction(bytesOf(`61D480000000000001${issued.slice(16)}`))).toThrow();
    expect(() => readTransaction(bytesOf('610000000000000001'))).toThrow('never negative');
  });

  it('writes addresses as xrpl.js does', () => {
    for (let count = 0; count < 20; count++) {
      const { publicKey } = Wallet.generate();
      expect(addressOfKey(bytesOf(publicKey))).toBe(deriveAddress(publicKey));
    }
    expect(addressOf(new Uint8Array(20))).toBe('rrrrrrrrrrrrrrrrrrrrrhoLvTp');
    expect(accountIdOf('rrrrrrrrrrrrrrrrrrrrBZbvji')).toEqual(
      Buffer.from(`${'0'.repeat(39)}1`, 'hex'),
    );
  });
});

const kept = <T>(of: fc.Arbitrary<{ kept: T }>) => of.map(({ kept: value }) => value);

// The library can't write objects that have no prototype.
const plain = { noNullPrototype: true };

const signer = fc.record(
  {
    Account: arbitrary.address,
    TxnSignature: arbitrary.hexOf(0, 80),
    SigningPubKey: arbitrary.hexOf(33),
  },
  plain,
);
const entry = fc.record(
  { Account: arbitrary.address, SignerWeight: fc.integer({ min: 0, max: 65_535 }) },
  plain,
);

const VALUES: Readonly<Record<FieldType, fc.Arbitrary<unknown>>> = {
  UInt8: fc.integer({ min: 0, max: 255 }),
  UInt16: fc.integer({ min: 0, max: 65_535 }),
  UInt32: arbitrary.uint32,
  UInt64: arbitrary.hexOf(8),
  Hash128: arbitrary.hexOf(16),
  Hash192: arbitrary.mptId,
  Hash256: arbitrary.hexOf(32),
  Amount: fc.oneof(
    kept<unknown>(arbitrary.amount),
    kept<unknown>(arbitrary.mptAmount),
    kept(arbitrary.tokenAmount).map((amount) => ({ ...amount, value: `-${amount.value}` })),
    kept(arbitrary.tokenAmount).map((amount) => ({ ...amount, value: '0' })),
  ),
  // 193 and 12,481 bytes are where a length takes one byte more.
  Blob: fc.oneof(
    arbitrary.hexOf(0, 192),
    fc
      .constantFrom(191, 192, 193, 194, 448, 449, 12_480, 12_481, 20_000)
      .map((n) => 'A5'.repeat(n)),
  ),
  AccountID: arbitrary.address,
  STObject: kept(arbitrary.memos).map(([first]) => first?.Memo),
  STArray: fc.oneof(
    kept<unknown[]>(arbitrary.memos),
    fc.array(signer, { maxLength: 3 }).map((list) => list.map((Signer) => ({ Signer }))),
    fc.array(entry, { maxLength: 3 }).map((list) => list.map((SignerEntry) => ({ SignerEntry }))),
  ),
  PathSet: kept<unknown>(arbitrary.paths),
  Vector256: fc.array(arbitrary.hexOf(32), { minLength: 1, maxLength: 8 }),
};

/** Any fields with any values: what they mean together is nothing to a reader. */
const transaction = fc.record(
  {
    ...Object.fromEntries(
      (Object.keys(FIELDS) as FieldType[]).flatMap((type) =>
        Object.keys(FIELDS[type]).map((name) => [name, VALUES[type]]),
      ),
    ),
    TransactionType: fc.constantFrom(...Object.keys(TRANSACTION_TYPES)),
  },
  { requiredKeys: ['TransactionType'], ...plain },
);
