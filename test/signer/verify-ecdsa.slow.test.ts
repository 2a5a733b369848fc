import { createHash, randomBytes, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  type EcdsaAlgorithm,
  InvalidSignatureError,
  parseCompact,
  type RawSignature,
  recoveryIdOf,
  type SigningMessage,
  toCompact,
  toDer,
  verifySignature,
} from '../../src/signer/index.js';
import {
  digestMessage,
  type KeyPair,
  newEcdsaKey,
  ORDERS,
  withBitFlipped,
} from '../support/keys.js';
import { eachBelow } from '../support/runs.js';

const ALGORITHMS: readonly EcdsaAlgorithm[] = ['ecdsa-secp256k1', 'ecdsa-prime256v1'];

/** A message signed by OpenSSL, with what is needed to check it. */
function signed(algorithm: EcdsaAlgorithm, pair: KeyPair = newEcdsaKey(algorithm)) {
  const text = randomBytes(50);
  const digest = Uint8Array.from(createHash('sha256').update(text).digest());
  const der = Uint8Array.from(sign('sha256', text, pair.privateKey));
  const given = { key: pair.privateKey, dsaEncoding: 'ieee-p1363' } as const;
  const compact = Uint8Array.from(sign('sha256', text, given));
  const key = { algorithm, id: '0' } as const;
  return {
    pair,
    digest,
    der,
    compact,
    message: digestMessage(key, digest),
    publicKey: { algorithm, bytes: pair.bytes } as const,
    raw: { encoding: 'compact', bytes: compact } as RawSignature,
  };
}

/** As `signed`, with s in the half asked for. */
function signedWith(half: 'low' | 'high', algorithm: EcdsaAlgorithm) {
  const made = signed(algorithm);
  const { r, s } = parseCompact(made.compact, algorithm);
  const order = ORDERS[algorithm];
  const isHigh = s > order / 2n;
  const bytes = toCompact({ r, s: isHigh === (half === 'high') ? s : order - s });
  return { ...made, compact: bytes, raw: { encoding: 'compact', bytes } as RawSignature };
}

describe.each(ALGORITHMS)('verifySignature, %s', (algorithm) => {
  /** Every bit; of the slower curve, which no chain uses, every fourth. */
  const bitsOf = (count: number) => {
    const step = algorithm === 'ecdsa-secp256k1' ? 1 : 4;
    return eachBelow(Math.floor(count / step), 11).map((index) => index * step);
  };

  it('takes what OpenSSL signed, in either encoding, and gives it in low-S', () => {
    const order = ORDERS[algorithm];
    const seen = new Set<boolean>();
    for (let round = 0; round < 40; round++) {
      const { message, publicKey, der, compact } = signed(algorithm);
      for (const raw of [
        { encoding: 'der', bytes: der },
        { encoding: 'compact', bytes: compact, publicKey: publicKey.bytes },
      ] satisfies RawSignature[]) {
        const verified = verifySignature(message, publicKey, raw);
        if (verified.algorithm === 'eddsa-ed25519') throw new Error('another algorithm');
        const { r, s } = parseCompact(verified.compact, algorithm);
        expect(s <= order / 2n).toBe(true);
        expect(verified.der).toEqual(toDer({ r, s }));
        expect(verified.algorithm).toBe(algorithm);
        seen.add(verified.normalized);
      }
    }
    expect(seen).toEqual(new Set([true, false]));
  });

  it('refuses a change of any single bit: of the signature, the digest and the key', () => {
    const { message, publicKey, compact, digest } = signedWith('low', algorithm);
    const refuses = (change: () => unknown) => expect(change).toThrow(InvalidSignatureError);
    for (const bit of bitsOf(512)) {
      const bytes = withBitFlipped(compact, bit);
      refuses(() => verifySignature(message, publicKey, { encoding: 'compact', bytes }));
    }
    for (const bit of bitsOf(256)) {
      const other = { ...message, digest: withBitFlipped(digest, bit) } as SigningMessage;
      refuses(() => verifySignature(other, publicKey, { encoding: 'compact', bytes: compact }));
    }
    for (const bit of bitsOf(264)) {
      const other = { ...publicKey, bytes: withBitFlipped(publicKey.bytes, bit) };
      refuses(() => verifySignature(message, other, { encoding: 'compact', bytes: compact }));
    }
  });

  it('refuses a change of any single bit of the DER', () => {
    const { message, publicKey, der } = signed(algorithm);
    for (const bit of bitsOf(der.length * 8)) {
      const bytes = withBitFlipped(der, bit);
      expect(() => verifySignature(message, publicKey, { encoding: 'der', bytes })).toThrow(
        InvalidSignatureError,
      );
    }
  });

  it.each<readonly [string, (made: ReturnType<typeof signed>) => Partial<RawSignature>]>([
    [
      'r and s that are swapped',
      ({ compact }) => ({
        bytes: Uint8Array.from([...compact.slice(32), ...compact.slice(0, 32)]),
      }),
    ],
    ['a signature cut short', ({ compact }) => ({ bytes: compact.slice(0, 63) })],
    [
      'a signature that is too long',
      ({ compact }) => ({ bytes: Uint8Array.from([...compact, 0]) }),
    ],
    ['no signature at all', () => ({ bytes: new Uint8Array(0) })],
    ['zeros', () => ({ bytes: new Uint8Array(64) })],
    ['ones', () => ({ bytes: new Uint8Array(64).fill(255) })],
    ['DER that is called compact', ({ der }) => ({ bytes: der })],
    ['r||s that is called DER', () => ({ encoding: 'der' })],
    ['an encoding of RSA', () => ({ encoding: 'bytes' })],
    ['the signature of another message', () => ({ bytes: signed(algorithm).compact })],
    ['a key that contradicts', () => ({ publicKey: newEcdsaKey(algorithm).bytes })],
    ['a key that is cut short', ({ pair }) => ({ publicKey: pair.bytes.slice(0, 32) })],
    ['an empty key', () => ({ publicKey: new Uint8Array(0) })],
  ])('refuses %s', (_, change) => {
    const made = signed(algorithm);
    const raw = { ...made.raw, ...change(made) };
    expect(() => verifySignature(made.message, made.publicKey, raw)).toThrow(InvalidSignatureError);
  });

  it('refuses messages and keys that are not for each other', () => {
    const { message, publicKey, raw, digest, pair } = signed(algorithm);
    const cases: readonly (readonly [SigningMessage, typeof publicKey])[] = [
      [{ kind: 'message', key: message.key, bytes: digest }, publicKey],
      [{ ...message, digest: digest.slice(1) } as SigningMessage, publicKey],
      [{ ...message, digest: new Uint8Array(0) } as SigningMessage, publicKey],
      [message, { ...publicKey, bytes: pair.bytes.slice(1) }],
      [message, { ...publicKey, bytes: new Uint8Array(33) }],
      [message, { ...publicKey, bytes: new Uint8Array(0) }],
      [{ ...message, key: { algorithm: 'eddsa-ed25519', id: '0' } }, publicKey],
    ];
    for (const [other, key] of cases) {
      expect(() => verifySignature(other, key, raw)).toThrow(InvalidSignatureError);
    }
  });
});

