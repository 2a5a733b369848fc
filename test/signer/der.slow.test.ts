import { createHash, randomBytes, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EcdsaAlgorithm,
  InvalidSignatureError,
  parseCompact,
  parseDer,
  toCompact,
  toDer,
  toLowS,
} from '../../src/signer/index.js';
import { newEcdsaKey, ORDERS, to32Bytes } from '../support/keys.js';
import { many, runs } from '../support/runs.js';

const ALGORITHMS: readonly EcdsaAlgorithm[] = ['ecdsa-secp256k1', 'ecdsa-prime256v1'];
const KEYS = many(200, 60);
const MESSAGES_A_KEY = 5;

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(' ', ''), 'hex'));

/** The scalars near the ends of their range, and in its middle, are where encodings change. */
function scalar(order: bigint): fc.Arbitrary<bigint> {
  return fc.oneof(
    fc.bigInt({ min: 1n, max: order - 1n }),
    fc.bigInt({ min: 1n, max: 1_000n }),
    fc.bigInt({ min: order - 1_000n, max: order - 1n }),
    fc.nat({ max: 31 }).map((bytes) => 1n << BigInt(bytes * 8 + 7)),
    fc.nat({ max: 31 }).map((bytes) => (1n << BigInt(bytes * 8 + 7)) - 1n),
  );
}

const signature = scalar(ORDERS['ecdsa-secp256k1']).chain((r) =>
  scalar(ORDERS['ecdsa-secp256k1']).map((s) => ({ r, s })),
);

describe.each(ALGORITHMS)('signatures of OpenSSL, %s', (algorithm) => {
  it('survive every way through our encodings', () => {
    let high = 0;
    for (let key = 0; key < KEYS; key++) {
      const { privateKey, publicKey } = newEcdsaKey(algorithm);
      for (let index = 0; index < MESSAGES_A_KEY; index++) {
        const message = randomBytes(40);
        const der = sign('sha256', message, { key: privateKey, dsaEncoding: 'der' });
        const compact = sign('sha256', message, { key: privateKey, dsaEncoding: 'ieee-p1363' });
        const fromDer = parseDer(der, algorithm);
        const fromCompact = parseCompact(compact, algorithm);
        // Byte for byte what OpenSSL wrote, whichever half s is in.
        expect(Buffer.from(toDer(fromDer)).equals(der)).toBe(true);
        expect(Buffer.from(toCompact(fromCompact)).equals(compact)).toBe(true);

        const low = toLowS(fromDer, algorithm);
        expect(low.s <= ORDERS[algorithm] / 2n).toBe(true);
        expect(low.flipped).toBe(fromDer.s > ORDERS[algorithm] / 2n);
        expect(low.r).toBe(fromDer.r);
        if (low.flipped) high += 1;
        const asDer = { key: publicKey, dsaEncoding: 'der' } as const;
        const asCompact = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
        expect(verify('sha256', message, asDer, toDer(low))).toBe(true);
        expect(verify('sha256', message, asCompact, toCompact(low))).toBe(true);
      }
    }
    // Half of them come out high, or else this test has seen only half of what there is.
    const share = high / (KEYS * MESSAGES_A_KEY);
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.7);
  });
});

