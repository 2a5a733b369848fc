import fc from 'fast-check';
import { decode, encode, encodeForMultisigning, encodeForSigning } from 'ripple-binary-codec';
import { describe, expect, it } from 'vitest';
import { hashes, Wallet } from 'xrpl';
import { MalformedBlob, readFields } from '../../src/sandbox/xrpl/blob-reader.js';
import { checkBlob, isCanonicalDer } from '../../src/sandbox/xrpl/signature.js';

const wallets = [
  'rDTXLQ7ZKZVKz33zJbHjgVShjsBnqMBhmN',
  'rPT1Sjq2YGrBMTttX4GZHjKu9dyfzbpAYe',
  'rvYAfWj5gh67oV6fW32ZzP3Aw4Eubs59B',
];

const address = fc.constantFrom(...wallets);
const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((value) => Buffer.from(value).toString('hex').toUpperCase());
const blob = (maxLength: number) =>
  fc
    .uint8Array({ minLength: 1, maxLength })
    .map((value) => Buffer.from(value).toString('hex').toUpperCase());
const token = fc.record({
  currency: fc.constantFrom('USD', 'EUR', '0158415500000000C1F76FF6ECB0BAC600000000'),
  issuer: address,
  value: fc.bigInt({ min: 1n, max: 10n ** 15n }).map(String),
});
const amount = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 17n }).map(String), token);
const uint32 = fc.nat({ max: 0xffffffff });
const memo = fc.record({ Memo: fc.record({ MemoData: blob(700), MemoType: blob(20) }) });
const step = fc.oneof(
  fc.record({ account: address }),
  fc.record({ currency: fc.constantFrom('USD', 'EUR'), issuer: address }),
);

/** Transactions with every kind of field that the codec writes for the gateway's operations. */
const transaction = fc.record(
  {
    TransactionType: fc.constant('Payment'),
    Account: fc.constant(wallets[1]),
    Destination: address,
    Amount: amount,
    Fee: fc.nat({ max: 1_000_000 }).map(String),
    Sequence: uint32,
    Flags: uint32,
    SigningPubKey: hex(33),
    DestinationTag: uint32,
    InvoiceID: hex(32),
    LastLedgerSequence: uint32,
    SendMax: amount,
    Memos: fc.array(memo, { minLength: 1, maxLength: 3 }),
    Paths: fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  },
  {
    requiredKeys: [
      'TransactionType',
      'Account',
      'Destination',
      'Amount',
      'Fee',
      'Sequence',
      'SigningPubKey',
    ],
  },
);

/** As parsed JSON: the codec can't take objects without a prototype. */
const plain = transaction.map((tx): object => JSON.parse(JSON.stringify(tx)));

const isSignature = ({ type, code }: { type: number; code: number }) => type === 7 && code === 4;
const isSigners = ({ type, code }: { type: number; code: number }) => type === 15 && code === 3;