describe('verifySignature, curves', () => {
  it('refuses a signature and a key of the other curve', () => {
    const { message, raw } = signed('ecdsa-prime256v1');
    const other = newEcdsaKey('ecdsa-secp256k1');
    const asSecp = { ...message, key: { algorithm: 'ecdsa-secp256k1', id: '0' } } as SigningMessage;
    const key = { algorithm: 'ecdsa-secp256k1', bytes: other.bytes } as const;
    expect(() => verifySignature(asSecp, key, raw)).toThrow(InvalidSignatureError);
  });

  it('gives a recovery id for secp256k1 only', () => {
    const k1 = signed('ecdsa-secp256k1');
    const r1 = signed('ecdsa-prime256v1');
    expect(verifySignature(k1.message, k1.publicKey, k1.raw)).toMatchObject({
      recoveryId: expect.any(Number),
    });
    expect(verifySignature(r1.message, r1.publicKey, r1.raw)).toMatchObject({
      recoveryId: undefined,
    });
  });

  it('does not verify what it cannot', () => {
    const key = { algorithm: 'rsa-sha256', id: '0' } as const;
    const message = { kind: 'message', key, bytes: Uint8Array.of(1) } as const;
    const publicKey = { algorithm: 'rsa-sha256', bytes: Uint8Array.of(1) } as const;
    const raw = { encoding: 'bytes', bytes: Uint8Array.of(1) } as const;
    expect(() => verifySignature(message, publicKey, raw)).toThrow(InvalidSignatureError);
  });
});

describe('X5: signatures are verified and normalised before anything is sent', () => {
  const algorithm = 'ecdsa-secp256k1';

  it('X5: refuses the valid signature of another key', () => {
    const { message, publicKey, digest } = signed(algorithm);
    const stranger = newEcdsaKey(algorithm);
    // A valid signature over the very same digest, as if the custody had mixed up two vaults.
    const bytes = Uint8Array.from(
      sign(null, digest, { key: stranger.privateKey, dsaEncoding: 'ieee-p1363' }),
    );
    expect(() => verifySignature(message, publicKey, { encoding: 'compact', bytes })).toThrow(
      InvalidSignatureError,
    );
  });

  it('X5: negates a high s, and the recovery id along with it', () => {
    for (let round = 0; round < 20; round++) {
      const { message, publicKey, raw, compact, digest } = signedWith('high', algorithm);
      const { r, s } = parseCompact(compact);
      const highId = recoveryIdOf({ r, s }, digest, publicKey.bytes) ?? 9;
      const verified = verifySignature(message, publicKey, { ...raw, recoveryId: highId });
      expect(verified).toEqual({
        algorithm,
        compact: toCompact({ r, s: ORDERS[algorithm] - s }),
        der: toDer({ r, s: ORDERS[algorithm] - s }),
        recoveryId: highId ^ 1,
        normalized: true,
      });
      // The id of the low form contradicts the signature that was given.
      expect(() => verifySignature(message, publicKey, { ...raw, recoveryId: highId ^ 1 })).toThrow(
        /recovery id/,
      );
    }
  });

  it.each(['low', 'high'] as const)(
    'X5: refuses every recovery id but the right one, %s s',
    (half) => {
      for (let round = 0; round < 4; round++) {
        const { message, publicKey, raw, compact, digest } = signedWith(half, algorithm);
        const right = recoveryIdOf(parseCompact(compact), digest, publicKey.bytes);
        for (const recoveryId of [0, 1, 2, 3, 4, 27, 28, -1, 0.5, 1.5, 2 ** 32, Number.NaN]) {
          const verify = () => verifySignature(message, publicKey, { ...raw, recoveryId });
          if (recoveryId === right) expect(verify).not.toThrow();
          else expect(verify).toThrow(InvalidSignatureError);
        }
      }
    },
  );
});
