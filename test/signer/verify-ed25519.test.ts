import { createPublicKey, randomBytes, sign, verify } from 'node:crypto';
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha512 } from '@noble/hashes/sha2.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  InvalidSignatureError,
  type RawSignature,
  type SigningMessage,
  verifySignature,
} from '../../src/signer/index.js';
import { newEd25519Key, withBitFlipped } from '../support/keys.js';
import { eachBelow, runs } from '../support/runs.js';

const KEY = { algorithm: 'eddsa-ed25519', id: '0' } as const;
const { Point } = ed25519;
const { Fn } = Point;

/** A point of order 8, RFC 7748's torsion: the source of every signature that two nodes judge apart. */
const TORSION = Point.fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05');

const messageOf = (bytes: Uint8Array): SigningMessage => ({ kind: 'message', key: KEY, bytes });

function accepts(message: Uint8Array, publicKey: Uint8Array, signature: Uint8Array): boolean {
  try {
    const pinned = { algorithm: 'eddsa-ed25519', bytes: publicKey } as const;
    verifySignature(messageOf(message), pinned, { encoding: 'compact', bytes: signature });
    return true;
  } catch (error) {
    if (error instanceof InvalidSignatureError) return false;
    throw error;
  }
}

function openSslAccepts(
  message: Uint8Array,
  publicKey: Uint8Array,
  signature: Uint8Array,
): boolean {
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, signature);
}

function toLittleEndian(value: bigint): Uint8Array {
  const hex = value.toString(16).padStart(64, '0');
  return Uint8Array.from(Buffer.from(hex, 'hex').reverse());
}

function fromLittleEndian(bytes: Uint8Array): bigint {
  return BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);
}

/** A signer that can add whatever it likes to R and to its own key: who holds a key can. */
function craft(options: {
  readonly secret: bigint;
  readonly nonce: bigint;
  readonly message: Uint8Array;
  readonly addToR?: typeof TORSION;
  readonly addToA?: typeof TORSION;
}) {
  const { secret, nonce, message, addToR = Point.ZERO, addToA = Point.ZERO } = options;
  const base = (scalar: bigint) => (scalar === 0n ? Point.ZERO : Point.BASE.multiply(scalar));
  const publicKey = base(secret).add(addToA).toBytes();
  const R = base(nonce).add(addToR).toBytes();
  const k = Fn.create(fromLittleEndian(sha512(Uint8Array.from([...R, ...publicKey, ...message]))));
  const S = toLittleEndian(Fn.create(nonce + k * secret));
  return { publicKey, message, signature: Uint8Array.from([...R, ...S]) };
}