describe('the blob reader', () => {
  it('cuts every transaction into fields that make it up again', () => {
    fc.assert(
      fc.property(plain, (tx) => {
        const bytes = Buffer.from(encode(tx), 'hex');
        const fields = readFields(bytes);
        expect(Buffer.concat(fields.map((field) => field.bytes))).toEqual(bytes);
        expect(fields).toHaveLength(Object.keys(decode(bytes.toString('hex'))).length);
      }),
    );
  });

  it('finds the bytes that the codec has signed', () => {
    fc.assert(
      fc.property(plain, blob(72), (tx, TxnSignature) => {
        const signed = readFields(Buffer.from(encode({ ...tx, TxnSignature }), 'hex'));
        const covered = signed.filter((field) => !isSignature(field)).map(({ bytes }) => bytes);
        const payload = Buffer.concat([Buffer.from('53545800', 'hex'), ...covered]);
        expect(payload.toString('hex').toUpperCase()).toBe(encodeForSigning(tx));
      }),
    );
  });

  it('finds the bytes that each of many signers has signed', () => {
    const [, , signer = ''] = wallets;
    const Signers = [
      {
        Signer: { Account: signer, SigningPubKey: `02${'11'.repeat(32)}`, TxnSignature: 'E1F1E1' },
      },
    ];
    fc.assert(
      fc.property(plain, (tx) => {
        const multi = { ...tx, SigningPubKey: '' };
        const fields = readFields(Buffer.from(encode({ ...multi, Signers }), 'hex'));
        const covered = fields.filter((field) => !isSigners(field)).map(({ bytes }) => bytes);
        const signable = encodeForMultisigning(multi, signer);
        const payload = Buffer.concat([Buffer.from('534D5400', 'hex'), ...covered]);
        expect(signable.startsWith(payload.toString('hex').toUpperCase())).toBe(true);
        expect(signable).toHaveLength(payload.length * 2 + 40);
      }),
    );
  });

  it('computes the same transaction ids as the xrpl package', () => {
    const wallet = Wallet.generate();
    fc.assert(
      fc.property(plain, (tx) => {
        const blob = encode({ ...tx, SigningPubKey: wallet.publicKey, TxnSignature: '30' });
        expect(checkBlob(Buffer.from(blob, 'hex')).hash).toBe(hashes.hashSignedTx(blob));
      }),
    );
  });

  it('refuses what is cut off, out of order or repeated', () => {
    const tx = { TransactionType: 'AccountSet', Account: wallets[1], Fee: '10', Sequence: 1 };
    const bytes = Buffer.from(encode(tx), 'hex');
    for (let length = 1; length < bytes.length; length += 1) {
      const part = bytes.subarray(0, length);
      const whole = readable(part);
      if (whole !== undefined) expect(Buffer.concat(whole.map((f) => f.bytes))).toEqual(part);
    }
    const fields = readFields(bytes).map((field) => field.bytes);
    expect(() => readFields(Buffer.concat([...fields].reverse()))).toThrow(MalformedBlob);
    expect(() => readFields(Buffer.concat([...fields, ...fields.slice(-1)]))).toThrow(
      MalformedBlob,
    );
    expect(() => readFields(bytes.subarray(0, -3))).toThrow(MalformedBlob);
  });
});

function readable(part: Uint8Array) {
  try {
    return readFields(part);
  } catch {
    return undefined;
  }
}

describe('the signature form', () => {
  const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
  const integer = (value: bigint) => {
    const digits = value.toString(16);
    const even = digits.length % 2 === 0 ? digits : `0${digits}`;
    const bytes = Number.parseInt(even.slice(0, 2), 16) >= 0x80 ? `00${even}` : even;
    return `02${(bytes.length / 2).toString(16).padStart(2, '0')}${bytes}`;
  };
  const der = (r: bigint, s: bigint) => {
    const body = integer(r) + integer(s);
    return Buffer.from(`30${(body.length / 2).toString(16).padStart(2, '0')}${body}`, 'hex');
  };

  it('is strict DER with a low S', () => {
    expect(isCanonicalDer(der(1n, 2n))).toBe(true);
    expect(isCanonicalDer(der(order - 1n, order / 2n))).toBe(true);
    expect(isCanonicalDer(der(order - 1n, order / 2n + 1n))).toBe(false);
    expect(isCanonicalDer(der(order, 1n))).toBe(false);
    expect(isCanonicalDer(der(0n, 1n))).toBe(false);
    expect(isCanonicalDer(Buffer.concat([der(1n, 2n), Buffer.of(0)]))).toBe(false);
    expect(isCanonicalDer(Buffer.from('300702020001020102', 'hex'))).toBe(false);
    expect(isCanonicalDer(Buffer.from('3006020181020102', 'hex'))).toBe(false);
    expect(isCanonicalDer(Buffer.alloc(64))).toBe(false);
  });
});