describe('toDer and parseDer', () => {
  it('are each the reverse of the other', () => {
    fc.assert(
      fc.property(signature, (pair) => {
        expect(parseDer(toDer(pair))).toEqual(pair);
        expect(parseCompact(toCompact(pair))).toEqual(pair);
      }),
      runs(2_000),
    );
  });

  it('know one form only: what parses is what would be written', () => {
    // Valid DER with some bytes changed, left out or put in: near enough to be mistaken for DER.
    const edit = fc.record({
      at: fc.nat({ max: 75 }),
      remove: fc.nat({ max: 2 }),
      insert: fc.uint8Array({ maxLength: 2 }),
    });
    const edited = fc.tuple(signature, fc.array(edit, { maxLength: 3 })).map(([pair, edits]) => {
      const bytes = [...toDer(pair)];
      for (const { at, remove, insert } of edits) bytes.splice(at, remove, ...insert);
      return Uint8Array.from(bytes);
    });
    fc.assert(
      fc.property(fc.oneof(edited, fc.uint8Array({ maxLength: 80 })), (bytes) => {
        let parsed: ReturnType<typeof parseDer>;
        try {
          parsed = parseDer(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(InvalidSignatureError);
          return;
        }
        expect(toDer(parsed)).toEqual(bytes);
      }),
      runs(5_000),
    );
  });
});

const N = Buffer.from(to32Bytes(ORDERS['ecdsa-secp256k1'])).toString('hex');
const N_PLUS_1 = Buffer.from(to32Bytes(ORDERS['ecdsa-secp256k1'] + 1n)).toString('hex');

describe('parseDer', () => {
  it('reads the smallest and the largest signature that there can be', () => {
    const top = ORDERS['ecdsa-secp256k1'] - 1n;
    const largest = Buffer.from(to32Bytes(top)).toString('hex');
    expect(parseDer(hex('30 06 02 01 01 02 01 01'))).toEqual({ r: 1n, s: 1n });
    expect(parseDer(hex(`30 46 02 21 00 ${largest} 02 21 00 ${largest}`))).toEqual({
      r: top,
      s: top,
    });
  });

  it.each([
    ['nothing', ''],
    ['a tag alone', '30'],
    ['an empty sequence', '30 00'],
    ['another tag', '31 06 02 01 01 02 01 01'],
    ['r alone', '30 03 02 01 01'],
    ['r that is empty', '30 05 02 00 02 01 01'],
    ['s that is empty', '30 05 02 01 01 02 00'],
    ['r that is zero', '30 06 02 01 00 02 01 01'],
    ['s that is zero', '30 06 02 01 01 02 01 00'],
    ['r that is negative', '30 06 02 01 80 02 01 01'],
    ['s that is negative', '30 06 02 01 01 02 01 ff'],
    ['r with a needless zero', '30 07 02 02 00 01 02 01 01'],
    ['s with a needless zero', '30 07 02 01 01 02 02 00 7f'],
    ['r with two zeros', '30 08 02 03 00 00 80 02 01 01'],
    ['r that is the order', `30 26 02 21 00 ${N} 02 01 01`],
    ['s that is the order', `30 26 02 01 01 02 21 00 ${N}`],
    ['s that is more than the order', `30 26 02 01 01 02 21 00 ${N_PLUS_1}`],
    ['r of 33 bytes', `30 26 02 21 01 ${'00'.repeat(32)} 02 01 01`],
    ['r of 34 bytes', `30 27 02 22 00 ff ${'00'.repeat(32)} 02 01 01`],
    ['r that is no integer', '30 06 03 01 01 02 01 01'],
    ['s that is no integer', '30 06 02 01 01 04 01 01'],
    ['a byte behind the sequence', '30 06 02 01 01 02 01 01 00'],
    ['a byte behind s, inside', '30 07 02 01 01 02 01 01 00'],
    ['a third integer', '30 09 02 01 01 02 01 01 02 01 01'],
    ['a sequence that claims too much', '30 07 02 01 01 02 01 01'],
    ['a sequence that claims too little', '30 05 02 01 01 02 01 01'],
    ['r that swallows s', '30 06 02 04 01 02 01 01'],
    ['s that claims too much', '30 06 02 01 01 02 02 01'],
    ['the long form for the sequence', '30 81 06 02 01 01 02 01 01'],
    ['the long form for r', '30 07 02 81 01 01 02 01 01'],
    ['the indefinite form', '30 80 02 01 01 02 01 01 00 00'],
    ['a length of four bytes', '30 84 ff ff ff ff 02 01 01 02 01 01'],
    ['r||s', '01'.repeat(64)],
    ['DER with the sighash byte of another chain', '30 06 02 01 01 02 01 01 01'],
  ])('refuses %s', (_, text) => {
    expect(() => parseDer(hex(text))).toThrow(InvalidSignatureError);
  });

  it.each(ALGORITHMS)('refuses a signature cut off at any byte, %s', (algorithm) => {
    for (let round = 0; round < 20; round++) {
      const { privateKey } = newEcdsaKey(algorithm);
      const der = sign('sha256', randomBytes(9), privateKey);
      for (let length = 0; length < der.length; length++) {
        expect(() => parseDer(der.subarray(0, length), algorithm)).toThrow(InvalidSignatureError);
      }
    }
  });

  it('refuses a signature with any byte put in anywhere', () => {
    const der = [...toDer({ r: ORDERS['ecdsa-secp256k1'] - 5n, s: 12_345_678_901n })];
    for (let at = 0; at <= der.length; at++) {
      for (let byte = 0; byte < 256; byte++) {
        const longer = Uint8Array.from([...der.slice(0, at), byte, ...der.slice(at)]);
        expect(() => parseDer(longer)).toThrow(InvalidSignatureError);
      }
    }
  });

  it('judges the range by the curve', () => {
    // Between the orders of the two curves: in range for secp256k1 only.
    const between = ORDERS['ecdsa-prime256v1'] + 1n;
    const der = toDer({ r: between, s: 1n });
    expect(parseDer(der, 'ecdsa-secp256k1').r).toBe(between);
    expect(() => parseDer(der, 'ecdsa-prime256v1')).toThrow(InvalidSignatureError);
    const compact = toCompact({ r: between, s: 1n });
    expect(parseCompact(compact).r).toBe(between);
    expect(() => parseCompact(compact, 'ecdsa-prime256v1')).toThrow(InvalidSignatureError);
  });

  it('does not change what it reads', () => {
    const der = toDer({ r: 5n, s: 7n });
    const copy = Uint8Array.from(der);
    parseDer(der);
    expect(der).toEqual(copy);
  });
});

describe('parseCompact', () => {
  it.each([0, 1, 32, 63, 65, 128])('refuses %s bytes', (length) => {
    expect(() => parseCompact(new Uint8Array(length).fill(1))).toThrow(InvalidSignatureError);
  });

  it.each([
    ['r that is zero', 0n, 1n],
    ['s that is zero', 1n, 0n],
    ['r that is the order', ORDERS['ecdsa-secp256k1'], 1n],
    ['s that is the order', 1n, ORDERS['ecdsa-secp256k1']],
    ['s of all ones', 1n, 2n ** 256n - 1n],
  ])('refuses %s', (_, r, s) => {
    const bytes = Uint8Array.from([...to32Bytes(r), ...to32Bytes(s)]);
    expect(() => parseCompact(bytes)).toThrow(InvalidSignatureError);
  });
});

describe('A-D15: DER of a number that is missing or zero', () => {
  it.each([
    [0n, 1n],
    [1n, 0n],
    [0n, 0n],
    [-1n, 1n],
    [1n, -1n],
    [2n ** 256n, 1n],
    [1n, 2n ** 300n],
  ])(
    'A-D15: refuses r %s and s %s at once, instead of looking for a first byte for ever',
    (r, s) => {
      expect(() => toDer({ r, s })).toThrow(InvalidSignatureError);
    },
  );

  it('A-D15: refuses whatever is too short for two numbers at once', () => {
    for (let length = 0; length < 64; length++) {
      const digest = createHash('sha512').update(`${length}`).digest();
      expect(() => parseCompact(digest.subarray(0, length))).toThrow(InvalidSignatureError);
      expect(() => parseDer(new Uint8Array(length))).toThrow(InvalidSignatureError);
    }
  });
});