describe('verifySignature, ed25519', () => {
  it('takes what OpenSSL signed, of any length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 0, maxLength: 300 }), (bytes) => {
        const { privateKey, bytes: publicKey } = newEd25519Key();
        const signature = Uint8Array.from(sign(null, bytes, privateKey));
        const pinned = { algorithm: 'eddsa-ed25519', bytes: publicKey } as const;
        expect(
          verifySignature(messageOf(bytes), pinned, {
            encoding: 'compact',
            bytes: signature,
            publicKey,
            recoveryId: 7,
          }),
        ).toEqual({ algorithm: 'eddsa-ed25519', compact: signature });
      }),
      runs(40),
    );
  });

  it('refuses every change of a single bit: of the signature, the message and the key', () => {
    const { privateKey, bytes: publicKey } = newEd25519Key();
    const message = Uint8Array.from(randomBytes(32));
    const signature = Uint8Array.from(sign(null, message, privateKey));
    expect(accepts(message, publicKey, signature)).toBe(true);
    for (const bit of eachBelow(512, 11)) {
      expect(accepts(message, publicKey, withBitFlipped(signature, bit))).toBe(false);
    }
    for (const bit of eachBelow(256, 11)) {
      expect(accepts(withBitFlipped(message, bit), publicKey, signature)).toBe(false);
      expect(accepts(message, withBitFlipped(publicKey, bit), signature)).toBe(false);
    }
  });

  it('refuses another form, another key and another algorithm', () => {
    const { privateKey, bytes } = newEd25519Key();
    const text = Uint8Array.from(randomBytes(20));
    const message = messageOf(text);
    const pinned = { algorithm: 'eddsa-ed25519', bytes } as const;
    const signature = Uint8Array.from(sign(null, text, privateKey));
    const raw: RawSignature = { encoding: 'compact', bytes: signature };
    const cases: readonly (readonly [SigningMessage, typeof pinned, RawSignature])[] = [
      [message, pinned, { ...raw, encoding: 'der' }],
      [message, pinned, { ...raw, encoding: 'bytes' }],
      [message, pinned, { ...raw, bytes: signature.slice(0, 63) }],
      [message, pinned, { ...raw, bytes: Uint8Array.from([...signature, 0]) }],
      [message, pinned, { ...raw, publicKey: newEd25519Key().bytes }],
      [message, { ...pinned, bytes: newEd25519Key().bytes }, raw],
      [message, { ...pinned, bytes: bytes.slice(1) }, raw],
      [message, { ...pinned, bytes: Uint8Array.from([...bytes, 0]) }, raw],
      [message, { ...pinned, bytes: new Uint8Array(0) }, raw],
      [{ kind: 'digest', key: KEY, digest: text, hash: 'sha256' }, pinned, raw],
    ];
    expect(() => verifySignature(message, pinned, raw)).not.toThrow();
    for (const [given, key, other] of cases) {
      expect(() => verifySignature(given, key, other)).toThrow(InvalidSignatureError);
    }
  });

  it('refuses S that is not reduced, though it is the same number', () => {
    const { privateKey, bytes: publicKey } = newEd25519Key();
    const message = Uint8Array.of(1, 2, 3);
    const signature = Uint8Array.from(sign(null, message, privateKey));
    const S = fromLittleEndian(signature.slice(32)) + Fn.ORDER;
    const malleated = Uint8Array.from([...signature.slice(0, 32), ...toLittleEndian(S)]);
    expect(accepts(message, publicKey, malleated)).toBe(false);
    expect(openSslAccepts(message, publicKey, malleated)).toBe(false);
  });

  it('takes nothing that OpenSSL does not take, however the signer cheats', () => {
    const scalar = fc.bigInt({ min: 0n, max: 1n << 251n });
    const torsion = fc.nat({ max: 7 }).map((times) => {
      let point = Point.ZERO;
      for (let index = 0; index < times; index++) point = point.add(TORSION);
      return point;
    });
    const crafted = fc
      .record({
        secret: fc.oneof(fc.constant(0n), scalar),
        nonce: fc.oneof(fc.constant(0n), scalar),
        message: fc.uint8Array({ maxLength: 8 }),
        addToR: torsion,
        addToA: torsion,
      })
      .map(craft);
    let taken = 0;
    fc.assert(
      fc.property(crafted, ({ message, publicKey, signature }) => {
        const ours = accepts(message, publicKey, signature);
        if (ours) taken += 1;
        if (ours) expect(openSslAccepts(message, publicKey, signature)).toBe(true);
      }),
      { ...runs(400), examples: [[craft({ secret: 77n, nonce: 99n, message: Uint8Array.of(4) })]] },
    );
    expect(taken).toBeGreaterThan(0);
  });

  it('refuses an R with a part of small order, as the nodes do', () => {
    const honest = { secret: 77n, nonce: 99n, message: Uint8Array.of(4, 5) };
    const { message, publicKey, signature } = craft(honest);
    expect(accepts(message, publicKey, signature)).toBe(true);
    const cheat = craft({ ...honest, addToR: TORSION });
    // The laxer form of RFC 8032 takes it; OpenSSL, like a node, does not.
    expect(ed25519.verify(cheat.signature, cheat.message, cheat.publicKey, { zip215: false })).toBe(
      true,
    );
    expect(openSslAccepts(cheat.message, cheat.publicKey, cheat.signature)).toBe(false);
    expect(accepts(cheat.message, cheat.publicKey, cheat.signature)).toBe(false);
  });

  it('refuses keys and Rs of small order, and encodings that are not canonical', () => {
    const small = [0, 1, 2, 3, 4, 5, 6, 7].map((times) => {
      let point = Point.ZERO;
      for (let index = 0; index < times; index++) point = point.add(TORSION);
      return point.toBytes();
    });
    const P = 2n ** 255n - 19n;
    // y = 1 and y = 0 written as y + p, and the identity with its sign bit set.
    const odd = [toLittleEndian(P + 1n), toLittleEndian(P), toLittleEndian(1n + (1n << 255n))];
    const zeroS = new Uint8Array(32);
    const message = Uint8Array.of(9);
    for (const point of [...small, ...odd]) {
      for (const R of [...small, ...odd]) {
        expect(accepts(message, point, Uint8Array.from([...R, ...zeroS]))).toBe(false);
      }
    }
    // A good key, but an R of small order: S*B = R + k*A with a nonce of zero.
    const cheat = craft({ secret: 77n, nonce: 0n, message });
    expect(accepts(cheat.message, cheat.publicKey, cheat.signature)).toBe(false);
  });
});
